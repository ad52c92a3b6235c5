"""Reports of grid-world episodes: measured one by one, then tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from ...instances.errors import CertwrightError, RecordError
from ...instances.records import Episode, Instance, Json
from ...verifiers.gridworld.exploring import KINDS, WINDOW, curve
from ...verifiers.gridworld.figures import summary
from ...verifiers.gridworld.measured import Measured, measure
from ..jobs import Executor, Failed, InProcess
from .scored import Row
from .table import Table, mean


def measured(
    episodes: Iterable[Episode],
    instances: dict[str, Instance],
    fault: Callable[[object], None],
    workers: Executor | None = None,
) -> list[Measured]:
    """The episodes measured; ``fault`` is told of each that does not hold or has no instance."""
    found, run = [], workers or InProcess()
    for outcome in run.map(_measured, ((instances.get(one.instance), one) for one in episodes)):
        if not isinstance(outcome, Failed):
            found.append(outcome.value)
            continue
        if not isinstance(outcome.error, CertwrightError):
            raise outcome.error
        _, one = outcome.item
        fault(f"{one.agent}, {one.instance}, sample {one.sample}: {outcome.error}")
    return found


def _measured(pair: tuple[Instance | None, Episode]) -> Measured:
    instance, episode = pair
    if instance is None or instance.family != "gridworld":
        raise RecordError("the truth has no grid-world question of that id")
    return measure(instance, episode)


def of_rows(rows: Iterable[Row]) -> list[Table]:
    """The tables of the episodes among judged rows."""
    found = [one.measured for one in rows if one.measured is not None]
    return [*tables(summary(found)), perplexity(found)] if found else []


def perplexity(found: Sequence[Measured], window: int = WINDOW) -> Table:
    """How an agent's normalised perplexity runs over its explorations, their lengths set to 1."""
    curves: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for one in found:
        if values := curve(one.explored, window):
            curves[one.agent].append(values)
    rows = [
        (
            agent,
            *(mean(values[round((len(values) - 1) * share / 10)] for values in some) for share in range(11)),
        )
        for agent, some in sorted(curves.items())
    ]
    note = f"Means over the explorations at tenths of their length (window {window})."
    columns = ("agent", *(f"{share / 10:g}" for share in range(11)))
    return Table("perplexity while exploring", note, columns, tuple(rows))


def tables(report: Json) -> list[Table]:
    """The tables of a summary."""
    made = [_scores(report), _exploring(report), _worlds(report), _costs(report)]
    return [table for table in made if table.rows]


def rising(report: Json) -> str:
    """In which worlds scores rise with cost; empty where no two costs are known."""
    sets = report["rising"]
    up = [world for world, rises in sets.items() if rises]
    return f"scores rise with cost in {len(up)} of {len(sets)} worlds: {' '.join(up)}" if sets else ""


def _scores(report: Json) -> Table:
    names = ("episodes", "completed", "mean", "corrected", "deterministic", "stochastic")
    rows = [
        (agent, task, *(own[name] for name in names), own["aggregate"])
        for agent, one in report["agents"].items()
        for task, own in {**one["tasks"], "all": one["all"]}.items()
    ]
    columns = ("agent", "task", *names, f"{report['percentile']:g}th percentile")
    return Table(
        "scores of completed tests", "Percentile: of the attempts at a problem.", columns, tuple(rows)
    )


def _exploring(report: Json) -> Table:
    columns = ["agent", "steps", "clicks", "arrows", *(f"{kind} share" for kind in KINDS)]
    columns += ["reset / steps", "noop / steps", "perplexity area", "final"]
    rows = [
        (
            agent,
            *(one[name] for name in ("explored", "clicks", "arrows")),
            *(one["shares"][kind] for kind in KINDS),
            *(one["shares_of_steps"][kind] for kind in ("reset", "noop")),
            one["perplexity_area"],
            one["perplexity_final"],
        )
        for agent, one in report["agents"].items()
    ]
    note = f"Different actions, their shares, normalised perplexity (window {report['window']})."
    return Table("exploration", note, tuple(columns), tuple(rows))


def _worlds(report: Json) -> Table:
    columns = (
        "agent",
        "world",
        "clicks",
        "arrows",
        "trigger",
        "steps",
        "of all",
        "goal",
        "steps ",
        "of all ",
    )
    rows = []
    for agent, worlds in report["worlds"].items():
        for world, one in worlds.items():
            met = [one.get(name, {}) for name in ("trigger", "goal")]
            figures = [own.get(name) for own in met for name in ("probability", "steps", "steps_all")]
            rows.append((agent, world, one["clicks"], one["arrows"], *figures))
    note = "Different actions; how often change was triggered and goal reached, after how many steps."
    return Table("by world", note, columns, tuple(rows))


def _costs(report: Json) -> Table:
    rows = tuple(
        (agent, one["tokens"], one["seconds"], one["all"]["mean"])
        for agent, one in report["agents"].items()
        if one["tokens"] is not None or one["seconds"] is not None
    )
    return Table("score against cost", "Means an episode.", ("agent", "tokens", "seconds", "score"), rows)
