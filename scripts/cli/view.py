"""``certwright view``: view records in a browser."""

from pathlib import Path
from typing import Any

import click

from ..viewing.index import Shelf
from ..web.games import games_folder
from . import DONE, common


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
def command(files: tuple[str, ...], truth: tuple[str, ...], answers: Path | None, **options: Any) -> int:
    """View questions, verdicts, answers and episodes, in any mixture, in a browser.

    A verdict, an answer or an episode is shown with its question, which is looked up in FILE, in --truth and
    in the released sets. Damaged lines are reported and left out. Needs the extra play.
    """
    from ..web import questions, server, view

    shelf = Shelf(files, truth)
    sheet = questions.Sheet(answers or games_folder() / questions.ANSWERS)
    for fault in shelf.index.faults[: common.SHOWN]:
        common.note(fault)
    if shelf.index.damaged:
        common.note(f"damaged lines that were left out: {shelf.index.damaged}")
    server.serve(view.ViewRoutes(shelf, sheet).routes(), common.note, **options)
    return DONE
