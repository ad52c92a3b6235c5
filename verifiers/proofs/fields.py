"""Strict reading of plain JSON data: exact keys, exact types, bounded sizes.

A *kind* is a function ``(place, value) -> value`` that returns the value it accepts and raises
``RefusedError``, naming the place, for any other.  Kinds are built from smaller ones:

>>> plan = exactly(actions=listing(name, 3), length=optional(count))
>>> plan("plan", {"actions": ["(a)"], "length": 1}).actions
['(a)']
>>> plan("plan", {"actions": ["(a)"]})
Traceback (most recent call last):
    ...
certwright.verifiers.proofs.refused.RefusedError: plan: its fields must be actions, length; got actions
"""

import re
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from .refused import RefusedError, clip

Kind = Callable[[str, Any], Any]
Stated = SimpleNamespace
"""An object as it was read, its fields as attributes."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


def integer(low: int, high: int) -> Kind:
    """Whole numbers from ``low`` to ``high``; True and 1.0 are none."""

    def kind(place: str, value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise RefusedError(f"{place}: {clip(value)} is no whole number from {low} to {high}")
        return value

    return kind


def string(longest: int) -> Kind:
    """Texts of at most ``longest`` characters."""

    def kind(place: str, value: Any) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise RefusedError(f"{place}: {clip(value)} is no text of at most {longest} characters")
        return value

    return kind


count = integer(0, 10**9)
name = string(2000)


def digest(place: str, value: Any) -> str:
    """A sha256 in hex."""
    if not isinstance(value, str) or not _DIGEST.fullmatch(value):
        raise RefusedError(f"{place}: {clip(value)} is no sha256 in hex")
    return value


def boolean(place: str, value: Any) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise RefusedError(f"{place}: {clip(value)} is neither true nor false")
    return value


def constant(*allowed: object) -> Kind:
    """One of the values named, of the same type."""

    def kind(place: str, value: Any) -> Any:
        if not any(type(value) is type(choice) and value == choice for choice in allowed):
            raise RefusedError(f"{place}: {clip(value)} is not {' or '.join(map(repr, allowed))}")
        return value

    return kind


def optional(inner: Kind) -> Kind:
    """null, or a value of the kind."""
    return lambda place, value: None if value is None else inner(place, value)


def listing(inner: Kind, longest: int = 10**6) -> Kind:
    """Lists of at most ``longest`` items of one kind."""

    def kind(place: str, value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > longest:
            raise RefusedError(f"{place}: {clip(value)} is no list of at most {longest} items")
        return [inner(f"{place}[{number}]", item) for number, item in enumerate(value)]

    return kind


def mapping(inner: Kind) -> Kind:
    """Objects with any keys, whose values are of one kind."""

    def kind(place: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise RefusedError(f"{place}: {clip(value)} is no object")
        return {key: inner(f"{place}.{key[:100]}", item) for key, item in value.items()}

    return kind


def anything(place: str, value: Any) -> Any:
    """Any value: its reader is elsewhere."""
    return value


def exactly(**fields: Kind) -> Kind:
    """Objects with exactly these fields, as a namespace."""

    def kind(place: str, value: Any) -> SimpleNamespace:
        if not isinstance(value, dict) or set(value) != set(fields):
            got = ", ".join(sorted(value)[:20]) or "none" if isinstance(value, dict) else clip(value)
            raise RefusedError(
                f"{place}: its fields must be {', '.join(sorted(fields)) or 'none'}; got {got[:300]}"
            )
        return SimpleNamespace(**{key: inner(f"{place}.{key}", value[key]) for key, inner in fields.items()})

    return kind


def tagged(tag: str, **kinds: Kind) -> Kind:
    """Objects whose field ``tag`` selects the kind, named by it, that reads the whole object."""

    def kind(place: str, value: Any) -> Any:
        chosen = value.get(tag) if isinstance(value, dict) else None
        if not isinstance(chosen, str) or chosen not in kinds:
            raise RefusedError(f"{place}.{tag}: {clip(chosen)} is not one of {', '.join(kinds)}")
        return kinds[chosen](place, value)

    return kind


def ascending(place: str, names: list[str]) -> list[str]:
    """The names, which must strictly ascend: sorted, none twice."""
    for before, after in pairwise(names):
        if before == after:
            raise RefusedError(f"{place}: {after} occurs twice")
        if after < before:
            raise RefusedError(f"{place}: {after} follows {before}: the list is not sorted")
    return names
