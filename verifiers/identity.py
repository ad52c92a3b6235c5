"""Which instance a row of answers means, by an index in memory or on disk.

A row may name an instance by our id, by the key of its source (``acpbench:gen/reach/123``, unique within
the format) or by the bare id of the source.  Bare ids recur across the files of a benchmark: ``task`` and
``form`` beside it narrow the choice; when several instances are left the row is refused, never guessed.

For sets that do not fit into memory ``TruthFile`` is an SQLite file of records and names.  What it iterates
over are the records without world, query, prompt, truth and proofs: enough to group and to count them.

>>> from certwright.instances.records import Answer, Instance, Prompt, Source
>>> def question(task):
...     source = Source(format="acpbench", key=f"acpbench:gen/{task}/7", id="7")
...     return Instance(id=f"planning/{task}/ferry/00", family="planning", task=task, form="gen",
...                     domain="ferry", world={}, query={}, prompt=Prompt(question="?"), source=source)
>>> truth = TruthIndex([question("reach"), question("land")])
>>> truth.resolve(Answer(id=7, task="land")).id
'planning/land/ferry/00'
>>> truth.resolve(Answer(id=7)).value
'ambiguous_id'
>>> truth.resolve(Answer(id=8)).value
'unknown_id'
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from ..instances.canonical import encode
from ..instances.errors import MachineError, RecordError
from ..instances.names import tasks
from ..instances.records import Answer, Code, Instance, Json, Prompt


@cache
def task_forms() -> dict[str, dict[str, str]]:
    """The task meant in each form by a name in lower case: key, title, the paper's name, a form's group."""
    named: dict[str, dict[str, str]] = {}
    for task in tasks().values():
        for name in (task.key, task.title, task.paper):
            named[name.casefold()] = dict.fromkeys(task.groups, task.key)
        for form, group in task.groups.items():
            named.setdefault(group.casefold(), {})[form] = task.key
    return named


class TruthIndex:
    """Instances by every name that a row may use, without certificates; RecordError for an id twice."""

    def __init__(self, instances: Iterable[Instance]) -> None:
        self.instances: dict[str, Instance] = {}
        self._unique: dict[str | int, Instance] = {}
        self._bare: dict[str, list[Instance]] = {}
        for whole in instances:
            instance = replace(whole, certificates=()) if whole.certificates else whole
            source = instance.source
            if instance.id in self.instances:
                raise RecordError(f"two instances have the id {instance.id}", field="id")
            self.instances[instance.id] = self._unique[instance.id] = instance
            if source is not None:
                if source.key in self._unique:
                    raise RecordError(f"two instances have the source key {source.key}", field="source.key")
                self._unique[source.key] = instance
                if source.id is not None:
                    self._bare.setdefault(source.id, []).append(instance)

    def __len__(self) -> int:
        return len(self.instances)

    def __iter__(self) -> Iterator[Instance]:
        return iter(self.instances.values())

    def resolve(self, answer: Answer) -> Instance | Code:
        """The instance that the row means, or why there is none: ``unknown_id`` or ``ambiguous_id``."""
        return self._unique.get(answer.id) or of_several(self._bare.get(str(answer.id), []), answer)


def of_several(questions: list[Instance], answer: Answer) -> Instance | Code:
    """Which of the instances with one source id the row means, by the task and form beside it."""
    if answer.task is not None:
        meant = task_forms().get(answer.task.casefold(), {})
        questions = [question for question in questions if meant.get(question.form) == question.task]
    if answer.form is not None:
        questions = [instance for instance in questions if instance.form == answer.form]
    if len(questions) == 1:
        return questions[0]
    return Code.AMBIGUOUS_ID if questions else Code.UNKNOWN_ID


V = TypeVar("V")

KEPT = 500  # records, and judges, that are kept in memory beside the file
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
        if not Path(path).is_file():
            mend = "set TMPDIR to a folder that every machine can read"
            raise MachineError(f"{path}: the index of the truth is not on this machine; {mend}")
        self.path = str(path)
        self._file = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        self._recent = Recent[Instance]()

    @classmethod
    def build(cls, instances: Iterable[Instance], path: str | Path) -> TruthFile:
        """Index the instances in a new file; RecordError when two of them have one id or source key."""
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


Index = TruthIndex | TruthFile  # what finds the instance of a row


def _slim(instance: Instance) -> Instance:
    """What an instance is grouped, counted and graded by; of its options only how many there are."""
    truth: Json | None = None if instance.truth is None else {}
    options = len(instance.query.get("options") or ())
    query: Json = {"options": [None] * options} if options else {}
    prompt = Prompt(question="", choices=("",) * len(instance.prompt.choices))
    unread: Json = {"world": {}, "gold": None, "certificates": (), "source": None, "generator": None}
    return replace(instance, query=query, prompt=prompt, truth=truth, **unread)
