"""The planners of unified-planning (Micheli et al., 2025), each as ``up:NAME``, in a killable child.

Only UNSOLVABLE_PROVEN proves, only SOLVED_OPTIMALLY vouches for a shortest plan, every plan is replayed. Even
UNSOLVABLE_PROVEN must be borne out by the log: up-fast-downward reports it whenever its driver ends with code
0 to 3 and no plan, which an uncaught exception does.

A grounded query becomes a fluent for each fact and an action without parameters for each operator; our own
syntax tree goes over lifted, since unified-planning's PDDL reader refuses names that are used twice and some
type hierarchies.  As it wants all names distinct, every name gets a letter in front.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from ...domains.planning import tree
from ...domains.planning.atoms import is_negation
from ...domains.planning.atoms import parse as parse_atom
from ...domains.planning.pddl import parse
from ...domains.planning.strips import Task
from ...domains.planning.writer import write_domain, write_problem
from ...instances.errors import EngineMissingError, UnsupportedError
from .child import PACKAGE, Returned, in_child
from .outcome import Answer, Endings, EngineClaim, Meaning, Proven, Refuted, Undecided, Why, meaning, no_plan
from .process import DEADLINE
from .query import Cut, Query, wire, witnessed
from .registry import Engine, expect, require

KEY = "up"
ENDINGS: Endings = {
    "SOLVED_SATISFICING": Meaning(EngineClaim.PLAN, "plan found"),
    "SOLVED_OPTIMALLY": Meaning(EngineClaim.PLAN, "optimal plan found"),
    "UNSOLVABLE_PROVEN": Meaning(EngineClaim.UNSOLVABLE, "proven unsolvable"),
    "UNSOLVABLE_INCOMPLETELY": Meaning(Why.GAVE_UP, "stopped without a plan and without a proof"),
    "TIMEOUT": Meaning(Why.TIME, "out of time"),
    "MEMOUT": Meaning(Why.MEMORY, "out of memory"),
    "INTERNAL_ERROR": Meaning(Why.CRASH, "internal error of the engine"),
    "UNSUPPORTED_PROBLEM": Meaning(Why.UNSUPPORTED, "problem not supported by the engine"),
    "INTERMEDIATE": Meaning(Why.GAVE_UP, "only an intermediate result"),
}
PLANNERS = ("fast-downward", "symk", "pyperplan", "enhsp", "tamer", "lpg", "aries")
"""Planners of the distribution ``up-NAME``, the first part of theirs, which has a module named like it."""
NO_ENGINE = "NO_ENGINE"
EXIT_CODES_IN_LOG = ("fast-downward", "symk")  # run by Fast Downward's driver, which logs how each part ended
PROOFS = ("translate exit code: 10", "search exit code: 11")


def plan(name: str, query: Query) -> Answer:
    """Ask unified-planning's engine ``name``; EngineMissingError without it.

    With ``query.problem`` the engine gets the lifted problem and grounds for itself, which is much faster.  A
    bound is not passed on: a longer plan is Undecided, unless the engine vouches that it is a shortest one.
    ``optimal`` states the plan's length as the metric to minimise.
    """
    key = f"{KEY}:{name}"
    require(key)
    cut = query.cut()
    try:
        exchanged = {"query": wire(cut)} if query.problem is None else lifted_query(query.problem, cut)
    except UnsupportedError:
        exchanged = {"query": wire(cut)}
    result = _solve(key, {"engine": name, "optimal": query.shortest, **exchanged}, query.deadline)
    if not isinstance(result, dict):
        return result
    if "query" in exchanged:
        steps = [cut.operators[int(action[1:])].name for action, *_ in result["plan"]]
    else:  # every name has two characters in front
        steps = [f"({' '.join(part[2:] for part in action)})" for action in result["plan"]]
    return _bounded(witnessed(key, cut, steps, optimal=result["optimal"]), query.bound)


def engines(*, deadline: float = DEADLINE) -> tuple[str, ...] | Undecided:
    """The names of the one-shot planners that unified-planning finds installed, sorted."""
    require(KEY)
    result = in_child(f"{PACKAGE}.unified:installed", None, engine=KEY, deadline=deadline)
    return tuple(result.value) if isinstance(result, Returned) else result


def _bounded(answer: Answer, bound: int | None) -> Answer:
    """An answer about any plan as one about plans of at most ``bound`` steps."""
    if not isinstance(answer, Refuted) or bound is None or answer.cost <= bound:
        return answer
    if answer.optimal:
        return Proven(answer.engine, no_plan(bound), f"a shortest plan has {answer.cost} steps", bound)
    return Undecided(answer.engine, Why.GAVE_UP, f"found a plan of {answer.cost} steps, more than {bound}")


def _solve(key: str, payload: dict[str, Any], deadline: float) -> dict[str, Any] | Proven | Undecided:
    result = in_child(f"{PACKAGE}.unified:solve", payload, engine=key, deadline=deadline)
    if isinstance(result, Undecided):
        return result
    status = result.value["status"]
    if status == NO_ENGINE:
        name = payload["engine"]
        raise EngineMissingError(f"unified-planning knows no engine {name!r}; {named(name).mend}")
    ending = meaning(ENDINGS, status)
    message = str(result.value["message"])
    if ending.verdict is EngineClaim.UNSOLVABLE:
        if not _borne_out(payload["engine"], message):
            return Undecided(key, Why.CRASH, f"{status}, but its log does not bear it out: {message[-300:]}")
        return Proven(key, no_plan(None), f"status {status}")
    if ending.verdict is not EngineClaim.PLAN:
        return ending.undecided(key, message[-300:])
    if result.value["plan"] is None:
        return Undecided(key, Why.OUTPUT, f"status {status}, but no plan")
    return {"plan": result.value["plan"], "optimal": status == "SOLVED_OPTIMALLY"}


def _borne_out(name: str, log: str) -> bool:
    """Whether the log of an engine that claims to have proven unsolvability shows that it came to its end."""
    if name.startswith(EXIT_CODES_IN_LOG):
        return any(line.strip() in PROOFS for line in log.splitlines())
    return "Traceback" not in log


def solve(payload: dict[str, Any]) -> dict[str, Any]:
    """The child's side: rebuild the problem, run the engine, hand back status and plan."""
    import unified_planning.shortcuts as up
    from unified_planning.exceptions import UPException

    up.get_environment().credits_stream = None
    try:
        if "query" in payload:
            problem = grounded(payload["query"])
        else:
            problem = lifted(parse(payload["domain"], payload["problem"]), payload["avoided"])
    except UnsupportedError as error:
        return _status("UNSUPPORTED_PROBLEM", str(error))
    if payload["optimal"]:
        problem.add_quality_metric(up.MinimizeActionCosts({}, default=up.Int(1)))
    if payload["engine"] not in up.get_environment().factory.engines:
        return _status(NO_ENGINE)
    try:
        with up.OneshotPlanner(name=payload["engine"]) as planner:
            if not planner.supports(problem.kind):
                return _status("UNSUPPORTED_PROBLEM", f"features {sorted(problem.kind.features)}")
            result = planner.solve(problem)
    except UPException as error:
        return _status("INTERNAL_ERROR", str(error))
    log = "\n".join(message.message.strip()[-5000:] for message in result.log_messages or ())
    if result.plan is None:
        return _status(result.status.name, log)
    plan = [[step.action.name, *map(str, step.actual_parameters)] for step in result.plan.actions]
    return {**_status(result.status.name, log), "plan": plan}


