"""Values of inputs told in words."""

import pytest

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.worded import in_notation

NAMES = frozenset({"w", "r0", "stop"})


@pytest.mark.parametrize(
    ("text", "literals"),
    [
        ("namely that w is 1 at step 3", "namely that w@3"),
        ("R0 has to be 0 at each of the steps 0, 1 and 12.", "!r0@0, !r0@1, !r0@12."),
        ("w must be 1 at step 2 and 0 at step 3", "w@2, !w@3"),
        ("w is 0 at step 1, at step 2 and at step 4", "!w@1, !w@2, !w@4"),
        ("stop at step 5 being false, r0 at step 3 (currently 0)", "!stop@5, !r0@3"),
        ("w@1, and w is 1 at step 3", "w@1, and w is 1 at step 3"),
        ("w is not 1 at step 3, low is 1 at step 3", "w is not 1 at step 3, low is 1 at step 3"),
    ],
)
def test_what_is_told_becomes_literals(text: str, literals: str) -> None:
    assert in_notation(text, NAMES) == literals


def test_a_name_comes_out_as_the_question_spells_it() -> None:
    assert in_notation("Step 3 aside, req is 0 at step 4", frozenset({"Req"})) == "Step 3 aside, !Req@4"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("There is one cause, namely that w is 1 at step 3.", [[3, "w", 1]]),
        ("The causes are r0 at step 5 (value 0) and w at step 5 (value 1).", [[5, "r0", 0], [5, "w", 1]]),
        ("If w is 1 at step 3, the output is 1.", None),
        ("w is 1 at step 3 or r0 is 0 at step 4", None),
        ("There are two, namely that w is 1 at step 3 (w@3) and !r0@0.", [[3, "w", 1], [0, "r0", 0]]),
    ],
)
def test_sets_told_in_words(text: str, value: list[list[object]] | None) -> None:
    assert read(text, AnswerKind.LITERALS, vocabulary=NAMES).value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("set w to 1 in step 0, step 5 and step 7, that's all", [[0, "w", 1], [5, "w", 1], [7, "w", 1]]),
        ("w at step 1 becomes 0, and r0 at step 3 becomes 1", [[1, "w", 0], [3, "r0", 1]]),
        ("Change input w to 0 at step 2, and change input r0 to 1 at step 4.", [[2, "w", 0], [4, "r0", 1]]),
    ],
)
def test_changes_told_in_words(text: str, value: list[list[object]]) -> None:
    assert read(text, AnswerKind.INTERVENTIONS, vocabulary=NAMES).value == value
