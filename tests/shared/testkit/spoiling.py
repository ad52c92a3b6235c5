"""Records changed by tables: what is put where, what is dropped, and what is said of it."""

import json
from pathlib import Path
from typing import Any

import msgspec

from certwright.instances.canonical import seal
from certwright.instances.records import Instance


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a table in JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def spoilt(record: Instance, put: dict[str, Any], drop: list[str] | tuple[()] = ()) -> Instance:
    """A record with other values at these places (``truth.plan.0``), and none at those; sealed again."""
    data = msgspec.to_builtins(record)
    for path, value in [*put.items(), *((path, ...) for path in drop)]:
        *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
        place = data
        for step in way:
            place = place[step]
        if value is ...:
            del place[last]
        else:
            place[last] = value
    return seal(msgspec.convert(data, Instance))
