"""``certwright show``: print an instance for reading."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from . import common
from .exits import exit_code

PARTS = ("prompt", "truth", "pddl", "certificates")


@click.command("show", cls=common.Command)
@click.argument("file", type=common.RECORDS)
@click.argument("id", required=False)
@click.option("--prompt", "part", flag_value="prompt", help="Only what a model is shown.")
@click.option("--truth", "part", flag_value="truth", help="Only the truth and the gold answer.")
@click.option("--pddl", "part", flag_value="pddl", help="Only the world.")
@click.option("--certificates", "part", flag_value="certificates", help="Only the certificates.")
def command(file: str, id: str | None, part: str | None) -> int:
    """Print one instance of FILE; without ID the table of its instances.

    ID is an id, the beginning of one, or the key of the source (acpbench:gen/reach/123).
    """
    from ...instances.errors import NameUnknownError
    from ...instances.store import read_instances
    from ..showing import matches, overview, render
    from ..tables import table

    faults = common.Faults()
    instances = common.good(read_instances(file), faults)
    if id is None and part is None:
        table("", ["id", "form", "grade", "certificates", "source"], map(overview, instances), sys.stdout)
    else:
        shown: Iterator[str] = (render(one, part) for one in instances if id is None or matches(one, id))
        found = 0
        for text in shown:
            common.say(("\n" if found else "") + text)
            found += 1
        if not found:
            raise NameUnknownError(f"{file} holds no instance {id!r}")
    faults.close()
    return exit_code(bad=bool(faults))
