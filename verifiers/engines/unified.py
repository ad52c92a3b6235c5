"""The planners of unified-planning (Micheli et al., 2025), each as ``up:NAME``, in a killable child.

Only UNSOLVABLE_PROVEN proves, only SOLVED_OPTIMALLY vouches for a shortest plan, every plan is replayed. Even
UNSOLVABLE_PROVEN must be borne out by the log: up-fast-downward reports it whenever its driver ends with code
0 to 3 and no plan, which an uncaught exception does.
"""

from functools import partial
from typing import Any

from ...domains.planning.pddl import parse
from ...instances.errors import EngineMissingError, UnsupportedError
from . import process
from .child import PACKAGE, Returned, in_child
from .exchange import grounded, lifted, lifted_query
from .outcome import Answer, Endings, EngineClaim, Meaning, Proven, Refuted, Undecided, Why, meaning, no_plan
from .query import Query, wire, witnessed
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
PLANNERS = {
    "fast-downward": ("up_fast_downward", "up-fast-downward"),
    "symk": ("up_symk", "up-symk"),
    "pyperplan": ("up_pyperplan", "up-pyperplan"),
    "enhsp": ("up_enhsp", "up-enhsp"),
    "tamer": ("up_tamer", "up-tamer"),
    "lpg": ("up_lpg", "up-lpg"),
    "aries": ("up_aries", "up-aries"),
}  # planners of unified-planning by the first part of their name: module and distribution
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
    payload = {"engine": name, "optimal": query.shortest, **exchanged}
    result = _solve(key, payload, query.deadline, query.memory)
    if not isinstance(result, dict):
        return result
    if "query" in exchanged:
        steps = [cut.operators[int(action[1:])].name for action, *_ in result["plan"]]
    else:  # every name has two characters in front
        steps = [f"({' '.join(part[2:] for part in action)})" for action in result["plan"]]
    return _bounded(witnessed(key, cut, steps, optimal=result["optimal"]), query.bound)


def engines(*, deadline: float = process.DEADLINE) -> tuple[str, ...] | Undecided:
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


def _solve(
    key: str, payload: dict[str, Any], deadline: float, memory: int | None
) -> dict[str, Any] | Proven | Undecided:
    result = in_child(f"{PACKAGE}.unified:solve", payload, engine=key, deadline=deadline, memory=memory)
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
    plan = [
        [step.action.name, *(str(argument) for argument in step.actual_parameters)]
        for step in result.plan.actions
    ]
    return {**_status(result.status.name, log), "plan": plan}


def installed(_: None) -> list[str]:
    """The child's side of `engines`."""
    import unified_planning.shortcuts as up

    factory = up.get_environment().factory
    return sorted(name for name in factory.engines if factory.engine(name).is_oneshot_planner())


def _status(status: str, message: str = "") -> dict[str, Any]:
    return {"status": status, "message": message, "plan": None}


def trial(deadline: float) -> str:
    """The names of the engines that are there."""
    names = engines(deadline=deadline)
    if isinstance(names, Undecided):
        return expect(names, None)
    return f"engines: {', '.join(names) or 'none'}"


def named(name: str) -> Engine:
    """The row of ``up:NAME``."""
    family = next((key for key in PLANNERS if name == key or name.startswith(f"{key}-")), name)
    module, distribution = PLANNERS.get(family, ("unified_planning", f"up-{name}"))
    return Engine(
        key=f"{KEY}:{name}",
        title=f"unified-planning's engine {name}",
        distribution=distribution,
        requirement=distribution,
        module=module,
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
