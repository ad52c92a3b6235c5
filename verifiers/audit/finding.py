"""What a check finds: faults of ours, notices about others, and how often it looked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

from ...instances.records import Instance, Json

Severity = Literal["fault", "notice"]

FINDING_SCHEMA = "certwright.finding/1"


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
        return {
            "schema": FINDING_SCHEMA,
            "instance": self.instance,
            "check": self.check,
            "severity": self.severity,
            "sentence": self.sentence,
            "evidence": self.evidence,
        }


@dataclass
class Result:
    """What one check says of one instance.

    Keys of ``counts`` that every check uses: ``probes`` (how often it looked), ``caught`` (how often what it
    looked for came out as it should), ``open`` (second opinions and probes that nobody decided).
    """

    instance: str
    check: str
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, instance: Instance, check: str) -> Result:
        """An empty result."""
        return cls(instance.id, check)

    def probe(self, caught: bool, *keys: str) -> None:
        """Count one probe, under ``probes``, ``caught`` and the further keys."""
        self.counts["probes"] += 1
        self.counts["caught"] += caught
        for key in keys:
            self.counts[key] += 1

    def fault(self, sentence: str, **evidence: Any) -> None:
        """Enter a fault of ours."""
        self.findings.append(Finding(self.instance, self.check, "fault", sentence, evidence))

    def notice(self, sentence: str, **evidence: Any) -> None:
        """Enter something about a source or a public evaluator."""
        self.findings.append(Finding(self.instance, self.check, "notice", sentence, evidence))
