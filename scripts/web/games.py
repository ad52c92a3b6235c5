"""Games on disk: every turn is in its journal before its result is shown.

A folder holds a journal for each game, ``questions.jsonl`` (the instances that were played) and
``played.jsonl`` (the finished games as episodes, which ``score`` and ``report`` read).  A journal is a line
that names the question, a line per turn, and a line at the end.  Worlds are deterministic, so a game is
restored by taking its turns again: after a reload, in a second tab, by another process, after a kill.  A line
that was cut off is dropped; its turn was never answered.
"""

import os
import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

import msgspec

from ...domains.environment import Call, turn_json, turn_of
from ...instances.canonical import encode
from ...instances.errors import LimitError, NameUnknownError, RecordError, UnsupportedError
from ...instances.hostile import decode
from ...instances.outputs import drop_torn_line, locked
from ...instances.records import Episode, Instance, Json, Usage, Verdict
from ..agents.agent import EpisodeRun, environment
from ..library.judging import score
from . import gridworld, reactive, timetravel

CONSENT = "My turns and the seconds they took are kept on this machine under this name, to be compared."
GAMES = 5_000  # the most games of a folder
OPEN = 32  # the most games held in memory; others are restored from their journals
LONGEST = 86_400.0  # the most seconds recorded for a turn
TAIL = 64 * 1024  # bytes at the end of a journal that contain its last line
AGAIN = "-again"  # ends a player's name in later games of a question, whose outcome is known
PLAYED, QUESTIONS = "played.jsonl", "questions.jsonl"
_PLAYER = re.compile(r"human-[a-z0-9]{6}")
_JOURNAL = re.compile(r"game-[0-9a-f]{16}")


def player_name() -> str:
    """A new anonymous name for a player."""
    return f"human-{''.join(secrets.choice('abcdefghjkmnpqrstuvwxyz23456789') for _ in range(6))}"


def anonymous(player: str) -> bool:
    """Whether a name is an anonymous player's name."""
    return _PLAYER.fullmatch(player) is not None


def games_folder() -> Path:
    """The default folder of games: ``certwright/games`` in the user's data folder."""
    named = os.environ.get("XDG_DATA_HOME")
    return (Path(named) if named else Path.home() / ".local" / "share") / "certwright" / "games"


class Game:
    """One game: its journal, and the run restored from it; hold ``guard`` while reading them."""

    def __init__(self, path: Path, question: Instance, header: Json):
        self.name, self.question = path.stem, question
        self.player, self.sample = str(header["player"]), int(header["sample"])
        self.agent = f"{self.player}{AGAIN}" if self.sample else self.player  # the player's name in records
        self._path, self.folder, self.guard = path, path.parent, threading.RLock()
        self._size, self._ended = -1, False
        self._seconds: list[float] = []
        self._verdict: Verdict | None = None

    run: EpisodeRun

    @property
    def number(self) -> int:
        """The number of turns taken."""
        return len(self._seconds)

    def over(self) -> bool:
        """Whether the world has stopped."""
        return self.run.over

    def refresh(self) -> None:
        """Take the turns that have been added to the journal, by any process."""
        with self.guard, locked(self._path) as file:
            self._read(file)

    def take(self, number: int, call: Call, seconds: float) -> bool:
        """Take turn ``number``; False if it was taken or all is over, RecordError for an invalid call."""
        with self.guard, locked(self._path) as file:
            self._read(file)
            if number != self.number or self.over():
                return False
            tool = next((tool for tool in self.run.environment.tools if tool.name == call.tool), None)
            if tool is None:
                raise RecordError(f"there is no tool {call.tool[:60]!r} now", field="tool")
            if (fault := tool.fault(call.arguments)) is not None:
                raise RecordError(f"{tool.name}: {fault}", field="arguments")
            taken = round(min(max(seconds, 0.0), LONGEST), 1)
            self._write(file, {"turn": number, "action": turn_json(call), "seconds": taken})
            self.run.take(call)
            self._seconds.append(taken)
            if self.over():
                self._end(file)
            return True

    def episode(self) -> Episode:
        """The record of what happened so far."""
        metadata = {"game": self.name, "consent": CONSENT, "seconds": list(self._seconds)}
        fields = {"usage": Usage(seconds=round(sum(self._seconds), 1)), "metadata": metadata}
        return self.run.episode(self.question.id, self.agent, sample=self.sample, **fields)

    def verdict(self) -> Verdict | None:
        """The verdict on the finished game; None while it continues."""
        with self.guard:
            if self.run.over and self._verdict is None:
                self._verdict = score(self.question, self.episode())
            return self._verdict

    def _read(self, file: BinaryIO) -> None:
        """Restore the run, unless the journal is unchanged since it was last read."""
        drop_torn_line(file)
        if (size := file.tell()) != self._size:
            file.seek(0)
            lines = list(decoded(self._path, file.read()))[1:]
            self.run, self._seconds = EpisodeRun(environment(self.question)), []
            for line in lines:
                if "turn" in line:
                    self.run.scene()
                    self.run.take(turn_of(line["action"]))
                    self._seconds.append(float(line["seconds"]))
            self._size, self._ended = size, any("end" in line for line in lines)
        if self.run.over and not self._ended:  # killed between the last turn and the end, or a full disk
            self._end(file)

    def _end(self, file: BinaryIO) -> None:
        """Add the episode to the finished ones, once, and mark the end in the journal."""
        verdict = self.verdict()
        append_once(self._path.with_name(PLAYED), self.episode(), "game", self.name)
        value = None if verdict is None else verdict.value
        self._write(file, {"end": self.run.environment.stop, "turns": self.number, "value": value})
        self._ended = True

    def _write(self, file: BinaryIO, line: Json) -> None:
        file.seek(0, os.SEEK_END)
        file.write(encode(line) + b"\n")
        os.fsync(file.fileno())
        self._size = file.tell()


