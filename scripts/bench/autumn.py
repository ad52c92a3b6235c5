"""Autumn worlds: steps a second with rendering, and the time from a program's text to its first step.

Random play: each step is one of the keys, nothing, or a click anywhere, from a fixed linear sequence, so that
every run measures the same steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from statistics import median

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import read_program
from ...instances.errors import AutumnError
from .measurement import Measurement, timed

PART = "autumn"
STEPS = 1_000
KEYS = (NOOP, LEFT, RIGHT, UP, DOWN)


def programs() -> dict[str, str]:
    """The texts of the worlds of the package, by name."""
    folder = files("certwright.domains.gridworld") / "programs"
    if not folder.is_dir():
        return {}
    found = [item for item in folder.iterdir() if item.name.endswith(".sexp")]
    return {item.name: item.read_text(encoding="utf-8") for item in sorted(found, key=lambda item: item.name)}


def play(size: int, count: int) -> list[Action]:
    """Actions that look random: two clicks to each key."""
    actions, state = [], 1
    for _ in range(count):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        kind, x, y = state >> 8 & 7, (state >> 11) % size, (state >> 19) % size
        actions.append(KEYS[kind] if kind < len(KEYS) else Action("click", x, y))
    return actions


def measure() -> Iterator[Measurement]:
    """The median and the slowest of all worlds, for steps a second and for loading."""
    rates: dict[str, float] = {}
    loads: dict[str, float] = {}
    for name, text in programs().items():
        with timed() as loading:
            program = read_program(text, file=name)
            machine = Machine(program, 42)
            machine.step(NOOP)
            machine.frame()
        loads[name] = loading.processor * 1000
        actions, done = play(program.grid_size, STEPS), 0
        with timed() as taken:
            for action in actions:
                try:
                    machine.step(action)
                except AutumnError:
                    break
                machine.frame()
                done += 1
        rates[name] = done / taken.processor
    if not rates:
        yield Measurement(PART, "steps", None, "steps/s", "no worlds in the package")
        return
    note = f"{len(rates)} worlds, {STEPS} random steps each, with rendering; processor time"
    yield Measurement(PART, "median world", median(rates.values()), "steps/s", note)
    slowest = min(rates, key=rates.__getitem__)
    yield Measurement(PART, "slowest world", rates[slowest], "steps/s", slowest)
    yield Measurement(PART, "load and first step, median", median(loads.values()), "ms", "text to frame")
    longest = max(loads, key=loads.__getitem__)
    yield Measurement(PART, "load and first step, longest", loads[longest], "ms", longest)