def installed(_: None) -> list[str]:
    """The child's side of `engines`."""
    import unified_planning.shortcuts as up

    factory = up.get_environment().factory
    return sorted(name for name in factory.engines if factory.engine(name).is_oneshot_planner())


def _status(status: str, message: str = "") -> dict[str, Any]:
    return {"status": status, "message": message, "plan": None}


def lifted_query(problem: tree.Problem, cut: Cut) -> dict[str, Any]:
    """The query as PDDL texts ``domain`` and ``problem``, and ``avoided``, ground atoms that no step may add.

    ``problem`` is what the query's task was grounded from; its initial state and goal are exchanged for those
    of the query.  UnsupportedError when the complement of a negated fact is to be avoided.
    """
    task = cut.task
    edited = problem
    if cut.init != task.init:
        static = {fact for fact in problem.init if fact[0] not in problem.domain.fluents}
        edited = replace(edited, init=frozenset(static.union(_atoms(task, cut.init, negated=False))))
    if cut.goal != task.goal or cut.possible != task.goal_possible:
        goal, negative = (tuple(_atoms(task, cut.goal, negated=flag)) for flag in (False, True))
        edited = replace(edited, goal=goal, negative_goal=negative, static_goal=())
    if _atoms(task, cut.without, negated=True):
        raise UnsupportedError("the complement of a fact cannot be avoided in a lifted problem")
    return {
        "domain": write_domain(edited.domain),
        "problem": write_problem(edited),
        "avoided": [list(fact) for fact in _atoms(task, cut.without, negated=False)],
    }


