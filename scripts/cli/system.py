"""``certwright system``: a reactive system as canonical HOA."""

from __future__ import annotations

import click

from . import common


@click.command("system", cls=common.Command)
@click.argument("source", metavar="KEY|FILE")
@click.option(
    "--outputs", help="The output propositions, with commas between, where a file does not say them."
)
@common.output_option
@common.deadline_option
@common.quiet_option
def command(source: str, outputs: str | None, output: str, deadline: float | None, quiet: bool) -> None:
    """Write a system as canonical HOA: one that comes with certwright (list systems), or a HOA file.

    A HOA file may be a machine or a game in extended HOA with any acceptance, which Spot solves. The last
    line on stderr says whether the machine is of Mealy's or Moore's kind.
    """
    from ...instances.outputs import write_whole
    from ..systems import canonical_text

    names = None if outputs is None else [name.strip() for name in outputs.split(",")]
    text, notes = canonical_text(source, names, deadline)
    if not quiet:
        common.say("\n".join(notes), err=True)
    write_whole(output, text)
