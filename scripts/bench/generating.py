"""Planning questions made per hour on one core, with proofs, the refusals, and the memory.

The cells of all domains and tasks are mixed: many small questions (level 1), and some of ACPBench's size
(level 3).  The rate is per processor time of one process; ``generate`` distributes independent items to
workers, so two cores make about twice as many.
"""

from collections.abc import Iterator
from pathlib import Path

from ...generators.pipeline import Pipeline
from ...generators.planning.family import FAMILY, Recipe
from ...verifiers.search.warm import warm_up
from .measurement import Measurement, peak, timed

PART = "generate"
COUNTS = {1: 4, 3: 1}
"""Generative questions per cell, by level."""
HARD_SET = 1_040
"""Generative questions of ACPBench Hard: thirteen domains, eight tasks, ten each."""
FEW = 15
"""Questions per cell of the smaller of the two runs with measured memory."""


def measure(folder: Path) -> Iterator[Measurement]:
    """Rates and refusals of both levels, then the peak memory for two lengths of one run."""
    warm_up()
    for level, count in COUNTS.items():
        yield from _rate(Pipeline(FAMILY.cells(), count, Recipe(seed=7, levels=(level,))))
    yield from _memory(folder)


def _rate(pipeline: Pipeline) -> Iterator[Measurement]:
    (level,) = pipeline.recipe.levels
    with timed() as taken:
        made = (FAMILY.make(item, pipeline.recipe) for item in pipeline.items())
        for _ in pipeline.instances(made):
            pass
    tally = pipeline.tally
    note = f"level {level}, {tally.kept} questions in {len(pipeline.cells)} cells, {len(tally.unmade)} unmade"
    hourly = 3600 * tally.kept / taken.processor
    yield Measurement(PART, "questions, with proofs", hourly, "1/h", f"{note}; processor time of one core")
    if level == 3:
        minutes = HARD_SET * taken.processor / tally.kept / 2 / 60
        yield Measurement(PART, f"{HARD_SET:,} questions on two cores", minutes, "min", "from the rate above")
    kept = tally.kept / len(FAMILY.domains())
    for domain in FAMILY.domains():
        refused = sum(many for key, many in tally.rejected.items() if key.split("/")[0] == domain)
        share = 100 * refused / (refused + kept)
        yield Measurement(PART, f"refused, {domain}", share, "%", f"level {level}, {refused} attempts")


def _memory(folder: Path) -> Iterator[Measurement]:
    """The peak memory of the command for a run and for one twice as long."""
    peaks = []
    for count in (FEW, 2 * FEW):
        generate = ["generate", "planning/app", "--level", "1", "-n", str(count), "--jobs", "1", "-q"]
        peaks.append(peak(*generate, "-o", str(folder / f"made{count}.jsonl")))
        note = f"certwright generate planning/app, {count * len(FAMILY.domains())} questions"
        yield Measurement(PART, "peak memory", peaks[-1], "MiB", note)
    yield Measurement(PART, "ratio", peaks[1] / peaks[0], "times", "peak memory for twice as many questions")
