"""Reports of time travel: success by level, figures by agent, failures, by what verdicts measure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ...instances.records import Instance, Json, Usage
from ...verifiers.statistics import mean
from ...verifiers.timetravel.metrics import PATTERNS, Course, Metrics, pattern
from .scored import Row
from .table import Table


@dataclass(frozen=True)
class Entry:
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
        """How it ended."""
        return pattern(self.metrics)


def of_rows(rows: Iterable[Row]) -> list[Entry]:
    """The episodes of time travel among judged rows, as their verdicts measure them."""
    found = []
    for one in rows:
        said = one.verdict.metadata if one.family == "timetravel" and one.verdict is not None else {}
        if metrics := Metrics.of(said):
            found.append(Entry(one.agent, one.question, metrics, one.usage, one.course))
    return found


RADAR: dict[str, Callable[[Entry], float | None]] = {
    "success": lambda one: None if one.pattern == "infrastructure" else float(one.metrics.solved),
    "tool-call validity": lambda one: one.metrics.tool_call_validity_rate,
    "world accuracy": lambda one: one.metrics.world_action_accuracy,
    "causal progress": lambda one: one.metrics.milestone_progress,
    "causal efficiency": lambda one: one.metrics.causal_efficiency,
    "recovery": lambda one: one.metrics.recovery_rate,
}
"""The axes of the radar: means over the episodes in which the figure exists.  An episode that the
infrastructure ended says nothing about success."""


def by_agent(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries of each agent, agents by falling success, then by name."""
    groups: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[entry.agent].append(entry)
    return dict(sorted(groups.items(), key=lambda pair: (-(_success(pair[1]) or 0.0), pair[0])))


def _success(entries: Iterable[Entry]) -> float | None:
    return mean(map(RADAR["success"], entries))


def levels(entries: Sequence[Entry]) -> list[str]:
    """The levels that occur, in order."""
    return sorted({entry.level for entry in entries})


def summary(entries: Sequence[Entry]) -> Json:
    """All figures of the tables, for machines."""
    report: Json = {}
    for agent, own in by_agent(entries).items():
        courses = [one.course for one in own if one.course is not None]
        report[agent] = {
            "episodes": len(own),
            "success": _success(own),
            "success_by_level": {
                level: _success(one for one in own if one.level == level) for level in levels(entries)
            },
            "means": {name: mean(map(figure, own)) for name, figure in RADAR.items()},
            "seconds": mean(one.usage.seconds for one in own if one.usage),
            "tokens_in": mean(one.usage.input_tokens for one in own if one.usage),
            "tokens_out": mean(one.usage.output_tokens for one in own if one.usage),
            "patterns": dict(Counter(one.pattern for one in own)),
            "regret": mean(one.total for one in courses),
            "irrecoverable": mean(float(one.irrecoverable is not None) for one in courses),
        }
    return report


def tables(report: Json) -> list[Table]:
    """The tables of a summary."""
    return [_by_level(report), _figures(report), _patterns(report)] if report else []


def _by_level(report: Json) -> Table:
    names = list(next(iter(report.values()))["success_by_level"])
    rows = [(agent, *one["success_by_level"].values(), one["success"]) for agent, one in report.items()]
    return Table("success by level", "Shares of the episodes.", ("agent", *names, "all"), tuple(rows))


def _figures(report: Json) -> Table:
    means = [name for name in RADAR if name != "success"]
    costs = {"regret": "regret", "irrecoverable": "dead end", "seconds": "seconds"}
    costs |= {"tokens_in": "tokens in", "tokens_out": "tokens out"}
    rows = [
        (agent, one["episodes"], *(one["means"][name] for name in means), *(one[name] for name in costs))
        for agent, one in report.items()
    ]
    columns = ("agent", "episodes", *means, *costs.values())
    used = [place for place in range(len(columns)) if any(row[place] is not None for row in rows)]
    shown = tuple(tuple(row[place] for place in used) for row in rows)
    note = "Means over the episodes in which a figure exists."
    return Table("means an episode", note, tuple(columns[place] for place in used), shown)


def _patterns(report: Json) -> Table:
    used = [
        name for name in (*PATTERNS, "cut short") if any(name in one["patterns"] for one in report.values())
    ]
    rows = tuple((agent, *(one["patterns"].get(name, 0) for name in used)) for agent, one in report.items())
    return Table("how episodes ended", "Episodes by failure pattern.", ("agent", *used), rows)
