"""One record, as the checker reads it: strict JSON, exact fields, and an id that names what is asked.

The format is ``certwright.instance/1`` (docs/records.md).  Nothing is taken on trust: unknown fields,
repeated keys, NaN, deep nesting and wrong types are refused, since a judge and a checker that read one record
in two ways would prove one thing and score another.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from .fields import anything, count, exactly, listing, mapping, optional, string
from .refused import RefusedError, UnknownKindError, clip, refuse

Json = dict[str, Any]

SCHEMA = "certwright.instance/1"
MAX_RECORD = 64 * 2**20
"""The most bytes of one record."""
MAX_DEPTH = 64
"""How deep arrays and objects may be nested."""

_PROMPT = {
    "question": string(10**7),
    "context": string(10**7),
    "choices": listing(string(10**6), 1000),
    "shots": listing(string(10**7), 100),
    "answer_format": string(10**6),
    "limits": mapping(anything),
}
_GRADES = ("certified", "engine_proven", "undecided", "unverified")
_REQUIRED = ("id", "family", "task", "form", "domain", "world", "query", "prompt")
_CERTIFICATES = listing(exactly(kind=string(100), body=mapping(anything)), 4096)
_DATA = ("level", "split", "seed", "index", "generator", "source", "difficulty", "canary", "commitment")
"""Fields that no judge reads: they say where a record comes from, and prove nothing."""
_KNOWN = {*_REQUIRED, *_DATA, "schema", "truth", "gold", "certificates", "grades"}


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof: ``kind`` selects the rule that replays it, ``body`` is its data."""

    kind: str
    body: Json


@dataclass(frozen=True, slots=True)
class Record:
    """One question with its truth and the proofs of it."""

    id: str
    family: str
    task: str
    form: str
    domain: str
    world: Json
    query: Json
    prompt: Json
    truth: Json | None
    gold: str | None
    certificates: tuple[Certificate, ...]
    grades: dict[str, int] | None


def decode(line: bytes | str) -> Json:
    """The JSON object that a line holds; RefusedError for anything else."""
    refuse(len(line) > MAX_RECORD, f"the record is larger than {MAX_RECORD} bytes")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        text.encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"no strict JSON: {error}") from None
    if not isinstance(value, dict):
        raise RefusedError(f"no JSON object but {clip(value)}")
    _shallow(value)
    return value


def read(data: Json) -> Record:
    """The record that a JSON object holds; RefusedError for unknown or missing fields, types, a wrong id."""
    if data.get("schema") != SCHEMA:
        raise UnknownKindError(f"schema: {clip(data.get('schema'))} is not {SCHEMA}")
    unknown, missing = sorted(set(data) - _KNOWN), [key for key in _REQUIRED if key not in data]
    if unknown or missing:
        raise RefusedError(f"{(unknown or missing)[0]}: {'no such field' if unknown else 'missing'}")
    texts = {key: string(2000)(key, data[key]) for key in ("id", "family", "task", "form", "domain")}
    objects = {key: mapping(anything)(key, data[key]) for key in ("world", "query")}
    listed = _CERTIFICATES("certificates", data.get("certificates", []))
    record = Record(
        **texts,
        **objects,
        prompt=_prompt(data["prompt"]),
        truth=optional(mapping(anything))("truth", data.get("truth")),
        gold=optional(string(10**6))("gold", data.get("gold")),
        certificates=tuple(Certificate(entry.kind, entry.body) for entry in listed),
        grades=_grades(data.get("grades")),
    )
    refuse(record.id != identity(record), "id: the question is not the one that the id names")
    return record


def identity(record: Record) -> str:
    """The id that a question's content gives it: the sha256 of its canonical JSON, 16 hex digits of it."""
    keys = ("family", "task", "form", "domain", "world", "query", "prompt")
    named = canonical({key: getattr(record, key) for key in keys})
    return f"{record.family}/{record.task}/{record.domain}/{hashlib.sha256(named).hexdigest()[:16]}"


def canonical(value: Any) -> bytes:
    """Canonical JSON: UTF-8, keys sorted by code point, no blanks, floats as Python's repr."""
    try:
        return json.dumps(
            value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
        ).encode()
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"no canonical JSON: {error}") from None


def _prompt(value: Any) -> Json:
    """The prompt without the fields that are empty: empty and absent mean the same, and the id says so."""
    prompt = mapping(anything)("prompt", value)
    unknown = sorted(set(prompt) - set(_PROMPT))
    if unknown or "question" not in prompt:
        raise RefusedError(f"prompt.{unknown[0]}: no such field" if unknown else "prompt.question: missing")
    read_fields = {key: _PROMPT[key](f"prompt.{key}", item) for key, item in prompt.items()}
    return {key: item for key, item in read_fields.items() if item or key == "question"}


def _grades(value: Any) -> dict[str, int] | None:
    if value is None:
        return None
    stated = mapping(count)("grades", value)
    if unknown := sorted(set(stated) - set(_GRADES)):
        raise RefusedError(f"grades.{unknown[0]}: no such field")
    return {grade: stated.get(grade, 0) for grade in _GRADES}


def _object(pairs: list[tuple[str, Any]]) -> Json:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise RefusedError(f"key {twice[:100]!r} occurs twice in one object")
    return value


def _constant(word: str) -> Any:
    raise RefusedError(f"{word} is no JSON")


def _shallow(value: Any) -> None:
    layer, depth = [value], 0
    while layer:
        depth += 1
        refuse(depth > MAX_DEPTH + 1, f"nested deeper than {MAX_DEPTH} levels")
        layer = [
            item
            for whole in layer
            if isinstance(whole, (dict, list))
            for item in (whole.values() if isinstance(whole, dict) else whole)
        ]
