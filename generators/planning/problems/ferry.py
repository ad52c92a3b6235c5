"""Ferry problems: any goal can be reached, car by car, so every proposal is solvable.

What varies: where the cars begin (spread evenly, crowded on one shore, most of them at home already), which
cars have a goal (all, half, a few), whether the goals gather at one location, where the ferry begins, and
whether a car is on board.
"""

from __future__ import annotations

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..maker import Level, Maker, Range, Sizes, different, world


def propose(rng: Rng, sizes: Sizes) -> Problem:
    """Cars and their destinations."""
    shores = [f"l{number}" for number in range(sizes["locations"])]
    cars = [f"c{number}" for number in range(sizes["cars"])]
    home = dict(zip(cars, _placement(rng.fork("goal"), cars, shores), strict=True))
    place = dict(zip(cars, _placement(rng.fork("init"), cars, shores), strict=True))
    settled = rng.choice([0, 0, 1, 3])
    for car in cars:
        if rng.below(4) < settled:
            place[car] = home[car]
    wanted = cars
    if (share := rng.choice([1, 1, 2, 4])) > 1:
        wanted = rng.sample(cars, max(1, len(cars) // share))
    state: set[Fact] = {("at", car, shore) for car, shore in place.items()}
    state |= {("at-ferry", rng.choice(shores)), ("empty-ferry",)}
    if rng.below(4) == 0:
        aboard = rng.choice(cars)
        state -= {("at", aboard, place[aboard]), ("empty-ferry",)}
        state.add(("on", aboard))
    return world(
        "ferry",
        f"ferry-l{len(shores)}-c{len(cars)}",
        {"location": shores, "car": cars},
        [*state, *different(shores)],
        [("at", car, home[car]) for car in wanted],
    )


def _placement(rng: Rng, cars: list[str], shores: list[str]) -> list[str]:
    """A shore for each car: even, or two cars of three on one shore."""
    crowd = rng.choice(shores) if rng.below(3) == 0 else None
    return [crowd if crowd and rng.below(3) else rng.choice(shores) for _ in cars]


MAKER = Maker(
    "ferry",
    parameters={"locations": Range(2, 8), "cars": Range(1, 60)},
    levels={
        1: Level(Range(4, 5), {"locations": Range(2, 3), "cars": Range(2, 3)}),
        2: Level(Range(6, 8), {"locations": Range(2, 4), "cars": Range(3, 6)}),
        3: Level(Range(9, 15), {"locations": Range(2, 5), "cars": Range(5, 12)}),
        4: Level(Range(16, 30), {"locations": Range(2, 5), "cars": Range(12, 27)}),
        5: Level(Range(31, 56), {"locations": Range(3, 6), "cars": Range(26, 52)}),
    },
    propose=propose,
    objects=lambda sizes: sizes["locations"] + sizes["cars"],
)
