"""Every planner agrees with brute force on random small tasks, and says no more than it knows."""

import random
from collections import deque
from collections.abc import Sequence

import pytest
from testkit.sampling import sampled

from certwright.domains.planning.strips import Operator, Task
from certwright.instances.errors import NameUnknownError
from certwright.verifiers.engines import registry, sat, smt, solvers
from certwright.verifiers.engines.outcome import Answer, Proven, Refuted, Undecided, Why
from certwright.verifiers.engines.query import Query, first_failure
from certwright.verifiers.engines.solvers import check_invariant


def random_task(seed: int, facts: int = 7, operators: int = 9) -> Task:
    """A small task: some are solvable, some not; operators may change nothing or contradict themselves."""
    rng = random.Random(f"engines/{seed}")

    def some(most: int) -> int:
        return sum(1 << bit for bit in set(rng.choices(range(facts), k=rng.randint(0, most))))

    made = []
    for number in range(operators):
        add = some(2)
        made.append(Operator(f"(act o{number:02d})", some(2), add, some(2) & ~add))
    names = tuple(f"(fact f{number})" for number in range(facts))
    return Task(names, tuple(made), some(3), some(3) or 1)


def distance(task: Task, goal: int, without: int = 0) -> int | None:
    """The length of a shortest plan, by breadth-first search; None when there is none."""
    seen, queue = {task.init}, deque([(task.init, 0)])
    while queue:
        state, steps = queue.popleft()
        if not goal & ~state:
            return steps
        for operator in task.applicable(state):
            successor = operator.apply(state)
            if not operator.add & without and successor not in seen:
                seen.add(successor)
                queue.append((successor, steps + 1))
    return None


KEYS = ("search", "fd", "sat", "z3")
EXACT = ("search", "fd")
"""These also prove that there is no plan at all."""


def seeds(key: str) -> range:
    """Many tasks where a question costs milliseconds, fewer where it costs a new interpreter."""
    return range(sampled(12, of=24) if key in EXACT else sampled(4, of=6))


def checked(
    task: Task, answer: Answer, truth: int | None, *, without: int = 0, bound: int | None = None
) -> bool:
    """Whether an answer is decided; fails when it is false."""
    if isinstance(answer, Refuted):
        assert first_failure(Query(task, without=without).cut(), answer.witness) is None
        assert truth is not None
        assert answer.cost >= truth
        assert not answer.optimal or answer.cost == truth
        assert bound is None or answer.cost <= bound
    elif isinstance(answer, Proven):
        assert truth is None or (answer.bound is not None and answer.bound == bound and truth > bound)
    return not isinstance(answer, Undecided)


@pytest.mark.parametrize("key", KEYS)
def test_costs_agree_with_brute_force(key: str) -> None:
    planner = registry.planner(key)
    solved = decided = 0
    for seed in seeds(key):
        task = random_task(seed)
        truth = distance(task, task.goal)
        answer = planner(Query(task, optimal=True, deadline=60 if truth is not None or key in EXACT else 0.5))
        decided += checked(task, answer, truth)
        if truth is not None:
            assert isinstance(answer, Refuted), (seed, answer)
            assert answer.optimal
            solved += truth > 0
    assert solved >= 2
    assert decided == len(seeds(key)) or key not in EXACT


@pytest.mark.parametrize("seeds", [(6,), pytest.param(range(16), marks=pytest.mark.long)], ids=["one", "all"])
def test_costs_of_unified_planning_agree_with_brute_force(seeds: Sequence[int]) -> None:
    planner = registry.planner("up:fast-downward-opt")
    for seed in seeds:
        task = random_task(seed)
        truth = distance(task, task.goal)
        answer = planner(Query(task, optimal=True))
        assert checked(task, answer, truth), (seed, answer)
        assert isinstance(answer, Proven if truth is None else Refuted)


@pytest.mark.parametrize("key", KEYS)
def test_bounds_agree_with_brute_force(key: str) -> None:
    planner = registry.planner(key)
    proven = 0
    for seed in seeds(key):
        task = random_task(seed)
        truth = distance(task, task.goal)
        bound = 4 if truth is None else truth - 1
        if bound >= 0:
            answer = planner(Query(task, bound=bound))
            assert checked(task, answer, truth, bound=bound), (seed, answer)
            proven += isinstance(answer, Proven)
    assert proven >= 2


