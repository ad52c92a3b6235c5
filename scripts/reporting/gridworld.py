"""Reports of grid-world episodes: measured one by one, then tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TextIO

from ...instances.errors import CertwrightError, RecordError
from ...instances.records import Episode, Instance, Json
from ...verifiers.gridworld.exploring import KINDS
from ...verifiers.gridworld.measured import Measured, measure
from ..jobs import Executor, Failed, InProcess
from ..tables import table


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


def print_tables(report: Json, stream: TextIO) -> None:
    """Write a summary for people."""
    for title, columns, texts, rows in (_scores(report), _exploring(report), _worlds(report), _costs(report)):
        if rows:
            table(title, columns, rows, stream, texts=texts)
    sets = report["rising"]
    if sets:
        rising = [world for world, up in sets.items() if up]
        print(
            f"scores rise with cost in {len(rising)} of {len(sets)} worlds: {' '.join(rising)}", file=stream
        )


Table = tuple[str, list[str], int, list[list[str]]]


def _scores(report: Json) -> Table:
    columns = ["agent", "task", "episodes", "completed", "mean", "corrected"]
    columns += ["deterministic", "stochastic", f"{report['percentile']:g}th percentile"]
    rows = []
    for agent, one in report["agents"].items():
        for task, own in {**one["tasks"], "all": one["all"]}.items():
            figures = [
                own[name] for name in ("mean", "corrected", "deterministic", "stochastic", "aggregate")
            ]
            rows.append([agent, task, str(own["episodes"]), str(own["completed"]), *map(_text, figures)])
    return "scores of completed tests", columns, 2, rows


def _exploring(report: Json) -> Table:
    columns = ["agent", "steps", "clicks", "arrows", *(f"{kind} share" for kind in KINDS)]
    columns += ["reset / steps", "noop / steps", "perplexity area", "final"]
    rows = [
        [
            agent,
            *(_text(one[name], 1) for name in ("explored", "clicks", "arrows")),
            *(_text(one["shares"][kind]) for kind in KINDS),
            *(_text(one["shares_of_steps"][kind]) for kind in ("reset", "noop")),
            _text(one["perplexity_area"]),
            _text(one["perplexity_final"]),
        ]
        for agent, one in report["agents"].items()
    ]
    title = f"exploration: different actions, their shares, normalised perplexity (window {report['window']})"
    return title, columns, 1, rows


def _worlds(report: Json) -> Table:
    columns = ["agent", "world", "clicks", "arrows", "trigger", "steps", "of all", "goal", "steps", "of all"]
    rows = []
    for agent, worlds in report["worlds"].items():
        for world, one in worlds.items():
            met = [one.get(name, {}) for name in ("trigger", "goal")]
            figures = [
                _text(own.get(name), digits)
                for own in met
                for name, digits in (("probability", 2), ("steps", 0), ("steps_all", 0))
            ]
            rows.append([agent, world, _text(one["clicks"], 1), _text(one["arrows"], 1), *figures])
    return (
        "by world: different actions, how often the change was triggered and the goal reached",
        columns,
        2,
        rows,
    )


def _costs(report: Json) -> Table:
    rows = [
        [agent, _text(one["tokens"], 0), _text(one["seconds"], 1), _text(one["all"]["mean"])]
        for agent, one in report["agents"].items()
        if one["tokens"] is not None or one["seconds"] is not None
    ]
    return "score against cost", ["agent", "tokens", "seconds", "score"], 1, rows


def _text(value: float | None, digits: int = 3) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"
