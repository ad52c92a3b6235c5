"""Results of random play: the table of WorldTest's appendix C (Table E.3), for any file of questions.

The paper's random agent draws each turn one of six kinds of action, and the cell of a click; it plays 50
times 1,000 steps, with a seed for each play where there is chance.  Shown is how often a change could be seen
(by belief support, for the actual run) or a goal was reached, and of a masked frame the chance of a guess.
Without a file, the first changes of all worlds are played.

    python -m certwright.scripts.bench.random_play [FILE...] [--runs 50] [--steps 1000] [--markdown]
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import chain

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
from ...verifiers.gridworld.support import FrameWatch
from ...verifiers.statistics import mean
from ..agents.gridworld import drawn_action
from ..tables import table

RUNS, STEPS = 50, 1000


@dataclass(frozen=True)
class Baseline:
    """The result of random play of one question."""

    world: str
    task: str
    runs: int
    probability: float
    steps: float | None  # the mean over the plays in which it happened
    steps_all: float | None  # the mean over all; plays without it count with all their steps
    undecided: int = 0  # undecided plays; they are excluded from the other figures


def baseline(
    key: str, question: Change | Planning | MaskedFrame, *, runs: int = RUNS, steps: int = STEPS
) -> Baseline:
    """Play a question of the world ``key`` at random."""
    if isinstance(question, MaskedFrame):
        return Baseline(key, "mfp", 0, 1 / len(question.options), None, None)
    task = "change" if isinstance(question, Change) else "planning"
    met: list[int | None] = []
    for number in range(runs):
        rng = Rng("baseline", key, task, number)
        seed = rng.below(2**31) if chance(question.program) else question.rng_seed
        with suppress(LimitError):
            met.append(_first(question, seed, steps, rng))
    share = mean(step is not None for step in met) or 0.0
    of_all = mean(steps if step is None else step for step in met)
    return Baseline(key, task, len(met), share, mean(met), of_all, undecided=runs - len(met))


def _first(question: Change | Planning, seed: int, steps: int, rng: Rng) -> int | None:
    """The first step whose frame shows the goal, or that the base world cannot show."""
    program = question.changed if isinstance(question, Change) else question.program
    machine = Machine(program, seed)
    watch = FrameWatch(question.program, machine.frame(), seed) if isinstance(question, Change) else None
    for step in range(1, steps + 1):
        action, state = drawn_action(rng, program.grid_size), machine.rng_state
        machine.step(action)
        if isinstance(question, Planning):
            if agrees(machine.frame(), question.goal):
                return step
        elif watch and not watch.possible(action, machine.frame(), state):
            return step
    return None


def changes(keys: Iterable[str]) -> Iterator[tuple[str, Change]]:
    """The first change of each of these worlds."""
    for key in keys:
        about = world(key)
        base, changed = read_program(about.program), read_program(about.changed[0])
        yield key, Change(base, about.about.changes[0].rng_seed, changed)


def questions(file: str) -> Iterator[tuple[str, Change | Planning | MaskedFrame]]:
    """The grid-world questions of a file; RecordError for a bad one."""
    for instance in raised(read_instances(file)):
        if instance.family == "gridworld":
            yield instance.domain, question_of(instance)


def summary(baselines: Iterable[Baseline]) -> dict[str, tuple[int, float, float | None, int, int]]:
    """By task: questions, mean probability, mean steps over all plays, questions at 1, questions at 0."""
    tasks: dict[str, list[Baseline]] = {}
    for figures in baselines:
        tasks.setdefault(figures.task, []).append(figures)
    totals = {}
    for task, own in tasks.items():
        shares = [figures.probability for figures in own]
        steps = mean(figures.steps_all for figures in own)
        totals[task] = len(own), mean(shares) or 0.0, steps, shares.count(1), shares.count(0)
    return totals


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
    options = parser.parse_args(arguments)
    listed: Iterable[tuple[str, Change | Planning | MaskedFrame]] = changes(options.world or worlds())
    if options.files:
        listed = chain.from_iterable(map(questions, options.files))
    baselines = []
    for key, question in ((key, one) for key, one in listed if not options.world or key in options.world):
        baselines.append(baseline(key, question, runs=options.runs, steps=options.steps))
        if options.json:
            print(encode(asdict(baselines[-1])).decode(), flush=True)
    if options.markdown:
        print(markdown(baselines))
    elif not options.json:
        _print(baselines)


def markdown(baselines: Iterable[Baseline]) -> str:
    """One row per world: how often change and goal were reached, and after how many steps."""
    listed = list(baselines)
    rows = ["| world | trigger | steps | goal | steps |", "|---|---:|---:|---:|---:|"]
    for key in sorted({figures.world for figures in listed}):
        cells = ""
        for task in ("change", "planning"):
            own = [figures for figures in listed if (figures.world, figures.task) == (key, task)]
            share, steps = "", ""
            if own and own[0].steps_all is not None:
                share = f"{mean(figures.probability for figures in own):.2f}"
                steps = _text(mean(figures.steps_all or 0 for figures in own))
            cells += f" {share} | {steps} |"
        rows.append(f"| {key} |{cells}")
    return "\n".join(rows)


def _print(baselines: list[Baseline]) -> None:
    rows = []
    for own in baselines:
        steps = map(_text, (own.steps, own.steps_all))
        rows.append([own.world, own.task, f"{own.probability:.2f}", *steps, str(own.undecided)])
    for task, (count, share, of_all, certain, never) in summary(baselines).items():
        ends = f"at 1: {certain}, at 0: {never}"
        rows.append([f"all {count}", task, f"{share:.2f}", "", _text(of_all), ends])
    columns = ["world", "task", "probability", "steps", "steps of all", "undecided"]
    table("random play", columns, rows, sys.stdout, texts=2)


def _text(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


if __name__ == "__main__":
    main()
