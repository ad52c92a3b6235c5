"""Masked frames: a random run whose last frames are hidden in a box, and six patches to choose from.

The six are ends of real continuations of the run, and the right one is drawn among them.  Whichever it is,
the question would be sound: no other option is possible (belief support).

From the last frame that is seen the world is played on, so many steps, in many ways.  All ways have one
*pattern*: at each step all of them wait, or all press some arrow, or all click one of the question's two
cells.  Which of six ends is the right one is drawn afterwards, so nothing that tells the options apart
without knowing the world (likeness to what was seen, to one another, symmetry) can tell the right one.

Some worlds go their way whatever is done for a few steps.  There the ways are *delays*: one way to play on,
after one step, two steps, and so on.
"""

from ...domains.gridworld.actions import DOWN, LEFT, NOOP, RIGHT, UP, Action
from ...domains.gridworld.catalog import World
from ...domains.gridworld.frames import Box, Grid, Partial, around, boxed, changed, hidden, patch
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import Program, kept_program
from ...domains.gridworld.questions import LETTERS, MaskedFrame, masked_query
from ...instances.errors import AutumnError, LimitError
from ...instances.records import Json
from ...verifiers.gridworld.mfp import possible_patches
from ..rng import Rng
from .play import PlayedRun, random_action, random_run, replayed

SHORTEST, SPREAD = 6, 15  # a random run is seen for 6 to 20 steps
LONGEST_MASK = 8
"""One to so many frames are hidden.  How many is drawn evenly, but short masks seldom have six different
ends, and a single step of one kind never has: there are four arrows, and two cells to click.  (If the kinds
were mixed, a step of waiting would give the answer away.)  So a mask of one frame needs delays."""
SUPPORT = 2000
DRAWS = 150  # ways of playing on that are tried
CELLS = 2  # cells that are clicked behind one mask
ARROWS = [LEFT, RIGHT, UP, DOWN]


def make(entry: World, rng_seed: int, rng: Rng, *, delayed: bool) -> Json | str:
    """The query of one question, or why there is none; ``delayed``: the six differ in how long they go on."""
    program = kept_program(entry.program)
    seen = random_run(program, rng_seed, SHORTEST + rng.below(SPREAD), rng.fork("run"))
    if delayed:
        ways = delays(program, rng_seed, seen, LONGEST_MASK, rng.fork("delays"))
    else:
        masked = 1 + rng.below(LONGEST_MASK)
        ways = continuations(program, rng_seed, seen, masked, rng.fork("continuations"))
    if len(ways) < len(LETTERS):
        return "too few continuations"
    chosen = rng.sample(ways, len(LETTERS))
    runs = [replayed(program, rng_seed, (*seen.actions, *way)) for way in chosen]
    last = len(seen.actions)
    box = _box(seen.frames[-1], [run.frames[-1] for run in runs])
    options = [patch(run.frames[-1], box) for run in runs]
    try:
        sound = all(_sound(program, rng_seed, run, last, box, options) for run in runs)
    except LimitError:
        return "too many states are possible"
    if not sound:
        return "several options are possible"
    right = runs[rng.below(len(runs))]
    actions, frames = list(map(str, right.actions)), _shown(right, last, box)
    return masked_query(rng_seed, actions, frames, len(actions) - last, box, options)


def _box(last: Grid, ends: list[Grid]) -> Box:
    """All cells in which an end differs from what was seen last, with a rim of one cell."""
    left, top, width, height = around([cell for end in ends for cell in changed(last, end)])
    x, y = max(0, left - 1), max(0, top - 1)
    return x, y, min(len(last), left + width + 1) - x, min(len(last), top + height + 1) - y


def _shown(run: PlayedRun, last: int, box: Box) -> list[Partial]:
    """The frames as they are seen: those after ``last`` without the box."""
    cells = boxed(box)
    return [hidden(frame, cells) if step > last else frame for step, frame in enumerate(run.frames)]


def _sound(program: Program, rng_seed: int, run: PlayedRun, last: int, box: Box, options: list[Grid]) -> bool:
    """Whether one option alone is possible, had this run been the one."""
    question = MaskedFrame(program, rng_seed, run.actions, tuple(_shown(run, last, box)), box, ())
    possible = possible_patches(question, seeing=True, limit=SUPPORT)
    return sum(option in possible for option in options) == 1


def continuations(
    program: Program, rng_seed: int, run: PlayedRun, steps: int, rng: Rng
) -> list[tuple[Action, ...]]:
    """The actions of ways to play on, no two with one end; AutumnError where the run itself fails."""
    machine = _after(program, rng_seed, run)
    snapshot = machine.snapshot()
    kinds = [rng.fork("kind", step).below(6) for step in range(steps)]
    cells = _cells(machine, rng.fork("cells"))
    ends: dict[Grid, tuple[Action, ...]] = {}
    for number in range(DRAWS):
        draws = rng.fork("way", number)
        way = tuple(_action(kind, cells, draws) for kind in kinds)
        machine.restore(snapshot)
        try:
            for action in way:
                machine.step(action)
        except AutumnError:
            continue
        ends.setdefault(machine.frame(), way)
    return list(ends.values())


def delays(program: Program, rng_seed: int, run: PlayedRun, steps: int, rng: Rng) -> list[tuple[Action, ...]]:
    """The beginnings of one way to play on, no two with one end."""
    machine = _after(program, rng_seed, run)
    way: tuple[Action, ...] = ()
    ends: dict[Grid, tuple[Action, ...]] = {}
    for _ in range(steps):
        way = (*way, random_action(machine, rng))
        machine.step(way[-1])
        ends.setdefault(machine.frame(), way)
    return list(ends.values())


def _after(program: Program, rng_seed: int, run: PlayedRun) -> Machine:
    machine = Machine(program, rng_seed)
    for action in run.actions:
        machine.step(action)
    return machine


def _action(kind: int, cells: list[Action], rng: Rng) -> Action:
    """An action of a kind; the shares of the kinds are those of the random player."""
    return NOOP if kind == 0 else rng.choice(ARROWS if kind < 5 else cells)


def _cells(machine: Machine, rng: Rng) -> list[Action]:
    """Two different clicks as the random player makes them."""
    drawn: list[Action] = []
    while len(drawn) < CELLS:
        action = random_action(machine, rng)
        if action.name == "click" and action not in drawn:
            drawn.append(action)
    return drawn
