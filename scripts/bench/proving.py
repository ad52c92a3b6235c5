"""Time to label and to verify a file of questions, and the grades of the truth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from ...instances.lines import read_lines
from ...instances.records import Grade
from ...instances.store import INSTANCE_BYTES, JsonlWriter, read_instances, readable
from ...verifiers.label import label
from ...verifiers.planning.oracle import Effort
from ..jobs import executor
from ..labelling import LabelCounts, label_all
from ..verifying import VerifySummary, check_all
from .measurement import Measurement, timed

PART = "label"


def measure(questions: Path, truth: Path, jobs: int, engine: str) -> Iterator[Measurement]:
    """Label the questions into ``truth``, then verify that."""
    counts = LabelCounts()
    run = executor(jobs)
    with timed() as labelling, JsonlWriter(truth) as writer:
        work = partial(label, effort=Effort(engine=engine))
        for labelled in label_all(
            readable(read_instances(questions)), work, run, lambda *failure: None, counts
        ):
            writer.write(labelled)
    total = counts.questions.total()
    note = f"{total} questions, {jobs} jobs, engine {engine}"
    yield Measurement(PART, "label", labelling.wall, "s", note)
    for grade in Grade:
        share = 100 * counts.questions[grade] / max(1, total)
        yield Measurement(PART, f"questions {grade.value}", share, "%", f"{counts.claims[grade]:,} claims")
    summary = VerifySummary()
    with timed() as verifying:
        for checked in check_all(read_lines(truth, INSTANCE_BYTES), run):
            summary.add(checked)
    refused = summary.tally.states["refused"]
    yield Measurement(PART, "verify", verifying.wall, "s", f"{refused} refused; with the prompts")
    yield Measurement(PART, "ratio", verifying.wall / labelling.wall, "times", "verify / label")
