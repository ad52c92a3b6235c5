"""``certwright import``: read a benchmark's files into instances."""

from __future__ import annotations

import click

from . import common
from .exits import exit_code

FORMATS = ("acpbench",)


@click.command("import")
@click.argument("format", type=click.Choice(FORMATS))
@click.argument("path", type=click.Path(exists=True, allow_dash=True))
@common.output_option
@common.quiet_option
def command(format: str, path: str, output: str, quiet: bool) -> int:
    """Read PATH (a file, or a folder with all files of the benchmark) into instances.

    The truth of the source is kept aside for `audit`; `label` computes ours.
    """
    from ...instances.formats import acpbench
    from ...instances.store import JsonlWriter
    from ...verifiers.planning.questions import formal_query
    from ..progress import track

    faults, written = common.Faults(), 0
    with JsonlWriter(output, flush=False) as writer:
        for instance in track(common.good(acpbench.read(path), faults), "import", quiet=quiet):
            try:
                record = formal_query(instance)
            except common.INPUT_ERRORS as error:
                faults.report(f"{common.origin(instance)}: {error}")
                continue
            writer.write(record)
            written += 1
    faults.close()
    if not quiet:
        click.echo(f"{written} questions imported", err=True)
    return exit_code(bad=bool(faults))
