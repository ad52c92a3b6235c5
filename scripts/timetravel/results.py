"""The folder of results, which grows by appending.

```
levels.jsonl              the instances that were played, each once
episodes/AGENT.jsonl      our records, one episode a line; `certwright score` judges them offline
summary/_results.csv      one row an episode, 37 columns
raw/AGENT/*.json, *.md    one trace an episode, for machines and for people: AGENT_level_01_ID_SAMPLE_DATE
figs/                     written by `certwright report`
```
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from ...instances.canonical import encode
from ...instances.errors import RecordError
from ...instances.records import Episode, Instance
from ...instances.store import JsonlWriter, read_episodes, read_instances, read_keys
from ..agents.families import environment
from .rows import COLUMNS, cells, row
from .trace import markdown, trace

T = TypeVar("T")
_ODD = re.compile(r"[^A-Za-z0-9._-]+")


class Results:
    """A folder of results."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.table = folder / "summary" / "_results.csv"
        self.levels = folder / "levels.jsonl"
        self._known = {name for name, _ in read_keys(self.levels)} if self.levels.exists() else set[str]()

    def episodes_of(self, agent: str) -> Path:
        """Where the episodes of an agent stand."""
        return self.folder / "episodes" / f"{plain(agent)}.jsonl"

    def next_sample(self, instance: str, agent: str) -> int:
        """The first sample number that is free for an agent on an instance."""
        path = self.episodes_of(agent)
        taken = [sample for name, sample in read_keys(path) if name == instance] if path.exists() else []
        return 1 + max(taken, default=-1)

    def append(self, instance: Instance, episode: Episode, *, timestamp: str) -> Episode:
        """Add an episode; it is given its sample, timestamp and run_id, and returned with them."""
        sample = self.next_sample(instance.id, episode.agent)
        run = _run(instance, episode.agent, sample, timestamp)
        metadata = {**episode.metadata, "timestamp": timestamp, "run_id": run}
        episode = replace(episode, sample=sample, metadata=metadata)
        world = environment(instance)
        told = trace(episode, world)
        raw = self.folder / "raw" / plain(episode.agent)
        for folder in (raw, self.table.parent, self.episodes_of(episode.agent).parent):
            folder.mkdir(parents=True, exist_ok=True)
        (raw / f"{run}.json").write_bytes(encode(told) + b"\n")
        (raw / f"{run}.md").write_text(markdown(told, world.tools), "utf-8")
        if instance.id not in self._known:
            self._known.add(instance.id)
            with JsonlWriter(self.levels, resume=True) as writer:
                writer.write(instance)
        with JsonlWriter(self.episodes_of(episode.agent), resume=True) as writer:
            writer.write(episode)
        new = not self.table.exists()
        with self.table.open("a", newline="", encoding="utf-8") as file:
            table = csv.writer(file, lineterminator="\n")
            if new:
                table.writerow(COLUMNS)
            table.writerow(cells(row(episode)))
        return episode

    def instances(self) -> dict[str, Instance]:
        """The instances by id; RecordError for a bad one."""
        return {one.id: one for one in map(_good, read_instances(self.levels))}

    def episodes(self) -> Iterator[Episode]:
        """All episodes, agent by agent; RecordError for a bad one."""
        for path in sorted((self.folder / "episodes").glob("*.jsonl")):
            yield from map(_good, read_episodes(path))

    def rows(self) -> list[dict[str, str]]:
        """The rows of the table as they stand."""
        with self.table.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


def _run(instance: Instance, agent: str, sample: int, timestamp: str) -> str:
    level = "" if instance.level is None else f"_level_{instance.level:02}"
    number, day = plain(instance.id.rpartition("/")[2]), plain(timestamp[:10].replace("-", ""))
    return f"{plain(agent)}{level}_{number}_{sample:03}_{day}"


def plain(name: str) -> str:
    """A name as part of a file's name."""
    return _ODD.sub("_", name).strip("._")[:120] or "agent"


def _good(record: T | RecordError) -> T:
    if isinstance(record, RecordError):
        raise record
    return record
