"""The linter names what rests on a quirk, and nothing in plain programs."""

import re
from pathlib import Path

import pytest

from certwright.domains.gridworld.actions import KEYS, Action
from certwright.domains.gridworld.lint import lint
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program

DOT = '(object Dot (Cell 0 0 "red")) (= dot (initnext (Dot (Position 1 1)) (prev dot)))'
MANUAL = Path(__file__).resolve().parents[3] / "docs" / "autumn.md"


def rules(text):
    return [finding.rule for finding in lint(read_program(f"(program {text})"))]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("(on (|| left right) (= GRID_SIZE 3))", "logic"),
        ("(= n (initnext 0 (if left then 1 else 0)))", "condition"),
        ("(= n (initnext 0 (if ((left)) yes 1 else 0)))", "ignored"),
        ("(= n (initnext 0 (prev n))) (on left (= n 1) (= n 2))", "ignored"),
        ("(= n (initnext 1.9 (prev n)))", "ignored"),
        ("(= f (--> x x x))", "ignored"),
        ("(= l (initnext (list) (prev l))) (on (== l (list)) (= GRID_SIZE 3))", "list-equality"),
        ("(= n (initnext 0 (tail (list 1 2))))", "tail"),
        ("(on true (= GRID_SIZE (length (arrayEqual (list) (list)))))", "array-equal"),
        (
            DOT + '(object Kin (Cell 0 0 "red")) (= l (list (Dot (Position 0 0)) (Kin (Position 0 0))))',
            "mixed-list",
        ),
        ('(= tint "red") (object A (: tint String) (Cell 0 0 tint))', "captured-field"),
        ('(= hue "red") (object A (Cell 0 0 hue))', "cell-name"),
        ('(object A (Cell 0 0 (uniformChoice (list "red" "blue"))))', "chance-in-cell"),
        (DOT + "(on left (= (.. dot origin) (Position 0 0)))", "set-field"),
        (DOT + "(on left (= dot (rotate dot)))", "rotate"),
        (DOT + "(on left (let (removeObj dot) true))", "delete"),
        (DOT + "(= l (initnext (list dot) (removeObj (prev l) (head (prev l)))))", "identity"),
        (DOT + "(= d (initnext dot (prev (.. d origin))))", "identity"),
        (DOT + "(= n (initnext (head ((allObjs))) (prev n)))", "hash-order"),
        ("(= f (--> (x y) x)) (= n (initnext (f 1) (prev n)))", "arity"),
        ("(= f (--> x x)) (= n (initnext (f 1 2) (prev n)))", "arity"),
        ("(= f (--> a (+ a q))) (= g (--> q (f 1)))", "dynamic-scope"),
        ("(= f (--> a (let (= q 9) a))) (= g (--> q (let (f 1) q)))", "dynamic-scope"),
        ("(= dir (initnext 0 (prev dir))) (= f (--> o (nextLiquid o)))", "library-name"),
        ("(= max (--> (a b) a))", "library-name"),
        ("(= f (--> left left))", "library-name"),
        ("(= a (initnext 1 (prev a))) (= b (initnext a (prev b)))", "init-order"),
        ("(= a (initnext 1 (+ (prev a) 1))) (= b (initnext 1 a))", "next-order"),
        ("(= f (--> x (+ x a))) (= a (initnext 1 (+ (prev a) 1))) (= b (initnext 1 (f 1)))", "next-order"),
        ("(= p (initnext (Position 0 0) (prev p))) (on left (= p click))", "click"),
        ("(= a (initnext nothing (prev a)))", "undefined"),
        ("(on left (= fresh 1))", "late-variable"),
    ],
)
def test_each_rule_speaks(text, rule):
    assert rule in rules(text)


@pytest.mark.parametrize(
    "text",
    [
        DOT + "(on (& clicked (isFreePos click)) (= dot (Dot click)))",
        DOT + "(on (clicked dot) (let (= there click) (= dot (Dot there))))",
        "(= a (initnext 1 (prev a))) (= b (initnext 1 a))",
        "(= a (initnext 1 (+ (prev a) 1))) (= b (initnext 1 (prev a)))",
        "(= f (--> x (+ x 1))) (= g (--> x (f x)))",
        DOT + "(= dots (initnext (list) (removeObj (prev dots) out))) (= out (--> d (! (isWithinBounds d))))",
        "(= f (--> n (if (== n 0) then 0 else (f (- n 1)))))",
        DOT + "(on (! ((left))) (= dot (moveDown dot)))",
    ],
)
def test_plain_programs_are_clean(text):
    assert rules(text) == []


def test_a_finding_says_where():
    found = lint(read_program("(program\n  (= n (initnext 0\n    (tail (list 1)))))", file="w.sexp"))
    assert [str(one) for one in found] == [
        "w.sexp:3:5: tail: tail is the last element, not the rest of the list"
    ]


def test_the_programs_of_autumnbench_are_clean(autumnbench):
    for file in (autumnbench / "example_benchmark" / "programs").glob("*.sexp"):
        assert lint(read_program(file.read_text())) == ()


@pytest.mark.parametrize("text", re.findall(r"```lisp\n(.*?)```", MANUAL.read_text(), re.DOTALL))
def test_the_worlds_of_the_manual_are_clean_and_run(text):
    program = read_program(text)
    assert lint(program) == ()
    machine = Machine(program, 3)
    size = program.grid_size
    for number in range(200):
        action = KEYS[number % 4] if number % 3 else f"click {number % size} {number % 2}"
        machine.step(Action.parse(action))
    assert machine.covered == frozenset(range(len(program.clauses)))
