"""What an option shares with the goal, the state, the question and the text around it, by its figures."""

from types import SimpleNamespace

import pytest

from certwright.verifiers.audit.guess.features.words import atoms_of, context
from certwright.verifiers.audit.guess.question import Question

INIT = {("at", "a", "x"), ("at", "b", "y"), ("road", "x", "y")}
GOAL = (("at", "a", "y"), ("at", "b", "y"))
PROBLEM = SimpleNamespace(init=INIT, fluent_init=INIT - {("road", "x", "y")}, goal=GOAL)


def question(*options, texts=None, problem=None, context="", asked="", **query):
    prompt = SimpleNamespace(context=context, question=asked)
    texts = texts or tuple(map(str, options))
    worth = (1.0,) * max(2, len(options))
    made = Question(SimpleNamespace(prompt=prompt, query=query), options, texts, worth)
    made.__dict__["problem"] = problem
    return made


def test_words_of_the_prompt():
    options = ({"fact": "(p)"}, {"fact": "(q)"}, {"fact": "(r)"})
    texts = ("red box", "blue box", "")
    measures = context(question(*options, texts=texts, context="box box red", asked="a red box?"))
    assert measures == {
        "frequency of its words": [1.5, 1.0, 0.0],
        "rarest word": [1, 0, 0],
        "words of the question": [0.5, 0.0, 0.0],
    }
    assert context(question({"picture": ["a"]})) == {}


def test_the_words_of_a_yes_no_question_are_not_its_own():
    assert context(question({"fact": "(p)"}, texts=("red",), asked="red"))["words of the question"] == [0.0]


def test_objects_of_the_goal_and_of_the_state():
    options = ({"facts": ["(at a y)", "(at a x)"]}, {"fact": "(at b y)"}, {"fact": "(in c c)"})
    options = (*options, {"text": "None"})
    measures = context(question(*options, problem=PROBLEM, action="(drive a x)"))
    assert {name: measures[name] for name in list(measures)[3:]} == {
        "objects of the goal": [0.75, 1.0, 0.0, 0.0],
        "number of objects of the goal": [2, 2, 0, 0],
        "objects of the goal, counted": [4, 3, 0, 0],
        "objects of the unmet goal": [0.75, 0.5, 0.0, 0.0],
        "objects of the state": [1.0, 1.0, 0.0, 0.0],
        "rarest object of the state": [1, 1, 0, 0],
        "rarest object of all facts": [1, 1, 0, 0],
        "an object that no fact names": [False, False, True, False],
        "predicates of the state": [2.0, 2.0, 0.0, 0.0],
        "facts that hold": [0.5, 1.0, 0.0, 0.0],
        "facts of the goal": [0.5, 1.0, 0.0, 0.0],
        "objects of the question": [0.75, 0.0, 0.0, 0.0],
        "one object twice": [0, 0, 1, 0],
        "objects twice in all": [1, 0, 1, 0],
        "facts or actions": [2, 1, 1, 0],
        "facts or actions of one name": [1, 0, 0, 0],
        "facts about one first object": [1, 0, 0, 0],
        "facts about one last object": [0, 0, 0, 0],
    }


@pytest.mark.parametrize(
    ("option", "rows"),
    [
        ({"plan": ["(a x)", "(b y)", "(c z)"], "remove": [1, 2]}, [("b", "y"), ("c", "z")]),
        ({"actions": ["(a x)"], "asks": "(b y)"}, [("a", "x")]),
        ({"text": "(a x) or None"}, [("a", "x")]),
        ({"text": "None"}, []),
    ],
)
def test_what_an_option_names(option, rows):
    assert atoms_of(option) == rows
