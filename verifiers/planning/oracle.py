"""The oracle of one planning world: what the engines derive from it, each part once, and its certificates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import chain
from typing import Any

from ...domains.planning.atoms import is_negation
from ...domains.planning.strips import Task, bits
from ...instances.canonical import encode
from ...instances.errors import LimitError
from ...instances.records import Certificate, Grades
from .. import searches
from ..engines.outcome import Answer, Undecided, Why
from ..engines.query import Query
from ..engines.registry import planner
from ..search.cubes import CubeSet, h2, minimise
from ..task import ONE_CERTIFIED, Labelled
from .world import World

MAX_BYTES = 60_000  # bodies stay below this many bytes of canonical JSON; the checker refuses more than 64 kB


def closure_certificate(facts: Sequence[str], actions: Sequence[str]) -> Certificate:
    """The digest of a delete-relaxed closure: its fluent facts and ground actions."""
    named = sorted(set(actions))
    text = "\n".join(sorted(facts)) + "\n\n" + "\n".join(named)
    digest = sha256(text.encode()).hexdigest()
    return Certificate("closure", {"facts": len(facts), "actions": len(named), "sha256": digest})


def runs_certificates(task: Task, runs: searches.StateTree) -> list[Certificate]:
    """A tree of runs, split where it grows too large."""
    return [Certificate("runs", body) for body in runs.bodies(task, max_bytes=MAX_BYTES)]


def invariant_certificates(
    task: Task, cubes: Iterable[int], bad: Sequence[int], *, avoiding: int = 0
) -> list[Certificate]:
    """Inductive cubes that exclude all masks of ``bad``, in several sets when too large; or LimitError."""
    if not bad:
        return []
    kept = minimise(task, cubes, bad, without=avoiding)
    used = sorted({bit for cube in kept for bit in bits(cube)})
    place = {bit: number for number, bit in enumerate(used)}
    body = {
        "facts": [task.facts[bit] for bit in used],
        "cubes": [[place[bit] for bit in bits(cube)] for cube in kept],
        "avoiding": task.names(avoiding),
    }
    if len(encode(body)) <= MAX_BYTES:
        return [Certificate("invariant", body)]
    if len(bad) == 1:
        raise LimitError(f"an invariant of {len(kept)} cubes does not fit into {MAX_BYTES} bytes")
    half = len(bad) // 2
    parts = (invariant_certificates(task, kept, part, avoiding=avoiding) for part in (bad[:half], bad[half:]))
    return [*chain.from_iterable(parts)]


def relaxed_certificate(task: Task, facts: int) -> list[Certificate]:
    """Landmarks of the delete relaxation."""
    return [Certificate("relaxed", {"facts": task.names(facts)})] if facts else []


def plans_certificates(task: Task, plans: Iterable[Sequence[int]]) -> list[Certificate]:
    """Plans from the initial state to the goal, packed into as few certificates as their size allows."""
    packed: list[tuple[dict[str, int], list[list[int]]]] = []
    size = MAX_BYTES
    for plan in plans:
        actions = [task.operators[number].name for number in plan]
        known = packed[-1][0].keys() if packed else set()
        cost = sum(len(action) + 8 for action in {*actions} - known) + 6 * len(actions) + 8
        if size + cost > MAX_BYTES:
            packed.append(({}, []))
            size = 0
        names, numbered = packed[-1]
        numbered.append([names.setdefault(action, len(names)) for action in actions])
        size += cost
    return [Certificate("plans", {"actions": list(names), "plans": numbered}) for names, numbered in packed]


def exploration_certificate(exploration: searches.ExploredStates) -> Certificate:
    """The whole reachable space, by its size and a digest of how often each fact holds."""
    avoiding = exploration.task.names(exploration.avoid)
    body = {"states": exploration.count, "sha256": exploration.digest(), "avoiding": avoiding}
    return Certificate("exploration", body)


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard the oracle tries: the bounds of every stage, and the engine that looks for plans.

    Counts of states, nodes and obligations, never seconds.  The deadline of an external engine is the one
    clock; when it runs out the answer is ``undecided``.
    """

    engine: str = "auto"  # ``auto`` (own search, then ``fd``), ``search`` (own only), or a planner's key
    witness_states: int = 300_000  # states that the novelty search may generate in search of witnesses
    small_space: int = 100_000  # spaces up to this many states are explored before anything dearer is tried
    large_space: int = 2_000_000  # the largest space that is explored at all
    checkable_space: int = 1_000_000  # the largest that a certificate may have the checker explore again
    greedy_states: int = 20_000  # evaluations of one greedy best-first search for one witness
    obligations: int = 20_000  # proof obligations of one run of property-directed reachability
    bound_nodes: int = 50_000  # states of one proof that no cheaper plan exists
    pruned_space: int = 500_000  # the largest explored without the actions of no use (see ``cheapest``)
    lean: bool = True  # whether such a proof leaves states out (see ``lower_bound.LowerBounds``)
    forecast: bool = False
    """Whether a search for a shortest plan ends where its next round would likely exceed ``bound_nodes``."""
    engine_seconds: float = 60.0  # deadline of one call of an external engine

    @property
    def own_search(self) -> bool:
        """Whether plans are looked for by our own search before any engine is asked."""
        return self.engine in ("auto", "search")


