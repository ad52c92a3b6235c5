"""``certwright bench``: measure speed."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from ...instances.canonical import encode
from ..bench.suite import suite
from ..tables import table
from . import common
from .label import engine_option

PARTS = ("help", "search", "simulate", "interventions", "autumn", "generate", "label", "score")
ON_DEMAND = ("reading", "large-space", "bounds")
"""Parts that run only when named: they need a corpus, which an installation lacks, or much memory or time."""
_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


@click.command("bench", cls=common.Command)
@click.argument("parts", nargs=-1, type=common.Choice(PARTS + ON_DEMAND))
@click.option("--questions", type=_FILE, help="Questions to label; the demo's by default.")
@click.option("--truth", type=_FILE, help="Labelled instances to score against; by default those of label.")
@common.option("--rows", type=click.IntRange(min=100), default=40_000, help="Answers to score.")
@click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of texts to read; by default that of the tests.",
)
@click.option(
    "--reference",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Module of Autumn's reference interpreter (interpreter_module*.so) to compare autumn with.",
)
@engine_option
@common.jobs_option
@common.json_option
def command(parts: tuple[str, ...], jobs: int | None, as_json: bool, **options: Any) -> None:
    """Run the benchmarks PARTS (by default all but reading, large-space and bounds); label also verifies.

    Warm-up is excluded and shown; each comparison is measured in the same run. There is no pass or fail.
    """
    with TemporaryDirectory() as folder:
        measured = suite(parts or PARTS, folder=Path(folder), jobs=common.workers(jobs), **options)
        if as_json:
            for measurement in measured:
                common.say(encode(measurement))
            return
        columns = ["part", "what", "value", "unit", "conditions"]
        table("", columns, [measurement.row() for measurement in measured], sys.stdout)
