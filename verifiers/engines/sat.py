"""Planning and proof checking by SAT (PySAT with CaDiCaL), each call in a killable child.

A plan of at most k steps is searched with the sequential encoding, horizon by horizon, so that
the first plan is a shortest one and unsatisfiability at horizon k proves that there is none (Kautz and
Selman, "Pushing the envelope", 1996). Any plan is found with fewer and wider steps.
``check_invariant`` asks in one query whether a set of cubes is inductive: a second opinion on certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...domains.planning.strips import Task
from . import process
from .child import PACKAGE, Returned, in_child
from .encoding import Step, parallel, sequential
from .engine import Engine
from .exit_codes import Endings, Meaning, Verdict, meaning
from .invariants import broken, invariant_answer, obligations
from .outcome import Answer, Proven, Undecided, Why, no_plan
from .query import Cut, Query, wire, witnessed
from .registry import require
from .trials import PLAN, TASK, expect

KEY = "sat"
SOLVER = "cadical195"
ENDINGS: Endings = {
    10: Meaning(Verdict.PLAN, "satisfiable"),
    20: Meaning(Verdict.NO_PLAN_WITHIN_BOUND, "unsatisfiable"),
    "relaxed": Meaning(Verdict.UNSOLVABLE, "the goal lies outside the delete relaxation"),
}
HORIZON = 400
"""Layers after which a search without a bound stops."""


def plan(query: Query) -> Answer:
    """Bounded plan search: step by step for a shortest plan or a bound, parallel steps otherwise.

    Without a bound it hardly ever proves that there is no plan.  EngineMissingError without PySAT.
    """
    require(KEY)
    cut, steps = query.cut(), "sequential" if query.shortest else "parallel"
    payload = {**wire(cut), "steps": steps, "bound": HORIZON if query.bound is None else query.bound}
    result = in_child(
        f"{PACKAGE}.sat:solve_plan", payload, engine=KEY, deadline=query.deadline, memory=query.memory
    )
    return answer(KEY, ENDINGS, cut, result, query.bound, optimal=query.shortest)


def check_invariant(
    task: Task,
    cubes: Sequence[int],
    *,
    without: int = 0,
    init: int | None = None,
    deadline: float = process.DEADLINE,
    memory: int | None = process.MEMORY,
) -> Answer:
    """Whether no cube (bitmask) ever comes to hold, by induction over the operators not adding ``without``.

    Proven if the set is inductive; Refuted with ``(operator, fact, ..)``, a step from a state without cubes
    into the cube of these facts (or ``("initial state", fact, ..)``).
    """
    require(KEY)
    at_once = broken(KEY, task, cubes, init)
    if at_once is not None:
        return at_once
    payload = obligations(task, cubes, without)
    result = in_child(f"{PACKAGE}.sat:solve_invariant", payload, engine=KEY, deadline=deadline, memory=memory)
    return (
        result if isinstance(result, Undecided) else invariant_answer(KEY, task, cubes, payload, result.value)
    )


def answer(
    engine: str,
    endings: Endings,
    asked: Cut,
    result: Returned | Undecided,
    bound: int | None,
    *,
    optimal: bool,
) -> Answer:
    """The answer for what an encoder returned: code, horizon, and a plan as operator numbers."""
    if isinstance(result, Undecided):
        return result
    code, horizon = result.value["code"], result.value["horizon"]
    ending = meaning(endings, code)
    if ending.verdict is Verdict.PLAN:
        steps = [asked.operators[number].name for number in result.value["plan"]]
        return witnessed(engine, asked, steps, bound=bound, optimal=optimal)
    if ending.verdict is Verdict.UNSOLVABLE:
        return Proven(engine, no_plan(None), ending.text)
    if ending.verdict is Verdict.NO_PLAN_WITHIN_BOUND:
        if bound is None:
            return Undecided(engine, Why.LIMIT, f"no plan within {horizon} layers, where the search stops")
        return Proven(engine, no_plan(bound), f"{ending.text} at horizon {horizon}", bound)
    return ending.undecided(engine, f"at horizon {horizon}")


def solve_plan(payload: dict[str, Any]) -> dict[str, Any]:
    """The child's side of planning: add layer after layer until the goal is satisfiable in the last one."""
    from pysat.solvers import Solver

    make = sequential if payload["steps"] == "sequential" else parallel
    step = make(payload["facts"], payload["operators"])
    true = set(payload["init"])
    if not relaxed_solvable(payload):
        return {"code": "relaxed", "horizon": 0}
    with Solver(name=SOLVER) as solver:
        for fact in range(step.facts):
            solver.add_clause([step.fact(fact, 0) * (1 if fact in true else -1)])
        for horizon in range(payload["bound"] + 1):
            if solver.solve(assumptions=[step.fact(fact, horizon) for fact in payload["goal"]]):
                return {
                    "code": 10,
                    "horizon": horizon,
                    "plan": list(_acting(step, horizon, solver.get_model())),
                }
            for clause in step.at(horizon):
                solver.add_clause(clause)
    return {"code": 20, "horizon": payload["bound"]}


