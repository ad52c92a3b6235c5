"""``certwright list``, ``schema`` and ``doctor``: what there is, and whether it works."""

import json
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

import click
import msgspec

from ...domains.gridworld.catalog import measured, spread, world, worlds
from ...domains.reactive.systems import systems
from ...instances import __version__, manifest
from ...instances.canonical import encode
from ...instances.extras import EXTRAS
from ...instances.formats import formats
from ...instances.names import FAMILIES, domains, tasks
from ...instances.records import Answer, Episode, Instance, Json, Manifest
from ...instances.verdicts import VerdictRow
from ...verifiers.engines.registry import engines, present, probe
from ..library.questions import RELEASED
from ..tables import table
from . import common, exit_code

Rows = list[dict[str, str]]

KINDS: dict[str, tuple[str, Callable[[], Iterable[tuple[object, ...]]]]] = {
    "families": ("family title from", lambda: ((f.key, f.title, f.benchmark) for f in FAMILIES.values())),
    "tasks": (
        "task family title paper forms",
        lambda: ((t.key, t.family, t.title, t.paper, tuple(t.groups)) for t in tasks().values()),
    ),
    "domains": (
        "domain title pddl aliases",
        lambda: ((d.key, d.title, d.pddl, d.aliases) for d in domains().values()),
    ),
    "systems": (
        "system states in out kind title",
        lambda: ((s.key, s.states, len(s.inputs), len(s.outputs), s.timing, s.title) for s in systems()),
    ),
    "gridworld": (
        "world category title",
        lambda: ((w.key, w.about.category, w.about.title) for w in map(world, worlds())),
    ),
    "engines": (
        "engine title present licence",
        lambda: ((e.key, e.title, present(e.key), e.licence) for e in engines().values()),
    ),
    "formats": (
        "format import export title",
        lambda: ((f.key, bool(f.read), bool(f.write), f.title) for f in formats().values()),
    ),
}
"""The columns of each kind, and its rows."""


def _listed(kind: str) -> Rows:
    columns, rows = KINDS[kind]
    return [dict(zip(columns.split(), map(_text, row), strict=True)) for row in rows()]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + ("" if len(names) <= 4 else ", ...")


def _measures() -> Rows:
    """Table B.1 of WorldTest's paper for our worlds, with a last row for the range."""
    rows = [asdict(measured(key)) for key in worlds()]
    last: dict[str, object] = {"world": f"{len(rows)} worlds", "category": "least, median, greatest"}
    for name in ("grid", "objects", "latent", "clauses", "lines", "colours"):
        last[name] = "{} {:g} {}".format(*spread(row[name] for row in rows))
    last["stochastic"] = f"{sum(row['stochastic'] for row in rows)}"
    return [{name: _text(value) for name, value in row.items()} for row in (*rows, last)]


def _overview() -> Rows:
    rows = []
    for kind in KINDS:
        names = [next(iter(row.values())) for row in _listed(kind)]
        rows.append({"what": kind, "how many": str(len(names)), "among them": _few(names)})
    for path in sorted(RELEASED.glob("*/*.manifest.json")):
        counts = manifest.read(path).counts
        name = f"{path.parent.name}/{path.name.removesuffix('.manifest.json')}"
        some = _few(sorted({key.partition("/")[0] for key in counts}))
        rows.append({"what": name, "how many": str(sum(counts.values())), "among them": some})
    return rows


@click.command("list", cls=common.Command)
@click.argument("what", metavar="[WHAT]", type=common.Choice(tuple(KINDS)), required=False)
@click.option("--stats", is_flag=True, help="gridworld: sizes of the worlds, as in Table B.1 of the paper.")
@common.json_option
def list_command(what: str | None, stats: bool, as_json: bool) -> None:
    """List what certwright knows.

    WHAT is families, tasks, domains, systems, gridworld, engines or formats. Without it: how many of each
    there are, and the released sets, whose names stand for their files in every command.
    """
    if stats and what != "gridworld":
        raise click.UsageError("--stats is for gridworld")
    rows = _measures() if stats else _listed(what) if what else _overview()
    if as_json:
        common.say(encode(rows).decode())
    else:
        table("", list(rows[0]), [list(row.values()) for row in rows], sys.stdout)
        if what is None:
            common.say("More: certwright list tasks, certwright show planning/gen")


RECORDS: dict[str, type[msgspec.Struct]] = {
    "instance": Instance,
    "answer": Answer,
    "episode": Episode,
    "verdict": VerdictRow,
    "manifest": Manifest,
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(record: str) -> Json:
    """The JSON Schema (draft 2020-12) of one record by name, taken from its type.

    >>> schema("answer")["$defs"]["Answer"]["required"]
    ['id']
    """
    body: dict[str, Any] = msgspec.json.schema(RECORDS[record])
    return {"$schema": DIALECT, "$id": f"certwright.{record}", **body}


@click.command("schema", cls=common.Command)
@click.argument("record", type=common.Choice(tuple(RECORDS)), required=False)
def schema_command(record: str | None) -> None:
    """Print the JSON Schema of RECORD, or an object with those of all records."""
    shown = schema(record) if record else {name: schema(name) for name in RECORDS}
    common.say(json.dumps(shown, indent=2, sort_keys=True, ensure_ascii=False))


@click.command("doctor", cls=common.Command)
@common.json_option
def doctor_command(as_json: bool) -> int:
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
