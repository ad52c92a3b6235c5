"""``certwright report``: tables, figures and a page of results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.outputs import write_whole
from ...instances.records import Instance
from ...instances.store import read_episodes, read_instances
from ...verifiers.gridworld import figures
from ...verifiers.gridworld.exploring import WINDOW
from ..jobs import Executor
from ..reporting import charts, gridworld, timetravel
from ..reporting.charts import Draw
from ..reporting.overview import overview
from ..reporting.page import page
from ..reporting.scored import rows
from ..reporting.table import print_tables
from ..timetravel.results import Results
from . import common
from .exits import exit_code

TIMETRAVEL: tuple[str, ...] = ("regret",)
GRIDWORLD: tuple[str, ...] = ("window", "percentile")
"""Options of the reports that only one family has."""


@click.command("report", cls=common.Command)
@click.argument("sources", metavar="PATH...", nargs=-1, required=True, type=common.EXISTING)
@click.option("--truth", multiple=True, type=common.RECORDS, help="The instances; may be repeated.")
@click.option("--html", type=common.OUTPUT, help="Write one page with tables, figures and every question.")
@click.option("--figures", type=common.OUTPUT_FOLDER, help="Write figures here: SVG, PDF, PNG (extra: plot).")
@click.option("--title", default="Results", show_default=True, help="Of the page.")
@click.option(
    "--overview", is_flag=True, help="The tables of any family, where a family has tables of its own."
)
@click.option("--leaderboard", is_flag=True, help="The page without single questions, to be published.")
@click.option("--window", type=click.IntRange(min=1), help="Grid worlds: actions of a window of perplexity.")
@click.option("--percentile", type=common.Finite(0, 100), help="Grid worlds: of attempts at one problem.")
@click.option("--regret", is_flag=True, help="Time travel: search each level; regret and dead ends.")
@common.jobs_option
@common.json_option
def command(sources: tuple[Path, ...], as_json: bool, **asked: Any) -> int:
    """Compare agents on verdicts, answers and episodes of any family.

    Answers and episodes are judged again and need --truth; a folder of results has its own. One folder of
    time travel, or one file of episodes in grid worlds, is reported as its papers do: success by level,
    failures; exploration, triggers and goals. A record that its world contradicts is reported: exit code 3.
    """
    if asked["leaderboard"] and not asked["html"]:
        raise click.UsageError("--leaderboard needs --html FILE")
    special = not (asked["html"] or asked["overview"]) and len(sources) == 1
    truth, faults = _truth(asked["truth"])
    if special and sources[0].is_dir() and (sources[0] / "levels.jsonl").exists():
        _refuse(asked, GRIDWORLD)
        return _timetravel(sources[0], as_json, asked, faults)
    if special and truth and all(one.family == "gridworld" for one in truth.values()):
        _refuse(asked, TIMETRAVEL)
        return _gridworld(sources[0], truth, as_json, asked, faults)
    _refuse(asked, (*TIMETRAVEL, *GRIDWORLD))
    return _overview(sources, truth, as_json, asked, faults)


def _workers(asked: dict[str, Any]) -> Executor:
    return common.executor(asked["jobs"], gradual=True)


def _refuse(asked: dict[str, Any], names: tuple[str, ...]) -> None:
    if wrong := [f"--{name}" for name in names if asked[name]]:
        raise click.UsageError(f"{' and '.join(wrong)}: not for these results")


def _truth(files: tuple[str, ...]) -> tuple[dict[str, Instance], common.Faults]:
    faults = common.Faults()
    return {one.id: one for file in files for one in common.good(read_instances(file), faults)}, faults


def _overview(
    sources: tuple[Path, ...],
    truth: dict[str, Instance],
    as_json: bool,
    asked: dict[str, Any],
    faults: common.Faults,
) -> int:
    found = rows(sources, truth, faults.report, _workers(asked))
    faults.close()
    if not found:
        raise RecordError("no record of them can be reported", file=", ".join(map(str, sources)))
    shown = overview(found)
    if as_json:
        told = {one.title: one.json() for one in shown.tables}
        common.say(encode({"schema": "certwright.report/1", **told}))
    else:
        print_tables(shown.tables, sys.stdout)
    if asked["figures"]:
        _draw(charts.of_overview(shown), asked["figures"])
    if asked["html"]:
        drawn = charts.svgs(charts.of_overview(shown)) if find_spec("matplotlib") else []
        listed = [] if asked["leaderboard"] else found
        text = page(asked["title"], shown, listed, truth, drawn).encode()
        if asked["html"] == "-":
            sys.stdout.buffer.write(text)
        else:
            write_whole(Path(asked["html"]), text)
    return exit_code(bad=bool(faults))


def _draw(draws: Sequence[Draw], folder: str) -> None:
    for path in charts.write(draws, Path(folder)):
        common.say(f"wrote {path}", err=True)


def _timetravel(folder: Path, as_json: bool, asked: dict[str, Any], faults: common.Faults) -> int:
    results = Results(folder)
    if not results.table.exists():
        raise click.UsageError(f"{folder} holds no results: {results.table.name} is missing")
    report = timetravel.summary(
        timetravel.entries(results, faults.report, regret=asked["regret"], workers=_workers(asked))
    )
    faults.close()
    if as_json:
        common.say(encode(report))
    else:
        print_tables(timetravel.tables(report), sys.stdout)
    if asked["figures"]:
        _draw(charts.of_timetravel(report), asked["figures"])
    return exit_code(bad=bool(faults))


def _gridworld(
    file: Path, truth: dict[str, Instance], as_json: bool, asked: dict[str, Any], faults: common.Faults
) -> int:
    found = gridworld.measured(
        common.good(read_episodes(file), faults), truth, faults.report, _workers(asked)
    )
    faults.close()
    rank = figures.PERCENTILE if asked["percentile"] is None else asked["percentile"]
    window = asked["window"] or WINDOW
    report = figures.summary(found, window=window, rank=rank)
    if as_json:
        common.say(encode(report))
    else:
        print_tables([*gridworld.tables(report), gridworld.perplexity(found, window)], sys.stdout)
        if said := gridworld.rising(report):
            common.say(said)
    return exit_code(bad=bool(faults))
