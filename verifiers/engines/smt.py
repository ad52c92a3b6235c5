"""The questions of `sat` put to Z3 (de Moura and Bjorner, 2008), in another encoding: a second opinion.

Each fact of the next layer *is* a formula over this one (successor state axioms; Reiter, 1991), so that an
error in the clauses of `sat` cannot hide in both.
"""

from collections.abc import Sequence
from typing import Any

from .outcome import Answer, Endings, EngineClaim, Meaning, Why
from .query import Query
from .registry import Engine, solves
from .solvers import bounded_plan, relaxed_solvable

KEY = "z3"
ENDINGS: Endings = {
    "relaxed": Meaning(EngineClaim.UNSOLVABLE, "the goal lies outside the delete relaxation"),
    "sat": Meaning(EngineClaim.PLAN, "satisfiable"),
    "unsat": Meaning(EngineClaim.NO_PLAN_WITHIN_BOUND, "unsatisfiable"),
    "unknown": Meaning(Why.GAVE_UP, "Z3 answered unknown"),
}


def plan(query: Query) -> Answer:
    """Bounded plan search; the plan is always a shortest one."""
    return bounded_plan(KEY, ENDINGS, query, optimal=True)


def solve_plan(payload: dict[str, Any]) -> dict[str, Any]:
    """The child's side of planning: unroll until the goal is satisfiable in the last layer."""
    import z3

    if not relaxed_solvable(payload):
        return {"code": "relaxed", "horizon": 0}
    solver = z3.SolverFor("QF_FD")
    true = set(payload["init"])
    state = [z3.BoolVal(fact in true) for fact in range(payload["facts"])]
    layers: list[list[Any]] = []
    for horizon in range(payload["bound"] + 1):
        goal = z3.Bool(f"goal{horizon}")
        solver.add(z3.Implies(goal, z3.And([state[fact] for fact in payload["goal"]])))
        code = str(solver.check(goal))
        if code == "sat":
            model = solver.model()
            plan = [n for acts in layers for n, act in enumerate(acts) if z3.is_true(model[act])]
            return {"code": code, "horizon": horizon, "plan": plan}
        if code != "unsat":
            return {"code": code, "horizon": horizon}
        acts = [z3.Bool(f"act{horizon}_{number}") for number in range(len(payload["operators"]))]
        layers.append(acts)
        state = _successor(solver, state, acts, payload["operators"], horizon + 1)
    return {"code": "unsat", "horizon": payload["bound"]}


def _successor(
    solver: Any, state: list[Any], acts: list[Any], operators: Sequence[Sequence[Sequence[int]]], layer: int
) -> list[Any]:
    """The facts of the next layer, with what makes them true; at most one operator acts."""
    import z3

    added: list[list[Any]] = [[] for _ in state]
    deleted: list[list[Any]] = [[] for _ in state]
    for act, (pre, add, delete) in zip(acts, operators, strict=True):
        solver.add(z3.Implies(act, z3.And([state[fact] for fact in pre])))
        for fact in add:
            added[fact].append(act)
        for fact in delete:
            deleted[fact].append(act)
    if acts:
        solver.add(z3.AtMost(*acts, 1))
    following = []
    for fact, now in enumerate(state):
        then = z3.Bool(f"fact{layer}_{fact}")
        solver.add(then == z3.Or(*added[fact], z3.And(now, z3.Not(z3.Or(deleted[fact])))))
        following.append(then)
    return following


def solve_invariant(payload: dict[str, Any]) -> list[int] | str | None:
    """The child's side of `check_invariant`: numbers of an operator and a cube, None, or "unknown"."""
    import z3

    solver = z3.SolverFor("QF_FD")
    state = [z3.Bool(f"fact0_{fact}") for fact in range(payload["facts"])]
    acts = [z3.Bool(f"act0_{number}") for number in range(len(payload["operators"]))]
    following = _successor(solver, state, acts, payload["operators"], 1)
    holds = []
    for number, cube in enumerate(payload["cubes"]):
        solver.add(z3.Not(z3.And([state[fact] for fact in cube])))
        hold = z3.Bool(f"cube{number}")
        solver.add(z3.Implies(hold, z3.And([following[fact] for fact in cube])))
        holds.append(hold)
    solver.add(z3.Or(acts), z3.Or(holds))
    code = str(solver.check())
    if code == "unsat":
        return None
    if code != "sat":
        return "unknown"
    model = solver.model()
    operator = next(number for number, act in enumerate(acts) if z3.is_true(model[act]))
    return [operator, next(number for number, hold in enumerate(holds) if z3.is_true(model[hold]))]


ENGINE = Engine(
    key=KEY,
    title="Z3",
    distribution="z3-solver",
    requirement="z3-solver>=4.13",
    module="z3",
    licence="MIT",
    trial=solves(plan, bound=2),
    endings=ENDINGS,
    plan=plan,
)
