"""Grid problems: keys to carry, locked places, and maps with holes, corridors, ledges and chutes.

From below a ledge or chute the robot cannot come back, and it carries one key at a time: mistakes are dead
ends.  Below a chute there can be a vault, one lock behind another of a different shape, whose keys all lie
above: it is never opened, which delete relaxation does not see.  Keys can lie behind locks of their own
shape, and locks may fit no key.  What varies beside: which keys have a goal, whether the robot has one,
whether it begins with a key, and how many locks stand open from the start.
"""

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..layouts import Cell, Layout, Passages, layout, neighbours, place_name, reached
from ..maker import Maker, Sizes, ranges, rows, world

KINDS = [*[Passages.OPEN] * 3, *[Passages.NARROW] * 2, Passages.LEDGE, *[Passages.CHUTE] * 3]


def propose(rng: Rng, sizes: Sizes) -> Problem | None:
    """A map with locks and keys, and where the keys shall be."""
    columns, rows, holes, locks = (sizes[name] for name in ("columns", "rows", "holes", "locks"))
    kind = rng.choice(KINDS)
    map_drawn = layout(rng.fork("map"), columns, rows, holes, kind)
    if map_drawn is None or locks >= len(map_drawn.cells):
        return None
    shapes = [f"shape{number}" for number in range(sizes["shapes"])]
    start = rng.choice(map_drawn.upper)
    vault: list[Cell] = []
    if kind is Passages.CHUTE and min(locks, len(shapes), sizes["keys"]) > 1:
        vault = _vault(rng.fork("vault"), map_drawn)
    doors = _doors(rng.fork("doors"), map_drawn, start, vault, locks)
    lock = {door: rng.choice(shapes) for door in doors}
    lock.update(zip(vault, rng.shuffle(shapes), strict=False))
    key = _keys(rng.fork("keys"), sizes["keys"], shapes, [lock[door] for door in vault])
    ordinary = [door for door in doors if door not in vault]
    opened = rng.sample(ordinary, len(ordinary) * rng.choice([0, 0, 0, 1]) // 2)
    closed = [door for door in doors if door not in opened]
    place = _places(rng.fork("places"), list(key), map_drawn, start, closed, spread=not vault)
    held = rng.choice(list(key)) if rng.below(5) == 0 else None
    state: set[Fact] = {("at", name, place_name(cell)) for name, cell in place.items() if name != held}
    state |= {("at-robot", place_name(start)), ("holding", held) if held else ("arm-empty",)}
    state |= {("locked" if cell in closed else "open", place_name(cell)) for cell in map_drawn.cells}
    return world(
        "grid",
        f"grid-x{columns}-y{rows}-h{holes}-s{len(shapes)}-k{len(key)}-l{locks}",
        {"place": map(place_name, map_drawn.cells), "key": key, "shape": shapes},
        [
            *state,
            *(("conn", place_name(cell), place_name(beside)) for cell, beside in map_drawn.passages),
            *(("key-shape", name, shape) for name, shape in key.items()),
            *(("lock-shape", place_name(cell), shape) for cell, shape in lock.items()),
        ],
        _goal(rng.fork("goal"), list(key), map_drawn, start, vault),
    )


def _vault(rng: Rng, map_drawn: Layout) -> list[Cell]:
    """Two places below a chute, the second reached through the first only; none where there are none."""
    lower = [cell for cell in map_drawn.cells if cell not in map_drawn.upper]
    pairs = []
    for first in lower:
        around = [step for step in map_drawn.passages if first not in step]
        behind = set(lower) - {first} - reached(around, map_drawn.upper[0])
        pairs += [[first, second] for second in sorted(behind)]
    return rng.choice(pairs) if pairs else []


def _doors(rng: Rng, map_drawn: Layout, start: Cell, vault: list[Cell], count: int) -> list[Cell]:
    """The lockable places, those of the vault first: anywhere, or side by side as a wall."""
    cells = [cell for cell in map_drawn.cells if cell != start]
    doors = vault or rng.sample(cells, min(1, count))
    wall = rng.below(2)
    while len(doors) < count:
        free = [cell for cell in cells if cell not in doors]
        beside = [cell for cell in free if any(door in neighbours(cell) for door in doors)]
        doors = [*doors, rng.choice(beside if wall and beside else free)]
    return doors


def _keys(rng: Rng, count: int, shapes: list[str], needed: list[str]) -> dict[str, str]:
    """Keys, named by the number of their shape, with their shapes: those needed, the others drawn."""
    more = [rng.choice(shapes) for _ in range(count - len(needed))]
    drawn = sorted(shapes.index(shape) for shape in needed + more)
    return {f"key{shape}-{drawn[:n].count(shape)}": shapes[shape] for n, shape in enumerate(drawn)}


def _places(
    rng: Rng, keys: list[str], map_drawn: Layout, start: Cell, closed: list[Cell], *, spread: bool
) -> dict[str, Cell]:
    """Where each key lies: in the upper part, where the robot can walk to, or, when spread, anywhere."""
    near = reached([step for step in map_drawn.passages if step[1] not in closed], start)
    upper = sorted(near.intersection(map_drawn.upper))
    return {key: rng.choice(map_drawn.cells if spread and rng.below(3) == 0 else upper) for key in keys}


def _goal(rng: Rng, keys: list[str], map_drawn: Layout, start: Cell, vault: list[Cell]) -> list[Fact]:
    """Places for some keys, and at times for the robot, where passages lead but not through the vault."""
    there = sorted(reached([step for step in map_drawn.passages if step[1] not in vault[1:]], start))
    wanted = rng.sample(keys, max(1, len(keys) // rng.choice([1, 1, 2, 3])))
    goal: list[Fact] = [("at", key, place_name(rng.choice(there))) for key in wanted]
    if (style := rng.below(8)) < 2:
        goal.append(("at-robot", place_name(rng.choice(there))))
    return goal[-1:] if style == 0 else goal


SIZES = ranges(columns=(2, 8), rows=(1, 8), holes=(0, 20), shapes=(1, 4), keys=(1, 6), locks=(0, 12))
MAKER = Maker(
    "grid",
    parameters=SIZES,
    levels=rows(
        SIZES,
        (5, 9, 2, (2, 3), (1, 3), (0, 1), (1, 1), (1, 2), (0, 2)),
        (10, 18, 3, (2, 4), (2, 4), (0, 3), (1, 2), (1, 3), (1, 4)),
        (19, 30, 5, (4, 5), (4, 5), (0, 4), (1, 3), (2, 3), (2, 6)),
        (31, 37, 6, (5, 6), (5, 6), (0, 5), (1, 3), (2, 4), (2, 8)),
        (38, 46, 8, (5, 7), (6, 7), (0, 7), (2, 3), (2, 4), (3, 10)),
    ),
    landmark="at-robot",
    propose=propose,
    objects=lambda sizes: sizes["columns"] * sizes["rows"] - sizes["holes"] + sizes["keys"] + sizes["shapes"],
    dead_ends=True,
    loose=True,
)
