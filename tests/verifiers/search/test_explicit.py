"""Explicit search, relaxed reachability and trees of runs against brute force on small random tasks."""

import hashlib
import json
import random
from dataclasses import replace

import numpy as np
import pytest

from certwright.domains.planning.strips import Operator, Task, bits
from certwright.instances.errors import CertificateError, LimitError
from certwright.verifiers.search.explicit import ExploredStates, explore
from certwright.verifiers.search.relaxed_kernels import relaxed_landmarks
from certwright.verifiers.search.runs import StateTree
from certwright.verifiers.search.tables import mask, row, tables


def random_task(seed: int, *, facts: int = 8, operators: int = 14, spread: int = 1) -> Task:
    """A task whose facts lie ``spread`` bits apart (so that states take several words)."""
    rng = random.Random(seed)
    places = [spread * k for k in range(facts)]

    def some(least: int, most: int) -> int:
        return sum(1 << place for place in rng.sample(places, rng.randint(least, most)))

    made = []
    for number in range(operators):
        add = some(0, 2)
        made.append(Operator(f"(o{number:02})", pre=some(1, 2), add=add, delete=some(0, 3) & ~add))
    names = tuple(f"(f{bit:03})" for bit in range(places[-1] + 1))
    task = Task(names, tuple(made), init=some(2, 4), goal=some(1, 3))
    return task if seed % 3 == 1 else replace(task, goal=_end_of_a_walk(task, rng))


def _end_of_a_walk(task: Task, rng: random.Random) -> int:
    """Two facts that hold after some random steps, so that there is a plan."""
    state = task.init
    for _ in range(12):
        steps = [operator for operator in task.applicable(state) if operator.apply(state) != state]
        state = rng.choice(steps).apply(state) if steps else state
    fresh = sorted(bits(state & ~task.init or state))
    return sum(1 << fact for fact in rng.sample(fresh, min(2, len(fresh))))


def ferry(locations: int, cars: int) -> Task:
    """Cars at location 0 that a ferry for one car takes to the last location."""
    spots, autos = [f"l{k}" for k in range(locations)], [f"c{k}" for k in range(cars)]
    facts = [f"(at {c} {p})" for c in autos for p in spots] + [f"(on {c})" for c in autos]
    facts = sorted([*facts, *(f"(at-ferry {p})" for p in spots), "(empty-ferry)"])
    bit = {name: 1 << number for number, name in enumerate(facts)}
    made = []
    for p in spots:
        here = bit[f"(at-ferry {p})"]
        made += [Operator(f"(sail {p} {q})", here, bit[f"(at-ferry {q})"], here) for q in spots if p != q]
        for c in autos:
            ashore, aboard, empty = bit[f"(at {c} {p})"], bit[f"(on {c})"], bit["(empty-ferry)"]
            made.append(Operator(f"(board {c} {p})", ashore | here | empty, aboard, ashore | empty))
            made.append(Operator(f"(debark {c} {p})", aboard | here, ashore | empty, aboard))
    made.sort(key=lambda operator: operator.name)
    init = bit["(empty-ferry)"] | bit["(at-ferry l0)"] | sum(bit[f"(at {c} l0)"] for c in autos)
    return Task(tuple(facts), tuple(made), init, sum(bit[f"(at {c} {spots[-1]})"] for c in autos))


def brute(task: Task, avoid: int = 0, start: int | None = None) -> dict[int, int]:
    """Every reachable state with its distance from the start."""
    first = task.init if start is None else start
    depth = {first: 0}
    queue = [first]
    for state in queue:
        for operator in task.applicable(state):
            after = operator.apply(state)
            if not operator.add & avoid and after not in depth:
                depth[after] = depth[state] + 1
                queue.append(after)
    return depth


CASES = [(seed, spread) for seed in range(30) for spread in (1, 11, 33)]


