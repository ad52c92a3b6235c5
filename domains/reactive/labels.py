"""Boolean labels of automata as truth tables, and truth tables as labels.

A set of valuations of n propositions is an integer of 2^n bits: bit v stands for the valuation in which
proposition i has the value of bit i of v.  Conjunction, disjunction and complement of labels are then single
operations on integers.  ``cover`` goes back: an irredundant sum of products by the algorithm of Minato and
Morreale (Minato, "Fast generation of prime-irredundant covers from binary decision diagrams", 1993),
splitting on the propositions in order, so equal sets have equal covers.

>>> from certwright.domains.reactive.labels import Valuations, label_text
>>> space = Valuations(2)
>>> either = space.proposition(0) | space.proposition(1)
>>> bin(either), label_text(space.cover(either))
('0b1110', '0 | 1')
>>> members(either)
[1, 2, 3]
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from ...instances.errors import LimitError

WIDTH_LIMIT = 20
WORD = 1 << 256  # beyond this number members are searched for in its text, in linear time

Cube = tuple[tuple[int, bool], ...]  # literals (proposition, value) by ascending proposition


def evaluated(program: Iterable[Any], operand: Callable[[Any], int], whole: int = 1) -> int:
    """The table of a formula in postfix order, its operands being tables; ``whole`` is that of what holds.

    >>> evaluated((0b1010, 0b1100, "!", "&"), int, 0b1111)
    2
    """
    stack: list[int] = []
    for part in program:
        if part == "!":
            stack[-1] ^= whole
        elif part in ("&", "|"):
            right = stack.pop()
            stack[-1] = stack[-1] & right if part == "&" else stack[-1] | right
        else:
            stack.append(operand(part))
    return stack[0]


class Valuations:
    """The valuations of ``width`` propositions; LimitError above ``WIDTH_LIMIT``."""

    def __init__(self, width: int):
        if width > WIDTH_LIMIT:
            raise LimitError(f"{width} propositions; truth tables have at most {WIDTH_LIMIT}")
        self.width = width

    @cached_property
    def all(self) -> int:
        """The set of all valuations."""
        return (1 << (1 << self.width)) - 1

    @cached_property
    def _propositions(self) -> tuple[int, ...]:
        tables = []
        for place in range(self.width):
            half = 1 << place
            period = (1 << 2 * half) - 1
            tables.append(self.all // period * (((1 << half) - 1) << half))
        return tuple(tables)

    def proposition(self, place: int) -> int:
        """The valuations in which proposition ``place`` is true."""
        return self._propositions[place]

    def cube(self, literals: Cube) -> int:
        """The valuations that satisfy every literal."""
        table = self.all
        for place, value in literals:
            table &= self._propositions[place] if value else self.all ^ self._propositions[place]
        return table

    def cover(self, table: int) -> tuple[Cube, ...]:
        """Cubes whose union is the set, none of which can be left out; a function of the set alone."""
        return _cover(table, table, self.width)


def _cover(lower: int, upper: int, width: int) -> tuple[Cube, ...]:
    """An irredundant cover of some set between two; recursion is as deep as there are propositions."""
    if not lower:
        return ()
    if not ~upper & ((1 << (1 << width)) - 1):
        return ((),)
    place = width - 1
    half = (1 << (1 << place)) - 1
    low0, low1 = lower & half, lower >> (1 << place)
    up0, up1 = upper & half, upper >> (1 << place)
    only1 = _cover(low1 & ~up0, up1, place)
    only0 = _cover(low0 & ~up1, up0, place)
    small = Valuations(place)
    rest = (low0 & ~_union(small, only0)) | (low1 & ~_union(small, only1))
    both = _cover(rest, up0 & up1, place)
    return (*both, *((*cube, (place, True)) for cube in only1), *((*cube, (place, False)) for cube in only0))


def _union(space: Valuations, cubes: Sequence[Cube]) -> int:
    table = 0
    for cube in cubes:
        table |= space.cube(cube)
    return table


def cube_text(cube: Cube, shift: int = 0) -> str:
    """A conjunction in the syntax of HOA, ``t`` when it is empty; ``shift`` is added to each number."""
    return "&".join(f"{'' if value else '!'}{place + shift}" for place, value in cube) or "t"


def label_text(cubes: Sequence[Cube]) -> str:
    """A disjunction of conjunctions in the syntax of HOA, ``f`` when it is empty."""
    return " | ".join(cube_text(cube) for cube in cubes) or "f"


def members(bits: int) -> list[int]:
    """The numbers of the bits that are set, ascending: the valuations, cells or classes of a set."""
    places = []
    if bits > WORD:
        text = bin(bits)[:1:-1]
        if bits.bit_count() << 3 > len(text):
            return [place for place, bit in enumerate(text) if bit == "1"]
        place = text.find("1")
        while place >= 0:
            places.append(place)
            place = text.find("1", place + 1)
        return places
    while bits:
        lowest = bits & -bits
        places.append(lowest.bit_length() - 1)
        bits ^= lowest
    return places
