"""Answers that are data already."""

from typing import Any

import pytest

from certwright.instances.records import Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.structured import MAX_ITEMS, from_data

ACT, ACTION, ACTIONS = AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION, AnswerKind.ACTIONS
EFFECTS, INDEX, PLAN = AnswerKind.EFFECTS, AnswerKind.INDEX, AnswerKind.PLAN
YES_NO, LETTER = AnswerKind.YES_NO, AnswerKind.LETTER


@pytest.mark.parametrize(
    ("kind", "data", "value"),
    [
        (ACT, "(at c0 l1)", "(at c0 l1)"),
        (ACT, "at c0 l1", "(at c0 l1)"),
        (ACT, "AT(c0, l1)", "(at c0 l1)"),
        (ACT, ["(at c0 l1)"], "(at c0 l1)"),
        (ACT, "None", "none"),
        (ACT, "none", "none"),
        (ACT, None, "none"),
        (ACT, [], "none"),
        (ACT, {"answer": None}, "none"),
        (ACT, {"name": "at", "args": ["c0", "l1"]}, "(at c0 l1)"),
        (ACT, [["at", "c0", "l1"]], "(at c0 l1)"),
        (ACT, {"fact": "empty-ferry"}, "(empty-ferry)"),
        (ACT, "I think the answer is (at c0 l1).", "(at c0 l1)"),
        (ACTION, {"action": "sail", "parameters": ["l0", "l1"]}, "(sail l0 l1)"),
        (ACTIONS, ["(sail l0 l1)", "board c0 l0"], ["(sail l0 l1)", "(board c0 l0)"]),
        (ACTIONS, ("sail(l0,l1)",), ["(sail l0 l1)"]),
        (ACTIONS, [["sail", "l0", "l1"]], ["(sail l0 l1)"]),
        (ACTIONS, [{"name": "sail", "args": ["l0", "l1"]}], ["(sail l0 l1)"]),
        (ACTIONS, [], []),
        (ACTIONS, "None", []),
        (ACTIONS, "(sail l0 l1), (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
        (PLAN, {"plan": ["(b x)", "(a x)", "(b x)"]}, ["(b x)", "(a x)", "(b x)"]),
        (PLAN, [], []),
        (EFFECTS, {"pos": ["(at c0 l1)"], "neg": []}, (["(at c0 l1)"], [])),
        (EFFECTS, {"Positive Effects": "at c0 l1", "Negative Effects": "None"}, (["(at c0 l1)"], [])),
        (EFFECTS, [["(p)"], ["(p)"]], (["(p)"], ["(p)"])),
        (EFFECTS, "[(a)] [(b)]", (["(a)"], ["(b)"])),
        (INDEX, 4, 4),
        (INDEX, 0, 0),
        (INDEX, "4", 4),
        (INDEX, [4], 4),
        (INDEX, {"index": 4}, 4),
        (YES_NO, True, True),
        (YES_NO, "No", False),
        (YES_NO, {"answer": False}, False),
        (LETTER, "b", "B"),
        (LETTER, {"choice": "(C)"}, "C"),
    ],
    ids=repr,
)
def test_data(kind: AnswerKind, data: Any, value: Any) -> None:
    reading = from_data(data, kind)
    assert (reading.value, reading.code) == (value, None), reading
    assert type(reading.value) is type(value)


nested: Any = "(a)"
for _ in range(10):
    nested = {"answer": nested}


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        (ACT, ["(a)", "(b)"], Code.CONFLICTING),
        (ACT, 4, Code.MALFORMED),
        (ACT, "", Code.EMPTY),
        (ACT, {"x": 1, "y": 2}, Code.NO_ANSWER),
        (ACT, nested, Code.MALFORMED),
        (ACTION, None, Code.NO_ANSWER),
        (ACTIONS, [1, 2], Code.MALFORMED),
        (ACTIONS, ["(sail l0 ?x)"], Code.MALFORMED),
        (ACTIONS, ["(not (a b))"], Code.MALFORMED),
        (ACTIONS, ["(a b) (c d)"], Code.MALFORMED),
        (ACTIONS, 3.5, Code.MALFORMED),
        (ACTIONS, ["(a)"] * (MAX_ITEMS + 1), Code.TOO_LARGE),
        (PLAN, None, Code.NO_ANSWER),
        (ACTIONS, None, Code.NO_ANSWER),
        (ACTIONS, {"answer": None}, Code.NO_ANSWER),
        (EFFECTS, {"pos": ["(a)"]}, Code.MALFORMED),
        (EFFECTS, {"pos": ["(a)"], "neg": [], "negative_effects": ["(b)"]}, Code.MALFORMED),
        (EFFECTS, [["(a)"]], Code.MALFORMED),
        (EFFECTS, None, Code.MALFORMED),
        (INDEX, -1, Code.MALFORMED),
        (INDEX, True, Code.MALFORMED),
        (INDEX, 4.0, Code.MALFORMED),
        (INDEX, 10**30, Code.MALFORMED),
        (INDEX, None, Code.NO_ANSWER),
        (YES_NO, 1, Code.MALFORMED),
        (YES_NO, None, Code.NO_ANSWER),
        (LETTER, 2, Code.MALFORMED),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_refused(kind: AnswerKind, data: Any, code: Code) -> None:
    reading = from_data(data, kind)
    assert (reading.value, reading.code) == (None, code), reading
    assert len(reading.note) < 600


@pytest.mark.parametrize("kind", AnswerKind)
def test_bytes_are_no_answer(kind: AnswerKind) -> None:
    for data in (b"x", bytearray(b"x"), memoryview(b"x")):
        reading = from_data(data, kind)
        assert (reading.value, reading.code) == (None, Code.MALFORMED)
        assert reading.note == f"{type(data).__name__} is no answer of the kind {kind.value}"


def test_deep_data_are_malformed_without_recursion() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for kind in AnswerKind:
        for data in (deep, [deep, deep], {"answer": deep}, {"pos": deep, "neg": deep}):
            assert from_data(data, kind).code is Code.MALFORMED


SAIL = frozenset({"sail"})
MOVES = AnswerKind.MOVES
TWO_LISTS = "two lists are asked, of what becomes true and of what becomes false"
SEVERAL = "several different answers: "
TAKEN_BACK = "the answer is left open or taken back: "


@pytest.mark.parametrize(
    ("value", "kind", "vocabulary", "read", "note"),
    [
        ([], ACT, None, "none", "empty list"),
        ([], INDEX, None, Code.NO_ANSWER, "None is no answer of the kind index"),
        (None, ACT, None, "none", "null"),
        (None, ACTIONS, None, Code.NO_ANSWER, "null"),
        ([None], ACT, None, "none", "null"),
        ([["at", "c0"]], ACT, None, "(at c0)", "a list of names"),
        ([[1]], ACT, None, Code.MALFORMED, "[1] is no atom"),
        ([["B"]], LETTER, None, Code.MALFORMED, "list is no answer of the kind letter"),
        (["sail", "l0"], ACTION, SAIL, "(sail l0)", "a list of names"),
        (["sail", "l0"], ACTION, None, Code.CONFLICTING, SEVERAL + "sail, l0"),
        (["board", "l0"], ACTION, SAIL, Code.CONFLICTING, SEVERAL + "board, l0"),
        (["sail a", "c d"], ACTION, SAIL, Code.CONFLICTING, SEVERAL + "sail a, c d"),
        (list("ABCDAB"), LETTER, None, Code.CONFLICTING, SEVERAL + "A, B, C, D, ..."),
        ("sail l0", ACTION, SAIL, "(sail l0)", "a string"),
        ("board l0", ACTION, SAIL, Code.NO_ANSWER, "no answer of the kind action"),
        ("(board l0)", ACTION, SAIL, "(board l0)", "a string"),
        ("(none)", ACT, None, "none", "None"),
        (["none"], ACTIONS, None, [], "None"),
        (3, ACTIONS, None, Code.MALFORMED, "int where a list of atoms is asked"),
        ([3], ACTIONS, None, Code.MALFORMED, "'3' is no atom"),
        (10**18 - 1, INDEX, None, 10**18 - 1, "an integer"),
        (10**18, INDEX, None, Code.MALFORMED, "the index has too many digits"),
        (True, INDEX, None, Code.MALFORMED, "bool is no answer of the kind index"),
        ({"name": "at", "args": ["c0"]}, YES_NO, None, Code.MALFORMED,
         "dict is no answer of the kind yes or no"),
        ([["(a b)"], ["(c)"], ["(d)"]], EFFECTS, None, Code.MALFORMED, TWO_LISTS),
        (5, EFFECTS, None, Code.MALFORMED, TWO_LISTS),
        ([["(a b)"], ["none"]], EFFECTS, None, (["(a b)"], []), "JSON lists"),
        (["(a b), (c)", "none."], EFFECTS, None, (["(a b)", "(c)"], []), "JSON lists"),
        (["(a b) and more", "[]"], EFFECTS, None, Code.MALFORMED, "'(a b) and more' is no atom"),
        ([None, None], EFFECTS, None, Code.MALFORMED, "neither list is given"),
        ({"is_final": False, "answer": "B"}, LETTER, None, Code.CONFLICTING,
         TAKEN_BACK + "'is_final: False'"),
        ([[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]], ACTIONS, None, Code.MALFORMED,
         "the answer is nested too deeply"),
        (["(a)"] * 100_001, ACTIONS, None, Code.TOO_LARGE, "the list is too long"),
        (["B"] * 100_001, LETTER, None, Code.TOO_LARGE, "the list is too long"),
        ([{"type": "click", "x": 3, "y": 4}], MOVES, None, ["click 3 4"], "JSON list"),
        ([{"type": "click", "position": [3, 4, 5]}], MOVES, None, ["click 3 4"], "JSON list"),
        ([["click", 3, 4], ["click", "5", "6"]], MOVES, None, ["click 3 4", "click 5 6"], "JSON list"),
        ([["left", 3, 4]], MOVES, None, Code.MALFORMED, "\"['left', 3, 4]\" is no move"),
        ([["click", 3]], MOVES, None, Code.MALFORMED, "\"['click', 3]\" is no move"),
        ([{"tool": "up"}, {"move": "down"}, {"name": "left"}, {"action": "right"}], MOVES, None,
         ["up", "down", "left", "right"], "JSON list"),
        ([{"name": "act", "args": {"action": "left"}}, {"name": "act", "input": {"action": "up"}}],
         MOVES, None, ["left", "up"], "JSON list"),
        (["up x3"], MOVES, None, ["up", "up", "up"], "JSON list"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_values_and_notes(
    value: Any, kind: AnswerKind, vocabulary: frozenset[str] | None, read: Any, note: str
) -> None:
    reading = from_data(value, kind, vocabulary=vocabulary)
    assert (reading.code if isinstance(read, Code) else reading.value) == read
    assert (reading.value is None) is isinstance(read, Code)
    assert reading.note == note
