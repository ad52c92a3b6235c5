"""Ferry problems: any goal can be reached, car by car, so every proposal is solvable.

What varies: where the cars begin (spread evenly, crowded on one shore, most of them at home already), which
cars have a goal (all, half, a few), whether the goals gather at one location, where the ferry begins, and
whether a car is on board.  Many cars between two shores all have to cross: shortest plans are then longest,
and can be proven, since cars of one goal are interchangeable.
"""

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..maker import Maker, Sizes, different, level, placed, ranges, world

CONVOY = 15  # more cars than this between two shores all have to cross


def propose(rng: Rng, sizes: Sizes) -> Problem:
    """Cars and their destinations."""
    shores = [f"l{number}" for number in range(sizes["locations"])]
    cars = [f"c{number}" for number in range(sizes["cars"])]
    home = placed(rng.fork("goal"), cars, shores)
    place = placed(rng.fork("init"), cars, shores)
    settled = rng.choice([0, 0, 1, 3])
    place = {car: home[car] if rng.below(4) < settled else shore for car, shore in place.items()}
    share = rng.choice([1, 1, 2, 4, 8] if len(cars) > 12 else [1, 1, 2, 4])
    wanted = rng.sample(cars, max(1, len(cars) // share))
    if len(shores) == 2 and len(cars) > CONVOY:
        wanted, home = cars, {car: shores[shores[0] == place[car]] for car in cars}
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


MAKER = Maker(
    "ferry",
    parameters=ranges(locations=(2, 8), cars=(1, 60)),
    levels={
        1: level(4, 7, locations=(2, 3), cars=(2, 5)),
        2: level(8, 10, least=3, locations=(2, 5), cars=(3, 8)),
        3: level(11, 17, least=4, locations=(2, 5), cars=(6, 15)),
        4: level(18, 30, least=5, locations=(2, 5), cars=(12, 28)),
        5: level(31, 56, least=6, locations=(3, 6), cars=(26, 52)),
    },
    propose=propose,
    none=frozenset({"reach"}),
    sized={
        "land": {
            3: level(11, 17, least=4, locations=(2, 8), cars=(6, 15)),
            4: level(18, 30, least=5, locations=(2, 8), cars=(12, 28)),
            5: level(31, 56, least=6, locations=(3, 8), cars=(26, 52)),
        }
    },
    spare={"reach": "car", "areach": "car"},
)
