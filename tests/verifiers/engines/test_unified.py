"""unified-planning's engines: statuses count strictly, plans are replayed, our tree replaces its reader."""

from itertools import product
from typing import Any

import pytest

from certwright.domains.planning.grounding import ground
from certwright.domains.planning.pddl import parse
from certwright.domains.planning.strips import Operator, Task
from certwright.instances.errors import EngineMissingError, UnsupportedError
from certwright.verifiers.engines import registry, unified
from certwright.verifiers.engines.child import Returned
from certwright.verifiers.engines.outcome import Answer, Proven, Refuted, Undecided, Why
from certwright.verifiers.engines.query import Query, wire
from certwright.verifiers.engines.unified import lifted_query

SWAP = Task(("(a)", "(b)"), (Operator("(ab)", 1, 2, 1), Operator("(ba)", 2, 1, 2)), 1, 2)

ROADS = """(define (domain roads) (:requirements :typing :equality :negative-preconditions)
(:types vehicle place - object car truck - vehicle) (:constants depot - place)
(:predicates (at ?v - vehicle ?p - place) (road ?p ?q - place) (fuelled ?v - vehicle) (fuel ?v - vehicle))
(:action fuel :parameters (?v - vehicle) :precondition (and (at ?v depot) (not (fuelled ?v)))
 :effect (and (fuelled ?v)))
(:action drive :parameters (?v - vehicle ?p ?q - place)
 :precondition (and (at ?v ?p) (fuelled ?v) (not (= ?p ?q)) (or (road ?p ?q) (road ?q ?p)))
 :effect (and (at ?v ?q) (not (at ?v ?p)) (not (fuelled ?v)))))"""
TRIP = """(define (problem trip) (:domain roads) (:objects c - car t - truck x y - place)
(:init (at c depot) (at t x) (road depot x) (road x y) (fuelled t) (fuel c))
(:goal (and (at c x) (at t depot))))"""
"""Names are used twice on purpose: ``fuel`` is a predicate and an action, ``c`` and ``car`` begin alike."""


@pytest.mark.long
def test_the_lifted_exchange_solves_with_every_edit() -> None:
    problem = parse(ROADS, TRIP)
    task = ground(problem)
    plain = unified.plan("fast-downward-opt", Query(task, optimal=True, problem=problem))
    assert isinstance(plain, Refuted)
    assert (plain.cost, plain.optimal) == (3, True)
    assert plain.witness[-1] in ("(drive c depot x)", "(drive t x depot)")
    fuelled = task.mask(["(fuelled t)"])
    state = task.by_name["(drive t x depot)"][0].apply(task.init)
    back = unified.plan("fast-downward", Query(task, init=state, goal=fuelled, problem=problem))
    assert isinstance(back, Refuted)
    assert back.witness == ("(fuel t)",)
    stuck = unified.plan("fast-downward", Query(task, without=task.mask(["(fuelled c)"]), problem=problem))
    assert isinstance(stuck, Proven)
    assert stuck.bound is None


def test_the_grounded_exchange_agrees() -> None:
    task = ground(parse(ROADS, TRIP))
    answer = unified.plan("fast-downward-opt", Query(task, bound=2))
    assert isinstance(answer, Proven)
    assert answer.bound == 2


def test_edits_of_a_query_stand_in_the_text() -> None:
    problem = parse(ROADS, TRIP)
    task = ground(problem)
    avoided = task.mask(["(at c y)"])
    init, goal = task.mask(["(at c x)"]), task.mask(["(not (fuelled c))"])
    asked = Query(task, init=init, goal=goal, without=avoided).cut()
    sent = lifted_query(problem, asked)
    read = parse(sent["domain"], sent["problem"])
    assert read.fluent_init == {("at", "c", "x")}
    assert (read.goal, read.negative_goal) == ((), (("fuelled", "c"),))
    assert ("road", "x", "y") in read.init
    assert sent["avoided"] == [["at", "c", "y"]]


