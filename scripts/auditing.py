"""Audits questions, or a list of cases on workers, and prints the summary of an audit as tables."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

from ..instances.names import unknown
from ..instances.outputs import counted, printable
from ..instances.records import Instance
from ..verifiers.audit import audit as audits
from ..verifiers.audit.audit import FIGURES, MUTATING, Audited, AuditSummary
from ..verifiers.audit.finding import CHECKS, LEARNED, AuditOptions, Finding
from ..verifiers.audit.subject import AuditInput, cases
from .jobs import Executor, Failed
from .labelling import INPUT_ERRORS, STOPS
from .tables import percentage, table

WITHOUT_ENGINES = ("gold", "idle", "answers", "proofs", "source", "published")  # need no second engine


def audit(
    questions: Instance | Iterable[Instance], *, checks: Sequence[str] = WITHOUT_ENGINES
) -> list[Finding]:
    """What is found when truth, gold answers, judges and proofs are put to the test; empty when all is well.

    A finding of severity ``fault`` is one of ours; a ``notice`` is about the source of an import.  The check
    ``second`` asks other engines too (extra ``engines``); ``guess`` is for whole sets, in the shell.
    """
    for check in checks:
        if check not in CHECKS:
            unknown("check", check, CHECKS)
    options = AuditOptions(tuple(checks))
    listed = [questions] if isinstance(questions, Instance) else questions
    return [finding for case in cases(listed) for finding in audits.audit(case, options).findings]


@dataclass
class AuditFailures:
    """Cases with an audit that could not be completed."""

    bad: int = 0  # malformed records, and those that failed because of a bug in our code or lack of memory
    open: int = 0  # workers that crashed or ran out of time


def audit_all(
    cases: Iterable[AuditInput],
    audit: Callable[[AuditInput], Audited],
    executor: Executor,
    report: Callable[[str], None],
    failures: AuditFailures,
) -> Iterator[Audited]:
    """The audited instances in order; failures are reported and counted, those of the run are raised."""
    for outcome in executor.map(audit, cases):
        if not isinstance(outcome, Failed):
            yield outcome.value
            continue
        if isinstance(outcome.error, STOPS) and outcome.reason != "memory":
            raise outcome.error
        report(f"{outcome.item.instance.id}: {outcome}")
        if isinstance(outcome.error, INPUT_ERRORS) or outcome.internal or outcome.reason == "memory":
            failures.bad += 1
        else:
            failures.open += 1


GUESSERS = 3  # guessers shown for each group, best first
TITLES = {
    "gold": "gold answers score",
    "idle": "idle answers do not",
    "answers": "mutants of gold are caught",
    "proofs": "mutants of truth and proofs are caught",
    "second": "other engines agree",
    "source": "the source's stored truth",
    "published": "the public evaluators",
}


def print_audit(summary: AuditSummary, file: TextIO) -> None:
    """Write one table per subject, leaving out empty ones."""
    for rows_of in (_checks, _mutants, _idle, _source, _published, _panel):
        title, columns, rows, texts = rows_of(summary)
        if rows:
            table(title, columns, rows, file, texts=texts)
    for finding in summary.faults:
        print(printable(f"fault: {finding.check}: {finding.instance}: {finding.sentence}"), file=file)
    more = summary.fault_count - len(summary.faults) - sum(row.above for row in summary.panel)
    if more > 0:
        print(f"... and {more} more faults", file=file)


Shown = tuple[str, list[str], list[list[str]], int | None]
"""A title, columns, rows, and how many columns are text (None: all)."""


def _checks(summary: AuditSummary) -> Shown:
    figures = {name: own for name in summary.checks if (own := summary.figures(name))["questions"]}
    rows = [[TITLES[name], *(str(own[key]) for key in FIGURES)] for name, own in figures.items()]
    columns = ["check", "questions", "probes", "as they should be", "open", "faults", "notices"]
    return f"audit of {counted(summary.questions, 'question')}", columns, rows, 1


def _mutants(summary: AuditSummary) -> Shown:
    rows = []
    for check in MUTATING:
        fates = summary.mutants(check)["all"]
        if total := sum(fates.values()):
            caught = percentage((total - fates["survived"]) / total)
            rows.append([TITLES[check], str(total), *map(str, fates.values()), caught])
    return "mutants", ["mutants", "made", "killed", "shown equivalent", "survived", "caught"], rows, 1


def _idle(summary: AuditSummary) -> Shown:
    strategies, rows = summary.strategies(), []
    for task in sorted({task for by_task in strategies.values() for task in by_task}):
        row = [task]
        for strategy in ("none", "constant"):
            figures = strategies.get(strategy, {}).get(task, {})
            answers = figures.get("asked", 0)
            shares = (figures[word] / answers if answers else None for word in ("scored", "deserved"))
            row += map(percentage, shares)
        rows.append(row)
    columns = ["", "None scores", "and deserves", "a constant scores", "and deserves"]
    return "idle answers: the share of questions where they are right", columns, rows, 1


def _source(summary: AuditSummary) -> Shown:
    truth, rows = summary.source(), []
    if truth["agreements"] or truth["disagreements"]:
        rows.append(["agrees with ours", str(truth["agreements"]), "", ""])
        if truth["decided"]:
            rows.append(["left open there, decided here", str(truth["decided"]), "", ""])
    for kind, figures in truth["disagreements"].items():
        example = figures["example"]["evidence"]
        proof = f"{example['item']} by {example['proof'].get('certificate') or '-'}"
        rows.append([kind, str(figures["items"]), str(figures["questions"]), proof])
    columns = ["item", "items", "questions", "first example, proven"]
    return "the stored truth of the source", columns, rows, None


def _published(summary: AuditSummary) -> Shown:
    rows = []
    for figures in summary.rules().values():
        example = figures["example"]["evidence"]["answer"] if figures["example"] else ""
        shown = " ".join(example.split())
        misjudged = f"{figures['misjudged']} of {figures['probes']}"
        shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
        rows.append([figures["rule"], misjudged, str(figures["questions"]), shown])
    columns = ["rule of the public evaluators", "answers misjudged", "in questions", "first example"]
    return "what the public evaluators misjudge", columns, rows, None


def _panel(summary: AuditSummary) -> Shown:
    """The best fixed guessers and the learned one of each group, and all guessers above the bound."""
    rows, shown = [], Counter[str]()
    for row in summary.panel:
        shown[row.group] += 1
        if shown[row.group] <= GUESSERS or row.above or row.strategy == LEARNED:
            low, high = row.interval
            verdict = "above the bound" if row.above else "within"
            figures = [f"{number:.2f}" for number in (row.score, low, high, row.baseline)]
            rows.append([row.group, row.strategy, str(row.count), *figures, verdict])
    columns = ["questions", "guesser", "count", "score", "from", "to", "baseline", ""]
    return "blind guessers", columns, rows, 2
