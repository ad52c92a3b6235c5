"""Literals in their notations, and sets of them that are said to be empty, open, or broken."""

from typing import Any

import pytest

from certwright.instances.records import Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.notations import lex_literals, spelled
from certwright.verifiers.reading.scanner import read

NAMES = frozenset({"a", "b1", "s0"})


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a@1", [(1, "a", 1)]),
        ("!a@1 and not (b1@2)", [(1, "a", 0), (2, "b1", 0)]),
        ("((a@1))", [(1, "a", 1)]),
        ("!(a@1) = 0", [(1, "a", 1)]),
        ("a@1 is not true", [(1, "a", 0)]),
        ('"a" @ step 3', [(3, "a", 1)]),
        ("a@(t=2)", [(2, "a", 1)]),
        ("a at step 3", [(3, "a", 1)]),
        ("a at time 3", [(3, "a", 1)]),
        ("c at step 3", []),
        ("a = 0 at t=2", [(2, "a", 0)]),
        ("a = 1 at 2", [(2, "a", 1)]),
        ("set a to 1 at step 4", [(4, "a", 1)]),
        ("at step 4, set a to off", [(4, "a", 0)]),
        ("t = 2: a = 1, b1 = 0", [(2, "a", 1), (2, "b1", 0)]),
        ('step 2: a -> 1 and "b1" -> 1', [(2, "a", 1), (2, "b1", 1)]),
        ("| 2 | a | 0 |", [(2, "a", 0)]),
        ("| a | 2 | 0 |", []),
        ("| input | step | value |\n| a | 2 | 0 |", [(2, "a", 0)]),
        ('[2, "a", 0]', [(2, "a", 0)]),
        ("a@1 (a at step 1)", [(1, "a", 1)]),
        ("nothing here", []),
    ],
)
def test_notations(text: str, values: list[Any]) -> None:
    assert [item.value for item in lex_literals(text, NAMES)] == values


def test_names_as_the_question_spells_them() -> None:
    assert [spelled(name, NAMES) for name in ("s0", "s_0", "S0", "S_0", "x_0")] == ["s0"] * 4 + ["x_0"]
    assert spelled("S_0", None) == "S_0"


@pytest.mark.parametrize(
    ("text", "value", "note"),
    [
        ("none", (), "literals"),
        ("The empty set.", (), "literals"),
        ("none, a@1", Code.CONFLICTING, "several different answers: none, literals"),
        ("a@1 and none", Code.CONFLICTING, "several different answers: none, literals"),
        ("a@1, !a@1", Code.CONFLICTING, "several different answers: a@1, !a@1"),
        ("Final answer: [a@1, b1@2", Code.MALFORMED, "the list is cut off"),
        ("Final answer: {a@1, b1@2", Code.MALFORMED, "the list is cut off"),
        ("Final answer: a@1, !", Code.MALFORMED, "the list is cut off"),
        ("Final answer: a@1, b1@", Code.MALFORMED, "the list is cut off"),
    ],
)
def test_sets(text: str, value: Any, note: str) -> None:
    reading = read(text, AnswerKind.LITERALS, vocabulary=NAMES)
    assert (reading.code if isinstance(value, Code) else reading.value) == value
    assert (reading.value is None) is isinstance(value, Code)
    if isinstance(value, Code):
        assert reading.note == note
