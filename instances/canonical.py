"""Canonical JSON, and the digests computed from it.

Each value has exactly one text: UTF-8, keys sorted by code point at every level, no blanks, characters
written as themselves where JSON allows it, integers in full, floats as Python's ``repr`` (the shortest digits
that read back as the same float).  NaN, the infinities, lone surrogates and keys that are not strings are
refused, so equal texts always mean equal values.  This is the scheme of RFC 8785 except for the spelling of
floats and the order of keys (code points here, UTF-16 units there).

The msgspec encoder writes this text except for two tokens: floats with an exponent or below 1e-4, which it
spells differently, and ``null``, which it also writes for NaN.  A text without these tokens is used as it is;
any other value is encoded again by the strict encoder of the standard library.

>>> encode({"b": [1, 2.5], "a": {"d": "é", "c": None}}).decode()
'{"a":{"c":null,"d":"é"},"b":[1,2.5]}'
"""

import hashlib
import json
import re
from typing import Any

import msgspec

from .errors import LimitError, RecordError
from .records import Instance

_CONTENT = ("family", "task", "form", "domain", "world", "query", "prompt")
_FAST = msgspec.json.Encoder(order="sorted")
_STRICT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_EXPONENT = re.compile(rb"e(?<=[0-9]e)-?[0-9]{1,3}(?:[,\]}]|\Z)")
_PACKED = msgspec.msgpack.Encoder()
_NOT_FINITE = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")


def encode(value: Any) -> bytes:
    """The canonical JSON of plain data or of a record.

    Raises RecordError for values that JSON cannot represent exactly (NaN, infinities, lone surrogates, keys
    that are not strings, foreign objects) and LimitError for nesting beyond the interpreter's recursion
    limit.
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
    """False if some float is NaN or infinite; may be False for finite data, but is never True otherwise.

    In MessagePack these floats begin CB 7F F. or CB FF F., bytes that never occur in valid UTF-8.
    """
    try:
        return not _NOT_FINITE.search(_PACKED.encode(value))
    except OverflowError:
        return False


def digest(value: Any) -> str:
    """The sha256 of the canonical JSON, 64 hex digits."""
    return hashlib.sha256(encode(value)).hexdigest()


def seal(instance: Instance) -> Instance:
    """The instance with its id: ``family/task/domain/`` and 16 hex digits of the digest of its content.

    Any earlier id is ignored.  Truth, proofs, split, seed and source are not part of it, so labelling,
    splitting or proving again keeps the id.
    """
    question = {name: getattr(instance, name) for name in _CONTENT}
    name = f"{instance.family}/{instance.task}/{instance.domain}/{digest(question)[:16]}"
    return instance if name == instance.id else msgspec.structs.replace(instance, id=name)
