"""Drawing: the coloured cells of objects and lists, and the frame that they make."""

from .running import Running, State
from .text import ProgramError
from .values import Captured, Cell, Drawn, Elem, Env, Items, Obj, Pos, Value, fields, wrap

Frame = tuple[tuple[str, ...], ...]
"""Rows from the top, colours from the left."""
MAX_CELLS, MAX_GRID = 100_000, 256


def cells_of(m: Running, value: Value, env: Env) -> list[Drawn]:
    """The coloured cells of an object or of a list of them; none of other values."""
    if type(value) is Obj:
        return _cells(m, value, env)
    cells: list[Drawn] = []
    if type(value) is Items:
        m.spend(len(value.items) + 1)
        for item in value.items:
            cells += cells_of(m, item, env)
        if len(cells) > MAX_CELLS:
            raise ProgramError(f"more than {MAX_CELLS} cells to draw")
    return cells


def _cells(m: Running, obj: Obj, env: Env) -> list[Drawn]:
    """The cells of one object: their expressions are evaluated with its fields visible."""
    if type(obj.origin) is not Pos or type(obj.elems) is not Items:
        raise ProgramError(f"an object {obj.kind.name} without a Position or a list of cells")
    m.spend(len(obj.elems.items) + 1)
    inside: Env | None = None
    cells: list[Drawn] = []
    for cell in obj.elems.items:
        if type(cell) is not Cell:
            raise ProgramError(f"an object {obj.kind.name} with a cell that is none")
        parts = []
        for expr in (cell.x, cell.y, cell.colour):
            value = expr.constant
            if value is None:
                inside = inside or Env(fields(obj), env, instance=True)
                value = expr.run(Captured(expr.captured, Env({"e": cell}, inside)))
            parts.append(value)
        if [type(part) for part in parts] != [int, int, str]:
            raise ProgramError(f"a cell of {obj.kind.name} needs two numbers and a string")
        cells.append((wrap(obj.origin.x + parts[0]), wrap(obj.origin.y + parts[1]), parts[2]))
    return cells


def rendered(m: Running, value: Value, env: Env) -> Items:
    """``((.. obj render))``: the cells as a list of RenderedElem."""
    return Items(tuple([Elem(Pos(x, y), colour) for x, y, colour in cells_of(m, value, env)]))


def grid_size(names: dict[str, Value]) -> int:
    """GRID_SIZE, which must be a number that can be drawn."""
    size = names.get("GRID_SIZE")
    if type(size) is not int or not 0 < size <= MAX_GRID:
        raise ProgramError(f"GRID_SIZE must be a number from 1 to {MAX_GRID}")
    return size


def paint(state: State) -> Frame:
    """What is seen: cells on the background, later ones on top, off-grid ones dropped."""
    size, background = grid_size(state.names), state.names.get("background")
    if type(background) is not str:
        raise ProgramError("background must be a string")
    rows = [[background] * size for _ in range(size)]
    for x, y, colour in state.drawn:
        if 0 <= x < size and 0 <= y < size:
            rows[y][x] = colour
    return tuple(map(tuple, rows))
