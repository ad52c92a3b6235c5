"""The scanner: vocabulary, options, renderings of known answers, hostile input."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certwright.instances.records import Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.text import LIMIT, WINDOW, outside_thinking, plain

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


# --- an answer, rendered as models render it, is read back ------------------------------------------------------

names = st.sampled_from(
    ["zsail", "zl0", "zl1", "z-at", "z_on", "zc12", "zloc-x1-y2", "z", "zat-robot", "zk0-0", "zt_1"]
)
atoms = st.lists(names, min_size=1, max_size=4).map(lambda words: f"({' '.join(words)})")
lists_of_atoms = st.lists(atoms, min_size=1, max_size=6)


def functional(atom: str) -> str:
    head, *arguments = atom[1:-1].split()
    return f"{head}({', '.join(arguments)})"


SPELLINGS: list[Callable[[str], str]] = [
    str,
    str.upper,
    functional,
    lambda atom: atom.replace("(", "( ").replace(")", " )"),
    lambda atom: atom.replace(" ", ", "),
    lambda atom: atom.replace(" ", " ,  "),
    lambda atom: atom.replace(" ", "\n"),
    lambda atom: atom.replace(" ", "\t"),
    lambda atom: f"`{atom}`",
    lambda atom: f"**{atom}**",
    lambda atom: f"'{atom}'",
]
LISTINGS: list[Callable[[list[str]], str]] = [
    " ".join,
    ", ".join,
    "\n".join,
    lambda atoms: f"[{', '.join(atoms)}]",
    lambda atoms: "[\n" + ",\n".join(atoms) + "\n]",
    lambda atoms: "\n".join(f"- {atom}" for atom in atoms),
    lambda atoms: "\n".join(f"* {atom}" for atom in atoms),
    lambda atoms: "\n".join(f"{i}. {atom}" for i, atom in enumerate(atoms, 1)),
    lambda atoms: "\n\n".join(f"{i}) {atom}" for i, atom in enumerate(atoms)),
    lambda atoms: "\n".join(f"Step {i}: {atom}" for i, atom in enumerate(atoms, 1)),
    lambda atoms: "; ".join(atoms) + ".",
    lambda atoms: " and ".join(atoms),
]
BEFORE = [
    "",
    "Let me see.\n\n",
    "We know (yon yc0) and (yat yc1 yl0), since the ferry (the big one) moved.\n\n",
    "<think>\nPerhaps (ysail yl0 yl1)? No; [(ya), (yb)].\n</think>\n",
    "1. (yon yc0): no\n2. (yon yc1): no\n\n",
    "```\n(yon yc0)\n```\nThat was the state.\n",
]
MARKS = [
    "Final answer: ",
    "**Final Answer**: ",
    "**Final Answer:**\n",
    "## Final answer\n\n",
    "Answer: ",
    "The final answer is:\n",
    "So the answer is ",
    "<answer>",
    "FINAL ANSWER:\n```\n",
]
AFTER = ["", "\n", "\n\nThis follows from (yon yc0) as the ferry (still empty) is there.", "<|im_end|>"]


@st.composite
def rendered_lists(draw: st.DrawFn) -> tuple[list[str], str]:
    value = draw(lists_of_atoms)
    spelling = draw(st.sampled_from(SPELLINGS))
    listing = draw(st.sampled_from(LISTINGS))
    body = listing([spelling(atom) for atom in value])
    before, mark, after = (
        draw(st.sampled_from(BEFORE)),
        draw(st.sampled_from(MARKS)),
        draw(st.sampled_from(AFTER)),
    )
    return value, before + mark + body + after


@settings(max_examples=250, deadline=None)
@given(rendered=rendered_lists(), kind=st.sampled_from([ACTIONS, PLAN]))
def test_a_rendered_list_is_read_back(rendered: tuple[list[str], str], kind: AnswerKind) -> None:
    value, text = rendered
    reading = read(text, kind)
    assert (reading.value, reading.code) == (value, None), (text, reading)


@settings(max_examples=200, deadline=None)
@given(
    atom=atoms,
    spelling=st.sampled_from(SPELLINGS),
    before=st.sampled_from(BEFORE),
    mark=st.sampled_from([*MARKS, "", "- ", "Therefore, it is "]),
    after=st.sampled_from(AFTER),
    kind=st.sampled_from([ACT, ACTION, AnswerKind.ACTION_OR_NONE]),
)
def test_a_rendered_atom_is_read_back(
    atom: str, spelling: Callable[[str], str], before: str, mark: str, after: str, kind: AnswerKind
) -> None:
    if mark in ("", "- "):
        before = after = ""
    text = before + mark + spelling(atom) + after
    reading = read(text, kind, vocabulary=frozenset({atom[1:-1].split()[0]}))
    assert (reading.value, reading.code) == (atom, None), (text, reading)


@st.composite
def rendered_effects(draw: st.DrawFn) -> tuple[tuple[list[str], list[str]], str]:
    value = draw(st.lists(atoms, max_size=4)), draw(st.lists(atoms, max_size=4))
    spelling = draw(st.sampled_from(SPELLINGS))
    brackets = [f"[{', '.join(map(spelling, part))}]" for part in value]
    bare = [
        ", ".join(map(spelling, part)) or draw(st.sampled_from(["None", "none", "[]", "(none)"]))
        for part in value
    ]
    bullets = ["\n" + "\n".join(f"- {spelling(atom)}" for atom in part) if part else "None" for part in value]
    shape = draw(
        st.sampled_from(["side by side", "lines", "nested", "labels", "labels reversed", "json", "object"])
    )
    if shape == "json":
        body = json.dumps({"pos": value[0], "neg": value[1]})
    elif shape == "object":
        body = (
            "```json\n"
            + json.dumps({"positive_effects": value[0], "negative_effects": value[1]}, indent=1)
            + "\n```"
        )
    elif shape == "side by side":
        body = draw(st.sampled_from([" ", "", ", ", " and "])).join(brackets)
    elif shape == "lines":
        body = "\n".join(brackets)
    elif shape == "nested":
        body = f"[{brackets[0]}, {brackets[1]}]"
    else:
        parts = draw(st.sampled_from([brackets, bare, bullets]))
        bold = draw(st.sampled_from(["", "**"]))
        lines = [f"{bold}Positive Effects{bold}: {parts[0]}", f"{bold}Negative Effects{bold}: {parts[1]}"]
        body = "\n".join(lines if shape == "labels" else lines[::-1])
    return value, draw(st.sampled_from(BEFORE)) + draw(st.sampled_from(MARKS[:4])) + body


@settings(max_examples=250, deadline=None)
@given(rendered=rendered_effects())
def test_rendered_effects_are_read_back(rendered: tuple[tuple[list[str], list[str]], str]) -> None:
    value, text = rendered
    reading = read(text, EFFECTS)
    assert (reading.value, reading.code) == (value, None), (text, reading)


@settings(max_examples=150, deadline=None)
@given(
    index=st.integers(min_value=0, max_value=10**6),
    shape=st.sampled_from(
        [
            "{}",
            "{}.",
            "**{}**",
            "index {}",
            "The index is {}.",
            "Final answer: {}",
            "\\boxed{{{}}}",
            '{{"index": {}}}',
            "(zsail zl0 zl4) at index {}",
            "<think>3 or 5</think>{}",
            "After 7 steps.\n**Final Answer**: {}",
            "Action (zsail l0 l4) is wrong, so the answer is {}.",
            "```\n{}\n```",
            "Index: {}",
        ]
    ),
)
def test_a_rendered_index_is_read_back(index: int, shape: str) -> None:
    reading = read(shape.format(index), INDEX)
    assert (reading.value, reading.code) == (index, None)


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
            assert reading.code is not Code.CONFLICTING or kind in (ACTIONS, PLAN, EFFECTS, ACT, ACTION)


@settings(max_examples=150, deadline=None)
@given(text=grammar_like, kind=st.sampled_from(list(AnswerKind)))
def test_blanks_around_change_nothing(text: str, kind: AnswerKind) -> None:
    assert read(f" \n{text}\n\t ", kind) == read(text, kind)


# --- sizes ------------------------------------------------------------------------------------------------------


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
    assert read(lines, PLAN).code is Code.TOO_LARGE


def repeated(piece: str, size: int) -> str:
    return (piece * (size // len(piece) + 1))[:size]


def garbage(size: int) -> str:
    rng = random.Random(1)
    return "".join(rng.choices("()[]{}\"'\\ab1, \n<>`*_:.-?", k=size))


STORMS = [
    "(", ")", "()", "(a)", "(a b) ", "(a", "a(", "a(b,", "[", "]", "[]", "[(a)] ", "[(a),", "{", "{}", '{"a":', '{"a":"b"} ',
    '"', "'", "\\", "\\boxed{", "\\text{", "\\(", "<", "<think>", "</think>", "<think></think>", "<think>a</think>", "<answer>",
    "Answer: ", "Final answer: (", "the answer is ", "Simplified plan ", "none ", "None\n", "```", "```\n", " ", "\n", "1", "1 ",
    "1. ", "1.\n", "-", "*", "#", ":", "$", "~", "|", "not (", "(not (a)) ", "a", "ab ", "index ", "index 1\n", "yes. ", "A.\n",
    "positive effects: ", "Positive effects: (a)\nNegative effects: (b)\n", "- (a b): x\n", "(a b)\nx\n", "(a b) xyz ", "é…“”（）",
    "\ud800", "\u200b", "so (a b) is\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", [*STORMS, "random"], ids=repr)
def test_a_megabyte_of_anything_takes_no_time(piece: str) -> None:
    size = 1_000_000
    text = garbage(size) if piece == "random" else "x" + repeated(piece, size - 2) + "x"
    for kind in AnswerKind:
        start = time.process_time()
        read(text, kind)
        # A tenth of a second on a quiet machine; quadratic work would take minutes.
        assert time.process_time() - start < 2.0


@pytest.mark.parametrize("opened", ["[", '{"a":', "(", "<think>", "\\boxed{", "`"])
def test_deep_nesting_is_no_recursion(opened: str) -> None:
    for kind in AnswerKind:
        read(opened * 100_000 + "(a b)", kind)
        read(opened * 900, kind)


# --- what comes before reading ----------------------------------------------------------------------------------


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
    assert plain("“（a，b）”—¬\u00a0x") == '"(a,b)"-! x'
    assert plain(r"\text{(a\_b)}") == "(a_b)"
