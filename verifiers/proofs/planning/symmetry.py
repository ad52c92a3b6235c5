"""Which objects are interchangeable, and keys that are equal only for states equal up to interchanging them.

Two objects are interchangeable when they have the same types, no schema and no static part of the goal names
either, and exchanging them among the *arguments* maps the static facts onto themselves and the goal onto
itself.  The exchange then permutes the ground actions and the goal states, so it preserves the distance to
the goal (Pochter, Zohar and Rosenschein, AAAI 2011).  It is an equivalence, (a c) = (a b)(b c)(a b), so each
class may be permuted at will.  A predicate that shares its name with an object is never renamed.

Normal form: each object has a signature, its facts with itself and its class mates masked; a state's key is
the facts without such objects, the sorted signatures of each class, and the facts with several such objects
written with the ranks of the objects in that order.  Equal keys give a permutation (match ranks) that maps
one state onto the other.  Equivalent states may still get different keys (ties): that costs time only.
"""

from collections.abc import Hashable

from ..pddl_tree import Fact, conjuncts, leaves
from .model import Model, ones
from .world import World


class Symmetry:
    """Keys of states of a model up to interchangeable objects."""

    def __init__(self, world: World, model: Model):
        self._classes = interchangeable(world)
        self._class = {name: number for number, members in enumerate(self._classes) for name in members}
        self._facts = [tuple(name.strip("()").split(" ")) for name in model.facts]
        self._touching = dict.fromkeys(self._class, 0)
        self._plain = self._several = 0
        for bit, (name, fact) in enumerate(zip(model.facts, self._facts, strict=True)):
            if name.startswith("(not ("):
                continue  # a complement: the other facts determine it
            involved = self._class.keys() & fact[1:]
            for object_name in involved:
                self._touching[object_name] |= 1 << bit
            self._plain |= 0 if involved else 1 << bit
            self._several |= 1 << bit if len(involved) > 1 else 0
        self._signatures: dict[tuple[str, int], int] = {}
        self._numbers: dict[tuple[Fact, ...], int] = {}

    def key(self, state: int) -> Hashable:
        """The state itself where no objects are interchangeable."""
        if not self._classes:
            return state
        several, rank, signatures = state & self._several, dict[str, str](), []
        for number, members in enumerate(self._classes):
            order = sorted((self._signature(name, state & self._touching[name]), name) for name in members)
            signatures.append(tuple([signature for signature, _ in order]))
            if several:
                rank.update((name, f" {number} {position}") for position, (_, name) in enumerate(order))
        renamed = sorted(self._renamed(bit, rank) for bit in ones(several))
        return state & self._plain, tuple(signatures), tuple(renamed)

    def _signature(self, name: str, facts: int) -> int:
        """A number for the facts of one object, equal for class mates with the same masked facts."""
        known = self._signatures.get((name, facts))
        if known is None:
            masks = {mate: f" {number}" for mate, number in self._class.items()} | {name: " self"}
            masked = tuple(sorted(self._renamed(bit, masks) for bit in ones(facts)))
            known = self._numbers.setdefault(masked, len(self._numbers))
            self._signatures[name, facts] = known
        return known

    def _renamed(self, bit: int, names: dict[str, str]) -> Fact:
        """The fact with other names for arguments; they begin with a blank, as no name of an object does."""
        predicate, *arguments = self._facts[bit]
        return (predicate, *[names.get(name, name) for name in arguments])


def interchangeable(world: World) -> list[list[str]]:
    """The classes of two or more interchangeable objects, in name order."""
    goal = list(conjuncts(world.problem.goal))
    conditions = [schema.precondition for schema in world.domain.schemas.values()]
    conditions += [each.condition for s in world.domain.schemas.values() for each in s.effects]
    conditions += [condition for ways in world.domain.axioms.values() for _, condition in ways]
    conditions += [part for part in goal if part.sort != "atom"]
    named = (leaf.parts[leaf.sort == "atom" :] for condition in conditions for leaf in leaves(condition))
    fixed = {term for terms in named for term in terms}
    for schema in world.domain.schemas.values():
        fixed.update(term for fact in (*schema.add, *schema.delete) for term in fact[1:])
    tagged = [("init", fact) for fact in world.static]
    tagged += [(f"goal {part.holds}", part.parts) for part in goal if part.sort == "atom"]
    structure = frozenset(tagged)
    about: dict[str, list[tuple[str, Fact]]] = {}
    for tag, fact in sorted(structure):
        for name in sorted(set(fact[1:])):
            about.setdefault(name, []).append((tag, fact))
    classes: dict[Hashable, list[list[str]]] = {}
    for name in sorted(world.domain.objects.keys() - fixed):
        mine = about.get(name, [])
        profile = sorted((tag, fact[0], fact.index(name, 1)) for tag, fact in mine)
        alike = classes.setdefault((tuple(sorted(world.domain.objects[name])), tuple(profile)), [])
        for members in alike:
            swap = {name: members[0], members[0]: name}
            facts = mine + about.get(members[0], [])
            if all((tag, (f[0], *[swap.get(n, n) for n in f[1:]])) in structure for tag, f in facts):
                members.append(name)
                break
        else:
            alike.append([name])
    return sorted(members for alike in classes.values() for members in alike if len(members) > 1)
