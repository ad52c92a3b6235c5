"""What a planning engine is asked (``Query``), and the same cut to what matters for the goal (``Cut``).

In positive STRIPS a step that adds no relevant fact can be taken out of any plan.  So a cut keeps the facts
from which the goal is built backwards, and the operators that add one of them (Nebel, Dimopoulos and Koehler,
1997, in its exact form).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...domains.planning.strips import Operator, Task, bits
from ...domains.planning.tree import Problem
from .outcome import Refuted, Undecided, Why
from .process import DEADLINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Is there a plan from ``init`` to ``goal`` of at most ``bound`` steps without adders of ``without``?"""

    task: Task = field(kw_only=False)
    goal: int | None = None  # a conjunction of facts; None for the task's own
    init: int | None = None  # a reachable state of the task; None for its initial one
    without: int = 0  # facts that no step may add
    bound: int | None = None
    optimal: bool = False  # whether only a shortest plan will do
    deadline: float = DEADLINE  # seconds
    problem: Problem | None = None  # what the task was grounded from, for engines that ground for themselves

    @property
    def shortest(self) -> bool:
        """Whether only a shortest plan, or a bound on it, will do."""
        return self.optimal or self.bound is not None

    def cut(self, *, relevant: bool = True) -> Cut:
        """The query cut to what may help; with ``relevant=False`` to what changes anything."""
        task, goal = self.task, self.task.goal if self.goal is None else self.goal
        facts = (1 << len(task.facts)) - 1
        changing = (op for op in task.operators if op.add & ~op.pre or op.delete)
        operators = [operator for operator in changing if not operator.add & self.without]
        if relevant:
            facts, operators = _relevant(operators, goal)
        init = task.init if self.init is None else self.init
        possible = task.goal_possible or self.goal is not None
        return Cut(task, tuple(operators), facts, init, goal, self.without, possible)


@dataclass(frozen=True)
class Cut:
    """Is there a plan from ``init`` to ``goal`` with these operators?"""

    task: Task
    operators: tuple[Operator, ...]  # the operators that may help, in name order
    facts: int  # the facts that matter: the goal and the preconditions of ``operators``
    init: int
    goal: int
    without: int
    possible: bool  # False when the goal holds an atom outside the task


def _relevant(operators: Sequence[Operator], goal: int) -> tuple[int, list[Operator]]:
    adders: dict[int, list[int]] = {}
    for number, operator in enumerate(operators):
        for bit in bits(operator.add & ~operator.pre):
            adders.setdefault(bit, []).append(number)
    facts, todo, kept = goal, goal, set[int]()
    while todo:
        fresh = 0
        for bit in bits(todo):
            for number in adders.get(bit, ()):
                if number not in kept:
                    kept.add(number)
                    fresh |= operators[number].pre
        todo = fresh & ~facts
        facts |= fresh
    return facts, [operators[number] for number in sorted(kept)]


def first_failure(cut: Cut, plan: Sequence[str]) -> str | None:
    """Replay a plan on the whole task; None when it is one, else a sentence naming the first broken step."""
    state = cut.init
    for step, name in enumerate(plan):
        operators = cut.task.by_name.get(name)
        if operators is None:
            return f"step {step}: the task has no operator {name}"
        operator = cut.task.named(name, state) or operators[0]
        if operator.add & cut.without:
            return f"step {step}: {name} adds a fact to be avoided"
        if not operator.applicable(state):
            return f"step {step}: {name} needs {cut.task.names(operator.pre & ~state)[0]}"
        state = operator.apply(state)
    if not cut.possible:
        return "the goal holds an atom that no state of the task can hold"
    if cut.goal & ~state:
        return f"the goal {cut.task.names(cut.goal & ~state)[0]} does not hold at the end"
    return None


def witnessed(
    engine: str, cut: Cut, plan: Sequence[str], *, bound: int | None = None, optimal: bool = False
) -> Refuted | Undecided:
    """The answer for a plan that ``engine`` claims: a witness only once it has replayed."""
    failure = first_failure(cut, plan)
    if failure is None and bound is not None and len(plan) > bound:
        failure = f"{len(plan)} steps are more than the {bound} asked for"
    if failure is None:
        return Refuted(engine, tuple(plan), optimal)
    return Undecided(engine, Why.OUTPUT, f"its plan does not replay: {failure}")


def numbered(facts: int) -> Callable[[int], list[int]]:
    """From bitmasks to lists of numbers, of the facts that matter alone, counted from 0 without gaps."""
    number = {fact: position for position, fact in enumerate(bits(facts))}
    return lambda mask: [number[fact] for fact in bits(mask & facts)]


def wire(cut: Cut) -> dict[str, Any]:
    """The query as JSON data for an encoder in a child process; its facts are numbered from 0 without gaps.

    ``operators`` are triples of lists (preconditions, additions, deletions); the last fact is made true by
    nothing, and in the goal when that is impossible.
    """
    numbers, last = numbered(cut.facts), cut.facts.bit_count()
    return {
        "facts": last + 1,
        "operators": [[numbers(op.pre), numbers(op.add), numbers(op.delete)] for op in cut.operators],
        "init": numbers(cut.init),
        "goal": numbers(cut.goal) + ([] if cut.possible else [last]),
    }
