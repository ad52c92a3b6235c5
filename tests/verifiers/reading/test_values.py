"""Values in text and data: JSON and what is like it, atoms in data, and their bounds."""

from typing import Any

import pytest

from certwright.verifiers.reading.values import atom_of, by_letter, decode, key_of, truth_of

REASONED = {"action": "sail a", "reason": "x", "index": 1, "number": 2, "step": 3, "explanation": "e"}


@pytest.mark.parametrize(
    ("value", "atom"),
    [
        (["a"], "(a)"),
        ([], None),
        (["a"] * 100, f"({' '.join('a' * 100)})"),
        (["a"] * 101, None),
        (["a" * 399], f"({'a' * 399})"),
        (["a" * 400], None),
        (["at", " c0 "], "(at c0)"),
        (["at", ""], None),
        (["at", 3], None),
        ("a" * 1000, f"({'a' * 1000})"),
        ("a" * 1001, None),
        ("at c0.", "(at c0)"),
        ("at c0 .", "(at c0)"),
        ("at c0 ..", None),
        ("(at c0) x", None),
        ("x y(c0)", None),
        ("at c0(l1)", None),
        ("at(c0)", "(at c0)"),
        ("(at c0", None),
        ("it is at", None),
        ({"action": "sail a"}, "(sail a)"),
        (REASONED, "(sail a)"),
        ({"action": "sail", "x": 1}, None),
        ({"name": "sail", "args": ["a", "b"]}, "(sail a b)"),
        ({"name": "sail", "args": {"from": "a", "to": "b"}}, "(sail a b)"),
        ({"name": "act", "args": {"action": "sail a"}}, "(sail a)"),
        (3, None),
        (None, None),
    ],
)
def test_atoms(value: Any, atom: str | None) -> None:
    assert atom_of(value) == atom


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" [1, 2] ", ([1, 2],)),
        ("[1, 2,]", ([1, 2],)),
        ('{"a": 1,\n}', ({"a": 1},)),
        ("['a', 'b']", (["a", "b"],)),
        ("{'a': None, 'b': True, 'c': False}", ({"a": None, "b": True, "c": False},)),
        ('{"a": None, "b": "it\'s"}', ({"a": None, "b": "it's"},)),
        ("null", (None,)),
        ("a", None),
        ("[\ud800]", None),
        ("[" * 16 + "]" * 16, ([[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]],)),
        ("[" * 17 + "]" * 17, None),
    ],
)
def test_json_and_what_is_like_it(text: str, value: Any) -> None:
    assert decode(text) == value


def test_keys_in_one_spelling() -> None:
    keys = ("finalAnswer", "Final answer", "FINAL-ANSWER ", "final_answer_1")
    assert [key_of(key) for key in keys] == ["final_answer"] * 4
    assert len(key_of("a" * 81)) == 80


@pytest.mark.parametrize(
    ("item", "truth"),
    [
        (True, True),
        ("Yes", True),
        (" no ", False),
        ("maybe", None),
        (None, None),
        ({"removable": False}, False),
        ({"removable": True, "note": "the last one"}, True),
        ({"holds": True, "sure": False}, None),
        ({"verdict": {"holds": True}}, True),
        ({}, None),
    ],
)
def test_the_truth_that_a_value_is(item: Any, truth: bool | None) -> None:
    assert truth_of(item) is truth


def test_objects_of_a_list_by_their_options() -> None:
    first, second = {"option": "A", "valid": False}, {"option": "B", "valid": True}
    assert by_letter([first, second], "AB") == {"A": first, "B": second}
    assert by_letter([first, first], "AB") is None
    assert by_letter([first, {"option": "C", "valid": True}], "AB") is None
    assert by_letter([first, {"option": "B", "text": "A"}], "AB") is None
    assert by_letter([first, "B"], "AB") is None
