"""Joins of relations: the rules of the grounder as sequences of indexed lookups.

A rule's body is a list of patterns, each a relation with variables and objects at its places.  A plan starts
from rows of one pattern (the trigger) or from nothing and visits the other patterns in a greedy order,
fewest expected matches first, so that what is known narrows what comes next (Ullman, Principles of Database
and Knowledge-Base Systems, 1989, ch. 11-12).  A whole batch of rows passes each step at once.

A row of a plan holds the rule's objects first, then the values of its variables as they are bound.

>>> edge = Relation(places=(frozenset("abc"), frozenset("abc")), rows={("a", "b"), ("b", "c"), ("b", "b")})
>>> body = (Pattern("edge", ("?x", "?y")), Pattern("edge", ("?y", "?z")))
>>> anything = frozenset("abc")
>>> paths = Rule({"?x": anything, "?y": anything, "?z": anything}, (), body, ())
>>> sorted(paths.plan({"edge": edge}, None).run((), limit=100))
[('a', 'b', 'b'), ('a', 'b', 'c'), ('b', 'b', 'b'), ('b', 'b', 'c')]
>>> sorted(paths.plan({"edge": edge}, trigger=1).run([("b", "c")], limit=100))
[('a', 'b', 'c'), ('b', 'b', 'c')]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
    """A condition on variables; ``compiled`` makes a test of rows from the places of terms in them."""

    variables: frozenset[str]
    compiled: Callable[[Mapping[str, int]], Test]


@dataclass
class JoinIndex:
    """The rows of a relation by their values at some places; what is kept of each are other places."""

    key: Callable[[Row], Any]
    kept: Callable[[Row], Row]
    tests: tuple[Test, ...]
    index: dict[Any, list[Row]] = field(default_factory=dict)
    widest: int = 0

    def insert(self, rows: Iterable[Row]) -> None:
        """Add rows that are new to the relation."""
        key, kept, index = self.key, self.kept, self.index
        for test in self.tests:
            rows = filter(test, rows)
        for row in rows:
            bucket = index.setdefault(key(row), [])
            bucket.append(kept(row))
            if len(bucket) > self.widest:
                self.widest = len(bucket)


@dataclass
class Relation:
    """A growing set of rows with the views that plans have asked for."""

    places: tuple[frozenset[str], ...]
    growing: bool = False  # whether rows come after plans are made, so that their present number says nothing
    rows: set[Row] = field(default_factory=set)
    views: dict[object, JoinIndex] = field(default_factory=dict)
    distinct: dict[int, int] = field(default_factory=dict)
    """How many values a place of a relation that does not grow takes, as far as asked for."""

    def insert(self, rows: Collection[Row]) -> None:
        """Add rows, none of which may be there yet."""
        self.rows.update(rows)
        for view in self.views.values():
            view.insert(rows)

    def view(self, match: PatternMatch) -> JoinIndex:
        """The view for a kind of match; equal ones share it."""
        name = (match.key, match.kept, frozenset(match.tests))
        if name not in self.views:
            self.views[name] = JoinIndex(scalar(match.key), select(match.kept), tuple(match.tests.values()))
            self.views[name].insert(self.rows)
        return self.views[name]

    def expected(self, key: Collection[int]) -> float:
        """About how many rows share their values at the given places; for a growing relation, at most."""
        if self.growing:
            return float(math.prod(len(each) for place, each in enumerate(self.places) if place not in key))
        expected = float(len(self.rows))
        for place in key:
            if place not in self.distinct:
                self.distinct[place] = len({row[place] for row in self.rows})
            expected /= max(1, self.distinct[place])
        return expected


@dataclass(frozen=True)
class PatternMatch:
    """How a pattern meets the terms bound before it: places of the relation and tests of its rows."""

    key: tuple[int, ...]
    kept: tuple[int, ...]  # the places where variables occur for the first time
    tests: dict[object, Test]  # by keys that tell them apart: repeated variables, objects, ranges


@dataclass(frozen=True, slots=True)
class JoinStep:
    """One lookup of a plan, with the filters that can be applied after it."""

    key: Callable[[Row], Any]
    view: JoinIndex
    extends: bool  # whether the match binds variables; otherwise it only has to exist
    tests: tuple[Test, ...]

    def run(self, rows: list[Row], limit: int) -> list[Row]:
        """The rows that match, each extended by what the view keeps; LimitError beyond ``limit`` rows."""
        key, index = self.key, self.view.index
        if self.extends:
            if len(rows) * self.view.widest > limit:
                check(sum(len(index.get(key(row), ())) for row in rows), limit)
            rows = [row + kept for row in rows for kept in index.get(key(row), ())]
        else:
            rows = [row for row in rows if key(row) in index]
        for test in self.tests:
            rows = list(filter(test, rows))
        return rows


@dataclass(frozen=True)
class JoinPlan:
    """A compiled rule for one trigger."""

    objects: Row
    trigger: PatternMatch | None
    tests: tuple[Test, ...]
    steps: tuple[JoinStep, ...]
    arrange: Callable[[Row], Row]

    def run(self, delta: Iterable[Row], limit: int) -> list[Row]:
        """The instances that use a row of ``delta`` (in the relation already) at the trigger, or all."""
        rows = [self.objects]
        if self.trigger is not None:
            for test in self.trigger.tests.values():
                delta = filter(test, delta)
            kept = select(self.trigger.kept)
            rows = [self.objects + kept(row) for row in delta]
        for test in self.tests:
            rows = list(filter(test, rows))
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
    patterns: tuple[Pattern, ...]  # every variable stands in one of them
    filters: tuple[Filter, ...]

    def plan(self, relations: Mapping[str, Relation], trigger: int | None) -> JoinPlan:
        """Compile the rule for rows that come in at one pattern, or for evaluation from nothing."""
        place = {name: position for position, name in enumerate(self.objects)}
        filters = list(self.filters)
        start = None
        if trigger is not None:
            pattern = self.patterns[trigger]
            start = self._match(pattern, (), relations[pattern.relation])
            _bind(pattern, start, place)
        tests = _ready(filters, place)
        waiting = [pattern for position, pattern in enumerate(self.patterns) if position != trigger]
        steps = []
        while waiting:
            pattern = min(waiting, key=lambda each: _expected(each, relations, place))
            waiting.remove(pattern)
            match = self._match(pattern, place, relations[pattern.relation])
            key = scalar([place[pattern.terms[position]] for position in match.key])
            _bind(pattern, match, place)
            view = relations[pattern.relation].view(match)
            steps.append(JoinStep(key, view, bool(match.kept), _ready(filters, place)))
        return JoinPlan(
            self.objects, start, tests, tuple(steps), select([place[name] for name in self.variables])
        )

    def _match(self, pattern: Pattern, bound: Collection[str], relation: Relation) -> PatternMatch:
        key: list[int] = []
        first: dict[str, int] = {}
        tests: dict[object, Test] = {}
        for position, term in enumerate(pattern.terms):
            if term in bound:
                key.append(position)
            elif term in first:
                tests[first[term], position] = _same(first[term], position)
            elif term not in self.variables:
                tests[position, term] = _member(position, frozenset((term,)))
            else:
                first[term] = position
                members = self.variables[term]
                if not relation.places[position] <= members:
                    tests[position, members] = _member(position, members)
        return PatternMatch(tuple(key), tuple(first.values()), tests)


def select(places: Sequence[int]) -> Callable[[Row], Row]:
    """A function from a row to the tuple of its values at the places."""
    if not places:
        return lambda row: ()
    if len(places) == 1:
        place = places[0]
        return lambda row: (row[place],)
    return itemgetter(*places)


def scalar(places: Sequence[int]) -> Callable[[Row], Any]:
    """Like ``select``, but a single value stands without its tuple: a key of an index."""
    return itemgetter(places[0]) if len(places) == 1 else select(places)


def check(count: int, limit: int) -> None:
    """Raise LimitError when grounding passes its limit."""
    if count > limit:
        raise LimitError(f"grounding needs {count} rows at once, the limit is {limit}")


def _bind(pattern: Pattern, match: PatternMatch, place: dict[str, int]) -> None:
    for position in match.kept:
        place[pattern.terms[position]] = len(place)


def _expected(pattern: Pattern, relations: Mapping[str, Relation], bound: Collection[str]) -> float:
    return relations[pattern.relation].expected(
        [at for at, term in enumerate(pattern.terms) if term in bound]
    )


def _ready(filters: list[Filter], place: dict[str, int]) -> tuple[Test, ...]:
    """The tests of the filters whose variables are all bound; those filters leave the list."""
    ready = [each for each in filters if each.variables <= place.keys()]
    filters[:] = [each for each in filters if each not in ready]
    return tuple(each.compiled(dict(place)) for each in ready)


def _same(one: int, other: int) -> Test:
    return lambda row: row[one] == row[other]


def _member(place: int, members: frozenset[str]) -> Test:
    return lambda row: row[place] in members
