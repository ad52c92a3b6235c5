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
"""

from collections.abc import Iterator
from dataclasses import dataclass

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
