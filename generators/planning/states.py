"""The states that questions are asked about, each with the world whose initial state it is.

Four kinds (ACPBench, Kokel et al., 2025, section 4, asks along plans): the initial state of a problem; a
state along a plan, out of several plans of bounded quality; a state on a random walk; and a state on the edge
of a dead end, just before it or just inside, where the domain has them.  Questions that stand on plans
only get states from which a plan was found.  No state satisfies the goal, and each has 1 to
100 applicable actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from ...domains.planning import atoms
from ...domains.planning.catalog import domain_text
from ...domains.planning.grounding import grounded
from ...domains.planning.strips import Task
from ...domains.planning.tree import Problem
from ...domains.planning.writer import write_problem
from ...instances.names import domain_of_pddl
from ...instances.records import Json
from ...verifiers import searches
from ...verifiers.planning.world import World, read_world, write_world
from ...verifiers.search.cubes import CubeSet, h2
from ..rng import Rng
from .maker import MOST_APPLICABLE, Maker, maker
from .walks import PLAN_STATES, fall, states_along, variants, walk

Plans = Callable[[Task, Rng, int], list[list[int]]]
"""Makes several plans of a task: ``variants`` or a foreign planner's."""

MOST_WALK = 12
MUTEX_FACTS = 2_000
NEVER_STATES = 20_000
"""Spaces up to this many states are gone through for what the relaxation reaches and no state allows."""


@dataclass(frozen=True)
class Scene:
    """A state with all that question makers ask of it."""

    domain: str
    world: World
    kind: str  # ``initial``, ``plan``, ``walk`` or ``dead_end``
    steps: int  # actions from the problem's initial state
    plan_states: int = PLAN_STATES  # states that one search for a plan may evaluate

    @property
    def own(self) -> bool:
        """Whether the domain is somebody's own, of which nothing is known beforehand."""
        return self.world.wording_text is not None

    @property
    def problem(self) -> Problem:
        """The problem whose initial state this is."""
        return self.world.problem

    @property
    def task(self) -> Task:
        """The grounded task from this state on."""
        return self.world.task

    @property
    def loose(self) -> bool:
        """Whether the relaxation of the domain reaches what no state allows."""
        return any(self.never) if self.own else maker(self.domain).loose

    @property
    def record(self) -> Json:
        """The world as an instance holds it."""
        return write_world(self.world)

    @cached_property
    def spoken(self) -> int:
        """The facts that questions speak of: those that are no complements."""
        return sum(1 << bit for bit, name in enumerate(self.task.facts) if not atoms.is_negation(name))

    @cached_property
    def applicable(self) -> list[int]:
        """The operators that are applicable in the state, in name order."""
        return [number for number, op in enumerate(self.task.operators) if op.applicable(self.task.init)]

    @cached_property
    def searcher(self) -> searches.Searcher:
        """The task laid out for greedy searches."""
        return searches.Searcher.of(self.task)

    @cached_property
    def plan(self) -> list[int] | None:
        """Some plan from the state, None when none was found."""
        if not self.task.goal_possible:
            return None
        return self.searcher.search(self.task.goal, limit=self.plan_states).plan

    @cached_property
    def mutexes(self) -> CubeSet | None:
        """The pairs of facts that h2 excludes; None for tasks of more than ``MUTEX_FACTS`` facts."""
        return h2(self.task) if len(self.task.facts) <= MUTEX_FACTS else None

    @cached_property
    def never(self) -> tuple[list[str], list[str]]:
        """Facts and actions of the relaxation that no state allows; the known ones where states are many."""
        task, space = self.task, searches.explore(self.task, limit=NEVER_STATES)
        facts, operators = (1 << len(task.facts)) - 1, range(len(task.operators))
        if space.complete:
            idle = [number for number in operators if not space.applicable >> number & 1]
            return task.names(facts & ~space.reached & self.spoken), [self.name(number) for number in idle]
        if (mutexes := self.mutexes) is None:
            return [], []
        return [], [self.name(number) for number in operators if mutexes.excludes(task.operators[number].pre)]

    @cached_property
    def landmarks(self) -> int:
        """The non-trivial landmarks of the delete relaxation."""
        return searches.relaxed_landmarks(self.task) & ~(self.task.init | self.task.goal) & self.spoken

    def name(self, number: int) -> str:
        """The text of an operator."""
        return self.task.operators[number].name


def scene(
    of: str | Maker,
    problem: Problem,
    rng: Rng,
    *,
    solvable: bool,
    plans: Plans | None = None,
    plan_states: int = PLAN_STATES,
) -> Scene | None:
    """A state of a problem of a maker (or of that of a domain); None where the drawing led to none. It may
    lie on one of ``plans``, or of those of our own search within ``plan_states`` states."""
    made_by, task = maker(of) if isinstance(of, str) else of, grounded(problem)
    state_drawn = _state(made_by, task, rng, solvable, plans or partial(variants, limit=plan_states))
    if state_drawn is None:
        return None
    kind, steps, state = state_drawn
    if task.satisfied(state) or not 1 <= sum(1 for _ in task.applicable(state)) <= MOST_APPLICABLE:
        return None
    made = Scene(made_by.domain, world_at(problem, task, state, made_by.own), kind, steps, plan_states)
    return None if solvable and made.plan is None else made


def world_at(problem: Problem, task: Task, state: int, own: Json | None = None) -> World:
    """The world of a problem in one of its states; ``own`` is what the worlds of its domain share."""
    fluents = problem.domain.fluents
    facts = {fact for fact in problem.init if fact[0] not in fluents}
    facts |= {atoms.parse(name) for name in task.names(state) if not atoms.is_negation(name)}
    moved = replace(problem, init=frozenset(facts))
    shared = own or {"kind": "pddl", "domain": domain_text(domain_of_pddl(problem.domain.name).key)}
    return read_world({**shared, "problem": write_problem(moved)})


def _state(made_by: Maker, task: Task, rng: Rng, solvable: bool, plans: Plans) -> tuple[str, int, int] | None:
    kinds = ["initial"] * 2 + ["plan"] * 4 + ["walk"] * 2
    if (made_by.dead_ends or made_by.own) and not solvable:
        kinds += ["dead_end"] * 2
    kind, draw = rng.fork("kind").choice(kinds), rng.fork("state")
    if kind == "initial":
        return kind, 0, task.init
    if kind == "plan":
        return _along(task, plans(task, rng.fork("plans"), 3), draw)
    if kind == "walk":
        _, states = walk(task, rng.fork("walk"), 1 + draw.below(MOST_WALK))
        return kind, len(states) - 1, states[-1]
    if (met := fall(task, rng.fork("fall"), searches.Searcher.of(task), 2 * MOST_WALK)) is None:
        return None
    place = len(met) - 1 - draw.below(2)
    return kind, place, met[place]


def _along(task: Task, plans: Sequence[Sequence[int]], draw: Rng) -> tuple[str, int, int] | None:
    if not plans:
        return None
    states = states_along(task, draw.choice(plans))
    place = draw.below(max(1, len(states) - 1))
    return "plan", place, states[place]
