"""Problems of the harbour: ships at sea and in berths, some of which are to sail loaded."""

from __future__ import annotations

from certwright.domains.planning.tree import Fact, Problem
from certwright.generators.planning.maker import Maker, Range, Sizes, level, world
from certwright.generators.rng import Rng


def propose(rng: Rng, sizes: Sizes) -> Problem:
    """Ships here and there; one to all of them are to be loaded, and some of these at sea."""
    berths = [f"b{number}" for number in range(sizes["berths"])]
    ships = [f"s{number}" for number in range(sizes["ships"])]
    taken = dict(zip(ships, rng.fork("berths").shuffle(berths), strict=False))
    moored = [ship for ship in ships if ship in taken and rng.below(3)]
    state: list[Fact] = [("crane-at", rng.choice(berths))]
    state += [("moored", ship, taken[ship]) for ship in moored]
    state += [("free", berth) for berth in berths if berth not in [taken[ship] for ship in moored]]
    state += [("at-sea", ship) for ship in ships if ship not in moored]
    wanted = rng.sample(ships, 1 + rng.below(len(ships)))
    goal: list[Fact] = [("loaded", ship) for ship in wanted]
    goal += [("at-sea", ship) for ship in wanted if rng.below(2)]
    return world("harbour", f"harbour-{len(ships)}", {"berth": berths, "ship": ships}, state, goal)


MAKER = Maker(
    "harbour",
    parameters={"berths": Range(2, 6), "ships": Range(1, 60)},
    levels={
        1: level(4, 7, berths=(2, 3), ships=(2, 5)),
        2: level(8, 10, least=3, berths=(2, 4), ships=(4, 8)),
        3: level(11, 17, least=4, berths=(2, 4), ships=(7, 15)),
        4: level(18, 24, least=5, berths=(2, 4), ships=(14, 22)),
        5: level(25, 40, least=6, berths=(2, 4), ships=(21, 38)),
    },
    propose=propose,
    objects=lambda sizes: sizes["berths"] + sizes["ships"],
)
