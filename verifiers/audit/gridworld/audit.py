"""The chosen checks of one grid-world question.

- `gold`: the stored answer is right as text, as data, and as an episode record;
- `idle`: nothing, a shrug, walking out, waiting, and a constant score only where the world itself says so;
- `answers`: spoilt answers score exactly what a plain replay says they deserve, and records of episodes that
  claim what did not happen are refused;
- `proofs`: the checker accepts the record and refuses mutants of truth, gold, grades and certificates;
- `second`: plain search over every click, and play under other draws, do not say otherwise;
- `source`: what an import's stored answer says holds.

There is no published evaluator to compare with: `published` says nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from ..case import Case
from ..finding import Result
from ..options import AuditOptions
from . import answers
from .proofs import proofs
from .second import second
from .source import source
from .subject import GridSubject

KINDS = ("option", "goal", "change")

Check = Callable[[GridSubject, AuditOptions], Result]
CHECKS: dict[str, Check] = {
    "gold": lambda subject, options: answers.gold(subject),
    "idle": lambda subject, options: answers.idle(subject),
    "answers": lambda subject, options: answers.answers(subject),
    "proofs": lambda subject, options: proofs(subject),
    "second": second,
}


def checks(case: Case) -> Callable[[str, AuditOptions], Result]:
    """The checks of one case, by name."""
    subject = GridSubject(case)

    def made(name: str, options: AuditOptions) -> Result:
        if name == "source":
            return source(case.instance)
        if name not in CHECKS or subject.truth.get("kind") not in KINDS:
            return Result.of(case.instance, name)
        return CHECKS[name](subject, options)

    return made
