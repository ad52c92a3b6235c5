"""What labelling gives an instance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..instances.records import Certificate, Grades

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Labelled:
    """The complete truth of a question, the proofs of it, and an answer that scores 1.0."""

    truth: Json
    certificates: tuple[Certificate, ...] = ()
    grades: Grades = field(default_factory=Grades)
    gold: str | None = None
    difficulty: dict[str, float] = field(default_factory=dict)
