"""What is gone through on the way to an answer: steps, options, rows, sections, questions."""

from typing import Any

import pytest

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read

ACTION = {"vocabulary": frozenset({"sail", "board", "debark"})}
LETTER = {"choices": ("the truck is empty", "the truck is full", "box b1 is open", "box b2 is open")}
BOARD = "(board c1 l0)"
STEPS = "1. (board c1 l0)\n2. (sail l0 l1)\n3. (debark c1 l1)\n"
OPTIONS = (
    "- A: c1 is at l0. Works.\n- B: c2 is at l1. Fails.\n- C: c3 is at l1. Fails.\n- D: c4 is at l2. Fails.\n"
)


@pytest.mark.parametrize(
    ("text", "kind", "more", "value"),
    [
        ("Shortest plan:\n\n" + STEPS, AnswerKind.ACTION, ACTION, "(board c1 l0)"),
        ("A plan:\n" + STEPS + "\nThe first of them is\n\n(board c1 l0)", AnswerKind.ACTION, ACTION, BOARD),
        ("First step: (board c1 l0)\n\nIt goes on:\n" + STEPS, AnswerKind.ACTION, ACTION, "(board c1 l0)"),
        (OPTIONS + "\nThe applicable one is A.", AnswerKind.LETTER, LETTER, "A"),
        (OPTIONS + "\nSo the letter is A", AnswerKind.LETTER, LETTER, "A"),
        ("B\n\n- A: no\n- C: no\n- D: no", AnswerKind.LETTER, LETTER, "B"),
        ("| A | no |\n|---|---|\n| B | no |\n| C | yes |\n\nC", AnswerKind.LETTER, LETTER, "C"),
        ("B\n\nWhy not the others:\nA and C need a key, D a truck.", AnswerKind.LETTER, LETTER, "B"),
        ("# C\n\n## Why not D\nIt needs a key.", AnswerKind.LETTER, LETTER, "C"),
        ("It is open, so yes, it can be done.\n\nDoes it hold afterwards? No.", AnswerKind.YES_NO, {}, False),
        ("Candidate 1: (sail l0 l1). It fails.\nI go with: (board c1 l0).", AnswerKind.ACTION, ACTION, BOARD),
    ],
)  # fmt: skip
def test_what_is_gone_through_is_no_answer(
    text: str, kind: AnswerKind, more: dict[str, Any], value: Any
) -> None:
    reading = read(text, kind, **more)
    assert (reading.value, reading.code) == (value, None), reading


@pytest.mark.parametrize(
    ("text", "kind", "more"),
    [
        ("A and B.", AnswerKind.LETTER, LETTER),
        ("Option B has a truck.\n\nOption B fails, though.", AnswerKind.LETTER, LETTER),
        (OPTIONS + "\nB or A.", AnswerKind.LETTER, LETTER),
        ("Possible actions:\n\n" + STEPS, AnswerKind.ACTION, ACTION),
        ("(sail l0 l1)\n\nor\n\n(board c1 l0)", AnswerKind.ACTION, ACTION),
    ],
)
def test_two_answers_and_denied_mentions_are_none(text: str, kind: AnswerKind, more: dict[str, Any]) -> None:
    assert read(text, kind, **more).code is not None
