"""The JSONL store: one record per line, read and written as a stream.

Files come from outside, so a reader never raises because of their content: each bad line is yielded as a
RecordError value with file, line and field, and reading continues.  A line that was cut off when its writer
died (no newline at the end) is reported like any other bad line, and dropped by a writer that resumes.  ``-``
is stdin or stdout; gzip is recognised by its first bytes when reading and by ``.gz`` when writing.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import msgspec

from .canonical import encode
from .errors import RecordError, UnsupportedError
from .hostile import DEPTH_LIMIT, FAULTS, TRUNCATED, refused, repeated_key, shallow
from .lines import BUFFER_BYTES, files_of, json_lines
from .outputs import Output, write_all
from .records import EPISODE_SCHEMA, INSTANCE_SCHEMA, VERDICT_SCHEMA, Answer, Episode, Instance, Json, Verdict
from .resuming import Sidecar
from .verdicts import VerdictRow, row_of, verdict_of

T = TypeVar("T")

INSTANCE_BYTES = 64 * 2**20
ANSWER_BYTES = 16 * 2**20
_ANSWER_KEYS = (b'"id"', b'"response"', b'"answer"', b'"sample"', b'"task"', b'"form"')
_ANSWERS = msgspec.json.Decoder(Answer)


class _Given(msgspec.Struct, frozen=True):
    """Whether a row has a key ``response`` or ``answer`` at all: null counts as an answer, a missing key does
    not."""

    response: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    answer: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_GIVEN = msgspec.json.Decoder(_Given)
SCHEMAS: dict[Any, str] = {
    kind: schema.partition("/")[0]
    for kind, schema in ((Instance, INSTANCE_SCHEMA), (Episode, EPISODE_SCHEMA), (Verdict, VERDICT_SCHEMA))
}


def raised(records: Iterable[T | RecordError]) -> Iterator[T]:
    """The records; raises the first error among them."""
    for record in records:
        if isinstance(record, RecordError):
            raise record
        yield record


def readable(records: Iterable[T | RecordError]) -> Iterator[T]:
    """The records that could be read, without the errors."""
    return (record for record in records if not isinstance(record, RecordError))


class Tag(msgspec.Struct, frozen=True):
    """The schema that a line names; the rest of the line is ignored."""

    schema: Any = None


_TAGS = msgspec.json.Decoder(Tag)


class Key(msgspec.Struct, frozen=True):
    """The fields that identify a record within its file; the rest of the line is ignored."""

    id: str | int | None = None
    instance: str | None = None
    sample: int = 0


def read_instances(path: str | Path) -> Iterator[Instance | RecordError]:
    """The instances of a file in file order, with a RecordError in place of each bad line."""
    return _read(path, INSTANCE_BYTES, _instance)


def read_episodes(path: str | Path) -> Iterator[Episode | RecordError]:
    """The episodes of a file in file order, with a RecordError in place of each bad line."""
    return _read(path, INSTANCE_BYTES, _decoder(Episode))


def read_answers(path: str | Path) -> Iterator[Answer | RecordError]:
    """The rows of an answer file in file order, with a RecordError in place of each bad line.

    A row must hold ``response`` or ``answer``, if only as null, or be an episode, which answers the instance
    that it names: the row's ``answer`` is then the Episode.
    """
    return _read(path, ANSWER_BYTES, _answer)


def read_records(path: str | Path, *kinds: type[Any]) -> Iterator[Any]:
    """The records of a file, RecordErrors for bad lines; without a schema the first type that fits."""
    decoders = {SCHEMAS.get(kind, ""): _verdict if kind is Verdict else _decoder(kind) for kind in kinds}
    last = list(decoders.values())[-1]

    def decoded(line: bytes) -> Any:
        schema = _TAGS.decode(line).schema
        name = schema.partition("/")[0] if isinstance(schema, str) else ""
        if name not in SCHEMAS.values():
            return last(line)
        if name not in decoders:
            raise RecordError(f"{schema} is not read here", field="schema")
        return decoders[name](line)

    return _read(path, INSTANCE_BYTES, decoded)


def _verdict(line: bytes) -> Verdict:
    return verdict_of(_VERDICTS(line))


def read_keys(path: str | Path) -> Iterator[tuple[str, int]]:
    """The (id, sample) of each readable line; an episode has the id of its instance."""
    decoder = msgspec.json.Decoder(Key)
    for key in _read(path, INSTANCE_BYTES, decoder.decode):
        if not isinstance(key, RecordError) and (name := key.id if key.instance is None else key.instance):
            yield str(name), key.sample


def _read(path: str | Path, limit: int, decoder: Callable[[bytes], T]) -> Iterator[T | RecordError]:
    """Decode line by line; raises RecordError when the file cannot be opened or is clearly not JSON Lines."""
    for file in files_of(path):
        for number, line in json_lines(file, limit):
            try:
                yield line if isinstance(line, RecordError) else _decoded(line, decoder, str(file), number)
            except RecordError as error:
                yield error


def _decoded(line: bytes, decoder: Callable[[bytes], T], name: str, number: int) -> T:
    try:
        return decoder(line)
    except RecordError as error:
        raise error.within(name, number) from None
    except FAULTS as error:
        why = refused(error, name, number)
        if why.message == TRUNCATED and not line.endswith(b"\n"):
            raise RecordError("last line is torn: JSON ends too early", file=name, line=number) from None
        raise why from None


def _decoder(kind: type[T]) -> Callable[[bytes], T]:
    """Strict decoding of our own records; a line in canonical form cannot hold a repeated key."""
    decoder = msgspec.json.Decoder(kind)

    def strict(line: bytes) -> T:
        record = decoder.decode(line)
        if not shallow(line):
            raise RecordError(f"nested deeper than {DEPTH_LIMIT} levels")
        if encode(record) != line.rstrip() and (key := repeated_key(line)) is not None:
            raise RecordError("key occurs twice in one object", field=key)
        return record

    return strict


def _answer(line: bytes) -> Answer:
    """One answer row; the costly search for repeated keys is made only if the bytes suggest one."""
    if _EPISODE_NAME in line and _EPISODE_MARK.search(line):
        episode = _EPISODES(line)
        return Answer(id=episode.instance, sample=episode.sample, answer=episode, agent=episode.agent)
    row = _ANSWERS.decode(line)
    if isinstance(row.id, str) and row.response is not None and row.answer is None:
        texts = 2 + (row.agent is not None) + (row.task is not None) + (row.form is not None)
        if line.count(b'"') < 4 * texts + 2 * (row.sample != 0) + 2:
            return row  # what was read needs all quotes but one: no other key has room
    if line.count(b"[") + line.count(b"{") > DEPTH_LIMIT and not shallow(line):
        raise RecordError(f"nested deeper than {DEPTH_LIMIT} levels")
    if row.response is not None and row.answer is None:
        suspect = b"\\u00" in line or max(map(line.count, _ANSWER_KEYS)) > 1
    elif row.response is None and row.answer is None and _GIVEN.decode(line) == _Given():
        question = str(_TAGS.decode(line).schema).startswith(SCHEMAS[Instance])
        raise RecordError(
            "this is a question, not an answer" if question else "row holds neither response nor answer"
        )
    else:
        suspect = True
    if suspect and (key := repeated_key(line)) is not None:
        raise RecordError("key occurs twice in one object", field=key)
    return row


def _instance(line: bytes) -> Instance:
    try:
        return _STRICT(line)
    except FAULTS:
        if _TAGS.decode(line).schema is None and _GIVEN.decode(line) != _Given():
            raise RecordError("this is an answer, not a question") from None
        raise


_STRICT = _decoder(Instance)


def record_of(line: bytes, kind: type[T], file: str, number: int) -> T:
    """The instance, verdict, episode or answer on one line; RecordError with file, line and field."""
    return cast(T, _decoded(line, _READERS[kind], file, number))


_EPISODE_NAME = b'"certwright.episode/'
_EPISODE_MARK = re.compile(rb'"schema"\s*:\s*"certwright\.episode/')
_EPISODES = _decoder(Episode)
_VERDICTS = _decoder(VerdictRow)
_READERS: dict[type[Any], Callable[[bytes], Any]] = {
    Instance: _instance,
    Episode: _EPISODES,
    Verdict: _verdict,
    Answer: _answer,
}


class JsonlWriter:
    """Writes records as canonical lines into a file that appears when it is complete (see ``outputs``).

    ``resume`` begins with the existing records and drops a torn last line (``dropped`` is its length in
    bytes).  ``made`` describes the input and options: a writer that fails then keeps its records for one that
    resumes, which is refused (RecordError) with a different ``made``; ``keep`` keeps them for people.
    ``flush`` false gathers lines into larger writes.  Raises UnsupportedError for resuming stdout or gzip.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        resume: bool = False,
        flush: bool = True,
        made: Json | None = None,
        keep: bool = False,
    ):
        self.path, self.dropped, self.records, self._written = str(path), 0, 0, 0
        self._flush, self._pending = flush, bytearray()
        packed = self.path.endswith(".gz")
        if resume and (packed or self.path == "-"):
            raise UnsupportedError(f"cannot resume {self.path}: only a plain file can be resumed")
        self._output = Output(path, keep=resume or keep or bool(made and not packed))
        self._file, self._packed = self._output.file, None
        self.standing, self._sidecar = Path(path), Sidecar(self._output, {} if packed else made or {})
        if self._output.part is not None:
            try:
                self.standing, self.dropped = self._sidecar.begin(self._output, resume)
            except BaseException as error:
                self._output.abandon(error)
                raise
        if packed:
            self._packed = gzip.GzipFile(filename="", mode="wb", fileobj=self._file, mtime=0)
            self._flush = False

    _packed: gzip.GzipFile | None

    @property
    def notes(self) -> list[Json] | None:
        """The notes on the existing records; None if it is unknown how they were made."""
        return self._sidecar.notes if self._sidecar.known else None

    def note(self, what: Json, *, always: bool = False) -> None:
        """Record a note for a writer that resumes: about the next record, or ``always``."""
        if self._output.part is not None and self._packed is None:
            self._sidecar.note(0 if always else self.records + 1, what)

    def write(self, record: Any) -> None:
        """Append one record as a line; a verdict is written in its file form."""
        self._pending += encode(row_of(record) if isinstance(record, Verdict) else record)
        self._pending += b"\n"
        self.records += 1
        self._written += 1
        if self._flush or len(self._pending) >= BUFFER_BYTES:
            self.flush()

    def flush(self) -> None:
        """Flush all buffered lines to the operating system."""
        pending, self._pending = bytes(self._pending), bytearray()
        write_all(cast(BinaryIO, self._packed or self._file), pending)
        if self.path == "-":
            self._file.flush()

    def kept(self) -> Iterator[Instance]:
        """The existing instances, read before any is written; RecordError for a damaged or repeated line."""
        return self._kept(read_instances, lambda instance: instance.id)

    def kept_answers(self) -> Iterator[Answer]:
        """The existing answer rows, each counted; RecordError for a damaged or repeated line."""
        return self._kept(
            read_answers, lambda row: f"{row.agent or 'the answer'} to {row.id}, sample {row.sample},"
        )

    def _kept(
        self, read: Callable[[Path], Iterator[T | RecordError]], name_of: Callable[[T], str]
    ) -> Iterator[T]:
        if self._output.part is None:
            return
        seen: set[str] = set()
        for number, record in enumerate(read(self._output.part), 1):
            if isinstance(record, RecordError):
                raise record.within(str(self.standing), record.line)
            if (name := name_of(record)) in seen:
                raise RecordError(f"{name} occurs twice", file=str(self.standing), line=number)
            seen.add(name)
            self.records += 1
            yield record

    def close(self) -> None:
        """Flush and move the file to its final name."""
        self.flush()
        if self._packed is not None:
            self._packed.close()
        if self._output.part is None:
            self._output.commit()
        else:
            self._sidecar.finish(self._output)

    def __enter__(self) -> JsonlWriter:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            self.close()
            return
        if self._packed is None:
            with suppress(OSError):  # the disk may be what failed
                self.flush()
        if not self._written and self.standing != self._output.part:
            self._output.keep = False  # what was copied stands in the target anyway
            self._sidecar.forget()
        self._output.abandon(error)
