"""LM-cut, symmetries, depth-bounded proofs and optimal plans against breadth-first search."""

import random
from collections import deque
from itertools import islice

import pytest
from testkit.sampling import sampled

from certwright.domains.planning.grounding import ground
from certwright.domains.planning.pddl import parse
from certwright.domains.planning.strips import Operator, Task, bits
from certwright.domains.planning.tree import Problem
from certwright.verifiers.search.lower_bound import DEAD_END, LowerBounds
from certwright.verifiers.search.symmetry import symmetry

FERRY = """(define (domain ferry) (:requirements :typing) (:types car place)
 (:predicates (at ?c - car ?p - place) (ferry-at ?p - place) (empty) (on ?c - car))
 (:action sail :parameters (?a ?b - place) :precondition (ferry-at ?a)
  :effect (and (ferry-at ?b) (not (ferry-at ?a))))
 (:action board :parameters (?c - car ?p - place) :precondition (and (at ?c ?p) (ferry-at ?p) (empty))
  :effect (and (on ?c) (not (at ?c ?p)) (not (empty))))
 (:action debark :parameters (?c - car ?p - place) :precondition (and (on ?c) (ferry-at ?p))
  :effect (and (at ?c ?p) (empty) (not (on ?c)))))"""

PAIRS = """(define (domain pairs) (:requirements :typing :negative-preconditions) (:types node)
 (:predicates (joined ?a ?b - node) (free ?a - node) (marked ?a - node))
 (:action join :parameters (?a ?b - node) :precondition (and (free ?a) (free ?b) (not (marked ?a)))
  :effect (and (joined ?a ?b) (not (free ?a)) (not (free ?b))))
 (:action part :parameters (?a ?b - node) :precondition (joined ?a ?b)
  :effect (and (free ?a) (marked ?b) (free ?b) (not (joined ?a ?b)))))"""


