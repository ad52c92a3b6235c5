"""Planning and proof checking by SAT (PySAT with CaDiCaL), each call in a killable child.

``plan_within`` searches a plan of at most k steps with the sequential encoding, horizon by horizon, so that
the first plan is a shortest one and unsatisfiability at horizon k proves that there is none (Kautz and
Selman, "Pushing the envelope", 1996). ``plan_parallel`` finds any plan, with fewer and wider steps.
``check_invariant`` asks in one query whether a set of cubes is inductive: a second opinion on certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...domains.planning.strips import Task
from . import process
from .child import PACKAGE, Returned, in_child
from .encoding import Step, parallel, sequential
from .exit_codes import Verdict, meaning
from .invariants import broken, invariant_answer, obligations
from .outcome import Answer, Proven, Undecided, Why, no_plan
from .query import Query, query, wire, witnessed
from .registry import require

KEY = "sat"
SOLVER = "cadical195"
HORIZON = 400
"""Layers after which a search without a bound stops."""


def plan_within(
    task: Task,
    bound: int | None,
    *,
    goal: int | None = None,
    init: int | None = None,
    without: int = 0,
    deadline: float = process.DEADLINE,
    memory: int | None = process.MEMORY,
) -> Answer:
    """Refuted with a shortest plan of at most ``bound`` steps, or Proven that there is none.

    Without a bound it can only find a plan, never prove that there is none.  ``goal``, ``init``,
    ``without`` as in `query.query`; seconds and bytes.  EngineMissingError without PySAT.
    """
    asked = query(task, goal=goal, init=init, without=without)
    return _plan(asked, "sequential", bound, deadline, memory)


def plan_parallel(
    task: Task,
    *,
    goal: int | None = None,
    init: int | None = None,
    without: int = 0,
    deadline: float = process.DEADLINE,
    memory: int | None = process.MEMORY,
) -> Answer:
    """Refuted with any plan, by steps of operators that do not disturb each other; never Proven."""
    asked = query(task, goal=goal, init=init, without=without)
    return _plan(asked, "parallel", None, deadline, memory)


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


def _plan(asked: Query, steps: str, bound: int | None, deadline: float, memory: int | None) -> Answer:
    require(KEY)
    payload = {**wire(asked), "steps": steps, "bound": HORIZON if bound is None else bound}
    result = in_child(f"{PACKAGE}.sat:solve_plan", payload, engine=KEY, deadline=deadline, memory=memory)
    return answer(KEY, asked, result, bound, optimal=steps == "sequential")


def answer(
    engine: str, asked: Query, result: Returned | Undecided, bound: int | None, *, optimal: bool
) -> Answer:
    """The answer for what an encoder returned: code, horizon, and a plan as operator numbers."""
    if isinstance(result, Undecided):
        return result
    code, horizon = result.value["code"], result.value["horizon"]
    ending = meaning(engine, code)
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
