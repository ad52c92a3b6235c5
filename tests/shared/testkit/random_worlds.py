"""Random tiny typed worlds, and their semantics by plain enumeration of all groundings.

Nothing here uses the grounder, the lifted model or the language: conditions are evaluated as they stand.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from certwright.domains.planning import atoms
from certwright.domains.planning.strips import Task
from certwright.domains.planning.tree import (
    And,
    Atom,
    Condition,
    Domain,
    Equal,
    Fact,
    Not,
    Or,
    Parameter,
    Predicate,
    Problem,
    Schema,
)

State = frozenset[Fact]
Graph = dict[Any, list[tuple[str, Any]]]
TYPES: tuple[dict[str, tuple[str, ...]], ...] = (
    {"object": ()},
    {"object": (), "a": ("object",), "b": ("a",), "c": ("a",), "d": ("b", "c")},
)


def world(seed: int) -> Problem:
    """A problem whose tree is what the reader makes of its text; the same seed gives the same problem."""
    rng = random.Random(seed)

    def pick(options: list[Any], low: int, high: int) -> list[Any]:
        return rng.sample(options, min(len(options), rng.randint(low, high)))

    parents = rng.choice(TYPES)
    types: list[tuple[str, ...]] = [(name,) for name in parents] + ([("b", "c")] if len(parents) > 1 else [])
    objects = {f"o{number}": rng.choice(types) for number in range(rng.randint(2, 4))}
    constants = dict(list(objects.items())[: rng.choice((0, 1, 2))])
    predicates = {}
    for name in ("p", "q", "r", "s"):
        parameters = tuple(
            Parameter(f"?v{at}", rng.choice(types)) for at in range(rng.choice((0, 1, 1, 2, 2)))
        )
        predicates[name] = Predicate(name, parameters)
    bare = Problem(
        "x", Domain("d", (), parents, constants, predicates, {}, frozenset()), objects, frozenset(), ()
    )
    headers = []
    for name in ("act", "bet", "cut", "dot")[: rng.randint(2, 4)]:
        parameters = tuple(Parameter(f"?x{at}", rng.choice(types)) for at in range(rng.choice((1, 2, 2, 3))))
        terms = {**constants, **{parameter.name: parameter.types for parameter in parameters}}
        usable = [atom for atom in well_typed(bare.domain, terms) if atom.predicate != "s"]
        headers.append((name, parameters, terms, pick(usable, 1, 2), pick(usable, 0, 2)))
    fluents = frozenset(atom.predicate for *_, add, delete in headers for atom in (*add, *delete))
    schemas = {}
    for name, parameters, terms, add, delete in headers:
        usable = list(well_typed(bare.domain, terms, every=False))
        static: list[Condition] = [atom for atom in usable if atom.predicate not in fluents]
        static += [Equal(left, right) for left in terms for right in terms if left != right]
        parts = pick(usable, 0, 3) + [Not(part) for part in pick([*usable, *static], 0, 2)]
        if static and rng.random() < 0.3:
            shape: Any = rng.choice(
                [Or, lambda inner: Not(And(inner)), lambda inner: Or((And(inner), *inner))]
            )
            parts.append(shape(tuple(pick(static, 2, 3))))
        schemas[name] = Schema(name, parameters, And(tuple(parts)), tuple(add), tuple(delete))
    domain = Domain("d", (":adl",), parents, constants, predicates, schemas, fluents)
    facts = [fact for name in predicates for fact in all_facts(bare, name)]
    goal = pick(facts, 0, 2)
    negative = [fact for fact in pick(facts, 0, 1) if fact not in goal]
    init = frozenset(fact for fact in facts if rng.random() < 0.4)
    return Problem("x", domain, objects, init, tuple(goal), tuple(negative))


def belongs(domain: Domain, types: tuple[str, ...], wanted: tuple[str, ...], every: bool) -> bool:
    """Whether all (or some) of the types are below one of those wanted, by walking up."""

    def below(name: str) -> bool:
        return name in wanted or any(below(parent) for parent in domain.parents[name])

    return (all if every else any)(below(name) for name in types)


def well_typed(domain: Domain, terms: dict[str, tuple[str, ...]], every: bool = True) -> Iterator[Atom]:
    """Atoms all of whose instances are well-typed, or some of whose are."""
    for predicate in domain.predicates.values():
        for args in product(terms, repeat=len(predicate.parameters)):
            pairs = [
                (terms[term], each.types, term) for term, each in zip(args, predicate.parameters, strict=True)
            ]
            if all(belongs(domain, types, wanted, every and term[0] == "?") for types, wanted, term in pairs):
                yield Atom(predicate.name, args)


def rows(problem: Problem, parameters: tuple[Parameter, ...]) -> Iterator[tuple[str, ...]]:
    """The well-typed rows of objects."""
    for args in product(problem.objects, repeat=len(parameters)):
        pairs = zip(args, parameters, strict=True)
        if all(
            belongs(problem.domain, problem.objects[name], each.types, every=False) for name, each in pairs
        ):
            yield args


def all_facts(problem: Problem, predicate: str) -> Iterator[Fact]:
    for args in rows(problem, problem.domain.predicates[predicate].parameters):
        yield (predicate, *args)


class Action:
    """A ground action whose condition is evaluated as it stands."""

    def __init__(self, schema: Schema, args: tuple[str, ...]):
        self.parts = (schema.name, *args)
        self.binding = dict(zip((parameter.name for parameter in schema.parameters), args, strict=True))
        self.condition = schema.precondition
        self.add = frozenset(map(self.fact, schema.add))
        self.delete = frozenset(map(self.fact, schema.delete)) - self.add

    def fact(self, atom: Atom) -> Fact:
        return (atom.predicate, *(self.binding.get(term, term) for term in atom.args))

    def holds(self, node: Condition, state: State) -> bool:
        if isinstance(node, Atom):
            return self.fact(node) in state
        if isinstance(node, Equal):
            return self.binding.get(node.left, node.left) == self.binding.get(node.right, node.right)
        if isinstance(node, Not):
            return not self.holds(node.part, state)
        parts = [self.holds(part, state) for part in node.parts]
        return all(parts) if isinstance(node, And) else any(parts)

    def possible(
        self, node: Condition, true: set[Fact], false: Callable[[Fact], bool], positive: bool = True
    ) -> bool:
        """Whether the condition holds when each literal may choose its own reached state."""
        if isinstance(node, Atom):
            return self.fact(node) in true if positive else false(self.fact(node))
        if isinstance(node, Equal):
            return self.holds(node, frozenset()) == positive
        if isinstance(node, Not):
            return self.possible(node.part, true, false, not positive)
        parts = [self.possible(part, true, false, positive) for part in node.parts]
        return all(parts) if isinstance(node, And) == positive else any(parts)


def actions(problem: Problem) -> list[Action]:
    return [
        Action(schema, args)
        for schema in problem.domain.schemas.values()
        for args in rows(problem, schema.parameters)
    ]


def relaxed(problem: Problem) -> tuple[set[Fact], dict[tuple[str, ...], Action]]:
    """The relaxed fixpoint over all groundings: true facts, static ones included, and actions."""
    true: set[Fact] = set(problem.init)
    deleted: set[Fact] = set()
    reached: dict[tuple[str, ...], Action] = {}

    def false(fact: Fact) -> bool:
        return fact not in problem.init or fact in deleted

    while True:
        before = len(true), len(deleted), len(reached)
        for action in actions(problem):
            if action.possible(action.condition, true, false):
                reached[action.parts] = action
                true |= action.add
                deleted |= action.delete
        if before == (len(true), len(deleted), len(reached)):
            return true, reached


def explore(start: Any, successors: Callable[[Any], Iterable[tuple[str, Any]]], limit: int) -> Graph | None:
    """States to their labelled successors, or None beyond the limit."""
    seen: Graph = {}
    stack = [start]
    while stack:
        state = stack.pop()
        if state in seen:
            continue
        if len(seen) == limit:
            return None
        seen[state] = sorted(successors(state), key=lambda pair: pair[0])
        stack.extend(after for _, after in seen[state])
    return seen


def state_graph(problem: Problem, limit: int) -> Graph | None:
    """The reachable states, by evaluating every grounding in every state."""
    universe = actions(problem)
    static = frozenset(fact for fact in problem.init if fact[0] not in problem.domain.fluents)

    def successors(state: State) -> Iterator[tuple[str, State]]:
        for action in universe:
            if action.holds(action.condition, state | static):
                yield atoms.text(action.parts), (state - action.delete) | action.add

    return explore(problem.fluent_init, successors, limit)


def task_graph(task: Task, limit: int) -> Graph | None:
    """The reachable states of a grounded task."""

    def successors(state: int) -> Iterator[tuple[str, int]]:
        return ((operator.name, operator.apply(state)) for operator in task.applicable(state))

    return explore(task.init, successors, limit)


def positive(task: Task, state: int) -> State:
    names = (name for name in task.names(state) if not atoms.is_negation(name))
    return frozenset(map(atoms.parse, names))