def ferry(seed: int, cars: int = 4, places: int = 3) -> Problem:
    """Cars at random places, half of them with a random destination."""
    draw = random.Random(seed)
    names = [f"c{number}" for number in range(cars)]
    init = [f"(at {car} p{draw.randrange(places)})" for car in names]
    goal = [f"(at {car} p{draw.randrange(places)})" for car in names[: 1 + cars // 2]]
    where = " ".join(f"p{number}" for number in range(places))
    init.append(f"(ferry-at p{draw.randrange(places)})")
    return parse(
        FERRY,
        f"(define (problem f) (:domain ferry) (:objects {' '.join(names)} - car {where} - place)"
        f" (:init (empty) {' '.join(init)}) (:goal (and {' '.join(goal)})))",
    )


def pairs(seed: int) -> Problem:
    """Facts that mention two interchangeable objects, and negative preconditions."""
    draw = random.Random(seed)
    nodes = [f"n{number}" for number in range(4)]
    init = [f"(free {node})" for node in nodes] + [f"(marked {node})" for node in draw.sample(nodes, 1)]
    goal = f"(joined {draw.choice(nodes)} {draw.choice(nodes)}) (marked {draw.choice(nodes)})"
    return parse(
        PAIRS,
        f"(define (problem p) (:domain pairs) (:objects {' '.join(nodes)} - node)"
        f" (:init {' '.join(init)}) (:goal (and {goal})))",
    )


def random_task(seed: int) -> Task:
    """Nine facts, twelve operators that delete most of what they need."""
    draw = random.Random(seed)
    operators = []
    for number in range(12):
        pre = sum(1 << bit for bit in draw.sample(range(9), draw.choice((0, 1, 2, 2))))
        add = sum(1 << bit for bit in draw.sample(range(9), draw.choice((1, 1, 2))))
        delete = (pre if draw.random() < 0.8 else 0) & ~add | (1 << draw.randrange(9)) & ~add
        operators.append(Operator(f"(o{number})", pre, add, delete))
    init = sum(1 << bit for bit in draw.sample(range(9), 3))
    goal = sum(1 << bit for bit in draw.sample(range(9), draw.choice((2, 3, 4))))
    return Task(tuple(f"(f{bit})" for bit in range(9)), tuple(operators), init, goal)


def distances(task: Task) -> dict[int, float]:
    """The distance to the goal of every state reachable from ``task.init``."""
    before: dict[int, list[int]] = {task.init: []}
    todo = [task.init]
    while todo:
        state = todo.pop()
        for operator in task.applicable(state):
            successor = operator.apply(state)
            if successor not in before:
                before[successor] = []
                todo.append(successor)
            before[successor].append(state)
    found: dict[int, float] = dict.fromkeys(before, float("inf"))
    queue = deque(state for state in before if task.satisfied(state))
    found.update(dict.fromkeys(queue, 0))
    while queue:
        state = queue.popleft()
        for previous in before[state]:
            if found[previous] > found[state] + 1:
                found[previous] = found[state] + 1
                queue.append(previous)
    return found


def worlds() -> list[tuple[Problem | None, Task]]:
    """Tasks with their problems, where they have one."""
    tasks: list[tuple[Problem | None, Task]] = [(None, random_task(seed)) for seed in range(60)]
    for seed in range(12):
        for problem in (ferry(seed), pairs(seed)):
            tasks.append((problem, ground(problem)))
    return tasks


WORLDS = worlds()


def length(task: Task, state: int, plan: list[int]) -> int:
    """The length of a plan; fails unless it leads from the state to the goal."""
    for number in plan:
        assert task.operators[number].applicable(state)
        state = task.operators[number].apply(state)
    assert task.satisfied(state)
    return len(plan)


def hmax(task: Task, state: int) -> float:
    """The cost of the dearest goal fact, an operator costing one more than its dearest precondition."""
    cost = {bit: 0 if state >> bit & 1 else float("inf") for bit in range(len(task.facts))}
    for _ in range(len(task.facts)):
        for operator in task.operators:
            reached = 1 + max((cost[bit] for bit in bits(operator.pre)), default=0)
            cost.update({bit: min(cost[bit], reached) for bit in bits(operator.add)})
    return max((cost[bit] for bit in bits(task.goal)), default=0)


def test_lmcut_lies_between_hmax_and_the_distance() -> None:
    gaps = 0
    for _, task in WORLDS:
        bounds = LowerBounds(None, task)
        for state, distance in islice(distances(task).items(), 0, None, sampled(12, of=5)):
            value = bounds.estimate(state)
            assert min(hmax(task, state), DEAD_END) <= value
            assert value <= distance or (value == DEAD_END and distance == float("inf"))
            assert (value == 0) == (distance == 0)
            gaps += value < distance < float("inf")
    assert gaps > sampled(4, of=10)


def test_lmcut_counts_disjoint_landmarks() -> None:
    """One action for each of five goals, and a chain of four: 5 and 4; an unreachable fact: a dead end."""
    five = [Operator(f"(o{bit})", 0, 1 << bit, 0) for bit in range(5)]
    assert LowerBounds(None, Task(tuple("abcde"), tuple(five), 0, 31)).estimate(0) == 5
    chain = [Operator(f"(o{bit})", 1 << bit, 2 << bit, 0) for bit in range(4)]
    assert LowerBounds(None, Task(tuple("abcde"), tuple(chain), 1, 16)).estimate(1) == 4
    assert LowerBounds(None, Task(tuple("ab"), (), 1, 2)).estimate(1) == DEAD_END
    assert LowerBounds(None, Task(("a",), (), 1, 1, goal_possible=False)).estimate(1) == DEAD_END


@pytest.mark.parametrize(
    ("exchange", "lean"),
    [(True, True), (False, True), (True, False)],
    ids=["symmetries", "plain", "every state"],
)
def test_proofs_agree_with_distances(exchange: bool, lean: bool) -> None:
    shorter = proven = 0
    for problem, task in WORLDS:
        bounds = LowerBounds(problem if exchange else None, task, lean=lean)
        table = distances(task)
        draw = random.Random(len(table))
        for state in draw.sample(sorted(table), min(sampled(5, of=8), len(table))):
            for bound in range(9):
                answer = bounds.prove(state, bound, limit=100_000)
                assert answer.holds == (table[state] >= bound)
                proven += bool(answer.holds)
                if answer.plan is not None:
                    assert length(task, state, answer.plan) < bound
                    shorter += 1
    assert min(shorter, proven) > sampled(300, of=500)


def walkers(count: int, places: int) -> Task:
    """Walkers on a line, one place from its begin, whose goal is its end."""
    at = [[1 << places * walker + place for place in range(places)] for walker in range(count)]
    steps = [
        Operator(f"(go w{walker} p{here} p{there})", line[here], line[there], line[here])
        for walker, line in enumerate(at)
        for here in range(places)
        for there in (here - 1, here + 1)
        if 0 <= there < places
    ]
    facts = tuple(f"(at w{walker} p{place})" for walker in range(count) for place in range(places))
    return Task(facts, tuple(steps), sum(line[1] for line in at), sum(line[-1] for line in at))


def test_lean_proofs_enter_fewer_states_and_say_the_same() -> None:
    task = walkers(4, places=4)
    successors = [operator.apply(task.init) for operator in task.applicable(task.init)]
    states = []
    for lean in (True, False):
        bounds = LowerBounds(None, task, lean=lean)
        plan = bounds.shortest_plan(task.init, limit=1_000)
        assert plan is not None and length(task, task.init, plan) == 8
        sides = [bounds.prove(state, 8, limit=1_000).holds for state in successors]
        assert sides == [True, False] * 4  # a step back, a step ahead
        states.append(bounds.nodes)
    assert states == [80, 118]


def test_the_limit_leaves_it_open() -> None:
    task = ground(ferry(1, cars=6))
    answer = LowerBounds(None, task).prove(task.init, 14, limit=10)
    assert answer.holds is None and answer.plan is None and answer.nodes >= 10


def test_optimal_plans_have_the_length_of_the_distance() -> None:
    for problem, task in WORLDS:
        table = distances(task)
        bounds = LowerBounds(problem, task)
        for state in sorted(table)[:: max(1, len(table) // sampled(3, of=5))]:
            plan = bounds.shortest_plan(state, limit=4_000)
            if table[state] == float("inf"):
                assert plan is None
            else:
                assert plan is not None and length(task, state, plan) == table[state]


def test_a_round_that_is_foreseen_not_to_end_is_not_begun() -> None:
    """Rounds of 20 and of 215 states tell of 2,311, more than 2,000 in all allow."""
    problem = ferry(1, cars=12, places=6)
    task = ground(problem)
    spent = {}
    for forecast, limit in ((False, 2_000), (True, 2_000), (True, 20_000)):
        bounds = LowerBounds(problem, task)
        plan = bounds.shortest_plan(task.init, limit=limit, forecast=forecast)
        assert (plan is None) == (limit == 2_000)
        assert plan is None or length(task, task.init, plan) == 23
        spent[forecast, limit] = bounds.nodes
    assert spent[True, 2_000] == 20 + 215 < 2_000 <= spent[False, 2_000]


def test_searches_are_deterministic() -> None:
    for seed in range(5):
        problem = ferry(seed)
        task = ground(problem)
        first, second = (LowerBounds(problem, task) for _ in range(2))
        for bound in (5, 9, 12):
            assert first.prove(task.init, bound, limit=500) == second.prove(task.init, bound, limit=500)


def test_symmetry_finds_the_classes() -> None:
    """Cars are alike when they have the same destination or none; a place with the goal of none is alone."""
    problem = parse(
        FERRY,
        "(define (problem f) (:domain ferry) (:objects a b c d e - car p q r s - place)"
        " (:init (ferry-at p) (empty) (at a p) (at b q) (at c p) (at d r) (at e s))"
        " (:goal (and (at a q) (at b q) (at c p))))",
    )
    assert symmetry(problem, ground(problem)).classes == (("a", "b"), ("d", "e"), ("r", "s"))


def test_normal_forms_keep_the_distance_and_join_orbits() -> None:
    joined = 0
    for seed in range(12):
        for problem in (ferry(seed), pairs(seed)):
            task = ground(problem)
            found = symmetry(problem, task)
            table = distances(task)
            forms = set()
            for state, distance in table.items():
                form, _ = found.normal_form(state)
                assert found.normal_form(form) == (form, [])
                assert form.bit_count() == state.bit_count()
                assert table.get(form, distance) == distance
                forms.add(form)
            joined += len(forms) < len(table)
    assert joined > 10


def test_facts_outside_the_task_stay_where_they_are() -> None:
    """Only the first of two alike objects starts in a place that nothing comes back to."""
    domain = """(define (domain leave) (:predicates (in ?x) (out ?x))
     (:action go :parameters (?x) :precondition (in ?x) :effect (and (out ?x) (not (in ?x)))))"""
    problem = parse(
        domain, "(define (problem l) (:domain leave) (:objects a b) (:init (in b) (out a)) (:goal (out b)))"
    )
    task = ground(problem)
    assert task.facts == ("(in b)", "(out a)", "(out b)")
    found = symmetry(problem, task)
    assert found.normal_form(task.init)[0] == task.init
