"""The file that lm-eval's ``--log_samples`` writes for a task: one line a document and filter.

``resps`` holds what the model wrote, before any filter, as one list of repeats for each request; the document
names its question by ``id``, and its task by ``group`` where the benchmark is ACPBench.  Of a document that
stands there once for each of several filters, the first line counts.
"""

from collections.abc import Iterator

import msgspec

from ..errors import RecordError
from ..hostile import FAULTS, explain
from ..lines import Lines, decoded
from ..records import Answer


class Document(msgspec.Struct):
    """What is read of a document."""

    id: str | int
    group: str | None = None


class Line(msgspec.Struct):
    """What is read of a line."""

    doc: Document
    resps: list[list[str]]
    filter: str = "none"


class _Any(msgspec.Struct):
    doc_id: int
    doc: msgspec.Raw
    resps: msgspec.Raw


_LINE, _ANY = msgspec.json.Decoder(Line), msgspec.json.Decoder(_Any)


def recognises(line: bytes) -> bool:
    """Whether the line has a document with its number and replies."""
    try:
        _ANY.decode(line)
    except FAULTS:
        return line.startswith(b'{"doc_id"')
    return True


def answers(path: str, lines: Lines) -> Iterator[Answer | RecordError]:
    """The replies, in file order."""
    filters: dict[str | int, str] = {}

    def replies(line: bytes, _: int) -> list[Answer]:
        row = _decode(line)
        if filters.setdefault(row.doc.id, row.filter) != row.filter:
            return []
        texts = [text for repeats in row.resps for text in repeats]
        return [
            Answer(id=row.doc.id, response=text, sample=sample, task=row.doc.group)
            for sample, text in enumerate(texts)
        ]

    return decoded(path, lines, replies)


def _decode(line: bytes) -> Line:
    try:
        return _LINE.decode(line)
    except FAULTS as error:
        message, field = explain(error)
        if field == "doc.id":
            message += "; certwright export lm-eval writes documents that have it"
        elif field is not None and field.startswith("resps"):
            message += "; likelihoods of choices are no text to be judged"
        raise RecordError(message, field=field) from None
