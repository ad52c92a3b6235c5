"""The syntax tree of PDDL: domains, problems, conditions, action schemas.

Names are lower case.  A variable keeps its question mark; every other term is an object.  The root of the
type hierarchy is ``object``.  A list of types means *either*: a parameter ranges over the union of their
extensions, an object declared with several types belongs to each of them (McDermott et al., PDDL, 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import TopologicalSorter
from typing import Any, TypeAlias, TypeVar

from ...instances.errors import LimitError

T = TypeVar("T")
OBJECT = "object"

MAX_MEMBERS = 5_000_000  # pairs of an object and a type it belongs to

Fact = tuple[str, ...]  # a ground atom (or action): its predicate, then its arguments


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed variable."""

    name: str
    types: tuple[str, ...] = (OBJECT,)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate (or a function, whose values are numbers) with its typed parameters."""

    name: str
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to variables and objects."""

    predicate: str
    args: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Equal:
    """Two terms name the same object."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Not:
    """A negation."""

    part: Condition


@dataclass(frozen=True, slots=True)
class And:
    """A conjunction; the empty one is true."""

    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Or:
    """A disjunction; the empty one is false."""

    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Forall:
    """A condition that holds for all objects over which variables range."""

    parameters: tuple[Parameter, ...]
    part: Condition


@dataclass(frozen=True, slots=True)
class Exists:
    """A condition that holds for some of the objects over which variables range."""

    parameters: tuple[Parameter, ...]
    part: Condition


Condition: TypeAlias = "Atom | Equal | Not | And | Or | Forall | Exists"


@dataclass(frozen=True, slots=True)
class Conditional:
    """What an action does besides, for all objects its variables range over, where a condition holds."""

    parameters: tuple[Parameter, ...]
    condition: Condition
    add: tuple[Atom, ...]
    delete: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Axiom:
    """A derived predicate holds of its parameters where a condition does, and otherwise only by another."""

    parameters: tuple[Parameter, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class Schema:
    """An action schema: a precondition, and effects of which adding wins over deleting."""

    name: str
    parameters: tuple[Parameter, ...]
    precondition: Condition
    add: tuple[Atom, ...]
    delete: tuple[Atom, ...]
    cost: int | Atom | None = None  # what it adds to total-cost: a number, a static term, or nothing said
    conditional: tuple[Conditional, ...] = ()

    def binding(self, arguments: Iterable[str]) -> dict[str, str]:
        """The object for which each variable stands in an action."""
        return dict(zip((parameter.name for parameter in self.parameters), arguments, strict=True))


@dataclass(frozen=True, slots=True)
class Event:
    """A PDDL+ event: what happens by itself as soon as its precondition holds; and where it is written."""

    schema: Schema
    file: str = field(compare=False)
    line: int = field(compare=False)


@dataclass(frozen=True)
class Domain:
    """A PDDL domain."""

    name: str
    requirements: tuple[str, ...]
    parents: dict[str, tuple[str, ...]]  # each type's direct supertypes; ``object`` is there and has none
    constants: dict[str, tuple[str, ...]]
    predicates: dict[str, Predicate]
    schemas: dict[str, Schema]
    fluents: frozenset[str]  # the predicates that some effect mentions; the others are static
    functions: dict[str, Predicate] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    """Empty in planning domains, whose reader refuses events."""
    axioms: dict[str, tuple[Axiom, ...]] = field(default_factory=dict)
    """The derived predicates, none of which depends on its own negation."""
    cased: bool = False  # whether what an action takes or does is a matter of cases (ADL): see ``cases``

    @cached_property
    def ancestors(self) -> dict[str, frozenset[str]]:
        """Each type's supertypes, direct or not, the type itself included."""
        return ancestors(self.parents)


def ancestors(parents: Mapping[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
    """Each type's supertypes, direct or not, itself included; raises graphlib.CycleError."""
    above_of: dict[str, frozenset[str]] = {}
    for name in TopologicalSorter(parents).static_order():
        above_of[name] = frozenset((name,)).union(*(above_of[above] for above in parents[name]))
    return above_of


@dataclass(frozen=True)
class Problem:
    """A PDDL problem together with its domain; its initial state is the state that a question is about."""

    name: str
    domain: Domain
    objects: dict[str, tuple[str, ...]]
    init: frozenset[Fact]
    goal: tuple[Fact, ...]
    negative_goal: tuple[Fact, ...] = ()
    static_goal: tuple[Condition, ...] = ()
    """Conjuncts of the goal that are no literals: equalities and disjunctions of static facts."""
    choices: tuple[Condition, ...] = ()  # conjuncts of the goal that different sets of fluents fulfil
    values: dict[Fact, int] = field(default_factory=dict)
    minimize_cost: bool = False  # whether total-cost is to be minimized; else a plan costs its length

    @cached_property
    def extension(self) -> dict[str, frozenset[str]]:
        """The objects of each type, those of its subtypes included; LimitError beyond MAX_MEMBERS in all."""
        members: dict[str, set[str]] = {name: set() for name in self.domain.parents}
        alike: dict[tuple[str, ...], list[str]] = {}
        for name, types in self.objects.items():
            alike.setdefault(types, []).append(name)
        count = 0
        for types, names in alike.items():
            belongs = frozenset().union(*(self.domain.ancestors[declared] for declared in types))
            count += len(belongs) * len(names)
            if count > MAX_MEMBERS:
                raise LimitError(f"problem {self.name}: types have more than {MAX_MEMBERS} members in all")
            for name in belongs:
                members[name].update(names)
        return {name: frozenset(extension) for name, extension in members.items()}

    def members(self, types: tuple[str, ...]) -> frozenset[str]:
        """The objects that belong to one of the types."""
        if len(types) == 1:
            return self.extension[types[0]]
        return frozenset().union(*(self.extension[name] for name in types))

    @cached_property
    def fluent_init(self) -> frozenset[Fact]:
        """The initial atoms over fluent predicates: the initial state proper."""
        return frozenset(fact for fact in self.init if fact[0] in self.domain.fluents)

    def kept(self, made: Callable[[Problem], T]) -> T:
        """What a function or a class makes of this problem, made at the first call."""
        if made not in self._made:
            self._made[made] = made(self)
        value: T = self._made[made]
        return value

    @cached_property
    def _made(self) -> dict[Any, Any]:
        return {}
