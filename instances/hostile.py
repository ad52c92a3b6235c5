"""Checks on JSON from outside that a decoder does not make: nesting, repeated keys, readable errors.

RFC 8259 leaves repeated keys and depth to the reader.  Here a repeated key is an error, since two readers may
take different values for it, and nesting is bounded, since later code recurses into the data.
"""

import json
import re
from typing import Any, TypeVar

import msgspec

from .errors import RecordError

T = TypeVar("T")

DEPTH_LIMIT = 64
TRUNCATED = "JSON ends too early, or a string holds half of a surrogate pair"
FAULTS = (msgspec.MsgspecError, ValueError, RecursionError, OverflowError)
"""The exceptions of decoders for text from outside."""

_NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_PATH = re.compile(r"^(.*) - at `(?:key in )?\$\.?(.*)`$", re.DOTALL)
_MISSING = re.compile(r"^Object (?:missing required|contains unknown) field `(.*)`$", re.DOTALL)


def shallow(text: bytes, limit: int = DEPTH_LIMIT) -> bool:
    """Whether well-formed JSON text nests at most ``limit`` deep; linear time, no recursion.

    Everything outside strings is reduced to its brackets, and innermost pairs are cancelled ``limit`` times.

    >>> shallow(b'[{"a[[": []}]', 3), shallow(b'[{"a": []}]', 2)
    (True, False)
    """
    if text.count(b"[") + text.count(b"{") <= limit:
        return True
    outside = text.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2]
    brackets = b"".join(outside).translate(None, _NOT_BRACKETS).replace(b"{", b"[").replace(b"}", b"]")
    for _ in range(limit):
        if not brackets:
            break
        brackets = brackets.replace(b"[]", b"")
    return not brackets


def repeated_key(text: bytes) -> str | None:
    """The first key that occurs twice in an object of well-formed, shallow JSON text, or None."""
    repeated: list[str] = []

    def check(pairs: list[tuple[str, Any]]) -> None:
        if not repeated and len(dict(pairs)) < len(pairs):
            keys = [key for key, _ in pairs]
            repeated.append(next(key for place, key in enumerate(keys) if key in keys[:place]))

    json.loads(text, object_pairs_hook=check)
    return next(iter(repeated), None)


def explain(error: Exception) -> tuple[str, str | None]:
    """A decoder's exception as a sentence, and the field that it concerns."""
    if isinstance(error, UnicodeDecodeError):
        return f"invalid UTF-8 (byte {error.start})", None
    if isinstance(error, RecursionError):
        return f"nested deeper than {DEPTH_LIMIT} levels", None
    message, field = str(error), None
    if match := _PATH.match(message):
        message, field = match.group(1), match.group(2) or None
    if match := _MISSING.match(message):
        field = f"{field}.{match.group(1)}" if field else match.group(1)
    if message == "Input data was truncated":
        message = TRUNCATED
    return message if message.startswith("JSON") else message[:1].lower() + message[1:], field


def refused(error: Exception, file: str | None = None, line: int | None = None) -> RecordError:
    """A decoder's exception as an error of ours; the caller raises it."""
    message, field = explain(error)
    return RecordError(message, file=file, line=line, field=field)


def decode(text: bytes, kind: msgspec.json.Decoder[Any] | None = None) -> Any:
    """The value of strict JSON text (UTF-8, no NaN, no repeated key, shallow); RecordError with the field."""
    try:
        value = msgspec.json.decode(text) if kind is None else kind.decode(text)
    except FAULTS as error:
        raise refused(error) from None
    if not shallow(text):
        raise RecordError(f"nested deeper than {DEPTH_LIMIT} levels")
    if (key := repeated_key(text)) is not None:
        raise RecordError("key occurs twice in one object", field=key)
    return value


def convert(value: Any, kind: type[T], *, file: str | None = None) -> T:
    """Decoded JSON as a record of a type; RecordError with file and field for any fault."""
    try:
        return msgspec.convert(value, kind)
    except FAULTS as error:
        raise refused(error, file) from None
