"""Masked frames: a random run whose last frames are hidden in a box, and six patches to choose from.

Distractors are what a reader who has not learned the world would believe: the world with one rule changed; an
action of the hidden steps left out, turned round or shifted; the last patch that was seen; the patch a step
too early or too late; the mirrored one.  None of them is possible (belief support), and the right patch is
never the last one that was seen, so that copying it is always wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action
from ...domains.gridworld.catalog import World
from ...domains.gridworld.frames import Grid, Partial, around, boxed, changed, drawn, hidden, patch
from ...domains.gridworld.program import Program, read_program
from ...domains.gridworld.questions import LETTERS, MaskedFrame
from ...instances.errors import AutumnError, LimitError
from ...verifiers.gridworld.masked import possible_patches
from ..rng import Rng
from .play import Run, random_run, replayed

SHORTEST, SPREAD = 8, 17
"""A run has 8 to 24 steps."""
SUPPORT = 2000
OPPOSITE = {LEFT: RIGHT, RIGHT: LEFT, UP: DOWN, DOWN: UP}

Json = dict[str, Any]


def make(told: World, rng_seed: int, rng: Rng) -> Json | str:
    """The query of one question, or why this attempt gives none."""
    program = read_program(told.program)
    run = random_run(program, rng_seed, SHORTEST + rng.below(SPREAD), rng.fork("run"))
    masked = 1 + rng.below(3)
    last = len(run.actions) - masked
    differing = changed(run.frames[last], run.frames[-1])
    if not differing:
        return "nothing moves behind the mask"
    box = _padded(around(differing), len(run.frames[0]))
    cells = boxed(box)
    frames: list[Partial] = [
        hidden(frame, cells) if step > last else frame for step, frame in enumerate(run.frames)
    ]
    question = MaskedFrame(program, rng_seed, run.actions, tuple(frames), box, ())
    try:
        possible = possible_patches(question, seeing=True, limit=SUPPORT)
    except LimitError:
        return "too many states are possible"
    right = patch(run.frames[-1], box)
    others: dict[Grid, None] = {}
    for candidate in _distractors(told, program, rng_seed, run, last, box):
        if candidate != right and candidate not in possible:
            others[candidate] = None
    if len(others) < len(LETTERS) - 1:
        return "too few distractors"
    stale = patch(run.frames[last], box)
    kept = [stale] if stale in others else []
    rest = [one for one in others if one not in kept]
    chosen = [*kept, *rng.sample(rest[:8], len(LETTERS) - 1 - len(kept))]
    options = rng.shuffle([right, *chosen])
    return _query(rng_seed, run, frames, masked, box, options)


def _query(
    rng_seed: int,
    run: Run,
    frames: list[Partial],
    masked: int,
    box: tuple[int, int, int, int],
    options: list[Grid],
) -> Json:
    everything = [*frames, *options]
    palette = sorted({cell for frame in everything for row in frame for cell in row if cell is not None})
    return {
        "rng_seed": rng_seed,
        "actions": [str(action) for action in run.actions],
        "pictures": {"palette": palette, "frames": [drawn(frame, palette) for frame in frames]},
        "masked": masked,
        "box": list(box),
        "options": [drawn(option, palette) for option in options],
    }


def _distractors(
    told: World, program: Program, rng_seed: int, run: Run, last: int, box: tuple[int, int, int, int]
) -> Iterator[Grid]:
    """Plausible wrong patches, the most telling first."""
    right = patch(run.frames[-1], box)
    yield patch(run.frames[last], box)
    for text in told.changed:
        yield from _ending(read_program(text), rng_seed, run.actions, box)
    for step in range(last, len(run.actions)):
        for other in (NOOP, OPPOSITE.get(run.actions[step], NOOP)):
            actions = (*run.actions[:step], other, *run.actions[step + 1 :])
            yield from _ending(program, rng_seed, actions, box)
    yield from _ending(program, rng_seed, (*run.actions[:last], *run.actions[last + 1 :]), box)
    yield from _ending(program, rng_seed, (*run.actions, NOOP), box)
    yield patch(run.frames[-2], box)
    yield tuple(row[::-1] for row in right)
    yield right[::-1]
    for back in range(2, min(last, 6) + 1):
        yield patch(run.frames[-1 - back], box)
    for action in (LEFT, RIGHT, UP, DOWN):
        yield from _ending(program, rng_seed, (*run.actions[:last], action, *run.actions[last + 1 :]), box)
    yield from _retouched(right, patch(run.frames[last], box))


def _ending(
    program: Program, rng_seed: int, actions: tuple[Action, ...], box: tuple[int, int, int, int]
) -> Iterator[Grid]:
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


def _padded(box: tuple[int, int, int, int], size: int) -> tuple[int, int, int, int]:
    """The box with a rim of one cell, inside the grid."""
    left, top, width, height = box
    x, y = max(0, left - 1), max(0, top - 1)
    return x, y, min(size, left + width + 1) - x, min(size, top + height + 1) - y
