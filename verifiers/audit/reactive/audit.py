"""The chosen checks of one reactive instance."""

from __future__ import annotations

from collections.abc import Callable

from ..case import Case
from ..finding import Result
from ..options import AuditOptions
from . import answers
from .proofs import proofs
from .second import second
from .subject import ReactiveSubject

Check = Callable[[ReactiveSubject, AuditOptions], Result]

CHECKS: dict[str, Check] = {
    "gold": lambda subject, options: answers.gold(subject),
    "idle": lambda subject, options: answers.idle(subject),
    "answers": lambda subject, options: answers.answers(subject),
    "proofs": lambda subject, options: proofs(subject),
    "second": second,
}
"""There is no stored source and no published evaluator to compare with: `source`, `published` say nothing."""


def checks(case: Case) -> Callable[[str, AuditOptions], Result]:
    """The checks of one case, by name."""
    subject = ReactiveSubject(case)

    def made(name: str, options: AuditOptions) -> Result:
        check = CHECKS.get(name)
        return Result.of(case.instance, name) if check is None else check(subject, options)

    return made
