"""``certwright bench``: measure speed."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ...instances.canonical import encode
from ..bench.suite import suite
from ..tables import table
from . import common
from .label import engine_option

PARTS = ("help", "search", "simulate", "interventions", "autumn", "generate", "label", "score")
ON_DEMAND = ("reading", "large-space", "bounds")
"""Parts that run only when named: they need a corpus, which an installation lacks, or much memory or time."""


@click.command("bench", cls=common.Command)
@click.argument("parts", nargs=-1, type=common.Choice(PARTS + ON_DEMAND))
@click.option("--questions", type=common.INPUT, help="Questions to label; the demo's by default.")
@click.option(
    "--truth", type=common.INPUT, help="Labelled instances to score against; by default those of label."
)
@common.option("--rows", type=click.IntRange(min=100), default=40_000, help="Answers to score.")
@click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False),
    help="Folder of texts to read; by default that of the tests.",
)
@click.option(
    "--reference",
    type=click.Path(exists=True, dir_okay=False),
    help="Module of Autumn's reference interpreter (interpreter_module*.so) to compare autumn with.",
)
@engine_option
@common.jobs_option
@common.json_option
def command(
    parts: tuple[str, ...],
    questions: str | None,
    truth: str | None,
    corpus: str | None,
    reference: str | None,
    rows: int,
    engine: str,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Run the benchmarks PARTS (by default all but reading, large-space and bounds); label also verifies.

    Warm-up is excluded and shown; each comparison is measured in the same run. There is no pass or fail.
    """
    with TemporaryDirectory() as folder:
        measurements = suite(
            parts or PARTS,
            questions=Path(questions) if questions else None,
            truth=Path(truth) if truth else None,
            folder=Path(folder),
            rows=rows,
            engine=engine,
            jobs=common.workers(jobs),
            corpus=Path(corpus) if corpus else None,
            reference=Path(reference) if reference else None,
        )
        if as_json:
            for measurement in measurements:
                common.say(encode(measurement.json()).decode())
            return
        table(
            "",
            ["part", "what", "value", "unit", "conditions"],
            [measurement.row() for measurement in measurements],
            sys.stdout,
        )
