"""The claims of a truth record, counted as they are discharged.

One claim is one decided legal item.  The unit is the same as that of the grades in the record:

- app, prog, val, just: one claim, the truth record as a whole.
- reach: one a legal fact of the closure; areach: one an action of the closure; and one for all items outside.
- land: one a fact of the closure that is true neither initially nor in the goal, and one for all others.
- nexta: one for h*, and one an applicable action.  degenerate: one.
- bool: one; mcq: one an option.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...instances.errors import CertificateError
from ...instances.records import Grades


@dataclass
class Ledger:
    """How many claims were proven, which lack a proof, and how many items the record leaves undecided."""

    proven: int = 0
    unbacked: list[str] = field(default_factory=list)
    undecided: int = 0

    def claim(self, what: str, stated: bool, known: bool | None) -> None:
        """Enter a claim with what the certificates establish; CertificateError when they refute it."""
        if known is None:
            self.unbacked.append(what)
        elif known is stated:
            self.proven += 1
        else:
            raise CertificateError(f"{what}: the record says {_word(stated)}, but {_word(known)} is proven")

    def evaluated(self, what: str, stated: object, found: object, evaluation: bool) -> None:
        """Enter a truth that evaluating its definition gives; CertificateError when it differs."""
        if stated != found:
            raise CertificateError(
                f"{what}: the record says {_clip(stated)}, evaluation gives {_clip(found)}"
            )
        self.claim(what, True, True if evaluation else None)

    def settle(self, grades: Grades) -> None:
        """Compare the totals with the grades of the record; CertificateError names the first gap."""
        if len(self.unbacked) > grades.engine_proven:
            raise CertificateError(f"{self.unbacked[grades.engine_proven]}: no certificate proves it")
        if grades.certified > self.proven:
            raise CertificateError(
                f"grades: {grades.certified} claims are called certified, {self.proven} are"
            )
        decided = grades.certified + grades.engine_proven
        if decided != self.proven + len(self.unbacked) or grades.unverified:
            raise CertificateError(
                f"grades: {decided} claims are graded, the record makes {self.proven + len(self.unbacked)}"
            )
        if grades.undecided != self.undecided:
            raise CertificateError(
                f"grades: {grades.undecided} undecided items are stated, there are {self.undecided}"
            )


def _word(value: bool) -> str:
    return "yes" if value else "no"


def _clip(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 120 else shown[:117] + "..."
