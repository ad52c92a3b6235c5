"""All ground actions whose positive preconditions lie in a set of facts, without enumerating groundings.

A schema is a conjunctive query over relations, one relation a predicate.  The atoms are joined depth first;
at each step the atom with the fewest matching facts (given what is bound so far) comes next, so an atom
without any match ends its branch at once.  Parameters that no atom binds range over their type.  Every
well-typed grounding whose atoms lie in the relations is found: atoms are only ever matched against all
facts that agree with the binding, and the order of a join does not change its result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...instances.errors import LimitError
from .world import Action, Fact, Pattern, Rule, State, World

MAX_CANDIDATES = 5_000_000
"""How many candidate facts and objects one join may look at before the world is refused as too large."""


class Relations:
    """Facts by predicate, indexed by the positions that queries bind; indexes are made on first use."""

    def __init__(self, facts: Iterable[Fact]):
        self._facts: dict[str, list[Fact]] = {}
        self._indexes: dict[str, dict[tuple[int, ...], dict[tuple[str, ...], list[Fact]]]] = {}
        for fact in facts:
            self.add(fact)

    def add(self, fact: Fact) -> None:
        """Insert a fact that is not yet there."""
        self._facts.setdefault(fact[0], []).append(fact)
        for positions, index in self._indexes.get(fact[0], {}).items():
            index.setdefault(tuple([fact[p] for p in positions]), []).append(fact)

    def matching(self, predicate: str, positions: tuple[int, ...], values: tuple[str, ...]) -> list[Fact]:
        """The facts of a predicate with the given values at the given positions (the first argument is 1)."""
        indexes = self._indexes.setdefault(predicate, {})
        index = indexes.get(positions)
        if index is None:
            index = indexes[positions] = {}
            for fact in self._facts.get(predicate, ()):
                index.setdefault(tuple([fact[p] for p in positions]), []).append(fact)
        return index.get(values, [])


class Join:
    """The join of schemas with growing relations, within one budget of candidates."""

    def __init__(self, world: World, relations: Relations):
        self._world, self._relations = world, relations
        self._budget = MAX_CANDIDATES

    def all_rows(self, rule: Rule) -> Iterator[tuple[str, ...]]:
        """The argument rows of a rule whose atoms all lie in the relations."""
        if rule.possible:
            yield from self._rows(rule, [None] * len(rule.ranges), rule.atoms)

    def rows_using(self, rule: Rule, position: int, fact: Fact) -> Iterator[tuple[str, ...]]:
        """Those rows for which the atom at a position of the rule is the given fact."""
        row: list[str | None] = [None] * len(rule.ranges)
        if rule.possible and self._bind(rule, rule.atoms[position], fact, row) is not None:
            yield from self._rows(rule, row, rule.atoms[:position] + rule.atoms[position + 1 :])

    def _rows(
        self, rule: Rule, row: list[str | None], todo: tuple[Pattern, ...]
    ) -> Iterator[tuple[str, ...]]:
        if not todo:
            yield from self._complete(rule, row)
            return
        best: list[Fact] = []
        chosen = -1
        for number, pattern in enumerate(todo):
            positions, values = [], []
            for position, term in enumerate(pattern.terms, 1):
                value = row[term] if isinstance(term, int) else term
                if value is not None:
                    positions.append(position)
                    values.append(value)
            facts = self._relations.matching(pattern.predicate, tuple(positions), tuple(values))
            if chosen < 0 or len(facts) < len(best):
                best, chosen = facts, number
                if not facts:
                    return
        rest = todo[:chosen] + todo[chosen + 1 :]
        self._spend(len(best))
        for fact in best:
            fresh = self._bind(rule, todo[chosen], fact, row)
            if fresh is not None:
                yield from self._rows(rule, row, rest)
                for slot in fresh:
                    row[slot] = None

    def _complete(self, rule: Rule, row: list[str | None]) -> Iterator[tuple[str, ...]]:
        """Let the parameters that no atom binds range over their types."""
        if None not in row:
            yield tuple(name for name in row if name is not None)
            return
        slot = row.index(None)
        self._spend(len(rule.ranges[slot]))
        for name in sorted(rule.ranges[slot]):
            row[slot] = name
            if self._consistent(rule, row, [slot]):
                yield from self._complete(rule, row)
        row[slot] = None

    def _bind(self, rule: Rule, pattern: Pattern, fact: Fact, row: list[str | None]) -> list[int] | None:
        """Unify an atom with a fact: the parameters newly bound, or None (nothing bound) if they clash."""
        fresh: list[int] = []
        for term, name in zip(pattern.terms, fact[1:], strict=True):
            if isinstance(term, str):
                if term == name:
                    continue
            elif row[term] is not None:
                if row[term] == name:
                    continue
            elif name in rule.ranges[term]:
                row[term] = name
                fresh.append(term)
                continue
            break
        else:
            if self._consistent(rule, row, fresh):
                return fresh
        for slot in fresh:
            row[slot] = None
        return None

    def _consistent(self, rule: Rule, row: list[str | None], fresh: list[int]) -> bool:
        """Whether the static tests hold that the fresh parameters complete."""
        for test in rule.tests:
            if not test.mentions.isdisjoint(fresh) and all(row[slot] is not None for slot in test.mentions):
                values = tuple([name or "" for name in row])
                if self._world.holds(test.condition, rule.place, values) != test.expected:
                    return False
        return True

    def _spend(self, candidates: int) -> None:
        self._budget -= candidates
        if self._budget < 0:
            raise LimitError(f"the world needs more than {MAX_CANDIDATES} candidates in a join")


def applicable(world: World, state: State) -> list[Action]:
    """Exactly the ground actions that are applicable in a state, in name order."""
    join = Join(world, Relations(sorted(world.static | state)))
    actions = [world.build(rule, row) for rule in world.rules.values() for row in join.all_rows(rule)]
    return sorted((a for a in actions if a.forbid.isdisjoint(state)), key=lambda action: action.name)
