"""What one guesser scores on one group of questions."""

from __future__ import annotations

from dataclasses import dataclass

from ....instances.records import Json

LEARNED = "learned"
"""The guesser that was trained."""


@dataclass(frozen=True, slots=True)
class Row:
    """One guesser on one group."""

    group: str
    strategy: str
    score: float
    interval: tuple[float, float]
    """Wilson's, 95 %."""
    baseline: float
    count: int
    above: bool
    """More than the margin above the baseline, beyond the interval that counts."""

    def json(self) -> Json:
        """The row as a JSON object, rounded to three places."""
        low, high = self.interval
        return {
            "group": self.group,
            "strategy": self.strategy,
            "score": round(self.score, 3),
            "interval": [round(low, 3), round(high, 3)],
            "baseline": round(self.baseline, 3),
            "questions": self.count,
            "above": self.above,
        }
