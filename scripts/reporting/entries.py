"""What a report is made from: every episode of a results folder, played again and measured.

Nothing that a folder says is believed unseen: a record that the world contradicts is a fault, and so is a row
of the table that differs from the row that its episode gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import of_world
from ...instances.errors import LimitError, RecordError
from ...instances.records import Episode, Instance
from ...verifiers.timetravel.episode import environment, played
from ...verifiers.timetravel.metrics import Metrics, measure, pattern
from ...verifiers.timetravel.optimum import Optimum, solve
from ...verifiers.timetravel.regret import Course, course
from ..timetravel.results import Results
from ..timetravel.rows import COLUMNS, cells, row


@dataclass(frozen=True)
class Entry:
    """One episode of a report."""

    agent: str
    level: str
    metrics: Metrics
    pattern: str
    tokens_in: int | None
    tokens_out: int | None
    seconds: float | None
    course: Course | None = None


def entries(results: Results, fault: Callable[[object], None], *, regret: bool = False) -> list[Entry]:
    """The episodes of a folder; ``fault`` is told of each that does not hold.

    ``regret`` searches each level once, exhaustively; levels that are too large have none.
    """
    instances = results.instances()
    stored = {one["run_id"]: [one[name] for name in COLUMNS] for one in results.rows()}
    optima = lru_cache(None)(lambda name: _optimum(instances[name]))
    found = []
    for episode in results.episodes():
        where = f"{episode.agent}, {episode.instance}, sample {episode.sample}"
        if episode.instance not in instances:
            fault(f"{where}: its level is not in the folder")
            continue
        try:
            again = played(episode, environment(instances[episode.instance]))
            metrics = measure(again)
        except RecordError as error:
            fault(f"{where}: {error}")
            continue
        if stored.get(str(episode.metadata.get("run_id"))) != cells(row(again)):
            fault(f"{where}: the row in the table is not that of the episode")
        best = optima(episode.instance) if regret else None
        found.append(_entry(again, instances[episode.instance], metrics, best))
    return found


def _entry(episode: Episode, instance: Instance, metrics: Metrics, best: Optimum | None) -> Entry:
    usage = episode.usage
    return Entry(
        episode.agent,
        f"L{instance.level:02}" if instance.level is not None else "?",
        metrics,
        pattern(metrics),
        usage.input_tokens if usage else None,
        usage.output_tokens if usage else None,
        usage.seconds if usage else None,
        course(episode, best) if best is not None else None,
    )


def _optimum(instance: Instance) -> Optimum | None:
    try:
        return solve(World(of_world(instance.world)))
    except LimitError:
        return None
