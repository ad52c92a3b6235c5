"""Lists of actions in sections, and several that one may take."""

import pytest

from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read

NAMES = frozenset({"swap", "sail", "board"})
BOB, DAVE = "(swap bob dave)", "(swap dave bob)"


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        (f"**bob first**\n{BOB}\n\n**dave first**\n{DAVE}", [BOB, DAVE]),
        (f"bob (oboe)\n{BOB}\n\ndave (globe)\n{DAVE}", [BOB, DAVE]),
        (f"Possible right now: {BOB}, (sail l0), or {DAVE}.", [BOB, "(sail l0)", DAVE]),
        (f"It is {BOB} or {DAVE}.", None),
    ],
)
def test_all_sections_are_the_list(text: str, actions: list[str] | None) -> None:
    assert read(text, AnswerKind.ACTIONS, vocabulary=NAMES).value == actions


def test_two_lists_behind_a_colon_are_the_effects() -> None:
    text = "c9 isn't on it any more: [(at c9 l1)] [(on c9)]"
    assert read(text, AnswerKind.EFFECTS).value == (["(at c9 l1)"], ["(on c9)"])
    assert read("The wrong answer is: [(at c9 l1)] [(on c9)]", AnswerKind.EFFECTS).value is None
