"""Reports of grid-world episodes: tables of the figures measured by replay."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ...instances.records import Json
from ...verifiers.gridworld.figures import summary
from ...verifiers.gridworld.measured import KINDS, Measured, curve
from ...verifiers.statistics import mean
from ..tables import Cell, Table
from .scored import ScoredRow


def of_rows(rows: Iterable[ScoredRow], window: int, rank: float) -> tuple[Json, list[Table]]:
    """Summary and tables of the episodes, empty without any; ``window`` in actions, ``rank`` of attempts."""
    measured = [row.measured for row in rows if row.measured is not None]
    if not measured:
        return {}, []
    report = summary(measured, window=window, rank=rank)
    return report, [*tables(report), perplexity(measured, window)]


def perplexity(measured: Sequence[Measured], window: int) -> Table:
    """An agent's normalised perplexity over its explorations, with their lengths normalised to 1."""
    curves: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for run in measured:
        if values := curve(run.explored, window):
            curves[run.agent].append(values)
    rows = []
    for agent, some in sorted(curves.items()):
        tenths = ([values[round((len(values) - 1) * tenth / 10)] for values in some] for tenth in range(11))
        rows.append((agent, *map(mean, tenths)))
    note = f"Means over the explorations at tenths of their length (window {window})."
    columns = ("agent", *(f"{share / 10:g}" for share in range(11)))
    return Table("perplexity while exploring", note, columns, tuple(rows))


def tables(report: Json) -> list[Table]:
    """The tables of a summary."""
    made = [_scores(report), _exploring(report), _worlds(report), _costs(report), _rising(report)]
    return [table for table in made if table.rows]


def _scores(report: Json) -> Table:
    names = ("episodes", "completed", "mean", "corrected", "deterministic", "stochastic")
    rows = [
        (agent, task, *(own[name] for name in names), own["aggregate"])
        for agent, figures in report["agents"].items()
        for task, own in {**figures["tasks"], "all": figures["all"]}.items()
    ]
    columns = ("agent", "task", *names, f"{report['percentile']:g}th percentile")
    note = "Percentile: of the attempts at a problem."
    return Table("scores of completed tests", note, columns, tuple(rows))


def _exploring(report: Json) -> Table:
    columns = ("agent", "steps", "clicks", "arrows", *(f"{kind} share" for kind in KINDS))
    columns += ("reset / steps", "noop / steps", "perplexity area", "final")
    rows: list[tuple[Cell, ...]] = []
    for agent, figures in report["agents"].items():
        counts = (figures[name] for name in ("explored", "clicks", "arrows"))
        shares = (figures["shares"][kind] for kind in KINDS)
        of_steps = (figures["shares_of_steps"][kind] for kind in ("reset", "noop"))
        perplexity = figures["perplexity_area"], figures["perplexity_final"]
        rows.append((agent, *counts, *shares, *of_steps, *perplexity))
    note = f"Different actions, their shares, normalised perplexity (window {report['window']})."
    return Table("exploration", note, columns, tuple(rows))


def _worlds(report: Json) -> Table:
    columns = "agent", "world", "clicks", "arrows", "trigger", "steps", "of all", "goal", "steps ", "of all "
    rows = []
    for agent, worlds in report["worlds"].items():
        for world, measures in worlds.items():
            met = [measures.get(name, {}) for name in ("trigger", "goal")]
            figures = [own.get(name) for own in met for name in ("probability", "steps", "steps_all")]
            rows.append((agent, world, measures["clicks"], measures["arrows"], *figures))
    note = "Different actions; how often change was triggered and goal reached, after how many steps."
    return Table("by world", note, columns, tuple(rows))


def _costs(report: Json) -> Table:
    rows = tuple(
        (agent, figures["tokens"], figures["seconds"], figures["all"]["mean"])
        for agent, figures in report["agents"].items()
        if figures["tokens"] is not None or figures["seconds"] is not None
    )
    return Table("score against cost", "Means an episode.", ("agent", "tokens", "seconds", "score"), rows)


def _rising(report: Json) -> Table:
    """The worlds in which agents had different costs, and whether scores rise with cost."""
    rows = tuple((world, "rises" if rises else "does not") for world, rises in report["rising"].items())
    return Table("score with cost", "Over the agents, by world.", ("world", "score"), rows)
