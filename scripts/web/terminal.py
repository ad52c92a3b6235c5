"""A game at the terminal: the same journals as in the browser, so that nothing that was played is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import cast

from ...domains.environment import Call
from ...instances.errors import RecordError
from ...instances.records import Instance
from ..agents.human import HumanAgent
from .endings import announced, sentences
from .games import Game, Games, player_name
from .wording import counted

ARROWS = {"up": "A", "down": "B", "right": "C", "left": "D"}
"""The last letter of what a terminal sends for an arrow key."""


def play_here(
    questions: Sequence[Instance],
    games: Games,
    read: Callable[[str], str],
    show: Callable[[str], None],
) -> bool:
    """Play the first question, or go on with its last game; whether the game came to its end.

    ``read`` takes a prompt and returns a line; the end of the input interrupts.  RecordError when there is no
    question.
    """
    if not questions:
        raise RecordError("there is no episode to play")
    player = next(iter(games.players()), None) or player_name()
    game = _unfinished(questions[0], games) or games.begin(questions[0], player)
    show(f"{announced([game.question])[0]}: turns are kept in {game.folder}, as those of {game.agent}.")
    if game.number:
        show(f"The game goes on after {counted(game.number, 'turn')}.")
    agent = HumanAgent(read, show)
    try:
        while not game.run.over:
            began = monotonic()
            turn = cast(Call, agent.turn(game.run.scene()))
            game.take(game.number, turn, monotonic() - began)
    except KeyboardInterrupt:
        show(f"\n{counted(game.number, 'turn')} kept; the same command goes on with the game.")
        return False
    if game.run.history:
        show(f"\n{game.run.history[-1][1].text}")
    if (verdict := game.verdict()) is not None:
        show(f"\nScore {verdict.value} ({verdict.code.value}): {' '.join(sentences(game, verdict))}")
    return True


def line_reader(arrows: bool) -> Callable[[str], str]:
    """Lines of a terminal, with its editing and history; with ``arrows`` an arrow key is a line by itself."""
    try:
        import readline
    except ImportError:  # pragma: no cover  (Windows)
        return _line
    if arrows and "libedit" not in (readline.__doc__ or ""):
        for name, letter in ARROWS.items():
            for start in ("[", "O"):  # the two ways in which terminals send them
                readline.parse_and_bind(f'"\\e{start}{letter}": "{name}\\C-m"')
    return _line


def _line(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError:
        raise KeyboardInterrupt from None


def _unfinished(question: Instance, games: Games) -> Game | None:
    """The last game of a question that has not ended."""
    names = (one["game"] for one in games.listed() if one["question"] == question.id and one["stop"] is None)
    return next((games.game(name) for name in names), None)
