"""GF-01's figures in a report: one row per stratum, by the dimensions of section 7.4; nothing is pooled.

The dimensions that are constant for all our answers are in the note of the table: the track is closed-book,
nothing is adapted, only commits count.  Rows of campaigns have all dimensions, and a separate report
(``certwright gf01 report``).
"""

from collections import defaultdict
from collections.abc import Sequence

from ...instances.records import Instance
from ...verifiers.reactive.gf01.figures import Factors
from ...verifiers.statistics import mean, wilson
from .scored import ScoredRow
from .table import Table

FIXED = (
    "eval_track=EVAL-CB, play_protocol=commit_only, scored_commit_episode=true, "
    "adaptation_condition=no_adaptation"
)
STRATUM = ("family_id", "view", "mode", "difficulty_slice", "split_id")
RATE = ("rows", "certified", "low", "high")
FIGURES = {"goal": "sufficient", "AP F1": "ap_f1", "TS F1": "ts_f1"}
OF_VALID = {"Eff_t": "eff_t", "Eff_a": "eff_a", "subset-minimal": "subset_minimal"}


def strata(rows: Sequence[ScoredRow]) -> Table | None:
    """Answers to intervention questions by agent and stratum, with Wilson intervals; None without any."""
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
