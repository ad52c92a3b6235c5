"""What a problem maker is: named size parameters, five levels of them, and a proposal that is checked.

A domain's file writes ``propose(rng, sizes)``: a problem of these sizes, or None where its drawing led to
nothing usable.  ``Maker.make`` proposes until a problem is usable: its goal does not hold yet, at least one
and at most ``MOST_APPLICABLE`` actions are applicable (the bound of ACPBench Hard, Kokel et al., 2025, on the
size of an answer), and greedy search finds a plan among ``search`` evaluated states, not too short a one for
the level.  All bounds are counts.

Levels are told apart by one stated number, how many objects a problem has: the ranges of two levels never
meet (``Maker`` checks this), while the other sizes may.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, permutations
from pathlib import Path
from typing import Any

from ...domains.planning.catalog import PLACE, domain_text
from ...domains.planning.grounding import ground
from ...domains.planning.pddl import parse_domain, parse_problem
from ...domains.planning.tree import Domain, Fact, Problem
from ...domains.planning.writer import write_problem
from ...instances.errors import LimitError, RecordError, UnsupportedError, WorldError
from ...instances.formats.pddl import domain_file
from ...instances.names import unknown
from ...instances.places import beside, load, modules
from ...instances.records import Json
from ...verifiers import searches
from ..rng import Rng

TRIES = 60  # proposals for one draw of sizes
DRAWS = 50  # draws of sizes for one problem
SIZE_DRAWS = 10_000  # draws of parameters until their object count falls into the level
MOST_APPLICABLE = 100

Sizes = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Range:
    """The integers from ``low`` to ``high``, both included.

    >>> 5 in Range(2, 5), Range(1, 1)
    (True, Range(low=1, high=1))
    """

    low: int
    high: int

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def draw(self, rng: Rng) -> int:
        """One of the integers."""
        return self.low + rng.below(self.high - self.low + 1)


@dataclass(frozen=True, slots=True)
class LevelSize:
    """How many objects a problem of the level has, and what its size parameters are drawn from."""

    objects: Range
    sizes: Mapping[str, Range]
    least: int = 2  # fewest steps of the plan found by greedy search: no level is made of finished tasks


def level(low: int, high: int, *, least: int = 2, **sizes: tuple[int, int]) -> LevelSize:
    """A level of ``low`` to ``high`` objects, its sizes given as (low, high)."""
    return LevelSize(Range(low, high), ranges(**sizes), least)


def ranges(**limits: tuple[int, int]) -> dict[str, Range]:
    """Size parameters, each given as (low, high)."""
    return {name: Range(*pair) for name, pair in limits.items()}


def rows(names: Iterable[str], *levels: tuple[Any, ...]) -> dict[int, LevelSize]:
    """Levels as rows of ``low``, ``high``, ``least`` and the parameters in the order of their names."""
    return {
        number: level(low, high, least=least, **dict(zip(names, limits, strict=True)))
        for number, (low, high, least, *limits) in enumerate(levels, 1)
    }


@dataclass(frozen=True)
class Maker:
    """The problem maker of a domain."""

    domain: str
    parameters: Mapping[str, Range] = field(default_factory=dict)  # what ``make`` accepts, by name
    levels: Mapping[int, LevelSize] = field(default_factory=dict)
    propose: Callable[[Rng, Sizes], Problem | None] = field(default=lambda rng, sizes: None, repr=False)
    """A problem of these sizes, or None."""
    objects: Callable[[Sizes], int] = field(default=lambda sizes: sum(sizes.values()), repr=False)
    """How many objects a problem of these sizes has."""
    search: int = 20_000  # states evaluated to find a plan
    none: frozenset[str] = frozenset()  # tasks in which "None" is right at times
    landmark: str = ""
    """The predicate of most landmarks about objects of the goal, where one is far commoner than others."""
    spare: Mapping[str, str] = field(default_factory=dict)
    """Task to the type of an object without facts that it adds: see ``adaptations``."""
    sized: Mapping[str, Mapping[int, LevelSize]] = field(default_factory=dict)
    """Task to what its problems of a level have for sizes, where others would seldom serve."""
    adapt: Mapping[str, Callable[[Problem, Rng], Problem | None]] = field(default_factory=dict)
    """Task to what makes a problem fit for it; None where a drawing does not serve."""
    alike: bool = False  # whether worlds are so symmetric that they coincide at any level
    dead_ends: bool = False  # whether a wrong step, or a one-way passage, may end all plans
    loose: bool = False  # whether the delete relaxation reaches facts and actions that no state allows
    own: Json | None = field(default=None, repr=False)
    """Of a domain of somebody's own what its worlds share: see ``own``; None for one of the catalogue."""
    files: tuple[tuple[Problem, ...], ...] = field(default=(), repr=False)
    """Problem files by level, of which one is taken instead of a proposal; then it has no sizes."""

    def __post_init__(self) -> None:
        if self.files:
            return
        if sorted(self.levels) != [1, 2, 3, 4, 5]:
            raise RecordError(f"maker of {self.domain}: the levels are 1 to 5")
        below = 0
        for number, stated in sorted(self.levels.items()):
            if stated.sizes.keys() != self.parameters.keys():
                raise RecordError(f"maker of {self.domain}: level {number} has other parameters")
            if not below < stated.objects.low <= stated.objects.high:
                raise RecordError(f"maker of {self.domain}: level {number} meets the one before it")
            below = stated.objects.high

    def level_of(self, level: int, task: str = "") -> LevelSize:
        """What the problems of a level are drawn from, for a task."""
        return self.sized.get(task, {}).get(level, self.levels[level])

    def sizes(self, rng: Rng, level: int, task: str = "") -> dict[str, int]:
        """Sizes of a level; LimitError when none of ``SIZE_DRAWS`` draws has a fitting number of objects."""
        wanted = self.level_of(level, task)
        for _ in range(SIZE_DRAWS):
            drawn = {name: wanted.sizes[name].draw(rng) for name in sorted(wanted.sizes)}
            if self.objects(drawn) in self.levels[level].objects:
                return drawn
        raise LimitError(f"no sizes of {self.domain}, level {level}, in {SIZE_DRAWS} draws")

    def make(self, rng: Rng, sizes: Sizes, *, least: int = 1, states: int | None = None) -> Problem:
        """A usable problem of these sizes, its plan found by greedy search ``least`` steps long or longer.

        ``states`` is how many that search may evaluate, where that is fewer than ``search``.

        Raises RecordError for parameters that are not the domain's or out of range, LimitError when none of
        ``TRIES`` proposals is usable.
        """
        self._check(sizes)
        for attempt in range(TRIES):
            problem = self.propose(rng.fork("proposal", attempt), sizes)
            if problem is not None and self._usable(problem, least, min(self.search, states or self.search)):
                return problem
        sizes_shown = ", ".join(f"{name}={sizes[name]}" for name in sorted(sizes))
        raise LimitError(f"no usable problem of {self.domain} with {sizes_shown} in {TRIES} proposals")

    def problem(self, rng: Rng, level: int, task: str = "", states: int | None = None) -> Problem:
        """A usable problem of a level, for a task; LimitError when ``DRAWS`` draws of sizes gave none.
        ``states`` is that of ``make``."""
        if self.files:
            return rng.fork("file").choice(self.files[max(0, level - 1)])
        for attempt in range(DRAWS):
            stream = rng.fork("draw", attempt)
            sizes = self.sizes(stream.fork("sizes"), level, task)
            try:
                return self.make(stream, sizes, least=self.level_of(level, task).least, states=states)
            except LimitError:
                continue
        raise LimitError(f"no usable problem of {self.domain}, level {level}, in {DRAWS} draws of sizes")

    def _check(self, sizes: Sizes) -> None:
        if sizes.keys() != self.parameters.keys():
            raise RecordError(f"the sizes of {self.domain} are {', '.join(sorted(self.parameters))}")
        for name, allowed in self.parameters.items():
            if sizes[name] not in allowed:
                limits = f"from {allowed.low} to {allowed.high}, not {sizes[name]}"
                raise RecordError(f"{self.domain} takes {name} {limits}", field=name)

    def _usable(self, problem: Problem, least: int, states: int) -> bool:
        if all(fact in problem.init for fact in problem.goal):
            return False
        task = ground(problem)
        if not 1 <= sum(1 for _ in task.applicable(task.init)) <= MOST_APPLICABLE or not task.goal_possible:
            return False
        plan = searches.goal_plan(task, limit=states)
        return plan is not None and len(plan) >= least


