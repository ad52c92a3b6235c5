"""Programs drawn from the grammar: well formed, senseless, and never more than an AutumnError."""

import random
from contextlib import suppress

import pytest
from testkit.drawn_programs import senseless

from certwright.domains.gridworld import runtime
from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.lint import lint
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.instances.errors import AutumnError, LimitError
from certwright.verifiers.search.grid_states import state_key, successors


def runs(program, machine):
    """Step and look, and go back and do it again; a step that fails changes nothing."""
    for action in map(Action.parse, ("noop", "left", "click 2 2", "right", "click 0 0")):
        before, frame, start = state_key(machine), machine.frame(), machine.snapshot()
        with suppress(LimitError):
            successors(machine, action, limit=20)
        assert (state_key(machine), machine.frame()) == (before, frame)
        try:
            machine.step(action)
        except AutumnError:
            assert state_key(machine) == before
            raise
        after, seen = state_key(machine), machine.elements()
        machine.restore(start)
        machine.step(action)
        assert (state_key(machine), machine.elements()) == (after, seen)


@pytest.mark.parametrize("seed", range(8))
def test_programs_of_the_grammar(seed):
    dice = random.Random(seed)
    for _ in range(40):
        try:
            program = read_program(senseless(dice))
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


def test_cells_that_fail_again_and_again_use_up_the_step(monkeypatch):
    monkeypatch.setattr(runtime, "MAX_WORK", 100_000)
    cells = "(list (Cell (let (A (Position 1 1)) q) 0 (A (Position 1 1))) (Cell (A (Position 1 1)) 0 q))"
    text = f"(program (object A {cells}) (= a (initnext (A (Position 0 0)) (prev a))))"
    with pytest.raises(AutumnError, match="more than 100000"):
        Machine(read_program(text))


@pytest.mark.parametrize("expression", ["((removeObj))", "(! left)"])
def test_the_linter_meets_calls_without_arguments_and_negated_keys(expression):
    found = lint(read_program(f"(program (= f (--> x x)) (on true {expression}))"))
    assert [one.rule for one in found] == (["condition"] if "left" in expression else [])
