"""Short ways take what the general patterns take, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certwright.verifiers.reading import choices, effects, groups, indices, items, marks, scanner
from certwright.verifiers.reading import text as text_module
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
        patch.setattr(scanner, "_usual_lists", lambda _: None)
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


AHEAD = {
    f"{module.__name__.rpartition('.')[2]}.{name}": pattern
    for module in (choices, effects, groups, indices, items, marks)
    for name, pattern in vars(module).items()
    if isinstance(pattern, re.Pattern) and pattern.pattern.startswith("(?=[")
}
"""The patterns that look ahead for a character that they can begin with, to pass over most places at once."""

fragments = st.sampled_from(
    [
        *(
            "yes",
            "No",
            "TRUE",
            "false",
            "Option ",
            "choice",
            "letter",
            "Answer",
            "A",
            "B) is right",
            "is the ",
        ),
        *(
            "positive effects",
            "Pos",
            "add",
            "becomes true",
            "new",
            "true",
            "gained",
            "no ",
            "negative",
            "deleted",
        ),
        *(
            "del",
            "Removed",
            "false",
            "lost",
            "becoming\tfalse",
            "effects",
            "facts",
            "index ",
            "Position",
            "idx:",
        ),
        *(
            "7",
            "-3",
            "+1.5",
            "4th",
            "is",
            "Are ",
            "be",
            "was",
            "were",
            "namely",
            ":",
            "=",
            "->",
            "=>",
            "1. ",
            "- ",
        ),
        *(
            "removed actions",
            "inapplicable",
            "not applicable",
            "Redundant",
            "unnecessary",
            "excluded",
            "discarded",
        ),
        *(
            "non-applicable",
            "not",
            "NOT",
            "!",
            "~",
            "(",
            ")",
            "[",
            "]",
            "none",
            "None",
            "(a b)",
            "at",
            "and",
            "the ",
        ),
        *(
            " ",
            "  ",
            "\n",
            ",",
            ".",
            "*",
            "**",
            "_",
            "`",
            '"',
            "'",
            "ſ",
            "ı",
            "\u212a",
            "é",
            "²",
            "٣",
            "x",
            "ing",
        ),
        *(
            "of ",
            "for",
            "my ",
            "our",
            "your",
            "this",
            "correct ",
            "model",
            "direct",
            "short",
            "complete",
            "final ",
        ),
    ]
)


def test_every_tag_of_thinking_holds_a_stem() -> None:
    tags = [tag for pair in text_module._TAGS for tag in pair]
    assert tags and all(any(stem in tag for stem in text_module._STEMS) for tag in tags)


def test_patterns_that_look_ahead_are_found() -> None:
    assert len(AHEAD) >= 10


@pytest.mark.parametrize("pattern", AHEAD.values(), ids=AHEAD)
@settings(max_examples=250, deadline=None)
@given(text=st.lists(fragments, max_size=10).map("".join))
def test_looking_ahead_changes_no_match(pattern: re.Pattern[str], text: str) -> None:
    rest = pattern.pattern[re.match(r"\(\?=\[(?:\\.|[^\]])*\](?:\|\$)?\)", pattern.pattern).end() :]  # type: ignore[union-attr]
    general = re.compile(rest, pattern.flags)
    assert [found.regs for found in pattern.finditer(text)] == [
        found.regs for found in general.finditer(text)
    ]


@settings(max_examples=400, deadline=None)
@given(text=st.lists(fragments, max_size=10).map("".join))
def test_none_is_looked_for_only_where_it_stands(text: str) -> None:
    found = [match.regs for match in items._ITEM_OR_NONE.finditer(text)]
    assert "none" in text.lower() or found == [match.regs for match in items._ITEM.finditer(text)]


@settings(max_examples=400, deadline=None)
@given(
    words=st.lists(
        st.sampled_from(["at", "l-1", "9a", "_x", "é", "(", ".", " ", "\t", "a" * 63, "b"]), max_size=6
    )
)
def test_the_word_before_a_parenthesis(words: list[str]) -> None:
    text = "".join(words)
    near = re.compile(r"(?<![\w-])([A-Za-z][\w-]*)[ \t]*\Z", re.ASCII)
    word = near.search(text, max(0, len(text) - items._NEAR))
    expected = (len(text), "") if word is None else (word.start(), word[1].lower())
    assert items._word_before(text, len(text)) == expected
