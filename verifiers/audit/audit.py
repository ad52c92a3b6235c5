"""The audit of one instance: the chosen checks, one after the other, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from ...instances.errors import CertwrightError
from .case import Case
from .finding import Finding, Result
from .options import AuditOptions
from .subject import Subject


@dataclass(frozen=True)
class Audited:
    """The results of one instance, in the order of the checks."""

    instance: str
    task: str
    form: str
    domain: str
    undecided: bool
    """Whether the record leaves something undecided, or has no truth at all."""
    results: tuple[Result, ...]

    @property
    def findings(self) -> list[Finding]:
        """All findings, in the order of the checks."""
        return [finding for result in self.results for finding in result.findings]


Make = Callable[[str, AuditOptions], Result]
FAMILIES: dict[str, str] = {
    "reactive": ".reactive.audit",
    "timetravel": ".timetravel",
    "gridworld": ".gridworld.audit",
}
"""Where the checks of the other families stand: ``checks(case)`` gives those of a case, by name."""


def audit(case: Case, options: AuditOptions) -> Audited:
    """Make the checks of one case.

    Raises EngineMissingError when the second engine is not there, RecordError or WorldError for a record that
    no check could work on.
    """
    instance = case.instance
    results: tuple[Result, ...] = ()
    if instance.truth:
        make: Make = _checks(case)
        results = tuple(_made(name, case, make, options) for name in options.checks)
    undecided = instance.truth is None or bool(instance.grades and instance.grades.undecided)
    return Audited(instance.id, instance.task, instance.form, instance.domain, undecided, results)


def _made(name: str, case: Case, make: Make, options: AuditOptions) -> Result:
    """The result of one check; one that breaks off on what the record holds has found a fault."""
    try:
        return make(name, options)
    except (CertwrightError, MemoryError):
        raise
    except Exception as error:
        result = Result.of(case.instance, name)
        result.fault(f"the check broke off: {type(error).__name__}: {error}")
        return result


def _checks(case: Case) -> Make:
    """The checks of a case; all but `second` do without the options."""
    if case.instance.family in FAMILIES:
        module = import_module(FAMILIES[case.instance.family], __package__)
        return module.checks(case)  # type: ignore[no-any-return]
    subject = Subject(case)

    def made(name: str, options: AuditOptions) -> Result:
        check = import_module(f".{name}", __package__).check
        return check(subject, options) if name == "second" else check(subject)  # type: ignore[no-any-return]

    return made
