"""Planning and proof checking by SAT (PySAT with CaDiCaL), each call in a killable child.

A shortest plan is searched with ``sequential`` steps, of at most one operator each, so k layers have a model
exactly if there is a plan of at most k steps; any plan with ``parallel`` ones, where operators act together
that do not disturb each other in any order (for-all-step semantics; linear-size chains of Rintanen, Heljanko
and Niemela, 2006, section 3.2).  A layer has a variable for each fact, each operator and some auxiliary ones;
effect, precondition and explanatory frame axioms relate it to the facts of the next (Kautz and Selman, 1996).
The clauses of one step are written once and shifted from step to step: variables are numbered from 1, literal
``v`` with ``stride < |v| <= 2 * stride`` belongs to the next layer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from .outcome import Answer, Endings, EngineClaim, Meaning
from .query import Query
from .registry import Engine, solves
from .solvers import bounded_plan, relaxed_solvable

KEY = "sat"
SOLVER = "cadical195"
ENDINGS: Endings = {
    10: Meaning(EngineClaim.PLAN, "satisfiable"),
    20: Meaning(EngineClaim.NO_PLAN_WITHIN_BOUND, "unsatisfiable"),
    "relaxed": Meaning(EngineClaim.UNSOLVABLE, "the goal lies outside the delete relaxation"),
}


Clause = list[int]
Effects = Sequence[Sequence[int]]
"""An operator as `query.wire` writes it: preconditions, additions, deletions, each a list of fact numbers."""


@dataclass(frozen=True)
class StepClauses:
    """The clauses of one step and the size of a layer."""

    facts: int
    operators: int
    stride: int
    clauses: list[Clause]

    def fact(self, fact: int, layer: int) -> int:
        """The variable of a fact in a layer."""
        return layer * self.stride + fact + 1

    def operator(self, operator: int, layer: int) -> int:
        """The variable that says that an operator acts in a layer."""
        return layer * self.stride + self.facts + operator + 1

    def at(self, layer: int) -> Iterator[Clause]:
        """The clauses of the step from a layer to the next."""
        offset = layer * self.stride
        for clause in self.clauses:
            yield [literal + offset if literal > 0 else literal - offset for literal in clause]


def sequential(facts: int, operators: Sequence[Effects]) -> StepClauses:
    """At most one operator acts in a step."""
    return _step(facts, operators, _at_most_one)


def parallel(facts: int, operators: Sequence[Effects]) -> StepClauses:
    """Operators act together if none disturbs another: then they can be carried out in any order."""

    def undisturbed(first: int, variables: Sequence[int]) -> list[Clause]:
        readers, deleters = _by_fact(facts, operators, 0), _by_fact(facts, operators, 2)
        clauses: list[Clause] = []
        for fact in range(facts):
            if readers[fact] and deleters[fact]:
                for order in (1, -1):
                    chain = _chain(deleters[fact][::order], readers[fact][::order], order, variables, first)
                    first += len(readers[fact])
                    clauses += chain
        return clauses

    return _step(facts, operators, undisturbed)


def _step(
    facts: int, operators: Sequence[Effects], together: Callable[[int, Sequence[int]], list[Clause]]
) -> StepClauses:
    """A step whose operators may act together as ``together`` says, given its first auxiliary variable."""
    variables = [facts + number + 1 for number in range(len(operators))]
    exclusions = together(facts + len(operators) + 1, variables)
    stride = max([facts + len(operators), *(abs(literal) for clause in exclusions for literal in clause)])
    clauses: list[Clause] = []
    for variable, (pre, add, delete) in zip(variables, operators, strict=True):
        clauses += [[-variable, fact + 1] for fact in pre]
        clauses += [[-variable, stride + fact + 1] for fact in add]
        clauses += [[-variable, -(stride + fact + 1)] for fact in delete]
    adders, deleters = _by_fact(facts, operators, 1), _by_fact(facts, operators, 2)
    for fact in range(facts):
        now, then = fact + 1, stride + fact + 1
        clauses.append([-then, now, *(variables[number] for number in adders[fact])])
        clauses.append([then, -now, *(variables[number] for number in deleters[fact])])
    return StepClauses(facts, len(operators), stride, clauses + exclusions)


def _by_fact(facts: int, operators: Sequence[Effects], part: int) -> list[list[int]]:
    """For each fact the operators that mention it in one part."""
    numbers: list[list[int]] = [[] for _ in range(facts)]
    for number, operator in enumerate(operators):
        for fact in operator[part]:
            numbers[fact].append(number)
    return numbers


def _at_most_one(first: int, variables: Sequence[int]) -> list[Clause]:
    """The ladder of Sinz (2005): auxiliary i says that one of the variables up to i is true."""
    clauses: list[Clause] = []
    for position, variable in enumerate(variables):
        ladder = first + position
        clauses.append([-variable, ladder])
        if position:
            clauses += [[-(ladder - 1), ladder], [-(ladder - 1), -variable]]
    return clauses


def _chain(
    deleters: Iterable[int], readers: Sequence[int], order: int, variables: Sequence[int], first: int
) -> list[Clause]:
    """No reader of a fact acts with a deleter before it; auxiliary j: a deleter before reader j acts."""
    clauses: list[Clause] = []
    for position, reader in enumerate(readers):
        disturbed = first + position
        clauses.append([-disturbed, -variables[reader]])
        if position + 1 < len(readers):
            clauses.append([-disturbed, disturbed + 1])
    after = 0
    for deleter in deleters:
        while after < len(readers) and (readers[after] - deleter) * order <= 0:
            after += 1
        if after < len(readers):
            clauses.append([-variables[deleter], first + after])
    return clauses


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
                true, every = set(solver.get_model()), product(range(horizon), range(step.operators))
                # within a layer any order will do
                acting = [operator for layer, operator in every if step.operator(operator, layer) in true]
                return {"code": 10, "horizon": horizon, "plan": acting}
            for clause in step.at(horizon):
                solver.add_clause(clause)
    return {"code": 20, "horizon": payload["bound"]}


def solve_invariant(payload: dict[str, Any]) -> list[int] | None:
    """The child's side of `check_invariant`: the numbers of an operator and a cube that break it, or None."""
    from pysat.solvers import Solver

    operators, cubes = payload["operators"], payload["cubes"]
    step = sequential(payload["facts"], operators)
    acts = [step.operator(number, 0) for number in range(len(operators))]
    holds = [2 * step.stride + number + 1 for number in range(len(cubes))]
    clauses = [*step.at(0), acts, holds, *([-step.fact(fact, 0) for fact in cube] for cube in cubes)]
    clauses += [[-hold, step.fact(fact, 1)] for hold, cube in zip(holds, cubes, strict=True) for fact in cube]
    with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
        if not operators or not solver.solve():
            return None
        true = set(solver.get_model())
    chosen = ([number for number, name in enumerate(names) if name in true] for names in (acts, holds))
    return [numbers[0] for numbers in chosen]


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
