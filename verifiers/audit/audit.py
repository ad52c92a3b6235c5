"""The audit of one instance, the chosen checks one after the other, and what that of a file adds up to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module

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
    return Audited(instance.id, instance.task, instance.form, undecided, tuple(results))


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
    result = CheckResult(subject.instance.id, "second")
    if subject.instance.world:
        subject.second(options, result)
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
                figures = self.kinds.setdefault(kind, {"items": 0, "questions": 0, "example": finding.json()})
                figures["items"] += 1
                figures["questions"] += kind not in seen
                seen.add(kind)

    @property
    def fault_count(self) -> int:
        """How many faults there are, a guesser above its baseline among them."""
        return sum(counts["faults"] for counts in self.checks.values()) + sum(row.above for row in self.panel)

    def json(self) -> Json:
        """The summary as a JSON object."""
        counts = defaultdict[str, Counter[str]](Counter, self.checks)
        second, source = counts["second"], counts["source"]
        idle: Json = {}
        for (strategy, task, word), count in sorted(self.rates.items()):
            idle.setdefault(strategy, {}).setdefault(task, {})[word] = count
        return {
            "schema": SUMMARY_SCHEMA,
            "questions": self.questions,
            "undecided": self.undecided,
            "faults": self.fault_count,
            "checks": {name: {key: own[key] for key in FIGURES} for name, own in self.checks.items()},
            "mutants": {check: _fates(counts[check]) for check in MUTATING},
            "idle": idle,
            "second": {key: second[key] for key in sorted(second) if key not in FIGURES},
            "source": {
                "agreements": source["caught"],
                **{word: source[word] for word in ("decided", "added", "unverified")},
                "disagreements": dict(sorted(self.kinds.items())),
            },
            "published": dict(self._rules(counts["published"])),
            "guess": [row.json() for row in self.panel],
            "first_faults": [finding.json() for finding in self.faults],
        }

    def _rules(self, counts: Counter[str]) -> Iterator[tuple[str, Json]]:
        """For each rule of the public evaluators how many answers, in how many questions, it misjudges."""
        for rule, sentence in published.RULES.items():
            if counts[f"{rule}: probes"]:
                figures = {word: counts[f"{rule}: {word}"] for word in ("questions", "probes", "misjudged")}
                example = self.examples[rule].json() if rule in self.examples else None
                yield rule, {"rule": sentence, **figures, "example": example}


def _fates(counts: Counter[str]) -> dict[str, dict[str, int]]:
    """For each sort of mutant their fates; under "all" the sums."""
    fates = {"all": {fate: counts[fate] for fate in FATES}}
    for key in sorted(counts):
        sort, _, fate = key.rpartition(": ")
        if sort and fate in FATES:
            fates.setdefault(sort, dict.fromkeys(FATES, 0))[fate] += counts[key]
    return fates