class Games:
    """The games of a folder."""

    def __init__(self, folder: Path):
        """The folder is created if it is missing."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._open: OrderedDict[str, Game] = OrderedDict()
        self._guard = threading.RLock()

    def begin(self, question: Instance, player: str) -> Game:
        """A new game; LimitError when the folder is full, RecordError for a name that is not anonymous."""
        if not anonymous(player):
            raise RecordError("a player's name is human- and six letters or digits", field="player")
        environment(question)  # refuses what cannot be played before anything is written
        with self._guard:
            listed = list(self._headers())
            if len(listed) >= GAMES:
                raise LimitError(f"{self.folder} holds {len(listed)} games; remove some, or use --games")
            sample = sum((game["question"], game["player"]) == (question.id, player) for _, game in listed)
            append_once(self.folder / QUESTIONS, question, "id", question.id)
            path = self.folder / f"game-{secrets.token_hex(8)}.jsonl"
            header = {"question": question.id, "player": player, "sample": sample}
            with locked(path) as file:
                file.write(encode(header) + b"\n")
                os.fsync(file.fileno())
            return self.game(path.stem)

    def game(self, name: str) -> Game:
        """The game with that name, updated from its journal; NameUnknownError if there is none."""
        with self._guard:
            game = self._open.get(name)
            if game is None:
                path, header = next((entry for entry in self._headers() if entry[0].stem == name), (None, {}))
                if path is None:
                    raise NameUnknownError("there is no such game")
                if (question := self.questions().get(header["question"])) is None:
                    raise NameUnknownError(f"{self.folder / QUESTIONS} does not hold {header['question']}")
                game = self._open[name] = Game(path, question, header)
            self._open.move_to_end(name)
            while len(self._open) > OPEN:
                self._open.popitem(last=False)
        game.refresh()
        return game

    def listed(self) -> list[Json]:
        """Every game, the latest first: its question, its player, turns, and how it ended if it did."""
        rows = []
        for path, header in self._headers():
            last = last_of(path)
            turns = last.get("turns", last.get("turn", -1) + 1)
            ended = {"stop": last.get("end"), "value": last.get("value"), "at": path.stat().st_mtime}
            rows.append({**header, "game": path.stem, "turns": turns, **ended})
        return sorted(rows, key=lambda row: row["at"], reverse=True)

    def players(self) -> list[str]:
        """The names of the players in this folder, the latest first."""
        return list(dict.fromkeys(row["player"] for row in self.listed()))

    def questions(self) -> dict[str, Instance]:
        """The instances that were played, by id."""
        path = self.folder / QUESTIONS
        lines = path.read_bytes().splitlines() if path.exists() else []
        decoder = msgspec.json.Decoder(Instance)
        questions = (decoder.decode(line) for line in lines if line.endswith(b"}"))
        return {question.id: question for question in questions}

    def _headers(self) -> Iterator[tuple[Path, Json]]:
        for path in sorted(self.folder.glob("game-*.jsonl")):
            if _JOURNAL.fullmatch(path.stem):
                with path.open("rb") as file:
                    line = file.readline(10_000)
                header = object_of(line) if line.endswith(b"\n") else None
                kinds = {"question": str, "player": str, "sample": int}
                if header is not None and all(type(header.get(key)) is kind for key, kind in kinds.items()):
                    yield path, header


def decoded(path: Path, text: bytes) -> Iterator[Json]:
    """The lines of a journal; RecordError for the first that is malformed."""
    for number, line in enumerate(text.splitlines(), 1):
        try:
            value: Json = decode(line)
        except RecordError as error:
            raise error.within(str(path), number) from None
        yield value


def last_of(path: Path) -> Json:
    """The last complete line of a journal."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        lines = file.read().rpartition(b"\n")[0].splitlines()
    return object_of(lines[-1]) or {}


