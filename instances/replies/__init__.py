"""Answer files as they come: our own rows, and what other harnesses write down of a model's replies.

A format is one module here, recognised by the first line of a file: ``recognises(line)`` says whether it is
its own, ``answers(path, lines)`` gives the answers.  Ids are those of the requests: ours, or a source's.
"""

from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

from ..errors import RecordError
from ..lines import decoded, files_of, mistaken, read_lines
from ..places import modules
from ..records import Answer
from ..store import ANSWER_BYTES, record_of


def formats() -> dict[str, Any]:
    """The modules of the formats beside our own rows, by name."""
    return {
        name: import_module(module) for name, module in modules("replies", "instances", "replies").items()
    }


def read_replies(path: str | Path) -> Iterator[Answer | RecordError]:
    """The answers of a file of any known format, RecordError where one is bad; raised for no such file."""
    for file in files_of(path):
        yield from _read(str(file))


def _read(name: str) -> Iterator[Answer | RecordError]:
    lines = read_lines(name, ANSWER_BYTES)
    for number, line in lines:
        if isinstance(line, RecordError):
            yield line
            continue
        rest = chain([(number, line)], lines)
        for format in formats().values():
            if format.recognises(line):
                yield from format.answers(name, rest)
                return
        if (kind := mistaken(line)) is not None:
            raise RecordError(kind, file=name)
        yield from decoded(name, rest, lambda row, place: [record_of(row, Answer, name, place)])


def foreign(path: str | Path) -> bool:
    """Whether a file begins as another harness begins one: ``read_replies`` reads it, ``store`` does not."""
    for file in files_of(path):
        first = next((line for _, line in read_lines(str(file), ANSWER_BYTES)), b"")
        return isinstance(first, bytes) and any(reader.recognises(first) for reader in formats().values())
    return False


def named_model(name: object) -> str | None:
    """The agent that a file names as its model; None where it names none."""
    return name if isinstance(name, str) and name else None


def named(custom_id: str) -> tuple[str, int]:
    """The id of the question and the number of the sample that the id of a request says.

    >>> named("planning/val/ferry/00#2"), named("planning/val/ferry/00")
    (('planning/val/ferry/00', 2), ('planning/val/ferry/00', 0))
    """
    question, mark, sample = custom_id.rpartition("#")
    if mark and sample.isdecimal() and sample.isascii() and len(sample) < 10:
        return question, int(sample)
    return custom_id, 0
