"""Which objects are interchangeable, and keys that are equal only for states equal up to interchanging them.

Two objects are interchangeable when they have the same types, no schema names either, and exchanging them
maps the static facts onto themselves and the goal onto itself.  The exchange then permutes the ground
actions and the goal states, so it preserves the distance to the goal (Pochter, Zohar and Rosenschein, AAAI
2011).  Interchangeability is an equivalence, (a c) = (a b)(b c)(a b), so each class may be permuted at will.

Sound normal form: each object has a signature, its facts with itself and its class mates masked; a state's
key is the facts without such objects, the sorted signatures of each class, and the facts with several such
objects written with the ranks of the objects in that order.  Equal keys give a permutation (match ranks)
that maps one state onto the other.  States that are equivalent may still get different keys (ties); that
costs time only.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from .model import Model, ones
from .world import Fact, World


class Symmetry:
    """Keys of states of a model up to interchangeable objects."""

    def __init__(self, world: World, model: Model):
        self._classes = interchangeable(world)
        self._class = {name: number for number, members in enumerate(self._classes) for name in members}
        self._words = [tuple(name.replace("(", " ").replace(")", " ").split()) for name in model.facts]
        self._touching = dict.fromkeys(self._class, 0)
        self._plain = self._several = 0
        for bit, words in enumerate(self._words):
            if words[0] == "not":
                continue  # a complement: the other facts determine it
            involved = {word for word in words[1:] if word in self._class}
            for name in involved:
                self._touching[name] |= 1 << bit
            if not involved:
                self._plain |= 1 << bit
            elif len(involved) > 1:
                self._several |= 1 << bit
        self._memo: dict[tuple[str, int], int] = {}
        self._number: dict[tuple[Fact, ...], int] = {}

    def key(self, state: int) -> Hashable:
        """The state itself where no objects are interchangeable."""
        if not self._classes:
            return state
        several = state & self._several
        rank: dict[str, int] = {}
        signatures = []
        for members in self._classes:
            order = sorted((self._signature(name, state & self._touching[name]), name) for name in members)
            signatures.append(tuple([signature for signature, _ in order]))
            if several:
                rank.update((name, position) for position, (_, name) in enumerate(order))
        renamed = sorted(
            tuple(
                [f" {self._class[word]} {rank[word]}" if word in rank else word for word in self._words[bit]]
            )
            for bit in ones(several)
        )
        return state & self._plain, tuple(signatures), tuple(renamed)

    def _signature(self, name: str, facts: int) -> int:
        """A number for the facts of one object, equal for objects of a class with the same masked facts."""
        found = self._memo.get((name, facts))
        if found is None:
            masked = tuple(sorted(self._masked(name, bit) for bit in ones(facts)))
            found = self._memo[name, facts] = self._number.setdefault(masked, len(self._number))
        return found

    def _masked(self, name: str, bit: int) -> Fact:
        """The fact with objects replaced by words that begin with a blank, as no name of an object does."""
        words = self._words[bit]
        return tuple(
            [
                " self" if word == name else f" {self._class[word]}" if word in self._class else word
                for word in words
            ]
        )


def interchangeable(world: World) -> list[list[str]]:
    """The classes of two or more interchangeable objects, in name order."""
    fixed = set(world.problem.domain.constants) | set(_named(world))
    tagged = [("init", fact) for fact in world.static] + [("goal", fact) for fact in world.problem.goal]
    tagged += [("never", fact) for fact in world.problem.negative_goal]
    structure = frozenset(tagged)
    about: dict[str, list[tuple[str, Fact]]] = {}
    for tag, fact in sorted(structure):
        for name in sorted(set(fact[1:])):
            about.setdefault(name, []).append((tag, fact))
    classes: dict[Hashable, list[list[str]]] = {}
    for name in sorted(set(world.problem.objects) - fixed):
        mine = about.get(name, [])
        profile = sorted((tag, fact[0], fact.index(name, 1)) for tag, fact in mine)
        alike = classes.setdefault((tuple(sorted(world.problem.objects[name])), tuple(profile)), [])
        for members in alike:
            other = members[0]
            swap = {name: other, other: name}
            facts = mine + about.get(other, [])
            if all((tag, (fact[0], *(swap.get(w, w) for w in fact[1:]))) in structure for tag, fact in facts):
                members.append(name)
                break
        else:
            alike.append([name])
    return sorted(members for alike in classes.values() for members in alike if len(members) > 1)


def _named(world: World) -> Iterator[str]:
    """The objects that schemas or the static part of the goal name."""
    for rule in world.rules.values():
        for pattern in (*rule.atoms, *rule.forbid, *rule.add, *rule.delete):
            yield from (term for term in pattern.terms if isinstance(term, str))
        for test in rule.tests:
            yield from world.terms(test.condition)
    for condition in world.problem.static_goal:
        yield from world.terms(condition)
