"""A log of Inspect, ``.eval`` or ``.json``: the output of each sample, or the episode that it played.

A sample's id names the question, its epoch the sample; what our own tasks ask or play stands whole in the
sample's store.  Logs in the format ``.eval`` are zip archives packed
by zstd, which Python reads from 3.14 on; before, the package ``zipfile-zstd`` does, which comes with Inspect.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar
from zipfile import BadZipFile, ZipFile, ZipInfo

import msgspec
from msgspec.json import Decoder

from ..errors import EngineMissingError, LimitError, RecordError
from ..hostile import DEPTH_LIMIT, FAULTS, convert, refused, shallow
from ..lines import Lines, read_bytes
from ..records import Answer, Episode, Json, Reply
from ..store import INSTANCE_BYTES
from . import named, named_model
from .openai_batch import spoken

LOG_BYTES = 2**30  # the largest ``.json`` log that is read, for it is read as a whole
_ZIP = b"PK\x03\x04"
_BEGIN = re.compile(rb'\s*(\{|\{\s*"version":\s*\d+,\s*"status":.*)\s*', re.DOTALL)
_MEMBER = re.compile(r"samples/.*\.json")

T = TypeVar("T")


class Sample(msgspec.Struct):
    """What is read of a sample."""

    id: str | int
    epoch: int
    output: Json = {}
    store: Json = {}
    metadata: Json = {}
    attachments: dict[str, str] = {}
    error: Json | None = None


class _Eval(msgspec.Struct):
    model: Any = None


class _Log(msgspec.Struct):
    eval: _Eval
    samples: list[Sample] | None = None


_SAMPLE, _LOG = Decoder(Sample), Decoder(_Log)
HEADERS = ("header.json", "_journal/start.json")
"""What says the model of a log in the format ``.eval``: the second stands there alone while a run goes on."""


def recognises(line: bytes) -> bool:
    """Whether the line begins a zip archive, or a JSON object over several lines, or a log in one line."""
    return line.startswith(_ZIP) or _BEGIN.fullmatch(line) is not None


def answers(path: str, lines: Lines) -> Iterator[Answer | RecordError]:
    """The answers of the samples, in the order of the log."""
    _, first = next(lines)
    if path == "-":
        raise RecordError("a log of Inspect is read from a file, not from stdin", file=path)
    packed = isinstance(first, bytes) and first.startswith(_ZIP)
    for model, sample in _packed(path) if packed else _plain(path):
        try:
            yield sample if isinstance(sample, RecordError) else _answer(sample, named_model(model))
        except RecordError as error:
            yield error.within(path)


def _plain(path: str) -> Iterator[tuple[Any, Sample]]:
    text = read_bytes(path, LOG_BYTES)
    try:
        log = _LOG.decode(text)
    except FAULTS as error:
        why = refused(error)
        message = f"this is no log of Inspect: {why.message}; JSON lines are one object a line"
        raise RecordError(message, file=path, field=why.field) from None
    yield from ((log.eval.model, sample) for sample in log.samples or ())


def _packed(path: str) -> Iterator[tuple[Any, Sample | RecordError]]:
    with suppress(ImportError):
        import_module("zipfile_zstd")
    try:
        with ZipFile(path) as archive:
            # a sample that was run again stands there twice: the last one counts
            members = {member.filename: member for member in archive.infolist()}
            headers = [members[name] for name in HEADERS if name in members]
            if not headers:
                raise RecordError("a zip archive, but no log of Inspect", file=path)
            header = _member(path, archive, headers[0], _LOG)
            if isinstance(header, RecordError):
                raise header
            for name, member in members.items():
                if _MEMBER.fullmatch(name):
                    sample = _member(path, archive, member, _SAMPLE)
                    yield header.eval.model, sample
    except (BadZipFile, EOFError, OSError) as error:
        raise RecordError(f"broken zip archive: {error}", file=path) from None
    except NotImplementedError:
        why = "is compressed with zstd, which this Python cannot read"
        mend = "pip install zipfile-zstd, or convert it: inspect log convert --to json"
        raise EngineMissingError(f"{path} {why}; {mend}") from None


def _member(
    path: str, archive: ZipFile, member: ZipInfo, decoder: msgspec.json.Decoder[T]
) -> T | RecordError:
    if member.file_size > INSTANCE_BYTES:
        raise LimitError(f"{path}: {member.filename} is larger than {INSTANCE_BYTES} bytes")
    with archive.open(member) as file:
        text = file.read(INSTANCE_BYTES + 1)
    try:
        return decoder.decode(text)
    except FAULTS as error:
        why = refused(error)
        return RecordError(f"{member.filename}: {why.message}", file=path, field=why.field)


def _answer(sample: Sample, model: str | None) -> Answer:
    episode = sample.store.get("episode")
    if isinstance(episode, dict) and "schema" in episode:
        played = _converted(sample, episode, "episode", Episode)
        return Answer(id=played.instance, sample=played.sample, answer=played, agent=played.agent)
    if isinstance(reply := sample.store.get("reply"), dict):
        return _converted(sample, reply, "reply", Reply)
    if not sample.output.get("choices"):
        why = (sample.error or {}).get("message", "no output")
        raise RecordError(f"sample {sample.id}, epoch {sample.epoch}: no reply: {str(why)[:200]}")
    question, number = named(sample.id) if isinstance(sample.id, str) else (sample.id, 0)
    task, form = (sample.metadata.get(key) for key in ("task", "form"))
    return Answer(
        id=question,
        response=_reply(sample),
        sample=number + max(sample.epoch - 1, 0),
        task=task if isinstance(task, str) else None,
        form=form if isinstance(form, str) else None,
        agent=model,
    )


def _reply(sample: Sample) -> str:
    first: Any = sample.output["choices"][0]
    message = first.get("message") if isinstance(first, dict) else None
    text = spoken(message.get("content")) if isinstance(message, dict) else ""
    name = text.removeprefix("attachment://")
    return sample.attachments.get(name, text) if name != text else text


def _converted(sample: Sample, record: Json, name: str, kind: type[T]) -> T:
    """A record of ours, which our tasks leave in the store of a sample."""
    try:
        converted = convert(record, kind)
    except RecordError as why:
        raise RecordError(f"sample {sample.id}: {why.message}", field=f"store.{name}.{why.field}") from None
    if not shallow(msgspec.json.encode(record)):
        raise RecordError(f"sample {sample.id}: nested deeper than {DEPTH_LIMIT} levels", field="store")
    return converted
