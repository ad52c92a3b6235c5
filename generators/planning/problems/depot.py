"""Depot problems: crates on piles, hoists that stay, trucks that go anywhere.

With a truck everything is brought anywhere there are a hoist and a pallet, unless it lies where there is no
hoist.  Without trucks each place is a puzzle of its own: a hoist and few pallets do not turn every
arrangement into every other, which delete relaxation does not see; the goal then is what a random walk leads
to.  What varies beside: crates that begin on a truck or a hoist, tall or low piles, which crates have a goal
(all, half, a few), and whether trucks and clear surfaces are asked for too.
"""

from dataclasses import dataclass
from itertools import pairwise

from ....domains.planning.tree import Fact, Problem
from ...rng import Rng
from ..maker import Maker, Sizes, different, ranges, rows, world

Piles = dict[str, list[str]]  # the crates on each pallet, from the bottom up


@dataclass(frozen=True, slots=True)
class Yard:
    """What stays where it is: the place of each hoist and of each pallet."""

    hoists: dict[str, str]
    pallets: dict[str, str]


def propose(rng: Rng, sizes: Sizes) -> Problem | None:
    """Places with piles of crates, and what shall be on what."""
    depots = [f"depot{number}" for number in range(sizes["depots"])]
    distributors = [f"distributor{number}" for number in range(sizes["distributors"])]
    trucks = [f"truck{number}" for number in range(sizes["trucks"])]
    crates = [f"crate{number}" for number in range(sizes["crates"])]
    places = depots + distributors
    if (yard := _yard(rng.fork("yard"), places, sizes["hoists"], sizes["pallets"])) is None:
        return None
    piles = _piles(rng.fork("init"), crates, list(yard.pallets))
    aim = _aim(rng.fork("aim"), yard, piles) if trucks else _walk(rng.fork("aim"), yard, piles)
    held = _held(rng.fork("held"), yard, piles, trucks)
    carried = set(held.values())
    state: set[Fact] = {("at", each, yard.pallets[pallet]) for pallet, pile in piles.items() for each in pile}
    state |= {fact for pallet, pile in piles.items() for fact in _order(pallet, pile)}
    state |= {("clear", [pallet, *pile][-1]) for pallet, pile in piles.items()}
    state |= {("at", pallet, place) for pallet, place in yard.pallets.items()}
    state |= {("at", hoist, place) for hoist, place in yard.hoists.items()}
    state |= {("available", hoist) for hoist in yard.hoists if hoist not in carried}
    state |= {("lifting", by, each) if by in yard.hoists else ("in", each, by) for each, by in held.items()}
    state |= {("at", truck, rng.choice(places)) for truck in trucks}
    numbers = (len(depots), len(distributors), len(trucks), len(yard.pallets), len(yard.hoists), len(crates))
    return world(
        "depot",
        f"depot-{'-'.join(map(str, numbers))}",
        {
            "depot": depots,
            "distributor": distributors,
            "truck": trucks,
            "hoist": yard.hoists,
            "pallet": yard.pallets,
            "crate": crates,
        },
        [*state, *different(places)],
        _goal(rng.fork("goal"), aim, trucks, places),
    )


def _yard(rng: Rng, places: list[str], hoists: int, pallets: int) -> Yard | None:
    """A hoist and a pallet at each place as far as they go, the rest anywhere; None where none meet."""
    sites = []
    for count in (hoists, pallets):
        order = rng.shuffle(places) if count < len(places) else places
        sites.append(order[:count] + [rng.choice(places) for _ in range(count - len(places))])
    if not set(sites[0]).intersection(sites[1]):
        return None
    return Yard(
        {f"hoist{number}": place for number, place in enumerate(sites[0])},
        {f"pallet{number}": place for number, place in enumerate(sites[1])},
    )


