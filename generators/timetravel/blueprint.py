"""The plan of a level before it has names: zones, places, items, and the mechanisms that open places.

A *zone* is where one character lives: a hub with the post of its epoch, and places that lead off it.  Several
zones may lie in one epoch; no path leads from zone to zone, only the post from one epoch to another.  A
*mechanism* opens a gated place once something has been done with its items:

- ``lock``: whoever has the key (item 0) unlocks the gate from the cell before it;
- ``work``: a tool (item 0) is used at a site; a rule opens the gate in a later epoch;
- ``carve``: a graver (item 0) is used on a stone; a rule makes it legible at a place in a later epoch, and
  whoever has read it there can dial the gate open;
- ``grant``: evidence (item 0) is shown at a hall; a rule founds an office, the gate, in a later epoch;
- ``sync``: signals at several sites are lit with any of the igniters (the items) and go out again; when all
  burn, a rule opens the gate.

A *decoy* is a mechanism with the item of another one and a gate that nothing lies behind.  Where items are
lost with their use, whoever spends one on a decoy can never solve the level.  Work may *flood* a place for
good: what lies there has to be fetched before.

Drawn are mechanisms in one or two chains, each gate hiding what the next mechanism needs.  Since every one
opens the place where the next one's item (at the end the prize) lies, none can be left out; whether the level
without it is really another is proven afterwards.  Decoys come last, with the items of mechanisms there are.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..rng import Rng
from .wanted import Order

KINDS = ("lock", "work", "carve", "grant", "sync")
ROLES = {"lock": "key", "work": "tool", "carve": "graver", "grant": "evidence", "sync": "igniter"}
PRIZE = "prize"


@dataclass(frozen=True, slots=True)
class Place:
    """A place; a hub has no parent.  ``length`` counts the steps from the parent, over cells of its own."""

    zone: int
    parent: int | None = None
    gated: bool = False
    length: int = 1


@dataclass(frozen=True, slots=True)
class Cargo:
    """Something to carry, and the place where it lies at first."""

    role: str
    place: int


@dataclass(frozen=True, slots=True)
class Mechanism:
    """What opens a gate; ``sites`` are the places where its items are used (and, for stones, read)."""

    kind: str
    items: tuple[int, ...]
    sites: tuple[int, ...]
    gate: int
    decoy: bool = False
    floods: int | None = None  # the place that nobody can enter once the work is done


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A level without names."""

    epochs: int
    zones: tuple[int, ...]  # the epoch of each zone; zone ``z`` is the home of character ``z``
    places: tuple[Place, ...]
    items: tuple[Cargo, ...]
    mechanisms: tuple[Mechanism, ...]
    starts: tuple[int, ...]  # where each character stands at first
    goals: tuple[tuple[int, int], ...]  # pairs (character, item): who must have what
    milestones: int  # how many of the mechanisms' marks are milestones
    drop: bool  # whether things can be put down anywhere
    worn: bool  # whether keys and tools are lost with their use
    brief: bool  # whether finished work opens its gate by one rule, not by two in a row

    @property
    def hubs(self) -> tuple[int, ...]:
        """The hub of each zone."""
        return tuple(number for number, place in enumerate(self.places) if place.parent is None)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of mechanisms that occur, in the order of KINDS."""
        used = {mechanism.kind for mechanism in self.mechanisms}
        return tuple(kind for kind in KINDS if kind in used)

    @property
    def flooding(self) -> bool:
        """Whether work floods a place."""
        return any(mechanism.floods is not None for mechanism in self.mechanisms)

    @property
    def needed(self) -> tuple[tuple[int, Mechanism], ...]:
        """The mechanisms that are no decoys, each with its number among all."""
        return tuple((n, mechanism) for n, mechanism in enumerate(self.mechanisms) if not mechanism.decoy)

    def of_kind(self, kind: str) -> Iterator[tuple[int, Mechanism]]:
        """The mechanisms of a kind, each with its number among all."""
        return ((n, mechanism) for n, mechanism in enumerate(self.mechanisms) if mechanism.kind == kind)


MOST_SPOTS = 1  # open places that a zone gets, hub and signals aside, before its places are used again
SIGNALS = {
    ("leaves", 2): ((2, 2), (1, 3), (3, 1), (2, 3)),
    ("leaves", 3): ((0, 1, 0), (1, 0, 1), (1, 1, 0), (0, 1, 1), (2, 0, 0), (1, 1, 1)),
    ("hands", 2): ((2, 3), (3, 2), (1, 4), (3, 3)),
    ("hands", 3): ((1, 1, 1), (1, 1, 2), (2, 1, 0), (0, 1, 2), (1, 2, 1)),
}
"""How far from the hubs signals stand, by the way of posting and their number.  One igniter cannot go round
within a window of five actions: between first and last signal lie the ways, two actions (one, into hands) a
post, and the lighting.  Two igniters can."""


class _Draft:
    def __init__(self, order: Order, post: str, rng: Rng):
        self.rng = rng
        self.post = post
        extra = [rng.below(order.epochs) for _ in range(order.characters - order.epochs)]
        self.zones = sorted([*range(order.epochs), *extra])
        self.places = [Place(zone) for zone in range(len(self.zones))]
        self.items: list[Cargo] = []
        self.mechanisms: list[Mechanism] = []
        self.idle = set(range(len(self.zones)))  # zones in which nothing happens yet

    def zone(self, allowed: list[int]) -> int:
        """A zone out of those allowed; idle ones come first."""
        chosen = self.rng.choice([zone for zone in allowed if zone in self.idle] or allowed)
        self.idle.discard(chosen)
        return chosen

    def any_zone(self) -> int:
        return self.zone(list(range(len(self.zones))))

    def earlier_later(self) -> tuple[int, int]:
        """Two zones of different epochs, the earlier first."""
        count = len(self.zones)
        later = self.zone([zone for zone in range(count) if self.zones[zone] > 0])
        return self.zone([z for z in range(count) if self.zones[z] < self.zones[later]]), later

    def spot(self, zone: int) -> int:
        """An open place of a zone: the hub, a place that is there, or a new one."""
        spots = [
            n for n, p in enumerate(self.places) if p.zone == zone and p.parent is not None and not p.gated
        ]
        drawn = self.rng.below(4)
        if drawn == 0:
            return zone
        if spots and (drawn == 1 or len(spots) >= MOST_SPOTS):
            return self.rng.choice(spots)
        return self.place(Place(zone, zone, length=1))

    def gate(self, zone: int) -> int:
        """A new gated place."""
        return self.place(Place(zone, self.spot(zone) if self.rng.below(3) == 0 else zone, gated=True))

    def place(self, place: Place) -> int:
        self.places.append(place)
        return len(self.places) - 1

    def item(self, role: str, place: int) -> int:
        self.items.append(Cargo(role, place))
        return len(self.items) - 1

    def mechanism(self, kind: str, hidden: int | None) -> int:
        """Add a mechanism whose item lies at ``hidden``, or somewhere in the open; the place of its gate."""
        items = [self.item(ROLES[kind], self.spot(self.any_zone()) if hidden is None else hidden)]
        if kind == "sync":
            sites, gate = self.signals(), self.gate(self.any_zone())
            items.append(self.item(ROLES[kind], self.spot(self.places[self.rng.choice(sites)].zone)))
        else:
            sites, gate = self.sites_gate(kind)
        self.mechanisms.append(Mechanism(kind, tuple(items), sites, gate))
        return gate

    def sites_gate(self, kind: str) -> tuple[tuple[int, ...], int]:
        """The sites of a mechanism other than signals, and its gate."""
        if kind == "lock":
            return (), self.gate(self.any_zone())
        before, after = self.earlier_later()
        gate = self.gate(after)
        return ((self.spot(before), self.spot(after)) if kind == "carve" else (self.spot(before),)), gate

    def decoy(self, number: int) -> None:
        """Add a decoy of a mechanism: the same item opens a gate with nothing behind it."""
        real = self.mechanisms[number]
        sites, gate = self.sites_gate(real.kind)
        self.mechanisms.append(replace(real, sites=sites, gate=gate, decoy=True))

    def flood(self, number: int) -> int:
        """Let work flood a place, in its own epoch or a later one; the prize that lies there."""
        real = self.mechanisms[number]
        epoch = self.zones[self.places[real.sites[0]].zone]
        zone = self.zone([zone for zone, when in enumerate(self.zones) if when >= epoch])
        place = self.place(Place(zone, zone))
        self.mechanisms[number] = replace(real, floods=place)
        return self.item(PRIZE, place)

    def signals(self) -> tuple[int, ...]:
        """One place in each of two or three epochs."""
        first: dict[int, int] = {}
        for zone in self.rng.shuffle(range(len(self.zones))):
            first.setdefault(self.zones[zone], zone)
        zones = sorted(self.rng.sample(sorted(first.values()), min(3, len(first))))
        self.idle.difference_update(zones)
        ways = self.rng.choice(SIGNALS[self.post, len(zones)])
        pairs = zip(zones, ways, strict=True)
        return tuple(self.place(Place(zone, zone, length=way)) if way else zone for zone, way in pairs)


def draw(order: Order, post: str, rng: Rng) -> Blueprint | None:
    """A blueprint with the parts of an order; None when some zone has nothing to do in it. ``post`` is a key
    of ``render.POST``."""
    draft = _Draft(order, post, rng)
    kinds = _arranged(order.kinds, rng)
    two = len(kinds) > 2 and rng.below(3) == 0 and kinds[len(kinds) // 2] != "sync"
    chains = [kinds[: len(kinds) // 2], kinds[len(kinds) // 2 :]] if two else [kinds]
    goals = []
    for chain in chains:
        hidden: int | None = None
        for kind in chain:
            hidden = draft.mechanism(kind, hidden)
        prize = draft.item(PRIZE, draft.spot(draft.any_zone()) if hidden is None else hidden)
        goals.append((draft.any_zone(), prize))
    for number, mechanism in enumerate(draft.mechanisms):
        if order.flood and mechanism.kind == "work":
            goals.append((draft.any_zone(), draft.flood(number)))
    if draft.idle:
        return None
    doubled = [number for number, mechanism in enumerate(draft.mechanisms) if mechanism.kind != "sync"]
    for number in sorted(rng.sample(doubled, min(order.decoys, len(doubled)))):
        draft.decoy(number)
    homes = range(len(draft.zones))
    starts = tuple(draft.spot(zone) if rng.below(3) == 0 else zone for zone in homes)
    drop = len(kinds) < 2 and rng.below(2) == 0
    worn = order.decoys > 0 or len(kinds) > 2 or rng.below(2) == 0
    parts = tuple(draft.zones), tuple(draft.places), tuple(draft.items), tuple(draft.mechanisms), starts
    return Blueprint(order.epochs, *parts, tuple(goals), order.milestones, drop, worn, order.brief)


def _arranged(kinds: tuple[str, ...], rng: Rng) -> list[str]:
    """The mechanisms in drawn order; signals never come first, for an igniter must be won before."""
    arranged = rng.shuffle(kinds)
    if arranged and arranged[0] == "sync" and len(arranged) > 1:
        other = 1 + rng.below(len(arranged) - 1)
        arranged[0], arranged[other] = arranged[other], arranged[0]
    return arranged