def object_of(line: bytes) -> Json | None:
    """The JSON object on a line; None if it is not one, which is reported when the game is opened."""
    try:
        value = decode(line)
    except RecordError:
        return None
    return value if isinstance(value, dict) else None


def append_once(path: Path, record: Instance | Episode, key: str, value: str) -> None:
    """Append a record to a JSONL file unless a line already has the same value under a key."""
    append_unless(path, record, lambda text: encode({key: value})[1:-1] in text)


def append_unless(path: Path, record: Any, refused: Callable[[bytes], bool]) -> bool:
    """Append a record to a JSONL file, down to the disk, unless what stands in it is refused."""
    with locked(path) as file:
        drop_torn_line(file)
        file.seek(0)
        if refused(file.read()):
            return False
        file.write(encode(record) + b"\n")
        file.flush()
        os.fsync(file.fileno())
        return True


STOPS = {
    "SOLVED": "The goal holds",
    "LLM_STUCK": "You said that the goal can no longer be reached",
    "LLM_DONE_EARLY": "You said that the goal holds, and it does not",
    "TEMPORAL_DECAY": "Something that must last ran out",
    "MAX_STEPS": "The turns are used up",
    "MAX_INVALID_STREAK": "Too many refused turns in a row",
    "LOOP_DETECTED": "The same turns were repeated too often",
    "STAGNATION": "Nothing changed for too long",
    "COMMITTED": "The run is over",
    "CHOSEN": "You gave your answer",
    "GOAL_REACHED": "The goal is reached",
    "BUDGET_SPENT": "The steps are used up",
    "QUIT": "You gave up",
}
FAMILIES: dict[str, ModuleType] = {"timetravel": timetravel, "gridworld": gridworld, "reactive": reactive}
"""The module of each family, with ``view``, ``ending``, ``title`` and ``announced``."""


def family(question: Instance) -> ModuleType:
    """The module that displays a question's family; UnsupportedError if there is none."""
    if question.family not in FAMILIES:
        raise UnsupportedError(f"no page shows the family {question.family}")
    return FAMILIES[question.family]


def title(question: Instance) -> str:
    """The title of a question once it has been played: the level's title, or its domain."""
    return str(family(question).title(question))


def announced(questions: Sequence[Instance]) -> list[str]:
    """The titles of questions before play; names of worlds that reveal something are replaced by numbers."""
    numbers: dict[tuple[str, object], int] = {}
    counts: dict[str, int] = {}
    names = []
    for question in questions:
        # what was learnt in a grid world helps in its other tasks, so they share a number
        key = question.family, encode(question.world) if question.family == "gridworld" else question.id
        if key not in numbers:
            numbers[key] = counts[question.family] = counts.get(question.family, 0) + 1
        names.append(str(family(question).announced(question, numbers[key])))
    return names


def sentences(game: Game, verdict: Verdict) -> list[str]:
    """How the game ended, and what the best result would have been."""
    stop, why = game.run.environment.stop or "", verdict.explanation
    remarks: list[str] = family(game.question).ending(game.question, verdict)
    if not why or game.question.family == "reactive":  # whose remarks say it
        return remarks
    said = STOPS.get(stop, stop) if stop in why else f"{why[0].upper()}{why[1:]}"
    return [f"{said}.", *remarks]


def ending(game: Game, verdict: Verdict) -> Json:
    """The summary at the end: the outcome, the score, and the reasons."""
    usage, question = game.episode().usage, game.question
    result = {"won": verdict.value == 1.0, "value": verdict.value, "said": " ".join(sentences(game, verdict))}
    about = {
        "again": game.sample > 0,
        "title": title(question),
        "id": question.id,
        "folder": str(game.folder),
    }
    return {**result, **about, "seconds": usage.seconds if usage else 0.0}
