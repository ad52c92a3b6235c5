"""Grids drawn for a person at a terminal: cells in place, colours as CSS has them, other text untouched."""

import pytest

from certwright.domains.environment import Parameter, Tool, Utterance
from certwright.domains.gridworld.actions import NOOP
from certwright.domains.gridworld.catalog import RGB, world, worlds
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.scripts.agents.agent import ansi, redrawn, turn_of_line


def test_cells_stand_where_the_matrix_has_them():
    text = 'Step 3. The grid:\n[["black", "red", "any"],\n ["red", "black", "black"]]\nThe end.'
    letters = {"000000": "k", "ff0000": "r", None: "?"}
    shown = redrawn(text, lambda rgb, cell: letters[rgb] * len(cell)).splitlines()
    assert shown == [
        "Step 3. The grid:",
        "    0 1 2",
        "  0 kkrr??",
        "  1 rrkkkk",
        "kk black  rr red  ?? any",
        "The end.",
    ]


@pytest.mark.parametrize(
    "text", ["[[1, 2]]", '[["a"], ["b", "c"]]', '[["a"', 'said [["x"]] so', "[[]]", "[[[[[[]]]]]]"]
)
def test_what_is_no_matrix_of_names_is_left_alone(text):
    assert redrawn(text, ansi) == text


def test_colours_are_those_of_css():
    assert (RGB["rebeccapurple"], RGB["gold"], RGB["grey"]) == ("663399", "ffd700", RGB["gray"])
    assert ansi("ff8000", "  ") == "\x1b[48;2;255;128;0m  \x1b[0m" and ansi(None, "??") == "??"


@pytest.mark.parametrize("key", worlds())
def test_every_colour_of_our_worlds_can_be_drawn(key):
    machine = Machine(read_program(world(key).program), 1)
    for _ in range(20):
        assert {name for row in machine.frame() for name in row} <= set(RGB)
        machine.step(NOOP)


def test_the_first_letters_of_a_tool_will_do():
    tools = (Tool("left", ""), Tool("up", ""), Tool("undo", ""), Tool("go", ""), Tool("go-to-test", ""))
    tools += (Tool("click", "", (Parameter("x", "integer"), Parameter("y", "integer"))),)
    assert turn_of_line("l", tools).tool == "left"
    assert turn_of_line("c 3 4", tools).arguments == {"x": 3, "y": 4}
    assert turn_of_line("go", tools).tool == "go" and turn_of_line("go-", tools).tool == "go-to-test"
    assert turn_of_line("u", tools) == Utterance("u")
