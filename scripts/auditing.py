"""Audits questions, or a list of cases on workers, and prints the summary of an audit as tables."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TextIO

from ..instances.names import unknown
from ..instances.outputs import counted, printable
from ..instances.records import Instance, Json
from ..verifiers.audit import audit as audits
from ..verifiers.audit.audit import Audited, AuditSummary
from ..verifiers.audit.finding import CHECKS, LEARNED, AuditOptions, Finding, GuesserRow
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


def audit_all(
    cases: Iterable[AuditInput],
    audit: Callable[[AuditInput], Audited],
    executor: Executor,
    report: Callable[[str], None],
    failures: Counter[str],
) -> Iterator[Audited]:
    """The audited instances in order; errors of the run are raised, failures reported and counted: as
    ``bad`` if the record, our code or a lack of memory is at fault, as ``open`` if a worker crashed or ran
    out of time.
    """
    for outcome in executor.map(audit, cases):
        if not isinstance(outcome, Failed):
            yield outcome.value
        elif isinstance(outcome.error, STOPS) and outcome.reason != "memory":
            raise outcome.error
        else:
            report(f"{outcome.item.instance.id}: {outcome}")
            bad = isinstance(outcome.error, INPUT_ERRORS) or outcome.internal or outcome.reason == "memory"
            failures["bad" if bad else "open"] += 1


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
    data = summary.json()
    made = [rows_of(data) for rows_of in (_checks, _mutants, _idle, _source, _published)]
    for title, columns, rows, texts in (*made, _panel(summary.panel)):
        if rows:
            table(title, columns, rows, file, texts=texts)
    for finding in summary.faults:
        print(printable(f"fault: {finding.check}: {finding.instance}: {finding.sentence}"), file=file)
    more = summary.fault_count - len(summary.faults) - sum(row.above for row in summary.panel)
    if more > 0:
        print(f"... and {more} more faults", file=file)


Shown = tuple[str, list[str], list[list[str]], int | None]
"""A title, columns, rows, and how many columns are text (None: all)."""


def _checks(data: Json) -> Shown:
    rows = [
        [TITLES[name], *map(str, own.values())] for name, own in data["checks"].items() if own["questions"]
    ]
    columns = ["check", "questions", "probes", "as they should be", "open", "faults", "notices"]
    return f"audit of {counted(data['questions'], 'question')}", columns, rows, 1


def _mutants(data: Json) -> Shown:
    rows = []
    for check, sorts in data["mutants"].items():
        fates = sorts["all"]
        if total := sum(fates.values()):
            caught = percentage((total - fates["survived"]) / total)
            rows.append([TITLES[check], str(total), *map(str, fates.values()), caught])
    return "mutants", ["mutants", "made", "killed", "shown equivalent", "survived", "caught"], rows, 1


def _idle(data: Json) -> Shown:
    strategies, rows = data["idle"], []
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


def _source(data: Json) -> Shown:
    truth, rows = data["source"], []
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


def _published(data: Json) -> Shown:
    rows = []
    for figures in data["published"].values():
        example = figures["example"]["evidence"]["answer"] if figures["example"] else ""
        shown = " ".join(example.split())
        misjudged = f"{figures['misjudged']} of {figures['probes']}"
        shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
        rows.append([figures["rule"], misjudged, str(figures["questions"]), shown])
    columns = ["rule of the public evaluators", "answers misjudged", "in questions", "first example"]
    return "what the public evaluators misjudge", columns, rows, None


def _panel(panel: Iterable[GuesserRow]) -> Shown:
    """The best fixed guessers and the learned one of each group, and all guessers above the bound."""
    rows, shown = [], Counter[str]()
    for row in panel:
        shown[row.group] += 1
        if shown[row.group] <= GUESSERS or row.above or row.strategy == LEARNED:
            low, high = row.interval
            verdict = "above the bound" if row.above else "within"
            figures = [f"{number:.2f}" for number in (row.score, low, high, row.baseline)]
            rows.append([row.group, row.strategy, str(row.count), *figures, verdict])
    columns = ["questions", "guesser", "count", "score", "from", "to", "baseline", ""]
    return "blind guessers", columns, rows, 2
