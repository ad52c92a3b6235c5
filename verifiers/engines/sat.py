"""Planning and proof checking by SAT (PySAT with CaDiCaL), each call in a killable child.

A shortest plan is searched with the sequential encoding; any plan is found with fewer and wider steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .encoding import StepClauses, parallel, sequential
from .engine import Engine, solves
from .outcome import Answer, Endings, EngineClaim, Meaning
from .query import Query
from .solvers import bounded_plan, relaxed_solvable

KEY = "sat"
SOLVER = "cadical195"
ENDINGS: Endings = {
    10: Meaning(EngineClaim.PLAN, "satisfiable"),
    20: Meaning(EngineClaim.NO_PLAN_WITHIN_BOUND, "unsatisfiable"),
    "relaxed": Meaning(EngineClaim.UNSOLVABLE, "the goal lies outside the delete relaxation"),
}


def plan(query: Query) -> Answer:
    """Bounded plan search: step by step for a shortest plan or a bound, parallel steps otherwise."""
    steps = "sequential" if query.shortest else "parallel"
    return bounded_plan(KEY, ENDINGS, query, optimal=query.shortest, steps=steps)


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
                acting = list(_acting(step, horizon, solver.get_model()))
                return {"code": 10, "horizon": horizon, "plan": acting}
            for clause in step.at(horizon):
                solver.add_clause(clause)
    return {"code": 20, "horizon": payload["bound"]}


def _acting(step: StepClauses, horizon: int, model: Iterable[int]) -> Iterator[int]:
    """The operators that act, layer by layer; within a layer any order will do."""
    true = {literal for literal in model if literal > 0}
    for layer in range(horizon):
        for operator in range(step.operators):
            if step.operator(operator, layer) in true:
                yield operator


def solve_invariant(payload: dict[str, Any]) -> list[int] | None:
    """The child's side of `check_invariant`: the numbers of an operator and a cube that break it, or None.

    Since cubes are positive it is enough that what holds afterwards held before or was added, and was not
    deleted.
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


ENGINE = Engine(
    key=KEY,
    title="PySAT",
    distribution="python-sat",
    requirement="python-sat>=1.8.dev0",
    module="pysat",
    licence="MIT",
    trial=solves(plan, bound=2),
    endings=ENDINGS,
    plan=plan,
)
