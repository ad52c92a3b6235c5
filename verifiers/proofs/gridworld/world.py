"""What a search asks of a program: its states, what each action may lead to, and what is seen.

It runs on a *machine*: the plain interpreter (``autumn/machine.py``), or a faster one that is handed in and
must have its methods ``start(seed)``, ``step(state, action, source)`` (which leaves the sets of places that
clicks were compared with in ``compared``), ``state_key(state)`` and ``frame(state)``.  Whatever reduces a
search is here, and is argued here:

- *States* are told apart by their keys; equal keys mean equal futures, up to the generator's draws.
- *Draws*: each is taken as uniform and independent; a step is run once for every way in which its draws can
  turn out (``Script``), and ends that have one key are added up.
- *Clicks*: a step can tell where a click fell by ``clicked``, which compares it with the places of cells, and
  by the variable ``click``.  Where the program does not name the latter, two clicks that stand alike in every
  comparison made on the way, in any branch, take the very same way; one of them stands for both.  Where the
  program names it, every cell of the grid is clicked.
- *The grid* has the size that the program's text sets, as an episode has it: a click off it is no action,
  and a program that gives the grid another size is refused.
- *What is not named*: an arrow that the program does not name, and a click where it names nothing of clicks,
  cannot be told from waiting, and leads to what waiting leads to.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple, TypeVar

from ..refused import RefusedError, UnknownKindError, refuse
from .autumn.machine import names_click
from .autumn.running import Script
from .autumn.text import Node, parse, walk

T = TypeVar("T")
Layer = dict[Hashable, Any]
"""States by their keys."""
Frame = Sequence[Sequence[str]]
Grid = tuple[tuple[str, ...], ...]
Partial = tuple[tuple[str | None, ...], ...]
"""A frame of which some is seen."""
Cell = tuple[int, int]
"""Column and row."""
CERTAIN = Fraction(1)
KEYS = ("noop", "left", "right", "up", "down")
CLICKS = frozenset(("click", "clicked", "objClicked"))
"""The names by which a program tells where a click fell."""
MAX_STATES, MAX_BRANCHES, MAX_FRAMES = 400_000, 4_096, 4_096
MAX_WORK = 2_000_000_000
"""The calls and list elements that the searches of one record may take on the plain interpreter."""


class Move(NamedTuple):
    """An action with the states that it may lead to (probability, key, state), and the clicks alike."""

    action: str
    ends: list[tuple[Fraction, Hashable, Any]]
    clicks: list[str]


class World:
    """One program on one machine."""

    def __init__(self, machine: Any, text: str):
        self.machine = machine
        statements = parse(text)
        self.size = grid_size(statements)
        self.each_click = any(map(names_click, statements))
        words = {word for node in statements for part in walk(node) for word in _words(part)}
        self._named = words & {*KEYS, *CLICKS}
        self._moves: dict[Hashable, list[Move]] = {}
        self.steps = 0
        """Steps that the machine has taken, each of which it may remember."""
        self._states: Layer = {}
        """One state of each key that a move leads to, so that equal ones are kept once."""
        self._frames: dict[Hashable, Grid] = {}
        size = range(self.size)
        self._clicks = {(x, y): f"click {x} {y}" for y in size for x in size}
        """The cells of the grid, row by row, with the clicks on them."""

    def require_on_grid(self, place: str, actions: Iterable[str]) -> None:
        """RefusedError for a click off the grid, which no episode takes."""
        clicks = {*self._clicks.values(), *KEYS}
        for action in actions:
            refuse(action not in clicks, f"{place}: {action} lies off the grid")

    def start(self, seed: int) -> Layer:
        """The layer that holds nothing but the initial state."""
        state = self.machine.start(seed)
        return {self.machine.state_key(state): state}

    def ends(self, state: Any, action: str) -> tuple[list[tuple[Fraction, Hashable, Any]], set[Any]]:
        """What a step may lead to, and the sets of places that its click was compared with."""
        ends: dict[Hashable, tuple[Fraction, Any]] = {}
        choices: list[int] = []
        compared: set[Any] = set()
        for branch in range(MAX_BRANCHES):
            if getattr(self.machine, "spent", 0) > MAX_WORK:
                raise UnknownKindError("the plain interpreter would need too long: its truth stays open")
            script = Script(choices, 0)
            after = self.machine.step(state, action, script)
            self.steps += 1
            compared |= self.machine.compared
            key = self.machine.state_key(after)
            if not branch and not script.bounds:
                return [(CERTAIN, key, after)], compared
            share = Fraction(1, prod(script.bounds))
            known = ends.get(key, (Fraction(0), after))
            ends[key] = (known[0] + share, known[1])
            choices += [0] * (len(script.bounds) - len(choices))
            while choices and choices[-1] + 1 == script.bounds[len(choices) - 1]:
                choices.pop()
            if not choices:
                return [(chance, key, end) for key, (chance, end) in ends.items()], compared
            choices[-1] += 1
        raise RefusedError(f"a step has more than {MAX_BRANCHES} random outcomes")

    def moves(self, key: Hashable, state: Any) -> list[Move]:
        """All that can be done in a state: keys, and one click of each class."""
        if key not in self._moves:
            moves: list[Move] = []
            for action, ends, alike in self._tried(key, state, lambda action: self.ends(state, action)):
                kept = [(share, after, self._states.setdefault(after, end)) for share, after, end in ends]
                moves.append(Move(action, kept, [self._clicks[cell] for cell in alike]))
            self._moves[key] = moves
        return self._moves[key]

    def classes(self, key: Hashable, state: Any) -> dict[str, str]:
        """For a click on each cell the click that stands for it."""
        return {click: move.action for move in self.moves(key, state) for click in move.clicks}

    def drawn(self, key: Hashable, state: Any) -> list[tuple[str, Any]]:
        """What each key, and one click of each class, leads to as the generator of the state draws."""

        def run(action: str) -> tuple[Any, Any]:
            self.steps += 1
            return self.machine.step(state, action), self.machine.compared

        return [(action, after) for action, after, _ in self._tried(key, state, run)]

    def _tried(
        self, key: Hashable, state: Any, run: Callable[[str], tuple[Any, Any]]
    ) -> Iterator[tuple[str, Any, list[Cell]]]:
        """The keys and one click of each class, what each leads to, and the cells for which it stands.

        ``run`` gives what an action leads to and the sets of places that its click was compared with.
        """
        waited = run("noop")[0]
        for action in KEYS:
            read = action != "noop" and action in self._named
            yield action, run(action)[0] if read else waited, []
        if len(self.frame(key, state)) != self.size:
            raise RefusedError(f"world: GRID_SIZE becomes another one than the program sets, {self.size}")
        waiting = dict(self._clicks)
        if not self._named & CLICKS:
            yield next(iter(waiting.values())), waited, list(waiting)
            return
        if self.each_click:
            for cell, action in waiting.items():
                yield action, run(action)[0], [cell]
            return
        while waiting:
            action = next(iter(waiting.values()))
            led, compared = run(action)
            alike = self._alike(list(waiting), compared)
            yield action, led, [cell for cell in waiting if cell in alike]
            waiting = {cell: name for cell, name in waiting.items() if cell not in alike}

    def _alike(self, waiting: Sequence[Cell], compared: Iterable[frozenset[Cell]]) -> set[Cell]:
        """The cells that stand as the first one does in every comparison of the click on it."""
        first = waiting[0]
        alike = set(waiting)
        for places in compared:
            alike = alike & places if first in places else alike - places
        return alike

    def ways(self, key: Hashable, state: Any, chance: bool = False) -> Iterator[tuple[str, Hashable, Any]]:
        """What the moves may lead to; RefusedError for a random step, but where chance is allowed."""
        for action, ends, _ in self.moves(key, state):
            if len(ends) > 1 and not chance:
                raise RefusedError("a step is random: this certificate is for worlds whose steps are not")
            for _, after, end in ends:
                yield action, after, end

    def layers(self, seed: int, bound: int, chance: bool) -> Iterator[Layer]:
        """The initial state, then layer after layer what all that can be done may lead to."""

        def following(layer: Layer) -> Layer:
            return {key: end for place in layer.items() for _, key, end in self.ways(*place, chance)}

        return layers(self.start(seed), following, bound)

    def after(self, layer: Layer, action: str) -> Layer:
        """Every state that an action may lead to from the layer."""
        ends: Layer = {}
        for key, state in layer.items():
            ends.update({key: end for _, key, end in self.taken(key, state, action)})
            within(len(ends), MAX_STATES)
        return ends

    def taken(self, key: Hashable, state: Any, action: str) -> list[tuple[Fraction, Hashable, Any]]:
        """What an action may lead to, looked up where the moves of the state are known."""
        for move in self._moves.get(key, ()):
            if move.action == action or action in move.clicks:
                return move.ends
        return self.ends(state, action)[0]

    def showing(self, layer: Layer, seen: Partial) -> Layer:
        """The states of the layer whose frames agree with what was seen."""
        return {key: state for key, state in layer.items() if self.shows(key, state, seen)}

    def shows(self, key: Hashable, state: Any, seen: Partial) -> bool:
        """Whether a state's frame agrees with what was seen."""
        return agrees(self.frame(key, state), seen)

    def frame(self, key: Hashable, state: Any) -> Grid:
        """What is seen in a state of a key, made once where there are not too many."""
        known: Grid | None = self._frames.get(key)
        if known is None:
            known = tuple(map(tuple, self.machine.frame(state)))
            if len(self._frames) < MAX_FRAMES:
                self._frames[key] = known
        return known


