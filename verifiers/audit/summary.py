"""What an audit adds up to: counts by check, fates of mutants, rates, disagreements, rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ...instances.records import Json
from .audit import Audited
from .finding import Finding, Result
from .guess.row import Row
from .options import AuditOptions
from .published import RULES

SUMMARY_SCHEMA = "certwright.audit/1"
FATES = ("killed", "equivalent", "survived")
MUTATING = ("answers", "proofs")
STRATEGIES = ("none", "constant")
KEPT = 20
"""Faults that the summary lists; all are in the file of findings."""


@dataclass
class CheckTotals:
    """One check over the file."""

    questions: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    faults: int = 0
    notices: int = 0

    def add(self, result: Result) -> None:
        """Count one result; an instance that the check does not concern is not counted."""
        self.questions += bool(result.counts["probes"])
        self.counts += result.counts
        self.faults += sum(finding.severity == "fault" for finding in result.findings)
        self.notices += sum(finding.severity == "notice" for finding in result.findings)

    def json(self) -> Json:
        """As a JSON object."""
        return {
            "questions": self.questions,
            "probes": self.counts["probes"],
            "caught": self.counts["caught"],
            "open": self.counts["open"],
            "faults": self.faults,
            "notices": self.notices,
        }


@dataclass
class AuditSummary:
    """Collects audited instances; its size does not grow with the file."""

    questions: int = 0
    undecided: int = 0
    checks: dict[str, CheckTotals] = field(default_factory=dict)
    rates: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    """By (strategy, task, form, word): how often an idle answer was "asked", "scored", "deserved" to."""
    disagreements: Counter[str] = field(default_factory=Counter)
    disagreeing: Counter[str] = field(default_factory=Counter)
    """Questions with a disagreement of a kind."""
    examples: dict[str, Finding] = field(default_factory=dict)
    """The first finding of each kind of disagreement and of each rule."""
    faults: list[Finding] = field(default_factory=list)
    panel: list[Row] = field(default_factory=list)
    """What blind guessers score; empty when they were not asked."""

    def add(self, audited: Audited) -> None:
        """Count one instance."""
        self.questions += 1
        self.undecided += audited.undecided
        for result in audited.results:
            self.checks[result.check].add(result)
        self._rates(audited)
        kinds: set[str] = set()
        for finding in audited.findings:
            if finding.severity == "fault" and len(self.faults) < KEPT:
                self.faults.append(finding)
            kind = finding.evidence.get("kind") if finding.check == "source" else finding.evidence.get("rule")
            if kind is not None:
                self.examples.setdefault(f"{finding.check}: {kind}", finding)
            if finding.check == "source" and kind is not None:
                self.disagreements[kind] += 1
                kinds.add(kind)
        self.disagreeing.update(kinds)

    def _rates(self, audited: Audited) -> None:
        for result in audited.results:
            if result.check == "idle":
                for strategy in STRATEGIES:
                    for word in ("asked", "scored", "deserved"):
                        key = (strategy, audited.task, audited.form, word)
                        self.rates[key] += result.counts[f"{strategy} {word}"]

    @classmethod
    def of(cls, options: AuditOptions) -> AuditSummary:
        """A summary of the chosen checks, still empty."""
        return cls(checks={name: CheckTotals() for name in options.checks})

    def _counts(self, check: str) -> Counter[str]:
        return self.checks[check].counts if check in self.checks else Counter()

    @property
    def fault_count(self) -> int:
        """How many faults there are, a guesser above its baseline among them."""
        return sum(totals.faults for totals in self.checks.values()) + sum(row.above for row in self.panel)

    def mutants(self, check: str) -> dict[str, dict[str, int]]:
        """For each mutation operator of a check the fates of its mutants; under "all" their sums."""
        counts = self._counts(check)
        found: dict[str, dict[str, int]] = {"all": {fate: counts[fate] for fate in FATES}}
        for key in sorted(counts):
            name, _, fate = key.rpartition(": ")
            if name and fate in FATES:
                found.setdefault(name, dict.fromkeys(FATES, 0))[fate] += counts[key]
        return found

    def strategies(self) -> dict[str, dict[str, dict[str, int]]]:
        """For each idle strategy and task how often it was asked, scored, and deserved to."""
        found: dict[str, dict[str, dict[str, int]]] = {}
        for (strategy, task, form, word), count in sorted(self.rates.items()):
            name = task if form == "gen" else f"{task} {form}"
            found.setdefault(strategy, {}).setdefault(name, {})[word] = count
        return found

    def rules(self) -> dict[str, dict[str, Any]]:
        """For each rule of the public evaluators how many answers, in how many questions, it misjudges."""
        counts = self._counts("published")
        found = {}
        for rule, sentence in RULES.items():
            if counts[f"{rule}: probes"]:
                example = self.examples.get(f"published: {rule}")
                found[rule] = {
                    "rule": sentence,
                    "questions": counts[f"{rule}: questions"],
                    "probes": counts[f"{rule}: probes"],
                    "misjudged": counts[f"{rule}: misjudged"],
                    "example": None if example is None else example.json(),
                }
        return found

    def source(self) -> dict[str, Any]:
        """What the comparison with the stored truth gave."""
        counts = self._counts("source")
        return {
            "agreements": counts["caught"],
            "decided": counts["decided"],
            "added": counts["added"],
            "unverified": counts["unverified"],
            "disagreements": {
                kind: {
                    "items": count,
                    "questions": self.disagreeing[kind],
                    "example": self.examples[f"source: {kind}"].json(),
                }
                for kind, count in sorted(self.disagreements.items())
            },
        }

    def json(self) -> Json:
        """The summary as a JSON object."""
        return {
            "schema": SUMMARY_SCHEMA,
            "questions": self.questions,
            "undecided": self.undecided,
            "faults": self.fault_count,
            "checks": {name: totals.json() for name, totals in self.checks.items()},
            "mutants": {check: self.mutants(check) for check in MUTATING},
            "idle": self.strategies(),
            "second": {
                key: count for key, count in sorted(self._counts("second").items()) if key not in _GENERAL
            },
            "source": self.source(),
            "published": self.rules(),
            "guess": [row.json() for row in self.panel],
            "first_faults": [finding.json() for finding in self.faults],
        }


_GENERAL = frozenset({"probes", "caught", "open"})
