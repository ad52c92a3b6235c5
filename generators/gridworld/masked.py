"""Masked frames: a random run whose last frames are hidden in a box, and six patches to choose from.

One distractor of each kind is taken where the world gives it, then others, the most telling first.  None of
them is possible (belief support), and the right patch is never the last one that was seen, so that copying
it is always wrong.
"""

from __future__ import annotations

from typing import Any

from ...domains.gridworld.catalog import World
from ...domains.gridworld.catalog import run as read_run
from ...domains.gridworld.frames import Grid, Partial, around, boxed, changed, drawn, hidden, patch
from ...domains.gridworld.program import Program, read_program
from ...domains.gridworld.questions import LETTERS, MaskedFrame
from ...instances.errors import LimitError
from ...verifiers.gridworld.masked import possible_patches
from ..rng import Rng
from .distractors import KINDS, distractors
from .play import Run, random_run, replayed

SHORTEST, SPREAD = 8, 17
"""A random run has 8 to 24 steps."""
LONGEST = 48
"""A stored run has at most so many."""
SUPPORT = 2000

Json = dict[str, Any]


def make(told: World, rng_seed: int, rng: Rng, kinds: int = 0) -> Json | str:
    """The query of one question, or why this attempt gives none; ``kinds`` of distractors are asked for."""
    program = read_program(told.program)
    masked = 1 + rng.below(3)
    run = random_run(program, rng_seed, SHORTEST + rng.below(SPREAD), rng.fork("run"))
    return _question(told, program, rng_seed, run, masked, rng, kinds)


def make_along(told: World, place: int, rng: Rng, kinds: int = 0) -> Json | str:
    """The same along the stored run that shows a change: in the changed world the end would be another."""
    change = told.about.changes[place]
    masked = 1 + rng.below(3)
    actions = read_run(change.run)[: change.differs + rng.below(masked)]
    if not SHORTEST <= len(actions) <= LONGEST:
        return "the stored run is too short or too long"
    program, rng_seed = read_program(told.program), change.rng_seed if told.about.stochastic else 0
    return _question(told, program, rng_seed, replayed(program, rng_seed, actions), masked, rng, kinds)


def _question(
    told: World, program: Program, rng_seed: int, run: Run, masked: int, rng: Rng, kinds: int
) -> Json | str:
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
    wrong: dict[Grid, str] = {}
    for kind, candidate in distractors(told, program, rng_seed, run, last, box):
        if candidate != right and candidate not in possible:
            wrong.setdefault(candidate, kind)
    if len(wrong) < len(LETTERS) - 1:
        return "too few distractors"
    if len(set(KINDS) & set(wrong.values())) < kinds:
        return "too few kinds of distractors"
    options = rng.shuffle([right, *_chosen(wrong)])
    return _query(rng_seed, run, frames, masked, box, options)


def _chosen(wrong: dict[Grid, str]) -> list[Grid]:
    """The first patch of each kind, then the others in order, as many as are needed."""
    first: dict[str, Grid] = {}
    for grid, kind in wrong.items():
        first.setdefault(kind, grid)
    ordered = dict.fromkeys([first[kind] for kind in KINDS if kind in first]) | dict.fromkeys(wrong)
    return list(ordered)[: len(LETTERS) - 1]


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


def _padded(box: tuple[int, int, int, int], size: int) -> tuple[int, int, int, int]:
    """The box with a rim of one cell, inside the grid."""
    left, top, width, height = box
    x, y = max(0, left - 1), max(0, top - 1)
    return x, y, min(size, left + width + 1) - x, min(size, top + height + 1) - y
