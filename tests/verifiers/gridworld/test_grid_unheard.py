"""What searches leave out: actions that a program does not name, parts of states that are known already."""

import random

import pytest
from testkit.small_worlds import CHANGED_WALK, CLICKS, FLY, WALK, program

from certwright.domains.gridworld.actions import NOOP, Action, click
from certwright.domains.gridworld.catalog import world, worlds
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import kept_program
from certwright.verifiers.gridworld.drawn import StateMoves
from certwright.verifiers.proofs.gridworld.autumn.machine import Machine as PlainMachine
from certwright.verifiers.proofs.gridworld.world import KEYS, World
from certwright.verifiers.search.grid_moves import ARROWS, moves, named
from certwright.verifiers.search.grid_states import FastMachine, key, state_key

BY_TEXT = """(program (= GRID_SIZE 3)
  (object Dot (Cell 0 0 "red"))
  (= dot (initnext (Dot (Position 1 1)) (prev dot)))
  (: pressed Bool)
  (= pressed (initnext false (defined "up"))))"""
SMALL = {"walk": WALK, "changed": CHANGED_WALK, "fly": FLY, "clicks": CLICKS}


def test_the_arrows_that_programs_name():
    assert named(program(WALK)) == {"left", "right", "down"}
    assert named(program(FLY)) == {"down"}
    assert named(program(CLICKS)) == frozenset()
    assert named(program(BY_TEXT)) == {"up"}, "a name may stand in a text"


@pytest.mark.parametrize("name", [name for name in worlds() if name not in ("quorum", "wildfire")])
def test_arrows_that_are_not_named_do_what_waiting_does(name):
    told = kept_program(world(name).program)
    unheard = [action for action in ARROWS if action.name not in named(told)]
    machine, draws = Machine(told, 7), random.Random(7)
    for _ in range(25 if unheard else 0):
        before, ends = machine.snapshot(), []
        for action in (NOOP, *unheard):
            machine.restore(before)
            machine.step(action)
            ends.append((state_key(machine), machine.rng_state, machine.frame()))
        assert ends == ends[:1] * len(ends)
        machine.restore(before)
        size = range(told.grid_size)
        machine.step(draws.choice([NOOP, *ARROWS, click(draws.choice(size), draws.choice(size))]))
    if unheard:
        taken = dict(StateMoves(told, 7).moves(0))
        assert {taken[action] for action in unheard} == {taken[NOOP]}


@pytest.mark.parametrize("text", SMALL.values(), ids=SMALL)
@pytest.mark.parametrize("make", [PlainMachine, FastMachine])
def test_the_checker_takes_each_action_to_where_a_step_leads(text, make):
    checked = World(make(text), text)
    size = program(text).grid_size
    clicks = [f"click {x} {y}" for y in range(size) for x in range(size)]
    layer, met = {checked.start(3)}, set()
    while layer and len(met) < 40:
        met |= layer
        following = set()
        for state in layer:
            checked.moves(state)
            for action in (*KEYS, *clicks):
                ends, _ = checked.ends(state, action)
                assert checked.taken(state, action) == ends, action
                following.update(ends)
        layer = following - met
    assert len(met) > 3


def test_a_click_that_nothing_asks_for_stands_for_all():
    checked = World(FastMachine(FLY), FLY)
    state = checked.start(1)
    actions = [action for action, _, _ in checked.moves(state)]
    assert actions == [*KEYS, "click 0 0"]
    assert set(checked.classes(state).values()) == {"click 0 0"}
    assert len(checked.classes(state)) == 16
    listed = [move.action for move in moves(Machine(program(FLY), 1))]
    assert [str(action) for action in listed] == actions


@pytest.mark.parametrize("name", ["bees", "frost", "keysmith", "lever", "planks", "tape"])
def test_numbers_of_states_are_equal_where_all_globals_and_drawings_are(name):
    text = world(name).program
    machine, draws = FastMachine(text), random.Random(name)
    state, by_number, by_parts = machine.start(5), {}, {}
    size = kept_program(text).grid_size
    for step in range(120):
        number = machine.state_key(state)
        rt = machine._at(state).runtime
        names = tuple(name for name in rt.g if name not in machine._left_out)
        parts = key(rt, names, True), tuple(rt.g), tuple(rt.order), tuple(rt.drawn.groups)
        assert by_number.setdefault(number, parts) == parts
        assert by_parts.setdefault(parts, number) == number
        if step % 40 == 39:
            state = machine.start(5)
            continue
        action = draws.choice([*KEYS, f"click {draws.randrange(size)} {draws.randrange(size)}"])
        state = machine.step(state, str(Action.parse(action)))
    assert len(by_number) > 10
