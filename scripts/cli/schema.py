"""``certwright schema``: the JSON Schema of a record."""

from __future__ import annotations

import click

from . import common

RECORDS = ("instance", "answer", "episode", "verdict", "manifest")


@click.command("schema", cls=common.Command)
@click.argument("record", type=click.Choice(RECORDS), required=False)
def command(record: str | None) -> None:
    """Print the JSON Schema of RECORD, or an object with those of all records."""
    import json

    from ...instances.schema import schema

    shown = schema(record) if record else {name: schema(name) for name in RECORDS}
    common.say(json.dumps(shown, indent=2, sort_keys=True, ensure_ascii=False))
