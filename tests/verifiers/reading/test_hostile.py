"""Input of any size and shape: no exception, no recursion, no quadratic work, no reading of half a list."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from testkit.cost import within
from testkit.sampling import every

from certwright.instances.records import Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.published import published_values
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.strict import START, read_strict
from certwright.verifiers.reading.text import LIMIT, WINDOW

ACT, ACTION, ACTIONS = AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION, AnswerKind.ACTIONS
EFFECTS, INDEX, PLAN = AnswerKind.EFFECTS, AnswerKind.INDEX, AnswerKind.PLAN


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=60), kind=st.sampled_from(list(AnswerKind)))
def test_anything_is_read_without_an_exception(text: str, kind: AnswerKind) -> None:
    reading = read(text, kind)
    assert (reading.code is None) == (reading.value is not None)
    assert reading.note


grammar_like = st.lists(
    st.sampled_from(
        [
            "(a b)",
            "(a",
            "b)",
            "(",
            ")",
            "[",
            "]",
            ",",
            " ",
            "\n",
            "None",
            "Answer:",
            "yes",
            "4",
            "-1",
            '"',
            "{",
            "}",
            ":",
            "pos",
            "positive effects:",
            "neg:",
            "<think>",
            "</think>",
            "```",
            "A.",
            "so",
            "not",
            "?x",
        ]
    ),
    max_size=25,
).map("".join)


@settings(max_examples=250, deadline=None)
@given(text=grammar_like, kind=st.sampled_from(list(AnswerKind)), first=st.booleans())
def test_anything_like_answers_is_read_without_an_exception(text: str, kind: AnswerKind, first: bool) -> None:
    for vocabulary in (None, frozenset({"a"})):
        reading = read(text, kind, first=first, vocabulary=vocabulary)
        assert (reading.code is None) == (reading.value is not None)
        if first:
            several = reading.code is Code.CONFLICTING and "left open" not in reading.note
            assert not several or kind in (ACTIONS, PLAN, EFFECTS, ACT, ACTION)


@settings(max_examples=150, deadline=None)
@given(text=grammar_like, kind=st.sampled_from(list(AnswerKind)))
def test_blanks_around_change_nothing(text: str, kind: AnswerKind) -> None:
    assert read(f" \n{text}\n\t ", kind) == read(text, kind)


def test_too_large() -> None:
    assert read("a" * (LIMIT + 1), ACT).code is Code.TOO_LARGE


def test_an_answer_behind_long_thinking() -> None:
    thought = "<think>" + "Perhaps (a b) or (c d). " * 50_000 + "</think>"
    assert read(thought + "\n(x y)", ACT).value == "(x y)"


def test_an_answer_behind_long_reasoning() -> None:
    assert read("Perhaps (a b) or (c d). " * 50_000 + "\nFinal answer: (x y)", ACT).value == "(x y)"


def test_a_long_json_answer() -> None:
    text = json.dumps({"reasoning": "Perhaps (a b). " * 20_000, "answer": "(x y)"})
    assert len(text) > WINDOW
    assert read(text, ACT).value == "(x y)"


@pytest.mark.parametrize("separator", [" ", "\n", ", ", "\n- "])
def test_a_list_longer_than_the_window_is_never_read_in_part(separator: str) -> None:
    text = separator.join(f"(sail l{i} l{i + 1})" for i in range(4000))
    assert len(text) > WINDOW
    assert read(text, PLAN).code is Code.TOO_LARGE
    assert read(f"Let me see. Final answer:\n{text}", ACTIONS).code is Code.TOO_LARGE


def test_a_long_list_of_remarks_is_never_read_in_part() -> None:
    lines = "\n".join(f"- (a b{i}): x" for i in range(1500))
    assert len(lines) < WINDOW
    assert read(lines, PLAN).value == [f"(a b{i})" for i in range(1500)]
    assert read("(a)" * 10_000, PLAN).value == ["(a)"] * 10_000


@pytest.mark.parametrize("count", [60, 200, 900, 3000])
@pytest.mark.parametrize(
    ("kind", "item", "frame"),
    [
        (AnswerKind.MOVES, "up", "{}\n"),
        (AnswerKind.MOVES, "up", "Plan: {}"),
        (AnswerKind.MOVES, "up", "I thought it over.\nFinal answer: {}"),
        (PLAN, "(a b)", "So: [{}]"),
        (ACTIONS, "(a b)", "So: [{}]"),
        (AnswerKind.LITERALS, "a@{}", "So: {}"),
    ],
)
def test_long_lists_are_read(kind: AnswerKind, item: str, frame: str, count: int) -> None:
    separator = "\n" if frame == "{}\n" else ", "
    text = frame.format(separator.join(item.format(number) for number in range(count)))
    assert len(read(text, kind).value) == count


@pytest.mark.parametrize(
    ("kind", "item", "sign"),
    [
        (AnswerKind.MOVES, "left", ", "),
        (AnswerKind.LITERALS, "a@{}", ", "),
        (AnswerKind.LITERALS, "a@{}", "\n"),
        (AnswerKind.INTERVENTIONS, "a@{}", ", "),
        (AnswerKind.FORMULA, "a@{}", " & "),
        (AnswerKind.FORMULA, "a@{}", " | "),
    ],
)
def test_what_begins_before_the_window_is_never_read_in_part(kind: AnswerKind, item: str, sign: str) -> None:
    text = "So: " + sign.join(item.format(number) for number in range(6000))
    assert len(text) > WINDOW
    assert read(text, kind).code in (Code.TOO_LARGE, Code.MALFORMED), "malformed where a word is torn"


def repeated(piece: str, size: int) -> str:
    return (piece * (size // len(piece) + 1))[:size]


def garbage(size: int) -> str:
    rng = random.Random(1)
    return "".join(rng.choices("()[]{}\"'\\ab1, \n<>`*_:.-?", k=size))


STORMS = [
    "(", ")", "()", "(a)", "(a b) ", "(a", "a(", "a(b,", "[", "]", "[]", "[(a)] ", "[(a),", "{",
    "{}", '{"a":', '{"a":"b"} ',
    '"', "'", "\\", "\\boxed{", "\\text{", "\\(", "<", "<think>", "</think>", "<think></think>",
    "<think>a</think>", "<answer>",
    "Answer: ", "Final answer: (", "the answer is ", "Simplified plan ", "none ", "None\n", "```",
    "```\n", " ", "\n", "1", "1 ",
    "1. ", "1.\n", "-", "*", "#", ":", "$", "~", "|", "not (", "(not (a)) ", "a", "ab ", "index ",
    "index 1\n", "yes. ", "A.\n",
    "positive effects: ", "Positive effects: (a)\nNegative effects: (b)\n", "- (a b): x\n",
    "(a b)\nx\n", "(a b) xyz ", "é…“”（）",
    "\ud800", "\u200b", "so (a b) is\n",
]  # fmt: skip


@pytest.mark.parametrize("kind", [ACTIONS, EFFECTS, INDEX, AnswerKind.YES_NO, AnswerKind.LETTER], ids=str)
@pytest.mark.parametrize("piece", every(3, ["random", *STORMS]), ids=repr)
def test_a_megabyte_of_anything_takes_no_time(piece: str, kind: AnswerKind) -> None:
    size = 1_000_000
    text = garbage(size) if piece == "random" else "x" + repeated(piece, size - 2) + "x"
    with within(5):  # it takes a twentieth of a second; quadratic work would take minutes
        read(text, kind)


@pytest.mark.parametrize("opened", every(2, ["[", '{"a":', "(", "<think>", "\\boxed{", "`"]))
def test_deep_nesting_is_no_recursion(opened: str) -> None:
    for kind in AnswerKind:
        read(opened * 100_000 + "(a b)", kind)
        read(opened * 900, kind)


@pytest.mark.parametrize(
    "piece", ["(", "(a b) ", "[,", "[(a),", "None", "a ", "1", "(a ", "positive effects negative effects "]
)
def test_the_other_readers_are_linear_too(piece: str) -> None:
    text = repeated(piece, 200_000)
    for kind in START:
        with within(5):
            published_values(text, kind)
            read_strict(text[:2000] + "?", kind)


def test_the_published_reader_does_not_go_back() -> None:
    text = ", ".join(["( board c21 l2 )"] * 2000)
    with within(5):
        values = published_values(text, ACTIONS)
    assert values is None, "a blank before the last parenthesis leaves its action open"
