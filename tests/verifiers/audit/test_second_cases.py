"""What a second planner is asked about an action of several cases: none of them is left out."""

from types import SimpleNamespace

import pytest

from certwright.domains.planning.grounding import ground
from certwright.domains.planning.pddl import parse_domain, parse_problem
from certwright.verifiers.audit.second.planning import CASES, Claim, _asked, claims
from certwright.verifiers.engines.outcome import Proven, Refuted, Undecided, Why

DOMAIN = """(define (domain shop) (:requirements :adl) (:predicates (on ?x) (lit) (dark))
 (:action go :parameters (?x) :precondition (or (on ?x) (lit)) :effect (and (dark) (not (on ?x))))
 (:action light :parameters () :precondition (dark) :effect (and (lit) (not (dark)))))"""
PROBLEM = """(define (problem p) (:domain shop) (:objects a)
 (:init (on a)) (:goal (lit)))"""


class Draw:
    def sample(self, items, count, *words):
        return list(items)[:count]


def subject(**truth):
    task = ground(parse_problem(PROBLEM, parse_domain(DOMAIN)))
    instance = SimpleNamespace(task="areach", query=truth.pop("query", {}), form="gen")
    return SimpleNamespace(instance=instance, task=task, truth=truth, draw=Draw())


def test_every_case_is_a_way_to_the_action():
    asked = subject(kind="closed_world", items=["(go a)"], undecided=["(light)"], listed="unreachable")
    cases = asked.task.by_name["(go a)"]
    assert len(cases) > 1
    (claim,) = claims(asked, 5)
    assert (claim.sentence, claim.plan_expected) == ("(go a) is unreachable", False)
    assert (claim.goal, *claim.others) == tuple(case.pre for case in cases)


PLAN, NONE = Refuted("e", ("(go a)",)), Proven("e", "no plan")
OPEN = Undecided("e", Why.TIME, "out of time")


@pytest.mark.parametrize(
    ("answers", "expected", "asked"),
    [
        ([NONE, PLAN, NONE], PLAN, 2),
        ([NONE, NONE, NONE], NONE, 3),
        ([OPEN, NONE, NONE], OPEN, 3),
        ([OPEN, PLAN, NONE], PLAN, 2),
        ([NONE, NONE, OPEN], OPEN, 3),
    ],
)
def test_a_plan_to_any_case_counts_and_none_to_all(answers, expected, asked):
    goals = []

    def plan(query):
        goals.append(query.goal)
        return answers[len(goals) - 1]

    task = subject().task
    assert _asked(plan, task, Claim("s", True, 1, others=(2, 4)), 1.0) is expected
    assert goals == [1, 2, 4][:asked]


def test_too_many_cases_stay_open():
    answer = _asked(None, None, Claim("s", True, 1, others=(1,) * CASES), 1.0)
    assert isinstance(answer, Undecided)
    assert answer.reason == "an action of more than 8 cases"
