"""The short way for usual lists takes what the general patterns take, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certwright.verifiers.reading import scanner
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import _named, _usual_list, _whole
from certwright.verifiers.reading.text import outside_thinking, plain

KINDS = [AnswerKind.ACTIONS, AnswerKind.PLAN, AnswerKind.EFFECTS]

names = st.sampled_from(
    ["sail", "L0", "l-1", "a_b", "the", "none", "None", "0", "-x", "_y", "?x", "é", "\u212a", ""]
)
atoms = st.lists(names, max_size=4).map(" ".join).map("({})".format)
pieces = st.one_of(
    atoms,
    st.sampled_from([", ", " ", ",", "), (", ") (", "] [", "], [", "[", "]", "(", ")", "\n", "  ", "- "]),
)
between = st.sampled_from([", ", " ", ",", "  ", "\n"])
lists = st.builds(lambda members, gap: gap.join(members), st.lists(atoms, max_size=4), between)
texts = st.one_of(
    st.lists(pieces, max_size=9).map("".join),
    st.builds("[{}]".format, lists),
    st.builds("[{}]{}[{}]".format, lists, between, lists),
    lists,
)


@settings(max_examples=1500, deadline=None)
@given(text=texts, kind=st.sampled_from(KINDS))
def test_the_short_way_reads_what_the_general_patterns_read(text: str, kind: AnswerKind) -> None:
    bare = text.strip()
    if not bare:
        return
    short = _whole(bare, kind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanner, "_usual_list", lambda _: None)
        assert _whole(bare, kind) == short


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(SAIL l0 L1), (board c0)", ["(sail l0 l1)", "(board c0)"]),
        ("(sail l0 l1) (board c0)", ["(sail l0 l1)", "(board c0)"]),
        ("(sail)", ["(sail)"]),
        ("(sail l0 l1), (the board)", None),
        ("(sail l0 l1), (none)", None),
        ("(sail  l0)", None),
        ("(sail 0)", None),
        ("(sail l0", None),
        ("()", None),
        ("(", None),
        ("", None),
    ],
)
def test_usual_lists(text: str, value: list[str] | None) -> None:
    assert _usual_list(text) == value


def test_long_words_are_not_remembered() -> None:
    before = _named.cache_info().currsize
    assert _usual_list(f"(a {'b' * 1000})") is None
    assert _named.cache_info().currsize == before
    assert _named.cache_info().maxsize is not None


@pytest.mark.parametrize(
    "text", ["“a” – (b\u00a0c)", "café (b c)", "（a b）, \u200b(c)", "→ ∧ ¬x ✓", "plain"]
)
def test_plain_maps_character_by_character(text: str) -> None:
    assert plain(text) == "".join(map(plain, text))


def test_text_without_tags_is_outside_thinking() -> None:
    text = "[(a b)] < [x] ◁ <b>thinking</b> [thin"
    assert outside_thinking(text) == (text, False)
