"""Autumn worlds of the package: steps a second with rendering, the first step, the time from text to frame.

Random play: each step is one of the keys, nothing, or a click anywhere, from a fixed linear sequence, so that
every run measures the same steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action
from ...domains.gridworld.catalog import world, worlds
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import read_program
from .measurement import Measurement, timed

PART = "autumn"
STEPS = 1_000
KEYS = (NOOP, LEFT, RIGHT, UP, DOWN)


def play(size: int, count: int) -> list[Action]:
    """Actions that look random: two clicks to each key."""
    actions, state = [], 1
    for _ in range(count):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        kind, x, y = state >> 8 & 7, (state >> 11) % size, (state >> 19) % size
        actions.append(KEYS[kind] if kind < len(KEYS) else Action("click", x, y))
    return actions


def measure() -> Iterator[Measurement]:
    """The median and the slowest of all worlds, for steps a second, for the first step, for loading."""
    rates: dict[str, float] = {}
    loads: dict[str, float] = {}
    firsts: dict[str, float] = {}
    for key in worlds():
        with timed() as loading:
            program = read_program(world(key).program, file=key)
            machine = Machine(program, 42)
        with timed() as first:
            machine.step(NOOP)
            machine.frame()
        loads[key] = (loading.processor + first.processor) * 1000
        firsts[key] = first.processor * 1000
        actions = play(program.grid_size, STEPS)
        with timed() as taken:
            for action in actions:
                machine.step(action)
                machine.frame()
        rates[key] = STEPS / taken.processor
    note = f"{len(rates)} worlds, {STEPS} random steps each, with rendering; processor time"
    yield Measurement(PART, "median world", median(rates.values()), "steps/s", note)
    slowest = min(rates, key=rates.__getitem__)
    yield Measurement(PART, "slowest world", rates[slowest], "steps/s", slowest)
    for what, times, told in (
        ("first step after loading", firsts, "step and frame"),
        ("load and first step", loads, "text to frame"),
    ):
        yield Measurement(PART, f"{what}, median", median(times.values()), "ms", told)
        longest = max(times, key=times.__getitem__)
        yield Measurement(PART, f"{what}, longest", times[longest], "ms", longest)
