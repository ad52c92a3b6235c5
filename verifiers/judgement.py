"""What a task's judge says of one parsed answer."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..instances.records import Code, Outcome


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """How answers are read and judged; the defaults are the strict legality rules and the lenient scanner."""

    mode: str = "lenient"
    """``lenient`` (the scanner), ``strict`` (the paper's grammar) or ``as-published`` (the peer's own)."""
    first: bool = False
    """Take the first of several conflicting final answers instead of refusing them."""
    static_facts: bool = False
    """Accept atoms of static predicates as propositions (planning)."""
    semantics: str = "specification"
    """``specification`` or ``reference``: which reading of GF-01 binds where the two differ (reactive)."""


class Judgement(NamedTuple):
    """An outcome with its reason; ``value`` is 1.0, 0.0 or None by the outcome, or the ``credit``."""

    outcome: Outcome
    code: Code
    explanation: str = ""
    metadata: dict[str, Any] = {}  # noqa: RUF012  (never mutated: a shared empty default)
    credit: float | None = None
    """Partial credit in 0..1, for the tasks whose published score has it."""

    @property
    def value(self) -> float | None:
        """The score: undecided answers have none."""
        return VALUES[self.outcome] if self.credit is None else self.credit


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
