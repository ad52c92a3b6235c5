"""Reports of time travel: success by level, figures by agent and failures, from the figures in verdicts."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from operator import attrgetter

from ...instances.records import Json
from ...verifiers.statistics import mean
from ...verifiers.timetravel.metrics import PATTERNS, Metrics, pattern
from ..tables import Table
from .scored import ScoredRow

RADAR: dict[str, Callable[[Metrics], float | None]] = {
    "success": lambda metrics: None if pattern(metrics) == "infrastructure" else float(metrics.solved),
    "tool-call validity": attrgetter("tool_call_validity_rate"),
    "world accuracy": attrgetter("world_action_accuracy"),
    "causal progress": attrgetter("milestone_progress"),
    "causal efficiency": attrgetter("causal_efficiency"),
    "recovery": attrgetter("recovery_rate"),
}
"""The axes of the radar: means over the episodes for which the figure exists.  Episodes ended by the
infrastructure do not count towards success."""


def summary(rows: Iterable[ScoredRow]) -> Json:
    """The figures of all tables, of the episodes of time travel among judged rows; agents by descending
    success."""
    groups: dict[str, list[tuple[ScoredRow, Metrics]]] = defaultdict(list)
    for row in rows:
        said = row.verdict.metadata if row.family == "timetravel" and row.verdict is not None else {}
        if metrics := Metrics.of(said):
            groups[row.agent].append((row, metrics))
    levels = sorted({_level(row) for own in groups.values() for row, _ in own})
    report = {agent: _summed(own, levels) for agent, own in groups.items()}
    return dict(sorted(report.items(), key=lambda pair: (-(pair[1]["success"] or 0.0), pair[0])))


def _level(row: ScoredRow) -> str:
    number = row.question.level if row.question is not None else None
    return "?" if number is None else f"L{number:02}"


def _summed(own: list[tuple[ScoredRow, Metrics]], levels: list[str]) -> Json:
    courses = [row.course for row, _ in own if row.course is not None]
    usages = [row.usage for row, _ in own if row.usage]
    by_level: dict[str, list[float | None]] = {level: [] for level in levels}
    for row, metrics in own:
        by_level[_level(row)].append(RADAR["success"](metrics))
    means = {name: mean(figure(metrics) for _, metrics in own) for name, figure in RADAR.items()}
    return {
        "episodes": len(own),
        "success": means["success"],
        "success_by_level": {level: mean(successes) for level, successes in by_level.items()},
        "means": means,
        "seconds": mean(usage.seconds for usage in usages),
        "tokens_in": mean(usage.input_tokens for usage in usages),
        "tokens_out": mean(usage.output_tokens for usage in usages),
        "patterns": dict(Counter(pattern(metrics) for _, metrics in own)),
        "regret": mean(course.total for course in courses),
        "irrecoverable": mean(float(course.irrecoverable is not None) for course in courses),
    }


def tables(report: Json) -> list[Table]:
    """The tables of a summary."""
    return [_by_level(report), _figures(report), _patterns(report)] if report else []


def _by_level(report: Json) -> Table:
    names = list(next(iter(report.values()))["success_by_level"])
    rows = [(agent, *own["success_by_level"].values(), own["success"]) for agent, own in report.items()]
    return Table("success by level", "Shares of the episodes.", ("agent", *names, "all"), tuple(rows))


def _figures(report: Json) -> Table:
    means = [name for name in RADAR if name != "success"]
    costs = {"regret": "regret", "irrecoverable": "dead end", "seconds": "seconds"}
    costs |= {"tokens_in": "tokens in", "tokens_out": "tokens out"}
    rows = []
    for agent, figures in report.items():
        shown = (*(figures["means"][name] for name in means), *(figures[name] for name in costs))
        rows.append((agent, figures["episodes"], *shown))
    columns = ("agent", "episodes", *means, *costs.values())
    used = [place for place in range(len(columns)) if any(row[place] is not None for row in rows)]
    columns, *kept = (tuple(row[place] for place in used) for row in (columns, *rows))
    note = "Means over the episodes in which a figure exists."
    return Table("means an episode", note, columns, tuple(kept))


def _patterns(report: Json) -> Table:
    counts = {agent: figures["patterns"] for agent, figures in report.items()}
    used = [name for name in (*PATTERNS, "cut short") if any(name in own for own in counts.values())]
    rows = tuple((agent, *(own.get(name, 0) for name in used)) for agent, own in counts.items())
    return Table("how episodes ended", "Episodes by failure pattern.", ("agent", *used), rows)
