"""What a search asks of a program: its states, what each action may lead to, and what is seen.

It runs on a *machine*: the plain interpreter (``autumn/machine.py``), or a faster one that is handed in and
must have its methods ``start(seed)``, ``step(state, action, source)`` (which leaves the sets of places that
clicks were compared with in ``compared``), ``state_key(state)`` and ``frame(state)``.  Whatever reduces a
search is here, and is argued here:

- *States* are told apart by their keys; equal keys mean equal futures, up to the generator's draws.  A world
  numbers them as it meets them, and speaks of them by their numbers.
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
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count, zip_longest
from math import prod
from typing import Any, TypeVar

from ..refused import RefusedError, UnknownKindError, refuse
from .autumn.program import Program

T = TypeVar("T", bound=Hashable)
Layer = set[int]  # states, by their numbers
Ends = dict[int, Fraction]  # the states that a step may lead to, with their probabilities
Move = tuple[str, Ends, list[str]]  # an action, what it may lead to, and the clicks that act alike
Grid = tuple[tuple[str, ...], ...]
Partial = tuple[tuple[str | None, ...], ...]  # a frame of which some is seen
Places = frozenset[tuple[int, int]]  # columns and rows
KEYS = ("noop", "left", "right", "up", "down")
CLICKS = frozenset(("click", "clicked", "objClicked"))  # by which a program tells where a click fell
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
        self.states: list[Any] = []
        self._numbers: dict[Hashable, int] = {}
        self._moves: dict[int, list[Move]] = {}
        self.frame = lru_cache(MAX_FRAMES)(self._frame)
        """What is seen in a state."""
        size = range(self.size)
        self.clicks = {(x, y): f"click {x} {y}" for y in size for x in size}
        """The cells of the grid, row by row, with the clicks on them."""

    def _met(self, state: Any) -> int:
        key = self.machine.state_key(state)
        number = self._numbers.setdefault((key, state.rng_state) if self.as_drawn else key, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def _frame(self, number: int) -> Grid:
        return tuple(map(tuple, self.machine.frame(self.states[number])))

    def start(self, seed: int) -> int:
        """The initial state."""
        return self._met(self.machine.start(seed))

    def ends(self, number: int, action: str) -> tuple[Ends, set[Places]]:
        """What a step may lead to, and the sets of places that its click was compared with."""
        ends, choices, compared = defaultdict[int, Fraction](Fraction), list[int](), set[Places]()
        for _ in range(MAX_BRANCHES):
            if getattr(self.machine, "spent", 0) > MAX_WORK:
                raise UnknownKindError("the plain interpreter would need too long: its truth stays open")
            script = Script(choices)
            after = self.machine.step(self.states[number], action, None if self.as_drawn else script)
            self.steps += 1
            compared |= self.machine.compared
            ends[self._met(after)] += Fraction(1, prod(script.bounds))
            while choices and choices[-1] + 1 == script.bounds[len(choices) - 1]:
                choices.pop()
            if not choices:
                return dict(ends), compared
            choices[-1] += 1
        raise RefusedError(f"a step has more than {MAX_BRANCHES} random outcomes")

    def moves(self, number: int) -> list[Move]:
        """All that can be done in a state: keys, and one click of each class."""
        if self.as_drawn:  # its searches ask for each once
            return list(self._tried(number))
        if number not in self._moves:
            self._moves[number] = list(self._tried(number))
        return self._moves[number]

    def _tried(self, number: int) -> Iterator[Move]:
        waited = self.ends(number, "noop")[0]
        yield "noop", waited, []
        for action in KEYS[1:]:
            yield action, self.ends(number, action)[0] if action in self._named else waited, []
        other = len(self.frame(number)) != self.size
        refuse(other, f"world: GRID_SIZE becomes another one than the program sets, {self.size}")
        waiting = dict(self.clicks)
        while waiting:
            cell, action = next(iter(waiting.items()))
            ends, compared = self.ends(number, action) if self._named & CLICKS else (waited, set[Places]())
            alike = {cell} if self.each_click else {*waiting}
            for places in compared:
                alike = alike & places if cell in places else alike - places
            yield action, ends, [waiting.pop(place) for place in alike]

    def classes(self, number: int) -> dict[str, str]:
        """For a click on each cell the click that stands for it."""
        return {click: action for action, _, clicks in self.moves(number) for click in clicks}

    def taken(self, number: int, action: str) -> Ends:
        """What an action may lead to, looked up where the moves of the state are known."""
        known = (ends for one, ends, clicks in self._moves.get(number, ()) if action in (one, *clicks))
        return next(known, None) or self.ends(number, action)[0]

    def after(self, layer: Iterable[int], action: str) -> Layer:
        """Every state that an action may lead to from the layer."""
        ends: Layer = set()
        for number in layer:
            ends.update(self.taken(number, action))
            within(len(ends), MAX_STATES)
        return ends

    def showing(self, layer: Iterable[int], seen: Partial) -> Layer:
        """The states of the layer whose frames agree with what was seen."""
        return {number for number in layer if agrees(self.frame(number), seen)}

    def believed(self, seed: int, actions: Iterable[str], seen: Iterable[Partial]) -> Iterator[Layer]:
        """The states that the world may be in, at first and after each action, given what was seen, if so."""
        layer = {self.start(seed)}
        for action, frame in zip_longest(("", *actions), seen):
            layer = self.after(layer, action) if action else layer
            layer = self.showing(layer, frame) if frame else layer
            yield layer

    def odds(self, seed: int, plan: Iterable[str], goal: Partial, bound: int) -> Fraction:
        """The probability that the goal shows after the last step of a plan, every draw uniform."""
        chances = {self.start(seed): Fraction(1)}
        for action in plan:
            before, chances = chances, defaultdict(Fraction)
            for number, chance in before.items():
                for end, share in self.taken(number, action).items():
                    chances[end] += chance * share
            within(len(chances), bound)
        return sum((chances[number] for number in self.showing(chances, goal)), Fraction(0))

    def least(
        self, seed: int, goal: Partial, costs: tuple[int, int], below: float, bound: int, chance: bool = False
    ) -> int | None:
        """The ``least`` cost of steps after which the goal may show; RefusedError for chance not allowed."""

        def ways(number: int, acting: bool) -> Iterator[tuple[str, int]]:
            known = self.moves(number) if acting else [("noop", self.taken(number, "noop"), [])]
            for action, ends, _ in known:
                if len(ends) > 1 and not chance:
                    raise RefusedError("a step is random: this certificate is for worlds whose steps are not")
                yield from ((action, end) for end in ends)

        return least(self.start(seed), ways, lambda at: agrees(self.frame(at), goal), costs, below, bound)


def least(
    first: T,
    ways: Callable[[T, bool], Iterable[tuple[str, T]]],
    shows: Callable[[T], bool],
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
    numbers, met, cheapest = count(1), set[T](), dict[T, int]()
    queue = [(0, 0, first)]
    while queue:
        cost, number, node = heappop(queue)
        if node in met:
            continue
        if number:
            if shows(node):
                return cost
            met.add(node)
            within(len(met), bound)
        if cost + min(costs) < below:
            for action, end in ways(node, cost + costs[1] < below):
                total = cost + costs[action != "noop"]
                if total < cheapest.get(end, below):
                    cheapest[end] = total
                    heappush(queue, (total, next(numbers) * (-1 if action == "noop" else 1), end))
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
