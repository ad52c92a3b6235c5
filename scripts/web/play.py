"""The pages of ``certwright play``: the list of games, and a game.

What a page receives about a game in progress is a function of the scene that agents see (``view``, in the
family's module); verdict and optimum come after the end.
"""

from collections.abc import Sequence

from starlette.routing import Route

from ...domains.environment import Call, Tool
from ...instances.errors import NameUnknownError, RecordError
from ...instances.records import Instance, Json
from ..viewing.pictures import pictures
from .games import CONSENT, Game, Games, announced, ending, family, player_name, title
from .pages import page
from .server import Request, change, data, document
from .view import ANSWERS, QuestionRoutes, Sheet, groups

LISTED = 200  # latest games on the first page


class PlayRoutes:
    """The routes of ``play``: ``questions`` to start, the games of a folder, a ``sheet`` to answer."""

    def __init__(self, questions: Sequence[Instance], games: Games, sheet: Sequence[Instance] = ()):
        self.questions, self.games = questions, games
        self._groups = groups(sheet)
        self._sheet = Sheet(games.folder / ANSWERS)
        self._asked = QuestionRoutes(sheet.__getitem__, len(sheet), self._sheet)

    def routes(self) -> list[Route]:
        """All addresses of the pages."""
        return [
            document("/", page("Play", "home.js", "play.css")),
            document("/game/{name}", page("Play", "game.js", "play.css", "pictures.css")),
            data("/api/home", self.home),
            change("/api/games", self.begin),
            data("/api/games/{name}", self.show),
            data("/api/games/{name}/pictures", self.pictures),
            change("/api/games/{name}/turns", self.turn),
            *self._asked.routes(),
        ]

    def home(self, _: Request) -> Json:
        """The questions that can be started, and the games so far."""
        names = announced(self.questions)
        known = dict(zip((question.id for question in self.questions), names, strict=True))
        played, games = self.games.questions(), self.games.listed()
        shown = []
        for row in games[:LISTED]:
            if (question := played.get(row["question"])) is not None:
                name = known.get(question.id) or announced([question])[0]
                # names tell something of a world, so they come after the end
                shown.append({**row, "question": name if row["stop"] is None else title(question)})
        listed = []
        for question, name in zip(self.questions, names, strict=True):
            facts = {key: getattr(question, key) for key in ("family", "task", "level")}
            by = [row["player"] for row in games if row["question"] == question.id]
            listed.append({**facts, "title": name, "played": by})
        players = list(dict.fromkeys((*self.games.players(), *self._sheet.players())))
        who = {"consent": CONSENT, "players": players, "player": player_name()}
        what = {"questions": listed, "asked": self._groups, "games": shown}
        return {**what, "folder": str(self.games.folder), **who}

    def begin(self, request: Request) -> Json:
        """Start the question of this number, or continue the unfinished game of it."""
        number, player = request.integer("question"), request.text("player", 40)
        if not 0 <= number < len(self.questions):
            raise NameUnknownError(f"there is no question {number}")
        question = self.questions[number]
        named = {"question": question.id, "player": player, "stop": None}
        kept = next((row["game"] for row in self.games.listed() if named.items() <= row.items()), None)
        return {"game": kept or self.games.begin(question, player).name}

    def show(self, request: Request) -> Json:
        """The present state of a game."""
        game = self.games.game(request.path["name"])
        with game.guard:
            return state(game, whole=True)

    def pictures(self, request: Request) -> list[Json]:
        """The run and the truth as pictures; NameUnknownError while the game continues."""
        game = self.games.game(request.path["name"])
        with game.guard:
            if not game.over():
                raise NameUnknownError("the game is not over: its pictures are shown at the end")
            return pictures(game.episode(), game.question)

    def turn(self, request: Request) -> Json:
        """Take the turn with a number; if it was already taken, the present state of the game."""
        game = self.games.game(request.path["name"])
        if not isinstance(arguments := request.body.get("arguments", {}), dict):
            raise RecordError("an object is expected", field="arguments")
        seconds, call = request.seconds(), Call(request.text("tool", 200), arguments)
        with game.guard:
            taken = game.take(request.integer("number"), call, seconds)
            return {**state(game, whole=not taken), "stale": not taken}


def state(game: Game, *, whole: bool) -> Json:
    """The state of a game for its page; ``whole`` adds instructions and earlier frames, needed once."""
    scene = game.run.scene()
    last = scene.history[-1] if scene.history else None
    about = {"game": game.name, "family": game.question.family, "player": game.player, "number": game.number}
    shown: Json = {
        **about,
        "over": game.run.over,
        "stop": game.run.environment.stop,
        "tools": [_tool(tool) for tool in scene.tools],
        "observation": scene.observation,
        "feedback": None if last is None else {"outcome": last[1].outcome, "text": last[1].text},
        "view": family(game.question).view(scene, whole),
    }
    if whole:
        shown["instructions"] = scene.instructions
    if (verdict := game.verdict()) is not None:
        shown["end"] = ending(game, verdict)
    return shown


def _tool(tool: Tool) -> Json:
    parameters = [
        {"name": one.name, "kind": one.kind, "about": one.description, "choices": list(one.choices)}
        for one in tool.parameters
    ]
    return {"name": tool.name, "description": tool.description, "parameters": parameters}
