"""Reports of time travel: success by level, figures by agent and failures, from the figures in verdicts."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ...instances.records import Instance, Json, Usage
from ...verifiers.statistics import mean
from ...verifiers.timetravel.metrics import PATTERNS, Course, Metrics, pattern
from ..tables import Table
from .scored import ScoredRow


@dataclass(frozen=True)
class EpisodeRow:
    """One episode of a report."""

    agent: str
    instance: Instance | None
    metrics: Metrics
    usage: Usage | None
    course: Course | None = None

    @property
    def level(self) -> str:
        """The level's number, as tables name it."""
        number = self.instance.level if self.instance is not None else None
        return "?" if number is None else f"L{number:02}"

    @property
    def pattern(self) -> str:
        """Its failure pattern."""
        return pattern(self.metrics)


def of_rows(rows: Iterable[ScoredRow]) -> list[EpisodeRow]:
    """The episodes of time travel among judged rows, with the figures of their verdicts."""
    entries = []
    for row in rows:
        said = row.verdict.metadata if row.family == "timetravel" and row.verdict is not None else {}
        if metrics := Metrics.of(said):
            entries.append(EpisodeRow(row.agent, row.question, metrics, row.usage, row.course))
    return entries


RADAR: dict[str, Callable[[EpisodeRow], float | None]] = {
    "success": lambda entry: None if entry.pattern == "infrastructure" else float(entry.metrics.solved),
    "tool-call validity": lambda entry: entry.metrics.tool_call_validity_rate,
    "world accuracy": lambda entry: entry.metrics.world_action_accuracy,
    "causal progress": lambda entry: entry.metrics.milestone_progress,
    "causal efficiency": lambda entry: entry.metrics.causal_efficiency,
    "recovery": lambda entry: entry.metrics.recovery_rate,
}
"""The axes of the radar: means over the episodes for which the figure exists.  Episodes ended by the
infrastructure do not count towards success."""


def by_agent(entries: Sequence[EpisodeRow]) -> dict[str, list[EpisodeRow]]:
    """The entries of each agent, agents by descending success, then by name."""
    groups: defaultdict[str, list[EpisodeRow]] = defaultdict(list)
    for entry in entries:
        groups[entry.agent].append(entry)
    return dict(sorted(groups.items(), key=lambda pair: (-(_success(pair[1]) or 0.0), pair[0])))


def _success(entries: Iterable[EpisodeRow]) -> float | None:
    return mean(map(RADAR["success"], entries))


def summary(entries: Sequence[EpisodeRow]) -> Json:
    """All figures of the tables, as data."""
    report: Json = {}
    levels = sorted({entry.level for entry in entries})
    for agent, own in by_agent(entries).items():
        courses = [entry.course for entry in own if entry.course is not None]
        usages = [entry.usage for entry in own if entry.usage]
        report[agent] = {
            "episodes": len(own),
            "success": _success(own),
            "success_by_level": {key: _success(one for one in own if one.level == key) for key in levels},
            "means": {name: mean(map(figure, own)) for name, figure in RADAR.items()},
            "seconds": mean(usage.seconds for usage in usages),
            "tokens_in": mean(usage.input_tokens for usage in usages),
            "tokens_out": mean(usage.output_tokens for usage in usages),
            "patterns": dict(Counter(entry.pattern for entry in own)),
            "regret": mean(course.total for course in courses),
            "irrecoverable": mean(float(course.irrecoverable is not None) for course in courses),
        }
    return report


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
