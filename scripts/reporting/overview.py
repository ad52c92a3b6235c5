"""The tables of a report of any family: agents, tasks, domains, forms, levels, codes, costs, pairs.

Every table is plain data (``Table``), used by the command line and the page.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from ...instances.records import Json
from ...verifiers.gridworld.figures import PERCENTILE, summary
from ...verifiers.gridworld.measured import KINDS, WINDOW, Measured, curve
from ...verifiers.statistics import corrected, mean, pass_at
from ...verifiers.timetravel.metrics import PATTERNS, Metrics, pattern
from ..campaign import Price
from ..gf01.report import of_answers
from ..tables import Cell, Table
from .comparing import Comparison, compare, interval, of_share, values
from .scored import ScoredRow

KS = (1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class Overview:
    """The content of a report on judged rows."""

    agents: tuple[str, ...]  # in descending order of the mean over all questions that any agent was asked
    tables: tuple[Table, ...]
    comparisons: tuple[Comparison, ...]
    timetravel: Json  # the summary of time-travel episodes; empty if there are none
    gridworld: Json  # the summary of grid-world episodes; empty if there are none


def overview(
    rows: Sequence[ScoredRow],
    *,
    prices: Mapping[str, Price] | None = None,
    window: int = WINDOW,
    rank: float = PERCENTILE,
) -> Overview:
    """The tables of some rows, with ``prices`` also in dollars; ``window``, ``rank``: for grid worlds."""
    questions = {row.id for row in rows}
    of_all = {agent: _of_all(rows, agent, questions) or 0.0 for agent in {row.agent for row in rows}}
    agents = tuple(sorted(of_all, key=lambda agent: (-of_all[agent], agent)))
    comparisons = tuple(compare(rows, agents))
    tables = [
        _agents(rows, agents, questions),
        _crossed("by task", rows, agents, lambda row: f"{row.family}/{row.task}"),
        _crossed("by domain", rows, agents, lambda row: row.domain),
        _crossed("by form", rows, agents, lambda row: row.form),
        _crossed("by level", rows, agents, lambda row: "-" if row.level is None else f"level {row.level}"),
        _at_k(rows, agents),
        _codes(rows, agents),
        _costs(rows, agents, prices or {}),
        _pairs(comparisons),
    ]
    travels = travelled(rows)
    gridded, own = explored(rows, window, rank)
    tables += [*travel_tables(travels), *own, of_answers(rows)]
    shown = tuple(table for table in tables if table is not None and table.rows)
    return Overview(agents, shown, comparisons, travels, gridded)


def _of_all(rows: Sequence[ScoredRow], agent: str, questions: set[str]) -> float | None:
    """The mean over all questions: 0 for one without an answer, excluding those that stayed undecided."""
    own = [row for row in rows if row.agent == agent]
    means = values(own).get(agent, {})
    undecided = {row.id for row in own} - means.keys()
    return mean([means.get(name, 0.0) for name in sorted(questions - undecided)])


def _agents(rows: Sequence[ScoredRow], agents: Sequence[str], questions: set[str]) -> Table:
    lines = []
    for agent in agents:
        own = [row for row in rows if row.agent == agent]
        means = values(own).get(agent, {})
        average = mean(means.values())
        world = {row.id: row.world for row in own}
        low, high = interval(means, world, agent) or (None, None)
        if low == high and low in (0.0, 1.0):  # of answers that are all alike a bootstrap knows no spread
            low, high = of_share(means, world) or (None, None)
        chances = {row.id: row.chance for row in own if row.id in means and row.chance < 1}
        above = mean([corrected(means[name], chance) for name, chance in chances.items()])
        outcomes = Counter(row.outcome for row in own)
        spread = len(means), average, low, high, above, _of_all(rows, agent, questions)
        lines.append((agent, *spread, outcomes["unparsed"], outcomes["undecided"]))
    return Table(
        "agents",
        "Means of the questions that were decided, with 95 % intervals (bootstrap over worlds); above "
        f"chance: of (value - chance) / (1 - chance); of all: over the {len(questions)} questions asked.",
        ("agent", "questions", "mean", "low", "high", "above chance", "of all", "unparsed", "undecided"),
        tuple(lines),
    )


def _crossed(
    title: str, rows: Sequence[ScoredRow], agents: Sequence[str], label: Callable[[ScoredRow], str]
) -> Table | None:
    named = {row.id: label(row) for row in rows}
    groups = sorted(set(named.values()), key=_counted)
    if len(groups) < 2:
        return None
    known, world = values(rows), {row.id: row.world for row in rows}
    lines, bounds = [], []
    for agent in agents:
        cells: dict[str, dict[str, float]] = defaultdict(dict)
        for name, value in known.get(agent, {}).items():
            cells[named[name]][name] = value
        lines.append((agent, *(mean(cells[group].values()) for group in groups)))
        bounds.append((None, *(of_share(cells[group], world) for group in groups)))
    note = "Means of the questions that were decided, with 95 % intervals (Wilson's, over worlds)."
    return Table(title, note, ("agent", *groups), tuple(lines), tuple(bounds))


def _counted(name: str) -> tuple[str, int, str]:
    """A sort key that puts level 10 after level 9."""
    word = name.rstrip("0123456789")
    return word, int(name[len(word) :] or 0), name


def _at_k(rows: Sequence[ScoredRow], agents: Sequence[str]) -> Table | None:
    samples: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in rows:
        if row.value is not None:
            samples[row.agent, row.id].append(row.value)
    most = max(map(len, samples.values()), default=0)
    ks = [k for k in KS if k <= most]
    if most < 2:
        return None
    lines = []
    for agent in agents:
        cells: list[Cell] = []
        for k in ks:
            own = [some for (name, _), some in samples.items() if name == agent and len(some) >= k]
            passed = [pass_at(k, answers=len(some), passed=sum(v >= 1.0 for v in some)) for some in own]
            cells += [mean([sum(some) / len(some) for some in own]), mean(passed)]
        lines.append((agent, *cells))
    columns = ("agent", *(f"{word}@{k}" for k in ks for word in ("mean", "pass")))
    note = "Over the questions with at least k decided samples."
    return Table("several samples", note, columns, tuple(lines))


def _codes(rows: Sequence[ScoredRow], agents: Sequence[str]) -> Table:
    counted, totals = Counter((row.code, row.agent) for row in rows), Counter(row.code for row in rows)
    codes = sorted(totals, key=lambda code: (-totals[code], code))
    lines: list[tuple[Cell, ...]] = [(code, *(counted[code, agent] for agent in agents)) for code in codes]
    return Table("reasons", "How many answers came out with each code.", ("code", *agents), tuple(lines))


def _costs(rows: Sequence[ScoredRow], agents: Sequence[str], prices: Mapping[str, Price]) -> Table | None:
    if all(row.tokens is None for row in rows):
        return None
    lines = []
    for agent in agents:
        own = [row for row in rows if row.agent == agent]
        tokens = [row.tokens for row in own if row.tokens is not None]
        right = sum(row.value or 0.0 for row in own) or None
        seconds = mean(row.usage.seconds for row in own if row.usage)
        used = sum(tokens) or None
        cells: list[Cell] = [used, mean(tokens), used / right if used and right else None, seconds]
        if prices:
            usages, price = [row.usage for row in own if row.usage], prices.get(agent)
            read = sum(usage.input_tokens for usage in usages)
            spent = price.dollars(read, sum(usage.output_tokens for usage in usages)) if price else None
            cells += [spent, None if spent is None or right is None else spent / right]
        lines.append((agent, *cells))
    columns = ("agent", "tokens", "tokens an answer", "tokens a point", "seconds an answer")
    priced = ("dollars", "dollars a point") if prices else ()
    return Table("costs", "Tokens read and written together.", (*columns, *priced), tuple(lines))


def _pairs(comparisons: Sequence[Comparison]) -> Table | None:
    if not comparisons:
        return None
    lines: list[tuple[Cell, ...]] = []
    for pair in comparisons:
        numbers = pair.questions, pair.difference, *(pair.interval or (None, None))
        lines.append((pair.one, pair.other, *numbers, *pair.only, pair.corrected))
    return Table(
        "pairs",
        "First minus second on the questions that both answered; interval: bootstrap over worlds; alone: "
        "questions that only the first, only the second has wholly right; p: McNemar's exact test, by Holm.",
        ("first", "second", "questions", "difference", "low", "high", "first alone", "second alone", "p"),
        tuple(lines),
    )


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
    """Success by level, means and endings of the episodes of a summary."""
    if not report:
        return []
    levels = next(iter(report.values()))["success_by_level"]
    by_level = [(agent, *own["success_by_level"].values(), own["success"]) for agent, own in report.items()]
    counts = {agent: figures["patterns"] for agent, figures in report.items()}
    ends = [name for name in (*PATTERNS, "cut short") if any(name in own for own in counts.values())]
    ended = tuple((agent, *(own.get(name, 0) for name in ends)) for agent, own in counts.items())
    return [
        Table("success by level", "Shares of the episodes.", ("agent", *levels, "all"), tuple(by_level)),
        _figures(report),
        Table("how episodes ended", "Episodes by failure pattern.", ("agent", *ends), ended),
    ]


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


def explored(rows: Iterable[ScoredRow], window: int, rank: float) -> tuple[Json, list[Table]]:
    """Summary and tables of the episodes, empty without any; ``window`` in actions, ``rank`` of attempts."""
    measured = [row.measured for row in rows if row.measured is not None]
    if not measured:
        return {}, []
    report = summary(measured, window=window, rank=rank)
    made = [_scores(report), _exploring(report), _worlds(report), _grid_costs(report), _rising(report)]
    return report, [*made, perplexity(measured, window)]


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
