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
from .world import Binding, GroundAction, State, World, substituted

MAX_CANDIDATES = 5_000_000  # facts that one join may look at, or file
Index = defaultdict[Fact, list[Fact]]
MAX_SCHEMA = 100  # the most parameters and conditions of one schema: the join recurses to that depth


class Query(NamedTuple):
    """A schema taken apart: name and parameters, the atoms to join on, what each parameter ranges over."""

    head: Fact
    atoms: list[Fact]
    ranges: dict[str, frozenset[str]]


class Join:
    """The join of schemas with a growing set of facts, within one budget of candidates."""

    def __init__(self, world: World, facts: Iterable[Fact]):
        self._world, self._budget = world, MAX_CANDIDATES
        self._indexes: dict[str, dict[tuple[int, ...], Index]] = defaultdict(lambda: {(): Index(list)})
        """For each predicate its facts, by what stands at no place of them, and at some."""
        for fact in facts:
            self._add(fact)
        self._queries = [self._query(schema) for _, schema in sorted(world.domain.schemas.items())]
        self._users: dict[str, list[tuple[Query, int]]] = defaultdict(list)
        """Where schemas ask for a predicate: the query, and the place among its atoms."""
        for query in self._queries:
            for place, atom in enumerate(query.atoms):
                self._users[atom[0]].append((query, place))

    def _query(self, schema: Schema) -> Query:
        parts = list(conjuncts(schema.precondition))
        many = len(schema.parameters) + len(parts) > MAX_SCHEMA
        refuse(many, f"schema {schema.name} has more than {MAX_SCHEMA} parameters and conditions")
        asked = dict.fromkeys(part.parts for part in parts if part.sort == "atom" and part.holds)
        atoms = [atom for atom in asked if atom[0] not in self._world.domain.axioms]
        ranges = {name: self._world.range(types) for name, types in schema.parameters.items()}
        for name in ranges.keys() - {term for atom in atoms for term in atom[1:]}:
            free = f"{schema.name} {name}"
            self._spend(len(ranges[name]))
            for each in sorted(ranges[name]):
                self._add((free, each))
            atoms.append((free, name))
        return Query((schema.name, *ranges), atoms, ranges)

    def _add(self, fact: Fact) -> None:
        for places, index in self._indexes[fact[0]].items():
            index[tuple([fact[place] for place in places])].append(fact)

    def rows(self) -> Iterator[Fact]:
        """All ground actions, by name and objects, whose atoms lie in the set."""
        for query in self._queries:
            yield from self._rows(query, {}, query.atoms)

    def grow(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """Insert new facts; the ground actions of which some atom is one of them, perhaps more than once."""
        for fact in facts:
            self._add(fact)
            for query, place in self._users[fact[0]]:
                bound = self._bound(query, query.atoms[place], fact, {})
                if bound is not None:
                    yield from self._rows(query, bound, query.atoms[:place] + query.atoms[place + 1 :])

    def _rows(self, query: Query, row: Binding, atoms: list[Fact]) -> Iterator[Fact]:
        if not atoms:
            yield substituted(query.head, row)
            return
        matching = [self._matching(substituted(atom, row)) for atom in atoms]
        place = min(range(len(atoms)), key=lambda place: len(matching[place]))
        self._spend(len(matching[place]))
        for fact in matching[place]:
            bound = self._bound(query, atoms[place], fact, row)
            if bound is not None:
                yield from self._rows(query, bound, atoms[:place] + atoms[place + 1 :])

    def _matching(self, atom: Fact) -> list[Fact]:
        """The facts that agree with an atom but for its variables; their index is made on first use."""
        places = tuple([place for place, name in enumerate(atom) if name[0] != "?"])
        indexes = self._indexes[atom[0]]
        if places not in indexes:
            index, everything = Index(list), indexes[()][()]
            self._spend(len(everything))
            for fact in everything:
                index[tuple([fact[place] for place in places])].append(fact)
            indexes[places] = index
        return indexes[places].get(tuple([atom[place] for place in places]), [])

    def _bound(self, query: Query, atom: Fact, fact: Fact, row: Binding) -> Binding | None:
        """The binding with the parameters that unify an atom with a fact, or None if they clash."""
        bound = dict(row)
        for term, name in zip(atom[1:], fact[1:], strict=True):
            known = bound.get(term) or (term if term[0] != "?" else None)
            if known is None and name in query.ranges[term]:
                bound[term] = known = name
            if known != name:
                return None
        return bound

    def _spend(self, candidates: int) -> None:
        self._budget -= candidates
        refuse(self._budget < 0, f"world: it needs more than {MAX_CANDIDATES} candidates in a join")


def applicable(world: World, state: State) -> list[GroundAction]:
    """Exactly the ground actions that are applicable in a state, in name order."""
    view, join = world.view(state), Join(world, sorted(world.static | state))
    actions = map(world.whole, join.rows())
    return sorted((a for a in actions if view.value(a.precondition) is True), key=lambda action: action.name)
