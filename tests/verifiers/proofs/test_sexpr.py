"""The checker's reader of parenthesised text: lists, their places, and every refusal in full."""

import pytest

from certwright.verifiers.proofs import sexpr
from certwright.verifiers.proofs.refused import RefusedError
from certwright.verifiers.proofs.sexpr import Form, read


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        ("(a)", ["a"]),
        ("()", []),
        ("(A (b C) ())", ["a", ["b", "c"], []]),
        ("; above\n(a ; beside (\n b)", ["a", "b"]),
    ],
)
def test_lists(text, lists):
    assert read(text, "f") == lists


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f:1:1: a list was expected"),
        ("  \n ; nothing", "f:1:1: a list was expected"),
        ("\n a", "f:2:2: a list was expected"),
        (")", "f:1:1: a list was expected"),
        ("\n\n (a\n (b)", "f:3:2: this parenthesis is never closed"),
        ("(a\n  (b)\n (", "f:3:2: this parenthesis is never closed"),
        ("(a) b", "f:1:5: text after the end of the list"),
        ("(a)\n(b)", "f:2:1: text after the end of the list"),
        ("(a))", "f:1:4: text after the end of the list"),
        ("(ä)", "f: a character outside ASCII"),
    ],
)
def test_texts_that_are_no_list(text, message):
    with pytest.raises(RefusedError) as caught:
        read(text, "f")
    assert str(caught.value) == message


def test_places_are_counted_from_one():
    text = "\n(a\n  (b) (c\n(d)))"
    places = {}
    waiting = [read(text, "f")]
    for form in waiting:
        places[form.head] = str(form.fault("x"))
        waiting += [item for item in form if isinstance(item, Form)]
    assert places == {"a": "f:2:1: x", "b": "f:3:3: x", "c": "f:3:7: x", "d": "f:4:1: x"}


def refusal(call, *arguments):
    with pytest.raises(RefusedError) as caught:
        call(*arguments)
    return str(caught.value)


def test_items_are_asked_for_by_their_place():
    form = read("(a (b) c)", "f")
    assert (form.head, form.word(2, "x"), form.form(1), read("((a))", "f").head) == ("a", "c", ["b"], "")
    assert refusal(form.word, 1, "the name") == "f:1:1: the name is missing or no word"
    assert refusal(form.word, 3, "the name") == "f:1:1: the name is missing or no word"
    assert refusal(form.form, 2) == "f:1:1: a list was expected, not 'c'"
    assert refusal(form.form, 3) == "f:1:1: a list was expected, not ''"
    assert refusal(list, form.forms()) == "f:1:1: a list was expected, not 'c'"
    assert list(read("(a (b) ())", "f").forms()) == [["b"], []]
    form.refuse("", "x")
    assert refusal(form.refuse, 1, "x") == "f:1:1: x"


def test_size_words_and_depth_are_bounded(monkeypatch):
    depth = sexpr.MAX_DEPTH
    assert read("(" * depth + ")" * depth, "f")
    assert refusal(read, "(" * (depth + 1), "f") == f"f:1:{depth + 1}: lists nested deeper than {depth}"
    monkeypatch.setattr(sexpr, "MAX_WORDS", 5)
    assert read("(a b c)", "f") == ["a", "b", "c"]
    assert refusal(read, "(a b c d)", "f") == "f:1:1: more than 5 words"
    monkeypatch.setattr(sexpr, "MAX_CHARACTERS", 7)
    assert read("(a b c)", "f") == ["a", "b", "c"]
    assert refusal(read, "(a b c) ", "f") == "f: more than 7 characters"
