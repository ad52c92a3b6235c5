"""Programs drawn from the grammar: well formed, senseless, and never more than an AutumnError."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.builtins import BUILTINS
from certwright.domains.gridworld.lint import lint
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.domains.gridworld.reference_names import LIBRARY_FUNCTIONS
from certwright.instances.errors import AutumnError, LimitError

FUNCTIONS = [*sorted(BUILTINS), *sorted(LIBRARY_FUNCTIONS)]
LEAVES = [
    "a",
    "as",
    "n",
    "l",
    "f",
    "g",
    "h",
    "click",
    "GRID_SIZE",
    "origin",
    "x",
    "o",
    "left",
    "clicked",
    "A",
]
LEAVES += ["q", "delta", "s", "0", "1", "-1", "7", "true", '"red"', "(list)"]
OPERATORS = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", "&", "|", "||", "and", "or", "&&"]
FORMS = [
    "({operator} {e} {e})", "(- {e})", "(! {e})", "(if {e} then {e} else {e})", "(let {e} {e})",
    "(= {leaf} {e})", "(= (.. {e} s) {e})", "(--> x {e})", "(--> (x o) {e})", "(.. {e} origin)",
    "(.. {e} x)", "(list {e} {e})",
    "({function} {e})", "({function} {e} {e})", "({function} {e} {e} {e})", "(({function}))", "(A {e} {e})",
    "(Position {e} {e})", "(Cell {e} {e} {e})", "(prev {leaf})", "(prev {e})", "(map (--> x {e}) as)",
    "(updateObj {e} (--> x {e}))",
]  # fmt: skip
PROGRAM = """(program (= GRID_SIZE 6) (object A (: s Int) {cells})
  (= g (--> x (+ x 1))) (= f (--> (x) {e})) (= h (--> (o x) {e}))
  (= a (initnext (A 1 (Position 2 2)) {next_a}))
  (= as (initnext (list (A 1 (Position 0 0)) (A 2 (Position 3 3))) {next_as}))
  (= n (initnext 0 (+ (prev n) 1))) (= l (initnext (list 1 2) (prev l)))
  (on left {e}) (on (clicked a) {e}) (on {e} {e}))"""


class Drawn(dict):
    """The parts of a text, drawn when they are asked for."""

    def __init__(self, dice, depth):
        self.dice, self.depth = dice, depth

    def __missing__(self, part):
        dice = self.dice
        if part in ("operator", "function", "leaf"):
            return dice.choice({"operator": OPERATORS, "function": FUNCTIONS, "leaf": LEAVES}[part])
        if part == "cells":
            return f'(list (Cell {self["e"]} 0 {self["e"]}) (Cell 1 {self["e"]} "red"))'
        if part.startswith("next_") and dice.random() < 0.6:
            return f"(prev {part.removeprefix('next_')})"
        if self.depth == 0 or dice.random() < 0.5:
            return dice.choice(LEAVES)
        return text(dice.choice(FORMS), Drawn(dice, self.depth - 1))


def text(form, drawn):
    """A form with a new draw for each blank."""
    parts = form.replace("}", "{").split("{")
    return "".join(drawn[part] if place % 2 else part for place, part in enumerate(parts))


def runs(program, machine):
    """Step and look, and go back and do it again; a step that fails changes nothing."""
    for action in map(Action.parse, ("noop", "left", "click 2 2", "right", "click 0 0")):
        before, frame, start = machine.state_key(), machine.frame(), machine.snapshot()
        with suppress(LimitError):
            machine.successors(action, limit=20)
        assert (machine.state_key(), machine.frame()) == (before, frame)
        try:
            machine.step(action)
        except AutumnError:
            assert machine.state_key() == before
            raise
        after, seen = machine.state_key(), machine.elements()
        machine.restore(start)
        machine.step(action)
        assert (machine.state_key(), machine.elements()) == (after, seen)


@pytest.mark.parametrize("seed", range(8))
def test_programs_of_the_grammar(seed):
    dice = random.Random(seed)
    for _ in range(40):
        try:
            program = read_program(text(PROGRAM, Drawn(dice, 3)))
            lint(program)
            runs(program, Machine(program, dice.randrange(9)))
        except AutumnError as error:
            assert error.line is not None and error.column is not None


@pytest.mark.parametrize(
    ("cell", "place"),
    [
        ("(+ 0 1) 0", (3, 2)),
        ("0 (if true then 1 else 0)", (2, 3)),
        ("(- (+ 1 1)) (let 1)", (0, 3)),
        ("-1 0", (1, 2)),
    ],
)
def test_cells_without_names_are_computed(cell, place):
    text = f'(program (object A (Cell {cell} "red")) (= a (initnext (A (Position 2 2)) (prev a))))'
    assert [(x, y) for x, y, *_ in Machine(read_program(text)).elements()] == [place]


def test_cells_that_fail_again_and_again_use_up_the_step():
    cells = "(list (Cell (let (A (Position 1 1)) q) 0 (A (Position 1 1))) (Cell (A (Position 1 1)) 0 q))"
    text = f"(program (object A {cells}) (= a (initnext (A (Position 0 0)) (prev a))))"
    with pytest.raises(AutumnError, match="more than 2000000"):
        Machine(read_program(text))


@pytest.mark.parametrize("expression", ["((removeObj))", "(! left)"])
def test_the_linter_meets_calls_without_arguments_and_negated_keys(expression):
    found = lint(read_program(f"(program (= f (--> x x)) (on true {expression}))"))
    assert [one.rule for one in found] == (["condition"] if "left" in expression else [])
