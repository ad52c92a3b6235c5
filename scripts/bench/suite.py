"""Runs the parts of the bench in order."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import Any

from ...instances.lines import read_lines
from ...instances.records import Grade
from ...instances.store import INSTANCE_BYTES, JsonlWriter, read_instances, readable
from ...verifiers.label import label
from ...verifiers.planning.oracle import Effort
from ..jobs import executor
from ..labelling import LabelCounts, label_all
from ..verifying import VerifySummary, check_all
from . import marking
from .measurement import Measurement, timed

HELP_RUNS = 7
MODULES = {"simulate": "simulating", "generate": "generating"}
"""The files of parts that have another name."""


def suite(
    parts: Sequence[str],
    *,
    questions: Path | None,
    truth: Path | None,
    folder: Path,
    rows: int,
    engine: str,
    jobs: int,
    corpus: Path | None = None,
    reference: Path | None = None,
) -> Iterator[Measurement]:
    """Yield the measurements of the parts as they are made; ``folder`` holds intermediate files."""
    # some need numpy: their files are loaded when they are asked for
    first: dict[str, tuple[Any, ...]] = {"simulate": (), "interventions": (), "reading": (corpus,)}
    first |= {"autumn": (reference,), "generate": (folder,), "bounds": ()}
    if "help" in parts:
        yield from help_time()
    for part, arguments in first.items():
        if part in parts:
            yield from import_module(f".{MODULES.get(part, part)}", __package__).measure(*arguments)
    labelling = "label" in parts or ("score" in parts and truth is None)
    if {"search", "large-space"} & set(parts) or labelling:
        exploring = import_module(".exploring", __package__)
        yield exploring.warm_up()
        if "search" in parts:
            yield from exploring.measure()
        if "large-space" in parts:
            yield from exploring.large()
    if labelling:
        labelled = folder / "truth.jsonl"
        yield from proven(questions or demo_questions(), labelled, jobs, engine)
        truth = truth or labelled
    if "score" in parts and truth is not None:
        yield from marking.measure(truth, rows)


def proven(questions: Path, truth: Path, jobs: int, engine: str) -> Iterator[Measurement]:
    """The time to label the questions into ``truth`` and to verify that, and the grades."""
    part, counts, run = "label", LabelCounts(), executor(jobs)
    work = partial(label, effort=Effort(engine=engine))
    with timed() as labelling, JsonlWriter(truth) as writer:
        known = readable(read_instances(questions))
        for labelled in label_all(known, work, run, lambda *failure: None, counts):
            writer.write(labelled)
    total = counts.questions.total()
    yield Measurement(part, "label", labelling.wall, "s", f"{total} questions, {jobs} jobs, engine {engine}")
    for grade in Grade:
        share = 100 * counts.questions[grade] / max(1, total)
        yield Measurement(part, f"questions {grade.value}", share, "%", f"{counts.claims[grade]:,} claims")
    summary = VerifySummary()
    with timed() as verifying:
        for checked in check_all(read_lines(truth, INSTANCE_BYTES), run):
            summary.add(checked)
    refused = summary.tally.states["refused"]
    yield Measurement(part, "verify", verifying.wall, "s", f"{refused} refused; with the prompts")
    yield Measurement(part, "ratio", verifying.wall / labelling.wall, "times", "verify / label")


def demo_questions() -> Path:
    """The questions bundled with the package."""
    return Path(str(files("certwright.instances"))) / "demo" / "planning.jsonl"


def help_time() -> Iterator[Measurement]:
    """The time of ``certwright --help`` including process start: minimum and median of several runs."""
    command = [sys.executable, "-c", "from certwright.scripts.cli import main; main()", "--help"]
    walls = []
    for _ in range(HELP_RUNS):
        with timed() as taken:
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        walls.append(taken.wall)
    yield Measurement("help", "certwright --help", min(walls), "s", f"least of {HELP_RUNS} runs")
    yield Measurement("help", "certwright --help", median(walls), "s", f"median of {HELP_RUNS} runs")
