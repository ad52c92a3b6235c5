"""Which objects are interchangeable, and keys that are equal only for states equal up to interchanging them.

Two objects are interchangeable when they have the same types, no schema and no static part of the goal names
either, and exchanging them among the *arguments* maps the static facts onto themselves and the goal onto
itself.  The exchange then permutes the ground actions and the goal states, so it preserves the distance to
the goal (Pochter, Zohar and Rosenschein, AAAI 2011).  It is an equivalence, (a c) = (a b)(b c)(a b), so each
class may be permuted at will.  A predicate that shares its name with an object is never renamed.

Normal form: each object has a signature, its facts with itself and its class mates masked; a state's key is
its facts, in which such objects are replaced by their ranks in the order of the signatures.  Equal keys give
a permutation (match ranks) that maps one state onto the other.  Equivalent states may still get different
keys (ties): that costs time only.
"""

from collections import defaultdict
from collections.abc import Hashable
from functools import cache, reduce
from operator import or_

from ..pddl_tree import Fact, conjuncts, leaves, read_name
from .model import Model, ones
from .world import World


class Symmetry:
    """Keys of states of a model up to interchangeable objects."""

    def __init__(self, world: World, model: Model):
        self._classes = interchangeable(world)
        self._class = {name: f" {number}" for number, names in enumerate(self._classes) for name in names}
        self._facts = list(map(read_name, model.facts))
        self._signature = cache(lambda name, facts: self._renamed(facts, self._class | {name: " self"}))
        """The facts of one object with itself and its class mates masked."""
        self._touching = dict.fromkeys(self._class, 0)
        for fact in model.positive:  # they determine the others
            for name in self._class.keys() & read_name(fact)[1:]:
                self._touching[name] |= 1 << model.bit[fact]
        self._touched = reduce(or_, self._touching.values(), 0)
        self._plain = (model.mask(model.positive) or 0) & ~self._touched

    def key(self, state: int) -> Hashable:
        """The state itself where no objects are interchangeable."""
        if not self._classes:
            return state
        rank = dict[str, str]()
        for members in self._classes:
            order = sorted(members, key=lambda name: self._signature(name, state & self._touching[name]))
            rank.update((name, f"{self._class[name]} {place}") for place, name in enumerate(order))
        return state & self._plain, self._renamed(state & self._touched, rank)

    def _renamed(self, facts: int, names: dict[str, str]) -> tuple[Fact, ...]:
        """Facts with other names for arguments; these begin with a blank, as no name of an object does."""
        listed = (self._facts[bit] for bit in ones(facts))
        return tuple(sorted((fact[0], *[names.get(name, name) for name in fact[1:]]) for fact in listed))


def interchangeable(world: World) -> list[list[str]]:
    """The classes of two or more interchangeable objects, in name order."""
    goal, schemas = list(conjuncts(world.problem.goal)), world.domain.schemas.values()
    conditions = [schema.precondition for schema in schemas] + [part for part in goal if part.sort != "atom"]
    conditions += [each.condition for schema in schemas for each in schema.effects]
    conditions += [condition for ways in world.domain.axioms.values() for _, condition in ways]
    named = [leaf.parts[leaf.sort == "atom" :] for condition in conditions for leaf in leaves(condition)]
    named += [each.fact[1:] for schema in schemas for each in schema.effects]
    structure = {("", fact) for fact in world.static}
    structure |= {(f"goal {part.holds}", part.parts) for part in goal if part.sort == "atom"}
    about = defaultdict[str, list[tuple[str, Fact]]](list)
    for tag, fact in structure:
        for name in set(fact[1:]):
            about[name].append((tag, fact))

    def alike(one: str, other: str) -> bool:
        """Whether exchanging two objects changes nothing."""
        swap = {one: other, other: one}
        facts = about[one] + about[other]
        return all((tag, (fact[0], *[swap.get(n, n) for n in fact[1:]])) in structure for tag, fact in facts)

    classes = defaultdict[tuple[str, ...], list[list[str]]](list)
    for name in sorted(world.domain.objects.keys() - {term for terms in named for term in terms}):
        near = classes[tuple(sorted(world.domain.objects[name]))]
        own = next((members for members in near if alike(members[0], name)), None)
        if own is None:
            near.append(own := [])
        own.append(name)
    return sorted(members for near in classes.values() for members in near if len(members) > 1)
