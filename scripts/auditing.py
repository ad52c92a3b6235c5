"""Auditing a list of cases: the glue between the store, the workers and ``verifiers.audit``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..verifiers.audit.audit import Audited
from ..verifiers.audit.subject import Case
from .jobs import Executor, Failed
from .labelling import INPUT_ERRORS, STOPS


@dataclass
class AuditFailures:
    """Cases that could not be audited to their end."""

    bad: int = 0
    """Records that are malformed, and those at which our own code or the memory failed."""
    open: int = 0
    """Workers that crashed or ran out of time."""


def audit_all(
    cases: Iterable[Case],
    audit: Callable[[Case], Audited],
    executor: Executor,
    report: Callable[[str], None],
    failures: AuditFailures,
) -> Iterator[Audited]:
    """Yield the audited instances in input order; the others are reported and counted.

    Raises what concerns the whole run: EngineMissingError, MachineError.
    """
    for outcome in executor.map(audit, cases):
        if not isinstance(outcome, Failed):
            yield outcome.value
            continue
        if isinstance(outcome.error, STOPS) and outcome.reason != "memory":
            raise outcome.error
        report(f"{outcome.item.instance.id}: {outcome}")
        if isinstance(outcome.error, INPUT_ERRORS) or outcome.internal or outcome.reason == "memory":
            failures.bad += 1
        else:
            failures.open += 1
