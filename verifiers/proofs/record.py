"""One record, as the checker reads it: strict JSON, exact fields, and an id that names what is asked.

Nothing is taken on trust (docs/records.md): unknown fields, repeated keys, NaN, deep nesting and wrong types
are refused, lest a judge and a checker that read one record in two ways prove one thing and score another.
"""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from .fields import Kind, Stated, anything, count, exactly, having, listing, mapping, optional, string
from .refused import RefusedError, UnknownKindError, clip, refuse

Json = dict[str, Any]
SCHEMA = "certwright.instance/1"
MAX_RECORD = 64 * 2**20  # the most bytes of one record
MAX_DEPTH = 64  # how deep arrays and objects may be nested
_TEXT, _OBJECT = string(2000), mapping(anything)
_PROMPT = {
    "context": string(10**7),
    "choices": listing(string(10**6), 1000),
    "shots": listing(string(10**7), 100),
    "answer_format": string(10**6),
    "limits": _OBJECT,
}
_NAMED: dict[str, Kind] = dict.fromkeys(("family", "task", "form", "domain"), _TEXT)
_NAMED |= {"world": _OBJECT, "query": _OBJECT, "prompt": having({"question": string(10**7)}, _PROMPT)}
"""Fields that the id is the digest of."""
_GRADES: dict[str, Kind] = dict.fromkeys(("certified", "engine_proven", "undecided", "unverified"), count)
_STATED = {
    "truth": optional(_OBJECT),
    "gold": optional(string(10**6)),
    "certificates": listing(exactly(kind=string(100), body=_OBJECT), 4096),
    "grades": optional(having({}, _GRADES)),
}
_DATA = ("level", "split", "seed", "index", "generator", "source", "difficulty", "canary", "commitment")
"""Fields that no judge reads: they say where a record comes from, and prove nothing."""
_RECORD = having({"id": _TEXT, **_NAMED}, {**_STATED, **dict.fromkeys(("schema", *_DATA), anything)})


@dataclass(frozen=True, slots=True)
class Record:
    """One question with its truth and the proofs of it, each with its ``kind`` and ``body``."""

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
    certificates: list[Stated]
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
    _shallow(value, 0)
    return value


def read(data: Json) -> Record:
    """The record that a JSON object holds; RefusedError for unknown or missing fields, types, a wrong id."""
    if data.get("schema") != SCHEMA:
        raise UnknownKindError(f"schema: {clip(data.get('schema'))} is not {SCHEMA}")
    stated = {**dict.fromkeys(_STATED), "certificates": [], **_RECORD("", data)}
    # empty and absent mean the same in a prompt, and the id says so
    stated["prompt"] = {key: item for key, item in stated["prompt"].items() if item or key == "question"}
    if stated["grades"] is not None:
        stated["grades"] = dict.fromkeys(_GRADES, 0) | stated["grades"]
    digest = hashlib.sha256(canonical({key: stated[key] for key in _NAMED})).hexdigest()[:16]
    right = "/".join((stated["family"], stated["task"], stated["domain"], digest))
    refuse(stated["id"] != right, "id: the question is not the one that the id names")
    return Record(**{key: stated[key] for key in ("id", *_NAMED, *_STATED)})


def canonical(value: Any) -> bytes:
    """Canonical JSON: UTF-8, keys sorted by code point, no blanks, floats as Python's repr."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
        return text.encode()
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"no canonical JSON: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> Json:
    value = dict(pairs)
    if len(value) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise RefusedError(f"key {twice[:100]!r} occurs twice in one object")
    return value


def _constant(word: str) -> Any:
    raise RefusedError(f"{word} is no JSON")


def _shallow(value: Any, depth: int) -> None:
    if isinstance(value, dict | list):
        refuse(depth >= MAX_DEPTH and value, f"nested deeper than {MAX_DEPTH} levels")
        for inner in value.values() if isinstance(value, dict) else value:
            _shallow(inner, depth + 1)
