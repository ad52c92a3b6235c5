"""``certwright list``: families, tasks, domains, systems, engines, formats."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from . import common

Rows = list[dict[str, str]]


def _families() -> Rows:
    from ...instances.names import FAMILIES

    return [{"family": one.key, "title": one.title, "from": one.benchmark} for one in FAMILIES.values()]


def _tasks() -> Rows:
    from ...instances.names import TASKS

    return [
        {
            "task": one.key,
            "family": one.family,
            "title": one.title,
            "paper": one.paper,
            "forms": " ".join(one.groups),
        }
        for one in TASKS.values()
    ]


def _domains() -> Rows:
    from ...instances.names import DOMAINS

    return [
        {"domain": one.key, "title": one.title, "pddl": one.pddl, "aliases": " ".join(one.aliases)}
        for one in DOMAINS.values()
    ]


def _systems() -> Rows:
    from ...domains.reactive.systems.catalog import systems

    return [
        {
            "system": one.key,
            "states": str(one.states),
            "in": str(len(one.inputs)),
            "out": str(len(one.outputs)),
            "kind": one.timing,
            "title": one.title,
        }
        for one in systems()
    ]


def _engines() -> Rows:
    from ...verifiers.engines.registry import ENGINES, present

    return [
        {
            "engine": one.key,
            "title": one.title,
            "present": "yes" if present(one.key) else "no",
            "licence": one.licence,
        }
        for one in ENGINES.values()
    ]


def _formats() -> Rows:
    return [
        {"format": "acpbench", "import": "yes", "export": "yes", "title": "ACPBench, ACPBench Hard (JSON)"},
        {
            "format": "hoa",
            "import": "no",
            "export": "yes",
            "title": "Reactive systems; to read: certwright system",
        },
        {
            "format": "tempobench",
            "import": "yes",
            "export": "no",
            "title": "TempoBench records (JSON Lines)",
        },
        {"format": "pddl", "import": "yes", "export": "yes", "title": "PDDL domain and problem files"},
    ]


KINDS: dict[str, Callable[[], Rows]] = {
    "families": _families,
    "tasks": _tasks,
    "domains": _domains,
    "systems": _systems,
    "engines": _engines,
    "formats": _formats,
}


@click.command("list")
@click.argument("what", type=click.Choice(tuple(KINDS)))
@common.json_option
def command(what: str, as_json: bool) -> None:
    """List what certwright knows: families, tasks, domains, systems, engines or formats."""
    from ...instances.canonical import encode
    from ..tables import table

    rows = KINDS[what]()
    if as_json:
        click.echo(encode(rows).decode())
    else:
        table("", list(rows[0]), [list(row.values()) for row in rows], sys.stdout)
