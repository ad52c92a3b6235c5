"""``certwright schema``: the JSON Schema of a record."""

import json
from typing import Any

import click
import msgspec

from ...instances.records import Answer, Episode, Instance, Json, Manifest
from ...instances.verdicts import VerdictRow
from . import common

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
def command(record: str | None) -> None:
    """Print the JSON Schema of RECORD, or an object with those of all records."""
    shown = schema(record) if record else {name: schema(name) for name in RECORDS}
    common.say(json.dumps(shown, indent=2, sort_keys=True, ensure_ascii=False))
