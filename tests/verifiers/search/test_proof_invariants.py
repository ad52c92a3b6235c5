"""h2 mutexes, cube invariants and PDR against exhaustive search on random small tasks."""

import random

import pytest
from testkit.invariants import inductive

from certwright.domains.planning.strips import Operator, Task
from certwright.instances.errors import CertificateError
from certwright.verifiers.search.cubes import CubeSet, h2, minimise
from certwright.verifiers.search.pdr import Invariant, PlanFound, pdr

SEEDS = range(150)


def random_task(seed: int, facts: int = 8, operators: int = 9) -> Task:
    """A task with a few facts and operators that delete what they need, so that mutexes exist."""
    draw = random.Random(seed)
    made = []
    for number in range(operators):
        pre = sum(1 << bit for bit in draw.sample(range(facts), draw.choice((0, 1, 2, 2, 3))))
        add = sum(1 << bit for bit in draw.sample(range(facts), draw.choice((1, 1, 2))))
        delete = (pre if draw.random() < 0.7 else 0) & ~add
        made.append(Operator(f"(o{number})", pre, add, delete))
    init = sum(1 << bit for bit in draw.sample(range(facts), 3))
    goal = sum(1 << bit for bit in draw.sample(range(facts), 3))
    return Task(tuple(f"(f{bit})" for bit in range(facts)), tuple(made), init, goal)


def flipping_task(seed: int, variables: int = 4, operators: int = 12) -> Task:
    """Operators flip two of a few binary variables: goals of the wrong parity need cubes beyond pairs."""
    draw = random.Random(seed)

    def fact(variable: int, value: int) -> int:
        return 1 << (2 * variable + value)

    made = []
    for number in range(operators):
        values = [(variable, draw.randrange(2)) for variable in draw.sample(range(variables), 2)]
        pre = sum(fact(variable, value) for variable, value in values)
        made.append(
            Operator(f"(o{number})", pre, sum(fact(variable, 1 - value) for variable, value in values), pre)
        )
    init = sum(fact(variable, 0) for variable in range(variables))
    goal = sum(fact(variable, draw.randrange(2)) for variable in range(variables))
    return Task(tuple(f"(v{bit // 2} {bit % 2})" for bit in range(2 * variables)), tuple(made), init, goal)


def reachable(task: Task, without: int = 0) -> set[int]:
    """Every reachable state, by exhaustive search."""
    seen, todo = {task.init}, [task.init]
    while todo:
        state = todo.pop()
        for operator in task.applicable(state):
            successor = operator.apply(state)
            if not operator.add & without and successor not in seen:
                seen.add(successor)
                todo.append(successor)
    return seen


@pytest.mark.parametrize("without", [0, 0b1, 0b10100000])
def test_no_reachable_state_contains_a_mutex(without: int) -> None:
    found = 0
    for seed in SEEDS:
        task = random_task(seed)
        mutexes = h2(task, without=without)
        states = reachable(task, without)
        assert not any(mutexes.excludes(state) for state in states), seed
        found += sum(row.bit_count() for row in mutexes.rows.values())
    assert found > 100


def test_h2_is_the_least_fixpoint_over_pairs() -> None:
    """The rows equal those of a naive iteration over explicit pairs."""
    for seed in SEEDS:
        task = random_task(seed)
        pairs = {(a, b) for a in range(8) for b in range(8) if task.init >> a & task.init >> b & 1}
        changed = True
        while changed:
            changed = False
            for operator in task.operators:
                needs = [bit for bit in range(8) if operator.pre >> bit & 1]
                if not all((a, b) in pairs for a in needs for b in needs):
                    continue
                adds = [bit for bit in range(8) if operator.add >> bit & 1]
                kept = [
                    bit
                    for bit in range(8)
                    if (bit, bit) in pairs
                    and not operator.delete >> bit & 1
                    and all((bit, need) in pairs for need in needs)
                ]
                for a in adds:
                    for b in adds + kept:
                        if (a, b) not in pairs:
                            pairs |= {(a, b), (b, a), (a, a)}
                            changed = True
        mutexes = h2(task)
        for a in range(8):
            assert bool(mutexes.singles >> a & 1) == ((a, a) not in pairs)
            for b in range(8):
                expected = a != b and (a, b) not in pairs and (a, a) in pairs and (b, b) in pairs
                assert bool(mutexes.rows.get(a, 0) >> b & 1) == expected


