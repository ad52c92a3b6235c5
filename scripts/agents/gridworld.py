"""Players of grid worlds: the paper's random agent, one that plays a best episode, and an explorer.

Each turn the random agent draws one of six kinds of action (``noop``, four arrows, click on a cell drawn
uniformly), as in appendix C of the paper; its answers are drawn too.  The best episode uses the program, the
stored plan and the world's state, which agents do not see.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import cast

from ...domains.environment import Call, Environment, Turn
from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action, click
from ...domains.gridworld.environment import WorldTest
from ...domains.gridworld.frames import Grid
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.phases import PlanningTest
from ...domains.gridworld.questions import LETTERS, Change, MaskedFrame, Planning
from ...generators.rng import Rng
from ...instances.errors import UnsupportedError
from ...instances.records import Instance
from ...verifiers.gridworld.change import shortest_distinction
from ...verifiers.gridworld.judging import environment
from ...verifiers.gridworld.planning import shortest, sure_steps
from ...verifiers.gridworld.space import explore
from ...verifiers.gridworld.support import Support
from ...verifiers.search.grid_states import state_key
from .agent import Agent, Scene, matrices

__all__ = ["environment", "explorer", "optimal", "random"]

EXPLORED, PLAYED = 100, 200  # steps of the random agent's exploration, and of its change-detection test
_KINDS = (NOOP, LEFT, RIGHT, UP, DOWN)


def optimal(instance: Instance, world: Environment) -> Iterator[Turn]:
    """The turns of a best episode; without a stored plan one is searched for (UnsupportedError: none)."""
    test, truth = cast(WorldTest, world), instance.truth or {}
    yield Call("go-to-test")
    if isinstance(test.question, MaskedFrame):
        if truth.get("kind") != "option":
            raise UnsupportedError("no option is known to be right")
        yield from [Call("step")] * len(test.question.actions)
        yield Call("choose_option_i", {"i": LETTERS.index(truth["answer"])})
    elif isinstance(test.question, Planning):
        if (plan := truth.get("plan")) is None:
            yield from _planned(test, test.question)
        else:
            yield from (Action.parse(step).call() for step in plan)
    else:
        yield from _changed(test, test.question, truth.get("actions"))


def random(instance: Instance, world: Environment, seed: int, sample: int) -> Agent:
    """The paper's random agent."""
    return RandomPlayer(cast(WorldTest, world).question.program.grid_size, instance.id, seed, sample)


def drawn_action(rng: Rng, size: int) -> Action:
    """The action of the paper's random agent in a grid of this size."""
    kind = rng.below(6)
    return _KINDS[kind] if kind < 5 else click(rng.below(size), rng.below(size))


class RandomPlayer:
    """Explores, plays and answers at random."""

    name = "random"

    def __init__(self, size: int, *labels: str | int):
        self._size, self._rng = size, Rng("agent", "random", "gridworld", *labels)
        self._left = {"exploration": EXPLORED, "test": PLAYED}

    def turn(self, scene: Scene) -> Turn:
        """The next action, or an answer when one is due."""
        tools = {tool.name: tool for tool in scene.tools}
        if "submit" in tools:
            if scene.history[-1][1].outcome == "chosen":
                return Call("submit")
            return Call("choose_grid_i", {"i": self._rng.below(1 + scene_steps(scene))})
        if "choose_option_i" in tools:
            return Call("choose_option_i", {"i": self._rng.below(len(LETTERS))})
        if "step" in tools:
            return Call("step")
        phase = "exploration" if "go-to-test" in tools else "test"
        self._left[phase] -= 1
        if self._left[phase] < 0 and phase == "exploration":
            return Call("go-to-test")
        if self._left[phase] < 0 and "found-the-change" in tools:
            return Call("found-the-change")
        return drawn_action(self._rng, self._size).call()


def _planned(world: WorldTest, problem: Planning) -> Iterator[Turn]:
    """A cheapest plan, or the moves of a sure policy if steps are random."""
    run = shortest(problem.program, problem.goal, problem.rng_seed)
    if run is not None:
        yield from (action.call() for action in run.plan)
        return
    space = explore(problem.program, problem.rng_seed)
    ranks = sure_steps(space, problem.goal)
    machine, numbers = Machine(problem.program, problem.rng_seed), {}
    for number, snapshot in enumerate(space.snapshots):
        machine.restore(snapshot)
        numbers[state_key(machine)] = number
    assert isinstance(world.test, PlanningTest)
    while world.stop is None:
        position = numbers[state_key(world.test.played.machine)]
        rank = ranks[position]
        if rank is None:
            raise UnsupportedError("no policy surely reaches the goal")
        after = {action: [ranks[number] for _, number in led] for action, led in space.edges[position]}
        worst = {action: max(led) for action, led in after.items() if None not in led}  # type: ignore[type-var]
        yield min(worst, key=lambda action: (worst[action], action)).call()


def _changed(world: WorldTest, problem: Change, stored: list[str] | None) -> Iterator[Turn]:
    """Play the distinguishing actions, watch the belief support, choose the frame at which it is empty."""
    if stored is None:
        run = shortest_distinction(problem.program, problem.changed, problem.rng_seed)
        stored = [] if run is None else [str(action) for action in run.actions]
    played = world.test.played  # type: ignore[union-attr]
    support, rng = Support(problem.program, problem.rng_seed).seeing(played.frame), Rng("agent", "optimal")
    actions = (Action.parse(text) for text in stored)
    while support.size and "found-the-change" in {tool.name for tool in world.tools}:
        action = next(actions, None) or drawn_action(rng, played.size)
        yield action.call()
        support = support.after(action).seeing(played.frame)
    if "found-the-change" in {tool.name for tool in world.tools}:
        yield Call("found-the-change")
    yield Call("choose_grid_i", {"i": len(played.actions)})
    yield Call("submit")


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


explorer = Explorer


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