def world(
    domain: str | Domain,
    name: str,
    objects: Mapping[str, Iterable[str]],
    init: Iterable[Fact],
    goal: Iterable[Fact],
) -> Problem:
    """A problem of a domain, by its key in the catalogue: objects by type, then facts as tuples of names.
    RecordError for a problem that its own domain does not allow, if the domain is not of the catalogue."""
    read = _domain(domain) if isinstance(domain, str) else domain
    typed = {**read.constants, **{each: (kind,) for kind, names in objects.items() for each in names}}
    problem = Problem(name, read, typed, frozenset(init), tuple(sorted(set(goal))))
    if not isinstance(domain, str):
        read_back(problem)  # here, where the line of the maker that built it is known
    return problem


@cache
def _files() -> dict[str, str]:
    """By domain the file ``problems/<domain>.py``, or ``maker.py`` in the domain's folder."""
    named = modules("domains", "generators", "planning", "problems", marker="MAKER = ")
    return dict(sorted({**beside("domains", *PLACE, file="maker"), **named}.items()))


def makers() -> tuple[str, ...]:
    """The domains that have a problem maker, sorted."""
    return tuple(_files())


def maker(key: str) -> Maker:
    """The problem maker of a domain; NameUnknownError when there is none."""
    if key not in _files():
        unknown("domain", key, makers())
    return load(_files()[key], "MAKER", Maker)


