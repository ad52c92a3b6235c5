"""Measures of yes/no questions about reactive systems, by their figures."""

from types import SimpleNamespace

from certwright.verifiers.audit.guess.features.traces import measure
from certwright.verifiers.audit.guess.question import Question


def measured(many=1, family="reactive", **query):
    options = (query,) * many
    return measure(Question(SimpleNamespace(family=family, query=query), options, ("",) * many, (1.0, 0.0)))


def test_counts_in_a_trace():
    measures = measured(trace=["10", "11", "01"])
    assert {name: value for name, value in measures.items() if name.endswith("trace")} == {
        "ones in trace": [4 / 6],
        "ones at the end of trace": [1],
        "changes in trace": [2 / 3],
        "different steps in trace": [1.0],
        "steps in trace": [3],
    }
    assert measures["ones in outputs"] == [0.0] and measures["steps in outputs"] == [1]
    assert "step of the literal" not in measures


def test_a_literal_beside_the_effect():
    told = {"trace": ["1", "1", "0"], "literal": [1, "r", 0]}
    measures = measured(**told, effect={"ap": "or", "value": 1, "at": 0})
    assert [measures[name] for name in measures if "literal" in name or "effect" in name] == [
        *([1], [0], [-1], [1.0], [1], [0.0], [1.0]),
    ]
    measures = measured(**told, effect={"formula": "F g"})
    assert measures["steps from the literal to the effect"] == [1]
    assert measures["the literal is after the effect"] == [0.0]
    assert measures["the effect is a formula"] == [1.0] and measures["the effect wants a one"] == [0]
    assert measures["the formula names the literal"] == [0.0]


def test_other_questions_have_no_such_measures():
    assert measured(many=2, trace=["1"]) == {}
    assert measured(family="planning", trace=["1"]) == {}
