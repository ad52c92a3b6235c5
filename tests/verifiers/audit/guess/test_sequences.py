"""Measures of sequences of actions and of what is left out of one, by their figures."""

from types import SimpleNamespace

from certwright.verifiers.audit.guess.features.sequences import of_plans, of_traces
from certwright.verifiers.audit.guess.question import Question

PLAN = ["(load a t)", "(drive t x)", "(drive t y)", "(drop a t)", "(load b u)", "(load b u)"]


def question(*options, goal=(("at", "a", "y"),)):
    worth = (1.0,) + (0.0,) * (len(options) - 1)
    made = Question(SimpleNamespace(family="planning"), options, ("",) * len(options), worth)
    made.__dict__["problem"] = SimpleNamespace(goal=goal)
    return made


def sequences(*plans):
    return of_plans(question(*({"actions": plan} for plan in plans)))


def test_repetitions_chains_and_the_goal():
    first, second = PLAN, ["(load a t)", "(fly u z)"]
    assert sequences(first, second) == {
        "actions": [6, 2],
        "actions that repeat": [1, 0],
        "neighbours about the same objects": [1, 0],
        "neighbours without a common object": [1, 1],
        "neighbours of the same name": [2, 0],
        "different actions by name": [3, 2],
        "the last action is about the goal": [0.0, 0.0],
        "actions about the goal": [0.5, 0.5],
        "objects of the goal that occur": [2, 1],
    }
    assert sequences(["(load a t)"], [])["the last action is about the goal"] == [1.0, 0.0]


def test_sequences_beside_each_other():
    one, two, three = ["(p a)", "(q b)"], ["(p a)", "(r b)"], ["(s c)", "(q b)", "(r b)"]
    measures = sequences(one, two, three)
    assert measures["actions that others do at the same step"] == [1.0, 0.5, 1 / 3]
    assert measures["actions that others do at all"] == [1.0, 1.0, 2 / 3]
    assert measures["actions of its own"] == [0, 0, 1]
    assert measures["steps away from the nearest"] == [1, 1, 2]
    assert measures["steps away from the farthest"] == [2, 3, 3]
    assert measures["steps away from all"] == [3, 4, 5]
    assert measures["options a step away"] == [1, 1, 0]
    assert measures["first step of its own"] == [2, 1, 0]
    assert measures["ends like others"] == [1, 2, 2]


def removals(*removed):
    return of_plans(question(*({"plan": PLAN, "remove": list(each)} for each in removed)))


def test_where_what_is_left_out_stands():
    measures = removals((0, 1), (1, 2), (4, 2))
    assert measures["actions left out"] == [1, 2, 2]
    assert measures["start"] == [0, 1, 4]
    assert measures["start, of the whole"] == [0, 1 / 6, 4 / 6]
    assert measures["away from the end"] == [5, 3, 0]
    assert measures["two neighbours about the same objects"] == [False, False, True]
    assert measures["the first two neighbours about the same objects"] == [False, False, True]
    assert measures["two neighbours, the objects in other order"] == [False, False, False]
    assert measures["same objects as the next"] == [False, False, False]
    assert measures["same objects as the one before"] == [False, False, False]
    assert measures["the same action stands elsewhere"] == [0, 0, 2]
    assert measures["objects that stand nowhere else"] == [0, 2, 0]
    assert measures["objects of the goal left out"] == [1, 1, 0]
    assert measures["before and after fit"] == [-1.0, 2, -1.0]
    assert measures["no object in common with what comes next"] == [False, False, False]
    assert measures["touches what others touch"] == [2, 3, 2]


def test_neighbours_about_the_same_objects():
    measures = removals((3, 1), (4, 1), (5, 1), (0, 2))
    assert measures["same objects as the next"] == [False, True, False, False]
    assert measures["same objects as the one before"] == [False, False, True, False]
    assert measures["no object in common with what comes next"] == [True, False, False, False]
    assert measures["before and after fit"] == [0, 0, -1.0, -1.0]
    turned = {"plan": ["(put a b)", "(take b a)", "(end)"]}
    swapped = of_plans(question({**turned, "remove": [0, 2]}, {**turned, "remove": [1, 1]}))
    assert swapped["two neighbours, the objects in other order"] == [True, False]
    assert "touches what others touch" not in swapped, "for more than two options"


def test_other_options_and_other_families_have_no_such_measures():
    assert of_plans(question({"fact": "(at a)"})) == {}
    bare = question({"actions": PLAN})
    bare.__dict__["problem"] = None
    assert of_plans(bare) == {}


def measured(many=1, family="reactive", **query):
    options = (query,) * many
    return of_traces(Question(SimpleNamespace(family=family, query=query), options, ("",) * many, (1.0, 0.0)))


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