def _piles(rng: Rng, crates: list[str], pallets: list[str]) -> Piles:
    """The crates in drawn order, each on a drawn pile; at times on few piles only."""
    piles: Piles = {pallet: [] for pallet in pallets}
    used = rng.sample(pallets, max(1, len(pallets) // rng.choice([1, 1, 2, 3])))
    for crate in rng.shuffle(crates):
        piles[rng.choice(used)].append(crate)
    return piles


def _aim(rng: Rng, yard: Yard, piles: Piles) -> Piles:
    """Other piles where there are hoists, of the crates that lie there; where there are none, the same."""
    served = [pallet for pallet in piles if yard.pallets[pallet] in yard.hoists.values()]
    return {**piles, **_piles(rng, sorted(crate for pallet in served for crate in piles[pallet]), served)}


def _walk(rng: Rng, yard: Yard, piles: Piles) -> Piles:
    """The piles after a random walk of hoists that lift and drop, and drop at last what they hold."""
    after = {pallet: list(pile) for pallet, pile in piles.items()}
    held: dict[str, str] = {}
    for _ in range(8 + 4 * len(yard.hoists) + rng.below(40)):
        hoist = rng.choice(list(yard.hoists))
        near = [pallet for pallet in after if yard.pallets[pallet] == yard.hoists[hoist]]
        if near and hoist in held:
            after[rng.choice(near)].append(held.pop(hoist))
        elif full := [pallet for pallet in near if after[pallet]]:
            held[hoist] = after[rng.choice(full)].pop()
    for hoist in sorted(held):
        near = [pallet for pallet in after if yard.pallets[pallet] == yard.hoists[hoist]]
        after[rng.choice(near)].append(held[hoist])
    return after


def _held(rng: Rng, yard: Yard, piles: Piles, trucks: list[str]) -> dict[str, str]:
    """The top crates that begin on a hoist of their place or, where one is there, on a truck; by what."""
    held: dict[str, str] = {}
    for _ in range(rng.choice([0, 0, 1, 2, 3])):
        pallet = rng.choice(list(piles))
        near = [hoist for hoist, place in yard.hoists.items() if place == yard.pallets[pallet]]
        carriers = [hoist for hoist in near if hoist not in held.values()] + (trucks if near else [])
        if piles[pallet] and carriers:
            held[piles[pallet].pop()] = rng.choice(carriers)
    return held


def _order(pallet: str, pile: list[str]) -> list[Fact]:
    """Which crate is on which surface."""
    return [("on", upper, lower) for lower, upper in pairwise([pallet, *pile])]


def _goal(rng: Rng, aim: Piles, trucks: list[str], places: list[str]) -> list[Fact]:
    """What some crates are on, at times with what is clear or where a truck is."""
    facts = [fact for pallet in aim for fact in _order(pallet, aim[pallet])]
    chosen = rng.sample(facts, max(1, min(len(facts), 8) // rng.choice([1, 1, 2, 3])))
    style = rng.below(6)
    if style == 0:
        pallet = rng.choice(list(aim))
        chosen.append(("clear", [pallet, *aim[pallet]][-1]))
    if style == 1 and trucks:
        chosen.append(("at", rng.choice(trucks), rng.choice(places)))
    return chosen


SIZES = ranges(
    depots=(1, 10), distributors=(0, 3), trucks=(0, 4), hoists=(1, 12), pallets=(1, 14), crates=(1, 14)
)
MAKER = Maker(
    "depot",
    parameters=SIZES,
    levels=rows(
        SIZES,
        (6, 9, 2, (1, 2), (0, 1), (0, 1), (1, 2), (1, 3), (2, 3)),
        (10, 14, 3, (1, 2), (0, 2), (0, 2), (1, 4), (2, 4), (2, 5)),
        (15, 23, 4, (1, 5), (1, 2), (0, 3), (2, 5), (3, 6), (2, 7)),
        (24, 31, 6, (2, 7), (1, 2), (1, 3), (3, 9), (4, 9), (2, 8)),
        (32, 42, 7, (3, 10), (1, 2), (1, 3), (4, 12), (5, 12), (2, 12)),
    ),
    landmark="clear",
    propose=propose,
    loose=True,
)
