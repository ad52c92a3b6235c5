"""Canonical JSON, and the digests that are taken of it.

One value has one text: UTF-8, keys sorted by code point at every level, no blanks, characters written as
themselves where JSON allows it, integers in full, floats as Python's ``repr`` (the shortest digits that read
back as the same float).  NaN, the infinities, lone surrogates and keys that are not strings are refused, so
two equal texts always mean two equal values.  This is the scheme of RFC 8785 but for the spelling of floats
and the order of keys (code points here, UTF-16 units there).

The msgspec encoder writes this text except for three tokens: a float with an exponent, a float below 1e-4 and
``null``, which it also writes for NaN.  Text without them is taken as it is; any other is written again by
the strict encoder of the standard library.

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
_EXPONENT = re.compile(rb"[:,\[]-?[0-9.]+e")


def encode(value: Any) -> bytes:
    """The canonical JSON of plain data or of a record.

    Raises RecordError for what JSON cannot say exactly (NaN, infinities, lone surrogates, keys that are not
    strings, foreign objects) and LimitError for nesting beyond the interpreter's recursion limit.
    """
    try:
        text = _FAST.encode(value)
        if b"null" in text or b"0.0000" in text or _EXPONENT.search(text) or isinstance(value, float):
            return _STRICT.encode(msgspec.to_builtins(value, order="sorted")).encode()
    except RecursionError:
        raise LimitError("value is nested too deeply for JSON") from None
    except (TypeError, ValueError, OverflowError) as error:
        raise RecordError(f"value has no canonical JSON: {error}") from None
    return text


def digest(value: Any) -> str:
    """The sha256 of the canonical JSON, 64 hex digits."""
    return hashlib.sha256(encode(value)).hexdigest()


def instance_id(
    family: str, task: str, form: str, domain: str, world: Json, query: Json, prompt: Prompt
) -> str:
    """The name of a question: ``family/task/domain/`` and 16 hex digits of the digest of what it asks.

    Truth, proofs, split, seed and source take no part, so labelling, splitting or proving again keeps the id.
    """
    asked = {
        "family": family,
        "task": task,
        "form": form,
        "domain": domain,
        "world": world,
        "query": query,
        "prompt": prompt,
    }
    return f"{family}/{task}/{domain}/{digest(asked)[:16]}"


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


def sealed(instance: Instance) -> bool:
    """Whether the id is the one that the content gives."""
    return seal(instance) is instance
