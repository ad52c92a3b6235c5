"""The scanner: vocabulary, options, renderings of known answers, hostile input."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certwright.instances.records import Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.last import usual
from certwright.verifiers.reading.reading import Request
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.search import _search
from certwright.verifiers.reading.structured import decoded
from certwright.verifiers.reading.text import outside_thinking, plain

ACT, ACTION, ACTIONS = AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION, AnswerKind.ACTIONS
EFFECTS, INDEX, PLAN = AnswerKind.EFFECTS, AnswerKind.INDEX, AnswerKind.PLAN
FERRY = frozenset({"sail", "board", "debark"})
FACTS = frozenset({"at", "at-ferry", "on", "empty-ferry"})


@pytest.mark.parametrize(
    ("kind", "vocabulary", "text", "value"),
    [
        (
            ACTION,
            FERRY,
            "Best (quick thinking): take (board c1 l0), then unload (later steps).",
            "(board c1 l0)",
        ),
        (ACTION, FERRY, "As (at-ferry l0) and (at c1 l0), we use (board c1 l0).", "(board c1 l0)"),
        (ACTION, FERRY, "(board c1 l0) gives (on c1) and so (at-ferry l0) stays.", "(board c1 l0)"),
        (ACTION, FERRY, "The action sail (l0 l1).", "(sail l0 l1)"),
        (ACTION, FERRY, "(fly c1 l0)", "(fly c1 l0)"),
        (ACTION, FERRY, "Final answer: (fly c1 l0)", "(fly c1 l0)"),
        (ACTION, FERRY, "(board c1 l0) is applicable.\nFinal answer: (fly c1 l0)", "(fly c1 l0)"),
        (ACT, FACTS, "at (c0, l1)", "(at c0 l1)"),
        (ACT, FACTS, "None (everything reachable)", "none"),
        (ACT, FACTS, "(at this point) nothing helps but (on c0)", "(on c0)"),
        (ACT, FACTS, "After (sail l0 l1) the fact (at c0 l1) is a landmark.", "(at c0 l1)"),
        (ACTIONS, FERRY, "(sail l0 l1), (fly c0)", ["(sail l0 l1)", "(fly c0)"]),
        (
            ACTIONS,
            FERRY,
            "```\n(at-ferry l0)\n(at c0 l0)\n```\nApplicable: (sail l0 l1), (board c0 l0)",
            ["(sail l0 l1)", "(board c0 l0)"],
        ),
        (
            ACTIONS,
            FERRY,
            "- (sail l0 l1) needs (at-ferry l0)\n- (board c0 l0) needs (at c0 l0)",
            ["(sail l0 l1)", "(board c0 l0)"],
        ),
        (PLAN, FERRY, "[(sail l0 l1), (board c0 l1)] reaches [(on c0)]", ["(sail l0 l1)", "(board c0 l1)"]),
        (
            EFFECTS,
            FACTS,
            "Positive effects: [(at c0 l1)]\nNegative effects: [(holding c0)]",
            (["(at c0 l1)"], ["(holding c0)"]),
        ),
    ],
)
def test_vocabulary(kind: AnswerKind, vocabulary: frozenset[str], text: str, value: Any) -> None:
    reading = read(text, kind, vocabulary=vocabulary)
    assert (reading.value, reading.code) == (value, None), reading


@pytest.mark.parametrize("text", ["sail l0 l1", "sail the ferry to l1", "board c0 and then sail to l1"])
def test_words_without_parentheses_need_a_vocabulary_and_nothing_else(text: str) -> None:
    assert read(text, ACTION).code is Code.NO_ANSWER
    if "the" in text or "then" in text:
        assert read(text, ACTION, vocabulary=FERRY).code is Code.NO_ANSWER


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (ACT, "(at c0 l1) (on c0)", "(at c0 l1)"),
        (ACT, "Final answer: (on c0) or (at c0 l1)", "(on c0)"),
        (ACT, "None, (at c0 l1)", "none"),
        (ACT, '["(on c0)", "(at c0 l1)"]', "(on c0)"),
        (INDEX, "Final answer: 3 or 4", 3),
        (INDEX, "4\n5", 4),
        (ACTIONS, "[(sail l0 l1)] [(board c0 l0)]", ["(sail l0 l1)"]),
        (EFFECTS, "[(x)] [(y)] [(z)]", (["(x)"], ["(y)"])),
        (AnswerKind.YES_NO, "Yes. No.", True),
        (AnswerKind.LETTER, "Final answer: A or B", "A"),
    ],
)
def test_conflicting_unless_the_first_is_wanted(kind: AnswerKind, text: str, value: Any) -> None:
    assert read(text, kind).code is Code.CONFLICTING
    reading = read(text, kind, first=True)
    assert (reading.value, reading.code) == (value, None), reading


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("(a b)", "the whole answer"),
        ("So. Final answer: (a b)", "after 'Final answer:'"),
        ("Answer: (a b)", "after 'Answer:'"),
        ("The answer is (a b).", "after 'Answer is'"),
        (r"\boxed{(a b)}", "in the box"),
        ('{"answer": "(a b)"}', "a string"),
        ("One (a b) of them.", "the only candidate"),
    ],
)
def test_the_note_says_which_reading_was_taken(text: str, note: str) -> None:
    assert read(text, ACT).note.startswith(note)


@pytest.mark.parametrize(
    ("text", "outside", "thinking"),
    [
        ("a b", "a b", False),
        ("<think>x</think>y", "y", False),
        ("x</think>y", "y", False),
        ("y<think>x", "y", False),
        ("<think>x", "<think>x", True),
        ("<think>x</think> \n", "<think>x</think> \n", True),
        ("y <think>x</think>", "y ", False),
        ("<think>a</think>y<think>b</think>", "y", False),
        ("<think>a<think>b</think>c</think>y", "y", False),
        ("<THINK>a</THINK>y", "y", False),
        ("a < b and [c]", "a < b and [c]", False),
    ],
)
def test_outside_thinking(text: str, outside: str, thinking: bool) -> None:
    assert outside_thinking(text) == (outside, thinking)


def test_plain() -> None:
    assert plain("“（a，b）”—¬\u00a0x") == '"(a,b)" -- ! x'
    assert plain(r"\text{(a\_b)}") == "(a_b)"


pieces = st.sampled_from(
    [
        "(a b)",
        "(c)",
        "(D e)",
        "(none)",
        "(the x)",
        "[",
        "]",
        " ",
        ", ",
        ",",
        "\n",
        "- ",
        "1. ",
        '"',
        "`",
        "None",
        "4",
        ".",
    ]
)


@settings(max_examples=300, deadline=None)
@given(text=st.lists(pieces, max_size=8).map("".join), kind=st.sampled_from(list(AnswerKind)))
def test_the_short_forms_are_read_as_the_search_reads_them(text: str, kind: AnswerKind) -> None:
    whole = usual(text.strip(), kind) if text.strip() else None
    if whole is not None:
        assert _search(text.strip(), Request(kind, decoded=decoded)).value == whole.value
