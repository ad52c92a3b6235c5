"""Gold-miner problems: rock to clear with bombs or a laser that destroys gold, and an arm that gold fills.

Most mistakes are dead ends: the laser fired at gold, gold picked too early, a bomb taken with no soft rock
left.  What delete relaxation does not see: gold under hard rock, which only the laser clears and so is never
picked, and a single bomb, held from the start, which opens one cell of several.  Greedy search has to show
that a plan exists.  What varies beside: the map (holes, corridors), how much of it is rock and how hard,
where the bombs and the laser are and whether there are any, and goals beyond the gold.
"""

from dataclasses import dataclass

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..layouts import Cell, Layout, Passages, layout, place_name, reached
from ..maker import Maker, Sizes, level, ranges, world


@dataclass(frozen=True, slots=True)
class Mine:
    """What lies in the cells of a map."""

    start: Cell
    rock: dict[Cell, str]
    gold: list[Cell]
    bombs: list[Cell]
    laser: Cell | None  # where the laser lies; None when the robot holds it, or there is none
    held: str | None  # what the robot holds


def propose(rng: Rng, sizes: Sizes) -> Problem | None:
    """A mine, the robot in it, and mostly the gold as the goal."""
    columns, rows, holes = sizes["columns"], sizes["rows"], sizes["holes"]
    kind = rng.choice([Passages.OPEN, Passages.OPEN, Passages.OPEN, Passages.NARROW])
    if (map_drawn := layout(rng.fork("map"), columns, rows, holes, kind)) is None:
        return None
    mine = _mine(rng.fork("mine"), map_drawn)
    state: list[Fact] = [
        ("robot-at", place_name(mine.start)),
        (f"holds-{mine.held}",) if mine.held else ("arm-empty",),
        *((f"{rock}-rock-at", place_name(cell)) for cell, rock in mine.rock.items()),
        *(("clear", place_name(cell)) for cell in map_drawn.cells if cell not in mine.rock),
        *(("gold-at", place_name(cell)) for cell in mine.gold),
        *(("bomb-at", place_name(cell)) for cell in mine.bombs),
    ]
    if mine.laser:
        state.append(("laser-at", place_name(mine.laser)))
    return world(
        "goldminer",
        f"goldminer-x{columns}-y{rows}-h{holes}",
        {"loc": map(place_name, map_drawn.cells)},
        [
            *state,
            *(("connected", place_name(cell), place_name(beside)) for cell, beside in map_drawn.passages),
        ],
        _goal(rng.fork("goal"), map_drawn, mine),
    )


def _mine(rng: Rng, map_drawn: Layout) -> Mine:
    """Rock away from a cleared part, gold far off, bombs and the laser mostly in the cleared part."""
    start = rng.choice(map_drawn.cells)
    open_part = _part(rng.fork("open"), map_drawn, start, 1 + rng.below(max(1, len(map_drawn.cells) // 3)))
    far = [cell for cell in map_drawn.cells if cell not in open_part]
    hard, dense = rng.choice([1, 2, 3]), rng.choice([5, 7, 8])
    rock = {c: "hard" if rng.below(6) < hard else "soft" for c in far if rng.below(8) < dense}
    gold = rng.sample(far, min(len(far), rng.choice([1, 1, 1, 2])))
    rock.update((cell, "soft") for cell in gold)
    style = rng.choice(["both", "both", "both", "deep", "bombs", "laser", "single", "single"])
    if rng.below(4) == 0 and len(far) > len(gold):
        decoy = rng.choice([cell for cell in far if cell not in gold])
        rock[decoy] = "hard"
        gold = [decoy] if rng.below(3) == 0 else [*gold, decoy]
    laser = rng.choice(open_part) if style in ("both", "laser") else None
    if style == "deep" or (style == "single" and rng.below(2)):
        laser = rng.choice([cell for cell in far if cell not in gold] or open_part)
    bombs = [] if style in ("laser", "single") else [rng.choice(open_part)]
    if bombs and rng.below(4) == 0:
        bombs.append(rng.choice(map_drawn.cells))
    held = None
    if style == "single" or (bombs and rng.below(6) == 0):
        held = "bomb"
    elif laser and rng.below(6) == 0:
        held, laser = "laser", None
    return Mine(start, rock, gold, sorted(set(bombs)), laser, held)


def _part(rng: Rng, map_drawn: Layout, start: Cell, size: int) -> list[Cell]:
    """Cells that hang together, the start among them: a column or row if it fits, or any."""
    axis = rng.below(3)
    part = [start]
    while len(part) < size:
        beside = sorted({b for a, b in map_drawn.passages if a in part and b not in part})
        straight = [cell for cell in beside if axis < 2 and cell[axis] == start[axis]]
        if not beside:
            break
        part.append(rng.choice(straight or beside))
    return sorted(part)


def _goal(rng: Rng, map_drawn: Layout, mine: Mine) -> list[Fact]:
    """The gold, mostly; a cell to be in or to be cleared, the laser somewhere, gold left where it is."""
    cells = sorted(reached(map_drawn.passages, mine.start) - {mine.start})
    style = rng.choice(["gold"] * 4 + ["gold-at"] * 3 + ["robot", "clear", "laser", "spare"])
    if all(mine.rock[cell] == "hard" for cell in mine.gold) and style not in ("clear", "laser"):
        style = "robot"
    rocky = [cell for cell in cells if cell in mine.rock] or cells
    place = rng.choice(cells)
    if style == "gold-at":
        return [("holds-gold",), ("robot-at", place_name(rng.choice([mine.start, place])))]
    if style == "robot":
        return [("robot-at", place_name(rng.choice(rocky)))]
    if style == "clear":
        return [("clear", place_name(cell)) for cell in rng.sample(rocky, min(len(rocky), 1 + rng.below(3)))]
    if style == "laser" and (mine.laser or mine.held == "laser"):
        return [("laser-at", place_name(place)), ("robot-at", place_name(rng.choice(rocky)))]
    spare = [cell for cell in mine.gold if len(mine.gold) > 1 and style == "spare"]
    return [("holds-gold",), *(("gold-at", place_name(cell)) for cell in spare)]


MAKER = Maker(
    "goldminer",
    parameters=ranges(columns=(1, 6), rows=(2, 6), holes=(0, 6)),
    levels={
        1: level(4, 6, columns=(1, 3), rows=(2, 4), holes=(0, 3)),
        2: level(7, 8, least=3, columns=(2, 4), rows=(2, 4), holes=(0, 3)),
        3: level(9, 12, least=4, columns=(2, 4), rows=(3, 5), holes=(0, 3)),
        4: level(13, 16, least=5, columns=(3, 5), rows=(3, 5), holes=(0, 3)),
        5: level(17, 25, least=6, columns=(4, 5), rows=(4, 5), holes=(0, 3)),
    },
    propose=propose,
    objects=lambda sizes: sizes["columns"] * sizes["rows"] - sizes["holes"],
    none=frozenset({"land"}),
    dead_ends=True,
    loose=True,
)
