"""A game at the terminal, with the same journals as in the browser, so that no turn is lost."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from time import monotonic
from typing import cast

from ...domains.environment import Call
from ...domains.reactive.columns import Film, frame
from ...domains.reactive.environment import CommitEpisode
from ...instances.errors import RecordError
from ...instances.hostile import decode
from ...instances.outputs import counted
from ...instances.records import Episode, Instance
from ..agents.agent import HumanAgent, Scene
from .games import Game, Games, announced, player_name, sentences

ARROWS = {"up": "A", "down": "B", "right": "C", "left": "D"}  # last letters of their escape sequences

LEGEND = "(> comes next; . was left as it is; timesteps with * count)"
Read = Callable[[str], str]  # takes a prompt and returns a line; the end of the input interrupts
Show = Callable[[str], None]


def play_here(questions: Sequence[Instance], games: Games, read: Read, show: Show) -> bool:
    """Play the first question, or continue its last game; whether it ended.  RecordError for none."""
    if not questions:
        raise RecordError("there is no episode to play")
    unfinished = [name for name, stop in _games_of(questions[0], games) if stop is None]
    game = games.game(unfinished[-1]) if unfinished else _begun(questions[0], games)
    return _played(game, read, show)


def by_hand(
    questions: Iterable[Instance], runs: int, games: Games, read: Read, show: Show
) -> Iterator[tuple[Instance, Episode]]:
    """Every question so many times: existing games are continued first, then new ones started."""
    for question in questions:
        names = [name for name, _ in _games_of(question, games)]
        for number in range(runs):
            game = games.game(names[number]) if number < len(names) else _begun(question, games)
            if not game.over() and not _played(game, read, show, "--resume continues it"):
                raise KeyboardInterrupt
            yield question, game.episode()


def _begun(question: Instance, games: Games) -> Game:
    return games.begin(question, next(iter(games.players()), None) or player_name())


def _games_of(question: Instance, games: Games) -> list[tuple[str, str | None]]:
    listed = [row for row in games.listed() if row["question"] == question.id]
    return [(row["game"], row["stop"]) for row in sorted(listed, key=lambda row: (row["sample"], row["at"]))]


def _played(game: Game, read: Read, show: Show, hint: str = "the same command continues it") -> bool:
    show(f"{announced([game.question])[0]}: turns are kept in {game.folder}, as those of {game.agent}.")
    if game.number:
        show(f"The game continues after {counted(game.number, 'turn')}.")
    agent = HumanAgent(read, show)
    try:
        while not game.over():
            began = monotonic()
            game.take(game.number, cast(Call, agent.turn(_scene(game))), monotonic() - began)
    except KeyboardInterrupt:
        show(f"\n{counted(game.number, 'turn')} kept; {hint}.")
        return False
    if game.run.history:
        show(f"\n{_scene(game).history[-1][1].text}")
    if (verdict := game.verdict()) is not None:
        show(f"\nScore {verdict.value} ({verdict.code.value}): {' '.join(sentences(game, verdict))}")
    return True


def _scene(game: Game) -> Scene:
    """The scene that agents see; for GF-01 as text frames, equivalent to the canonical observation."""
    scene, world = game.run.scene(), game.run.environment
    if not isinstance(world, CommitEpisode):
        return scene
    film, history = Film(world.panel), []
    for turn, feedback in scene.history:
        if feedback.outcome == "advanced":
            seen = decode(feedback.text.encode())
            film = film.after(seen)
            feedback = replace(feedback, text=f"{frame(film, seen)}{LEGEND}")
        history.append((turn, feedback))
    shown = f"{frame(film, decode(scene.observation.encode()))}{LEGEND}"
    return replace(scene, observation=shown, history=tuple(history))


def line_reader(arrows: bool) -> Callable[[str], str]:
    """Reads lines of a terminal, with editing and history; with ``arrows`` an arrow key is a whole line."""
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
