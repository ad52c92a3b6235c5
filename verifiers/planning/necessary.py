"""Which facts every plan makes true: each decided by a plan that avoids it or a proof that none does.

Stages: landmarks of the delete relaxation (Zhu and Givan, 2003); facts that a plan at hand never makes true;
greedy search, h2 and property-directed reachability, engine and explicit search without the adders of p.
"""

from functools import reduce
from operator import or_

from ...domains.planning.atoms import is_negation, parse
from ...domains.planning.strips import Task, bits
from ...instances.errors import LimitError
from ...instances.records import Certificate, Grades
from .. import searches
from ..engines.outcome import Proven, Refuted
from ..search.pdr import Invariant, PlanFound, pdr
from ..task import Decision, Labelled
from .oracle import (
    Oracle,
    exploration_certificate,
    invariant_certificates,
    plans_certificates,
    relaxed_certificate,
)
from .reachable import some_plan


class LandmarkSearch:
    """Decides some candidate facts (bitmasks) of a task that has a plan, and keeps the evidence."""

    def __init__(self, oracle: Oracle, candidates: int, plan: list[int]):
        self.oracle, self.task = oracle, oracle.task
        self.relaxed = searches.relaxed_landmarks(self.task) & candidates
        self.open = candidates & ~self.relaxed
        self.proven: dict[int, list[Certificate]] = {}
        """Landmarks beyond the delete relaxation, by bit, with their certificates."""
        self.disclaimed = 0  # facts that an external engine calls landmarks, without a certificate of ours
        self.plans: list[list[int]] = []
        self._add_plan(plan)

    @property
    def undecided(self) -> int:
        """The candidates that nothing decided."""
        return self.open & ~self.disclaimed

    @property
    def landmarks(self) -> int:
        """The candidates that every plan makes true."""
        return self.relaxed | sum(1 << bit for bit in self.proven) | self.disclaimed

    def run(self) -> "LandmarkSearch":
        """Decide one open candidate after the other; each plan found may settle several."""
        for bit in bits(self.open):
            if self.open >> bit & 1:
                self._decide(bit)
        return self

    def _add_plan(self, plan: list[int]) -> None:
        """A plan: the candidates that it never makes true are no landmarks."""
        visited = _along(self.task, plan)
        if not self.plans or self.open & ~visited:
            self.plans.append(plan)
            self.open &= visited

    def _decide(self, bit: int) -> None:
        own = (self._greedy, self._invariant, self._engine)
        route = own if self.oracle.effort.own_search else (self._engine, self._invariant)
        for stage in (*route, self._explore):
            if stage(bit):
                return

    def _greedy(self, bit: int) -> bool:
        if (plan := self.oracle.greedy_plan(self.task.goal, without=1 << bit)) is not None:
            self._add_plan(plan)
        return plan is not None

    def _invariant(self, bit: int) -> bool:
        avoiding = 1 << bit
        answer = pdr(self.task, self.task.goal, without=avoiding, limit=self.oracle.effort.obligations)
        if isinstance(answer, PlanFound):
            self._add_plan(list(answer.operators))
            return True
        if not isinstance(answer, Invariant):
            return False
        try:
            proof = invariant_certificates(self.task, answer.cubes, [self.task.goal], avoiding=avoiding)
        except LimitError:
            return False
        self._prove(bit, proof)
        return True

    def _engine(self, bit: int) -> bool:
        """An engine's "no plan" is not yet a certificate: the exploration may still give one."""
        answer = self.oracle.engine_plan(self.task.goal, without=1 << bit)
        if isinstance(answer, Refuted):
            self._add_plan(self.oracle.numbers(answer.witness))
            return True
        if isinstance(answer, Proven):
            self.disclaimed |= 1 << bit
        return False

    def _explore(self, bit: int) -> bool:
        exploration = searches.explore(self.task, limit=self.oracle.effort.large_space, avoid=1 << bit)
        if (goal := exploration.find(self.task.goal)) is not None:
            self._add_plan(exploration.path(goal))
            return True
        if not exploration.complete:
            return False
        if exploration.count <= self.oracle.effort.checkable_space:
            self._prove(bit, [exploration_certificate(exploration)])
        else:
            self.disclaimed |= 1 << bit
        return True

    def _prove(self, bit: int, certificates: list[Certificate]) -> None:
        self.proven[bit] = certificates
        self.open &= ~(1 << bit)
        self.disclaimed &= ~(1 << bit)


def necessary_facts(oracle: Oracle) -> Labelled:
    """The truth of a landmark question: every candidate fact decided, as far as the effort allows."""
    plan, void = some_plan(oracle)
    if plan is None:
        return void
    task = oracle.task
    spoken = sum(1 << bit for bit, fact in enumerate(task.facts) if not is_negation(fact))
    candidates = spoken & ~(task.init | task.goal)
    answer = LandmarkSearch(oracle, candidates, plan).run()
    landmarks, undecided = task.names(answer.landmarks), task.names(answer.undecided)
    none = False if landmarks else None if undecided else True
    truth = {"kind": "landmarks", "items": landmarks, "undecided": undecided, "none": none}
    disclaimed = answer.disclaimed.bit_count()
    certified = candidates.bit_count() - len(undecided) - disclaimed + 1
    sure = task.names(answer.landmarks & ~answer.disclaimed)
    sizes = {"candidates": candidates.bit_count(), "landmarks": len(landmarks)}
    beyond = len(landmarks) - answer.relaxed.bit_count()
    return Labelled(
        truth,
        tuple(_certificates(oracle, answer, candidates)),
        Grades(certified=certified, engine_proven=disclaimed, undecided=len(undecided)),
        gold="None" if none else sure[0] if sure else None,
        difficulty={**sizes, "landmarks_beyond_relaxation": beyond},
    )


def _needed(task: Task, plans: list[list[int]], avoidable: int) -> list[list[int]]:
    """A part of the plans, one at least, that leaves out the same facts between them; long plans go first."""
    avoided = [avoidable & ~_along(task, plan) for plan in plans]
    kept = list(range(len(plans)))
    for number in sorted(kept, key=lambda number: (-len(plans[number]), number)):
        others = [other for other in kept if other != number]
        if others and not avoided[number] & ~reduce(or_, (avoided[other] for other in others)):
            kept = others
    return [plans[number] for number in kept]


def _along(task: Task, plan: list[int]) -> int:
    visited = state = task.init
    for number in plan:
        state = task.operators[number].apply(state)
        visited |= state
    return visited


def _certificates(oracle: Oracle, answer: LandmarkSearch, candidates: int) -> list[Certificate]:
    task = oracle.task
    return [
        *plans_certificates(task, _needed(task, answer.plans, candidates & ~answer.landmarks)),
        *relaxed_certificate(task, answer.relaxed),
        *(certificate for bit in sorted(answer.proven) for certificate in answer.proven[bit]),
    ]


def decide_fact(oracle: Oracle, fact: str) -> Decision:
    """Whether every plan makes a fact true (now and in the goal, too); undecided without a plan."""
    problem = oracle.world.problem
    plan, _ = some_plan(oracle)
    if plan is None:
        return Decision(None)
    trivial = parse(fact) in problem.init or parse(fact) in problem.goal
    if trivial or fact not in oracle.task.index:
        return Decision(trivial, tuple(plans_certificates(oracle.task, [plan])))
    bit = oracle.task.index[fact]
    answer = LandmarkSearch(oracle, 1 << bit, plan).run()
    certificates = tuple(_certificates(oracle, answer, 1 << bit))
    if answer.undecided:
        return Decision(None)
    return Decision(bool(answer.landmarks), certificates, certified=not answer.disclaimed)
