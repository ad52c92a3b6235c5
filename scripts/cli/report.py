"""``certwright report``: tables and figures of a folder of results."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from . import common
from .exits import exit_code


@click.command("report")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--regret", is_flag=True, help="Search each level and add regret and dead ends.")
@click.option("--figures", is_flag=True, help="Draw figures into FOLDER/figs (extra: plot).")
@common.json_option
def command(folder: Path, regret: bool, figures: bool, as_json: bool) -> int:
    """Play every episode of a results FOLDER again, measure it, and print success, figures and failures.

    An episode that its world contradicts, or a row that is not its episode's, is reported: exit code 3.
    """
    from ...instances.canonical import encode
    from ..reporting.entries import entries
    from ..reporting.tables import print_tables, summary
    from ..timetravel.results import Results

    results, faults = Results(folder), common.Faults()
    if not results.table.exists():
        raise click.UsageError(f"{folder} holds no results: {results.table.name} is missing")
    report = summary(entries(results, faults.report, regret=regret))
    faults.close()
    if as_json:
        print(encode(report).decode())
    else:
        print_tables(report, sys.stdout)
    if figures and report:
        from ..reporting.figures import write_figures

        for path in write_figures(report, folder / "figs"):
            click.echo(f"wrote {path}", err=True)
    return exit_code(bad=bool(faults))
