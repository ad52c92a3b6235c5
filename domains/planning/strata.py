"""The order in which derived predicates are worked out.

Predicates that depend on each other form one layer.  Inside a layer they depend on each other only as they
stand, never on a negation, so what holds there is the least fixpoint of what defines them (Thiebaux, Hoffmann
and Nebel, "In defense of PDDL axioms", 2005).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..components import components
from .tree import And, Atom, Axiom, Condition, Exists, Forall, Not, Or

Axioms = Mapping[str, Sequence[Axiom]]


def signed_atoms(condition: Condition, positive: bool = True) -> Iterator[tuple[Atom, bool]]:
    """All atoms of a condition, each with whether it stands below an even number of negations."""
    if isinstance(condition, Atom):
        yield condition, positive
    elif isinstance(condition, Not):
        yield from signed_atoms(condition.part, not positive)
    elif isinstance(condition, (Forall, Exists)):
        yield from signed_atoms(condition.part, positive)
    elif isinstance(condition, (And, Or)):
        for part in condition.parts:
            yield from signed_atoms(part, positive)


def layers(axioms: Axioms) -> tuple[tuple[str, ...], ...]:
    """The layers, each after those that it depends on: the strong components of the dependencies."""
    needs = {}
    for name, ways in axioms.items():
        named = {atom.predicate for each in ways for atom, _ in signed_atoms(each.condition)}
        needs[name] = sorted(named & axioms.keys())
    return tuple(tuple(sorted(layer)) for layer in components(needs))


def negated_within(axioms: Axioms) -> str | None:
    """A predicate that depends on the negation of one of its own layer, None where none does."""
    layer = {name: number for number, names in enumerate(layers(axioms)) for name in names}
    for name, ways in axioms.items():
        for axiom in ways:
            for atom, positive in signed_atoms(axiom.condition):
                if not positive and layer.get(atom.predicate) == layer[name]:
                    return name
    return None
