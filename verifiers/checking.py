"""The independent checker, called with an instance instead of a line of a file."""

from __future__ import annotations

import json
from typing import Any

from ..instances.canonical import encode
from ..instances.errors import CertwrightError
from ..instances.records import Instance
from .proofs import core
from .proofs.core import Report
from .proofs.record import Record, read


def check(instance: Instance, plain: bool = False) -> Report:
    """What the checker says of one instance; never raises."""
    try:
        data = json.loads(encode(instance))
    except CertwrightError as error:
        return Report(instance.id, "refused", str(error)[:2000])
    return check_data(data, plain)


def check_data(data: dict[str, Any], plain: bool = False) -> Report:
    """What the checker says of the record that a JSON object holds; never raises.

    Exhaustive searches of grid worlds run on the fast machine, unless ``plain`` asks for the plain one.
    """
    if plain or data.get("family") != "gridworld":
        return core.check(data, plain)
    from .search.grid_states import FastMachine

    return core.check(data, machine=FastMachine)


def record_of(instance: Instance) -> Record:
    """An instance as the checker reads it; RefusedError when it is none that the checker takes."""
    return read(json.loads(encode(instance)))


__all__ = ["Report", "check", "check_data", "record_of"]
