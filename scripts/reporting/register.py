"""An index of a results folder, so that appending does not have to read its files again.

``.register.json`` has the length of each file when the folder was last complete, the levels already written
and the next free sample of each agent and level.  Data beyond those lengths was written by a process that
died: it is read, a torn line is cut off, and a missing row of the table is rebuilt from its episode.  If a
file is shorter than the register says, somebody changed it, and everything is read again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

import msgspec

from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.outputs import drop_torn_line, opened, write_all, write_whole
from ...instances.records import Episode
from ...verifiers.timetravel.metrics import Metrics, measure

COLUMNS = (
    *("timestamp", "problem", "model", "run_id"),
    *(field.name for field in fields(Metrics)),
    *("total_time", "tokens_in", "tokens_out", "tokens_reasoning"),
)
"""EPOCH-Bench's 37 columns of an episode, under its names and in its order; ``problem`` is the instance's id.

An empty cell is a figure that does not exist: the effort of an episode that did not reach the goal, a ratio
with denominator 0, the tokens of an agent that is not a model.
"""
Cell = str | int | float | bool | None
DIGITS = 6


def row(episode: Episode, metrics: Metrics | None = None) -> dict[str, Cell]:
    """An episode's row, with the ``metrics`` of a replay or its own; RecordError if it cannot be measured."""
    usage, metrics = episode.usage, metrics or measure(episode)
    stamp, run = (str(episode.metadata.get(name, "")) for name in ("timestamp", "run_id"))
    spent = {
        "total_time": "seconds",
        "tokens_in": "input_tokens",
        "tokens_out": "output_tokens",
        "tokens_reasoning": "reasoning_tokens",
    }
    return {
        "timestamp": stamp,
        "problem": episode.instance,
        "model": episode.agent,
        "run_id": run,
        **metrics.json(),
        **{column: getattr(usage, name, None) for column, name in spent.items()},
    }


def cells(row: Mapping[str, Cell]) -> list[str]:
    """A row as the texts of a CSV file."""
    values = (row[name] for name in COLUMNS)
    rounded = (round(value, DIGITS) if isinstance(value, float) else value for value in values)
    return ["" if value is None else str(value) for value in rounded]


class RegisterEpisode(msgspec.Struct, frozen=True):
    """The fields of an episode that the register needs; the rest of the line is ignored."""

    instance: str
    sample: int = 0
    metadata: dict[str, object] = {}


class RegisterLevel(msgspec.Struct, frozen=True):
    """The fields of an instance that the register needs."""

    id: str


class Register(msgspec.Struct, forbid_unknown_fields=True):
    """The state of a folder; only for the process that holds the folder's lock."""

    lengths: dict[str, int] = {}  # bytes of each file, by its path in the folder
    levels: list[str] = []
    samples: dict[str, dict[str, int]] = {}  # the next free sample, by file of episodes and instance

    @staticmethod
    def of(folder: Path) -> Register:
        """The register of a folder, updated from its files; RecordError for a damaged line."""
        try:
            register = msgspec.json.decode((folder / NAME).read_bytes(), type=Register)
        except (OSError, msgspec.MsgspecError):
            register = Register()
        files = {name: folder / name for name in register.lengths}
        sizes = {name: path.stat().st_size if path.is_file() else 0 for name, path in files.items()}
        if any(size < register.lengths[name] for name, size in sizes.items()):
            register = Register()
        register._catch_up(folder)
        return register

    def store(self, folder: Path) -> None:
        """Write the register."""
        write_whole(folder / NAME, encode(self) + b"\n")

    def append(self, folder: Path, name: str, content: bytes) -> None:
        """Add lines to a file of the folder."""
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with opened(path) as file:
            file.seek(self.lengths.get(name, 0))
            write_all(file, content)
            self.lengths[name] = file.tell()

    def append_row(self, folder: Path, episode: Episode) -> None:
        """Add the row of an episode to the table, writing the header first if the table is new."""
        rows = [cells(row(episode))]
        self.append(folder, TABLE, _csv(rows if self.lengths.get(TABLE) else [list(COLUMNS), *rows]))

    def took(self, name: str, instance: str, sample: int) -> None:
        """Record that a sample is in a file of episodes."""
        free = self.samples.setdefault(name, {})
        free[instance] = max(free.get(instance, 0), sample + 1)

    def _catch_up(self, folder: Path) -> None:
        runs = {values[RUN] for values in self._beyond_table(folder) if len(values) == len(COLUMNS)}
        for line in self._beyond(folder, LEVELS):
            self.levels.append(_decoded(line, RegisterLevel, folder / LEVELS).id)
        for path in sorted((folder / EPISODES).glob("*.jsonl")):
            name = f"{EPISODES}/{path.name}"
            for line in self._beyond(folder, name):
                played = _decoded(line, RegisterEpisode, path)
                self.took(name, played.instance, played.sample)
                if played.metadata.get("run_id") not in runs:
                    self.append_row(folder, _decoded(line, Episode, path))

    def _beyond(self, folder: Path, name: str) -> Iterator[bytes]:
        """The complete lines of a file that the register does not know; a torn one is cut off."""
        path = folder / name
        if not path.is_file() or path.stat().st_size == self.lengths.get(name, 0):
            return
        with opened(path) as file:
            drop_torn_line(file)
            end = file.tell()
        with path.open("rb") as lines:
            lines.seek(self.lengths.get(name, 0))
            yield from lines
        self.lengths[name] = end

    def _beyond_table(self, folder: Path) -> list[list[str]]:
        """The rows of the table that the register does not know; a torn one is cut off."""
        path, known = folder / TABLE, self.lengths.get(TABLE, 0)
        if not path.is_file() or path.stat().st_size == known:
            return []
        with opened(path) as file:
            drop_torn_line(file)
            file.seek(known)
            rows = list(csv.reader(io.StringIO(file.read().decode(), newline="")))
            if rows and len(rows[-1]) != len(COLUMNS):  # the end of a line inside a torn cell
                rows.pop()
                file.truncate(known + len(_csv(rows)))
            self.lengths[TABLE] = file.seek(0, io.SEEK_END)
        return rows


NAME = ".register.json"
LEVELS, EPISODES, TABLE = "levels.jsonl", "episodes", "summary/_results.csv"
RUN = COLUMNS.index("run_id")


Record = TypeVar("Record", RegisterEpisode, RegisterLevel, Episode)


def _csv(rows: Iterable[list[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _decoded(line: bytes, kind: type[Record], path: Path) -> Record:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise RecordError(f"is damaged: {error}", file=str(path)) from None
