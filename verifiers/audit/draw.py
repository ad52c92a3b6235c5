"""Deterministic choice: what is drawn depends on a name alone, on every machine and in any order of work.

>>> Draw("planning/reach/ferry/0").sample(["a", "b", "c", "d"], 2, "facts")
['d', 'a']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """Draws seeded by a name, an instance's id for example; equal purposes give equal draws."""

    def __init__(self, name: str):
        self._name = name

    def rank(self, *purpose: object) -> int:
        """A number of 64 bits."""
        text = "\x1f".join((self._name, *map(str, purpose)))
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def sample(self, items: Iterable[T], count: int, *purpose: object) -> list[T]:
        """At most ``count`` of the items, in the order in which they were drawn."""
        ranked = sorted((self.rank(*purpose, place, item), place, item) for place, item in enumerate(items))
        return [item for _, _, item in ranked[: max(0, count)]]

    def choice(self, items: Sequence[T], *purpose: object) -> T:
        """One of the items; IndexError when there is none."""
        return items[self.rank(*purpose) % len(items)]
