"""The only source of randomness: streams of choices, each named by what it is for.

A stream is a function of its labels (family, task, form, domain, generator version, seed, index, ...) and of
nothing else: its key is the sha256 of their canonical JSON, keyed by a secret where there is one (HMAC), and
seeds a Mersenne Twister of its own.  ``fork`` names a stream after the key, not after what has been drawn, so
a maker that draws more or less leaves every other stream as it was.  Integers are drawn by rejection from
whole bits (``random.Random.getrandbits``, the part of the standard library whose sequence is fixed across
versions); there are no floats.

>>> rng = Rng("planning", "app", "gen", "ferry", 1, 7, 0)
>>> [rng.below(6) for _ in range(8)]
[4, 1, 3, 3, 4, 1, 2, 0]
>>> rng.fork("sizes").shuffle("abcd")
['c', 'd', 'a', 'b']
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence
from typing import TypeVar

from ..instances.canonical import encode
from ..instances.errors import LimitError

T = TypeVar("T")
Label = str | int | bool | None


class Rng:
    """A stream of choices; equal labels (and secret) give equal streams."""

    __slots__ = ("_bits", "_key")

    def __init__(self, *labels: Label, secret: bytes = b""):
        text = encode(list(labels))
        self._key = (hmac.new(secret, text, hashlib.sha256) if secret else hashlib.sha256(text)).digest()
        self._bits = random.Random(int.from_bytes(self._key, "big")).getrandbits

    def fork(self, *labels: Label) -> Rng:
        """The stream named by this one's key and the labels; neither notices draws from the other."""
        return Rng(*labels, secret=self._key)

    def below(self, bound: int) -> int:
        """An integer from 0 to ``bound - 1``, all equally likely; LimitError for a bound below 1."""
        if bound < 1:
            raise LimitError(f"no integer lies from 0 to {bound} - 1")
        width = (bound - 1).bit_length()
        while (drawn := self._bits(width)) >= bound:
            pass
        return drawn

    def choice(self, items: Sequence[T]) -> T:
        """One of the items; LimitError when there is none."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` of the items at different positions, in drawn order; LimitError when there are fewer."""
        if not 0 <= count <= len(items):
            raise LimitError(f"cannot draw {count} of {len(items)} items")
        pool = list(items)
        for position in range(count):
            other = position + self.below(len(pool) - position)
            pool[position], pool[other] = pool[other], pool[position]
        return pool[:count]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """All items in drawn order, as a new list."""
        return self.sample(items, len(items))
