"""Reports of time travel: success by level, figures by agent, failure patterns.

The episodes of a results folder are played again and measured; of other files what their verdicts say counts.

Nothing that a folder says is believed unseen: a record that the world contradicts is a fault, and so is a row
of the table that differs from the row that its episode gives.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields

from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import of_world
from ...instances.errors import LimitError, RecordError
from ...instances.records import Episode, Instance, Json, Usage
from ...verifiers.timetravel.judging import environment, played
from ...verifiers.timetravel.metrics import PATTERNS, Course, Metrics, course, measure, pattern
from ...verifiers.timetravel.optimum import Optimum, solve
from ..jobs import Executor, Failed, InProcess
from ..timetravel.register import COLUMNS, cells, row
from ..timetravel.results import Results
from .scored import Row
from .table import Table, mean


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


def entries(
    results: Results,
    fault: Callable[[object], None],
    *,
    regret: bool = False,
    workers: Executor | None = None,
) -> list[Entry]:
    """The episodes of a folder; ``fault`` is told of each that does not hold.

    ``regret`` searches each level once a process, exhaustively; levels that are too large have none.
    """
    instances, run = results.instances(), workers or InProcess()
    stored = {one["run_id"]: [one[name] for name in COLUMNS] for one in results.rows()}
    found = []
    pairs = ((instances.get(episode.instance), episode) for episode in results.episodes())
    for outcome in run.map(Look(regret), pairs):
        _, episode = outcome.item
        where = f"{episode.agent}, {episode.instance}, sample {episode.sample}"
        if isinstance(outcome, Failed):
            if not isinstance(outcome.error, RecordError):
                raise outcome.error
            fault(f"{where}: {outcome.error}")
            continue
        entry, own_cells = outcome.value
        if stored.get(str(episode.metadata.get("run_id"))) != own_cells:
            fault(f"{where}: the row in the table is not that of the episode")
        found.append(entry)
    return found


@dataclass(frozen=True)
class Look:
    """Plays an episode again and measures it; with ``regret``, beside the optimum of its level."""

    regret: bool

    def __call__(self, pair: tuple[Instance | None, Episode]) -> tuple[Entry, list[str]]:
        """The entry of an episode, and the cells of its row; RecordError where it does not hold."""
        instance, episode = pair
        if instance is None:
            raise RecordError("its level is not in the folder")
        again = played(episode, environment(instance))
        metrics = measure(again)
        best = _optimum(instance) if self.regret else None
        run = course(again, best) if best is not None else None
        return Entry(again.agent, instance, metrics, again.usage, run), cells(row(again))


def of_rows(rows: Iterable[Row]) -> list[Entry]:
    """The episodes of time travel among judged rows, as their verdicts measure them."""
    names = [field.name for field in fields(Metrics)]
    found = []
    for one in rows:
        said = one.verdict.metadata if one.family == "timetravel" and one.verdict is not None else {}
        if all(name in said for name in names):
            metrics = Metrics(**{name: said[name] for name in names})
            found.append(Entry(one.agent, one.question, metrics, one.usage))
    return found


_optima: dict[str, Optimum | None] = {}
"""The optima of the levels that this process has searched, by id."""


def _optimum(instance: Instance) -> Optimum | None:
    if instance.id not in _optima:
        try:
            _optima[instance.id] = solve(World(of_world(instance.world)))
        except LimitError:
            _optima[instance.id] = None
    return _optima[instance.id]


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
