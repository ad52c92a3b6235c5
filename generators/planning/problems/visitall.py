"""Visit-all problems on maps with holes, corridors, ledges and islands.

Goals lie where the robot can get to; below a ledge it cannot come back, so the order matters and greedy
search has to show that a plan exists.  What varies beside the map: how many places are in the goal (all,
half, a few; in a corridor all) and how many have
been visited.
"""

from ....domains.planning.tree import Problem
from ...rng import Rng
from ..layouts import Cell, Passages, layout, reached
from ..maker import Maker, Sizes, level, ranges, world

KINDS = [*[Passages.OPEN] * 3, *[Passages.NARROW] * 2, Passages.LEDGE, Passages.CHUTE, Passages.ISLAND]
CORRIDOR = 30  # maps of more places are corridors: plans are long there, states few enough to go through


def propose(rng: Rng, sizes: Sizes) -> Problem | None:
    """A map, where the robot is and has been, and where it shall have been."""
    columns, rows, holes = sizes["columns"], sizes["rows"], sizes["holes"]
    kind = Passages.CORRIDOR if columns * rows - holes > CORRIDOR else rng.choice(KINDS)
    if (map_drawn := layout(rng.fork("map"), columns, rows, holes, kind)) is None:
        return None
    start = rng.choice(map_drawn.upper)
    others = sorted(reached(map_drawn.passages, start) - {start})
    if not others:
        return None
    wanted = rng.sample(others, max(1, len(others) // rng.choice([1, 1, 2, 4])))
    if kind is Passages.CORRIDOR:
        wanted = others
    seen = rng.sample(others, len(others) * rng.choice([0, 0, 1, 2]) // 3)
    return world(
        "visitall",
        f"visitall-x{columns}-y{rows}-h{holes}",
        {"place": map(_name, map_drawn.cells)},
        [
            ("at-robot", _name(start)),
            *(("visited", _name(cell)) for cell in [start, *seen]),
            *(("connected", _name(cell), _name(beside)) for cell, beside in map_drawn.passages),
        ],
        [("visited", _name(cell)) for cell in wanted],
    )


def _name(cell: Cell) -> str:
    return f"loc-x{cell[0]}-y{cell[1]}"


MAKER = Maker(
    "visitall",
    parameters=ranges(columns=(2, 8), rows=(2, 8), holes=(0, 20)),
    levels={
        1: level(4, 7, columns=(2, 4), rows=(2, 4), holes=(0, 3)),
        2: level(8, 11, least=3, columns=(2, 4), rows=(2, 4), holes=(0, 3)),
        3: level(12, 16, least=4, columns=(3, 5), rows=(3, 5), holes=(0, 4)),
        4: level(17, 20, least=5, columns=(4, 5), rows=(4, 5), holes=(0, 4)),
        5: level(21, 56, least=6, columns=(4, 8), rows=(5, 7), holes=(0, 5)),
    },
    propose=propose,
    objects=lambda sizes: sizes["columns"] * sizes["rows"] - sizes["holes"],
    none=frozenset({"reach"}),
    dead_ends=True,
)
