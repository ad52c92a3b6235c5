"""An index of files of records: the position of each line, and the columns used by filters.

A file is read once and not kept: of a record the index holds the id, the position and a reference per
column.  Lines that are no records are counted, the first of them reported.  Verdicts, answers and episodes
bear family, task and domain in their id; level and form come from the question, if it is known (``joined``).
"""

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from sys import intern
from typing import Any, Final

import msgspec

from ...instances.errors import LimitError, RecordError
from ...instances.hostile import explain
from ...instances.names import FAMILIES
from ...instances.records import (
    EPISODE_SCHEMA,
    INSTANCE_SCHEMA,
    VERDICT_SCHEMA,
    Answer,
    Episode,
    Instance,
    Verdict,
)
from ...instances.store import record_of
from ..library.questions import RELEASED, Lines

FACETS: Final = ("kind", "family", "task", "domain", "form", "level", "outcome", "code", "agent")
"""The columns for filters; a missing value is the empty text."""
LIMIT = 1_000_000  # the most records of an index, which takes about 200 bytes for each
NAMED = 100  # the most damaged lines that are reported individually; the others are counted
SHORT = 200  # characters of a value in a column
_KINDS: Final = {INSTANCE_SCHEMA: "question", VERDICT_SCHEMA: "verdict", EPISODE_SCHEMA: "episode"}
_TYPES: Final[Any] = {"question": Instance, "verdict": Verdict, "episode": Episode, "answer": Answer}
_FAULTS = (msgspec.MsgspecError, ValueError, RecursionError)

Record = Instance | Verdict | Episode | Answer


class _Source(msgspec.Struct, frozen=True):
    key: str = ""


class _Head(msgspec.Struct, frozen=True):
    schema: str = ""
    id: str | int | None = None
    instance: str | None = None
    family: str = ""
    task: str | None = None
    form: str | None = None
    domain: str = ""
    level: int | None = None
    outcome: str = ""
    code: str = ""
    stop: str = ""
    agent: str | None = None
    source: _Source | None = None
    response: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    answer: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_HEADS = msgspec.json.Decoder(_Head)


class RecordIndex:
    """The records of some files, in order.  RecordError for a file that cannot be read or is of another
    kind, LimitError beyond ``LIMIT`` records."""

    def __init__(self, paths: Sequence[str | Path]):
        self.files = [Lines(path) for path in paths]
        self.ids: list[str] = []
        self.columns = {name: list[str]() for name in FACETS}  # their values, each distinct one kept once
        self.questions: dict[str, int] = {}  # rows by id, and by the key of their source; the first
        self.faults: list[RecordError] = []
        self.damaged = 0
        self._file, self._place = array("H"), array("Q")
        self._found = lru_cache(32)(self._select)
        for number, lines in enumerate(self.files):
            for place in range(len(lines)):
                self._read(number, lines, place)

    def __len__(self) -> int:
        return len(self.ids)

    def _read(self, file: int, lines: Lines, place: int) -> None:
        try:
            head = _head(lines, place)
        except RecordError as error:
            self.damaged += 1
            if len(self.faults) < NAMED:
                self.faults.append(error)
            return
        row = len(self.ids)
        if row >= LIMIT:
            raise LimitError(f"more than {LIMIT} records: view fewer files at once")
        kind = _KINDS.get(head.schema, "answer")
        name = str(head.instance if kind == "episode" else head.id)
        self.ids.append(name)
        self._file.append(file)
        self._place.append(place)
        if kind == "question":
            self.questions.setdefault(name, row)
            if head.source is not None:
                self.questions.setdefault(head.source.key, row)
        for facet, value in _values(kind, head, name).items():
            self.columns[facet].append(intern(value[:SHORT]))

    def joined(self, about: Callable[[str], Mapping[str, str] | None]) -> None:
        """Fill in what other records take from their questions: ``about`` gives it for an id, or None."""
        kinds = self.columns["kind"]
        for row, name in enumerate(self.ids):
            if kinds[row] != "question" and (row_facts := about(name)) is not None:
                for facet, value in row_facts.items():
                    self.columns[facet][row] = value

    def about(self, row: int) -> dict[str, str]:
        """The fields that other records take from a question."""
        return {name: self.columns[name][row] for name in ("family", "task", "domain", "form", "level")}

    def answers(self, name: str, agent: str) -> list[int]:
        """The rows of the answers and episodes of an agent about a question."""
        kinds, agents = self.columns["kind"], self.columns["agent"]
        rows = (row for row, identifier in enumerate(self.ids) if identifier == name)
        own = (row for row in rows if agents[row] == agent[:SHORT])
        return [row for row in own if kinds[row] in ("answer", "episode")]

    def where(self, row: int) -> str:
        """The file and the line of a record."""
        lines = self.files[self._file[row]]
        return f"{lines.path}:{lines.number(self._place[row])}"

    def record(self, row: int) -> Record:
        """A record, read again and fully validated; RecordError with file, line and field."""
        lines, place = self.files[self._file[row]], self._place[row]
        kind = _TYPES[self.columns["kind"][row]]
        record: Record = record_of(lines.line(place), kind, lines.path, lines.number(place))
        return record

    def select(self, wanted: Mapping[str, str], text: str = "") -> Sequence[int]:
        """The rows with these values in these columns, and the text in their id."""
        return self._found(tuple(sorted(wanted.items())), text.casefold())

    def _select(self, wanted: tuple[tuple[str, str], ...], text: str) -> Sequence[int]:
        rows: Sequence[int] = range(len(self))
        for facet, value in wanted:
            column = self.columns[facet]
            rows = [row for row in rows if column[row] == value]
        if text:
            rows = [row for row in rows if text in self.ids[row].casefold()]
        return rows

    def counts(self, wanted: Mapping[str, str], text: str = "") -> dict[str, list[tuple[str, int]]]:
        """For each column, its values with the number of records under the *other* columns' filters."""
        counted = {}
        for facet, column in self.columns.items():
            rest = {name: value for name, value in wanted.items() if name != facet}
            numbers = Counter(column[row] for row in self.select(rest, text))
            counted[facet] = sorted(numbers.items(), key=lambda pair: _in_order(pair[0]))
        return counted


