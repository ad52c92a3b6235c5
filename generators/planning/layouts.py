"""Maps of places in a grid: holes, corridors, ledges that are passed one way only, islands.

A map is a set of cells and a set of passages, each from a cell to an orthogonal neighbour.  All maps but
islands are connected as undirected graphs by construction: a cell becomes a hole, and a passage a wall, only
where the rest hangs together without it.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import TypeVar

from ..rng import Rng

T = TypeVar("T")
Cell = tuple[int, int]  # column and row
Passage = tuple[Cell, Cell]


class Passages(str, Enum):
    """What the passages of a map are like."""

    OPEN = "open"  # between any two neighbours, both ways
    NARROW = "narrow"  # a random tree and few passages more
    LEDGE = "ledge"  # from an upper part to the rest there is no way back
    CHUTE = "chute"  # a random tree; from an upper part to the rest one passage leads, and none back
    CORRIDOR = "corridor"  # one way to and fro through all cells; the holes are at its end
    ISLAND = "island"  # two parts without a passage between them


@dataclass(frozen=True, slots=True)
class Layout:
    """A map; ``upper`` is the part to begin in, all of it unless there is a ledge or an island."""

    cells: tuple[Cell, ...]
    passages: tuple[Passage, ...]
    upper: tuple[Cell, ...]


def layout(rng: Rng, columns: int, rows: int, holes: int, kind: Passages) -> Layout | None:
    """A map of ``columns`` times ``rows`` cells less the holes; None where the drawing led to none."""
    if kind is Passages.CORRIDOR:
        return corridor(columns, rows, holes) if columns * rows - holes > 1 else None
    cells = carve(rng.fork("holes"), columns, rows, holes)
    if cells is None or len(cells) < 2:
        return None
    passages, upper = mesh(cells), cells
    if kind is Passages.NARROW:
        passages = narrow(rng.fork("walls"), cells, passages, doors=6)
    elif kind is Passages.CHUTE:
        passages, upper = _chute(rng.fork("chute"), narrow(rng.fork("walls"), cells, passages))
    elif kind in (Passages.LEDGE, Passages.ISLAND):
        if (part := region(rng.fork("part"), cells)) is None:
            return None
        rest = cells - part
        if kind is Passages.ISLAND:
            upper = max(part, rest, key=lambda cells: (len(cells), min(cells)))
            passages = {(a, b) for a, b in passages if (a in part) == (b in part)}
        else:
            upper, passages = part, {(a, b) for a, b in passages if a in part or b not in part}
    return Layout(tuple(sorted(cells)), tuple(sorted(passages)), tuple(sorted(upper)))


def corridor(columns: int, rows: int, holes: int) -> Layout:
    """A map in which each cell is joined to the next: row by row, every other row backwards."""
    way = [(x if y % 2 == 0 else columns - 1 - x, y) for y in range(rows) for x in range(columns)]
    way = way[: len(way) - holes]
    passages = {pair for one, other in pairwise(way) for pair in ((one, other), (other, one))}
    return Layout(tuple(sorted(way)), tuple(sorted(passages)), tuple(sorted(way)))


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells beside a cell, whether or not they are on the map."""
    x, y = cell
    return (x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)


def place_name(cell: Cell) -> str:
    """What a place is called."""
    return f"f{cell[0]}-{cell[1]}f"


def mesh(cells: Set[Cell]) -> set[Passage]:
    """The passages between all neighbours, both ways."""
    return {(cell, beside) for cell in cells for beside in neighbours(cell) if beside in cells}


def reached(passages: Iterable[tuple[T, T]], start: T) -> set[T]:
    """The cells that the passages lead to from one, itself included."""
    leads: dict[T, set[T]] = {}
    for cell, beside in passages:
        leads.setdefault(cell, set()).add(beside)
    seen, fringe = {start}, {start}
    while fringe:
        fringe = set[T]().union(*(leads.get(cell, ()) for cell in fringe)) - seen
        seen |= fringe
    return seen


def connected(cells: Set[Cell]) -> bool:
    """Whether the cells, at least one, hang together."""
    return bool(cells) and len(reached(mesh(cells), min(cells))) == len(cells)


def carve(rng: Rng, columns: int, rows: int, holes: int) -> set[Cell] | None:
    """The cells left when holes are cut: anywhere, side by side, or from the rim; None when too many."""
    cells = {(x, y) for x in range(columns) for y in range(rows)}
    style = rng.choice(["anywhere", "block", "rim"])
    cut: set[Cell] = set()
    for _ in range(holes):
        candidates = sorted(cells)
        if style == "block" and cut:
            candidates = [cell for cell in candidates if cut.intersection(neighbours(cell))]
        elif style == "rim":
            candidates = [cell for cell in candidates if not cells.issuperset(neighbours(cell))]
        hole = next((cell for cell in rng.shuffle(candidates) if connected(cells - {cell})), None)
        if hole is None:
            return None
        cells.remove(hole)
        cut.add(hole)
    return cells


def narrow(rng: Rng, cells: Set[Cell], passages: Set[Passage], *, doors: int = 0) -> set[Passage]:
    """The passages, both ways, of a random spanning tree (Kruskal) and of one wall in ``doors``."""
    part = {cell: cell for cell in cells}

    def root(cell: Cell) -> Cell:
        while part[cell] != cell:
            cell = part[cell]
        return cell

    kept: set[Passage] = set()
    for a, b in rng.shuffle(sorted(pair for pair in passages if pair[0] < pair[1])):
        one, other = root(a), root(b)
        if one != other or (doors and rng.below(doors) == 0):
            part[one] = other
            kept |= {(a, b), (b, a)}
    return kept


def region(rng: Rng, cells: Set[Cell]) -> set[Cell] | None:
    """A connected part, a quarter of the cells to three quarters, whose rest is connected; None if missed."""
    size = max(1, len(cells) // 4 + rng.below(len(cells) // 2 + 1))
    part = {rng.choice(sorted(cells))}
    while len(part) < size:
        part.add(rng.choice(sorted({b for cell in part for b in neighbours(cell) if b in cells} - part)))
    return part if connected(cells - part) else None


def _chute(rng: Rng, tree: set[Passage]) -> tuple[set[Passage], set[Cell]]:
    """A tree without the way back of one passage that leads to more than one cell, and the part above it."""
    drops = [(a, b) for a, b in sorted(tree) if sum(a == beside for _, beside in tree) > 1]
    a, b = rng.choice(drops or sorted(tree))
    passages = tree - {(b, a)}
    return passages, {a} | {cell for cell, _ in tree} - reached(passages - {(a, b)}, b)
