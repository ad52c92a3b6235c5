"""Greedy search and covering runs: plans run, the bound binds, small tasks are covered wholly."""

import random
from itertools import pairwise

import pytest

from certwright.domains.planning.strips import Operator, Task
from certwright.scripts.bench.planning import warm_up
from certwright.verifiers.search import cover_kernels, greedy_kernels, kernels, relaxed_kernels
from certwright.verifiers.search.compiling import Kernel
from certwright.verifiers.search.explicit import explore
from certwright.verifiers.search.greedy import Searcher, goal_plan
from certwright.verifiers.search.novelty import witness_runs


def random_task(seed: int, *, facts: int = 9, operators: int = 16, spread: int = 1) -> Task:
    """A task whose facts lie ``spread`` bits apart (so that states take several words)."""
    rng = random.Random(seed)
    places = [spread * k for k in range(facts)]

    def some(least: int, most: int) -> int:
        return sum(1 << place for place in rng.sample(places, rng.randint(least, most)))

    made = []
    for number in range(operators):
        add = some(0, 2)
        made.append(Operator(f"(o{number:02})", pre=some(number > 0, 3), add=add, delete=some(0, 3) & ~add))
    names = tuple(f"(f{bit:03})" for bit in range(places[-1] + 1))
    return Task(names, tuple(made), init=some(2, 4), goal=some(1, 3))


def blocks(towers: list[list[int]], goal: list[list[int]]) -> Task:
    """Blocks world with four operators; towers from the table upwards."""
    names = range(sum(map(len, towers)))
    facts = sorted(
        ["(handempty)"]
        + [f"({word} b{x})" for word in ("clear", "holding", "ontable") for x in names]
        + [f"(on b{x} b{y})" for x in names for y in names if x != y]
    )
    bit = {name: 1 << number for number, name in enumerate(facts)}
    hand = bit["(handempty)"]
    made = []
    for x in names:
        clear, held, table = bit[f"(clear b{x})"], bit[f"(holding b{x})"], bit[f"(ontable b{x})"]
        made.append(Operator(f"(pick-up b{x})", clear | table | hand, held, clear | table | hand))
        made.append(Operator(f"(put-down b{x})", held, clear | table | hand, held))
        for y in names:
            if x != y:
                on, under = bit[f"(on b{x} b{y})"], bit[f"(clear b{y})"]
                made.append(Operator(f"(stack b{x} b{y})", held | under, on | clear | hand, held | under))
                made.append(
                    Operator(f"(unstack b{x} b{y})", on | clear | hand, held | under, on | clear | hand)
                )
    made.sort(key=lambda operator: operator.name)

    def facts_of(piles: list[list[int]]) -> int:
        return sum(bit[f"(on b{x} b{y})"] for pile in piles for y, x in pairwise(pile))

    init = hand | facts_of(towers)
    for tower in towers:
        init |= bit[f"(ontable b{tower[0]})"] | bit[f"(clear b{tower[-1]})"]
    return Task(tuple(facts), tuple(made), init, facts_of(goal))


def replay(task: Task, plan: list[int], state: int) -> int:
    for number in plan:
        assert task.operators[number].applicable(state)
        state = task.operators[number].apply(state)
    return state


CASES = [(seed, spread) for seed in range(40) for spread in (1, 13)]


@pytest.mark.parametrize(("seed", "spread"), CASES)
def test_greedy_search_decides_small_tasks(seed: int, spread: int) -> None:
    task = random_task(seed, spread=spread)
    found = Searcher.of(task).search(task.goal, limit=5000)
    whole = explore(task, limit=5000)
    assert whole.complete
    assert (found.plan is not None) == (whole.find(task.goal) is not None)
    assert found.exhausted == (found.plan is None)
    if found.plan is not None:
        assert task.satisfied(replay(task, found.plan, task.init))
    for avoid in {1 << spread, 1 << 2 * spread, 1 << 3 * spread | 1}:
        plan = Searcher.of(task).search(task.goal, without=avoid, limit=5000).plan
        around = explore(task, limit=5000, avoid=avoid)
        assert (plan is not None) == (around.find(task.goal) is not None)
        state = task.init
        for number in plan or []:
            state = replay(task, [number], state)
            assert not state & avoid & ~task.init


