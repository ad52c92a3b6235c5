"""The order in which the reference walks over its tables of names: that of libstdc++'s unordered_map.

Names are hashed by murmur2 (64 bits, variant A); a name goes before those of its bucket, or to the head of
all where the bucket is empty, and the table grows when it would hold more names than buckets.
"""

from functools import lru_cache

_WORD = 2**64 - 1
_FACTOR = 0xC6A4A7935BD1E995
_BUCKETS = (1, 13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043)


@lru_cache(2048)
def murmur(name: str) -> int:
    """The hash of a name."""
    data = name.encode()
    state = 0xC70F6907 ^ (len(data) * _FACTOR & _WORD)
    for start in range(0, len(data) - 7, 8):
        block = int.from_bytes(data[start : start + 8], "little") * _FACTOR & _WORD
        state = ((block ^ block >> 47) * _FACTOR & _WORD ^ state) * _FACTOR & _WORD
    if rest := data[len(data) & ~7 :]:
        state = (state ^ int.from_bytes(rest, "little")) * _FACTOR & _WORD
    state = (state ^ state >> 47) * _FACTOR & _WORD
    return state ^ state >> 47


@lru_cache(64)
def walked(names: tuple[str, ...]) -> list[str]:
    """The names in the order of a table into which they were put in the order given."""
    order: list[str] = []
    size = 0
    for name in dict.fromkeys(names):
        added = [name]
        if len(order) + 1 > _BUCKETS[size] or not size:
            size += 1
            order, added = [], [*order, name]
        for each in added:
            bucket = murmur(each) % _BUCKETS[size]
            alike = (at for at, other in enumerate(order) if murmur(other) % _BUCKETS[size] == bucket)
            order.insert(next(alike, 0), each)
    return order
