"""``certwright export``: write instances in another benchmark's format."""

from __future__ import annotations

from importlib import import_module

import click

from . import common
from .exits import exit_code

WRITERS = {
    "acpbench": "...instances.formats.acpbench_writer",
    "gf01": "..gf01.exporting",
    "hoa": "...instances.formats.hoa",
    "pddl": "...instances.formats.pddl",
}
"""Format -> the module with ``write(instances, folder)``."""


@click.command("export", cls=common.Command)
@click.argument("format", type=click.Choice(tuple(WRITERS)))
@click.argument("file", type=common.INPUT)
@click.option("-o", "--output", type=common.OUTPUT_FOLDER, required=True, help="A folder.")
def command(format: str, file: str, output: str) -> int:
    """Write the instances of FILE into a folder.

    acpbench: one file a task and form, in the shape of ACPBench. pddl: the worlds, a domain and a problem
    file each. hoa: the systems. gf01: a bundle of the questions about interventions. What a format cannot
    say is left out and reported.
    """
    from ...instances.store import read_instances

    write = import_module(WRITERS[format], __package__).write
    faults = common.Faults()
    for refused in write(read_instances(file), output):
        faults.report(refused)
    faults.close()
    return exit_code(bad=bool(faults))
