"""ACPBench and ACPBench Hard files (Kokel et al., 2025): the JSON shape, in and out.

A file is a JSON list of records, or one record a line: id, group, context, question, answer; generative ones
add PDDL_domain and PDDL_problem, multiple-choice ones choices and query.  ``group`` names task and form.  Ids
are unique within a file only, so an instance is keyed ``acpbench:form/task/id``.  What a question asks for
formally (``query``) stands in words and is filled in by the planning verifiers, which can read the world.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ..canonical import seal
from ..errors import LimitError, NameUnknownError, RecordError
from ..hostile import FAULTS, decode, refused
from ..lines import files_below, read_bytes
from ..names import TaskName, answer_format, domain_of_context, task_of_group
from ..places import PACKAGE
from ..records import Grades, Instance, Json, Prompt, Source
from . import Format
from .acpbench_writer import LETTERS, row_of, write
from .pddl import domain_key

__all__ = ["Row", "instance_of", "read", "row_of", "write"]

FORMAT = "acpbench"
FILE_BYTES = 2**28
SUFFIXES = (".json", ".json.gz", ".jsonl", ".jsonl.gz")


class Choices(msgspec.Struct, frozen=True):
    """The options of a multiple-choice record and their letters."""

    text: list[str]
    label: list[str]


class Row(msgspec.Struct, frozen=True):
    """A record as it stands in a file; keys beyond these are passed over."""

    id: int | str
    group: str
    question: str
    context: str = ""
    answer: Any = None
    PDDL_domain: str | None = None
    PDDL_problem: str | None = None
    choices: Choices | None = None
    query: str | None = None


_ROW = msgspec.json.Decoder(Row)
_LIST = msgspec.json.Decoder(list[msgspec.Raw])


def read(path: str | Path) -> Iterator[Instance | RecordError]:
    """The instances of a file, or of a folder's files, a RecordError for each bad record or where none is."""
    seen: set[str] = set()
    place = Path(path)
    files = files_below(place, SUFFIXES) if place.is_dir() else [place]
    if not files:
        raise RecordError("folder holds no .json or .json.gz file", file=str(path))
    records = ((file, *record) for file in files for record in _records(file))
    for source, number, where, text in records:
        if isinstance(text, RecordError):
            yield text
            continue
        try:
            instance = instance_of(decode(text, _ROW), source.name)
            key = instance.source.key if instance.source else ""
            if key in seen:
                raise RecordError(f"{key} occurs twice", field="id")
        except (RecordError, NameUnknownError) as error:
            field, message = getattr(error, "field", None), getattr(error, "message", str(error))
            yield RecordError(f"{where}: {message}", file=str(source), line=number, field=field)
        else:
            seen.add(key)
            yield instance


def _records(file: Path) -> Iterator[tuple[int | None, str, bytes | RecordError]]:
    try:
        text = read_bytes(file, FILE_BYTES)
    except (RecordError, LimitError) as error:
        yield None, "", error if isinstance(error, RecordError) else RecordError(str(error))
        return
    if text.lstrip()[:1] != b"[":
        for number, line in enumerate(text.split(b"\n"), 1):
            if line.strip():
                yield number, "record", line
        return
    try:
        for place, raw in enumerate(_LIST.decode(text)):
            yield None, f"record {place}", bytes(raw)
    except FAULTS as error:
        yield None, "", refused(error, str(file))


def instance_of(row: Row, file: str) -> Instance:
    """The instance of a record, ``query`` empty; RecordError names the field, NameUnknownError the group."""
    task, form = task_of_group(row.group)
    prompt = Prompt(
        question=row.question,
        context=row.context,
        choices=_choices(row) if form == "mcq" else (),
        answer_format=answer_format(task.key, form),
    )
    truth, gold = _stored(row, task, form)
    source = Source(
        format=FORMAT,
        key=f"{FORMAT}:{form}/{task.key}/{row.id}",
        file=file,
        id=str(row.id),
        answer=row.answer,
        fields={} if row.query is None else {"query": row.query},
    )
    return seal(
        Instance(
            id="",
            family="planning",
            task=task.key,
            form=form,  # type: ignore[arg-type]
            domain=_domain(row, form),
            world=_world(row) if form == "gen" else {},
            query={},
            prompt=prompt,
            source=source,
            truth=truth,
            gold=gold,
            grades=Grades(unverified=1) if truth else None,
        )
    )


def _world(row: Row) -> Json:
    for field in ("PDDL_domain", "PDDL_problem"):
        if not (getattr(row, field) or "").strip():
            raise RecordError("generative record without PDDL text", field=field)
    return {"kind": "pddl", "domain": row.PDDL_domain, "problem": row.PDDL_problem}


def _domain(row: Row, form: str) -> str:
    """Our key of the domain; for one that no table knows its PDDL name made safe, or ``unknown``."""
    try:
        return domain_key(row.PDDL_domain or "") if form == "gen" else domain_of_context(row.context).key
    except NameUnknownError:
        return "unknown"
    except RecordError as error:
        raise RecordError(error.message, field="PDDL_domain") from None


def _choices(row: Row) -> tuple[str, ...]:
    if row.choices is None:
        raise RecordError("multiple-choice record without choices", field="choices")
    labels, texts = row.choices.label, row.choices.text
    if not texts or labels != list(LETTERS[: len(texts)]):
        raise RecordError("labels are not A, B, ... one for each text", field="choices.label")
    return tuple(texts)


def _stored(row: Row, task: TaskName, form: str) -> tuple[Json | None, str | None]:
    """Truth and gold of the forms that carry no world; a generative answer is only checked for its shape."""
    if row.answer is None:
        return None, None
    if form == "gen":
        try:
            msgspec.convert(row.answer, Any if task.stored is None else task.stored)
        except msgspec.ValidationError as error:
            why = refused(error)
            dot = "." if why.field and why.field[0] != "[" else ""
            raise RecordError(why.message, field=f"answer{dot}{why.field or ''}") from None
        return None, None
    word = row.answer.strip() if isinstance(row.answer, str) else ""
    if form == "bool":
        if word.lower() not in ("yes", "no"):
            raise RecordError("stored answer is neither yes nor no", field="answer")
        return {"kind": "bool", "answer": word.lower() == "yes"}, word.lower()
    labels = row.choices.label if row.choices else []
    if word.upper() not in labels:
        raise RecordError(f"stored answer is not one of {', '.join(labels)}", field="answer")
    return {"kind": "mcq", "answer": word.upper(), "values": []}, word.upper()


ROW = Format(
    FORMAT,
    "ACPBench, ACPBench Hard (JSON)",
    read=read,
    write=write,
    formal=f"{PACKAGE}.verifiers.planning.questions:formal_query",
)
