"""``certwright schema``: the JSON Schema of a record."""

from __future__ import annotations

import click

RECORDS = {
    "instance": "Instance",
    "answer": "Answer",
    "episode": "Episode",
    "verdict": "Verdict",
    "manifest": "Manifest",
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@click.command("schema")
@click.argument("record", type=click.Choice(tuple(RECORDS)), required=False)
def command(record: str | None) -> None:
    """Print the JSON Schema of RECORD, or an object with those of all records."""
    import json

    import msgspec

    from ...instances import records

    def schema(name: str) -> dict[str, object]:
        return {"$schema": DIALECT, **msgspec.json.schema(getattr(records, RECORDS[name]))}

    shown = schema(record) if record else {name: schema(name) for name in RECORDS}
    click.echo(json.dumps(shown, indent=2, sort_keys=True, ensure_ascii=False))