@pytest.mark.parametrize(("seed", "spread"), CASES)
def test_witness_runs_cover_small_tasks(seed: int, spread: int) -> None:
    task = random_task(seed, spread=spread)
    whole = explore(task, limit=5000)
    every = (1 << len(task.facts)) - 1, (1 << len(task.operators)) - 1
    runs = witness_runs(task, facts=every[0], operators=every[1])
    assert runs.covered(task) == (whole.reached, whole.applicable)
    some = witness_runs(task, facts=whole.reached & 0b11, operators=whole.applicable & 0b110)
    facts, operators = some.covered(task)
    assert whole.reached & 0b11 & ~facts == 0
    assert whole.applicable & 0b110 & ~operators == 0
    assert some.count <= runs.count


def test_several_starts_and_the_bound() -> None:
    task = blocks([[0, 1, 2, 3], [4, 5]], [[3, 2, 1, 0, 5, 4]])
    searcher = Searcher.of(task)
    plan = goal_plan(task)
    assert plan is not None
    assert task.satisfied(replay(task, plan, task.init))
    near = replay(task, plan[:-2], task.init)
    found = searcher.search(task.goal, states=[task.init, near])
    assert found.plan is not None
    assert task.satisfied(replay(task, found.plan, [task.init, near][found.seed]))
    assert len(found.plan) <= 2
    assert searcher.search(task.goal, limit=3).plan is None
    assert not searcher.search(task.goal, limit=3).exhausted
    assert searcher.search(task.init).plan == []
    assert searcher.search(task.goal, states=[near], without=task.goal & ~near).plan is None


def test_every_arrangement_of_blocks_is_found() -> None:
    task = blocks([[0, 1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11]], [[11, 0]])
    facts, operators = (1 << len(task.facts)) - 1, (1 << len(task.operators)) - 1
    runs = witness_runs(task, facts=facts, operators=operators)
    assert runs.covered(task) == (facts, operators)
    assert witness_runs(task, facts=facts, operators=operators) == runs
    assert runs.count < 2 * len(task.operators)


def test_dead_ends_are_left_by_way_of_the_start() -> None:
    """Each of the doors closes all others: the next target begins at the start again."""
    doors = 6
    facts = tuple(f"(f{k})" for k in range(3 * doors + 1))
    start = 1 << 3 * doors
    made = []
    for k in range(doors):
        first, second, third = (1 << 3 * k + j for j in range(3))
        made.append(Operator(f"(enter {k})", start, first, start))
        made.append(Operator(f"(wait {k})", first, second, 0))
        made.append(Operator(f"(turn {k})", second, 0, first))
        made.append(Operator(f"(leave {k})", second, third, second))
    task = Task(facts, tuple(sorted(made, key=lambda operator: operator.name)), start, 0)
    every = (1 << len(facts)) - 1, (1 << len(made)) - 1
    runs = witness_runs(task, facts=every[0], operators=every[1])
    assert runs.covered(task) == every


def test_an_impossible_goal_has_no_plan() -> None:
    task = Task(("(p)",), (), 1, 0, goal_possible=False)
    assert goal_plan(task) is None


def test_warming_up_compiles_every_kernel_in_the_types_of_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "at_once", False)  # what ``warm_up`` sets is undone afterwards
    warm_up()
    modules = (kernels, relaxed_kernels, greedy_kernels, cover_kernels)
    compiled = {
        (module.__name__, name, place): getattr(kernel, place)
        for module in modules
        for name, kernel in vars(module).items()
        if isinstance(kernel, Kernel)
        for place in ("machine", "inside")
    }
    before = {name: len(kernel.signatures) for name, kernel in compiled.items()}
    # those inside others are compiled only where no machine code is kept
    assert sum(size > 0 for (*_, place), size in before.items() if place == "machine") >= 12
    task = blocks([[0, 1, 2, 3, 4], [5, 6]], [[6, 0]])
    whole = explore(task, limit=2000)
    runs = witness_runs(task, facts=whole.reached, operators=whole.applicable)
    assert runs.covered(task)[0] == whole.reached
    avoided = 1 << task.index["(ontable b4)"]
    assert Searcher.of(task).search(task.goal, without=avoided).plan is not None
    assert {name: len(compiled[name].signatures) for name in before} == before
