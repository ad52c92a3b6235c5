"""What stands behind an answer: explanations leave it as it is, doubts take it back."""

import pytest

from certwright.instances.records import Code
from certwright.verifiers.reading.beside import behind
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.text import plain

EXPLANATIONS = (
    ".",
    ", because b2 is clear and nothing else is needed.",
    ".\n\nThe arm is empty, or would be after one step; whatever is held has to go first.",
    "\n\nI checked every precondition and compared the others.",
    "\n\nLet me know if you would like the reasoning!",
    ". Why? The arm is empty.",
    " -- the others need a full arm, but it is empty",
    ".\n\nHmm, holding block b3 keeps hoist0 busy and truck2 waits there.",
    ".\n\nExplanation: blocks are moved by an arm. However, it holds one block only.",
)
DOUBTS = {
    ", but b2 is covered": "but b2 is covered",
    " or the other one": "or the other one",
    ". Hmm, the arm is full.": "hmm, the arm is full",
    ". I did not check the last one.": "i did not check",
    ". I lost count at the end.": "i lost count",
    ". It could also be the next one.": "it could also be",
    ".\n\nHowever, b2 is covered.": "however, b2 is covered",
    ". Is that so?": "?",
    ". Once more, think about it again.": "think about it again",
    ". This may be half of it, possibly.": "possibly",
    ". Vielleicht auch nicht.": "vielleicht",
    ".\n\n可能还有别的。": "maybe",
}


@pytest.mark.parametrize("rest", EXPLANATIONS)
def test_an_explanation_leaves_the_answer(rest: str) -> None:
    assert behind(rest, AnswerKind.LETTER) is None
    assert read(f"Final answer: B{rest}", AnswerKind.LETTER).value == "B"


@pytest.mark.parametrize("rest", DOUBTS)
def test_a_doubt_takes_the_answer_back(rest: str) -> None:
    assert DOUBTS[rest] in (behind(plain(rest), AnswerKind.LETTER) or "")
    reading = read(f"Final answer: B{rest}", AnswerKind.LETTER)
    assert (reading.value, reading.code) == (None, Code.CONFLICTING)
    assert reading.note.startswith("the answer is left open or taken back: ")


def test_that_it_fails_takes_back_what_is_asked_to_pass() -> None:
    rest = ". This is not applicable in any state."
    assert behind(rest, AnswerKind.ACTION) == rest.lower()
    assert behind(rest, AnswerKind.ACTION_OR_NONE) is None
    assert behind(". That is not right.", AnswerKind.ACTION_OR_NONE) is not None


def test_behind_a_list_its_sentence_holds_known_words_up_to_a_reason() -> None:
    assert behind(", then debark everything.", AnswerKind.PLAN, listed=True) == ", then debark everything"
    assert behind(", that is the whole plan.", AnswerKind.PLAN, listed=True) is None
    assert behind(" because everything is debarked.", AnswerKind.PLAN, listed=True) is None


def test_an_unknown_word_in_the_clause_of_the_answer_refuses() -> None:
    for text in ("B looks promising.", "B is part of it.", "A plausible B.", "My best guess is B."):
        assert read(text, AnswerKind.LETTER).code is Code.CONFLICTING, text
    for text in ("The correct choice is B.", "Only option B works.", "The truck is full, so it must be B."):
        assert read(text, AnswerKind.LETTER).value == "B", text
