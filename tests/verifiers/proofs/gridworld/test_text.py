"""The reader of Autumn programs: its limits, and what cells and lists of several types are read as."""

import pytest

from certwright.domains.gridworld.machine import Machine as Fast
from certwright.domains.gridworld.program import read_program
from certwright.verifiers.proofs.gridworld.autumn import text
from certwright.verifiers.proofs.gridworld.autumn.comparing import inferred
from certwright.verifiers.proofs.gridworld.autumn.machine import Machine
from certwright.verifiers.proofs.gridworld.autumn.text import ProgramError, parse
from certwright.verifiers.proofs.gridworld.autumn.values import UNKNOWN_LIST, Items


def deep(lists):
    """A program of so many lists within each other."""
    return "(program (= a " + "(- " * (lists - 2) + "1" + ")" * lists


@pytest.mark.parametrize(
    ("name", "most", "made", "message"),
    [
        ("MAX_CHARACTERS", 30, lambda size: "(program)".ljust(size), "a program has at most 30 characters"),
        (
            "MAX_TOKENS",
            9,
            lambda size: "(program" + ")" + " x" * (size - 3),
            "a program has at most 9 tokens",
        ),
        ("MAX_DEPTH", 12, deep, "lists are nested deeper than 12"),
    ],
)
def test_limits_are_reached_and_not_passed(name, most, made, message, monkeypatch):
    monkeypatch.setattr(text, name, most)
    parse(made(most))
    with pytest.raises(ProgramError) as caught:
        parse(made(most + 1))
    assert str(caught.value) == message.format(most)


def test_blanks_and_comments_are_no_tokens(monkeypatch):
    monkeypatch.setattr(text, "MAX_TOKENS", 8)
    read = parse("; a ( b\n(program\t; ) c\r(= a\v1\f)) ")
    assert read == [("assign", "a", ("constant", 1))]


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        ('(= a "x y")', ("assign", "a", ("constant", "x y"))),
        ("(= a -3)", ("assign", "a", ("unary", "-", ("constant", 3)))),
        ("(= a (- 3))", ("assign", "a", ("unary", "-", ("constant", 3)))),
        ("(= a (-- 3 1))", None),
        ("(= a list)", ("assign", "a", ("list", ()))),
        ("(= a (or true b))", ("assign", "a", ("logical", True, ("boolean", True), ("name", "b")))),
        ("(= a (|| true b))", ("assign", "a", ("logical", False, ("boolean", True), ("name", "b")))),
        ("(= (.. o x) 1)", ("set", ("name", "o"), "x", ("constant", 1))),
        ('(= a (.. o "x"))', ("assign", "a", ("get", ("name", "o"), "x"))),
        ("(= f (--> x x))", ("assign", "f", ("function", ("x",), ("name", "x")))),
        ("(= f (fn (x y) x))", ("assign", "f", ("function", ("x", "y"), ("name", "x")))),
        ("(: a Number)", ("declare", "a", "Number", 0)),
        ("(: a (List (List Number)))", ("declare", "a", "Number", 2)),
        ("(= a (initnext 1 2))", ("initnext", "a", ("constant", 1), ("constant", 2))),
        ("(on true (= a 1))", ("on", ("boolean", True), ("assign", "a", ("constant", 1)))),
        ("(= a (f))", ("assign", "a", ("name", "f"))),
        ("(= a ((f)))", ("assign", "a", ("call", ("name", "f"), ()))),
        (
            "(= a (Cell (.. p y) z b))",
            (
                "assign",
                "a",
                ("cell", ("b", "p", "y", "z"), (("get", ("name", "p"), "y"), ("name", "z"), ("name", "b"))),
            ),
        ),
    ],
)
def test_what_a_statement_is_read_as(statement, node):
    if node is None:
        with pytest.raises(ProgramError):
            parse(f"(program {statement})")
    else:
        assert parse(f"(program {statement})") == [node]


def test_a_field_that_a_cell_mentions_is_captured_like_a_name():
    made = """(program (= GRID_SIZE 4) (= f (--> n (+ n x))) (= p (Position 0 0))
      (= cell (let (= x 2) (Cell (f (.. p x)) 0 "red"))) (object Dot cell)
      (= a (Dot (Position 0 1))) (= x 1))"""
    shown = Machine(made)
    assert shown.frame(shown.start(0)) == tuple(map(tuple, Fast(read_program(made), 0).frame()))


def test_a_background_that_is_no_text_cannot_be_shown():
    made = Machine("(program (= background (initnext 3 3)))")
    with pytest.raises(ProgramError, match=r"^background must be a string$"):
        made.frame(made.start(0))


def test_lists_of_one_type_have_one():
    fresh, numbers = Items((), UNKNOWN_LIST), Items((1,), "List<Number>")
    assert inferred(()) == UNKNOWN_LIST
    assert inferred((1, 2)) == "List<Number>" and inferred((1, True)) == inferred((1, "a")) == "Unknown"
    assert inferred((numbers,)) == "List<List<Number>>" and inferred((numbers, numbers)) == "Unknown"
    assert inferred((fresh, fresh)) == f"List<{UNKNOWN_LIST}>" == inferred((fresh,))
    assert inferred((fresh, numbers)) == inferred((numbers, 1)) == inferred((1, fresh)) == "Unknown"


def test_functions_that_give_1_and_true_are_not_one_state():
    text = """(program (= GRID_SIZE 3) (= f (initnext (--> x 1) (prev f))) (on left (= f (--> x true))))"""
    made = Machine(text)
    state = made.start(0)
    assert made.state_key(state) != made.state_key(made.step(state, "left"))
    assert made.state_key(state) == made.state_key(made.step(state, "noop"))
