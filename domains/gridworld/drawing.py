"""Drawing: the coloured cells of objects and lists, the occupancy, the frame.

An object's cells are its cell expressions evaluated with its fields visible, moved to its origin.  Where the
expressions depend on nothing but fields and captured values the result is kept on the object: ``shape``
relative to the origin, ``drawn`` in place.
"""

from collections.abc import Collection
from typing import Any

from ...instances.errors import AutumnError
from .frames import Grid
from .runtime import Picture, Runtime, wrap
from .values import Cell, CellExpr, Drawn, Elem, Items, Obj, Pos, Value

MAX_GRID = 256
MAX_ELEMENTS = 100_000  # coloured cells of one frame, hidden ones included
FAR = 2**30
MAX_SHAPES = 10_000  # looks that are kept for one object type


def run_cell(rt: Runtime, expr: CellExpr, obj: Obj | None, cell: Cell | None) -> Value:
    """The value of one cell expression, as of now."""
    if expr.constant is not None:
        return expr.constant
    assert expr.run is not None
    if expr.wants is not None or not rt.stacks:
        return expr.run(rt, expr.captured, obj, cell, True)
    visible: dict[str, Any] = {}
    if obj is not None:
        visible = dict(zip(obj.kind.fields, obj.values, strict=True))
        visible |= {"origin": obj.origin, "elems": obj.elems}
    own = visible.keys() - expr.captured.keys() - {"e"}
    visible |= {"e": cell, **expr.captured}
    pushed = [name for name in visible if name in rt.stacks]
    rt.instances += 1
    if rt.instances == 1:
        rt.skipped = {name: len(rt.stacks[name]) for name in pushed if name in own}
    for name in pushed:
        rt.stacks[name].append(visible[name])
    value = expr.run(rt, expr.captured, obj, cell, True)
    for name in pushed:
        rt.stacks[name].pop()
    rt.instances -= 1
    return value


def drawn(rt: Runtime, obj: Obj) -> Drawn:
    """The cells of an object, hidden and off-grid ones too."""
    if obj.drawn is not None:
        return obj.drawn
    origin = obj.origin
    if type(origin) is not Pos:
        raise AutumnError("the origin of an object must be a Position")
    shape = obj.shape
    keep = rt.caching
    if shape is None:
        shape, keep = _shape(rt, obj)
    else:
        rt.work -= len(shape)
    x, y = origin.x, origin.y
    if -FAR < x < FAR and -FAR < y < FAR:
        cells = tuple([(x + dx, y + dy, colour) for dx, dy, colour in shape])
    else:
        cells = tuple([(wrap(x + dx), wrap(y + dy), colour) for dx, dy, colour in shape])
    if keep:
        obj.drawn = cells
    return cells


def _shape(rt: Runtime, obj: Obj) -> tuple[Drawn, bool]:
    """The cells relative to the origin, and whether they may be kept."""
    kind = obj.kind
    memo = kind.shapes if obj.elems is kind.shared and not obj.mistyped else None
    if memo is not None and obj.values in memo:
        obj.shape = known = memo[obj.values]
        rt.work -= len(known)
        return known, rt.caching
    shape, keep, moves = _looked_up(rt, obj)
    if keep and not moves:
        obj.shape = shape
        if memo is not None and len(memo) < MAX_SHAPES:
            memo[obj.values] = shape
    return shape, keep


def _looked_up(rt: Runtime, obj: Obj) -> tuple[Drawn, bool, bool]:
    """The cells relative to the origin, whether they may be kept, and whether they change with the origin."""
    if type(obj.elems) is not Items:
        raise AutumnError("the cells of an object must be a list")
    keep, moves = rt.caching, False
    cells: list[tuple[int, int, str]] = []
    rt.spend(len(obj.elems.items) + 1)
    for cell in obj.elems.items:
        if type(cell) is not Cell:
            raise AutumnError("the cells of an object must be made by Cell")
        x, y = run_cell(rt, cell.x, obj, cell), run_cell(rt, cell.y, obj, cell)
        colour = run_cell(rt, cell.colour, obj, cell)
        if type(x) is not int or type(y) is not int or type(colour) is not str:
            raise AutumnError(f"a cell of {obj.kind.name} needs two numbers and a string")
        cells.append((x, y, colour))
        for expr in (cell.x, cell.y, cell.colour):
            if expr.constant is None:
                wants = expr.wants
                keep = keep and wants is not None and wants <= obj.kind.visible
                moves = moves or wants is None or "origin" in wants
        if not (-FAR < x < FAR and -FAR < y < FAR):
            keep, moves = False, True
            cells[-1] = (wrap(x), wrap(y), colour)
    return tuple(cells), keep, moves


