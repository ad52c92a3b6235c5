"""Joins of relations: the rules of the grounder as sequences of indexed lookups.

A rule's body is a list of patterns, each a relation with variables and objects at its places.  A plan starts
from rows of one pattern (the trigger) or from nothing and visits the other patterns in a greedy order,
fewest expected matches first, so that what is known narrows what comes next (Ullman, Principles of Database
and Knowledge-Base Systems, 1989, ch. 11-12).  A whole batch of rows passes each step at once.

A row holds the rule's objects first, then the values of the variables in the order of their binding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from ...instances.errors import LimitError

Row = tuple[str, ...]
Test = Callable[[Row], bool]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A relation's name and the terms at its places."""

    relation: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on bound variables: ``compiled`` turns the places of terms in a row into a test."""

    variables: frozenset[str]
    compiled: Callable[[dict[str, int]], Test]


@dataclass
class View:
    """The rows of a relation by the values at some places; what is kept of each are the other places."""

    key: Callable[[Row], Any]
    rest: Callable[[Row], Row]
    tests: tuple[Test, ...]
    index: dict[Any, list[Row]] = field(default_factory=dict)
    widest: int = 0

    def insert(self, rows: Iterable[Row]) -> None:
        """Add rows that are new to the relation."""
        key, rest, index = self.key, self.rest, self.index
        for test in self.tests:
            rows = filter(test, rows)
        for row in rows:
            bucket = index.setdefault(key(row), [])
            bucket.append(rest(row))
            if len(bucket) > self.widest:
                self.widest = len(bucket)


@dataclass
class Relation:
    """A growing set of rows with the views that the plans ask for."""

    places: tuple[frozenset[str], ...]
    """The objects that may stand at each place."""
    growing: bool = False
    """Whether rows come after plans are made, so that their present number says nothing."""
    rows: set[Row] = field(default_factory=set)
    views: dict[object, View] = field(default_factory=dict)

    def insert(self, rows: Collection[Row]) -> None:
        """Add rows, none of which may be there yet."""
        self.rows.update(rows)
        for view in self.views.values():
            view.insert(rows)

    def view(self, key: tuple[int, ...], rest: tuple[int, ...], tests: dict[object, Test]) -> View:
        """The view with the given key places, kept places and tests; keys tell the tests apart."""
        name = (key, rest, frozenset(tests))
        if name not in self.views:
            self.views[name] = View(scalar(key), select(rest), tuple(tests.values()))
            self.views[name].insert(self.rows)
        return self.views[name]

    def matches(self, key: Sequence[int]) -> float:
        """About how many rows share the values at the given places; all conceivable ones if it is growing."""
        if self.growing:
            free = (len(members) for place, members in enumerate(self.places) if place not in key)
            return float(math.prod(free))
        expected = float(len(self.rows))
        for place in key:
            expected /= max(1, len({row[place] for row in self.rows}))
        return expected


def select(places: Sequence[int]) -> Callable[[Row], Row]:
    """A function from a row to the tuple of its values at the places."""
    if not places:
        return lambda row: ()
    if len(places) == 1:
        place = places[0]
        return lambda row: (row[place],)
    return itemgetter(*places)


def scalar(places: Sequence[int]) -> Callable[[Row], Any]:
    """Like ``select``, but a single value stands without its tuple; for keys."""
    return itemgetter(places[0]) if len(places) == 1 else select(places)


@dataclass(frozen=True, slots=True)
class Step:
    """One lookup of a plan, with the tests that can be made after it."""

    key: Callable[[Row], Any]
    view: View
    extends: bool
    tests: tuple[Test, ...]

    def run(self, rows: list[Row], limit: int) -> list[Row]:
        """The rows that match, each extended by what the view keeps; LimitError beyond ``limit`` rows."""
        key, index = self.key, self.view.index
        if self.extends:
            if len(rows) * self.view.widest > limit:
                check(sum(len(index.get(key(row), ())) for row in rows), limit)
            rows = [row + rest for row in rows for rest in index.get(key(row), ())]
        else:
            rows = [row for row in rows if key(row) in index]
        for test in self.tests:
            rows = [row for row in rows if test(row)]
        return rows


def check(count: int, limit: int) -> None:
    """Raise LimitError when a join passes its limit."""
    if count > limit:
        raise LimitError(f"grounding needs {count} rows at once, the limit is {limit}")


@dataclass(frozen=True)
class Plan:
    """A compiled rule for one trigger."""

    start: View | None
    """The trigger's view of its relation (its index holds all matches under ``()``), or None."""
    objects: Row
    tests: tuple[Test, ...]
    steps: tuple[Step, ...]
    arrange: Callable[[Row], Row]

    def run(self, delta: Iterable[Row], limit: int) -> list[Row]:
        """The instances that use some row of ``delta`` at the trigger (all instances if there is none)."""
        objects = self.objects
        if self.start is None:
            rows = [objects]
        else:
            for test in self.start.tests:
                delta = filter(test, delta)
            rest = self.start.rest
            rows = [objects + rest(row) for row in delta]
        for test in self.tests:
            rows = [row for row in rows if test(row)]
        for step in self.steps:
            if not rows:
                return []
            rows = step.run(rows, limit)
        return list(map(self.arrange, rows))


