"""The folder of results, which grows by appending.

```
levels.jsonl              the instances that were played, each once
episodes/AGENT.jsonl      our records, one episode a line; `certwright score` judges them offline
summary/_results.csv      one row an episode, 37 columns
raw/AGENT/*.json, *.md    one trace an episode, for machines and for people: AGENT_level_01_ID_SAMPLE_DATE
figs/                     written by `certwright report`
.register.json, .lock     what the files hold, and the lock of who appends
```

The register saves appending from reading the files again: it has the length of each file when the folder was
last complete, the levels already written and the next free sample of each agent and level.  Data beyond those
lengths was written by a process that died: it is read, a torn line is cut off, and a missing row of the table
is rebuilt from its episode.  If a file is shorter than the register says, somebody changed it, and everything
is read again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ...domains.environment import Environment, Tool, digest, turn_of
from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.outputs import drop_torn_line, locked, opened, refuse_inputs, write_all, write_whole
from ...instances.records import Episode, Instance, Json
from ...instances.store import raised, read_episodes, read_instances
from ...verifiers.timetravel.metrics import Metrics, measure, pattern
from ..agents.agent import environment
from ..library.prompts import OPENING

COLUMNS = (
    *("timestamp", "problem", "model", "run_id"),
    *(field.name for field in fields(Metrics)),
    *("total_time", "tokens_in", "tokens_out", "tokens_reasoning"),
)
"""EPOCH-Bench's 37 columns of an episode, under its names and in its order; ``problem`` is the instance's id.

An empty cell is a figure that does not exist: the effort of an episode that did not reach the goal, a ratio
with denominator 0, the tokens of an agent that is not a model.
"""
COSTS = ("seconds", "input_tokens", "output_tokens", "reasoning_tokens")  # in the last four columns
NAME, DIGITS = ".register.json", 6
LEVELS, EPISODES, TABLE = "levels.jsonl", "episodes", "summary/_results.csv"
RUN = COLUMNS.index("run_id")
Cell = str | int | float | bool | None


def row(episode: Episode, metrics: Metrics | None = None) -> dict[str, Cell]:
    """An episode's row, with the ``metrics`` of a replay or its own; RecordError if it cannot be measured."""
    stamp, run = (str(episode.metadata.get(name, "")) for name in ("timestamp", "run_id"))
    figures = (metrics or measure(episode)).json().values()
    usage = episode.usage
    costs: list[Cell] = [getattr(usage, name, None) for name in COSTS]
    values = stamp, episode.instance, episode.agent, run, *figures, *costs
    return dict(zip(COLUMNS, values, strict=True))


def cells(row: Mapping[str, Cell]) -> list[str]:
    """A row as the texts of a CSV file."""
    values = (row[name] for name in COLUMNS)
    rounded = (round(value, DIGITS) if isinstance(value, float) else value for value in values)
    return ["" if value is None else str(value) for value in rounded]


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
            self.levels.append(_decoded(line, Instance, folder / LEVELS).id)
        for path in sorted((folder / EPISODES).glob("*.jsonl")):
            name = f"{EPISODES}/{path.name}"
            for line in self._beyond(folder, name):
                played = _decoded(line, Episode, path)
                self.took(name, played.instance, played.sample)
                if played.metadata.get("run_id") not in runs:
                    self.append_row(folder, played)

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


Record = TypeVar("Record", Instance, Episode)


