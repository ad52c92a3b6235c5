"""What a report is made from: every episode of a results folder, played again and measured.

Nothing that a folder says is believed unseen: a record that the world contradicts is a fault, and so is a row
of the table that differs from the row that its episode gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import of_world
from ...instances.errors import LimitError, RecordError
from ...instances.records import Episode, Instance
from ...verifiers.timetravel.episode import environment, played
from ...verifiers.timetravel.metrics import Metrics, measure, pattern
from ...verifiers.timetravel.optimum import Optimum, solve
from ...verifiers.timetravel.regret import Course, course
from ..jobs import Executor, Failed, InProcess
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
        return _entry(again, instance, metrics, best), cells(row(again))


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


_optima: dict[str, Optimum | None] = {}
"""The optima of the levels that this process has searched, by id."""


def _optimum(instance: Instance) -> Optimum | None:
    if instance.id not in _optima:
        try:
            _optima[instance.id] = solve(World(of_world(instance.world)))
        except LimitError:
            _optima[instance.id] = None
    return _optima[instance.id]