@pytest.mark.parametrize(("seed", "spread"), CASES)
def test_exploration_is_the_reachable_space(seed: int, spread: int) -> None:
    task = random_task(seed, spread=spread)
    for avoid in (0, 1 << spread):
        depth = brute(task, avoid)
        found = explore(task, limit=1000, avoid=avoid)
        assert found.complete
        assert {found.state(k): len(found.path(k)) for k in range(found.count)} == depth
        assert [sum(1 for d in depth.values() if d == k) for k in range(len(found.layers))] == list(
            found.layers
        )
        allowed = [k for k, op in enumerate(task.operators) if not op.add & avoid]
        usable = {k for k in allowed for state in depth if task.operators[k].applicable(state)}
        assert set(bits(found.applicable)) == usable
        counts = [sum(state >> fact & 1 for state in depth) for fact in range(len(task.facts))]
        assert found.fact_counts.tolist() == counts
        assert set(bits(found.reached)) == {fact for fact, count in enumerate(counts) if count}
        text = "\n".join(f"{name} {count}" for name, count in zip(task.facts, counts, strict=True))
        assert found.digest() == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(("seed", "spread"), CASES[::5])
def test_numbers_edges_and_witnesses(seed: int, spread: int) -> None:
    task = random_task(seed, spread=spread)
    found = explore(task, limit=1000)
    for number in range(found.count):
        state = found.state(number)
        after = {operator.apply(state) for operator in task.applicable(state)} | {state}
        assert found.successors(number).keys() == after
        assert all(found.state(k) == target for target, k in found.successors(number).items())
        assert replay(task, found.path(number)) == state
    for operator, number in enumerate(found.first_applicable.tolist()):
        first = found.find(task.operators[operator].pre)
        assert number == (-1 if first is None else first)
    pair = task.operators[0].pre | task.operators[1].pre
    holding = [k for k in range(found.count) if pair & ~found.state(k) == 0]
    assert found.find(pair) == (holding[0] if holding else None)


def replay(task: Task, plan: list[int]) -> int:
    state = task.init
    for number in plan:
        assert task.operators[number].applicable(state)
        state = task.operators[number].apply(state)
    return state


def test_a_bound_makes_the_search_incomplete_but_sound() -> None:
    task = ferry(3, 4)
    whole = explore(task, limit=100_000)
    assert whole.complete
    assert whole.count == len(brute(task)) == 3 * (3**4 + 4 * 3**3)
    assert explore(task, limit=whole.count).complete
    for limit in (1, 2, 50, 499, 500, 501, whole.count - 1):
        part = explore(task, limit=limit)
        assert (part.complete, part.count, sum(part.layers)) == (False, limit, limit)
        stored = [part.state(k) for k in range(limit)]
        usable = {k for k, op in enumerate(task.operators) if any(op.applicable(s) for s in stored)}
        assert set(bits(part.applicable)) == usable
        assert len(set(stored)) == limit
        assert all(replay(task, part.path(k)) == stored[k] for k in range(0, limit, 7))
    with pytest.raises(LimitError):
        explore(task, limit=0)


def test_search_from_another_state() -> None:
    task = random_task(3)
    start = 0b1010101
    found = explore(task, limit=1000, state=start)
    assert {found.state(k) for k in range(found.count)} == set(brute(task, start=start))


def test_a_task_without_facts_or_operators() -> None:
    assert explore(Task((), (), 0, 0), limit=5).count == 1
    assert explore(Task(("(p)",), (), 1, 0), limit=5).fact_counts.tolist() == [1]


def test_order_of_states_does_not_depend_on_the_bound() -> None:
    task = ferry(3, 4)
    small, large = explore(task, limit=900), explore(task, limit=100_000)
    assert np.array_equal(small.states, large.states[:900])


def test_rows_and_masks() -> None:
    value = (1 << 130) | (1 << 64) | 5
    assert mask(row(value, 3)) == value
    assert tables(Task((), (), 0, 0)).keys.shape == (1,)


def relaxed_brute(task: Task, without: int) -> int:
    """The facts that relaxed reachability gives without the operators that add a fact of ``without``."""
    facts, size = task.init, -1
    usable = [op for op in task.operators if not op.add & without]
    while facts.bit_count() != size:
        size = facts.bit_count()
        for operator in usable:
            if operator.applicable(facts):
                facts |= operator.add
    return facts


@pytest.mark.parametrize(("seed", "spread"), CASES)
def test_relaxed_landmarks(seed: int, spread: int) -> None:
    task = random_task(seed, spread=spread)
    missing = [task.goal & ~relaxed_brute(task, 1 << fact) for fact in range(len(task.facts))]
    expected = sum(1 << fact for fact, rest in enumerate(missing) if rest and not task.init >> fact & 1)
    assert relaxed_landmarks(task) == expected
    other = replace(task, goal=1 << spread | 1)
    assert relaxed_landmarks(task, goal=other.goal) == relaxed_landmarks(other)


