"""The last sentence: one that is nothing but an answer counts, one that gives no answer takes it back."""

import pytest

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read

REASONED = (
    "The arm has to be empty and the block has to be clear before it can be picked up, so we look at each "
    "in turn, one by one. "
)


@pytest.mark.parametrize(
    ("end", "kind", "value"),
    [
        ("It is held.\n\nNo", AnswerKind.YES_NO, False),
        ("So the claim fails: no", AnswerKind.YES_NO, False),
        ("First bad index: 5", AnswerKind.INDEX, 5),
        ("Index 5.", AnswerKind.INDEX, 5),
    ],
)
def test_a_last_sentence_that_is_nothing_but_an_answer_counts(
    end: str, kind: AnswerKind, value: object
) -> None:
    reading = read(REASONED + end, kind)
    assert (reading.value, reading.note) == (value, "the whole answer")


@pytest.mark.parametrize(
    "end", ["\n- arm empty: no\n- block clear: yes", "\narm empty: yes\nblock clear: no", "Probably not: no"]
)
def test_the_last_of_several_checks_and_a_hedged_word_are_no_answer(end: str) -> None:
    assert read(REASONED + end, AnswerKind.YES_NO).value is None


@pytest.mark.parametrize(
    ("end", "value"),
    [
        ("I can't give you one letter.", None),
        ("Je préfère ne pas donner de réponse.", None),
        ("I'm taking this back.", None),
        ("I did not need the formula.", "B"),
        ("We don't have to choose any other.", "B"),
    ],
)
def test_who_ends_with_giving_no_answer_gives_none(end: str, value: str | None) -> None:
    assert read(f"Final answer: B\n\n{end}", AnswerKind.LETTER).value == value
