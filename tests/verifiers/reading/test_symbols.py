"""Atoms without parentheses, by what a world has."""

import pytest

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.symbols import Symbols, parenthesised

HEADS = {"board": 2, "sail": 2, "debark": 2, "empty-ferry": 0}
OBJECTS = frozenset({"c0", "c1", "l0", "l1"})
NAMES = frozenset(HEADS)


def symbols() -> Symbols:
    return Symbols(HEADS, OBJECTS, (("debark", "let car {0} leave for {1}"),), frozenset({"car"}))


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("je dirais board c0 l0 et puis Sail l0 l1 !", "je dirais (board c0 l0) et puis (sail l0 l1) !"),
        ("so empty-ferry it is", "so (empty-ferry) it is"),
        ("board c0 at the l0, sail from l0 to l1", "(board c0 l0), (sail l0 l1)"),
        ("board c0 under l0, on-board c0 l0, board c9 l0, board c0 l0-1", None),
        ("let car c0 leave for l0 or let c1 leave for l0!", "(debark c0 l0) or (debark c1 l0)!"),
        ("let c0 leave l0, let l0 leave for it", None),
        ("(board c0 l0), sail l0 l1", None),
        ("true: (board c0 l0), `empty-ferry`", "true: (board c0 l0), `(empty-ferry)`"),
        ("(board c0 l0) makes empty-ferry false", None),
        (
            "I left out (board c0 l0)\n1. `sail l0 l1`\n2. board c1 l1,",
            "I left out (board c0 l0)\n1. `(sail l0 l1)`\n2. (board c1 l1),",
        ),
        ("board(c0, l0), sail l0 l1", None),
        ("board c0 l0, then sail over to l1", "(board c0 l0), then (sail ?)"),
    ],
)
def test_only_what_is_an_atom_of_the_world_gets_parentheses(text: str, changed: str | None) -> None:
    assert parenthesised(text, NAMES, symbols) == (changed or text)


def test_an_action_told_in_words_spoils_the_list_of_the_others() -> None:
    def reading(text: str) -> list[str] | None:
        return read(text, AnswerKind.PLAN, vocabulary=NAMES, symbols=symbols).value

    assert reading("board c0 l0, dann sail l0 l1") == ["(board c0 l0)", "(sail l0 l1)"]
    assert reading("board c0 l0, then sail over to l1") is None


def test_the_world_is_not_asked_where_atoms_have_parentheses() -> None:
    def never() -> Symbols:
        raise AssertionError

    text = "I board c0 l0 first: (board c0 l0)"
    assert read(text, AnswerKind.ACTION, vocabulary=NAMES, symbols=never).value == "(board c0 l0)"


def test_a_world_that_tells_nothing_changes_nothing() -> None:
    assert parenthesised("empty-ferry, board c0 l0", NAMES, lambda: Symbols({}, frozenset())) == (
        "empty-ferry, board c0 l0"
    )