@pytest.mark.parametrize("key", ["search", "fd", "sat"])
def test_any_plan_and_operators_left_out(key: str) -> None:
    planner = registry.planner(key)
    for seed in seeds(key):
        task = random_task(seed)
        without = 1 << seed % len(task.facts)
        truth = distance(task, task.goal, without)
        answer = planner(
            Query(task, without=without, deadline=60 if truth is not None or key in EXACT else 0.5)
        )
        decided = checked(task, answer, truth, without=without)
        assert decided or (key == "sat" and truth is None), (seed, answer)


@pytest.mark.parametrize("key", KEYS)
def test_impossible_goals_are_proven(key: str) -> None:
    task = Task(("(a)", "(b)"), (Operator("(go)", 1, 2, 1),), 1, 2, goal_possible=False)
    assert isinstance(registry.planner(key)(Query(task)), Proven)
    assert isinstance(registry.planner(key)(Query(task, goal=2)), Refuted)
    assert registry.planner(key)(Query(task, goal=1)) == Refuted(key, (), key == "z3")


def test_sat_stops_at_its_horizon(monkeypatch: pytest.MonkeyPatch) -> None:
    swap = Task(("(a)", "(b)"), (Operator("(ab)", 1, 2, 1), Operator("(ba)", 2, 1, 2)), 1, 3)
    monkeypatch.setattr(solvers, "HORIZON", 5)
    for module in (sat, smt):
        answer = module.plan(Query(swap, optimal=True))
        assert isinstance(answer, Undecided)
        assert answer.why is Why.LIMIT


@pytest.mark.parametrize("key", ["sat", "z3"])
def test_a_deadline_gives_undecided(key: str) -> None:
    swap = Task(("(a)", "(b)"), (Operator("(ab)", 1, 2, 1), Operator("(ba)", 2, 1, 2)), 1, 3)
    answer = registry.planner(key)(Query(swap, bound=10**9, deadline=0.4))
    assert isinstance(answer, Undecided)
    assert answer.why is Why.TIME


def test_engines_that_do_not_plan_are_refused() -> None:
    with pytest.raises(NameUnknownError, match="finds no plans"):
        registry.planner("spot")


def inductive(task: Task, cubes: list[int], without: int) -> bool:
    """The definition of an inductive set, over all states."""
    states = [state for state in range(1 << len(task.facts)) if all(cube & ~state for cube in cubes)]
    return all(cube & ~task.init for cube in cubes) and all(
        cube & ~operator.apply(state)
        for state in states
        for operator in task.applicable(state)
        if not operator.add & without
        for cube in cubes
    )


def unreachable_pairs(task: Task, without: int) -> list[int]:
    """Cubes of at most two facts that hold in no reachable state."""
    seen, todo = {task.init}, [task.init]
    while todo:
        state = todo.pop()
        for operator in task.applicable(state):
            successor = operator.apply(state)
            if not operator.add & without and successor not in seen:
                seen.add(successor)
                todo.append(successor)
    pairs = [1 << i | 1 << j for i in range(len(task.facts)) for j in range(i + 1)]
    return [pair for pair in pairs if all(pair & ~state for state in seen)]


@pytest.mark.parametrize("engine", ["sat", "z3"])
def test_invariants_are_judged_by_the_definition(engine: str) -> None:
    seen = set()
    for seed in range(8):
        task = random_task(seed, facts=5, operators=5)
        without = 1 << seed % 5 if seed % 2 else 0
        cubes = unreachable_pairs(task, without)[: 3 if seed % 3 else None] or [1]
        truth = inductive(task, cubes, without)
        answer = check_invariant(engine, task, cubes, without=without)
        assert isinstance(answer, Proven if truth else Refuted), (seed, answer)
        seen.add(truth)
    assert seen == {True, False}


@pytest.mark.parametrize("engine", ["sat", "z3"])
def test_a_broken_invariant_is_shown(engine: str) -> None:
    task = Task(("(a)", "(b)"), (Operator("(go)", 1, 2, 0),), 1, 2)
    assert check_invariant(engine, task, [1]) == Refuted(engine, ("initial state", "(a)"))
    assert check_invariant(engine, task, [3]).witness == ("(go)", "(a)", "(b)")
    assert isinstance(check_invariant(engine, task, [2], without=2), Proven)
    assert isinstance(check_invariant(engine, task, []), Proven)
