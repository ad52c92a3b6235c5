"""Floor-tile problems: paint is for good and blocks the way, so most mistakes are dead ends.

Greedy search shows that a plan exists; where it is lost, the proposal is dropped.  What varies: the pattern
(chessboard, rows, columns, any), how much of it is asked for (all but the lowest row, the upper rows, single
tiles), how much of it is painted already, old paint elsewhere, holes, alleys between painted tiles where
robots cannot pass each other (which delete relaxation does not see), and colours that are not available, so
that a robot had better paint before it changes.
"""

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..layouts import Cell, carve, neighbours
from ..maker import Maker, Sizes, different, level, ranges, world

COLORS = ("white", "black", "red")


def propose(rng: Rng, sizes: Sizes) -> Problem | None:
    """A floor, partly painted, robots on it, and the pattern to paint."""
    columns, rows, count = sizes["columns"], sizes["rows"], sizes["robots"]
    if (cells := carve(rng.fork("floor"), columns, rows, sizes["holes"])) is None:
        return None
    order = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    tile = {cell: f"tile_{number}" for number, cell in enumerate(order, 1)}
    colors = list(COLORS[: sizes["colors"]])
    pattern = _pattern(rng.fork("pattern"), order, colors)
    wanted, painted = _work(rng.fork("work"), order, alley=count > 1 and rng.below(2) == 0)
    free = [cell for cell in order if cell not in painted]
    if not wanted or count > len(free):
        return None
    robots = [f"robot{number}" for number in range(1, count + 1)]
    stands = dict(zip(robots, rng.sample(free, count), strict=True))
    lacking = rng.choice(colors) if rng.below(6) == 0 else None
    state: set[Fact] = {("clear", tile[cell]) for cell in free if cell not in stands.values()}
    state |= {("painted", tile[cell], pattern[cell]) for cell in painted}
    state |= {("robot-at", robot, tile[cell]) for robot, cell in stands.items()}
    state |= {("robot-has", robot, rng.choice(colors)) for robot in robots}
    return world(
        "floortile",
        f"floortile-x{columns}-y{rows}-h{sizes['holes']}-r{count}-c{len(colors)}",
        {"robot": robots, "tile": [tile[cell] for cell in order], "color": colors},
        [
            *state,
            *(("above", tile[x, y + 1], tile[x, y]) for x, y in order if (x, y + 1) in cells),
            *(("right-of", tile[x + 1, y], tile[x, y]) for x, y in order if (x + 1, y) in cells),
            *(("available-color", color) for color in colors if color != lacking),
            *different(colors),
        ],
        [("painted", tile[cell], pattern[cell]) for cell in wanted],
    )


def _pattern(rng: Rng, cells: list[Cell], colors: list[str]) -> dict[Cell, str]:
    shift, style = rng.below(2), rng.choice(["chess", "chess", "rows", "columns", "any"])
    count = len(colors)
    if style == "any":
        return {cell: rng.choice(colors) for cell in cells}
    along = {"chess": (1, 1), "rows": (0, 1), "columns": (1, 0)}[style]
    return {(x, y): colors[(along[0] * x + along[1] * y + shift) % count] for x, y in cells}


def _work(rng: Rng, cells: list[Cell], *, alley: bool) -> tuple[list[Cell], list[Cell]]:
    """The cells of the goal and those that are painted already, which may lie elsewhere too."""
    if alley:
        walk = _walk(rng.fork("walk"), cells)
        painted = [cell for cell in cells if cell not in walk]
        return rng.sample(walk, 1 + rng.below(len(walk))) + rng.sample(painted, len(painted) // 2), painted
    wanted = _wanted(rng.fork("wanted"), cells)
    others = [cell for cell in cells if cell not in wanted]
    old = rng.sample(others, len(others) * rng.choice([0, 0, 1, 2]) // 5)
    topmost = len(wanted) * rng.fork("painted").choice([0, 0, 1, 2, 3]) // 4
    return wanted, wanted[len(wanted) - topmost :] + old


def _walk(rng: Rng, cells: list[Cell]) -> list[Cell]:
    """Cells one beside the other, none twice, and at first none beside two of them."""
    walk, length = [rng.choice(cells)], 5 + rng.below(1 + len(cells) // 2)
    while len(walk) < length:
        beside = [cell for cell in neighbours(walk[-1]) if cell in cells and cell not in walk]
        apart = [cell for cell in beside if len(set(walk).intersection(neighbours(cell))) == 1]
        if not beside:
            break
        walk.append(rng.choice(apart or beside))
    return walk


def _wanted(rng: Rng, cells: list[Cell]) -> list[Cell]:
    """The cells of the goal, lowest row first: all above the lowest, the upper part, or a few anywhere."""
    style, top = rng.choice(["all", "all", "upper", "some", "some"]), max(y for _, y in cells)
    above = [cell for cell in cells if cell[1] > 0]
    if style == "upper":
        return [cell for cell in above if cell[1] > top // 2]
    if style == "some":
        return sorted(rng.sample(cells, 1 + rng.below(max(1, len(cells) // 2))), key=cells.index)
    return above


MAKER = Maker(
    "floortile",
    parameters=ranges(columns=(1, 6), rows=(2, 10), holes=(0, 6), robots=(1, 3), colors=(1, 3)),
    levels={
        1: level(7, 9, columns=(1, 3), rows=(2, 4), holes=(0, 1), robots=(1, 2), colors=(1, 2)),
        2: level(10, 12, least=3, columns=(1, 3), rows=(3, 7), holes=(0, 2), robots=(1, 2), colors=(1, 3)),
        3: level(13, 19, least=4, columns=(1, 4), rows=(2, 9), holes=(0, 4), robots=(1, 2), colors=(2, 3)),
        4: level(20, 23, least=6, columns=(2, 4), rows=(4, 8), holes=(0, 5), robots=(2, 2), colors=(2, 3)),
        5: level(24, 30, least=8, columns=(2, 5), rows=(4, 9), holes=(0, 6), robots=(2, 3), colors=(2, 3)),
    },
    landmark="clear",
    propose=propose,
    objects=lambda sizes: (
        sizes["columns"] * sizes["rows"] - sizes["holes"] + sizes["robots"] + sizes["colors"]
    ),
    none=frozenset({"land"}),
    dead_ends=True,
    loose=True,
)