def claim(monkeypatch: pytest.MonkeyPatch, name: str = "fast-downward", **claimed: Any) -> Answer:
    """What becomes of a result that the child claims."""
    result = {"status": "SOLVED_SATISFICING", "message": "", "plan": None, **claimed}
    monkeypatch.setattr(unified, "in_child", lambda *_, **__: Returned(result))
    monkeypatch.setattr(unified, "require", lambda _: None)
    return unified.plan(name, Query(SWAP))


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ("UNSOLVABLE_INCOMPLETELY", Why.GAVE_UP),
        ("TIMEOUT", Why.TIME),
        ("MEMOUT", Why.MEMORY),
        ("INTERNAL_ERROR", Why.CRASH),
        ("UNSUPPORTED_PROBLEM", Why.UNSUPPORTED),
        ("INTERMEDIATE", Why.GAVE_UP),
        ("A_NEW_STATUS", Why.CRASH),
        ("SOLVED_OPTIMALLY", Why.OUTPUT),
    ],
)
def test_other_statuses_are_undecided(status: str, why: Why, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = claim(monkeypatch, status=status)
    assert isinstance(answer, Undecided)
    assert answer.why is why


def test_a_claim_of_unsolvability_needs_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = {"status": "UNSOLVABLE_PROVEN"}
    assert isinstance(claim(monkeypatch, **proof, message="x\nsearch exit code: 11\ny"), Proven)
    assert isinstance(claim(monkeypatch, **proof, message="translate exit code: 10"), Proven)
    for log in ("", "Traceback (most recent call last): no module named driver", "search exit code: 12"):
        assert isinstance(claim(monkeypatch, **proof, message=log), Undecided)
    assert isinstance(claim(monkeypatch, "pyperplan", **proof), Proven)
    assert isinstance(claim(monkeypatch, "pyperplan", **proof, message="Traceback"), Undecided)


def test_a_driver_that_crashes_proves_nothing() -> None:
    assert not unified._borne_out("fast-downward-opt", "ModuleNotFoundError: No module named 'driver'")


def test_a_wrong_plan_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(claim(monkeypatch, plan=[["a0"]]), Refuted)
    assert isinstance(claim(monkeypatch, plan=[]), Undecided)
    assert isinstance(claim(monkeypatch, plan=[["a0"], ["a0"]]), Undecided)


def test_an_engine_that_is_not_installed_is_missing() -> None:
    with pytest.raises(EngineMissingError, match="pip install"):
        registry.planner("up:no-such-planner")(Query(SWAP))
    if not registry.present("up:pyperplan"):
        with pytest.raises(EngineMissingError, match='pip install "up-pyperplan"'):
            registry.planner("up:pyperplan")


def test_a_deadline_is_undecided() -> None:
    answer = registry.planner("up:fast-downward")(Query(SWAP, deadline=0.2))
    assert isinstance(answer, Undecided)
    assert answer.why is Why.TIME


def holds(node: Any, true: frozenset[str]) -> bool:
    """Whether a condition of unified-planning holds in a state, given as the texts of its facts."""
    if node.is_and() or node.is_or():
        parts = [holds(part, true) for part in node.args]
        return all(parts) if node.is_and() else any(parts)
    if node.is_not():
        return not holds(node.arg(0), true)
    if node.is_equals():
        return str(node.arg(0)) == str(node.arg(1))
    return node.bool_constant_value() if node.is_bool_constant() else str(node) in true


def graph(made: Any) -> dict[frozenset[str], dict[str, frozenset[str]]]:
    """The states of a problem of unified-planning with their steps, by trying out all actions."""
    first = frozenset(str(fact) for fact, value in made.initial_values.items() if value.is_true())
    found: dict[frozenset[str], dict[str, frozenset[str]]] = {}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        found[state] = {}
        for action in made.actions:
            for chosen in product(*(made.objects(parameter.type) for parameter in action.parameters)):
                bound = {
                    made.environment.expression_manager.ParameterExp(parameter): value
                    for parameter, value in zip(action.parameters, chosen, strict=True)
                }
                if not all(holds(part.substitute(bound), state) for part in action.preconditions):
                    continue
                effects = [
                    (str(effect.fluent.substitute(bound)), effect.value.is_true())
                    for effect in action.effects
                ]
                gone = {fact for fact, value in effects if not value}
                after = state - gone | {fact for fact, value in effects if value}
                found[state][f"({' '.join([action.name, *map(str, chosen)])})"] = after
                waiting.append(after)
    return found


def own_graph(task: Task, without: int = 0) -> dict[int, dict[str, int]]:
    """The states of a task with the steps that add none of the facts ``without``."""
    found: dict[int, dict[str, int]] = {}
    waiting = [task.init]
    while waiting:
        state = waiting.pop()
        if state not in found:
            ways = [op for op in task.applicable(state) if not op.add & without]
            found[state] = {op.name: op.apply(state) for op in ways}
            waiting += found[state].values()
    return found


def renamed(text: str) -> str:
    """The name of a step without the letters in front of every name."""
    return f"({' '.join(part[2:] for part in text[1:-1].split())})"


@pytest.mark.parametrize("avoided", ([], ["(at c y)"], ["(fuelled t)", "(at c depot)"]))
def test_the_lifted_problem_has_our_states_and_steps(avoided: list[str]) -> None:
    pytest.importorskip("unified_planning")
    problem = parse(ROADS, TRIP)
    task = ground(problem)
    without = task.mask(avoided)
    made = unified.lifted(problem, lifted_query(problem, Query(task, without=without).cut())["avoided"])
    ours, theirs = own_graph(task, without), graph(made)
    assert len(theirs) == len(ours) > 5
    names = {state: frozenset(map(renamed, steps)) for state, steps in theirs.items()}
    assert sorted(map(sorted, names.values())) == sorted(sorted(steps) for steps in ours.values())
    goals = [state for state in theirs if all(holds(goal, state) for goal in made.goals)]
    assert len(goals) == sum(map(task.satisfied, ours))


def test_the_grounded_problem_is_the_query() -> None:
    pytest.importorskip("unified_planning")
    task = ground(parse(ROADS, TRIP))
    cut = Query(task).cut()
    made = unified.grounded(wire(cut))
    ours, theirs = own_graph(task), graph(made)
    steps = {f"(a{number})": operator.name for number, operator in enumerate(cut.operators)}
    shown = sorted(sorted(steps[name] for name in ways) for ways in theirs.values())
    assert shown == sorted(sorted(ways) for ways in ours.values())
    goals = [state for state in theirs if all(holds(goal, state) for goal in made.goals)]
    assert len(goals) == sum(map(task.satisfied, ours))


def test_what_the_exchange_cannot_say_is_refused() -> None:
    pytest.importorskip("unified_planning")
    either = ROADS.replace("(fuel ?v", "(seen ?v - (either car truck)) (fuel ?v")
    with pytest.raises(
        UnsupportedError, match=r"^unified-planning has no place for several types at once: car truck$"
    ):
        unified.lifted(parse(either, TRIP))
    adl = ROADS.replace(":effect (and (fuelled ?v))", ":effect (when (fuel ?v) (fuelled ?v))")
    adl = adl.replace("(:requirements", "(:requirements :conditional-effects")
    with pytest.raises(UnsupportedError, match=r"^unified-planning is used only for STRIPS"):
        unified.lifted(parse(adl, TRIP))


def test_the_childs_side_says_how_it_ended() -> None:
    pytest.importorskip("unified_planning")
    asked = {"engine": "no-such", "optimal": True, "query": wire(Query(SWAP).cut())}
    assert unified.solve(asked) == {"status": "NO_ENGINE", "message": "", "plan": None}
    either = ROADS.replace("(fuel ?v", "(seen ?v - (either car truck)) (fuel ?v")
    lifted = {"engine": "no-such", "optimal": False, "domain": either, "problem": TRIP, "avoided": []}
    answer = unified.solve(lifted)
    assert (answer["status"], answer["plan"]) == ("UNSUPPORTED_PROBLEM", None)
    assert answer["message"].startswith("unified-planning has no place for several types")


def test_steps_of_a_lifted_plan_are_named_as_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = parse(ROADS, TRIP)
    task = ground(problem)
    plan = [["a_drive", "o_t", "o_x", "o_depot"], ["a_fuel", "o_c"], ["a_drive", "o_c", "o_depot", "o_x"]]
    result = {"status": "SOLVED_OPTIMALLY", "message": "", "plan": plan}
    monkeypatch.setattr(unified, "in_child", lambda *_, **__: Returned(result))
    monkeypatch.setattr(unified, "require", lambda _: None)
    answer = unified.plan("x", Query(task, optimal=True, problem=problem))
    steps = ("(drive t x depot)", "(fuel c)", "(drive c depot x)")
    assert answer == Refuted("up:x", steps, optimal=True)
    assert unified.plan("x", Query(task, bound=2, problem=problem)) == Proven(
        "up:x", "no plan of at most 2 steps reaches the goal", "a shortest plan has 3 steps", 2
    )
    result["status"] = "SOLVED_SATISFICING"
    assert unified.plan("x", Query(task, bound=2, problem=problem)) == Undecided(
        "up:x", Why.GAVE_UP, "found a plan of 3 steps, more than 2"
    )
    assert isinstance(unified.plan("x", Query(task, bound=3, problem=problem)), Refuted)


def test_the_complement_of_a_fact_cannot_be_avoided_in_a_lifted_problem(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So the engine gets the grounded task, where there is no such thing."""
    problem = parse(ROADS, TRIP)
    task = ground(problem)
    query = Query(task, without=task.mask(["(not (fuelled c))"]), problem=problem)
    with pytest.raises(
        UnsupportedError, match="the complement of a fact cannot be avoided in a lifted problem"
    ):
        lifted_query(problem, query.cut())
    sent: list[dict[str, Any]] = []

    def child(function: str, payload: dict[str, Any], **limits: Any) -> Returned:
        sent.append(payload)
        return Returned({"status": "TIMEOUT", "message": "", "plan": None})

    monkeypatch.setattr(unified, "in_child", child)
    monkeypatch.setattr(unified, "require", lambda _: None)
    unified.plan("x", query)
    unified.plan("x", Query(task, problem=problem))
    unified.plan("x", Query(task, optimal=True))
    assert [sorted(payload) for payload in sent] == [
        ["engine", "optimal", "query"],
        ["avoided", "domain", "engine", "optimal", "problem"],
        ["engine", "optimal", "query"],
    ]
    assert sent[0]["query"] == wire(query.cut()) and [payload["optimal"] for payload in sent] == [
        False,
        False,
        True,
    ]


class Planner:
    """A planner of unified-planning, as its factory gives one."""

    def __init__(self, supported: bool = True, fault: Exception | None = None):
        self.supported, self.fault = supported, fault

    def __enter__(self) -> "Planner":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def supports(self, kind: Any) -> bool:
        return self.supported

    def solve(self, problem: Any) -> Any:
        assert self.fault is not None
        raise self.fault


@pytest.mark.parametrize(
    ("supported", "status", "message"),
    [(False, "UNSUPPORTED_PROBLEM", "features ['ACTION"), (True, "INTERNAL_ERROR", "it broke")],
)
def test_how_the_child_says_that_a_planner_failed(
    monkeypatch: pytest.MonkeyPatch, supported: bool, status: str, message: str
) -> None:
    shortcuts = pytest.importorskip("unified_planning.shortcuts")
    fault = pytest.importorskip("unified_planning.exceptions").UPException("it broke")
    planner, asked = Planner(supported, fault), list[str]()
    engine = next(iter(shortcuts.get_environment().factory.engines))
    monkeypatch.setattr(shortcuts, "OneshotPlanner", lambda *, name: asked.append(name) or planner)
    payload = {"engine": engine, "optimal": True, "query": wire(Query(SWAP).cut())}
    found = unified.solve(payload)
    assert (found["status"], found["plan"], asked) == (status, None, [engine])
    assert found["message"].startswith(message)
    missing = unified.solve({**payload, "engine": "no-such-planner"})
    assert missing == {"status": unified.NO_ENGINE, "message": "", "plan": None}


def test_a_condition_that_is_no_plain_one_is_refused() -> None:
    exchange = unified._Exchange(parse(ROADS, TRIP), ())
    with pytest.raises(UnsupportedError, match="unified-planning is used without quantifiers"):
        exchange.condition(object(), {})  # type: ignore[arg-type]
