"""Reports of single families: figures of time travel from verdicts, of grid worlds as measured by replay."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from ...instances.records import Json
from ...verifiers.gridworld.figures import summary
from ...verifiers.gridworld.measured import KINDS, Measured, curve
from ...verifiers.statistics import mean
from ...verifiers.timetravel.metrics import PATTERNS, Metrics, pattern
from ..tables import Cell, Table
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


def travelled(rows: Iterable[ScoredRow]) -> Json:
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


def travel_tables(report: Json) -> list[Table]:
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


def explored(rows: Iterable[ScoredRow], window: int, rank: float) -> tuple[Json, list[Table]]:
    """Summary and tables of the episodes, empty without any; ``window`` in actions, ``rank`` of attempts."""
    measured = [row.measured for row in rows if row.measured is not None]
    if not measured:
        return {}, []
    report = summary(measured, window=window, rank=rank)
    return report, [*grid_tables(report), perplexity(measured, window)]


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


def grid_tables(report: Json) -> list[Table]:
    """The tables of a summary."""
    made = [_scores(report), _exploring(report), _worlds(report), _grid_costs(report), _rising(report)]
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


def _grid_costs(report: Json) -> Table:
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
