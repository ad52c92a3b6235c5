"""Plausible wrong patches of a masked frame: what a reader who has not learned the world would believe.

Their kinds: ``stale``, the last patch that was seen; ``rule``, the end in a world with one rule changed;
``dropped``, the end without one of the hidden actions; ``shifted``, the end one action too early or too late,
or with hidden actions exchanged; ``mirrored``, the right patch turned over.  Where these do not suffice:
``turned``, the end with an arrow turned round or put in the place of a hidden action; ``older``, what was
seen before; ``retouched``, the right patch with a cell put back as it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action
from ...domains.gridworld.catalog import World
from ...domains.gridworld.frames import Grid, patch
from ...domains.gridworld.program import Program, read_program
from ...instances.errors import AutumnError
from .play import Run, replayed

KINDS = ("stale", "rule", "dropped", "shifted", "mirrored")
"""The kinds that a question has before all others, where the world gives them."""
OPPOSITE = {LEFT: RIGHT, RIGHT: LEFT, UP: DOWN, DOWN: UP}
OLDEST = 6

Box = tuple[int, int, int, int]


def distractors(
    told: World, program: Program, rng_seed: int, run: Run, last: int, box: Box
) -> Iterator[tuple[str, Grid]]:
    """Patches with their kinds, the most telling first; frames after ``last`` are hidden in the box."""
    actions = run.actions
    right, stale = patch(run.frames[-1], box), patch(run.frames[last], box)
    yield "stale", stale
    for text in told.changed:
        for grid in _ending(read_program(text), rng_seed, actions, box):
            yield "rule", grid
    for step in range(last, len(actions)):
        for grid in _ending(program, rng_seed, (*actions[:step], NOOP, *actions[step + 1 :]), box):
            yield "dropped", grid
    for other in _shifted(actions, last):
        for grid in _ending(program, rng_seed, other, box):
            yield "shifted", grid
    yield "shifted", patch(run.frames[-2], box)
    yield "mirrored", tuple(row[::-1] for row in right)
    yield "mirrored", right[::-1]
    for step in range(last, len(actions)):
        for action in (OPPOSITE.get(actions[step], NOOP), LEFT, RIGHT, UP, DOWN):
            for grid in _ending(program, rng_seed, (*actions[:step], action, *actions[step + 1 :]), box):
                yield "turned", grid
    for back in range(2, min(last, OLDEST) + 1):
        yield "older", patch(run.frames[-1 - back], box)
    for grid in _retouched(right, stale):
        yield "retouched", grid


def kinds(
    told: World, program: Program, rng_seed: int, run: Run, last: int, box: Box
) -> dict[Grid, frozenset[str]]:
    """For each wrong patch the kinds under which it comes."""
    found: dict[Grid, frozenset[str]] = {}
    for kind, grid in distractors(told, program, rng_seed, run, last, box):
        found[grid] = found.get(grid, frozenset()) | {kind}
    return found


def _shifted(actions: tuple[Action, ...], last: int) -> Iterator[tuple[Action, ...]]:
    """The actions with the hidden ones a step earlier, a step later, or two of them exchanged."""
    yield (*actions[:last], *actions[last + 1 :], NOOP)
    yield (*actions[:last], NOOP, *actions[last:-1])
    yield (*actions[: last - 1], *actions[last:], actions[last - 1])
    yield (*actions, NOOP)
    yield actions[:-1]


def _ending(program: Program, rng_seed: int, actions: tuple[Action, ...], box: Box) -> Iterator[Grid]:
    """The patch at the end of other actions, or in another world; none where it fails."""
    try:
        yield patch(replayed(program, rng_seed, actions).frames[-1], box)
    except AutumnError:
        return


def _retouched(right: Grid, stale: Grid) -> Iterator[Grid]:
    """The right patch with one of the cells that moved put back as it was."""
    for y, (now, before) in enumerate(zip(right, stale, strict=True)):
        for x, (cell, old) in enumerate(zip(now, before, strict=True)):
            if cell != old:
                yield (*right[:y], (*now[:x], old, *now[x + 1 :]), *right[y + 1 :])
