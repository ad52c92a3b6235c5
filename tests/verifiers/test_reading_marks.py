"""Marks: found from the end, with a short way for the usual one; here their plain definition, forwards."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certwright.verifiers.reading import marks
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.marks import MARKS, Zone, zones
from certwright.verifiers.reading.text import plain

sys.path.append(str(Path(__file__).parent))
ATOMS, ACTIONS = import_module("reading_items").ATOMS, import_module("reading_lists").ACTIONS
PLAN, ACTION = AnswerKind.PLAN, AnswerKind.ACTION
BEFORE_ANSWER = re.compile(marks._BEFORE_ANSWER.pattern.partition("$)")[2], re.IGNORECASE)
"""The pattern without the look ahead that spares it most places."""


def defined(text: str, kind: AnswerKind) -> list[Zone]:
    """Every word that the pattern finds, what opens a zone there, and the zones cut where the next begins."""
    pattern = marks._WORD_OR_PLAN if kind is PLAN else marks._WORD
    opened = [
        (word.start(), zone) for word in list(pattern.finditer(text))[-MARKS:] for zone in opening(text, word)
    ]
    limits = [begin for begin, _ in opened[1:]] + [len(text)] * bool(opened)
    return [
        zone._replace(end=max(zone.start, min(zone.end, limit)))
        for (_, zone), limit in zip(opened, limits, strict=True)
    ]


def opening(text: str, word: re.Match[str]) -> Iterator[Zone]:
    begin, end = word.span()
    if text[begin] in "\\<":
        yield marks._zone(text, word, len(text)) or pytest.fail("a box or a tag opens a zone")
    elif not begin or text[begin - 1] not in "\"'":
        found = after_plan(text, word) if word[0][0] in "pPsS" else after_answer(text, begin, end)
        if found is not None:
            yield Zone(found[0].end(), len(text), found[1], found[2])


def after_plan(text: str, word: re.Match[str]) -> tuple[re.Match[str], str, bool] | None:
    """What makes the word plan a mark."""
    begin, end = word.span()
    before = marks._BEFORE_PLAN.search(text, max(0, begin - 48), begin)
    if before is None:
        return None
    name = f"{before[0].strip(' _*').capitalize()} {word[0].lower()}"
    for pattern, note in (
        (marks._COLON, f"after '{name}:'"),
        (marks._PLAN_COLON, f"after '{name}:'"),
        (marks._HEADING, f"under '{name}'"),
        (marks._COPULA, f"after '{name} is'"),
    ):
        match = pattern.match(text, end)
        if match is not None:
            return match, note, True
    return None


def after_answer(text: str, begin: int, end: int) -> tuple[re.Match[str], str, bool] | None:
    """What makes the word answer a mark, said rule by rule."""
    before = BEFORE_ANSWER.search(text, max(0, begin - 48), begin)
    assert before is not None
    final = before["final"] is not None
    name = "Final answer" if final else "Answer"
    opens = marks._OPENS_SENTENCE.search(text, max(0, begin - 16), begin)
    sentence = not before["of"] and (before["lead"] or opens)
    line = marks._OPENS_LINE.search(text, max(0, before.start() - 16), before.start())
    colon = marks._COLON.match(text, end) if final or sentence else None
    heading = marks._HEADING.match(text, end) if line else None
    copula = marks._COPULA.match(text, end)
    if colon is not None:
        return colon, f"after '{name}:'", final
    if heading is not None:
        return heading, f"under '{name}'", final
    return None if copula is None else (copula, f"after '{name} is'", final)


words = st.sampled_from(
    [
        *("final", "Final", "FINAL", "answer", "Answer", "answers", "ANSWER", "plan", "Plan", "sequence"),
        *(
            " ",
            "  ",
            "\n",
            "\n\n",
            "\t",
            "*",
            "**",
            "_",
            "__",
            "-",
            ":",
            ": ",
            " is ",
            " would be ",
            "=",
            "==",
        ),
        *("the ", "The ", "my\n", "correct ", "of ", "for ", "to the ", "as ", "simplified ", "new ", "(v) "),
        *(
            "<answer>",
            "</answer>",
            "<final_answer>",
            "\\boxed{",
            "}",
            "{",
            "(a b)",
            "[(a b)]",
            "none",
            "A",
            "3",
        ),
        *('"', "'", "`", ". ", ", ", "é", "#", "## ", "x", "unfinal", "finally "),
    ]
)


@settings(max_examples=800, deadline=None)
@given(text=st.lists(words, max_size=16).map("".join), kind=st.sampled_from([PLAN, ACTION]))
def test_zones_are_the_defined_ones_from_the_last_to_the_first(text: str, kind: AnswerKind) -> None:
    assert list(zones(text, kind)) == defined(text, kind)[::-1]


@pytest.mark.parametrize("kind", [PLAN, ACTION], ids=["plan", "action"])
def test_zones_of_the_known_responses(kind: AnswerKind) -> None:
    known = [plain(text) for text, _ in (*ATOMS.values(), *ACTIONS.values())]
    assert any(defined(text, kind) for text in known)
    for text in known:
        assert list(zones(text, kind)) == defined(text, kind)[::-1]


@pytest.mark.parametrize(
    "before", ["", "un", "__", "of the ", "the\n", "*****", "a long way before it, far beyond the reach, "]
)
@pytest.mark.parametrize("gap", [" ", " * ", " ** ", "    \n", "-", "_", "     "], ids=repr)
@pytest.mark.parametrize(
    "behind", [": (a b)", "**: (a b)", "\n(a b)", " is (a b)", " (short): x", "=1", "==1"]
)
def test_zones_behind_a_final_answer(before: str, gap: str, behind: str) -> None:
    text = f"{before}final{gap}answer{behind}"
    assert list(zones(text, ACTION)) == defined(text, ACTION)[::-1]


@pytest.mark.parametrize("kind", [PLAN, ACTION], ids=["plan", "action"])
def test_only_the_last_marks_are_looked_at(kind: AnswerKind) -> None:
    text = "Answer: (a b)\nplan.\n" * (2 * MARKS)
    assert 0 < len(list(zones(text, kind))) <= MARKS
    assert list(zones(text, kind)) == defined(text, kind)[::-1]
