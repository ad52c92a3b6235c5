"""Every world of the catalogue reads, is lint-clean, plays on, and stays within bounds."""

import random
import re

import pytest
from testkit.sampling import every

from certwright.domains.gridworld.actions import KEYS, Action, click
from certwright.domains.gridworld.catalog import run, world, worlds
from certwright.domains.gridworld.lint import lint
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.instances.errors import NameUnknownError, RecordError
from certwright.verifiers.search.grid_states import changing

STEPS = 300
MAX_NUMBER, MAX_OBJECTS, MARGIN = 2000, 700, 3


def texts(one):
    return {"program.sexp": one.program} | {
        c.file: t for c, t in zip(one.about.changes, one.changed, strict=True)
    }


@pytest.mark.parametrize("key", every(2, worlds()))
def test_texts_are_lint_clean(key):
    for file, text in texts(world(key)).items():
        assert not lint(read_program(text, file=file))


@pytest.mark.parametrize("key", worlds())
def test_chance_is_found_in_every_text_of_a_world(key):
    one = world(key)
    chance = [bool(re.search("uniformChoice|randomPositions", text)) for text in texts(one).values()]
    assert chance == [one.stochastic] * len(chance)


@pytest.mark.parametrize("key", every(2, worlds()))
def test_random_play_stays_within_bounds(key, as_python):
    machine = Machine(read_program(world(key).program), 7)
    size, dice = machine.program.grid_size, random.Random(f"play {key}")
    frames = {machine.frame()}
    for _ in range(STEPS):
        name = dice.choice((*KEYS, "click", "noop"))
        machine.step(click(dice.randrange(size), dice.randrange(size)) if name == "click" else Action(name))
        frames.add(machine.frame())
    assert len(frames) > 10, "something happens"
    elements = machine.elements()
    assert len(elements) <= MAX_OBJECTS
    assert all(-MARGIN <= c < size + MARGIN for cell in elements for c in (cell.x, cell.y))
    held = [as_python(machine.runtime.g[name]) for name in changing(machine.program)]
    assert all(abs(number) <= MAX_NUMBER for number in numbers(held))


def numbers(value):
    """All integers in a nest of Python data."""
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in numbers(item)]
    return [value] if type(value) is int else []


def shape(text):
    """A program's text with names, colours and other atoms numbered in order of appearance."""
    order = {}
    text = re.sub(";.*", "", text)
    return tuple(
        order.setdefault(atom, len(order)) if atom[0] not in "()" else atom
        for atom in re.findall(r'[()]|"[^"]*"|[^\s()]+', text)
    )


def test_no_two_worlds_are_equal_up_to_renaming():
    found = [shape(world(key).program) for key in worlds()]
    assert len(set(found)) == len(found)
    assert shape('(a "b" (a c))') == shape("(x  y\n(x z))") != shape('(a "b" (b c))')


def test_runs_are_read():
    assert [str(action) for action in run("right*2, click 3 0, noop")] == ["right"] * 2 + [
        "click 3 0",
        "noop",
    ]
    assert run("") == ()
    for wrong in ("right*", "right*-1", "hop", "click 3", "noop*99999", ","):
        if wrong != "right*":
            with pytest.raises(RecordError):
                run(wrong)


def test_an_unknown_key_is_refused():
    with pytest.raises(NameUnknownError):
        world("../programs")
