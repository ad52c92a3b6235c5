"""How far random play gets: the table of WorldTest's appendix C (Table E.3), for any file of questions.

The paper's random agent draws each turn one of six kinds of action, and the cell of a click, uniformly; it
has 1,000 steps and plays 50 times.  Of a change is told how often it could be seen (by belief support, for
the very run), of a goal how often it was reached, of a masked frame the chance of a guess.  In worlds with
chance each play has a seed of its own.  Without a file changes of all worlds of the package are played.

    python -m certwright.scripts.gridworld.baselines [FILE...] [--runs 50] [--steps 1000] [--markdown]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from statistics import mean

from ...domains.gridworld.catalog import world, worlds
from ...domains.gridworld.frames import agrees
from ...domains.gridworld.machine import Machine
from ...domains.gridworld.program import chance, read_program
from ...domains.gridworld.questions import Change, MaskedFrame, Planning
from ...generators.rng import Rng
from ...instances.canonical import encode
from ...instances.errors import LimitError
from ...instances.store import raised, read_instances
from ...verifiers.gridworld.judging import question_of
from ...verifiers.gridworld.support import Watch
from ..agents.gridworld import drawn_action
from ..tables import table

RUNS, STEPS = 50, 1000


@dataclass(frozen=True)
class Baseline:
    """What random play makes of one question."""

    world: str
    task: str
    runs: int
    probability: float
    steps: float | None
    """The mean over the plays in which it happened."""
    steps_all: float | None
    """The mean over all; where it did not happen all steps count."""
    undecided: int = 0
    """Plays of which nobody can say; they count in nothing else."""


def baseline(
    key: str, asked: Change | Planning | MaskedFrame, *, runs: int = RUNS, steps: int = STEPS
) -> Baseline:
    """Play a question of the world ``key`` at random."""
    if isinstance(asked, MaskedFrame):
        return Baseline(key, "mfp", 0, 1 / len(asked.options), None, None)
    task = "change" if isinstance(asked, Change) else "planning"
    play = partial(_triggered, asked) if isinstance(asked, Change) else partial(_reached, asked)
    met: list[int] = []
    undecided = 0
    for number in range(runs):
        rng = Rng("baseline", key, task, number)
        seed = rng.below(2**31) if chance(asked.program) else asked.rng_seed
        try:
            step = play(seed, steps, rng)
        except LimitError:
            undecided += 1
            continue
        met.append(-1 if step is None else step)
    happened = [step for step in met if step >= 0]
    return Baseline(
        key,
        task,
        len(met),
        len(happened) / len(met) if met else 0.0,
        sum(happened) / len(happened) if happened else None,
        sum(steps if step < 0 else step for step in met) / len(met) if met else None,
        undecided,
    )


def _triggered(asked: Change, seed: int, steps: int, rng: Rng) -> int | None:
    """The first step that the base world cannot show."""
    machine = Machine(asked.changed, seed)
    watch = Watch(asked.program, machine.frame(), seed)
    for step in range(1, steps + 1):
        action, state = drawn_action(rng, asked.changed.grid_size), machine.rng_state
        machine.step(action)
        if not watch.possible(action, machine.frame(), state):
            return step
    return None


def _reached(asked: Planning, seed: int, steps: int, rng: Rng) -> int | None:
    """The first step whose frame shows the goal."""
    machine = Machine(asked.program, seed)
    for step in range(1, steps + 1):
        machine.step(drawn_action(rng, asked.program.grid_size))
        if agrees(machine.frame(), asked.goal):
            return step
    return None


def changes(keys: Iterable[str]) -> Iterator[tuple[str, Change]]:
    """The first change of each of these worlds."""
    for key in keys:
        told = world(key)
        base, changed = read_program(told.program), read_program(told.changed[0])
        yield key, Change(base, told.about.changes[0].rng_seed, changed)


def questions(file: str) -> Iterator[tuple[str, Change | Planning | MaskedFrame]]:
    """The grid-world questions of a file; RecordError for a bad one."""
    for one in raised(read_instances(file)):
        if one.family == "gridworld":
            yield one.domain, question_of(one)


def summary(found: Iterable[Baseline]) -> dict[str, tuple[int, float, float | None, int, int]]:
    """By task: questions, mean probability, mean steps of all, how many at 1 and how many at 0."""
    tasks: dict[str, list[Baseline]] = {}
    for one in found:
        tasks.setdefault(one.task, []).append(one)
    told = {}
    for task, own in tasks.items():
        steps = [one.steps_all for one in own if one.steps_all is not None]
        told[task] = (
            len(own),
            sum(one.probability for one in own) / len(own),
            sum(steps) / len(steps) if steps else None,
            sum(one.probability == 1 for one in own),
            sum(one.probability == 0 for one in own),
        )
    return told


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Random play of grid-world questions.")
    parser.add_argument("files", nargs="*", help="instances; the changes of all worlds by default")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--world", action="append", help="only this one (repeat)")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="one object a question, as they are done")
    shape.add_argument("--markdown", action="store_true", help="a row a world, for a document")
    asked = parser.parse_args(arguments)
    listed = (
        chain.from_iterable(map(questions, asked.files)) if asked.files else changes(asked.world or worlds())
    )
    found = []
    for key, one in listed:
        if asked.world and key not in asked.world:
            continue
        found.append(baseline(key, one, runs=asked.runs, steps=asked.steps))
        if asked.json:
            print(encode(asdict(found[-1])).decode(), flush=True)
    if asked.markdown:
        print(markdown(found))
    elif not asked.json:
        _print(found)


def markdown(found: Iterable[Baseline]) -> str:
    """A row a world: how often the change was triggered and the goal reached, and after how many steps."""
    told = list(found)
    rows = ["| world | trigger | steps | goal | steps |", "|---|---:|---:|---:|---:|"]
    for key in sorted({one.world for one in told}):
        cells = []
        for task in ("change", "planning"):
            own = [one for one in told if (one.world, one.task) == (key, task)]
            if own and own[0].steps_all is not None:
                cells += [f"{mean(one.probability for one in own):.2f}"]
                cells += [_text(mean(one.steps_all or 0 for one in own))]
            else:
                cells += ["", ""]
        rows.append(f"| {key} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _print(found: list[Baseline]) -> None:
    rows = [
        [
            one.world,
            one.task,
            f"{one.probability:.2f}",
            *map(_text, (one.steps, one.steps_all)),
            str(one.undecided),
        ]
        for one in found
    ]
    for task, (count, probability, steps, certain, never) in summary(found).items():
        rows.append(
            [f"all {count}", task, f"{probability:.2f}", "", _text(steps), f"at 1: {certain}, at 0: {never}"]
        )
    columns = ["world", "task", "probability", "steps", "steps of all", "undecided"]
    table("random play", columns, rows, sys.stdout, texts=2)


def _text(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


if __name__ == "__main__":
    main()
