"""Household problems: one hand, receptacles with and without doors, appliances that change what is held.

A household is one to four rooms, each with receptacles of its kind and with the items that are kept there;
kitchens have a sink, a microwave and a fridge, bathrooms a sink.  Goals follow the household tasks of ALFRED
(Shridhar et al., CVPR 2020, figure 4): place an item, or two, cleaned, heated, cooled, sliced or examined
beforehand; beside these hold, close, and light up.  What is asked of an item is what can be done to it here,
so proposals are mostly solvable; greedy search shows it.  What varies beside: which receptacles share a spot,
which doors are open, what was done to items already, what fits where, and what the agent holds.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from ....domains.planning.tree import Fact, Problem
from ....instances.places import table_beside
from ...rng import Rng
from ..maker import Maker, Sizes, different, ranges, rows, world

ROOMS = "ksbo"
NEEDS = {"clean": "sink", "hot": "microwave", "cold": "fridge"}  # the type of the appliance for a treatment
ABILITY = {"clean": "cleanable", "hot": "heatable", "cold": "coolable"}


class Furniture(msgspec.Struct, frozen=True):
    """A kind of receptacle: its type, the rooms it stands in, what is kept there, whether it has a door."""

    type: str
    rooms: str
    keeps: str
    door: bool = False


class Ware(msgspec.Struct, frozen=True):
    """A kind of item: its type, the groups that say where it is kept, the rooms, and what is done to it."""

    type: str
    group: str
    rooms: str
    treatments: tuple[str, ...] = ()


_TABLES = table_beside(__file__, dict[str, dict[str, Any]])
FURNITURE = msgspec.convert(_TABLES["furniture"], dict[str, Furniture])
WARES = msgspec.convert(_TABLES["wares"], dict[str, Ware])


def fits(ware: Ware, furniture: Furniture) -> bool:
    """Whether items of a kind fit in receptacles of a kind: they share a group.

    >>> fits(WARES["apple"], FURNITURE["fridge"]), fits(WARES["apple"], FURNITURE["desk"])
    (True, False)
    """
    return not set(ware.group.split()).isdisjoint(furniture.keeps.split())


@dataclass(frozen=True, slots=True)
class House:
    """The receptacles and items with their kinds, and where the receptacles stand."""

    spots: list[str]
    furniture: dict[str, Furniture]
    stands: dict[str, str]
    wares: dict[str, Ware]

    def fitting(self, item: str) -> list[str]:
        """The receptacles that an item fits in."""
        return [name for name, kind in self.furniture.items() if fits(self.wares[item], kind)]

    def can(self, item: str, treatment: str) -> bool:
        """Whether a treatment of an item is possible in the house."""
        kinds = [ware.type for ware in self.wares.values()]
        if treatment == "examined":
            return "lamp" in kinds and self.wares[item].type != "lamp"
        if treatment not in self.wares[item].treatments:
            return False
        if treatment == "sliced":
            return "knife" in kinds and any(not self.furniture[name].door for name in self.fitting(item))
        return any(kind.type == NEEDS[treatment] for kind in self.furniture.values())


def propose(rng: Rng, sizes: Sizes) -> Problem | None:
    """A house, its state, and the chores."""
    if (house := _house(rng.fork("house"), sizes)) is None:
        return None
    place = {item: rng.choice(house.fitting(item)) for item in house.wares}
    goal = _goal(rng.fork("goal"), house, place)
    if not goal:
        return None
    types = {name: kind.type for name, kind in house.furniture.items()}
    types.update((item, ware.type) for item, ware in house.wares.items())
    objects: dict[str, list[str]] = {"agent": ["agent1"], "spot": house.spots}
    for name, type_ in types.items():
        objects.setdefault(type_, []).append(name)
    return world(
        "alfworld",
        f"alfworld-s{sizes['spots']}-r{sizes['receptacles']}-i{sizes['items']}",
        objects,
        [*_state(rng.fork("state"), house, place), *_fixed(house)],
        goal,
    )


def _house(rng: Rng, sizes: Sizes) -> House | None:
    """Receptacles and items of the drawn rooms; None where an item fits in none of the receptacles."""
    count = min(len(ROOMS), 1 + rng.below(1 + sizes["receptacles"] // 8))
    codes = rng.sample(ROOMS, count)
    if "k" not in codes and rng.below(2):
        codes[0] = "k"
    furniture = _furniture(rng.fork("furniture"), codes, sizes["receptacles"])
    kept = {group for kind in furniture.values() for group in kind.keeps.split()}
    kinds = [
        name
        for name, ware in WARES.items()
        if set(codes).intersection(ware.rooms.split()) and kept.intersection(ware.group.split())
    ]
    if not kinds:
        return None
    spots = [f"spot{number}" for number in range(1, sizes["spots"] + 1)]
    order = rng.shuffle(spots)
    names = list(furniture)
    stands = {name: order[k] if k < len(order) else rng.choice(spots) for k, name in enumerate(names)}
    return House(spots, furniture, stands, _wares(rng.fork("wares"), kinds, sizes["items"]))


def _furniture(rng: Rng, codes: list[str], count: int) -> dict[str, Furniture]:
    """Receptacles: most appliances of the rooms, then any that belong there, numbered by kind."""
    kinds = [name for name, kind in FURNITURE.items() if set(codes).intersection(kind.rooms.split())]
    appliances = [name for name in kinds if FURNITURE[name].type != "receptacle"]
    drawn = [name for name in rng.shuffle(appliances) if rng.below(6)][: max(1, count * 2 // 3)]
    drawn += rng.sample(kinds, min(len(kinds), (count - len(drawn)) // 2))
    repeated = [name for name in kinds if FURNITURE[name].type == "receptacle"]
    drawn += [rng.choice(repeated) for _ in range(count - len(drawn))]
    return {name: FURNITURE[kind] for kind, name in _numbered(kinds, drawn[:count])}


def _wares(rng: Rng, kinds: list[str], count: int) -> dict[str, Ware]:
    """Items: mostly a knife where there is food and a lamp where lamps are used, then any."""
    drawn = []
    for kind in ("knife", "lamp"):
        wares = [name for name in kinds if WARES[name].type == kind]
        if wares and rng.below(4):
            drawn.append(rng.choice(wares))
    few = rng.sample(kinds, max(1, len(kinds) // rng.choice([1, 1, 2])))
    drawn += [rng.choice(few) for _ in range(count - len(drawn))]
    return {name: WARES[kind] for kind, name in _numbered(kinds, drawn[:count])}


def _numbered(kinds: list[str], drawn: list[str]) -> list[tuple[str, str]]:
    """The kinds that were drawn, in the order of the list, each with a name for every time it was."""
    return [(kind, f"{kind}{number}") for kind in kinds for number in range(1, drawn.count(kind) + 1)]


def _state(rng: Rng, house: House, place: dict[str, str]) -> list[Fact]:
    """Where the agent and the items are, how the items are, and which doors are open."""
    held = rng.choice(list(place)) if rng.below(5) == 0 else None
    treated, ajar = rng.choice([0, 0, 1, 2]), rng.choice([0, 1, 1, 2])
    facts: list[Fact] = [("at", "agent1", rng.choice(house.spots))]
    facts.append(("holds", "agent1", held) if held else ("hand-empty", "agent1"))
    facts += [("in", item, receptacle) for item, receptacle in place.items() if item != held]
    for name, kind in house.furniture.items():
        if kind.door:
            facts.append(("opened" if rng.below(4) < ajar else "closed", name))
    for item, ware in house.wares.items():
        warmth = "room-warm"
        for treatment in ware.treatments:
            if rng.below(8) < treated and house.can(item, treatment):
                if treatment in ("hot", "cold"):
                    warmth = treatment
                else:
                    facts.append((treatment, item))
        facts.append((warmth, item))
        if ware.type == "lamp":
            facts.append(("lit" if rng.below(4) == 0 else "off", item))
    return facts


def _goal(rng: Rng, house: House, place: dict[str, str]) -> list[Fact]:
    """One to three items, each with a destination, treatments, or both; at times a door or a lamp."""
    goal: list[Fact] = []
    for item in rng.sample(list(place), min(len(place), rng.choice([1, 1, 1, 2, 2, 3]))):
        doable = [each for each in ("clean", "hot", "cold", "sliced", "examined") if house.can(item, each)]
        chosen = rng.sample(doable, min(len(doable), rng.choice([0, 1, 1, 1, 2])))
        if "hot" in chosen and "cold" in chosen:
            chosen.remove("hot")
        goal += [(treatment, item) for treatment in chosen]
        elsewhere = [receptacle for receptacle in house.fitting(item) if receptacle != place[item]]
        if elsewhere and (not chosen or rng.below(4)):
            goal.append(("in", item, rng.choice(elsewhere)))
    style = rng.below(8)
    goals = [fact for fact in goal if fact[0] == "in"]
    doors = [fact[2] for fact in goals if house.furniture[fact[2]].door]
    lamps = [item for item, ware in house.wares.items() if ware.type == "lamp"]
    if doors and style < 4:
        goal.append(("closed", doors[0]))
    elif lamps and style == 4:
        goal.append(("lit", rng.choice(lamps)))
    elif style == 5 and not goals:
        goal.append(("holds", "agent1", rng.choice(list(place))))
    return goal


def _fixed(house: House) -> list[Fact]:
    return [
        *different(house.spots),
        *(("stands-at", name, spot) for name, spot in house.stands.items()),
        *(("openable" if kind.door else "free-to-use", name) for name, kind in house.furniture.items()),
        *(("fits", item, receptacle) for item in house.wares for receptacle in house.fitting(item)),
        *(
            (ABILITY[treatment], item)
            for item, ware in house.wares.items()
            for treatment in ware.treatments
            if treatment in ABILITY
        ),
    ]


SIZES = ranges(spots=(2, 40), receptacles=(2, 30), items=(1, 70))
MAKER = Maker(
    "alfworld",
    parameters=SIZES,
    levels=rows(
        SIZES,
        (9, 14, 2, (2, 5), (3, 5), (2, 5)),
        (15, 29, 3, (3, 10), (4, 9), (5, 12)),
        (30, 59, 4, (8, 19), (8, 15), (10, 28)),
        (60, 89, 5, (15, 27), (14, 21), (22, 45)),
        (90, 125, 5, (22, 32), (18, 28), (40, 66)),
    ),
    landmark="holds",
    propose=propose,
    objects=lambda sizes: 1 + sum(sizes.values()),
    none=frozenset({"land"}),
    dead_ends=True,
)
