"""unified-planning's engines: statuses count strictly, plans are replayed, our tree replaces its reader."""

from typing import Any

import pytest

from certwright.domains.planning.grounding import ground
from certwright.domains.planning.pddl import parse
from certwright.domains.planning.strips import Operator, Task
from certwright.instances.errors import EngineMissingError
from certwright.verifiers.engines import registry, unified
from certwright.verifiers.engines.child import Returned
from certwright.verifiers.engines.outcome import Answer, Proven, Refuted, Undecided, Why
from certwright.verifiers.engines.query import Query
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
