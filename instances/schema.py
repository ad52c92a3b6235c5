"""JSON Schemas (draft 2020-12) of the records, taken from their types."""

from __future__ import annotations

from typing import Any

import msgspec

from .errors import NameUnknownError
from .records import Answer, Episode, Instance, Json, Manifest
from .verdicts import VerdictRow

RECORDS: dict[str, type[msgspec.Struct]] = {
    "instance": Instance,
    "answer": Answer,
    "episode": Episode,
    "verdict": VerdictRow,
    "manifest": Manifest,
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(record: str) -> Json:
    """The JSON Schema of one record by name; NameUnknownError for a name that is not in RECORDS.

    >>> schema("answer")["$defs"]["Answer"]["required"]
    ['id']
    """
    if record not in RECORDS:
        raise NameUnknownError(f"unknown record {record[:100]!r}; known: {', '.join(RECORDS)}")
    body: dict[str, Any] = msgspec.json.schema(RECORDS[record])
    return {"$schema": DIALECT, "$id": f"certwright.{record}", **body}