def degenerate(reason: str, proofs: tuple[Certificate, ...] = (), grades: Grades = ONE_CERTIFIED) -> Labelled:
    """The truth of a state that is no question: already_solved, unsolvable_state or no_plan_known."""
    return Labelled({"kind": "degenerate", "reason": reason}, proofs, grades)


class Oracle:
    """Everything that is known of one world, as far as the effort allows."""

    def __init__(self, world: World, effort: Effort):
        self.world = world
        self.effort = effort
        self._explored: dict[int, searches.ExploredStates] = {}

    @property
    def task(self) -> Task:
        """The grounded task."""
        return self.world.task

    @cached_property
    def mutexes(self) -> CubeSet:
        """The pairs of facts that h2 excludes."""
        return h2(self.task)

    @cached_property
    def searcher(self) -> searches.Searcher:
        """The task laid out for greedy searches."""
        return searches.Searcher.of(self.task)

    def greedy_plan(self, goal: int, *, without: int = 0) -> list[int] | None:
        """A plan to a conjunction of facts by our own greedy search; None when engines come first."""
        if not self.effort.own_search:
            return None
        return self.searcher.search(goal, without=without, limit=self.effort.greedy_states).plan

    def explored(self, limit: int) -> searches.ExploredStates:
        """The state space, as far as ``limit`` states; a complete exploration serves every limit."""
        for known, exploration in self._explored.items():
            if exploration.complete or known >= limit:
                return exploration
        self._explored.clear()
        self._explored[limit] = searches.explore(self.task, limit=limit)
        return self._explored[limit]

    def engine_plan(self, goal: int, **how: Any) -> Answer:
        """Ask the chosen external engine for a plan to a conjunction of facts; ``how`` goes into the query.
        ``Refuted`` carries a plan that was replayed; ``Proven`` is the engine's word that there is none."""
        if self.effort.engine == "search":
            return Undecided("search", Why.GAVE_UP, "no external engine was asked for")
        key = "fd" if self.effort.engine == "auto" else self.effort.engine
        seconds, problem = self.effort.engine_seconds, self.world.problem
        return planner(key)(Query(self.task, goal=goal, deadline=seconds, problem=problem, **how))

    @cached_property
    def closure(self) -> Certificate:
        """The certificate that nothing outside the delete relaxation is reachable."""
        facts = [fact for fact in self.task.facts if not is_negation(fact)]
        return closure_certificate(facts, [operator.name for operator in self.task.operators])

    def numbers(self, plan: Iterable[str], state: int | None = None) -> list[int]:
        """Operator numbers of a plan given by names, from a state on (left out: the initial one)."""
        reached = self.task.init if state is None else state
        numbers = []
        for name in plan:
            cases = self._numbers[name]
            number = next((n for n in cases if self.task.operators[n].applicable(reached)), cases[0])
            reached = self.task.operators[number].apply(reached)
            numbers.append(number)
        return numbers

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        numbered: dict[str, list[int]] = {}
        for number, operator in enumerate(self.task.operators):
            numbered.setdefault(operator.name, []).append(number)
        return numbered
