"""``certwright doctor``: which engines are installed, in which version, and how to install missing ones."""

import platform
import sys

import click

from ...instances import __version__
from ...instances.canonical import encode
from ...instances.extras import EXTRAS
from ...verifiers.engines.registry import engines, probe
from ..tables import table
from . import common, exit_code


@click.command("doctor", cls=common.Command)
@common.json_option
def command(as_json: bool) -> int:
    """Test every engine on a task that it must solve, each in a separate process.

    Exit code 4 if one is missing or broken; commands that do not need it work anyway.
    """
    probes, python = [probe(key) for key in engines()], platform.python_version()
    if as_json:
        names = ("working", "version", "detail")
        tried = {probe.key: {name: getattr(probe, name) for name in names} for probe in probes}
        common.say(encode({"certwright": __version__, "python": python, "engines": tried}))
    else:
        rows = []
        for tested in probes:
            state = "works" if tested.working else "MISSING"
            title = engines()[tested.key].title
            rows.append([tested.key, title, tested.version or "-", state, tested.detail])
        columns = ["engine", "name", "version", "state", "detail"]
        table(f"certwright {__version__}, Python {python}", columns, rows, sys.stdout)
        rows = []
        for extra in EXTRAS.values():
            state = f"lacks {', '.join(missing)}" if (missing := extra.missing) else "is here"
            rows.append([extra.name, state, extra.purpose, extra.mend])
        columns = ["extra", "state", "what is not there without it", "to install it"]
        table("", columns, rows, sys.stdout)
    return exit_code(missing=not all(probe.working for probe in probes))