_DRAWN = frozenset((Obj, Items))


def cells_of(rt: Runtime, value: Value) -> Drawn:
    """The cells of an object or, in order, of a list; none for other values."""
    if type(value) is Obj:
        return drawn(rt, value)
    if type(value) is not Items:
        return ()
    if value.cells is not None:
        known: Drawn = value.cells
        return known
    cells: list[tuple[int, int, str]] = []
    keep = rt.caching
    rt.spend(len(value.items) + 1)
    if value.items and _DRAWN.isdisjoint(map(type, value.items)):
        return ()  # a list of positions, say
    for item in value.items:
        if type(item) is Obj:
            cells += item.drawn or drawn(rt, item)
            keep = keep and item.drawn is not None
        else:
            cells += cells_of(rt, item)
            keep = keep and type(item) is Items and item.cells is not None
        if len(cells) > MAX_ELEMENTS:
            raise AutumnError(f"more than {MAX_ELEMENTS} cells to draw")
    painted = tuple(cells)
    if keep:
        value.cells = painted
    return painted


def places_of(rt: Runtime, value: Value) -> Collection[tuple[int, int]]:
    """The positions of the cells of an object or a list."""
    kind = type(value)
    if kind is not Items and kind is not Obj:
        return ()
    if value.places is not None:
        known: frozenset[tuple[int, int]] = value.places
        return known
    covered = frozenset([(x, y) for x, y, _ in cells_of(rt, value)])
    if (value.cells if kind is Items else value.drawn) is not None:
        value.places = covered
    return covered


def elems_of(rt: Runtime, obj: Obj) -> Items:
    """``render``: the cells of an object as a list of RenderedElem."""
    return Items(tuple([Elem(Pos(x, y), colour) for x, y, colour in drawn(rt, obj)]))


def draw_all(rt: Runtime) -> None:
    """Draw every variable in order, which also settles which positions are occupied."""
    groups: list[tuple[str, Drawn]] = []
    count, g, visible = 0, rt.g, rt.visible
    for name in rt.order:
        if name not in visible:
            continue
        value = g.get(name)
        if type(value) is not Obj and type(value) is not Items:
            continue
        rt.drawing = name
        cells = cells_of(rt, value)
        if cells:
            groups.append((name, cells))
            count += len(cells)
    if count > MAX_ELEMENTS:
        raise AutumnError(f"more than {MAX_ELEMENTS} cells to draw")
    if groups != rt.drawn.groups:
        rt.drawn = Picture(groups)


def grid_size(rt: Runtime) -> int:
    """GRID_SIZE, which must be a number that can be drawn."""
    size = rt.g["GRID_SIZE"]
    if type(size) is not int or not 0 < size <= MAX_GRID:
        raise AutumnError(f"GRID_SIZE must be a number from 1 to {MAX_GRID}")
    return size


def paint(rt: Runtime) -> Grid:
    """The frame: cells in drawing order on the background, later ones on top, off-grid ones dropped."""
    rt.drawing = "GRID_SIZE"
    size = grid_size(rt)
    rt.drawing = "background"
    background = rt.g["background"]
    if type(background) is not str:
        raise AutumnError("background must be a string")
    blank = (background,) * size
    rows: list[list[str] | None] = [None] * size
    for _, cells in rt.drawn.groups:
        for x, y, colour in cells:
            if 0 <= x < size and 0 <= y < size:
                row = rows[y]
                if row is None:
                    row = rows[y] = [*blank]
                row[x] = colour
    return tuple([blank if row is None else tuple(row) for row in rows])
