"""All ground actions whose positive preconditions lie in a set of facts, without enumerating groundings.

A schema is a conjunctive query over relations, one relation a predicate; a parameter that no atom mentions
gets one over the objects it ranges over.  Atoms are joined depth first, next always the one with the fewest
facts that match what is bound, so one without a match ends its branch.  Every well-typed grounding whose
atoms lie in the relations is found: an atom is matched against all facts that agree with the binding, and the
order of a join does not change its result.  Conditions that are no atoms are left to the caller.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..pddl_tree import Fact, Schema, conjuncts
from ..refused import refuse
from .world import Binding, GroundAction, State, World

MAX_CANDIDATES = 5_000_000
"""How many facts one join may look at, or file, before the world is refused as too large."""
MAX_SCHEMA = 100  # the most parameters and conditions of one schema: the join recurses to that depth
Index = dict[Fact, list[Fact]]
"""The facts of a predicate by what stands at certain places of them."""


class Query(NamedTuple):
    """A schema taken apart: the atoms to join on, and what each parameter ranges over."""

    schema: Schema
    atoms: list[Fact]
    ranges: dict[str, frozenset[str]]

    def bound(self, atom: Fact, fact: Fact, row: Binding) -> Binding | None:
        """The binding with the parameters that unify an atom with a fact, or None if they clash."""
        bound = dict(row)
        for term, name in zip(atom[1:], fact[1:], strict=True):
            known = bound.get(term) or (term if term[0] != "?" else None)
            if known is None and name in self.ranges[term]:
                bound[term] = known = name
            if known != name:
                return None
        return bound


class Join:
    """The join of schemas with a growing set of facts, within one budget of candidates."""

    def __init__(self, world: World, facts: Iterable[Fact]):
        self._world, self._budget = world, MAX_CANDIDATES
        self._facts: dict[str, list[Fact]] = defaultdict(list)
        self._indexes: dict[str, dict[tuple[int, ...], Index]] = defaultdict(dict)
        for fact in facts:
            self.add(fact)
        self.queries = [self._query(schema) for _, schema in sorted(world.domain.schemas.items())]
        self._users: dict[str, list[tuple[Query, int]]] = defaultdict(list)
        """Where schemas ask for a predicate: the query, and the place among its atoms."""
        for query in self.queries:
            for position, atom in enumerate(query.atoms):
                self._users[atom[0]].append((query, position))

    def _query(self, schema: Schema) -> Query:
        atoms = list(self._world.atoms[schema.name])
        many = len(schema.parameters) + sum(1 for _ in conjuncts(schema.precondition)) > MAX_SCHEMA
        refuse(many, f"schema {schema.name} has more than {MAX_SCHEMA} parameters and conditions")
        ranges = {name: self._world.range(types) for name, types in schema.parameters.items()}
        for name in ranges.keys() - {term for atom in atoms for term in atom[1:]}:
            free = f"{schema.name} {name}"
            self._spend(len(ranges[name]))
            self._facts[free] = [(free, each) for each in sorted(ranges[name])]
            atoms.append((free, name))
        return Query(schema, atoms, ranges)

    def add(self, fact: Fact) -> None:
        """Insert a fact that is not yet there."""
        self._facts[fact[0]].append(fact)
        for places, index in self._indexes[fact[0]].items():
            index[tuple([fact[place] for place in places])].append(fact)

    def grounded(self, queries: Iterable[Query]) -> Iterator[tuple[Schema, Fact]]:
        """The argument rows of schemas whose atoms all lie in the set."""
        for query in queries:
            for row in self._rows(query, {}, query.atoms):
                yield query.schema, tuple([row[name] for name in query.ranges])

    def grow(self, facts: Iterable[Fact]) -> Iterator[tuple[Schema, Fact]]:
        """Insert facts; the rows of which some atom is one of them, perhaps more than once."""
        for fact in facts:
            self.add(fact)
            for query, position in self._users[fact[0]]:
                atoms = query.atoms[:position] + query.atoms[position + 1 :]
                bound = query.bound(query.atoms[position], fact, {})
                for row in () if bound is None else self._rows(query, bound, atoms):
                    yield query.schema, tuple([row[name] for name in query.ranges])

    def _rows(self, query: Query, row: Binding, atoms: list[Fact]) -> Iterator[Binding]:
        if not atoms:
            yield row
            return
        matching = [self._matching(atom, row) for atom in atoms]
        place = min(range(len(atoms)), key=lambda place: len(matching[place]))
        self._spend(len(matching[place]))
        for fact in matching[place]:
            bound = query.bound(atoms[place], fact, row)
            if bound is not None:
                yield from self._rows(query, bound, atoms[:place] + atoms[place + 1 :])

    def _matching(self, atom: Fact, row: Binding) -> list[Fact]:
        """The facts of the predicate that agree with what is bound; their index is made on first use."""
        terms = [(place, row.get(term, term)) for place, term in enumerate(atom)]
        known = [(place, value) for place, value in terms if place and value[0] != "?"]
        indexes, places = self._indexes[atom[0]], tuple([place for place, _ in known])
        if places not in indexes:
            indexes[places] = defaultdict(list)
            self._spend(len(self._facts[atom[0]]))
            for fact in self._facts[atom[0]]:
                indexes[places][tuple([fact[place] for place in places])].append(fact)
        return indexes[places].get(tuple([value for _, value in known]), [])

    def _spend(self, candidates: int) -> None:
        self._budget -= candidates
        refuse(self._budget < 0, f"world: it needs more than {MAX_CANDIDATES} candidates in a join")


def applicable(world: World, state: State) -> list[GroundAction]:
    """Exactly the ground actions that are applicable in a state, in name order."""
    join = Join(world, sorted(world.static | state))
    actions = [world.whole(schema, row) for schema, row in join.grounded(join.queries)]
    return sorted((a for a in actions if a.obstacle(state) is None), key=lambda action: action.name)
