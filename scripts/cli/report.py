"""``certwright report``: tables and figures of results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from . import common
from .exits import exit_code

FOLDERS: tuple[str, ...] = ("regret", "figures")
FILES: tuple[str, ...] = ("truth", "window", "percentile")
"""The options of a folder's report and of a file's."""


@click.command("report", cls=common.Command)
@click.argument("source", metavar="FOLDER|EPISODES", type=click.Path(exists=True, path_type=Path))
@click.option("--truth", type=common.INPUT, help="EPISODES: the instances that were played.")
@click.option("--window", type=click.IntRange(min=1), help="EPISODES: actions of a window of perplexity.")
@click.option("--percentile", type=click.FloatRange(0, 100), help="EPISODES: of attempts at one problem.")
@click.option("--regret", is_flag=True, help="FOLDER: search each level and add regret and dead ends.")
@click.option("--figures", is_flag=True, help="FOLDER: draw figures into FOLDER/figs (extra: plot).")
@common.json_option
def command(source: Path, as_json: bool, **asked: Any) -> int:
    """Play every episode again, measure it, and print what the family's papers print.

    FOLDER holds results of time travel: success, figures, failures. EPISODES is a file of episodes in grid
    worlds: scores by task and chance, exploration, triggers and goals, costs. An episode that its world
    contradicts, or a row that is not its episode's, is reported: exit code 3.
    """
    own, others = (FOLDERS, FILES) if source.is_dir() else (FILES, FOLDERS)
    if wrong := [f"--{name}" for name in others if asked[name]]:
        raise click.UsageError(f"{' and '.join(wrong)}: not for a {'folder' if source.is_dir() else 'file'}")
    chosen = {name: asked[name] for name in own}
    return _folder(source, as_json, **chosen) if source.is_dir() else _file(source, as_json, **chosen)


def _folder(folder: Path, as_json: bool, *, regret: bool, figures: bool) -> int:
    from ...instances.canonical import encode
    from ..reporting.entries import entries
    from ..reporting.tables import print_tables, summary
    from ..timetravel.results import Results

    results, faults = Results(folder), common.Faults()
    if not results.table.exists():
        raise click.UsageError(f"{folder} holds no results: {results.table.name} is missing")
    report = summary(entries(results, faults.report, regret=regret))
    faults.close()
    if as_json:
        common.say(encode(report))
    else:
        print_tables(report, sys.stdout)
    if figures and report:
        from ..reporting.figures import write_figures

        for path in write_figures(report, folder / "figs"):
            common.say(f"wrote {path}", err=True)
    return exit_code(bad=bool(faults))


def _file(
    file: Path, as_json: bool, *, truth: str | None, window: int | None, percentile: float | None
) -> int:
    from ...instances.canonical import encode
    from ...instances.store import read_episodes, read_instances
    from ...verifiers.gridworld.metrics.perplexity import WINDOW
    from ...verifiers.gridworld.metrics.scores import PERCENTILE
    from ...verifiers.gridworld.metrics.summary import summary
    from ..reporting.gridworld import measured, print_tables

    if truth is None:
        raise click.UsageError("a file of episodes needs --truth")
    faults = common.Faults()
    instances = {one.id: one for one in common.good(read_instances(truth), faults)}
    found = measured(common.good(read_episodes(file), faults), instances, faults.report)
    faults.close()
    rank = PERCENTILE if percentile is None else percentile
    report = summary(found, window=window or WINDOW, rank=rank)
    if as_json:
        common.say(encode(report))
    else:
        print_tables(report, sys.stdout)
    return exit_code(bad=bool(faults))
