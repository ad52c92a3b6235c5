"""What SAT and SMT solvers are asked, and how their answers read; ``sat`` and ``smt`` hold the encodings.

A plan is searched horizon by horizon, so that, one operator a step, the first plan is a shortest one, and
unsatisfiability at horizon k proves that there is none (Kautz and Selman, "Pushing the envelope", 1996).  A
set of positive cubes is inductive if the initial state contains none and no operator leads from a state that
contains none into one that does (Bradley, 2011; for planning Suda, 2014).
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from ...domains.planning.strips import Task
from .child import PACKAGE, in_child
from .outcome import Answer, Endings, EngineClaim, Proven, Refuted, Undecided, Why, meaning, no_plan
from .process import DEADLINE
from .query import Query, numbered, wire, witnessed
from .registry import require

ADAPTERS = {"sat": "sat", "z3": "smt"}
"""The module of each solver: ``solve_plan`` and ``solve_invariant`` there are the child's side."""
HORIZON = 400  # layers after which a search without a bound stops
INITIAL = "initial state"


def bounded_plan(engine: str, endings: Endings, query: Query, *, optimal: bool, **how: Any) -> Answer:
    """Search a plan horizon by horizon; without a bound it hardly ever proves that there is none.

    ``optimal`` says that the first plan is a shortest one; ``solve_plan`` gets ``how`` with the query.
    EngineMissingError without the solver.
    """
    require(engine)
    cut, bound = query.cut(), query.bound
    payload = {**wire(cut), **how, "bound": HORIZON if bound is None else bound}
    function = f"{PACKAGE}.{ADAPTERS[engine]}:solve_plan"
    result = in_child(function, payload, engine=engine, deadline=query.deadline)
    if isinstance(result, Undecided):
        return result
    code, horizon = result.value["code"], result.value["horizon"]
    ending = meaning(endings, code)
    if ending.verdict is EngineClaim.PLAN:
        steps = [cut.operators[number].name for number in result.value["plan"]]
        return witnessed(engine, cut, steps, bound=bound, optimal=optimal)
    if ending.verdict is EngineClaim.UNSOLVABLE:
        return Proven(engine, no_plan(None), ending.text)
    if ending.verdict is EngineClaim.NO_PLAN_WITHIN_BOUND:
        if bound is None:
            return Undecided(engine, Why.LIMIT, f"no plan within {horizon} layers, where the search stops")
        return Proven(engine, no_plan(bound), f"{ending.text} at horizon {horizon}", bound)
    return ending.undecided(engine, f"at horizon {horizon}")


def relaxed_solvable(payload: dict[str, Any]) -> bool:
    """Whether the goal can hold when nothing is deleted; if not, no horizon will ever do."""
    true, before = set(payload["init"]), -1
    while before != len(true):
        before = len(true)
        for pre, add, _ in payload["operators"]:
            if true.issuperset(pre):
                true.update(add)
    return true.issuperset(payload["goal"])


def check_invariant(
    engine: str, task: Task, cubes: Sequence[int], *, without: int = 0, deadline: float = DEADLINE
) -> Answer:
    """Whether no cube (bitmask) ever comes to hold, by induction over the operators not adding ``without``.

    Refuted with ``(operator, fact, ..)``, a step from a state without cubes into the cube of these facts (or
    ``("initial state", fact, ..)``), which is checked by hand.  EngineMissingError without the solver.
    """
    require(engine)
    for cube in cubes:
        if not cube & ~task.init:
            return Refuted(engine, (INITIAL, *task.names(cube)))
    payload = _obligations(task, cubes, without)
    function = f"{PACKAGE}.{ADAPTERS[engine]}:solve_invariant"
    result = in_child(function, payload, engine=engine, deadline=deadline)
    if isinstance(result, Undecided):
        return result
    if result.value == "unknown":
        return Undecided(engine, Why.GAVE_UP, "Z3 answered unknown")
    if result.value is None:
        statement = f"no state reachable contains any of {len(cubes)} cubes"
        return Proven(engine, statement, f"inductive under {len(payload['numbers'])} operators")
    operator, cube = task.operators[payload["numbers"][result.value[0]]], cubes[result.value[1]]
    weakest = operator.pre | (cube & ~operator.add)
    if not operator.add & cube or operator.delete & ~operator.add & cube:
        return Undecided(engine, Why.OUTPUT, f"{operator.name} does not bring about the cube it named")
    if any(not other & ~weakest for other in cubes):
        return Undecided(engine, Why.OUTPUT, f"{operator.name} needs a state that contains a cube already")
    return Refuted(engine, (operator.name, *task.names(cube)))


def _obligations(task: Task, cubes: Sequence[int], without: int) -> dict[str, Any]:
    """The query as JSON data: the facts in the cubes and in operators that could bring one about."""
    touched = reduce(or_, cubes, 0)
    every = enumerate(task.operators)
    chosen = [(number, op) for number, op in every if op.add & touched and not op.add & without]
    facts = reduce(or_, (operator.pre for _, operator in chosen), touched)
    numbers = numbered(facts)
    return {
        "facts": facts.bit_count(),
        "numbers": [number for number, _ in chosen],
        "operators": [[numbers(op.pre), numbers(op.add), numbers(op.delete & ~op.add)] for _, op in chosen],
        "cubes": list(map(numbers, cubes)),
    }
