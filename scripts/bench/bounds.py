"""States entered, and time taken, to label next-action questions of level 5: with lean proofs and without.

The questions are made first, from one seed, by lean proofs.  What is measured is labelling them again: a
shortest plan, the proof that none is shorter, and for every applicable action whether it begins one.
"""

from collections.abc import Iterator
from dataclasses import replace

from ...generators.pipeline import Pipeline
from ...generators.planning.family import FAMILY, Recipe
from ...generators.planning.items import EFFORT
from ...instances.records import Grade, Instance
from ...verifiers.label import label
from ...verifiers.search.warm import warm_up
from .measurement import Measurement, timed

PART = "bounds"
SEED, LEVEL = 13, 5


def measure() -> Iterator[Measurement]:
    """States and seconds of all domains together, and the ratios."""
    warm_up()
    pipeline = Pipeline(FAMILY.cells(tasks=["nexta"]), 1, Recipe(seed=SEED, levels=(LEVEL,)))
    questions = list(pipeline.instances(FAMILY.make(item, pipeline.recipe) for item in pipeline.items()))
    states, seconds, decided = [0, 0], [0.0, 0.0], 0
    for question in questions:
        counts, taken = zip(*(entered(question, lean) for lean in (False, True)), strict=True)
        if None not in counts:
            decided += 1
            for lean in (False, True):
                states[lean] += counts[lean] or 0
                seconds[lean] += taken[lean]
    note = f"{decided} of {len(questions)} next-action questions of level {LEVEL}: decided in both ways"
    for lean, how in ((False, "every state entered"), (True, "lean")):
        yield Measurement(PART, f"states, {how}", states[lean], "states", note)
        yield Measurement(PART, f"time, {how}", seconds[lean], "s", "the same; processor time of labelling")
    yield Measurement(PART, "ratio", states[False] / states[True], "times", "states, every / lean")
    yield Measurement(PART, "ratio", seconds[False] / seconds[True], "times", "time, every / lean")


def entered(question: Instance, lean: bool) -> tuple[int | None, float]:
    """The states that the proofs of a question enter (None without certified bounds), and processor time."""
    with timed() as taken:
        made = label(question, replace(EFFORT, lean=lean))
    counts = [int(proof.body["nodes"]) for proof in made.certificates if proof.kind == "lower_bound"]
    certified = made.grades is not None and made.grades.grade is Grade.CERTIFIED
    return counts[0] if certified and counts else None, taken.processor