def layers(
    first: dict[Hashable, T], following: Callable[[dict[Hashable, T]], dict[Hashable, T]], bound: int
) -> Iterator[dict[Hashable, T]]:
    """The first layer, then layer after layer what follows it and was not met; the first may be met again."""
    met: set[Hashable] = set()
    layer = first
    while layer:
        yield layer
        layer = {name: one for name, one in following(layer).items() if name not in met}
        met.update(layer)
        within(len(met), bound)


def grid_size(statements: list[Node]) -> int:
    """GRID_SIZE as the last statement says that sets it to a number, 16 where none does."""
    size = 16
    for node in statements:
        if node[:2] == ("assign", "GRID_SIZE") and type(node[2][1]) is int:
            size = node[2][1]
    return size


def _words(part: Any) -> Iterator[str]:
    """The texts that stand in a node itself, names and constants."""
    for item in part:
        if isinstance(item, str):
            yield item
        elif isinstance(item, tuple):
            yield from (word for word in item if isinstance(word, str))


def agrees(frame: Frame, seen: Sequence[Sequence[str | None]]) -> bool:
    """Whether a frame shows what was seen, where anything was seen."""
    return len(frame) == len(seen) and all(
        row == wanted
        or (
            len(row) == len(wanted)
            and all(part in (None, cell) for cell, part in zip(row, wanted, strict=True))
        )
        for row, wanted in zip(frame, seen, strict=True)
    )


def within(count: int, bound: int) -> None:
    """RefusedError where more was met than the bound, or than any certificate may ask for."""
    if count > min(bound, MAX_STATES):
        raise RefusedError(f"more than {min(bound, MAX_STATES)} states: the certificate counted fewer")
