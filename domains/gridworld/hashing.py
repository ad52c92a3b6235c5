"""The iteration order of libstdc++'s std::unordered_map<std::string, T>.

The reference keeps initialisers, NEXT expressions and globals in such maps, and iterates over them.  Strings
are hashed by murmur2 (64 bits, variant A, seed 0xc70f6907); a new node goes to the head of its bucket, and to
the head of the whole list when the bucket was empty; the table grows to the next prime past twice its size
when the load factor would exceed 1 (GCC 12: hashtable.h, hashtable_c++0x.cc, hash_bytes.cc).

>>> in_hash_order(["a", "b", "c"])
['c', 'b', 'a']
"""

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


def in_hash_order(names: Iterable[str]) -> list[str]:
    """Names, those that come again left out, in the order of a table into which they are put one by one."""
    hashes: dict[str, int] = {}
    listed: list[str] = []
    buckets = 1

    def put(name: str) -> None:
        """Before those of its bucket; at the head of the list where the bucket is empty."""
        bucket = hashes[name] % buckets
        # rehashing walks the old list from its head and puts each node right after the bucket's *before*
        # node, as insertion does
        place = next((place for place, other in enumerate(listed) if hashes[other] % buckets == bucket), 0)
        listed.insert(place, name)

    for name in names:
        if name in hashes:
            continue
        if len(listed) + 1 > buckets or buckets == 1:
            buckets = _PRIMES[bisect_left(_PRIMES, max(12, 2 * buckets))]
            old, listed = listed, []
            for moved in old:
                put(moved)
        hashes[name] = murmur(name)
        put(name)
    return listed
