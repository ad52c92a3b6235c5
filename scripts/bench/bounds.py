"""States entered, and time taken, to label next-action questions of level 5: with lean proofs and without.

The questions are made first, from one seed.  What is measured is labelling them again: a shortest plan, the
proof that none is shorter, and for every applicable action whether it begins one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...generators.pipeline import Pipeline
from ...generators.planning.cells import Recipe
from ...generators.planning.family import FAMILY
from ...generators.planning.items import EFFORT
from ...instances.records import Instance
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
    note = f"{len(questions)} next-action questions of level {LEVEL}, one a domain"
    states, seconds = dict[bool, int](), dict[bool, float]()
    for lean, how in ((False, "every state entered"), (True, "lean")):
        with timed() as taken:
            states[lean] = sum(entered(question, lean) for question in questions)
        seconds[lean] = taken.processor
        yield Measurement(PART, f"states, {how}", states[lean], "states", note)
        yield Measurement(PART, f"time, {how}", seconds[lean], "s", "the same; processor time of labelling")
    yield Measurement(PART, "ratio", states[False] / states[True], "times", "states, every / lean")
    yield Measurement(PART, "ratio", seconds[False] / seconds[True], "times", "time, every / lean")


def entered(question: Instance, lean: bool) -> int:
    """The states that the proofs of a question enter, as its certificate says."""
    made = label(question, replace(EFFORT, lean=lean))
    proofs = (certificate for certificate in made.certificates if certificate.kind == "lower_bound")
    return sum(int(proof.body["nodes"]) for proof in proofs)
