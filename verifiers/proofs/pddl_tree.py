"""What PDDL texts say, once they are read (``pddl``): types, objects, conditions, action schemas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Fact = tuple[str, ...]
"""A predicate or an action with its arguments; among the arguments of a lifted one ``?x`` is a variable."""
Types = tuple[str, ...]  # one of these: an ``either``
Variables = dict[str, Types]  # variables with what they range over


class Condition(NamedTuple):
    """A condition in negation normal form.

    ``atom`` (its parts are the fact's) and ``=`` (two terms), which must hold or must fail; ``and`` and
    ``or`` of conditions; ``forall`` and ``exists`` (variables with their types, and a condition).
    """

    sort: str
    parts: tuple[Any, ...]
    holds: bool = True


TRUE, FALSE = Condition("and", ()), Condition("or", ())


class Effect(NamedTuple):
    """A fact that becomes true or false, for all objects of its variables, where a condition holds."""

    variables: Variables  # those of the action aside
    condition: Condition
    fact: Fact
    adds: bool


class Schema(NamedTuple):
    """An action or event; adding wins over deleting."""

    name: str
    parameters: Variables
    precondition: Condition
    effects: list[Effect]
    event: bool


@dataclass
class Domain:
    """What a text declares; ``objects`` are the constants of a domain, and all objects of a problem."""

    name: str
    adl: bool  # whether it is read with quantifiers, conditional effects and derived predicates
    parents: Variables = field(default_factory=lambda: {"object": ()})  # the direct supertypes of each type
    objects: Variables = field(default_factory=dict)
    predicates: dict[str, tuple[Types, ...]] = field(default_factory=dict)
    functions: dict[str, tuple[Types, ...]] = field(default_factory=dict)
    schemas: dict[str, Schema] = field(default_factory=dict)
    fluents: frozenset[str] = frozenset()  # the predicates that some effect mentions; the others are static
    axioms: dict[str, list[tuple[Variables, Condition]]] = field(default_factory=dict)
    """The conditions that define each derived predicate, over variables."""
    levels: dict[str, int] = field(default_factory=dict)
    """Numbers of derived predicates: none is below what it depends on, or level with what it negates."""
    cased: bool = False  # whether what actions take and do is a matter of cases
    _below: dict[Types, frozenset[str]] = field(default_factory=dict, compare=False)

    def below(self, types: Types) -> frozenset[str]:
        """The types that are or stand below one of these."""
        if types not in self._below:
            names = set(types)
            while fresh := {name for name, up in self.parents.items() if not names.isdisjoint(up)} - names:
                names |= fresh
            self._below[types] = frozenset(names)
        return self._below[types]

    def members(self, types: Types) -> frozenset[str]:
        """The objects that belong to one of the types."""
        below = self.below(types)
        return frozenset(name for name, own in self.objects.items() if not below.isdisjoint(own))

    def fits(self, places: Sequence[Types], names: Sequence[str]) -> bool:
        """Whether the names are objects of the types that are wanted in their places."""
        pairs = zip(places, (self.objects.get(name, ()) for name in names), strict=False)
        return len(places) == len(names) and all(not self.below(t).isdisjoint(own) for t, own in pairs)


@dataclass(frozen=True)
class Problem:
    """A problem; its initial state is the state that a question is about."""

    domain: Domain
    init: frozenset[Fact]
    goal: Condition


def conjuncts(condition: Condition) -> Iterator[Condition]:
    """The conjuncts of a condition."""
    if condition.sort == "and" or (condition.sort == "or" and len(condition.parts) == 1):
        for part in condition.parts:
            yield from conjuncts(part)
    else:
        yield condition


def leaves(condition: Condition) -> Iterator[Condition]:
    """The atoms and equalities that stand in a condition."""
    if condition.sort in ("atom", "="):
        yield condition
    else:
        for part in condition.parts[condition.sort in ("forall", "exists") :]:
            yield from leaves(part)


def predicates(condition: Condition) -> set[tuple[str, bool]]:
    """The predicates that a condition names, with whether it asks for a fact or for its negation."""
    return {(leaf.parts[0], leaf.holds) for leaf in leaves(condition) if leaf.sort == "atom"}


def text(parts: Fact) -> str:
    """The canonical text of a fact or action."""
    return "(" + " ".join(parts) + ")"


def read_name(name: str) -> Fact:
    """The parts of a fact or action as a question spells it, in any case; empty when the text is neither."""
    name = name.strip()
    if name[:1] != "(" or name[-1:] != ")" or name.count("(") + name.count(")") != 2 or not name.isascii():
        return ()
    return tuple(name[1:-1].lower().split())
