"""Runs the parts of the bench in order."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from statistics import median

from . import autumn, interventions, marking, proving, reading, simulating
from .measurement import Measurement, timed

HELP_RUNS = 7


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
    if "help" in parts:
        yield from help_time()
    if "simulate" in parts:
        yield from simulating.measure()
    if "interventions" in parts:
        yield from interventions.measure()
    if "reading" in parts:
        yield from reading.measure(corpus)
    if "autumn" in parts:
        yield from autumn.measure(reference)
    if "generate" in parts:
        from . import generating

        yield from generating.measure(folder)
    if "bounds" in parts:
        from . import bounds

        yield from bounds.measure()
    labelling = "label" in parts or ("score" in parts and truth is None)
    if {"search", "large-space"} & set(parts) or labelling:
        from . import exploring  # this and generating need numpy

        yield exploring.warm_up()
        if "search" in parts:
            yield from exploring.measure()
        if "large-space" in parts:
            yield from exploring.large()
    if labelling:
        labelled = folder / "truth.jsonl"
        yield from proving.measure(questions or demo_questions(), labelled, jobs, engine)
        truth = truth or labelled
    if "score" in parts and truth is not None:
        yield from marking.measure(truth, rows)


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
