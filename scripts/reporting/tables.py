"""The tables of a report: success by level, figures by agent, failure patterns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from ...instances.records import Json
from ...verifiers.timetravel.metrics import PATTERNS
from ..tables import table
from .entries import Entry

Table = tuple[str, Sequence[str], list[tuple[str, ...]]]
"""Title, columns, rows."""

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


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of what is a number; None when nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


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
            "seconds": mean(one.seconds for one in own),
            "tokens_in": mean(one.tokens_in for one in own),
            "tokens_out": mean(one.tokens_out for one in own),
            "patterns": dict(Counter(one.pattern for one in own)),
            "regret": mean(one.total for one in courses),
            "irrecoverable": mean(float(one.irrecoverable is not None) for one in courses),
        }
    return report


def print_tables(report: Json, stream: TextIO) -> None:
    """Write the tables for people."""
    for title, columns, rows in (_by_level(report), _figures(report), _patterns(report)):
        table(title, columns, rows, stream, texts=1)


def _text(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{value:,.{digits}f}"


def _by_level(report: Json) -> Table:
    names = list(next(iter(report.values()))["success_by_level"]) if report else []
    rows = [
        (agent, *(_text(one["success_by_level"][name]) for name in names), _text(one["success"]))
        for agent, one in report.items()
    ]
    return ("success by level", ("agent", *names, "all"), rows)


def _figures(report: Json) -> Table:
    columns = [name for name in RADAR if name != "success"]
    rows = [
        (
            agent,
            str(one["episodes"]),
            *(_text(one["means"][name]) for name in columns),
            _text(one["regret"], 1),
            _text(one["irrecoverable"]),
            _text(one["seconds"], 1),
            _text(one["tokens_in"], 0),
            _text(one["tokens_out"], 0),
        )
        for agent, one in report.items()
    ]
    columns = ["agent", "episodes", *columns, "regret", "dead end", "seconds", "tokens in", "tokens out"]
    used = [place for place in range(len(columns)) if not rows or any(row[place] for row in rows)]
    shown = [tuple(row[place] for place in used) for row in rows]
    return ("means an episode", tuple(columns[place] for place in used), shown)


def _patterns(report: Json) -> Table:
    names = [*PATTERNS, "cut short"]
    used = [name for name in names if any(name in one["patterns"] for one in report.values())]
    rows = [(agent, *(str(one["patterns"].get(name, 0)) for name in used)) for agent, one in report.items()]
    return ("how episodes ended, by failure pattern", ("agent", *used), rows)