def _atoms(task: Task, mask: int, *, negated: bool) -> list[tree.Fact]:
    """The atoms of a bitmask: those that stand for themselves, or those that stand for complements."""
    names = [name for name in task.names(mask) if is_negation(name) == negated]
    return [parse_atom(name.removeprefix("(not ").removesuffix(")") if negated else name) for name in names]


def grounded(payload: Mapping[str, Any]) -> Any:
    """A unified-planning problem for what `query.wire` wrote: facts ``f0..``, actions ``a0..``."""
    import unified_planning.shortcuts as up

    made = up.Problem()
    true = set(payload["init"])
    facts = [up.Fluent(f"f{number}") for number in range(payload["facts"])]
    for number, fact in enumerate(facts):
        made.add_fluent(fact, default_initial_value=number in true)
    for number, (pre, add, delete) in enumerate(payload["operators"]):
        action = up.InstantaneousAction(f"a{number}")
        for fact in pre:
            action.add_precondition(facts[fact])
        for fact in add:
            action.add_effect(facts[fact], True)
        for fact in delete:
            action.add_effect(facts[fact], False)
        made.add_action(action)
    for fact in payload["goal"]:
        made.add_goal(facts[fact])
    return made


def lifted(problem: tree.Problem, avoided: Sequence[Sequence[str]] = ()) -> Any:
    """A unified-planning problem for our syntax tree; no action may add one of the ``avoided`` ground atoms.

    UnsupportedError for types with several parents, and for terms that belong to several types.
    """
    return _Exchange(problem, avoided).problem()


