"""``certwright list``: families, tasks, domains, systems, engines, formats."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict

import click

from ...domains.gridworld.catalog import world, worlds
from ...domains.gridworld.measures import measured, spread
from ...domains.reactive.systems.catalog import systems
from ...instances import manifest
from ...instances.canonical import encode
from ...instances.formats import formats
from ...instances.names import FAMILIES, domains, tasks
from ...verifiers.engines.registry import engines, present
from ..library.questions import RELEASED
from ..tables import table
from . import common

Rows = list[dict[str, str]]


def _families() -> Rows:
    return [
        {"family": family.key, "title": family.title, "from": family.benchmark}
        for family in FAMILIES.values()
    ]


def _tasks() -> Rows:
    return [
        {
            "task": task.key,
            "family": task.family,
            "title": task.title,
            "paper": task.paper,
            "forms": " ".join(task.groups),
        }
        for task in tasks().values()
    ]


def _domains() -> Rows:
    return [
        {
            "domain": domain.key,
            "title": domain.title,
            "pddl": domain.pddl,
            "aliases": " ".join(domain.aliases),
        }
        for domain in domains().values()
    ]


def _systems() -> Rows:
    return [
        {
            "system": system.key,
            "states": str(system.states),
            "in": str(len(system.inputs)),
            "out": str(len(system.outputs)),
            "kind": system.timing,
            "title": system.title,
        }
        for system in systems()
    ]


def _engines() -> Rows:
    return [
        {
            "engine": engine.key,
            "title": engine.title,
            "present": "yes" if present(engine.key) else "no",
            "licence": engine.licence,
        }
        for engine in engines().values()
    ]


def _formats() -> Rows:
    said = {True: "yes", False: "no"}
    return [
        {"format": key, "import": said[bool(row.read)], "export": said[bool(row.write)], "title": row.title}
        for key, row in formats().items()
    ]


def _gridworld() -> Rows:
    about = {key: world(key).about for key in worlds()}
    return [{"world": key, "category": world.category, "title": world.title} for key, world in about.items()]


def _measures() -> Rows:
    """Table B.1 of WorldTest's paper for our worlds, with a last row for the range."""
    rows = [asdict(measured(key)) for key in worlds()]
    last: dict[str, object] = {"world": f"{len(rows)} worlds", "category": "least, median, greatest"}
    for name in ("grid", "objects", "latent", "clauses", "lines", "colours"):
        last[name] = "{} {:g} {}".format(*spread(row[name] for row in rows))
    last["stochastic"] = f"{sum(row['stochastic'] for row in rows)}"
    said = {True: "yes", False: "no"}
    return [
        {name: said.get(value, "") if isinstance(value, bool) else str(value) for name, value in row.items()}
        for row in (*rows, last)
    ]


def _overview() -> Rows:
    """The number of items of each kind, and the released sets."""
    rows = []
    for kind, listed in KINDS.items():
        names = [next(iter(row.values())) for row in listed()]
        some = ", ".join(names[:4]) + ("" if len(names) <= 4 else ", ...")
        rows.append({"what": kind, "how many": str(len(names)), "among them": some})
    for path in sorted(RELEASED.glob("*/*.manifest.json")):
        counts = manifest.read(path).counts
        name = f"{path.parent.name}/{path.name.removesuffix('.manifest.json')}"
        tasks = sorted({key.partition("/")[0] for key in counts})
        some = ", ".join(tasks[:4]) + ("" if len(tasks) <= 4 else ", ...")
        rows.append({"what": name, "how many": str(sum(counts.values())), "among them": some})
    return rows


KINDS: dict[str, Callable[[], Rows]] = {
    "families": _families,
    "tasks": _tasks,
    "domains": _domains,
    "systems": _systems,
    "gridworld": _gridworld,
    "engines": _engines,
    "formats": _formats,
}


@click.command("list", cls=common.Command)
@click.argument("what", metavar="[WHAT]", type=common.Choice(tuple(KINDS)), required=False)
@click.option("--stats", is_flag=True, help="gridworld: sizes of the worlds, as in Table B.1 of the paper.")
@common.json_option
def command(what: str | None, stats: bool, as_json: bool) -> None:
    """List what certwright knows.

    WHAT is families, tasks, domains, systems, gridworld, engines or formats. Without it: how many of each
    there are, and the released sets, whose names stand for their files in every command.
    """
    if stats and what != "gridworld":
        raise click.UsageError("--stats is for gridworld")
    rows = _measures() if stats else KINDS[what]() if what else _overview()
    if as_json:
        common.say(encode(rows).decode())
    else:
        table("", list(rows[0]), [list(row.values()) for row in rows], sys.stdout)
        if what is None:
            common.say("More: certwright list tasks, certwright show planning/gen")
