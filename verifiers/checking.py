"""The independent checker, called with an instance instead of a line of a file."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from ..instances.canonical import encode
from ..instances.errors import CertwrightError
from ..instances.records import Instance
from .proofs import core
from .proofs.core import Report
from .proofs.record import SCHEMA, Record, read

PORTED: tuple[str, ...] = ("planning", "reactive", "timetravel")
"""Families whose check is that of ``proofs.core``; the others still have checks of their own."""
FORMER = {"planning", "timetravel", "gridworld", "reactive"}


def check(instance: Instance, plain: bool = False) -> Report:
    """What the checker says of one instance; never raises."""
    try:
        data = json.loads(encode(instance))
    except CertwrightError as error:
        return Report(instance.id, "refused", str(error)[:2000])
    return check_data(data, plain)


def check_data(data: dict[str, Any], plain: bool = False) -> Report:
    """What the checker says of the record that a JSON object holds; never raises."""
    if data.get("family") not in FORMER - set(PORTED) or data.get("schema") != SCHEMA:
        return core.check(data, plain)
    from .proofs.check import check as former

    try:
        instance = msgspec.convert(data, Instance)
    except msgspec.ValidationError as error:
        return Report(str(data.get("id")), "refused", str(error)[:2000])
    if instance.world and instance.truth is None:
        cut = instance.grades is not None and instance.grades.undecided
        return Report(
            instance.id, *(("open", "its labelling was cut short") if cut else ("unlabelled", "no truth"))
        )
    report = former(instance)
    grades = (report.certified, report.engine_proven, report.undecided, report.unverified)
    return Report(instance.id, "holds" if report.ok else "refused", report.failed, *grades)


def record_of(instance: Instance) -> Record:
    """An instance as the checker reads it; RefusedError when it is none that the checker takes."""
    return read(json.loads(encode(instance)))


__all__ = ["Report", "check", "check_data", "record_of"]