def _head(lines: Lines, place: int) -> _Head:
    """The fields of one line; RecordError if it is not one of our records."""
    number = lines.number(place)
    line = lines.line(place)
    try:
        head = _HEADS.decode(line)
    except _FAULTS as error:
        message, field = explain(error)
        raise RecordError(message, file=lines.path, line=number, field=field) from None
    answers = head.response is not msgspec.UNSET or head.answer is not msgspec.UNSET
    if head.schema in _KINDS or (not head.schema and answers):
        if (head.instance if head.schema == EPISODE_SCHEMA else head.id) is None:
            raise RecordError("the record names no question", file=lines.path, line=number, field="id")
        return head
    neither = "no record: it has neither schema nor response"
    what = f"of the kind {head.schema[:60]!r}" if head.schema else neither
    raise RecordError(f"the line is {what}", file=lines.path, line=number, field="schema")


def _values(kind: str, head: _Head, name: str) -> dict[str, str]:
    family, task, domain, level = head.family, head.task or "", head.domain, ""
    if kind == "question":
        level = "" if head.level is None else str(head.level)
    else:
        parts = name.split("/")
        family, task, domain = parts[:3] if len(parts) == 4 else ("", task, "")
    form = "episode" if kind == "episode" else head.form or ""
    code = "" if kind == "question" else head.code or head.stop
    outcome = head.outcome if kind == "verdict" else ""
    values = (kind, family, task, domain, form, level, outcome, code, head.agent or "")
    return dict(zip(FACETS, values, strict=True))


def _in_order(value: str) -> tuple[int, int, str]:
    """Numbers by size, before texts; missing values last."""
    return (0, int(value), "") if value.isdecimal() else (1 if value else 2, 0, value)


class Shelf:
    """The listed files, and files that only provide questions; RecordError or LimitError as its indexes."""

    def __init__(self, paths: Sequence[str | Path], truth: Sequence[str | Path] = ()):
        self.index = RecordIndex(paths)
        self._truth = RecordIndex(truth)
        self._released = lru_cache(None)(_released)
        self.index.joined(lambda name: stored[0].about(stored[1]) if (stored := self._find(name)) else None)

    def question(self, name: str) -> Instance | None:
        """The question with this id, or with this key of its source; None if there is none."""
        stored = self._find(name)
        if stored is None:
            return None
        record = stored[0].record(stored[1])
        assert isinstance(record, Instance)
        return record

    def about(self, record: Record) -> Instance | None:
        """The question that a record is, or refers to."""
        return record if isinstance(record, Instance) else self.question(name_of(record))

    def judged(self, record: Record) -> Answer | Episode | None:
        """The answer that a verdict judges; None for other records, or if no file holds it."""
        if not isinstance(record, Verdict):
            return None
        for index in (self.index, self._truth):
            for row in index.answers(record.id, record.agent or ""):
                answer = index.record(row)
                if isinstance(answer, Answer | Episode) and answer.sample == record.sample:
                    return answer
        return None

    def _find(self, name: str) -> tuple[RecordIndex, int] | None:
        for index in (self.index, self._truth):
            if (row := index.questions.get(name)) is not None:
                return index, row
        family = name.partition("/")[0]
        if family not in FAMILIES:
            return None
        index = self._released(family)
        row = index.questions.get(name)
        return None if row is None else (index, row)


def name_of(record: Record) -> str:
    """The id by which a record refers to its question."""
    if isinstance(record, Episode):
        return record.instance
    if isinstance(record, Answer) and isinstance(record.answer, Episode):
        return record.answer.instance
    return str(record.id)


def answer_of(record: Answer | Episode) -> Answer:
    """An answer or an episode in the form that is judged."""
    if isinstance(record, Episode):
        return Answer(id=record.instance, sample=record.sample, answer=record, agent=record.agent)
    return record


def _released(family: str) -> RecordIndex:
    try:
        return RecordIndex(sorted((RELEASED / family).glob("*.jsonl*")))
    except RecordError:
        return RecordIndex(())  # a copy of the package without its sets
