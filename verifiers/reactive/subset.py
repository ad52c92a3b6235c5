"""Subset-minimality: is there a proper subset of the flips that is sufficient?  (GF-01, definition 14.)

A proper subset of the flips reads at each step one of the submasks.  Forward, step by step, the nodes that
proper subsets can be in are kept, each with the cheapest way to be there; the run of all flips is kept apart.
So the question that seems to be about 2^|C| subsets takes horizon x nodes x 2^k operations, where k is the
largest number of flips at one step.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...domains.reactive.product import Product
from .check import Flips

Trail = tuple["Trail | None", int, int]
"""A chain of what was kept, the last first: (before, step, mask)."""
Way = tuple[int, int, "Trail | None"]
"""(timesteps, atoms, trail) of a subset; costs are compared, trails are not."""


def submasks(mask: int) -> Iterator[int]:
    """The submasks of a mask, ``mask`` itself first."""
    part = mask
    while True:
        yield part
        if part == 0:
            return
        part = (part - 1) & mask


def smaller(product: Product, flips: Flips) -> Flips | None:
    """The cheapest sufficient proper subset in (timesteps, atoms), or None where there is none.

    Where ``flips`` is sufficient, None says that it is subset-minimal.
    """
    horizon = product.horizon
    inside = [flip for flip in flips if flip[0] < horizon]
    ways: dict[int, Way] = {}
    main, reached = 0, 0
    whole: Way = (0, 0, None)
    for step, mask in inside:
        main, ways = _advance(product, reached, step, main, ways)
        after: dict[int, Way] = {}
        row, letter = product.tables[step], product.base[step]
        for part in submasks(mask):
            for node, way in ways.items():
                _keep(after, row[node][letter ^ part], _more(way, step, part))
            if part != mask:
                _keep(after, row[main][letter ^ part], _more(whole, step, part))
        main, ways, whole, reached = row[main][letter ^ mask], after, _more(whole, step, mask), step + 1
    main, ways = _advance(product, reached, horizon, main, ways)
    if len(inside) < len(flips):
        _keep(ways, main, whole)
    ends = [ways[node] for node in sorted(ways) if product.accepting[node]]
    if not ends:
        return None
    return _flips(min(ends, key=lambda way: way[:2])[2])


def _advance(
    product: Product, start: int, stop: int, main: int, ways: dict[int, Way]
) -> tuple[int, dict[int, Way]]:
    """The nodes at ``stop``, where nothing is flipped in between."""
    for table, letter in zip(product.tables[start:stop], product.base[start:stop], strict=True):
        main = table[main][letter]
        if ways:
            after: dict[int, Way] = {}
            for node, way in ways.items():
                _keep(after, table[node][letter], way)
            ways = after
    return main, ways


def _more(way: Way, step: int, mask: int) -> Way:
    if not mask:
        return way
    return way[0] + 1, way[1] + mask.bit_count(), (way[2], step, mask)


def _keep(ways: dict[int, Way], node: int, way: Way) -> None:
    known = ways.get(node)
    if known is None or way[:2] < known[:2]:
        ways[node] = way


def _flips(trail: Trail | None) -> Flips:
    found = []
    while trail is not None:
        trail, step, mask = trail
        found.append((step, mask))
    return tuple(reversed(found))
