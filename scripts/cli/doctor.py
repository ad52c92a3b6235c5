"""``certwright doctor``: which engines are installed, in which version, and how to install missing ones."""

from __future__ import annotations

import platform
import sys

import click

from ...instances import __version__
from ...instances.canonical import encode
from ...instances.extras import EXTRAS, Extra
from ...verifiers.engines.registry import engines, probe
from ..tables import table
from . import common, exit_code


@click.command("doctor", cls=common.Command)
@common.json_option
def command(as_json: bool) -> int:
    """Test every engine on a task that it must solve, each in a separate process.

    Exit code 4 if one is missing or broken; commands that do not need it work anyway.
    """
    probes = [probe(key) for key in engines()]
    working = all(probe.working for probe in probes)
    if as_json:
        names = ("working", "version", "detail")
        tried = {probe.key: {name: getattr(probe, name) for name in names} for probe in probes}
        common.say(encode({"certwright": __version__, "python": platform.python_version(), "engines": tried}))
    else:
        rows = [
            [
                probe.key,
                engines()[probe.key].title,
                probe.version or "-",
                "works" if probe.working else "MISSING",
                probe.detail,
            ]
            for probe in probes
        ]
        title = f"certwright {__version__}, Python {platform.python_version()}"
        table(title, ["engine", "name", "version", "state", "detail"], rows, sys.stdout)
        columns = ["extra", "state", "what is not there without it", "to install it"]
        table("", columns, [_row(extra) for extra in EXTRAS.values()], sys.stdout)
    return exit_code(missing=not working)


def _row(extra: Extra) -> list[str]:
    missing = extra.missing
    return [extra.name, f"lacks {', '.join(missing)}" if missing else "is here", extra.purpose, extra.mend]
