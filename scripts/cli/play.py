"""``certwright play``: play episodes by hand, in a browser or at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import common
from .exits import DONE, INTERRUPTED
from .run_ import question_line, tell

if TYPE_CHECKING:
    from ...instances.records import Instance

FAMILIES = ("timetravel", "gridworld", "reactive")


@click.command("play", cls=common.Command)
@click.argument("source", metavar="[FILE|FAMILY[/TASK]]", required=False)
@common.server_options
@click.option("--games", type=common.OUTPUT_FOLDER, help="Keep the games in this folder.")
@click.option("--terminal", is_flag=True, help="Play the first of them here, without a browser.")
def command(
    source: str | None, port: int | None, host: str, browser: bool, games: str | None, terminal: bool
) -> int:
    """Play what agents and models play: time travel, grid worlds, GF-01; or the episodes of FILE.

    Every turn is on disk at once; finished games are episodes, which score and report read. Only this machine
    is served, unless --host says otherwise. Needs the extra play, but for --terminal.
    """
    from ..web.games import Games, games_folder

    questions = _questions(source)
    kept = Games(Path(games) if games else games_folder())
    if terminal:
        from ..web.terminal import play_here

        return DONE if play_here(questions, kept, question_line, tell) else INTERRUPTED
    from ..web.play import Play
    from ..web.server import serve

    serve(
        Play(questions, kept).routes(),
        lambda text: common.say(text, err=True),
        host=host,
        port=port,
        browser=browser,
    )
    return DONE


def _questions(source: str | None) -> list[Instance]:
    """The episodes of a source, easy ones first; all families without one."""
    from ...instances.errors import RecordError
    from ..library.questions import load
    from ..running import chosen

    found: list[Instance] = []
    for name in (source,) if source else FAMILIES:
        listed = load(name, on_error="skip")
        for error in listed.errors:
            common.say(error, err=True)
        if listed.errors:
            raise RecordError("the file has bad records", file=name)
        found += sorted(chosen(listed, None), key=lambda one: (one.level or 0, one.seed is not None))
    return found
