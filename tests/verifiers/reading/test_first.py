"""The answer with which a response begins, and which the rest justifies."""

import pytest

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read

PROOF = (
    "Action 3 needs a free arm, and the arm holds b2 since action 1. One might ask whether 4 fails first, "
    "but that comes later. Could 2 fail? Its block is clear, so it may be put down."
)
NAMES = frozenset({"sail", "board"})


@pytest.mark.parametrize(
    "answer", ["3", "**3**", "The index is 3.", "$\\boxed{3}$", "Answer: 3", "```\n3\n```"]
)
def test_an_answer_alone_at_the_beginning_counts(answer: str) -> None:
    assert read(f"{answer}\n\n{PROOF}\n\nSo 4 and 5 have no bearing.", AnswerKind.INDEX).value == 3


@pytest.mark.parametrize(
    "end",
    [
        "So the answer is 4.",
        "Therefore it is 3 or 4.",
        "I take that back: the arm is free.",
        "On reflection, I cannot choose.",
        "I do not know which one of them it is.",
    ],
)
def test_not_if_the_end_says_otherwise(end: str) -> None:
    assert read(f"3\n\n{PROOF}\n\n{end}", AnswerKind.INDEX).value != 3


@pytest.mark.parametrize("end", ["Therefore it is applicable.", "So yes.", "I take the no back."])
def test_a_no_with_another_conclusion_is_none(end: str) -> None:
    assert read(f"No.\n\n{PROOF}\n\n{end}", AnswerKind.YES_NO).value is not False


def test_a_list_with_what_was_thought_of_behind_it() -> None:
    text = "[(sail l0 l1), (board c1 l0)]\n\nWhat I thought of and left: {}\n\nThat makes two."
    more = "boarding c2, which is elsewhere, or could it be that c2 is here? No, it is at l1, where it stays."
    assert read(text.format(more), AnswerKind.ACTIONS, vocabulary=NAMES).value == [
        "(sail l0 l1)",
        "(board c1 l0)",
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"why": "A and D fail. B: it is taken and put down, let me see whether", "answer": "', "empty"),
        ('```json\n{"why": "step 3 fails since b1 is held", "ind', "malformed"),
        ('{"why": "3 fails", "index": 3', None),
    ],
)
def test_an_object_that_is_cut_off_is_no_prose(text: str, code: str | None) -> None:
    reading = read(text, AnswerKind.LETTER if "answer" in text else AnswerKind.INDEX)
    assert (reading.code and reading.code.value) == code
