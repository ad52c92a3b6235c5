"""The iteration order of libstdc++'s std::unordered_map<std::string, T>.

The reference keeps initialisers, NEXT expressions and globals in such maps, and iterates over them.  Strings
are hashed by murmur2 (64 bits, variant A, seed 0xc70f6907); a new node goes to the head of its bucket, and to
the head of the whole list when the bucket was empty; the table grows to the next prime past twice its size
when the load factor would exceed 1 (GCC 12: hashtable.h, hashtable_c++0x.cc, hash_bytes.cc).

>>> Order(["a", "b", "c"]).names()
['c', 'b', 'a']
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

_MASK = 2**64 - 1
_MULTIPLIER = 0xC6A4A7935BD1E995
_SEED = 0xC70F6907
_PRIMES = (13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043)
"""The bucket counts through which a table grows from 1 when names are inserted one by one."""


def murmur(name: str) -> int:
    """std::hash of a string's UTF-8 bytes."""
    data = name.encode()
    value = _SEED ^ (len(data) * _MULTIPLIER & _MASK)
    whole = len(data) & ~7
    for start in range(0, whole, 8):
        word = int.from_bytes(data[start : start + 8], "little") * _MULTIPLIER & _MASK
        word = (word ^ word >> 47) * _MULTIPLIER & _MASK
        value = (value ^ word) * _MULTIPLIER & _MASK
    if len(data) & 7:
        value = (value ^ int.from_bytes(data[whole:], "little")) * _MULTIPLIER & _MASK
    value = (value ^ value >> 47) * _MULTIPLIER & _MASK
    return value ^ value >> 47


class Order:
    """The names of a map in iteration order, kept through insertions and removals."""

    def __init__(self, names: Iterable[str] = ()):
        self._hashes: dict[str, int] = {}
        self._list: list[str] = []
        self._buckets = 1
        for name in names:
            self.insert(name)

    def names(self) -> list[str]:
        """The names, in iteration order."""
        return list(self._list)

    def insert(self, name: str) -> None:
        """Add a name that is not there; one that is keeps its place."""
        if name in self._hashes:
            return
        if len(self._list) + 1 > self._buckets or self._buckets == 1:
            self._buckets = _PRIMES[bisect_left(_PRIMES, max(12, 2 * self._buckets))]
            old, self._list = self._list, []
            for moved in old:
                self._place(moved)
        self._hashes[name] = murmur(name)
        self._place(name)

    def remove(self, name: str) -> None:
        """Take a name out."""
        if name in self._hashes:
            del self._hashes[name]
            self._list.remove(name)

    def _place(self, name: str) -> None:
        """Put a name before those of its bucket; at the head of the list where the bucket is empty."""
        bucket = self._hashes[name] % self._buckets
        for place, other in enumerate(self._list):
            if self._hashes[other] % self._buckets == bucket:
                # rehashing walks the old list from its head and puts each node right after the bucket's
                # *before* node, as insertion does
                self._list.insert(place, name)
                return
        self._list.insert(0, name)