def relaxed_solvable(payload: dict[str, Any]) -> bool:
    """Whether the goal can hold when nothing is deleted; if not, no horizon will ever do."""
    true, before = set(payload["init"]), -1
    while before != len(true):
        before = len(true)
        for pre, add, _ in payload["operators"]:
            if true.issuperset(pre):
                true.update(add)
    return true.issuperset(payload["goal"])


def _acting(step: Step, horizon: int, model: Iterable[int]) -> Iterator[int]:
    """The operators that act, layer by layer; within a layer any order will do."""
    true = {literal for literal in model if literal > 0}
    for layer in range(horizon):
        for operator in range(step.operators):
            if step.operator(operator, layer) in true:
                yield operator


def solve_invariant(payload: dict[str, Any]) -> list[int] | None:
    """The child's side of `check_invariant`: the numbers of an operator and a cube that break it, or None.

    One query: a state without cubes, one operator that acts, a cube in the state that follows.  Since cubes
    are positive it is enough that what holds afterwards held before or was added, and was not deleted.
    """
    from pysat.solvers import Solver

    facts, operators, cubes = payload["facts"], payload["operators"], payload["cubes"]
    if not operators:
        return None
    acts = [2 * facts + number + 1 for number in range(len(operators))]
    holds = [2 * facts + len(operators) + number + 1 for number in range(len(cubes))]
    last = 2 * facts + len(operators) + len(cubes)
    clauses = [[-(fact + 1) for fact in cube] for cube in cubes]
    clauses += [acts, holds]
    adders: list[list[int]] = [[] for _ in range(facts)]
    for act, (pre, add, delete) in zip(acts, operators, strict=True):
        clauses += [[-act, fact + 1] for fact in pre]
        clauses += [[-act, -(facts + fact + 1)] for fact in delete]
        for fact in add:
            adders[fact].append(act)
    clauses += [[-(facts + fact + 1), fact + 1, *adders[fact]] for fact in range(facts)]
    clauses += [[-hold, facts + fact + 1] for hold, cube in zip(holds, cubes, strict=True) for fact in cube]
    for position in range(1, len(acts)):  # at most one acts: the ladder of Sinz (2005)
        ladder = last + position
        clauses += [[-acts[position - 1], ladder], [-ladder, -acts[position]], [-ladder, ladder + 1]]
    with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
        if not solver.solve():
            return None
        true = {literal for literal in solver.get_model() if literal > 0}
    chosen = [number for number, act in enumerate(acts) if act in true]
    return [chosen[0], next(number for number, hold in enumerate(holds) if hold in true)]


def trial(deadline: float) -> str:
    """A shortest plan of the trial task."""
    found = plan(Query(TASK, bound=2, deadline=deadline))
    return expect(getattr(found, "witness", found), PLAN)


ENGINE = Engine(
    key=KEY,
    title="PySAT",
    distribution="python-sat",
    requirement="python-sat>=1.8.dev0",
    module="pysat",
    licence="MIT",
    trial=trial,
    endings=ENDINGS,
    plan=plan,
)
