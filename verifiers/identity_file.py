"""An index of truths on disk, for sets that do not fit into memory: an SQLite file of records and names.

It answers as ``identity.TruthIndex`` does.  What it iterates over are the records without world, query,
prompt, truth and proofs: enough to group and to count them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from ..instances.canonical import encode
from ..instances.errors import MachineError, RecordError
from ..instances.records import Answer, Code, Instance, Json, Prompt
from .identity import TruthIndex, of_several

V = TypeVar("V")

KEPT = 500
"""Records, and judges, that are kept in memory beside the file."""
_TABLE = """
CREATE TABLE truths (number INTEGER PRIMARY KEY, slim BLOB, record BLOB, source TEXT);
CREATE TABLE names (name TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID;
"""
_DECODER = msgspec.json.Decoder(Instance)


class Recent(OrderedDict[str, V], Generic[V]):
    """A mapping that keeps the last ``KEPT`` entries made."""

    def __setitem__(self, key: str, value: V) -> None:
        super().__setitem__(key, value)
        while len(self) > KEPT:
            self.popitem(last=False)


class TruthFile:
    """The truths in an index on disk; MachineError when it is not there."""

    def __init__(self, path: str | Path) -> None:
        import sqlite3

        if not Path(path).is_file():
            mend = "set TMPDIR to a folder that every machine can read"
            raise MachineError(f"{path}: the index of the truth is not on this machine; {mend}")
        self.path = str(path)
        self._file = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        self._recent = Recent[Instance]()

    @classmethod
    def build(cls, instances: Iterable[Instance], path: str | Path) -> TruthFile:
        """Index the instances in a new file; RecordError when two of them have one id or source key."""
        import sqlite3

        file = sqlite3.connect(path, isolation_level=None)
        file.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; {_TABLE}")
        file.execute("BEGIN")
        for number, instance in enumerate(instances):
            source = instance.source
            names = {"id": instance.id} | ({"source key": source.key} if source else {})
            for what, name in names.items():
                try:
                    file.execute("INSERT INTO names VALUES (?, ?)", (name, number))
                except sqlite3.IntegrityError:
                    field = "id" if what == "id" else "source.key"
                    raise RecordError(f"two instances have the {what} {name}", field=field) from None
            row = number, encode(_slim(instance)), encode(replace(instance, certificates=()))
            file.execute("INSERT INTO truths VALUES (?, ?, ?, ?)", (*row, source.id if source else None))
        file.execute("COMMIT")
        file.execute("CREATE INDEX sources ON truths (source) WHERE source IS NOT NULL")
        file.close()
        return cls(path)

    def __len__(self) -> int:
        count: int = self._file.execute("SELECT count(*) FROM truths").fetchone()[0]
        return count

    def __iter__(self) -> Iterator[Instance]:
        for (slim,) in self._file.execute("SELECT slim FROM truths ORDER BY number"):
            yield _DECODER.decode(slim)

    def resolve(self, answer: Answer) -> Instance | Code:
        """The instance that the row means, or why there is none: ``unknown_id`` or ``ambiguous_id``."""
        name = str(answer.id)
        if isinstance(answer.id, str):
            if (known := self._recent.get(name)) is not None:
                return known
            query = "SELECT record FROM truths JOIN names USING (number) WHERE name = ?"
            row = self._file.execute(query, (name,)).fetchone()
            if row is not None:
                instance = self._recent[name] = _DECODER.decode(row[0])
                return instance
        rows = self._file.execute("SELECT record FROM truths WHERE source = ? ORDER BY number", (name,))
        return of_several([_DECODER.decode(record) for (record,) in rows], answer)


Index = TruthIndex | TruthFile
"""What finds the instance of a row."""


def _slim(instance: Instance) -> Instance:
    """What an instance is grouped, counted and graded by; of its options only how many there are."""
    truth: Json | None = None if instance.truth is None else {}
    options = len(instance.query.get("options") or ())
    return replace(
        instance,
        world={},
        query={"options": [None] * options} if options else {},
        prompt=Prompt(question="", choices=("",) * len(instance.prompt.choices)),
        truth=truth,
        gold=None,
        certificates=(),
        source=None,
        generator=None,
    )