@dataclass(frozen=True)
class Rule:
    """A conjunctive query: which bindings of the variables satisfy all patterns and filters."""

    variables: dict[str, frozenset[str]]
    """The objects over which each variable ranges, in the order of the rows that come out."""
    objects: Row
    """The objects that patterns and filters mention."""
    patterns: tuple[Pattern, ...]
    """Every variable stands in one of them."""
    filters: tuple[Filter, ...]

    def plan(self, relations: dict[str, Relation], trigger: int | None) -> Plan:
        """Compile the rule for rows that come in at one pattern, or for evaluation from nothing."""
        place = {name: position for position, name in enumerate(self.objects)}
        waiting = [pattern for position, pattern in enumerate(self.patterns) if position != trigger]
        filters = list(self.filters)
        start = None
        if trigger is not None:
            start = self._lookup(self.patterns[trigger], {}, relations, place)[0]
        tests = _ready(filters, place)
        steps = []
        while waiting:
            pattern = min(waiting, key=lambda each: _expected(each, relations, place))
            waiting.remove(pattern)
            view, key, extends = self._lookup(pattern, dict(place), relations, place)
            steps.append(Step(key, view, extends, _ready(filters, place)))
        arrange = select([place[variable] for variable in self.variables])
        return Plan(start, self.objects, tests, tuple(steps), arrange)

    def _lookup(
        self, pattern: Pattern, known: dict[str, int], relations: dict[str, Relation], place: dict[str, int]
    ) -> tuple[View, Callable[[Row], Any], bool]:
        """The view that matches a pattern when ``known`` terms are bound; new variables enter ``place``."""
        relation = relations[pattern.relation]
        key: list[int] = []
        rest: dict[str, int] = {}
        tests: dict[object, Test] = {}
        for position, term in enumerate(pattern.terms):
            if term in known:
                key.append(position)
            elif term in rest:
                tests[rest[term], position] = _same(rest[term], position)
            elif term in self.variables:
                rest[term] = position
                members = self.variables[term]
                if not relation.places[position] <= members:
                    tests[position, members] = _member(position, members)
            else:
                tests[position, term] = _member(position, frozenset((term,)))
        key_of_row = scalar([known[pattern.terms[position]] for position in key])
        for term in rest:
            place[term] = len(place)
        return relation.view(tuple(key), tuple(rest.values()), tests), key_of_row, bool(rest)


def _expected(pattern: Pattern, relations: dict[str, Relation], place: dict[str, int]) -> float:
    """About how many matches each row finds."""
    return relations[pattern.relation].matches([at for at, term in enumerate(pattern.terms) if term in place])


def _ready(filters: list[Filter], place: dict[str, int]) -> tuple[Test, ...]:
    """The tests of the filters whose variables are all bound; they leave the list."""
    ready = [each for each in filters if each.variables <= place.keys()]
    filters[:] = [each for each in filters if each not in ready]
    return tuple(each.compiled(dict(place)) for each in ready)


def _same(one: int, other: int) -> Test:
    return lambda row: row[one] == row[other]


def _member(place: int, members: frozenset[str]) -> Test:
    return lambda row: row[place] in members
