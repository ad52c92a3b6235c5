"""Random tiny typed worlds: writer, reader, grounder, language and replay against plain enumeration."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import pytest

from certwright.domains.planning import atoms, pddl, writer
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.language import Language, Legality
from certwright.domains.planning.lifted import instantiate
from certwright.domains.planning.plans import validate
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
from certwright.instances.records import Code

State = frozenset[Fact]
Graph = dict[Any, list[tuple[str, Any]]]
TYPES = ({"object": ()}, {"object": (), "a": ("object",), "b": ("a",), "c": ("a",), "d": ("b", "c")})
SEEDS = range(300)


# Random worlds


def world(seed: int) -> Problem:
    """A problem whose tree is what the reader makes of its text; the same seed gives the same problem."""
    rng = random.Random(seed)

    def pick(options: list[Any], low: int, high: int) -> list[Any]:
        return rng.sample(options, min(len(options), rng.randint(low, high)))

    parents = rng.choice(TYPES)
    types = [(name,) for name in parents] + ([("b", "c")] if len(parents) > 1 else [])
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
        static = [atom for atom in usable if atom.predicate not in fluents]
        static += [Equal(left, right) for left in terms for right in terms if left != right]
        parts = pick(usable, 0, 3) + [Not(part) for part in pick([*usable, *static], 0, 2)]
        if static and rng.random() < 0.3:
            shape = rng.choice([Or, lambda inner: Not(And(inner)), lambda inner: Or((And(inner), *inner))])
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


# Semantics by enumeration


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


# Properties


@pytest.fixture(scope="module")
def worlds() -> list[Problem]:
    return list(map(world, SEEDS))


def test_the_worlds_are_not_trivial(worlds: list[Problem]) -> None:
    tasks = list(map(ground, worlds))
    assert sum(len(task.operators) > 5 for task in tasks) > 100
    assert sum(any(map(atoms.is_negation, task.facts)) for task in tasks) > 100
    pairs = zip(tasks, worlds, strict=True)
    assert sum(1 <= len(task.operators) < Language(each).action_count() for task, each in pairs) > 100


def test_writing_and_reading_give_the_same_tree(worlds: list[Problem]) -> None:
    for problem in worlds:
        again = pddl.parse(writer.write_domain(problem.domain), writer.write_problem(problem))
        assert again.domain == problem.domain
        assert again == problem


def test_the_grounding_is_the_relaxed_fixpoint(worlds: list[Problem]) -> None:
    for problem in worlds:
        task = ground(problem)
        true, reached = relaxed(problem)
        facts = {atoms.parse(name) for name in task.facts if not atoms.is_negation(name)}
        assert facts == {fact for fact in true if fact[0] in problem.domain.fluents}
        assert {operator.name for operator in task.operators} == set(map(atoms.text, reached))
        assert list(task.facts) == sorted(task.facts)
        assert list(task.by_name) == sorted(task.by_name)
        assert not any(operator.add & operator.delete for operator in task.operators)


def test_the_task_has_the_states_of_the_world(worlds: list[Problem]) -> None:
    """States, successors and goals by enumeration; complement facts always hold the opposite."""
    for problem in worlds:
        task = ground(problem)
        states = state_graph(problem, 100)
        if states is None:
            continue
        grounded = task_graph(task, 100)
        assert grounded is not None
        view = {state: positive(task, state) for state in grounded}
        assert states == {
            view[state]: [(name, view[after]) for name, after in grounded[state]] for state in grounded
        }
        for state, facts in view.items():
            for name in filter(atoms.is_negation, task.facts):
                assert bool(task.mask([name]) & state) != (atoms.parse(name[len("(not ") : -1]) in facts)
            true = facts | {fact for fact in problem.init if fact[0] not in problem.domain.fluents}
            wanted = true.issuperset(problem.goal) and true.isdisjoint(problem.negative_goal)
            assert task.satisfied(state) == wanted


def test_the_language_is_what_enumeration_finds(worlds: list[Problem]) -> None:
    for problem in worlds:
        language = Language(problem)
        legal = {action.parts for action in actions(problem)}
        assert language.action_count() == len(legal)
        for schema in problem.domain.schemas.values():
            for args in product(["zzz", *problem.objects], repeat=len(schema.parameters)):
                found = language.action((schema.name, *args))
                assert (found is Legality.LEGAL) == ((schema.name, *args) in legal)
                assert (found is Legality.UNKNOWN_SYMBOL) == ("zzz" in args)
        facts = 0
        for predicate in problem.domain.predicates.values():
            well = set(rows(problem, predicate.parameters))
            right = Legality.LEGAL if predicate.name in problem.domain.fluents else Legality.STATIC_PREDICATE
            facts += len(well) if right is Legality.LEGAL else 0
            for args in product(problem.objects, repeat=len(predicate.parameters)):
                expected = right if args in well else Legality.ILL_TYPED
                assert language.fact((predicate.name, *args)) is expected
            assert (
                language.fact((predicate.name, *("o0",) * (len(predicate.parameters) + 1))) is Legality.ARITY
            )
        assert language.fact_count() == facts


def test_replay_agrees_with_enumeration(worlds: list[Problem]) -> None:
    rng = random.Random(0)
    outcomes = set()
    for problem in worlds:
        universe = actions(problem)
        for _ in range(5 if universe else 0):
            plan, state = [], problem.init
            for _ in range(rng.randint(0, 4)):
                applicable = [action for action in universe if action.holds(action.condition, state)]
                plan.append(rng.choice(applicable if applicable and rng.random() < 0.8 else universe))
                state = (state - plan[-1].delete) | plan[-1].add
            outcomes.add(check_replay(problem, plan))
    assert outcomes == {Code.OK, Code.INAPPLICABLE, Code.GOAL_NOT_REACHED}


def check_replay(problem: Problem, plan: list[Action]) -> Code:
    """Assert that validation agrees with a replay by evaluation, step by step."""
    found = validate(problem, [action.parts for action in plan])
    fluents, state = problem.domain.fluents, problem.init
    for step, action in enumerate(plan):
        single = instantiate(problem, action.parts)
        fluent = frozenset(fact for fact in state if fact[0] in fluents)
        assert single.applicable(fluent) == action.holds(action.condition, state)
        assert (single.add, single.delete) == (action.add, action.delete)
        if not single.applicable(fluent):
            assert (found.failed_step, found.code) == (step, Code.INAPPLICABLE)
            assert found.failed_literal
            return found.code
        state = (state - action.delete) | action.add
        assert single.apply(fluent) == {fact for fact in state if fact[0] in fluents}
    missing = [atoms.text(fact) for fact in problem.goal if fact not in state]
    missing += [atoms.negation(atoms.text(fact)) for fact in problem.negative_goal if fact in state]
    assert found.ok == (not missing)
    assert (found.failed_step, found.failed_literal) == (None, missing[0] if missing else None)
    return found.code


CHILD = """
import hashlib, json, sys
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.pddl import parse
tasks = [repr(ground(parse(*texts))) for texts in json.load(sys.stdin)]
print(hashlib.sha256("".join(tasks).encode()).hexdigest())
"""


def test_the_order_of_sets_leaves_no_trace(worlds: list[Problem]) -> None:
    texts = json.dumps(
        [[writer.write_domain(each.domain), writer.write_problem(each)] for each in worlds[:60]]
    )
    digests = set()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONSAFEPATH": "1"}
        arguments = [sys.executable, "-c", CHILD]
        child = subprocess.run(
            arguments, input=texts, text=True, capture_output=True, check=True, env=environment
        )
        digests.add(child.stdout)
    assert len(digests) == 1


def test_a_world_with_more_actions_than_could_be_enumerated() -> None:
    """300 objects and nine free parameters: 300^9 legal actions, two of them reached."""
    domain = """(define (domain d) (:requirements :strips) (:predicates (p ?x) (g))
      (:action a :parameters (?a ?b ?c ?d ?e ?f ?g ?h ?i) :effect (g)
        :precondition (and (p ?a) (p ?b) (p ?c) (p ?d) (p ?e) (p ?f) (p ?g) (p ?h) (p ?i))))"""
    objects = " ".join(f"o{number}" for number in range(300))
    problem = pddl.parse(
        domain, f"(define (problem x) (:domain d) (:objects {objects}) (:init (p o7)) (:goal (g)))"
    )
    assert Language(problem).action_count() == math.prod([300] * 9)
    assert [operator.name for operator in ground(problem).operators] == ["(a" + " o7" * 9 + ")"]


@pytest.mark.parametrize("arity", [3, 12])
def test_a_grounding_beyond_the_limit_is_refused_before_it_fills_the_memory(arity: int) -> None:
    names = " ".join(f"?x{number}" for number in range(arity))
    domain = f"(define (domain d) (:predicates (g)) (:action a :parameters ({names}) :effect (g)))"
    objects = " ".join(f"o{number}" for number in range(200))
    problem = pddl.parse(domain, f"(define (problem x) (:domain d) (:objects {objects}) (:init) (:goal (g)))")
    with pytest.raises(OverflowError, match="limit is 1000000"):
        ground(problem)
