"""What an audit is asked, and what it finds: faults of ours, notices about others, how often it looked."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ...instances.records import Instance, Json

Severity = Literal["fault", "notice"]

FINDING_SCHEMA = "certwright.finding/1"
CHECKS = ("gold", "idle", "answers", "proofs", "second", "source", "published")
"""The checks in the order in which they run."""
GUESS = "guess"  # the check of a whole set, made when it is asked for: the panel of blind guessers
MUTANTS = 40  # how many mutants are made of a record at most, unless told otherwise
LEARNED = "learned"  # the guesser that was trained


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """Which checks are made, and how thorough they are."""

    checks: tuple[str, ...] = CHECKS
    engine: str = "fd"  # the planner that is asked for second opinions: fd, sat, z3 or up:NAME
    sample: int = 3  # how many claims of one sort it is asked about in one instance
    seconds: float = 10.0  # its deadline for one claim; afterwards the claim stays open
    mutants: int = MUTANTS
    """How many mutants are made of a record at most; some further ones, one of each sort, are made always."""
    tie: Callable[[Instance], Any] | None = None
    """What holds a prompt (``generators.rendering.tie``); without it mutants of prompts stay open."""

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines that must be there."""
        return (self.engine, "fd-translate", "sat", "z3") if "second" in self.checks else ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: a ``fault`` fails the audit; a ``notice`` is about a source or a public evaluator."""

    instance: str
    check: str
    severity: Severity
    sentence: str
    evidence: Json = field(default_factory=dict)

    def json(self) -> Json:
        """The finding as a JSON object."""
        return {"schema": FINDING_SCHEMA, **asdict(self)}


@dataclass
class CheckResult:
    """What one check says of one instance.

    Keys of ``counts`` that every check uses: ``probes`` (how often it looked), ``caught`` (how often what it
    looked for came out as it should), ``open`` (second opinions and probes that nobody decided).
    """

    instance: str
    check: str
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def probe(self, caught: bool, *keys: str) -> None:
        """Count one probe, under ``probes``, ``caught`` and the further keys."""
        self.counts["probes"] += 1
        self.counts["caught"] += caught
        self.counts.update(keys)

    def fault(self, sentence: str, **evidence: Any) -> None:
        """Enter a fault of ours."""
        self.findings.append(Finding(self.instance, self.check, "fault", sentence, evidence))

    def fate(self, sort: str, fate: str, sentence: str = "", **evidence: Any) -> None:
        """Count what became of a mutant, with its sort; a fault with this sentence where it survived."""
        self.probe(fate != "survived", fate, f"{sort}: {fate}")
        if fate == "survived":
            self.fault(sentence, operator=sort, **evidence)

    def hold(self, holds: bool, sentence: str, *keys: str, **evidence: Any) -> None:
        """Count one probe, also under the keys; a fault with this sentence where it does not hold."""
        self.probe(holds, *keys)
        if not holds:
            self.fault(sentence, **evidence)

    def claim(self, holds: bool, key: str, sentence: str, **evidence: Any) -> None:
        """Count one probe of a claim under a key; a fault with this sentence where engines disagree."""
        self.hold(holds, f"EnginesDisagree: {sentence}", key, **evidence)

    def notice(self, sentence: str, **evidence: Any) -> None:
        """Enter something about a source or a public evaluator."""
        self.findings.append(Finding(self.instance, self.check, "notice", sentence, evidence))


@dataclass(frozen=True, slots=True)
class GuesserRow:
    """What one blind guesser scores on one group of questions."""

    group: str
    strategy: str
    score: float
    interval: tuple[float, float]  # Wilson's, 95 %
    baseline: float
    count: int
    above: bool  # more than the margin above the baseline, beyond the interval that counts

    def json(self) -> Json:
        """The row as a JSON object, rounded to three places."""
        score, baseline, *interval = (round(x, 3) for x in (self.score, self.baseline, *self.interval))
        figures = {"score": score, "interval": interval, "baseline": baseline}
        whose: Json = {"group": self.group, "strategy": self.strategy}
        return {**whose, **figures, "questions": self.count, "above": self.above}
