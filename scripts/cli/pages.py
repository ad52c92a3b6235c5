"""``certwright play`` and ``view``: episodes, questions and records in a browser."""

import sys
from pathlib import Path
from typing import Any

import click

from ...instances.errors import RecordError
from ...instances.records import Instance
from ..viewing.index import Shelf
from ..web.games import Games, games_folder
from ..web.terminal import line_reader, play_here
from . import DONE, INTERRUPTED, common
from .run_ import question_line, tell

FAMILIES = ("timetravel", "gridworld", "reactive")


@click.command("play", cls=common.Command)
@click.argument("source", metavar="[FILE|FAMILY[/TASK]]", required=False, shell_complete=common.a_set)
@common.server_options
@click.option("--games", type=common.FOLDER, help="Keep the games in this folder.")
@click.option("--terminal", is_flag=True, help="Play the first episode in the terminal, without a browser.")
@click.option(
    "--author", type=common.INPUT, help="Show this Autumn program and its world; reload on each save."
)
def play_command(
    source: str | None, games: str | None, terminal: bool, author: str | None, **options: Any
) -> int:
    """Play what agents and models play: time travel, grid worlds, GF-01; or answer the questions of a FILE.

    Every turn and every answer is saved at once; finished games are episodes, which score and report read,
    like the answers. Only this machine can connect, unless --host is given. Needs the extra play, except for
    --terminal, which plays only episodes.
    """
    if author is not None and (source or terminal or games or author == "-"):
        raise click.UsageError("--author FILE shows a file in the browser, and plays nothing else")
    if author is None:
        questions, sheets = _questions(source)
        kept = Games(Path(games) if games else games_folder())
        if terminal:
            typed = sys.stdin.isatty() and sys.stdout.isatty()
            arrows = any(question.family == "gridworld" for question in questions[:1])
            read = line_reader(arrows) if typed else question_line
            return DONE if play_here(questions, kept, read, tell) else INTERRUPTED
    from ..web import play, server  # what serves pages is an extra
    from ..web.author import Author

    page = play.PlayRoutes(questions, kept, sheets) if author is None else Author(Path(author))
    server.serve(page.routes(), common.note, **options)
    return DONE


def _ease(episode: Instance) -> tuple[float, ...]:
    """The position of an episode in the list, by what a player sees: level, goal, number of inputs."""
    effect = episode.query.get("effect")
    formula = isinstance(effect, dict) and effect.get("kind") == "ltlf"
    hard = episode.query.get("mode") == "hard"
    trace = episode.query.get("trace")
    steps = len(trace) if isinstance(trace, list) else 0
    inputs = episode.difficulty.get("inputs", 0)
    return episode.level or 0, episode.seed is not None, formula, hard, inputs, steps


def _questions(source: str | None) -> tuple[list[Instance], list[Instance]]:
    """The episodes of a source, easy ones first, and its other questions; without one all episodes."""
    listed = [common.sound(name) for name in ((source,) if source else FAMILIES)]
    games = [one for some in listed for one in sorted((x for x in some if x.form == "episode"), key=_ease)]
    sheets = [one for some in listed for one in some if source and one.form != "episode"]
    if not games and not sheets:
        raise RecordError("there is nothing to play or to answer", file=source)
    return games, sorted(sheets, key=lambda one: (one.family, one.task, one.form, one.level or 0))


@click.command("view", cls=common.Command)
@click.argument("files", nargs=-1, required=True, type=common.Records(folders=False), metavar="FILE...")
@click.option(
    "--truth",
    multiple=True,
    type=common.Records(folders=False),
    help="Further questions for the records; not listed.",
)
@click.option(
    "--answers",
    type=common.OutputPath(dir_okay=False, path_type=Path),
    help="The file for your answers.  [default: with the games of `play`]",
)
@common.server_options
def view_command(files: tuple[str, ...], truth: tuple[str, ...], answers: Path | None, **options: Any) -> int:
    """View questions, verdicts, answers and episodes, in any mixture, in a browser.

    A verdict, an answer or an episode is shown with its question, which is looked up in FILE, in --truth and
    in the released sets. Damaged lines are reported and left out. Needs the extra play.
    """
    from ..web import server, view

    shelf = Shelf(files, truth)
    sheet = view.Sheet(answers or games_folder() / view.ANSWERS)
    for fault in shelf.index.faults[: common.SHOWN]:
        common.note(fault)
    if shelf.index.damaged:
        common.note(f"damaged lines that were left out: {shelf.index.damaged}")
    server.serve(view.ViewRoutes(shelf, sheet).routes(), common.note, **options)
    return DONE