_read_last: list[Problem] = []
"""The problem read back last, so that a proposal that ``world`` has checked is not read twice."""


def read_back(problem: Problem) -> None:
    """Check that the reader of problem files takes the problem as it is; RecordError with the first fault."""
    if _read_last and _read_last[-1] is problem:
        return
    try:
        again = parse_problem(write_problem(problem), problem.domain, file="as PDDL")
    except WorldError as error:
        place = f"{error.file}:{error.line}:{error.column}: "
        raise RecordError(error.args[0].removeprefix(place)) from error
    except UnsupportedError as error:
        raise RecordError(error.args[0]) from error
    except TypeError as error:
        raise RecordError(f"facts are tuples of names, objects are names: {error}") from error
    if (again.objects, again.init) != (problem.objects, problem.init):
        names = {*problem.objects, *chain.from_iterable(problem.init)}
        names -= {*again.objects, *chain.from_iterable(again.init)}
        wrong = ", ".join(map(repr, sorted(names))) or "an object is a constant of another type"
        raise RecordError(f"not as PDDL reads it (names are words in lower case): {wrong}")
    _read_last[:] = [problem]


def domain_beside(file: str) -> Domain:
    """The domain of the folder in which a maker of one's own stands: ``domain_beside(__file__)``."""
    path = domain_file(Path(file).parent)
    return parse_domain(path.read_text(encoding="utf-8"), file=str(path))


def placed(rng: Rng, things: Iterable[str], places: Sequence[str]) -> dict[str, str]:
    """A place for each thing: drawn evenly, or two things of three at one place."""
    crowd = rng.choice(places) if rng.below(3) == 0 else None
    return {thing: crowd if crowd and rng.below(3) else rng.choice(places) for thing in things}


def different(names: Sequence[str]) -> list[Fact]:
    """The ``not-eq`` facts of all ordered pairs of different names.

    >>> different(["l0", "l1"])
    [('not-eq', 'l0', 'l1'), ('not-eq', 'l1', 'l0')]
    """
    return [("not-eq", *pair) for pair in permutations(names, 2)]


@lru_cache(32)
def _domain(key: str) -> Domain:
    return parse_domain(domain_text(key), file=f"{key}/domain.pddl")