def _csv(rows: Iterable[list[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _decoded(line: bytes, kind: type[Record], path: Path) -> Record:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise RecordError(f"is damaged: {error}", file=str(path)) from None


_ODD = re.compile(r"[^A-Za-z0-9._-]+")


class Results:
    """A folder of results."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.table, self.levels = folder / TABLE, folder / LEVELS

    def episodes_of(self, agent: str) -> Path:
        """The path of an agent's episodes."""
        return self.folder / EPISODES / f"{plain(agent)}.jsonl"

    def append(self, instance: Instance, episode: Episode, *, timestamp: str) -> Episode:
        """Add an episode, while others wait; returns it with its sample, timestamp and run_id."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.episodes_of(episode.agent)
        refuse_inputs(file, self.levels, self.table)
        with locked(self.folder / ".lock"):
            register, name = Register.of(self.folder), f"{EPISODES}/{file.name}"
            sample = register.samples.get(name, {}).get(instance.id, 0)
            run = _run(instance, episode.agent, sample, timestamp)
            metadata = {**episode.metadata, "timestamp": timestamp, "run_id": run}
            episode = replace(episode, sample=sample, metadata=metadata)
            raw, world = self.folder / "raw" / plain(episode.agent), environment(instance)
            raw.mkdir(parents=True, exist_ok=True)
            steps = trace(episode, world)
            write_whole(raw / f"{run}.json", encode(steps) + b"\n")
            write_whole(raw / f"{run}.md", markdown(steps, world.tools))
            if instance.id not in register.levels:
                register.append(self.folder, LEVELS, encode(instance) + b"\n")
                register.levels.append(instance.id)
            register.append(self.folder, name, encode(episode) + b"\n")
            register.took(name, instance.id, sample)
            register.append_row(self.folder, episode)
            register.store(self.folder)
        return episode

    def instances(self) -> dict[str, Instance]:
        """The instances by id; RecordError for a bad one."""
        return {instance.id: instance for instance in raised(read_instances(self.levels))}

    def episodes(self) -> Iterator[Episode]:
        """All episodes, agent by agent; RecordError for a bad one."""
        for path in sorted((self.folder / "episodes").glob("*.jsonl")):
            yield from raised(read_episodes(path))

    def rows(self) -> list[dict[str, str]]:
        """The rows of the table; RecordError when there is no table."""
        if not self.table.exists():
            raise RecordError("the folder holds no results", file=str(self.table))
        with self.table.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


def _run(instance: Instance, agent: str, sample: int, timestamp: str) -> str:
    level = "" if instance.level is None else f"_level_{instance.level:02}"
    number, day = plain(instance.id.rpartition("/")[2]), plain(timestamp[:10].replace("-", ""))
    return f"{plain(agent)}{level}_{number}_{sample:03}_{day}"


def plain(name: str) -> str:
    """A name made safe for use in a file name."""
    return _ODD.sub("_", name).strip("._")[:120] or "agent"


BESIDE = (("text", "said"), ("reasoning", "reasoning"), ("calls", "further_calls"), ("unread", "unread"))
"""The names in a trace of what an episode stores for a turn besides its action."""
TOKENS = ("input", "output", "reasoning")  # the counts of a call, in the order of the record


def trace(episode: Episode, environment: Environment) -> Json:
    """Metadata, prompts, tools, turns and figures; RecordError if the world contradicts the record.

    A record keeps digests of the observations, a trace their text: the episode is replayed.  A model was sent
    the prompts, the last ``window`` turns of ``metadata``, and the present observation.
    """
    turns = []
    calls = _calls(episode)
    for number, step in enumerate(episode.steps):
        seen = environment.observe()
        if step.observation not in (None, digest(seen)):
            raise RecordError("the observation is not what the world showed", field=f"steps[{number}]")
        feedback = environment.act(turn_of(step.action))
        turn = {"turn": number + 1, "observation": seen, "action": step.action, "outcome": feedback.outcome}
        turns.append({**turn, "feedback": feedback.text, "figures": feedback.metadata, **calls[number]})
    return {
        **{name: getattr(episode, name) for name in ("instance", "agent", "sample", "stop")},
        "metadata": {key: value for key, value in episode.metadata.items() if key not in ("turns", "tokens")},
        "usage": msgspec.to_builtins(episode.usage),
        "prompts": {"system": environment.instructions, "user": OPENING},
        "tools": [tool.schema() for tool in environment.tools],
        "turns": turns,
        "metrics": row(episode),
        "pattern": pattern(measure(episode)),
    }


def _calls(episode: Episode) -> list[Json]:
    stored = episode.metadata.get("turns", {})
    beside = [stored.get(str(number), {}) for number in range(len(episode.steps))]
    calls: list[Json] = [{name: said[key] for key, name in BESIDE if key in said} for said in beside]
    for call, counted in zip(calls, episode.metadata.get("tokens", ()), strict=False):
        call["tokens"] = dict(zip(TOKENS, counted, strict=True))
    return calls


def markdown(trace: Json, tools: Sequence[Tool]) -> str:
    """A trace as Markdown."""
    parts = [
        f"# {trace['instance']}, {trace['agent']}, sample {trace['sample']}: {trace['stop']}",
        "## Instructions",
        _fenced(trace["prompts"]["system"]),
        "## Tools",
        "\n".join(f"- `{tool.name}`: {tool.description}" for tool in tools),
    ]
    for turn in trace["turns"]:
        parts += [
            f"## Turn {turn['turn']}: {turn['outcome']}",
            _fenced(turn["observation"]),
            *([_fenced(turn["said"])] if "said" in turn else []),
            f"**Sent**: `{encode(turn['action']).decode().replace('`', chr(39))}`",
            _fenced(turn["feedback"]),
        ]
    figures = "\n".join(
        f"| {name} | {'' if value is None else value} |" for name, value in trace["metrics"].items()
    )
    parts += ["## Figures", f"Pattern: {trace['pattern']}.", f"| figure | value |\n|---|---|\n{figures}"]
    return "\n\n".join(parts) + "\n"


def _fenced(text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"
