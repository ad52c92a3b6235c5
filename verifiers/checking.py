"""The independent checker, called with an instance instead of a line of a file."""

from __future__ import annotations

import json

from ..instances.canonical import encode
from ..instances.errors import CertwrightError
from ..instances.records import Instance
from .proofs import core
from .proofs.core import Report

PORTED: tuple[str, ...] = ()
"""Families whose check is that of ``proofs.core``; the others still have checks of their own."""


def check(instance: Instance, plain: bool = False) -> Report:
    """What the checker says of one instance; never raises."""
    if instance.family in PORTED:
        try:
            data = json.loads(encode(instance))
        except CertwrightError as error:
            return Report(instance.id, "refused", str(error)[:2000])
        return core.check(data, plain)
    from .proofs.check import check as former

    report = former(instance)
    grades = (report.certified, report.engine_proven, report.undecided, report.unverified)
    return Report(instance.id, "holds" if report.ok else "refused", report.failed, *grades)


__all__ = ["Report", "check"]
