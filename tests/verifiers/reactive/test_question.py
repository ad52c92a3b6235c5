"""Reactive questions: what is refused of a record, budgets, and literals as text."""

import pytest
from msgspec.structs import replace
from testkit.causal_worlds import AND, LATCH, OR
from testkit.reactive_questions import output, question

from certwright.instances.errors import RecordError
from certwright.verifiers.reactive.question import Interventions, Question, labelled


def asked(**query):
    return question(OR, (3, 1), "intervene", None, effect=output("o", 1), **query)


def refusal(instance, part=None):
    with pytest.raises(RecordError) as refused:
        made = Question.of(instance)
        if part is not None:
            getattr(made, part)
    field = refused.value.field
    return refused.value.args[0].removesuffix(f" (at {field})"), field


BUDGET = "a budget is a number of steps", "query.budget_timestep"
SETTINGS = "a budget of single settings is a number or null", "query.budget_atoms"


@pytest.mark.parametrize(
    ("query", "part", "told"),
    [
        ({}, "interventions", BUDGET),
        ({"budget_timestep": -1}, "interventions", BUDGET),
        ({"budget_timestep": True}, "interventions", BUDGET),
        ({"budget_timestep": 1, "budget_atoms": -1}, "interventions", SETTINGS),
        ({"budget_timestep": 1, "budget_atoms": 1.0}, "interventions", SETTINGS),
        ({"effect": "o"}, "effect", ("the query has no effect", "query.effect")),
        ({"trace": "11"}, None, ("the query has no trace", "query.trace")),
        (
            *({"outputs": ["1"]}, "outputs"),
            ("the claimed outputs are not as long as the trace", "query.outputs"),
        ),
    ],
)
def test_what_is_refused(query, part, told):
    instance = asked()
    assert refusal(replace(instance, query={**instance.query, **query}), part) == told


@pytest.mark.parametrize(
    "world", [{}, {"kind": "pddl", "hoa": ""}, {"kind": "hoa"}, {"kind": "hoa", "hoa": 1}]
)
def test_worlds_that_are_none(world):
    told = 'the world is not {"kind": "hoa", "hoa": text}', "world"
    assert refusal(replace(asked(), world=world)) == told


def test_a_question_has_what_the_record_says():
    made = Question.of(asked(budget_timestep=0, budget_atoms=0))
    assert (made.machine, made.trace, made.truth) == (OR, (3, 1), {})
    assert made.atoms(0b1101) == [[0, "a", 1], [1, "a", 1], [1, "b", 0]]
    assert made.first(0b1100) == "a@1" and made.first(0b1000) == "!b@1"
    asks = made.interventions
    assert (asks.budget, asks.budget_atoms, list(asks.inputs)) == (0, 0, ["a", "b"])
    assert asks.flipped(0b1010) == [[0, "b", 0], [1, "b", 1]]


def test_a_budget_is_exceeded_in_words():
    asks = Interventions(AND, (0, 0), None, 1, 2)
    assert asks.excess(1, 2) == "" and asks.excess(0, 0) == ""
    assert asks.excess(2, 9) == "2 timesteps are set, the budget is 1"
    assert asks.excess(1, 3) == "3 single settings are made, the budget is 2"
    assert Interventions(AND, (0, 0), None, 1).excess(1, 99) == ""


def test_the_number_of_certificates_within_the_budgets():
    effect = Question.of(asked()).effect
    assert Interventions(AND, (0, 0), effect, 2).size == 1
    assert Interventions(AND, (0, 0), effect, 2, 1).size == 0
    assert Interventions(AND, (0, 0), effect, 2, limit=0).size is None
    plain = Interventions(AND, (0, 0), effect, 2)
    assert plain.without_settings is plain
    assert Interventions(AND, (0, 0), effect, 2, 1).without_settings.size == 1
    assert Interventions(LATCH, (0, 0), effect, 2).size == 2


def test_golds_are_text_or_json():
    one = labelled({"kind": "x"}, [], 2, 1, gold=[[0, "a", 1]])
    assert (one.gold, one.grades.certified, one.grades.undecided, one.certificates) == (
        '[[0,"a",1]]',
        2,
        1,
        (),
    )
    assert labelled({}, [], 0, gold="none").gold == "none" and labelled({}, [], 0).gold is None
