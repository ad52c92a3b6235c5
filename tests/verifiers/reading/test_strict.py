"""The paper's grammar without error recovery, and the scanner measured against it."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certwright.instances.records import Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.lexer import STOP
from certwright.verifiers.reading.scanner import read
from certwright.verifiers.reading.strict import read_strict

ACT, ACTIONS, EFFECTS = AnswerKind.ATOM_OR_NONE, AnswerKind.ACTIONS, AnswerKind.EFFECTS


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (ACT, "(at c0 l1)", "(at c0 l1)"),
        (ACT, "(At C0\nl1)", "(at c0 l1)"),
        (ACT, " None\n", "none"),
        (AnswerKind.ACTION, "(sail l0 l1)", "(sail l0 l1)"),
        (ACTIONS, "(sail l0 l1) (board c0 l0)\n(x)(y)", ["(sail l0 l1)", "(board c0 l0)", "(x)", "(y)"]),
        (AnswerKind.PLAN, "(sail l0 l1)", ["(sail l0 l1)"]),
        (EFFECTS, "[(a)(b),(c)][]", (["(a)", "(b)", "(c)"], [])),
        (EFFECTS, "[(p)][(p)]", (["(p)"], ["(p)"])),
        (AnswerKind.INDEX, "04", 4),
        (AnswerKind.YES_NO, "no", False),
        (AnswerKind.LETTER, "C", "C"),
    ],
)
def test_sentences(kind: AnswerKind, text: str, value: object) -> None:
    reading = read_strict(text, kind)
    assert (reading.value, reading.code) == (value, None)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (ACT, "(at  c0 l1)"),
        (ACT, "( at c0 l1)"),
        (ACT, "(at c0 l1 )"),
        (ACT, "(at c0, l1)"),
        (ACT, "(at c0 l1)."),
        (ACT, "(at c0 l1) (on c0)"),
        (ACT, "at(c0, l1)"),
        (ACT, "none"),
        (ACT, "None."),
        (ACT, "(at c0 l1"),
        (AnswerKind.ACTION, "None"),
        (ACTIONS, "None"),
        (ACTIONS, "(a), (b)"),
        (ACTIONS, "[(a)]"),
        (ACTIONS, "(a)  (b)"),
        (EFFECTS, "[(a)] [(b)]"),
        (EFFECTS, "[(a)]"),
        (EFFECTS, "[(a), ][]"),
        (EFFECTS, "[(a), (b)][]"),
        (AnswerKind.INDEX, "-1"),
        (AnswerKind.INDEX, "4."),
        (AnswerKind.YES_NO, "Yes"),
        (AnswerKind.LETTER, "B."),
    ],
)
def test_what_is_no_sentence_is_malformed(kind: AnswerKind, text: str) -> None:
    reading = read_strict(text, kind)
    assert reading.code is Code.MALFORMED
    assert reading.note.endswith("expected") or "index" in reading.note


def test_blank_and_large() -> None:
    assert read_strict(" \n", ACTIONS).code is Code.EMPTY
    assert read_strict("(a)" * 200_000, ACTIONS).code is Code.TOO_LARGE


def test_the_note_names_the_place() -> None:
    assert read_strict("(at c0  l1)", ACT).note == "column 8: NAME is expected"
    assert read_strict("(at c0", ACT).note.startswith("at the end: ")
    assert read_strict("(at\nc0\n l1)", ACT).note.startswith("line 3, column 1")


# Texts of the grammar.  Two of its sentences are read otherwise by the scanner, on purpose: an atom "(none)"
# is None, and a parenthesis with a word such as "the" beside real atoms is prose; no world has such names.
letters = "abcdefghijklmnopqrstuvwxyzABCXYZ"
names = st.builds(
    str.__add__, st.sampled_from(letters), st.text(alphabet=letters + "0123456789_-", max_size=6)
).filter(lambda name: name.lower() not in STOP and name.lower() != "none")
blank = st.sampled_from([" ", "\n"])


@st.composite
def action_names(draw: st.DrawFn) -> str:
    words = draw(st.lists(names, min_size=1, max_size=4))
    text = words[0]
    for word in words[1:]:
        text += draw(blank) + word
    return f"({text})"


@st.composite
def action_lists(draw: st.DrawFn) -> str:
    actions = draw(st.lists(action_names(), min_size=1, max_size=6))
    return "".join(action + draw(st.sampled_from(["", " ", "\n"])) for action in actions)


@st.composite
def progression_lists(draw: st.DrawFn) -> str:
    def listed() -> str:
        head = "".join(draw(st.lists(action_names(), max_size=3)))
        return f"[{head}{''.join(',' + atom for atom in draw(st.lists(action_names(), max_size=3)))}]"

    return listed() + listed()


SENTENCES = {
    AnswerKind.ATOM_OR_NONE: st.one_of(action_names(), st.just("None")),
    AnswerKind.ACTION_OR_NONE: st.one_of(action_names(), st.just("None")),
    AnswerKind.ACTION: action_names(),
    AnswerKind.ACTIONS: action_lists(),
    AnswerKind.PLAN: action_lists(),
    AnswerKind.EFFECTS: progression_lists(),
    AnswerKind.INDEX: st.from_regex(r"[0-9]{1,18}", fullmatch=True),
    AnswerKind.YES_NO: st.sampled_from(["yes", "no"]),
    AnswerKind.LETTER: st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
}


@pytest.mark.parametrize("kind", SENTENCES, ids=lambda kind: kind.value)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_scanner_reads_every_sentence_alike(kind: AnswerKind, data: st.DataObject) -> None:
    text = data.draw(SENTENCES[kind])
    strict = read_strict(text, kind)
    assert strict.code is None
    assert read(text, kind).value == strict.value


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="()[], \nabN1one-", max_size=12), kind=st.sampled_from(list(SENTENCES)))
def test_whatever_is_strict_is_lenient(text: str, kind: AnswerKind) -> None:
    strict = read_strict(text, kind)
    if strict.code is None and "(none" not in text.lower():
        assert read(text, kind).value == strict.value


def test_reading_does_not_load_lark() -> None:
    code = (
        "import sys\n"
        "import certwright.verifiers.reading.scanner, certwright.verifiers.reading.structured\n"
        "import certwright.verifiers.reading.published, certwright.verifiers.reading.strict\n"
        "heavy = {'lark', 'numpy', 'numba', 'z3', 'pysat'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