@pytest.mark.parametrize("without", [0, 0b1000])
def test_h2_cubes_are_inductive(without: int) -> None:
    for seed in SEEDS:
        task = random_task(seed)
        assert inductive(task, list(h2(task, without=without).cubes()), without)


def test_cubes_that_hold_or_can_be_completed_are_not_inductive() -> None:
    task = Task(("(a)", "(b)"), (Operator("(go)", 0b01, 0b10, 0),), init=0b01, goal=0b10)
    assert [inductive(task, [cube]) for cube in (0b01, 0b10)] == [False, False]


def test_minimised_cubes_stay_inductive_and_block() -> None:
    smaller = 0
    for seed in SEEDS:
        task = random_task(seed)
        mutexes = h2(task)
        bad = [operator.pre for operator in task.operators if mutexes.excludes(operator.pre)]
        cubes = list(mutexes.cubes())
        kept = minimise(task, cubes, bad)
        assert set(kept) <= set(cubes)
        assert inductive(task, kept)
        index = CubeSet(kept)
        assert all(index.excludes(mask) for mask in bad)
        smaller += len(kept) < len(cubes)
    assert smaller > 20


def test_minimise_refuses_what_nothing_blocks() -> None:
    task = random_task(1)
    with pytest.raises(CertificateError):
        minimise(task, h2(task).cubes(), [task.init])


def test_cube_set_agrees_with_plain_containment() -> None:
    draw = random.Random(5)
    for _ in range(200):
        cubes = sorted({draw.randrange(1, 256) for _ in range(6)})
        mask = draw.randrange(256)
        inside = {cube for cube in cubes if not cube & ~mask}
        assert set(CubeSet(cubes).contained(mask)) == inside
        assert CubeSet(cubes).excludes(mask) == bool(inside)


@pytest.mark.parametrize("without", [0, 0b10, 0b1000100])
def test_pdr_agrees_with_exhaustive_search(without: int) -> None:
    outcomes = {"invariant": 0, "beyond pairs": 0, "plan": 0}
    for seed in SEEDS:
        task = random_task(seed, facts=9, operators=11) if seed % 3 == 0 else flipping_task(seed)
        states = reachable(task, without)
        draw = random.Random(seed)
        for bad in (task.goal, sum(1 << bit for bit in draw.sample(range(len(task.facts)), 4))):
            result = pdr(task, bad, without=without)
            if isinstance(result, PlanFound):
                outcomes["plan"] += 1
                state = task.init
                for number in result.operators:
                    assert task.operators[number].applicable(state)
                    assert not task.operators[number].add & without
                    state = task.operators[number].apply(state)
                assert not bad & ~state
            else:
                assert isinstance(result, Invariant)
                outcomes["invariant"] += 1
                outcomes["beyond pairs"] += any(cube.bit_count() > 2 for cube in result.cubes)
                assert not any(not bad & ~state for state in states)
                assert inductive(task, result.cubes, without)
                assert any(not cube & ~bad for cube in result.cubes)
    assert min(outcomes.values()) > 5


def test_pdr_stops_at_its_limit() -> None:
    """A counter of ten bits: the plan has 1023 steps."""
    size = 10
    facts = tuple(f"({name}{bit})" for bit in range(size) for name in ("on", "x"))
    operators = []
    for bit in range(size):
        lower = sum(1 << 2 * below for below in range(bit))
        cleared = sum(2 << 2 * below for below in range(bit))
        operators.append(
            Operator(f"(tick{bit})", 2 << 2 * bit | lower, 1 << 2 * bit | cleared, 2 << 2 * bit | lower)
        )
    init = sum(2 << 2 * bit for bit in range(size))
    task = Task(facts, tuple(operators), init, sum(1 << 2 * bit for bit in range(size)))
    assert pdr(task, task.goal, limit=50) is None
    smaller = pdr(task, 0b10101, limit=5000)
    assert isinstance(smaller, PlanFound) and len(smaller.operators) == 7


def test_pdr_is_deterministic() -> None:
    for seed in range(20):
        task = random_task(seed)
        assert pdr(task, task.goal) == pdr(task, task.goal)
