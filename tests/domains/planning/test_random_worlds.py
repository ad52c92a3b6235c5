"""Writer, reader, grounder, language and replay on random tiny worlds, against plain enumeration."""

import json
import math
import os
import random
import subprocess
import sys
from itertools import product

import pytest
from testkit.random_worlds import (
    Action,
    actions,
    positive,
    relaxed,
    rows,
    state_graph,
    task_graph,
    world,
)
from testkit.sampling import sampled

from certwright.domains.planning import atoms, pddl, writer
from certwright.domains.planning.atoms import Language, Legality
from certwright.domains.planning.grounding import ground
from certwright.domains.planning.lifted import instantiate, validate
from certwright.domains.planning.tree import Problem
from certwright.instances.records import Code

SEEDS = range(sampled(150, of=300))


@pytest.fixture(scope="module")
def worlds() -> list[Problem]:
    return list(map(world, SEEDS))


def test_the_worlds_are_not_trivial(worlds: list[Problem]) -> None:
    tasks = list(map(ground, worlds))
    assert sum(len(task.operators) > 5 for task in tasks) > len(SEEDS) / 3
    assert sum(any(map(atoms.is_negation, task.facts)) for task in tasks) > len(SEEDS) / 3
    pairs = zip(tasks, worlds, strict=True)
    some = [1 <= len(task.operators) < Language(each).action_count() for task, each in pairs]
    assert sum(some) > len(SEEDS) / 3


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
