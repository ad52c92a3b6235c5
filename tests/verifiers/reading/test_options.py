"""Texts in which options are called by their letters: how each way to name one comes out."""

import pytest

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.options import named_by_labels, respelt
from certwright.verifiers.reading.reading import Request
from certwright.verifiers.reading.scanner import read

CHOICES = ("the truck is empty", "the truck is full", "box b1 is open", "box b2 is open")
ACTIONS = (
    "Action 3 (sail l0 l1)",
    "Action 4 (sail l1 l0)",
    "Action 6 (board c1 l0)",
    "Action 9 (debark c1 l0)",
)

RESPELT = [
    ("So it must be: the truck is full.", "So it must be:  B ."),
    ("C: box b1 is open", " C -- its text "),
    ("B: box b1 is open", " B or C "),
    ("A: \u2717, B: \u2713", "A (no), B (yes)"),
    ("the letter to write down is C", "so the answer is C"),
    ("The option that I choose is (C)", "so the answer is (C)"),
    ("D's the one", "D is the one"),
    ("thats b", "thats option b"),
    ("it's b -- both fit", "it's option b -- both fit"),
    ("I'd bring b", "I'd bring b"),
    ("so: a", "so: A"),
    ("-> c\n\n(more)", "-> C\n\n(more)"),
    ("so a truck", "so a truck"),
    ("A and B are out. The other two would need a key, so C.", "the others are out. , so C."),
    ("B. The others need a key.", "B. ."),
    ("The others are fine too. C", "The others are fine too. C"),
    ("C. The other options could work as well.", "C. The other options could work as well."),
    ("B. Checked the others: A - no. C - no.", "B. "),
    ("A, C and D fail; B", "the others fail; B"),
    ("A dan B salah, jadi C", "the others salah, jadi C"),
    ("A, C and D might do; B", "A, C and D might do; B"),
    ("| A | T | F |\n| B | T | T |", "| A | \u2713  | \u2717  |\n| B | \u2713  | \u2713  |"),
    ("Annotated as B. Reason: none", "is B. Reason: none"),
    ("F = P_A", "A"),
    ("A through D", "all"),
    ("! C", " not C"),
]


@pytest.mark.parametrize(("text", "expected"), RESPELT)
def test_options_are_called_by_their_letters(text: str, expected: str) -> None:
    assert respelt(text, Request(AnswerKind.LETTER, None, CHOICES))[0] == expected


def test_cells_are_letters_where_there_are_six_options() -> None:
    text = "| A | T | F |"
    assert respelt(text, Request(AnswerKind.LETTER, None, ("",) * 6))[0] == text


def test_what_can_be_left_out_is_right_where_actions_are_the_options() -> None:
    request = Request(AnswerKind.LETTER, None, ACTIONS)
    assert respelt("B is redundant", request)[0] == "B is right"
    assert respelt("B is redundant", Request(AnswerKind.LETTER, None, CHOICES))[0] == "B is redundant"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("drop action 6", "drop option C"),
        ("drop action 66", "drop action 66"),
        ("drop action 6 (sail", "drop action 6 (sail"),
        ("drop action 5", "drop action 5"),
    ],
)
def test_labels_of_options_name_them(text: str, expected: str) -> None:
    assert named_by_labels(text, ACTIONS) == expected


def test_objects_of_one_option_alone_name_it_in_a_short_text_without_a_letter() -> None:
    choices = ("The robot is in room5", "The robot is in room6", "Ball ball1 is in room6")

    def reading(text: str) -> str | None:
        return read(text, AnswerKind.LETTER, choices=choices).value

    assert reading("so every plan must bring it into room5") == "A"
    assert reading("not into room5, that is for sure") is None
    assert reading("it goes into room6") is None
    assert reading("room5 it is, or so it seems") is None
