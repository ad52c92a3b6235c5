"""Strict reading of plain JSON data: exact keys, exact types, bounded sizes.

A *kind* is a function ``(place, value) -> value`` that returns the value it accepts and raises
``RefusedError``, naming the place, for any other.  Kinds are built from smaller ones.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from .refused import RefusedError, clip, refuse

Kind = Callable[[str, Any], Any]
Stated = SimpleNamespace  # an object as it was read, its fields as attributes
_DIGEST = re.compile(r"[0-9a-f]{64}")


def being(fault: str, test: Callable[[Any], object]) -> Kind:
    """The values that pass a test; ``fault`` is what is said of any other."""

    def kind(place: str, value: Any) -> Any:
        if not test(value):
            raise RefusedError(f"{place}: {clip(value)} is {fault}")
        return value

    return kind


def integer(low: int, high: int) -> Kind:
    """Whole numbers from ``low`` to ``high``; True and 1.0 are none."""
    fault = f"no whole number from {low} to {high}"
    return being(fault, lambda value: type(value) is int and low <= value <= high)


def string(longest: int) -> Kind:
    """Texts of at most ``longest`` characters."""
    fault = f"no text of at most {longest} characters"
    return being(fault, lambda value: isinstance(value, str) and len(value) <= longest)


def constant(*allowed: object) -> Kind:
    """One of the values named, of the same type."""
    known = [(type(choice), choice) for choice in allowed]
    return being(f"not {' or '.join(map(repr, allowed))}", lambda value: (type(value), value) in known)


def anything(place: str, value: Any) -> Any:
    """Any value: its reader is elsewhere."""
    return value


count = integer(0, 10**9)
name = string(2000)
digest = being("no sha256 in hex", lambda value: isinstance(value, str) and _DIGEST.fullmatch(value))
boolean = being("neither true nor false", lambda value: isinstance(value, bool))
_object = being("no object", lambda value: isinstance(value, dict))


def optional(inner: Kind) -> Kind:
    """null, or a value of the kind."""
    return lambda place, value: None if value is None else inner(place, value)


def listing(inner: Kind, longest: int = 10**6) -> Kind:
    """Lists of at most ``longest`` items of one kind."""
    fault = f"no list of at most {longest} items"
    short = being(fault, lambda value: isinstance(value, list) and len(value) <= longest)
    return lambda place, value: [
        inner(f"{place}[{number}]", item) for number, item in enumerate(short(place, value))
    ]


def mapping(inner: Kind) -> Kind:
    """Objects with any keys, whose values are of one kind."""
    return lambda place, value: {
        key: inner(f"{place}.{key[:100]}", item) for key, item in _object(place, value).items()
    }


def exactly(**fields: Kind) -> Kind:
    """Objects with exactly these fields, as a namespace."""

    def kind(place: str, value: Any) -> SimpleNamespace:
        if not isinstance(value, dict) or set(value) != set(fields):
            got = ", ".join(sorted(value)[:20]) or "none" if isinstance(value, dict) else clip(value)
            wanted = ", ".join(sorted(fields)) or "none"
            raise RefusedError(f"{place}: its fields must be {wanted}; got {got[:300]}")
        return SimpleNamespace(**{key: inner(f"{place}.{key}", value[key]) for key, inner in fields.items()})

    return kind


def having(required: dict[str, Kind], more: dict[str, Kind]) -> Kind:
    """Objects with all the required fields, and perhaps some more."""
    known = required | more

    def kind(place: str, value: Any) -> dict[str, Any]:
        around = f"{place}." if place else ""
        for key in sorted(_object(place, value).keys() - known):
            raise RefusedError(f"{around}{key[:100]}: no such field")
        for key in required:
            refuse(key not in value, f"{around}{key}: missing")
        return {key: known[key](f"{around}{key}", item) for key, item in value.items()}

    return kind


def tagged(tag: str, **kinds: Kind) -> Kind:
    """Objects whose field ``tag`` selects the kind, named by it, that reads the whole object."""
    known = being(f"not one of {', '.join(kinds)}", lambda value: isinstance(value, str) and value in kinds)

    def kind(place: str, value: Any) -> Any:
        chosen = value.get(tag) if isinstance(value, dict) else None
        return kinds[known(f"{place}.{tag}", chosen)](place, value)

    return kind


def ascending(place: str, names: list[str]) -> list[str]:
    """The names, which must strictly ascend: sorted, none twice."""
    for before, after in pairwise(names):
        refuse(before == after, f"{place}: {after} occurs twice")
        refuse(after < before, f"{place}: {after} follows {before}: the list is not sorted")
    return names
