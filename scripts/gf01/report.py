"""Reports: one row per stratum, by agent and by every dimension in section 7.4; nothing is pooled.

Figures are means over the rows of a stratum, undecided matches left out and counted.  Its agents are ranked
by the mean kappa over all rows: certified first, then goal, fewer timesteps, fewer atoms.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TextIO

from ...instances.records import Instance, Json
from ...verifiers.reactive.gf01.figures import Factors
from ...verifiers.reactive.gf01.policies import OPEN
from ...verifiers.reactive.gf01.validation import ValidatedRow
from ...verifiers.statistics import mean, wilson
from ..reporting.scored import ScoredRow
from ..tables import Table, table

DIMENSIONS: Final = (
    *("family_id", "eval_track", "renderer_track", "renderer_profile_id", "play_protocol"),
    *("scored_commit_episode", "adaptation_condition", "adaptation_budget_tokens", "adaptation_data_scope"),
    *("adaptation_protocol_id", "difficulty_slice", "split_id", "mode", "view"),
)
"""The required dimensions (section 7.4); also the mode, since hard and normal are different tasks, and the
view, since an agent that sees the machine has a different task."""


@dataclass(frozen=True)
class Stratum:
    """The rows of one agent that agree in every dimension."""

    key: Json
    agent: str
    rows: tuple[ValidatedRow, ...]

    def figures(self) -> Json:
        """Counts, rates with 95 % intervals, and means."""
        metrics = [row.metrics for row in self.rows if row.metrics is not None]
        count = len(metrics)
        certified = sum(metric.valid for metric in metrics)
        low, high = wilson(certified / count, count) if count else (0.0, 1.0)
        decided = [metric for metric in metrics if metric.ap_f1 is not None]
        valid = [metric for metric in metrics if metric.valid]
        return {
            "count": count,
            "certified_rate": mean(metric.valid for metric in metrics),
            "certified_interval": [low, high],
            "goal_rate": mean(metric.sufficient for metric in metrics),
            "ap_f1_mean": mean(metric.ap_f1 for metric in decided),
            "ts_f1_mean": mean(metric.ts_f1 for metric in decided),
            "matches_undecided": count - len(decided),
            "eff_t_mean": mean(metric.eff_t for metric in valid),
            "eff_a_mean": mean(metric.eff_a for metric in valid),
            "subset_minimal_rate": mean(metric.subset_minimal for metric in valid),
            "kappa_mean": list(self.kappa),
        }

    @property
    def kappa(self) -> tuple[float, ...]:
        """The mean kappa by component; a row without a certificate counts as (0, 0, 0, 0)."""
        rows = [row.metrics.kappa or (0, 0, 0, 0) for row in self.rows if row.metrics is not None]
        return tuple(sum(part) / len(rows) for part in zip(*rows, strict=True))


def strata(rows: Iterable[ValidatedRow]) -> list[Stratum]:
    """The valid rows, grouped, in the order of their keys."""
    groups: dict[tuple[Any, ...], list[ValidatedRow]] = defaultdict(list)
    for row in rows:
        if row.holds and row.instance is not None:
            slice_ = Factors.of_instance(row.instance).slice
            values = {"view": OPEN, **row.row, "difficulty_slice": slice_, "mode": row.instance.mode}
            key = tuple(values[name] for name in (*DIMENSIONS, "agent_name"))
            groups[key].append(row)
    return [
        Stratum(dict(zip(DIMENSIONS, key[:-1], strict=True)), key[-1], tuple(groups[key]))
        for key in sorted(groups, key=lambda key: tuple(map(str, key)))
    ]


def report(rows: Iterable[ValidatedRow]) -> Json:
    """The report of validated rows, as JSON: strata, rankings within each, and how many rows were refused."""
    listed = list(rows)
    groups = strata(listed)
    return {
        "rows": len(listed),
        "refused": sum(not row.holds for row in listed),
        "dimensions": ["agent_name", *DIMENSIONS],
        "strata": [{**stratum.key, "agent_name": stratum.agent, **stratum.figures()} for stratum in groups],
        "rankings": rankings(groups),
    }


def rankings(ranked: Iterable[Stratum]) -> list[Json]:
    """The agents of each stratum, best mean kappa first; ties by name."""
    groups: dict[tuple[Any, ...], list[Stratum]] = defaultdict(list)
    for stratum in ranked:
        groups[tuple(stratum.key.values())].append(stratum)
    for members in groups.values():
        members.sort(key=lambda stratum: (tuple(-part for part in stratum.kappa), stratum.agent))
    return [
        {
            **members[0].key,
            "agents": [
                {"agent_name": stratum.agent, "kappa_mean": list(stratum.kappa), "count": len(stratum.rows)}
                for stratum in members
            ],
        }
        for members in groups.values()
    ]


MEANS = ("goal_rate", "ap_f1_mean", "ts_f1_mean", "eff_t_mean", "eff_a_mean", "subset_minimal_rate")


def write_strata(report: Json, file: TextIO) -> None:
    """Write the strata of a report as a table; constant dimensions are stated above it."""
    strata = report["strata"]
    dimensions = [name for name in report["dimensions"] if name != "agent_name"]
    same = [name for name in dimensions if len({str(stratum[name]) for stratum in strata}) == 1]
    shared = ", ".join(f"{name}={strata[0][name]}" for name in same) if strata else ""
    file.write(f"{report['rows']} rows, {report['refused']} refused. {shared}\n")
    differ = [name for name in dimensions if name not in same]
    columns = ["agent", *differ, "rows", "certified", "95 % interval", "goal", "AP F1", "TS F1"]
    columns += ["Eff_t", "Eff_a", "subset-min", "kappa"]
    rows = []
    for stratum in strata:
        named = [str(stratum[name]) for name in ("agent_name", *differ, "count")]
        interval = " - ".join(map(_number, stratum["certified_interval"]))
        means = [_number(stratum[name]) for name in MEANS]
        kappa = " ".join(map(_number, stratum["kappa_mean"]))
        rows.append([*named, _number(stratum["certified_rate"]), interval, *means, kappa])
    table("", columns, rows, file, texts=1 + len(differ))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


FIXED = (
    "eval_track=EVAL-CB, play_protocol=commit_only, scored_commit_episode=true, "
    "adaptation_condition=no_adaptation"
)
STRATUM = ("family_id", "view", "mode", "difficulty_slice", "split_id")
RATE = ("rows", "certified", "low", "high")
FIGURES = {"goal": "sufficient", "AP F1": "ap_f1", "TS F1": "ts_f1"}
OF_VALID = {"Eff_t": "eff_t", "Eff_a": "eff_a", "subset-minimal": "subset_minimal"}


def of_answers(rows: Sequence[ScoredRow]) -> Table | None:
    """Answers to intervention questions by agent and stratum, with Wilson intervals; None without any.
    What is the same for all our answers is in the note; rows of campaigns have their own report."""
    groups: dict[tuple[str, ...], list[ScoredRow]] = defaultdict(list)
    for row in rows:
        question = row.question
        if question is None or question.task != "intervene" or row.verdict is None:
            continue
        if question.query.get("effect", {}).get("kind") == "output" and "sufficient" in row.verdict.metadata:
            key = row.agent, *_stratum(question)
            groups[key].append(row)
    if not groups:
        return None
    shown = []
    for key, members in sorted(groups.items()):
        said = [row.verdict.metadata for row in members if row.verdict is not None]
        valid = [verdict for verdict in said if verdict["valid"]]
        rate = len(valid) / len(said)
        figures = [mean(verdict[name] for verdict in said) for name in FIGURES.values()]
        figures += [mean(verdict[name] for verdict in valid) for name in OF_VALID.values()]
        kappa = [mean((verdict["kappa"] or (0, 0, 0, 0))[part] for verdict in said) for part in range(4)]
        shown.append((*key, len(said), rate, *wilson(rate, len(said)), *figures, *kappa))
    columns = ("agent", *STRATUM, *RATE, *FIGURES, *OF_VALID, *(f"kappa {part}" for part in range(1, 5)))
    note = f"Section 7.4; certified with 95 % intervals, efficiency of what was certified. For all: {FIXED}."
    return Table("GF-01 by stratum", note, columns, tuple(shown))


def _stratum(question: Instance) -> tuple[str, ...]:
    sizes = {name: int(question.difficulty.get(name, 0)) for name in ("states", "inputs")}
    trace, target = question.query["trace"], question.query["effect"]["at"]
    factors = Factors.of(**sizes, steps=len(trace), target=target)
    view = "hidden" if question.form == "episode" else "open"
    return question.domain, view, str(question.query["mode"]), factors.slice, question.split or "-"
