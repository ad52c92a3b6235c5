"""The worlds stand 10,000 resets and 100,000 random steps, a tenth of it by default; reset and step."""

import random

import pytest
from testkit.sampling import every

from certwright.domains.environment import Call
from certwright.domains.gridworld.actions import KEYS, Action, click
from certwright.domains.gridworld.catalog import world, worlds
from certwright.domains.gridworld.environment import Gym
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.domains.gridworld.questions import Change, Planning

RESETS, STEPS = 10_000, 100_000
NAMES = ("noop", *KEYS, "click")


@pytest.mark.parametrize(
    "share", [pytest.param(10, id="tenth"), pytest.param(1, id="all", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("key", every(3, worlds()))
def test_resets_and_random_steps(key, share):
    """Episodes of a world and, every third, of its changed worlds; each frame is drawn."""
    told = world(key)
    programs = [read_program(text) for text in (told.program, told.program, *told.changed)]
    size, dice = programs[0].grid_size, random.Random(f"fuzz {key}")
    resets, steps = (-(-count // (len(worlds()) * share)) for count in (RESETS, STEPS))
    taken = 0
    for number in range(resets):
        machine = Machine(programs[number % len(programs)], dice.randrange(2**31))
        frame = machine.frame()
        while taken * resets < steps * (number + 1):
            name = dice.choice(NAMES)
            place = (dice.randrange(size), dice.randrange(size))
            machine.step(click(*place) if name == "click" else Action(name))
            frame = machine.frame()
            taken += 1
        assert len(frame) == size == len(frame[0])
    assert taken >= steps


def gym(key="swing", **limits):
    program = read_program(world(key).program)
    goal = tuple((None,) * program.grid_size for _ in range(program.grid_size))
    return Gym(Planning(program, 3, goal, 5), **limits)


def test_an_episode_by_reset_and_step():
    played = gym()
    first, info = played.reset()
    assert (
        first.startswith("Exploration") and info["phase"] == "exploration" and "test" in info["instructions"]
    )
    seen, reward, terminated, truncated, info = played.step("noop")
    assert seen != first and (reward, terminated, truncated, info["outcome"]) == (0, False, False, "stepped")
    assert played.step("jump")[4]["outcome"] == "invalid"
    assert played.step(Call("go-to-test"))[4]["phase"] == "test"
    _, reward, terminated, truncated, info = played.step("up")
    assert (reward, terminated, truncated, info["stop"]) == (1, True, False, "GOAL_REACHED")
    again, _ = played.reset()
    assert again == first and played.render() == first and played.close() is None


def test_what_the_agent_does_not_end_is_truncated():
    played = gym()
    for said in ("jump", "fly", "swim", "sing"):
        assert played.step(said)[2:4] == (False, False)
    assert played.step("dance")[1:4] == (0.0, False, True)
    played.reset()
    assert played.step("quit")[1:4] == (0.0, True, False)


def test_the_score_can_be_another():
    told = world("swing")
    asked = Change(read_program(told.program), 1, read_program(told.changed[0]))
    played = Gym(asked, score=lambda one: 0.5 if one.completed else 0.0)
    for said in ("go-to-test", "noop", "found the change", "choose_grid_1"):
        assert played.step(said)[1] == 0
    assert played.step("submit")[1:3] == (0.5, True)
    assert "choose_grid_i" in {tool.name for tool in played.tools}


def test_seeds_of_a_reset_draw_otherwise():
    key = next(key for key in ("bees", "wildfire", "fever") if key in worlds())
    runs = set()
    for seed in range(6):
        played = gym(key)
        played.reset(seed=seed + 1)
        runs.add(tuple(played.step("noop")[0] for _ in range(12)))
    assert len(runs) > 1
