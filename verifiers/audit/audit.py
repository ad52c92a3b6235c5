"""The audit of one instance, the chosen checks one after the other, and what that of a file adds up to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from ...instances.errors import CertwrightError
from ...instances.records import Json
from . import answers, proofs, published, source
from .finding import AuditOptions, CheckResult, Finding, GuesserRow
from .subject import AuditInput, Subject

SUMMARY_SCHEMA = "certwright.audit/1"
FATES = ("killed", "equivalent", "survived")
MUTATING = ("answers", "proofs")
FIGURES = ("questions", "probes", "caught", "open", "faults", "notices")
KEPT = 20  # faults that the summary lists; all are in the file of findings

MAKERS: dict[str, Callable[[Subject, AuditOptions], CheckResult]] = {
    "gold": lambda subject, options: answers.gold(subject),
    "idle": lambda subject, options: answers.idle(subject),
    "answers": lambda subject, options: answers.answers(subject),
    "proofs": proofs.proofs,
    "second": lambda subject, options: _second(subject, options),
    "source": lambda subject, options: source.source(subject),
    "published": lambda subject, options: published.published(subject),
}


@dataclass(frozen=True)
class Audited:
    """The results of one instance, in the order of the checks."""

    instance: str
    task: str
    form: str
    domain: str
    undecided: bool  # whether the record leaves something undecided, or has no truth at all
    results: tuple[CheckResult, ...]

    @property
    def findings(self) -> list[Finding]:
        """All findings, in the order of the checks."""
        return [finding for result in self.results for finding in result.findings]


def audit(case: AuditInput, options: AuditOptions) -> Audited:
    """Make the checks of one case; raises for a missing engine, or a record that no check could work on."""
    instance, results = case.instance, list[CheckResult]()
    if instance.truth:
        subject = subject_of(case)
        results = [_made(name, subject, options) for name in options.checks]
    undecided = instance.truth is None or bool(instance.grades and instance.grades.undecided)
    return Audited(instance.id, instance.task, instance.form, instance.domain, undecided, tuple(results))


def subject_of(case: AuditInput) -> Subject:
    """A case as its family sees it."""
    subject: Subject = import_module(f".{case.instance.family}", __package__).Subject(case)
    return subject


def _made(name: str, subject: Subject, options: AuditOptions) -> CheckResult:
    """The result of one check; one that breaks off on what the record holds has found a fault."""
    result = CheckResult(subject.instance.id, name)
    if not subject.decided and name != "source":
        return result
    try:
        return MAKERS[name](subject, options)
    except (CertwrightError, MemoryError):
        raise
    except Exception as error:
        result.fault(f"the check failed: {type(error).__name__}: {error}")
        return result


def _second(subject: Subject, options: AuditOptions) -> CheckResult:
    """Ask other engines; EngineMissingError when one is not there."""
    result = CheckResult(subject.instance.id, "second")
    if subject.instance.world:
        import_module(f".second.{subject.instance.family}", __package__).second(subject, options, result)
    return result


@dataclass
class AuditSummary:
    """Collects audited instances; its size does not grow with the file."""

    checks: dict[str, Counter[str]]  # for each check its counts, and the ``FIGURES``
    questions: int = 0
    undecided: int = 0
    rates: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By (strategy, task, word): how often an idle answer was "asked", "scored", "deserved" to."""
    kinds: dict[str, Json] = field(default_factory=dict)
    """By kind of disagreement with a source: items, questions and the first finding."""
    examples: dict[str, Finding] = field(default_factory=dict)  # by rule of the public evaluators
    faults: list[Finding] = field(default_factory=list)
    panel: list[GuesserRow] = field(default_factory=list)  # what blind guessers score, if they were asked

    @classmethod
    def of(cls, options: AuditOptions) -> AuditSummary:
        """A summary of the chosen checks, still empty."""
        return cls({name: Counter() for name in options.checks})

    def add(self, audited: Audited) -> None:
        """Count one instance; a check that does not concern it does not count it."""
        self.questions += 1
        self.undecided += audited.undecided
        task = audited.task if audited.form == "gen" else f"{audited.task} {audited.form}"
        for result in audited.results:
            counts = self.checks[result.check]
            counts.update(result.counts)
            counts["questions"] += bool(result.counts["probes"])
            counts.update(f"{finding.severity}s" for finding in result.findings)
            if result.check == "idle":
                for strategy in ("none", "constant"):
                    for word in ("asked", "scored", "deserved"):
                        self.rates[strategy, task, word] += result.counts[f"{strategy} {word}"]
        seen: set[str] = set()
        for finding in audited.findings:
            if finding.severity == "fault" and len(self.faults) < KEPT:
                self.faults.append(finding)
            if finding.check == "published":
                self.examples.setdefault(finding.evidence["rule"], finding)
            kind = finding.evidence.get("kind")
            if finding.check == "source" and kind is not None:
                first = {"items": 0, "questions": 0, "example": finding.json()}
                figures = self.kinds.setdefault(kind, first)
                figures["items"] += 1
                figures["questions"] += kind not in seen
                seen.add(kind)

    @property
    def fault_count(self) -> int:
        """How many faults there are, a guesser above its baseline among them."""
        return sum(counts["faults"] for counts in self.checks.values()) + sum(row.above for row in self.panel)

    def _counts(self, check: str) -> Counter[str]:
        return self.checks.get(check, Counter())

    def figures(self, check: str) -> dict[str, int]:
        """What a check comes to."""
        return {name: self.checks[check][name] for name in FIGURES}

    def mutants(self, check: str) -> dict[str, dict[str, int]]:
        """For each sort of mutant of a check their fates; under "all" the sums."""
        counts = self._counts(check)
        fates = {"all": {fate: counts[fate] for fate in FATES}}
        for key in sorted(counts):
            sort, _, fate = key.rpartition(": ")
            if sort and fate in FATES:
                fates.setdefault(sort, dict.fromkeys(FATES, 0))[fate] += counts[key]
        return fates

    def strategies(self) -> dict[str, dict[str, dict[str, int]]]:
        """For each idle strategy and task how often it was asked, scored, and deserved to."""
        rates: dict[str, dict[str, dict[str, int]]] = defaultdict(dict)
        for (strategy, task, word), count in sorted(self.rates.items()):
            rates[strategy].setdefault(task, {})[word] = count
        return dict(rates)

    def rules(self) -> dict[str, dict[str, Any]]:
        """For each rule of the public evaluators how many answers, in how many questions, it misjudges."""
        counts, rules = self._counts("published"), {}
        for rule, sentence in published.RULES.items():
            if counts[f"{rule}: probes"]:
                words = ("questions", "probes", "misjudged")
                example = self.examples[rule].json() if rule in self.examples else None
                figures = {word: counts[f"{rule}: {word}"] for word in words}
                rules[rule] = {"rule": sentence, **figures, "example": example}
        return rules

    def source(self) -> dict[str, Any]:
        """What the comparison with the stored truth gave."""
        counts = self._counts("source")
        words = {word: counts[word] for word in ("decided", "added", "unverified")}
        kinds = {kind: self.kinds[kind] for kind in sorted(self.kinds)}
        return {"agreements": counts["caught"], **words, "disagreements": kinds}

    def json(self) -> Json:
        """The summary as a JSON object."""
        second = self._counts("second")
        return {
            "schema": SUMMARY_SCHEMA,
            "questions": self.questions,
            "undecided": self.undecided,
            "faults": self.fault_count,
            "checks": {name: self.figures(name) for name in self.checks},
            "mutants": {check: self.mutants(check) for check in MUTATING},
            "idle": self.strategies(),
            "second": {key: second[key] for key in sorted(second) if key not in FIGURES},
            "source": self.source(),
            "published": self.rules(),
            "guess": [row.json() for row in self.panel],
            "first_faults": [finding.json() for finding in self.faults],
        }
