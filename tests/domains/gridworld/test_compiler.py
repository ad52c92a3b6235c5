"""Programs as Python functions: no text is evaluated, order and places stay."""

import ast
import keyword

import pytest

from certwright.domains.gridworld import code
from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.program import read_program
from certwright.instances.errors import AutumnError

NAMES = ["class", "lambda", "rt", "captured", "__import__", "t1", "v1", "k1", "f1", "undef", "type", "fail"]
OWN = {"if", "else", "and", "or", "in"}
"""Words that Autumn has too."""


@pytest.mark.parametrize("name", [*NAMES, *sorted({*keyword.kwlist} - OWN)])
def test_names_of_python_are_names_like_others(value, name):
    before = f"(= {name} 3) (= twice (--> ({name}) (+ {name} {name})))"
    assert value(f"(let (= other {name}) (twice (+ other 1)))", before) == 8


@pytest.mark.parametrize("text", ["__import__('os').abort()", "'", "{}", "\\\\", "T", "MESSAGE", "g[WORD]"])
def test_texts_are_constants(value, text):
    assert value(f'(head (list "{text}"))') == text.replace("\\\\", "\\")
    assert value(f'(if (== "{text}" "{text}") then "{text}" else "no")') == text.replace("\\\\", "\\")


def test_generated_code_knows_nothing_but_what_it_is_given():
    run = read_program('(program (= a "x") (on left (= a "y")))').code.advance
    assert run.__globals__["__builtins__"] == {}
    assert {"open", "eval", "exec", "getattr", "__import__"}.isdisjoint(run.__globals__)


@pytest.mark.parametrize("depth", [5, 12, 14, 20])
def test_loops_in_loops_are_not_bounded_by_python(value, depth):
    inner = "1"
    for level in range(depth):
        inner = f"(foldl (--> (so x{level}) (+ so {inner})) 0 (list 1))"
    assert value(inner) == 1


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("(let (= x 1) (+ x (let (= x 5) x)))", 6),
        ("(let (= x 1) (+ (let (= x 5) x) x))", 10),
        ("(let (= x 1) (list x (= x 2) x (foldl (--> (a b) (= x b)) 0 (list 7 8)) x))", [1, 2, 2, 8, 8]),
        ("(let (= x 1) (if (> x 0) then (= x 4) else 0) x)", 4),
        ("(let (if true then (= y 4) else (= y 5)) y)", 4),
        ("(map (--> n (let (if (== n 1) then (= y n) else 0) (+ n 0))) (list 1 2))", [1, 2]),
        ("(let (= n 0) (& false (== (= n 1) 1)) n)", 0),
        ("(let (= n 0) (| (== (= n 1) 1) (== (= n 2) 2)) n)", 1),
        ("(filter big (list 1 5 2 7))", [5, 7]),
        ("(any big (list 1 2))", False),
        ("(foldl plus 0 (list 1 2 3))", 6),
        ("(updateObj (list 1 5) double big)", [1, 10]),
    ],
)
def test_values_are_taken_in_order(value, expression, expected):
    before = "(= big (--> n (> n 3))) (= plus (--> (a b) (+ a b))) (= double (--> n (* n 2)))"
    assert value(expression, before) == expected


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("(program\n (= f (--> x\n  (+ x true)))\n (= a (f 1)))", "3:3", "+ needs two numbers"),
        ("(program\n (= a 1)\n (= b (move a a)))", "3:7", "has no field 'origin'"),
        ("(program\n (= b (f 1))\n (= f (--> x x)))", "2:7", "f is not defined"),
        ("(program (= f (--> x (f x)))\n (= a (f 1)))", "1:22", "functions call each other more than 2500"),
        (
            "(program\n (= l (map (--> x (let (if (> x 1) then (= y 1) else 0) y)) (list 1))))",
            "2:57",
            "no value yet",
        ),
    ],
)
def test_faults_stand_where_they_arise(text, place, message):
    from certwright.domains.gridworld.machine import Machine

    with pytest.raises(AutumnError) as caught:
        Machine(read_program(text))
    assert f"{caught.value.line}:{caught.value.column}" == place and message in caught.value.message


def test_templates_take_trees_names_and_lists():
    made = code.statements(
        "T = f(*ARGS)\nBODY", 7, T="t1", ARGS=[code.constant(1, 7)], BODY=code.statements("x", 9)
    )
    assert [ast.unparse(node) for node in made] == ["t1 = f(1)", "x"]
    assert [node.lineno for node in made] == [7, 9]
    assert code.offset_of(None) is None and code.line_of(-1) == 1 and code.line_of(0) == 2


@pytest.mark.parametrize(("rule", "once"), [("", True), ("(on left (= (.. (head places) x) 5))", False)])
def test_constants_are_made_once_where_nothing_changes_in_place(machine, rule, once):
    constant = "(list (Position 1 1))"
    played = machine(f"(= places (initnext {constant} {constant})) {rule}", "noop")
    before = played.runtime.g["places"]
    for key in ("left", "noop"):
        played.step(Action(key))
    after = played.runtime.g["places"]
    assert (after is before) == once
    assert [(place.x, place.y) for place in after.items] == [(1, 1)]


def test_a_frame_is_painted_again_only_when_it_changes(machine):
    dot = '(object Dot (Cell 0 0 "red")) (= dot (initnext (Dot (Position 0 0)) (prev dot)))'
    rules = '(on right (= dot (moveRight dot))) (on up (= background "blue"))'
    played = machine(f"(= GRID_SIZE 2) {dot} {rules}")
    first = played.frame()
    played.step(Action("noop"))
    assert played.frame() is first == (("red", "black"), ("black", "black"))
    played.step(Action("right"))
    assert played.frame() == (("black", "red"), ("black", "black"))
    played.step(Action("up"))
    assert played.frame() == (("blue", "red"), ("blue", "blue"))
