"""S-expressions: structure, places in the text, limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from testkit.cost import within

from certwright.domains.planning import sexpr
from certwright.domains.planning.sexpr import Expression, read
from certwright.instances.errors import CertwrightError, LimitError, UnsupportedError, WorldError

TEXT = """; a comment (with a parenthesis
(Define ; and another
    (A ?X)   (b (c D))
\t(e))"""


def plain(item: str | Expression) -> object:
    return item if isinstance(item, str) else [plain(each) for each in item.items]


def test_comments_go_and_case_folds() -> None:
    assert plain(read(TEXT)) == ["define", ["a", "?x"], ["b", ["c", "d"]], ["e"]]


def test_every_item_knows_line_and_column() -> None:
    whole = read(TEXT)
    assert whole.where() == (2, 1)
    assert [whole.where(position) for position in range(4)] == [(2, 2), (3, 5), (3, 14), (4, 2)]
    inner = list(whole.lists(1))[1]
    assert inner.where() == (3, 14)
    assert [inner.where(position) for position in range(2)] == [(3, 15), (3, 17)]


def test_errors_name_file_line_and_column() -> None:
    whole = read(TEXT, file="d.pddl")
    error = whole.error("wrong", 2)
    assert (error.file, error.line, error.column) == ("d.pddl", 3, 14)
    assert str(error) == "d.pddl:3:14: wrong"
    refusal = whole.unsupported("axioms are", 1)
    assert isinstance(refusal, UnsupportedError)
    assert str(refusal) == "d.pddl:3:5: axioms are not supported"


BAD = {
    "nothing": ("", WorldError, "f:1:1: expected '(', the text is empty"),
    "only a comment": ("; (a)", WorldError, "f:1:6: expected '(', the text is empty"),
    "no list": ("\n a (b)", WorldError, "f:2:2: expected '(', found 'a'"),
    "stray closing": (")", WorldError, "f:1:1: expected '(', found ')'"),
    "one too many closed": ("(a)\n )", WorldError, "f:2:2: text after the end of the expression: ')'"),
    "text behind": ("(a) b", WorldError, "f:1:5: text after the end of the expression: 'b'"),
    "never closed": ("(a\n  (b (c) d", WorldError, "f:2:3: this parenthesis is never closed"),
    "closed by a comment": ("(a\n (b) ; )", WorldError, "f:1:1: this parenthesis is never closed"),
    "umlaut": ("(a\n bé)", WorldError, "f:2:3: character 'é' is outside ASCII"),
    "capital that grows when folded": ("(İ)", WorldError, "f:1:2: character 'İ' is outside ASCII"),
    "nested 100000 deep": ("(" * 100_000 + ")" * 100_000, LimitError, "f:1:65: lists nested deeper than 64"),
    "10 MB of garbage": ("x(" * 5_000_000, LimitError, "f:1:1: 10000000 characters, the limit is 4000000"),
    "a million lists": ("(" + "()" * 1_000_000, LimitError, "f:1:500001: more than 500000 tokens"),
    "4 MB of blanks": (" " * 4_000_000, WorldError, "f:1:4000001: expected '(', the text is empty"),
}


@pytest.mark.parametrize(("text", "kind", "message"), BAD.values(), ids=BAD)
def test_malformed_and_hostile_text(text: str, kind: type[Exception], message: str) -> None:
    with within(3), pytest.raises(kind) as caught:
        read(text, file="f")
    assert str(caught.value) == message


def test_the_deepest_and_the_longest_text_that_is_allowed() -> None:
    depth = sexpr.MAX_DEPTH
    assert read("(" * depth + ")" * depth)
    assert len(read("(" + "a " * (sexpr.MAX_TOKENS - 2) + ")").items) == sexpr.MAX_TOKENS - 2


@given(st.text(alphabet="()ab; \n-?é", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        whole = read(text)
    except CertwrightError:
        return
    bare = "".join(line.split(";")[0] + " " for line in text.split("\n"))
    assert str(plain(whole)).replace("'", "").replace(",", "").split() == spaced(bare).split()


def spaced(text: str) -> str:
    """The text with brackets as Python prints lists."""
    tokens = text.lower().replace("(", " ( ").replace(")", " ) ")
    return (
        " ".join(tokens.split()).replace("( ", "[").replace(" )", "]").replace("()", "[]").replace("[)", "[]")
    )
