"""What a search asks of a program: its states, what each action may lead to, and what is seen.

It runs on a *machine*: the plain interpreter (``autumn/machine.py``), or a faster one that is handed in and
must have its methods ``start(seed)``, ``step(state, action, source)`` (which leaves the sets of places that
clicks were compared with in ``compared``), ``state_key(state)`` and ``frame(state)``.  Whatever reduces a
search is here, and is argued here:

- *States* are told apart by their keys; equal keys mean equal futures, up to the generator's draws.
- *Draws*: each is taken as uniform and independent; a step is run once for every way in which its draws can
  turn out (``Script``), and ends that have one key are added up.  In a world ``as_drawn`` the generator
  draws, its state tells states apart, and a step has one end.
- *Clicks*: a step can tell where a click fell by ``clicked``, which compares it with the places of cells, and
  by the variable ``click``.  Where the program does not name the latter, two clicks that stand alike in every
  comparison made on the way, in any branch, take the very same way; one of them stands for both.  Where the
  program names it, every cell of the grid is clicked.
- *The grid* has the size that the program's text sets, as an episode has it: a click off it is no action,
  and a program that gives the grid another size is refused.
- *What is not named*: an arrow that the program does not name, and a click where it names nothing of clicks,
  cannot be told from waiting, and leads to what waiting leads to.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, zip_longest
from math import prod
from typing import Any, TypeVar

from ..refused import RefusedError, UnknownKindError, refuse
from .autumn.program import Program

T = TypeVar("T")
Layer = dict[Hashable, Any]
"""States by their keys."""
Ends = list[tuple[Fraction, Hashable, Any]]
"""States that a step may lead to: probability, key, state."""
Move = tuple[str, Ends, list[str]]
"""An action, what it may lead to, and the clicks that act alike."""
Grid = tuple[tuple[str, ...], ...]
Partial = tuple[tuple[str | None, ...], ...]
"""A frame of which some is seen."""
Places = frozenset[tuple[int, int]]
"""Columns and rows."""
CERTAIN = Fraction(1)
KEYS = ("noop", "left", "right", "up", "down")
CLICKS = frozenset(("click", "clicked", "objClicked"))
"""The names by which a program tells where a click fell."""
MAX_STATES, MAX_BRANCHES, MAX_FRAMES = 400_000, 4_096, 4_096
MAX_WORK = 2_000_000_000
"""The calls and list elements that the searches of one record may take on the plain interpreter."""


class Script:
    """Draws as they are told, then 0, which it adds to them; keeps the bound of every draw."""

    state = 0

    def __init__(self, choices: list[int]):
        self.choices, self.bounds = choices, list[int]()

    def next(self, bound: int) -> int:
        """The next choice."""
        self.bounds.append(bound)
        if len(self.choices) < len(self.bounds):
            self.choices.append(0)
        return self.choices[len(self.bounds) - 1]


class World:
    """One program on one machine."""

    def __init__(self, machine: Any, text: str, as_drawn: bool = False):
        program = Program(text)
        self.machine, self.size, self.as_drawn = machine, program.size, as_drawn
        self.each_click, self._named = program.names_click, program.words & {*KEYS, *CLICKS}
        self.steps = 0  # which the machine has taken, each of which it may remember
        self._moves: dict[Hashable, list[Move]] = {}
        self._states: Layer = {}  # one state of each key that a move leads to: equal ones are kept once
        self._frames: dict[Hashable, Grid] = {}
        size = range(self.size)
        self.clicks = {(x, y): f"click {x} {y}" for y in size for x in size}
        """The cells of the grid, row by row, with the clicks on them."""

    def key(self, state: Any) -> Hashable:
        """What tells a state apart."""
        key: Hashable = self.machine.state_key(state)
        return (key, state.rng_state) if self.as_drawn else key

    def start(self, seed: int) -> Layer:
        """The layer that holds nothing but the initial state."""
        state = self.machine.start(seed)
        return {self.key(state): state}

    def ends(self, state: Any, action: str) -> tuple[Ends, set[Places]]:
        """What a step may lead to, and the sets of places that its click was compared with."""
        ends: dict[Hashable, tuple[Fraction, Any]] = {}
        choices: list[int] = []
        compared: set[Places] = set()
        for _ in range(MAX_BRANCHES):
            if getattr(self.machine, "spent", 0) > MAX_WORK:
                raise UnknownKindError("the plain interpreter would need too long: its truth stays open")
            script = Script(choices)
            after = self.machine.step(state, action, None if self.as_drawn else script)
            self.steps += 1
            compared |= self.machine.compared
            key, share = self.key(after), Fraction(1, prod(script.bounds)) if script.bounds else CERTAIN
            ends[key] = (ends[key][0] + share, ends[key][1]) if key in ends else (share, after)
            while choices and choices[-1] + 1 == script.bounds[len(choices) - 1]:
                choices.pop()
            if not choices:
                return [(share, key, end) for key, (share, end) in ends.items()], compared
            choices[-1] += 1
        raise RefusedError(f"a step has more than {MAX_BRANCHES} random outcomes")

    def moves(self, key: Hashable, state: Any) -> list[Move]:
        """All that can be done in a state: keys, and one click of each class."""
        if self.as_drawn:  # its searches ask for each once
            return list(self._tried(key, state))
        if key not in self._moves:
            self._moves[key] = moves = list(self._tried(key, state))
            for _, ends, _ in moves:
                ends[:] = [(share, after, self._states.setdefault(after, end)) for share, after, end in ends]
        return self._moves[key]

    def _tried(self, key: Hashable, state: Any) -> Iterator[Move]:
        waited = self.ends(state, "noop")[0]
        yield "noop", waited, []
        for action in KEYS[1:]:
            yield action, self.ends(state, action)[0] if action in self._named else waited, []
        other = len(self.frame(key, state)) != self.size
        refuse(other, f"world: GRID_SIZE becomes another one than the program sets, {self.size}")
        waiting = dict(self.clicks)
        while waiting:
            cell, action = next(iter(waiting.items()))
            ends, compared = self.ends(state, action) if self._named & CLICKS else (waited, set[Places]())
            alike = {cell} if self.each_click else {*waiting}
            for places in compared:
                alike = alike & places if cell in places else alike - places
            yield action, ends, [waiting.pop(place) for place in alike]

    def classes(self, key: Hashable, state: Any) -> dict[str, str]:
        """For a click on each cell the click that stands for it."""
        return {click: action for action, _, clicks in self.moves(key, state) for click in clicks}

    def taken(self, key: Hashable, state: Any, action: str) -> Ends:
        """What an action may lead to, looked up where the moves of the state are known."""
        known = (ends for one, ends, clicks in self._moves.get(key, ()) if action in (one, *clicks))
        return next(known, None) or self.ends(state, action)[0]

    def after(self, layer: Layer, action: str) -> Layer:
        """Every state that an action may lead to from the layer."""
        ends: Layer = {}
        for key, state in layer.items():
            ends.update({key: end for _, key, end in self.taken(key, state, action)})
            within(len(ends), MAX_STATES)
        return ends

    def frame(self, key: Any, state: Any) -> Grid:
        """What is seen in a state of a key, made once where there are not too many."""
        key = key[0] if self.as_drawn else key
        known = self._frames.get(key) or tuple(map(tuple, self.machine.frame(state)))
        if len(self._frames) < MAX_FRAMES:
            self._frames[key] = known
        return known

    def showing(self, layer: Layer, seen: Partial) -> Layer:
        """The states of the layer whose frames agree with what was seen."""
        return {key: state for key, state in layer.items() if agrees(self.frame(key, state), seen)}

    def believed(self, seed: int, actions: Iterable[str], seen: Iterable[Partial]) -> Iterator[Layer]:
        """The states that the world may be in, at first and after each action, given what was seen, if so."""
        layer = self.start(seed)
        for action, frame in zip_longest(("", *actions), seen):
            layer = self.after(layer, action) if action else layer
            layer = self.showing(layer, frame) if frame else layer
            yield layer

    def odds(self, seed: int, plan: Iterable[str], goal: Partial, bound: int) -> Fraction:
        """The probability that the goal shows after the last step of a plan, every draw uniform."""
        layer = self.start(seed)
        chances = dict.fromkeys(layer, CERTAIN)
        for action in plan:
            after, likely = dict[Hashable, Any](), defaultdict[Hashable, Fraction](Fraction)
            for key, state in layer.items():
                for share, other, end in self.taken(key, state, action):
                    after[other] = end
                    likely[other] += chances[key] * share
            layer, chances = after, likely
            within(len(layer), bound)
        return sum((chances[key] for key in self.showing(layer, goal)), Fraction(0))

    def least(
        self, seed: int, goal: Partial, costs: tuple[int, int], below: float, bound: int, chance: bool = False
    ) -> int | None:
        """The ``least`` cost of steps after which the goal may show; RefusedError for chance not allowed."""

        def ways(key: Hashable, state: Any, acting: bool) -> Iterator[tuple[str, Hashable, Any]]:
            moves = self.moves(key, state) if acting else [("noop", self.taken(key, state, "noop"), [])]
            for action, ends, _ in moves:
                if len(ends) > 1 and not chance:
                    raise RefusedError("a step is random: this certificate is for worlds whose steps are not")
                yield from ((action, after, end) for _, after, end in ends)

        (first,) = self.start(seed).items()
        return least(first, ways, lambda *place: agrees(self.frame(*place), goal), costs, below, bound)


def least(
    first: tuple[Hashable, T],
    ways: Callable[[Hashable, T, bool], Iterable[tuple[str, Hashable, T]]],
    shows: Callable[[Hashable, T], bool],
    costs: tuple[int, int],
    below: float,
    bound: int,
) -> int | None:
    """The least cost of a way to a node that shows something, where it is less than ``below``; else None.

    Dijkstra's search: nodes are taken by the cost of the cheapest way to them, so that the first one that
    shows has the least; of equals those that waiting leads to come first.  ``costs``: of waiting, and of any
    other action; ``ways`` are asked for both, or for waiting alone.  The first node does not count, and may
    be met again.
    """
    numbers, met, cheapest = count(1), set[Hashable](), dict[Hashable, int]()
    queue = [(0, 0, *first)]
    while queue:
        cost, number, key, node = heappop(queue)
        if key in met:
            continue
        if number:
            if shows(key, node):
                return cost
            met.add(key)
            within(len(met), bound)
        if cost + min(costs) < below:
            for action, after, end in ways(key, node, cost + costs[1] < below):
                total = cost + costs[action != "noop"]
                if total < cheapest.get(after, below):
                    cheapest[after] = total
                    number = next(numbers) * (-1 if action == "noop" else 1)
                    heappush(queue, (total, number, after, end))
    return None


def agrees(frame: Sequence[Sequence[str]], seen: Sequence[Sequence[str | None]]) -> bool:
    """Whether a frame shows what was seen, where anything was seen."""
    return [*map(len, frame)] == [*map(len, seen)] and all(
        row == wanted or all(part in (None, cell) for cell, part in zip(row, wanted, strict=True))
        for row, wanted in zip(frame, seen, strict=True)
    )


def within(count: int, bound: int) -> None:
    """RefusedError where more was met than the bound, or than any certificate may ask for."""
    if count > min(bound, MAX_STATES):
        raise RefusedError(f"more than {min(bound, MAX_STATES)} states: the certificate counted fewer")
