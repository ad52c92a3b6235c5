"""An explorer of grid worlds that learns the world as a graph of frames, only from observations.

It tries each action once in every frame (one click on each area of a colour), by the shortest known path to
the nearest untried one, and resets when none is reachable.  In the test it searches the graph for the goal,
follows a run behind its mask, or reports the first frame that contradicts it.  Where worlds have chance or
frames are no states, it errs.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator

from ...domains.environment import Call, Turn
from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ...domains.gridworld.frames import Grid
from .agent import Scene
from .human import matrices

STEPS, TESTED = 400, 300  # the most steps of its exploration, and of its test


class Explorer:
    """Plays by a graph of frames."""

    name = "explorer"

    def __init__(self) -> None:
        self._known: dict[Grid, dict[Action, Grid]] = {}
        self._left, self._tested = STEPS, TESTED
        self._last: tuple[Grid, Action] | None = None
        self._changed: int | None = None
        self._done: Counter[tuple[Grid, Action]] = Counter()

    def turn(self, scene: Scene) -> Turn:
        """The next turn."""
        names = {tool.name for tool in scene.tools}
        if "submit" in names:
            chosen = scene.history[-1][1].outcome == "chosen"
            return Call("submit") if chosen else Call("choose_grid_i", {"i": self._changed or 0})
        if "step" in names:
            return self._looked(scene, "choose_option_i" in names)
        frame = matrices(scene.observation)[0]
        testing = "go-to-test" not in names
        surprise = self._learn(frame, keep=not testing)
        if testing and "found-the-change" in names:
            self._tested -= 1
            if surprise or self._tested < 0:
                self._changed = scene_steps(scene) if surprise else None
                return Call("found-the-change")
        if testing and "found-the-change" not in names:
            goal = matrices(scene.observation)[1]
            way = self._way(frame, lambda there: shows(there, goal))
            if way is not None:
                return self._do(frame, way)
        elif not testing:
            self._left -= 1
            if self._left < 0:
                self._last = None
                return Call("go-to-test")
        return self._tried(frame, testing)

    def _tried(self, frame: Grid, testing: bool) -> Turn:
        """A step towards an untried action; else a reset, or in the test the least tried action here."""
        if not testing:
            action = self._untried(frame) or self._way(frame, lambda there: bool(self._untried(there)))
            if action is None:
                self._last = None
                return Call("reset")
            return self._do(frame, action)
        action = min(worth_trying(frame), key=lambda move: self._done[frame, move])
        self._done[frame, action] += 1
        return self._do(frame, action)

    def _do(self, frame: Grid, action: Action) -> Turn:
        self._last = frame, action
        return action.call()

    def _learn(self, frame: Grid, *, keep: bool) -> bool:
        """Record a transition; whether the frame differs from the earlier result of the same action."""
        last, self._last = self._last, None
        if last is None:
            return False
        led = self._known.setdefault(last[0], {})
        surprise = last[1] in led and led[last[1]] != frame
        if keep or last[1] not in led:
            led[last[1]] = frame
        return surprise

    def _untried(self, frame: Grid) -> Action | None:
        led = self._known.get(frame, {})
        return next((action for action in worth_trying(frame) if action not in led), None)

    def _way(self, start: Grid, wanted: Callable[[Grid], bool]) -> Action | None:
        queue, first = deque([start]), {start: NOOP}
        while queue:
            frame = queue.popleft()
            for action, there in self._known.get(frame, {}).items():
                if there not in first:
                    first[there] = action if frame == start else first[frame]
                    if wanted(there):
                        return first[there]
                    queue.append(there)
        return None

    def _looked(self, scene: Scene, ended: bool) -> Turn:
        """Step on; at the end choose the option that the graph predicts, or else one that is not stale."""
        if not ended:
            return Call("step")
        texts = [feedback.text for _, feedback in scene.history if feedback.outcome in ("looked", "to-test")]
        seen = [matrices(text)[0] for text in texts]
        first = next(place for place, frame in enumerate(seen) if any("mask" in row for row in frame))
        stale, options = seen[first - 1], matrices(scene.observation)[1:]
        rows = [y for y, row in enumerate(seen[-1]) if "mask" in row]
        columns = [x for x, cell in enumerate(seen[-1][rows[0]]) if cell == "mask"]

        def patch(frame: Grid) -> Grid:
            return tuple(tuple(frame[y][x] for x in columns) for y in rows)

        expected = self._expected(stale, texts[first:])
        if expected is not None and patch(expected) in options:
            return Call("choose_option_i", {"i": options.index(patch(expected))})
        others = [place for place, option in enumerate(options) if option != patch(stale)]
        return Call("choose_option_i", {"i": others[0]})

    def _expected(self, frame: Grid, texts: list[str]) -> Grid | None:
        """The frame that the graph predicts after the hidden actions; None if it does not know."""
        for text in texts:
            said = text.split(" after the action ", 1)[1].split(". The grid", 1)[0]
            following = self._known.get(frame, {}).get(Action.parse(said))
            if following is None:
                return None
            frame = following
        return frame


def shows(frame: Grid, goal: Grid) -> bool:
    """Whether a frame shows a goal, where ``any`` matches every colour."""
    return all(
        cell in ("any", there)
        for row, wanted in zip(frame, goal, strict=True)
        for there, cell in zip(row, wanted, strict=True)
    )


def scene_steps(scene: Scene) -> int:
    """The number of the frame that a test shows now."""
    outcomes = [feedback.outcome for _, feedback in scene.history if feedback.metadata.get("phase") == "test"]
    return outcomes.count("stepped")


def worth_trying(frame: Grid) -> Iterator[Action]:
    """noop, the arrows, and a click on each connected area of one colour."""
    yield from (NOOP, LEFT, RIGHT, UP, DOWN)
    left = {(x, y): cell for y, row in enumerate(frame) for x, cell in enumerate(row)}
    while left:
        at, colour = next(iter(left.items()))
        yield click(*at)
        waiting = [at]
        while waiting:
            x, y = waiting.pop()
            if left.get((x, y)) == colour:
                del left[x, y]
                waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
