"""Time is linear in the text, shown by counts: the parsers see each character a few times, however dense the
marks and candidates stand, and look at a bounded number of candidates."""

from collections.abc import Callable
from typing import Any

import pytest

from certwright.verifiers.reading import changes, parts, single
from certwright.verifiers.reading.clauses import sentences
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.lexer import MARK
from certwright.verifiers.reading.reading import Reading, Request
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.sentence import Sentence
from certwright.verifiers.reading.single import FEW, SPARSE
from certwright.verifiers.reading.zones import MARKS

PIECES = [
    *("1 ", "yes. ", "no, ", "A ", "B) ", "(a b) ", "- (a b)\n", "[(a b)] ", "[", "{", '{"answer": 1} '),
    *(
        "```\n1\n```\n",
        "answer: ",
        "Final answer: 1\n",
        "Final answer: (a b)\n",
        "Answer: yes\n",
        "\\boxed{1} ",
    ),
    *(
        "<answer>1</answer>",
        "the answer is ",
        "simplified plan: ",
        "a@1, ",
        "(a@1 | ",
        "none, ",
        "#### ",
        "wait ",
    ),
    *("answer: x ", "answer: I made a mistake. "),
]
SIZES = (1000, 8000)
TIMES = 3
"""A character is in so many of the texts that the parsers are given, at most."""
NAMES = frozenset({"a", "sail"})


@pytest.mark.parametrize("kind", list(AnswerKind), ids=lambda kind: kind.name.lower())
def test_parsers_are_given_a_few_times_the_text(kind: AnswerKind, monkeypatch: pytest.MonkeyPatch) -> None:
    parser: Callable[[str, Request], Reading | None] = parts._READERS[kind]
    given: list[int] = []

    def counting(text: str, request: Request) -> Reading | None:
        given.append(len(text))
        return parser(text, request)

    monkeypatch.setitem(parts._READERS, kind, counting)
    for piece in PIECES:
        for size in SIZES:
            given.clear()
            read(f"So {piece * (size // len(piece))}", kind, vocabulary=NAMES)
            assert sum(given) <= TIMES * size, piece
            assert len(given) <= 4 * MARKS + TIMES, piece


@pytest.mark.parametrize(
    ("kind", "piece"),
    [
        (AnswerKind.INDEX, "1 "),
        (AnswerKind.INDEX, "1? "),
        (AnswerKind.LETTER, "B) "),
        (AnswerKind.LETTER, "(A) "),
        (AnswerKind.YES_NO, "yes. "),
        (AnswerKind.YES_NO, "no\n"),
    ],
)
def test_of_dense_candidates_the_last_are_looked_at(
    kind: AnswerKind, piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def counting(skeleton: str, *others: Any) -> list[Sentence]:
        seen.append(skeleton.count(MARK))
        return sentences(skeleton, *others)

    monkeypatch.setattr(single, "sentences", counting)
    for size in SIZES:
        seen.clear()
        text = "So " + piece * (size // len(piece)) + "\nSee above."
        read(text, kind)
        assert seen and max(seen) <= FEW + len(text) // SPARSE
        assert max(seen) < len(text) // len(piece)


def test_a_label_of_effects_looks_back_a_few_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text before each of many labels on one line is not searched from its beginning."""
    segment, given = changes._SEGMENT, list[int]()

    class Counting:
        def search(self, text: str, start: int, end: int) -> object:
            given.append(end - start)
            return segment.search(text, start, end)

    monkeypatch.setattr(changes, "_SEGMENT", Counting())
    line = "(a b) becomes true, (c d) stays true, " * 200
    assert read(line, AnswerKind.EFFECTS, vocabulary=frozenset({"a", "c"})).value is None
    assert len(given) >= 400 and max(given) <= changes._BEFORE
