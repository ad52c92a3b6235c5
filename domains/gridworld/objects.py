"""All objects of a program: in the reference's order, and by where they stand.

``allObjs`` goes through the globals in the order of a hash table.  Neighbours are looked up in an index by
origin that is kept as long as no variable holds another value; it is not used where objects may change in
place or lie so far out that differences of coordinates overflow.
"""

from __future__ import annotations

from operator import is_

from .hashing import Order
from .reference_names import FIRST_GLOBALS
from .runtime import Runtime
from .values import Items, Obj, Pos, Value

FAR = 2**29
NEAR = 3
"""The largest distance that is looked up cell by cell."""


class Index:
    """The objects that some values hold, with their ranks in order, by origin."""

    __slots__ = ("held", "objects", "places", "usable")

    def __init__(self, held: list[Value], objects: tuple[Obj, ...], usable: bool):
        self.held, self.objects = held, objects
        self.places: dict[tuple[int, int], list[tuple[int, Obj]]] = {}
        self.usable = usable and all(
            type(obj.origin) is Pos and -FAR < obj.origin.x < FAR and -FAR < obj.origin.y < FAR
            for obj in objects
        )
        if self.usable:
            for rank, obj in enumerate(objects):
                self.places.setdefault((obj.origin.x, obj.origin.y), []).append((rank, obj))


def hash_order(rt: Runtime) -> list[str]:
    """The names of globals in the order in which the reference iterates over them."""
    names = tuple(rt.g)
    if rt.hashed[0] != names:
        rt.hashed = (names, Order([*FIRST_GLOBALS, *names]).names())
    return rt.hashed[1]


def index(rt: Runtime) -> Index:
    """The index of all objects, made anew when a variable holds another value."""
    held = [value for value in rt.g.values() if type(value) is Obj or type(value) is Items]
    known: Index | None = rt.index
    if known is not None and rt.caching and len(known.held) == len(held) and all(map(is_, known.held, held)):
        return known
    found: list[Obj] = []
    names = hash_order(rt) if len(held) > 1 else list(rt.g)
    for name in names:
        if name in rt.g:
            _collect(rt, rt.g[name], found)
    made = Index(held, tuple(found), rt.caching)
    rt.index = made
    return made


def _collect(rt: Runtime, value: Value, found: list[Obj]) -> None:
    """Append the objects in a value to a list."""
    if type(value) is Obj:
        found.append(value)
    elif type(value) is Items:
        rt.spend(len(value.items) + 1)
        for item in value.items:
            _collect(rt, item, found)


def all_objs(rt: Runtime) -> Items:
    """``((allObjs))``: the objects of all variables, the variables in the reference's hash order."""
    objects = index(rt).objects
    rt.spend(len(objects))
    return Items(objects)


def neighbours(rt: Runtime, at: Pos, distance: int, diagonal: bool) -> tuple[Obj, ...] | None:
    """The objects whose origins lie within a distance, in order; None where the index cannot tell.

    The distance is that of Manhattan, or the larger of the two differences for ``diagonal``.
    """
    known = index(rt)
    if not known.usable or not 0 <= distance <= NEAR or not (-FAR < at.x < FAR and -FAR < at.y < FAR):
        return None
    near: list[tuple[int, Obj]] = []
    places, x, y = known.places, at.x, at.y
    for dy in range(-distance, distance + 1):
        width = distance if diagonal else distance - abs(dy)
        for dx in range(-width, width + 1):
            here = places.get((x + dx, y + dy))
            if here is not None:
                near += here
    rt.spend(1 + len(near))
    near.sort(key=_rank)
    return tuple([obj for _, obj in near])


def _rank(ranked: tuple[int, Obj]) -> int:
    """The place of an object in the order of all."""
    return ranked[0]
