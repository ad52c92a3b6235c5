"""Stored answers beside ours: agreements are counted, each disagreement becomes a notice with its proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...instances.records import Json
from .finding import Result
from .subject import Subject

EVALUATION: Json = {"certificate": "evaluation"}
"""The proof of what follows by evaluating a definition in the state."""


def canonical(name: str) -> str:
    """A stored fact or action, in parentheses or without, in canonical text.

    >>> canonical("at a0 l0-2"), canonical("(DRIVE t1  l1)")
    ('(at a0 l0-2)', '(drive t1 l1)')
    """
    return f"({' '.join(name.lower().strip(' ()').split())})"


class Comparison:
    """Enters agreements and disagreements of one instance."""

    def __init__(self, subject: Subject, result: Result):
        self.subject, self.result, self.truth = subject, result, subject.truth

    def agree(self, count: int = 1) -> None:
        """Stored items that are right."""
        for _ in range(count):
            self.result.probe(True)

    def differ(self, kind: str, item: Any, stored: str, proven: str, proof: Json) -> None:
        """One disagreement; ``kind`` is its name in the summary."""
        self.result.probe(False, f"disagreement: {kind}")
        key = self.subject.instance.source.key if self.subject.instance.source else ""
        self.result.notice(
            f"{item}: the source says {stored}; we prove {proven}",
            kind=kind,
            item=item,
            source=key,
            stored=stored,
            proven=proven,
            proof=proof,
        )

    def side(
        self,
        name: str,
        stated: bool,
        known: bool | None,
        kind: str,
        words: Sequence[str],
        proof: Callable[[], Json],
    ) -> None:
        """One stored item; ``words`` are what it is called when true and when false."""
        if known is None:
            self.result.counts["open"] += 1
        elif known == stated:
            self.agree()
        else:
            self.differ(kind, name, words[not stated], words[not known], proof())

    def sets(self, what: str, stored: Iterable[str], ours: Sequence[str]) -> None:
        """Two sets that both claim to be complete."""
        theirs = {canonical(name) for name in stored}
        self.agree(len(theirs & set(ours)))
        for name in sorted(theirs - set(ours)):
            self.differ(f"{what} stored in error", name, what, f"no {what}", EVALUATION)
        for name in sorted(set(ours) - theirs):
            self.differ(f"{what} not stored", name, f"no {what}", what, EVALUATION)
