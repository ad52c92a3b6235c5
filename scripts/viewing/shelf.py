"""The files to be viewed, and the questions of their verdicts, answers and episodes.

A question is looked up by its id in the given files, then in those given as truth, then in the released set
of the family in the id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from ...instances.errors import RecordError
from ...instances.names import FAMILIES
from ...instances.records import Answer, Episode, Instance, Verdict
from ..library.questions import RELEASED
from .index import Record, RecordIndex


class Shelf:
    """An index of the listed files, and one of the files that only provide questions.

    Raises RecordError for a file that cannot be read, LimitError for too many records.
    """

    def __init__(self, paths: Sequence[str | Path], truth: Sequence[str | Path] = ()):
        self.index = RecordIndex(paths)
        self._truth = RecordIndex(truth)
        self._released = lru_cache(None)(_released)
        self.index.joined(self._about)

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
        if isinstance(record, Instance):
            return record
        return self.question(name_of(record))

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

    def _about(self, name: str) -> Mapping[str, str] | None:
        stored = self._find(name)
        return None if stored is None else stored[0].about(stored[1])

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
    folder = RELEASED / family
    paths = sorted(folder.glob("*.jsonl*"))
    try:
        return RecordIndex(paths)
    except RecordError:
        return RecordIndex(())  # a copy of the package without its sets
