"""All ground actions whose positive preconditions lie in a set of facts, without enumerating groundings.

A schema is a conjunctive query over relations, one relation a predicate; a parameter that no atom mentions
gets one over the objects it ranges over.  Atoms are joined depth first, next always the one with the fewest
facts that match what is bound, so one without a match ends its branch.  Every well-typed grounding whose
atoms lie in the relations is found: an atom is matched against all facts that agree with the binding, and
the order of a join does not change its result.
"""

from collections.abc import Iterable, Iterator

from ..pddl_tree import Fact
from ..refused import RefusedError
from .cases import GroundAction
from .ground import State
from .world import Pattern, Rule, World

MAX_CANDIDATES = 5_000_000
"""How many facts one join may look at, or file, before the world is refused as too large."""

Index = dict[tuple[str, ...], list[Fact]]


class Join:
    """The join of schemas with a growing set of facts, within one budget of candidates."""

    def __init__(self, world: World, facts: Iterable[Fact]):
        self._world, self._budget = world, MAX_CANDIDATES
        self._facts: dict[str, list[Fact]] = {}
        self._indexes: dict[str, dict[tuple[int, ...], Index]] = {}
        self._free: dict[str, tuple[Pattern, ...]] = {}
        for fact in facts:
            self.add(fact)
        for rule in world.rules.values():
            bound = {term for pattern in rule.atoms for term in pattern.terms}
            free = [slot for slot in range(len(rule.ranges)) if slot not in bound]
            self._free[rule.name] = tuple(Pattern(f"{rule.name} {slot}", (slot,)) for slot in free)
            for pattern, slot in zip(self._free[rule.name], free, strict=True):
                self._spend(len(rule.ranges[slot]))
                self._facts[pattern.predicate] = [(pattern.predicate, n) for n in sorted(rule.ranges[slot])]

    def add(self, fact: Fact) -> None:
        """Insert a fact that is not yet there."""
        self._facts.setdefault(fact[0], []).append(fact)
        for positions, index in self._indexes.get(fact[0], {}).items():
            index.setdefault(tuple([fact[p] for p in positions]), []).append(fact)

    def rows(self, rule: Rule, position: int = 0, fact: Fact | None = None) -> Iterator[Fact]:
        """The argument rows of a rule whose atoms all lie in the set.

        With a fact only those for which the atom at that position of the rule is this fact.
        """
        row: list[str | None] = [None] * len(rule.ranges)
        if not all(test.mentions or self._world.holds(rule, test, ()) for test in rule.tests):
            return
        todo = rule.atoms + self._free[rule.name]
        if fact is not None:
            if self._bind(rule, todo[position], fact, row) is None:
                return
            todo = todo[:position] + todo[position + 1 :]
        yield from self._rows(rule, row, todo)

    def _rows(self, rule: Rule, row: list[str | None], todo: tuple[Pattern, ...]) -> Iterator[Fact]:
        if not todo:
            yield tuple([name or "" for name in row])
            return
        best: list[Fact] | None = None
        chosen = 0
        for number, pattern in enumerate(todo):
            matching = self._matching(pattern, row)
            if best is None or len(matching) < len(best):
                best, chosen = matching, number
                if not matching:
                    return
        self._spend(len(best or ()))
        for fact in best or ():
            fresh = self._bind(rule, todo[chosen], fact, row)
            if fresh is not None:
                yield from self._rows(rule, row, todo[:chosen] + todo[chosen + 1 :])
                for slot in fresh:
                    row[slot] = None

    def _matching(self, pattern: Pattern, row: list[str | None]) -> list[Fact]:
        """The facts of the predicate that agree with what is bound; their index is made on first use."""
        positions, values = [], []
        for position, term in enumerate(pattern.terms, 1):
            value = row[term] if isinstance(term, int) else term
            if value is not None:
                positions.append(position)
                values.append(value)
        indexes = self._indexes.setdefault(pattern.predicate, {})
        index = indexes.get(tuple(positions))
        if index is None:
            self._spend(len(self._facts.get(pattern.predicate, ())))
            index = indexes[tuple(positions)] = {}
            for fact in self._facts.get(pattern.predicate, ()):
                index.setdefault(tuple([fact[p] for p in positions]), []).append(fact)
        return index.get(tuple(values), [])

    def _bind(self, rule: Rule, pattern: Pattern, fact: Fact, row: list[str | None]) -> list[int] | None:
        """Unify an atom with a fact: the parameters newly bound, or None (nothing bound) if they clash."""
        fresh: list[int] = []
        for term, name in zip(pattern.terms, fact[1:], strict=True):
            if isinstance(term, str):
                fits = term == name
            elif row[term] is not None:
                fits = row[term] == name
            else:
                fits = name in rule.ranges[term]
                if fits:
                    row[term] = name
                    fresh.append(term)
            if not fits:
                break
        else:
            values = tuple([name or "" for name in row])
            if all(
                test.mentions.isdisjoint(fresh)
                or any(row[slot] is None for slot in test.mentions)
                or self._world.holds(rule, test, values)
                for test in rule.tests
            ):
                return fresh
        for slot in fresh:
            row[slot] = None
        return None

    def _spend(self, candidates: int) -> None:
        self._budget -= candidates
        if self._budget < 0:
            raise RefusedError(f"world: it needs more than {MAX_CANDIDATES} candidates in a join")


def applicable(world: World, state: State) -> list[GroundAction]:
    """Exactly the ground actions that are applicable in a state, in name order."""
    join = Join(world, sorted(world.static | state))
    rows = ((rule, row) for rule in world.rules.values() for row in join.rows(rule))
    actions = (world.whole(rule, row) for rule, row in rows)
    return sorted((a for a in actions if a.obstacle(state) is None), key=lambda action: action.name)
