"""Canonical JSON, and the digests that are taken of it.

One value has one text: UTF-8, keys sorted by code point at every level, no blanks, characters written as
themselves where JSON allows it, integers in full, floats as Python's ``repr`` (the shortest digits that read
back as the same float).  NaN, the infinities, lone surrogates and keys that are not strings are refused, so
two equal texts always mean two equal values.  This is the scheme of RFC 8785 but for the spelling of floats
and the order of keys (code points here, UTF-16 units there).

The msgspec encoder writes this text except for two tokens: a float with an exponent, or below 1e-4, which it
spells in another way, and ``null``, which it also writes for NaN.  Text without them is taken as it is; any
other is written again by the strict encoder of the standard library.

>>> encode({"b": [1, 2.5], "a": {"d": "é", "c": None}}).decode()
'{"a":{"c":null,"d":"é"},"b":[1,2.5]}'
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import msgspec

from .errors import LimitError, RecordError
from .records import Instance, Json, Prompt

_FAST = msgspec.json.Encoder(order="sorted")
_STRICT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_EXPONENT = re.compile(rb"e(?<=[0-9]e)-?[0-9]{1,3}(?:[,\]}]|\Z)")
_PACKED = msgspec.msgpack.Encoder()
_NOT_FINITE = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")


def encode(value: Any) -> bytes:
    """The canonical JSON of plain data or of a record.

    Raises RecordError for what JSON cannot say exactly (NaN, infinities, lone surrogates, keys that are not
    strings, foreign objects) and LimitError for nesting beyond the interpreter's recursion limit.
    """
    try:
        text = _FAST.encode(value)
        if b"0.0000" in text or _EXPONENT.search(text) or (b"null" in text and not _finite(value)):
            return _STRICT.encode(msgspec.to_builtins(value, order="sorted")).encode()
    except RecursionError:
        raise LimitError("value is nested too deeply for JSON") from None
    except (TypeError, ValueError, OverflowError) as error:
        raise RecordError(f"value has no canonical JSON: {error}") from None
    return text


def _finite(value: Any) -> bool:
    """False if some float is NaN or infinite; may be False without need, never True in error.

    In MessagePack these floats begin CB 7F F. or CB FF F., bytes that valid UTF-8 never holds.
    """
    try:
        return not _NOT_FINITE.search(_PACKED.encode(value))
    except OverflowError:
        return False


def digest(value: Any) -> str:
    """The sha256 of the canonical JSON, 64 hex digits."""
    return hashlib.sha256(encode(value)).hexdigest()


def instance_id(
    family: str, task: str, form: str, domain: str, world: Json, query: Json, prompt: Prompt
) -> str:
    """The name of a question: ``family/task/domain/`` and 16 hex digits of the digest of what it asks.

    Truth, proofs, split, seed and source take no part, so labelling, splitting or proving again keeps the id.
    """
    question = {
        "family": family,
        "task": task,
        "form": form,
        "domain": domain,
        "world": world,
        "query": query,
        "prompt": prompt,
    }
    return f"{family}/{task}/{domain}/{digest(question)[:16]}"


def seal(instance: Instance) -> Instance:
    """The instance under the id that its content gives it; whatever id it had is ignored."""
    name = instance_id(
        instance.family,
        instance.task,
        instance.form,
        instance.domain,
        instance.world,
        instance.query,
        instance.prompt,
    )
    return instance if name == instance.id else msgspec.structs.replace(instance, id=name)
