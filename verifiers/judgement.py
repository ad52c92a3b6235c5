"""What a task's judge says of one parsed answer."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..instances.records import Code, Outcome


class Judgement(NamedTuple):
    """An outcome with its reason; ``value`` is 1.0, 0.0 or None by the outcome."""

    outcome: Outcome
    code: Code
    explanation: str = ""
    metadata: dict[str, Any] = {}  # noqa: RUF012  (never mutated: a shared empty default)

    @property
    def value(self) -> float | None:
        """The score: undecided answers have none."""
        return VALUES[self.outcome]


VALUES: dict[Outcome, float | None] = {
    Outcome.CORRECT: 1.0,
    Outcome.INCORRECT: 0.0,
    Outcome.UNPARSED: 0.0,
    Outcome.UNDECIDED: None,
}


def correct(explanation: str = "", **metadata: Any) -> Judgement:
    """The answer is right."""
    return Judgement(Outcome.CORRECT, Code.OK, explanation, metadata)


def incorrect(code: Code, explanation: str, **metadata: Any) -> Judgement:
    """The answer is wrong; the explanation names the first thing that fails."""
    return Judgement(Outcome.INCORRECT, code, explanation, metadata)


def undecided(explanation: str, code: Code = Code.TRUTH_UNDECIDED) -> Judgement:
    """Nobody knows whether the answer is right."""
    return Judgement(Outcome.UNDECIDED, code, explanation)
