"""The reachability cascade: for many conjunctions of facts at once, a run to each or a proof of none.

A goal is a bitmask of facts.  Stages: novelty search (runs), h2 mutexes, explicit search of a small space,
greedy search and the external engine (runs), property-directed reachability (cubes), a large space.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from ...domains.planning.atoms import parse
from ...domains.planning.strips import bits
from ...instances.records import Certificate, Grades
from .. import searches
from ..engines.outcome import Proven, Refuted
from ..search.cubes import minimise
from ..search.pdr import Invariant, PlanFound, pdr
from ..task import Decision, Labelled
from .oracle import Oracle, degenerate, exploration_certificate, invariant_certificates, runs_certificates

FIRST_WITNESSES = 5_000  # states that the novelty search may evaluate before mutexes are computed
MANY = 100_000  # comparisons of states with goals above which compiled code settles most goals at once


class Cascade:
    """Runs the stages; every goal is open or in exactly one of the sets. ``facts`` and ``operators``
    (bitsets) say what witnesses are worth collecting."""

    def __init__(self, oracle: Oracle, goals: Iterable[int], facts: int = 0, operators: int = 0):
        self.oracle, self.task = oracle, oracle.task
        self.facts, self.operators = facts, operators
        self.open = set(goals)
        self.runs: list[searches.StateTree] = []
        self.reached: set[int] = set()
        self.excluded: set[int] = set()  # goals that contain a cube of ``cubes``
        self.unvisited: set[int] = set()  # goals that hold in no state of the complete exploration
        self.disclaimed: set[int] = set()  # goals that an engine calls unreachable, without a certificate
        self.cubes: list[int] = []
        self.exploration: searches.ExploredStates | None = None

    def plan_to(self, goal: int) -> list[int]:
        """The operators of a run to a reached goal."""
        for runs in self.runs:
            for node, state in enumerate(runs.states(self.task)):
                if not goal & ~state:
                    return runs.path(node)
        raise AssertionError("a reached goal holds in a node of the runs")

    def settle(self, goals: Iterable[int], side: set[int]) -> None:
        """Move open goals to a side."""
        goals = self.open.intersection(goals)
        side |= goals
        self.open -= goals

    def run(self) -> Cascade:
        """All stages in their order, until nothing is open."""
        effort = self.oracle.effort
        # what is easily reached needs no mutexes; what cannot be reached shall not use up the bound yet
        first, witnesses = (partial(self._novelty, n) for n in (FIRST_WITNESSES, effort.witness_states))
        small, large = (partial(self._explore, n) for n in (effort.small_space, effort.large_space))
        own = (first, self._mutexes, witnesses, small, self._plans)
        route = own if effort.own_search else (self._mutexes, self._plans)
        for stage in (*route, self._invariants, large):
            if not self.open:
                break
            stage()
        self.open -= self.disclaimed
        return self

    def _novelty(self, limit: int) -> None:
        facts = sum(1 << bit for bit in bits(self.facts) if 1 << bit in self.open)
        numbers = bits(self.operators)
        operators = sum(1 << n for n in numbers if self.task.operators[n].pre in self.open)
        self._visit(searches.witness_runs(self.task, facts=facts, operators=operators, limit=limit))

    def _visit(self, runs: searches.StateTree) -> None:
        """Keep runs, and settle the goals that hold in one of their states."""
        self.runs.append(runs)
        if runs.count * len(self.open) > MANY:
            facts, operators = runs.covered(self.task)
            reached = {1 << bit for bit in bits(facts)}
            reached |= {self.task.operators[number].pre for number in bits(operators)}
            self.settle(reached, self.reached)
        for state in runs.states(self.task):
            missing = ~state
            self.settle([goal for goal in self.open if not goal & missing], self.reached)

    def _mutexes(self) -> None:
        mutexes = self.oracle.mutexes
        if excluded := [goal for goal in self.open if mutexes.excludes(goal)]:
            self.cubes += minimise(self.task, mutexes.cubes(), sorted(excluded))
            self.settle(excluded, self.excluded)

    def _explore(self, limit: int) -> None:
        exploration = self.oracle.explored(limit)
        visited = {goal: exploration.find(goal) for goal in sorted(self.open)}
        plans = [exploration.path(number) for number in visited.values() if number is not None]
        self._visit(searches.StateTree.from_plans(self.task, plans))
        if exploration.complete and self.open:
            self._prove_unvisited(exploration)

    def _prove_unvisited(self, exploration: searches.ExploredStates) -> None:
        """The open goals are unreachable: cubes prove it where they can be had, the exploration elsewhere."""
        self._invariants()
        if exploration.count <= self.oracle.effort.checkable_space:
            self.exploration = exploration
            self.disclaimed -= self.open
            self.settle(set(self.open), self.unvisited)
        else:
            self.settle(set(self.open), self.disclaimed)

    def _plans(self) -> None:
        for goal in sorted(self.open):
            if goal in self.open:
                self._plan(goal)

    def _plan(self, goal: int) -> None:
        if (plan := self.oracle.greedy_plan(goal)) is None:
            answer = self.oracle.engine_plan(goal)
            if isinstance(answer, Refuted):
                plan = self.oracle.numbers(answer.witness)
            elif isinstance(answer, Proven):
                self.disclaimed.add(goal)
        if plan is not None:
            self._visit(searches.StateTree.from_plans(self.task, [plan]))

    def _invariants(self) -> None:
        """Property-directed reachability; what an engine disclaimed stays open until it is certified."""
        for goal in sorted(self.open):
            if goal not in self.open:
                continue
            answer = pdr(self.task, goal, mutexes=self.oracle.mutexes, limit=self.oracle.effort.obligations)
            if isinstance(answer, Invariant):
                self.cubes += [cube for cube in answer.cubes if cube not in self.cubes]
                blocked = [g for g in self.open if any(not cube & ~g for cube in answer.cubes)]
                self.settle(blocked, self.excluded)
                self.disclaimed.difference_update(blocked)
            elif isinstance(answer, PlanFound):
                self._visit(searches.StateTree.from_plans(self.task, [answer.operators]))


Goals = Mapping[str, tuple[int, ...]]
"""The goals of an item by its name: it can be had where one of them can (an action has one for each case)."""


def conclude(oracle: Oracle, goals: Goals, legal: int, *, actions: bool) -> Labelled:
    """The closed-world truth over named goals (of operators, or single facts) out of ``legal`` items."""
    wanted = {goal for ways in goals.values() for goal in ways}
    facts = 0 if actions else sum(wanted)
    operators = (1 << len(oracle.task.operators)) - 1 if actions else 0
    findings = Cascade(oracle, wanted, facts, operators).run()
    left = set(goals)

    def taken(side: set[int]) -> list[str]:
        """The items left that have a goal on a side, which are then no longer left."""
        names = sorted(name for name in left if not side.isdisjoint(goals[name]))
        left.difference_update(names)
        return names

    reachable, undecided = taken(findings.reached), taken(findings.open)
    unreachable = legal - len(reachable) - len(undecided)
    listed, items = "reachable", reachable
    if unreachable < len(reachable) and unreachable == len(left):
        listed, items = "unreachable", sorted(left)
    disclaimed = len(taken(findings.disclaimed))
    none = False if unreachable else None if undecided else True
    truth = {"kind": "closed_world", "listed": listed, "items": items, "undecided": undecided, "none": none}
    runs = searches.StateTree.union(oracle.task, findings.runs)
    runs = runs.pruned(oracle.task, facts=facts, operators=operators)
    certified = len(goals) - len(undecided) - disclaimed + 1
    return Labelled(
        truth,
        (*runs_certificates(oracle.task, runs), *proofs(oracle, findings, findings.excluded)),
        Grades(certified=certified, engine_proven=disclaimed, undecided=len(undecided)),
        gold=_gold(oracle, goals, findings, none, actions),
        difficulty={"legal": legal, "relaxed_reachable": len(goals), "unreachable": unreachable},
    )


def decide_any(oracle: Oracle, goals: Sequence[int]) -> Decision:
    """Whether one of some conjunctions can hold, with its proof."""
    findings = Cascade(oracle, goals).run()
    for goal in goals:
        if goal in findings.reached:
            runs = searches.StateTree.from_plans(oracle.task, [findings.plan_to(goal)])
            return Decision(True, tuple(runs_certificates(oracle.task, runs)))
    if not findings.open.isdisjoint(goals):
        return Decision(None)
    return Decision(False, proofs(oracle, findings, goals), certified=findings.disclaimed.isdisjoint(goals))


def reachable_together(oracle: Oracle, facts: Sequence[str]) -> Decision:
    """Whether some reachable state contains all the given facts."""
    missing = [fact for fact in facts if fact not in oracle.task.index]
    if not missing:
        return decide_any(oracle, [oracle.task.mask(facts)])
    # static facts, which the task does not hold, never change; the rest is unreachable
    problem = oracle.world.problem
    static = [fact for fact in missing if parse(fact)[0] not in problem.domain.fluents]
    if any(parse(fact) not in problem.init for fact in static) or len(static) < len(missing):
        return Decision(False, (oracle.closure,))
    return reachable_together(oracle, [fact for fact in facts if fact not in missing])


def applicable_somewhere(oracle: Oracle, action: str) -> Decision:
    """Whether an action can become applicable."""
    if (operators := oracle.task.by_name.get(action)) is None:
        return Decision(False, (oracle.closure,))
    return decide_any(oracle, [operator.pre for operator in operators])


def some_plan(oracle: Oracle) -> tuple[list[int] | None, Labelled]:
    """A plan to the goal as operator numbers, or None with the truth of a question that has none."""
    task, goal = oracle.task, oracle.task.goal
    if not task.goal_possible:
        return None, degenerate("unsolvable_state", (oracle.closure,))
    if (plan := oracle.greedy_plan(goal)) is not None:
        return plan, degenerate("no_plan_known")
    answer = oracle.engine_plan(goal)
    if isinstance(answer, Refuted):
        return oracle.numbers(answer.witness), degenerate("no_plan_known")
    findings = Cascade(oracle, [goal]).run()
    if goal in findings.reached:
        return findings.plan_to(goal), degenerate("no_plan_known")
    if goal in findings.open:
        return None, degenerate("no_plan_known", grades=Grades(undecided=1))
    grades = Grades(engine_proven=1) if goal in findings.disclaimed else Grades(certified=1)
    return None, degenerate("unsolvable_state", proofs(oracle, findings, [goal]), grades)


def proofs(oracle: Oracle, findings: Cascade, goals: Iterable[int]) -> tuple[Certificate, ...]:
    """The certificates that those of the goals which are proven unreachable are so."""
    excluded = sorted(findings.excluded.intersection(goals))
    certificates = [oracle.closure, *invariant_certificates(oracle.task, findings.cubes, excluded)]
    if findings.exploration is not None:
        certificates.append(exploration_certificate(findings.exploration))
    return tuple(certificates)


def _gold(oracle: Oracle, goals: Goals, findings: Cascade, none: bool | None, actions: bool) -> str | None:
    """An answer that is right: an item proven unreachable, inside the closure if there is one, or None."""
    if none is not False:
        return "None" if none else None
    certified = findings.excluded | findings.unvisited
    outside = (item for item in oracle.world.legal_items(actions) if item not in goals)
    inside = min((name for name, ways in goals.items() if certified.issuperset(ways)), default=None)
    return next(outside, None) if inside is None else inside