def test_an_impossible_goal_makes_every_fact_a_landmark() -> None:
    task = Task(("(p)", "(q)"), (), init=1, goal=0, goal_possible=False)
    assert relaxed_landmarks(task) == 2


def runs_to_everything(found: ExploredStates) -> StateTree:
    """Shortest runs to all states, pruned to what shows each fact and operator."""
    every = StateTree.from_plans(found.task, [found.path(number) for number in range(found.count)])
    return every.pruned(found.task, facts=found.reached, operators=found.applicable)


@pytest.mark.parametrize(("seed", "spread"), CASES[::3])
def test_runs_of_an_exploration_cover_what_it_found(seed: int, spread: int) -> None:
    task = random_task(seed, spread=spread)
    found = explore(task, limit=1000)
    runs = runs_to_everything(found)
    assert runs.covered(task) == (found.reached, found.applicable)
    rebuilt = StateTree.from_plans(task, [runs.path(node) for node in range(runs.count)])
    assert rebuilt.covered(task) == (found.reached, found.applicable)
    half = runs.pruned(task, facts=0, operators=found.applicable)
    assert half.covered(task)[1] == found.applicable
    assert half.count <= runs.count
    assert StateTree.union(task, [half, runs]).covered(task) == (found.reached, found.applicable)


def read(task: Task, body: dict[str, list[object]]) -> tuple[int, int]:
    """What a certificate body shows, replayed in the plainest way."""
    states, steps = [task.init], body["steps"]
    for parent, action in zip(steps[::2], steps[1::2], strict=True):
        (operator,) = task.by_name[str(body["actions"][int(str(action))])]
        assert operator.applicable(states[int(str(parent))])
        states.append(operator.apply(states[int(str(parent))]))
    facts = 0
    for state in states:
        facts |= state
    return facts, sum(1 << k for k, op in enumerate(task.operators) if any(op.applicable(s) for s in states))


@pytest.mark.parametrize("size", [150, 250, 60_000])
def test_bodies_are_small_and_show_everything(size: int) -> None:
    task = ferry(3, 4)
    found = explore(task, limit=100_000)
    runs = runs_to_everything(found)
    bodies = runs.bodies(task, max_bytes=size)
    assert (len(bodies) == 1) == (size == 60_000)
    facts = operators = 0
    for body in bodies:
        assert len(json.dumps(body, separators=(",", ":"))) <= size
        shown = read(task, body)
        facts, operators = facts | shown[0], operators | shown[1]
    assert (facts, operators) == (found.reached, found.applicable)


def test_bodies_refuse_a_branch_that_does_not_fit_and_plans_that_do_not_run() -> None:
    task = ferry(3, 2)
    plan = [next(k for k, op in enumerate(task.operators) if op.name == "(board c0 l0)")]
    with pytest.raises(LimitError):
        StateTree.from_plans(task, [plan]).bodies(task, max_bytes=40)
    with pytest.raises(CertificateError):
        StateTree.from_plans(task, [plan + plan])
    assert StateTree().bodies(task) == [{"actions": [], "steps": []}]


@pytest.mark.parametrize(("seed", "spread"), CASES)
def test_distances_and_shortest_plans(seed: int, spread: int) -> None:
    task = random_task(seed, spread=spread)
    found = explore(task, limit=1000)
    distances = found.distances
    for number in range(found.count):
        depth = brute(task, start=found.state(number))
        expected = min((d for state, d in depth.items() if task.satisfied(state)), default=-1)
        assert distances[number] == expected
    plan = found.shortest_plan()
    assert (plan is None) == (distances[0] < 0)
    if plan is not None:
        assert len(plan) == distances[0]
        assert task.satisfied(replay(task, plan))
        assert [len(found.shortest_plan(k) or []) for k in range(found.count)] == np.maximum(
            distances, 0
        ).tolist()


def test_unfinished_explorations_give_no_distances() -> None:
    part = explore(ferry(3, 4), limit=100)
    for look in (lambda: part.distances, part.shortest_plan):
        with pytest.raises(LimitError, match="distances need all states; the search stopped at 100"):
            look()


def test_an_impossible_goal_has_dead_ends_only() -> None:
    task = ferry(2, 2)
    lost = Task(task.facts, task.operators, task.init, task.goal, goal_possible=False)
    found = explore(lost, limit=1000)
    assert set(found.distances.tolist()) == {-1}
    assert found.shortest_plan() is None
