"""The planners of unified-planning (Micheli et al., 2025), each as ``up:NAME``, in a killable child.

Statuses count strictly: only UNSOLVABLE_PROVEN proves, only SOLVED_OPTIMALLY vouches for a shortest plan,
every plan is replayed.  Even UNSOLVABLE_PROVEN must be borne out by the log: up-fast-downward reports it
whenever its driver ends with code 0 to 3 and no plan, which an uncaught exception does, so there the exit
code of the planner itself has to be seen.

``plan`` asks about a query, with edits; ``plan_problem`` about PDDL text.  Both send our own syntax tree,
since unified-planning's PDDL reader refuses some domains.
"""

from __future__ import annotations

from typing import Any

from ...domains.planning.pddl import parse
from ...domains.planning.plans import validate
from ...domains.planning.strips import Task
from ...domains.planning.tree import Problem
from ...instances.errors import EngineMissingError, UnsupportedError
from . import process
from .child import PACKAGE, Returned, in_child
from .exit_codes import Verdict, meaning
from .lifted_query import lifted_query
from .outcome import Answer, Proven, Refuted, Undecided, Why, no_plan
from .query import query, wire, witnessed
from .registry import engine, require

KEY = "up"
NO_ENGINE = "NO_ENGINE"
EXIT_CODES_IN_LOG = ("fast-downward", "symk")
"""Engines run by Fast Downward's driver, which logs how each part ended."""
PROOFS = ("translate exit code: 10", "search exit code: 11")


def plan(
    name: str,
    task: Task,
    *,
    goal: int | None = None,
    init: int | None = None,
    without: int = 0,
    bound: int | None = None,
    optimal: bool = False,
    deadline: float = process.DEADLINE,
    memory: int | None = process.MEMORY,
    problem: Problem | None = None,
) -> Answer:
    """Ask unified-planning's engine ``name`` about a query (`query.query`).

    With ``problem``, from which the task was grounded, the engine gets the lifted problem and grounds for
    itself, which is much faster; otherwise every operator is an action of its own.

    A bound is not passed on: a longer plan than it allows is Undecided, unless the engine vouches that it
    is a shortest one, which proves that there is none within the bound.  ``optimal`` states the plan's
    length as the metric to minimise.  EngineMissingError without the engine.
    """
    key = f"{KEY}:{name}"
    require(key)
    asked = query(task, goal=goal, init=init, without=without)
    try:
        exchanged = {"query": wire(asked)} if problem is None else lifted_query(problem, asked)
    except UnsupportedError:
        exchanged = {"query": wire(asked)}
    payload = {"engine": name, "optimal": optimal or bound is not None, **exchanged}
    found = _solve(key, payload, deadline, memory)
    if not isinstance(found, dict):
        return found
    if "query" in exchanged:
        steps = [asked.operators[int(action[1:])].name for action, *_ in found["plan"]]
    else:
        steps = _names(found["plan"])
    return _bounded(witnessed(key, asked, steps, optimal=found["optimal"]), bound)


def plan_problem(
    name: str,
    domain: str,
    problem: str,
    *,
    optimal: bool = False,
    deadline: float = process.DEADLINE,
    memory: int | None = process.MEMORY,
) -> Answer:
    """Ask the engine about PDDL text, read by us and sent lifted; the plan is replayed lifted as well."""
    key = f"{KEY}:{name}"
    require(key)
    payload = {"engine": name, "optimal": optimal, "domain": domain, "problem": problem, "avoided": []}
    found = _solve(key, payload, deadline, memory)
    if not isinstance(found, dict):
        return found
    steps = tuple(_names(found["plan"]))
    replay = validate(parse(domain, problem), steps)
    if replay.ok:
        return Refuted(key, steps, found["optimal"])
    where = f"step {replay.failed_step}, {replay.failed_literal or replay.code.value}"
    return Undecided(key, Why.OUTPUT, f"its plan does not replay: {where}")


def engines(*, deadline: float = process.DEADLINE) -> tuple[str, ...] | Undecided:
    """The names of the one-shot planners that unified-planning finds installed, sorted."""
    require(KEY)
    result = in_child(f"{PACKAGE}.unified:installed", None, engine=KEY, deadline=deadline)
    return tuple(result.value) if isinstance(result, Returned) else result


def _names(plan: list[list[str]]) -> list[str]:
    """The actions of a lifted plan by their canonical names."""
    return [f"({' '.join(part[2:] for part in action)})" for action in plan]


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
    """Run the engine: its plan as lists of names, or an answer without one."""
    result = in_child(f"{PACKAGE}.unified:solve", payload, engine=key, deadline=deadline, memory=memory)
    if isinstance(result, Undecided):
        return result
    status = result.value["status"]
    if status == NO_ENGINE:
        raise EngineMissingError(
            f"unified-planning knows no engine {payload['engine']!r}; {engine(key).mend}"
        )
    ending = meaning(KEY, status)
    message = str(result.value["message"])
    if ending.verdict is Verdict.UNSOLVABLE:
        if not _borne_out(payload["engine"], message):
            return Undecided(key, Why.CRASH, f"{status}, but its log does not bear it out: {message[-300:]}")
        return Proven(key, no_plan(None), f"status {status}")
    if ending.verdict is not Verdict.PLAN:
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

    from .exchange import grounded, lifted

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