class _Exchange:
    def __init__(self, problem: tree.Problem, avoided: Sequence[Sequence[str]]):
        import unified_planning.shortcuts as up

        self.up, self.source, self.avoided = up, problem, avoided
        self.types: dict[str, Any] = {tree.OBJECT: up.UserType(f"t_{tree.OBJECT}")}
        for name in problem.domain.parents:
            self.type(name)
        objects = problem.objects.items()
        self.objects = {name: up.Object(f"o_{name}", self.type(_single(types))) for name, types in objects}
        heads = problem.domain.predicates.items()
        self.fluents = {
            name: up.Fluent(f"f_{name}", up.BoolType(), **self.parameters(h)) for name, h in heads
        }

    def parameters(self, head: tree.Predicate | tree.Schema) -> dict[str, Any]:
        places = enumerate(head.parameters)
        return {f"x{place}": self.type(_single(parameter.types)) for place, parameter in places}

    def type(self, name: str) -> Any:
        if name not in self.types:
            parent = self.type(_single(self.source.domain.parents[name]))
            self.types[name] = self.up.UserType(f"t_{name}", parent)
        return self.types[name]

    def problem(self) -> Any:
        if self.source.domain.cased or self.source.choices:
            message = "unified-planning is used only for STRIPS: the actions or the goal need ADL"
            raise UnsupportedError(message)
        made = self.up.Problem()
        made.add_objects(self.objects.values())
        for fluent in self.fluents.values():
            made.add_fluent(fluent, default_initial_value=False)
        for schema in self.source.domain.schemas.values():
            made.add_action(self.action(schema))
        for fact in sorted(self.source.init):
            made.set_initial_value(self.atom(tree.Atom(fact[0], fact[1:]), {}), True)
        goal = [tree.Atom(fact[0], fact[1:]) for fact in self.source.goal]
        negative = [tree.Not(tree.Atom(fact[0], fact[1:])) for fact in self.source.negative_goal]
        for part in (*goal, *negative, *self.source.static_goal):
            made.add_goal(self.condition(part, {}))
        return made

    def action(self, schema: tree.Schema) -> Any:
        """An action; adding wins over deleting, which unified-planning would call a contradiction."""
        made = self.up.InstantaneousAction(f"a_{schema.name}", **self.parameters(schema))
        places = enumerate(schema.parameters)
        terms = {parameter.name: made.parameter(f"x{place}") for place, parameter in places}
        made.add_precondition(self.condition(schema.precondition, terms))
        for atom, fact in product(schema.add, self.avoided):
            same = self.equal(schema, atom, fact)
            if same is not None:
                made.add_precondition(self.up.Not(self.condition(same, terms)))
        for atom in schema.add:
            made.add_effect(self.atom(atom, terms), True)
        for atom in schema.delete:
            if atom not in schema.add:
                made.add_effect(self.atom(atom, terms), False)
        return made

    def equal(self, schema: tree.Schema, atom: tree.Atom, fact: Sequence[str]) -> tree.Condition | None:
        """When an atom of a schema names a ground fact; None when it never does."""
        if atom.predicate != fact[0]:
            return None
        ranges = {parameter.name: self.source.members(parameter.types) for parameter in schema.parameters}
        if any(name not in ranges.get(term, (term,)) for term, name in zip(atom.args, fact[1:], strict=True)):
            return None
        pairs = zip(atom.args, fact[1:], strict=True)
        return tree.And(tuple(tree.Equal(term, name) for term, name in pairs if term in ranges))

    def atom(self, atom: tree.Atom, terms: Mapping[str, Any]) -> Any:
        return self.fluents[atom.predicate](*(self.term(name, terms) for name in atom.args))

    def term(self, name: str, terms: Mapping[str, Any]) -> Any:
        return terms[name] if name in terms else self.objects[name]

    def condition(self, part: tree.Condition, terms: Mapping[str, Any]) -> Any:
        if isinstance(part, tree.Atom):
            return self.atom(part, terms)
        if isinstance(part, tree.Equal):
            return self.up.Equals(self.term(part.left, terms), self.term(part.right, terms))
        if isinstance(part, tree.Not):
            return self.up.Not(self.condition(part.part, terms))
        if not isinstance(part, (tree.And, tree.Or)):
            raise UnsupportedError("unified-planning is used without quantifiers")
        parts = [self.condition(inner, terms) for inner in part.parts]
        if isinstance(part, tree.And):
            return self.up.And(parts) if parts else self.up.TRUE()
        return self.up.Or(parts) if parts else self.up.FALSE()


def _single(types: Sequence[str]) -> str:
    if len(types) > 1:
        raise UnsupportedError(f"unified-planning has no place for several types at once: {' '.join(types)}")
    return types[0] if types else tree.OBJECT


def trial(deadline: float) -> str:
    """The names of the engines that are there."""
    names = engines(deadline=deadline)
    return expect(names, None) if isinstance(names, Undecided) else f"engines: {', '.join(names) or 'none'}"


def named(name: str) -> Engine:
    """The row of ``up:NAME``."""
    family = next((key for key in PLANNERS if name == key or name.startswith(f"{key}-")), name)
    distribution = f"up-{family}"
    return Engine(
        key=f"{KEY}:{name}",
        title=f"unified-planning's engine {name}",
        distribution=distribution,
        requirement=distribution,
        module=distribution.replace("-", "_") if family in PLANNERS else "unified_planning",
        licence="see its package",
        trial=trial,
        plan=partial(plan, name),
    )


ENGINE = Engine(
    key=KEY,
    title="unified-planning",
    distribution="unified-planning",
    requirement="unified-planning>=1.3,<2",
    module="unified_planning",
    licence="Apache-2.0",
    trial=trial,
    endings=ENDINGS,
    named=named,
)
