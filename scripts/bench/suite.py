"""The parts of the bench in order, each given what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from .measurement import Measurement


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
) -> Iterator[Measurement]:
    """Yield the measurements of the parts as they are taken; ``folder`` is a place for files in between."""
    if "help" in parts:
        from . import startup

        yield from startup.measure()
    if "simulate" in parts:
        from . import simulating

        yield from simulating.measure()
    if "interventions" in parts:
        from . import interventions

        yield from interventions.measure()
    if "reading" in parts:
        from . import reading

        yield from reading.measure(corpus)
    if "autumn" in parts:
        from . import autumn

        yield from autumn.measure()
    if "generate" in parts:
        from . import generating

        yield from generating.measure(folder)
    labelling = "label" in parts or ("score" in parts and truth is None)
    if "search" in parts or labelling:
        from . import exploring

        yield exploring.warm_up()
        if "search" in parts:
            yield from exploring.measure()
    if labelling:
        from . import proving

        labelled = folder / "truth.jsonl"
        yield from proving.measure(questions or demo_questions(), labelled, jobs, engine)
        truth = truth or labelled
    if "score" in parts and truth is not None:
        from . import marking

        yield from marking.measure(truth, rows)


def demo_questions() -> Path:
    """The questions that ship with the package."""
    return Path(str(files("certwright.instances"))) / "demo" / "planning.jsonl"
