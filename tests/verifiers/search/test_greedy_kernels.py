"""Greedy search: additive costs by definition; relaxed plans, turns and whole searches as in ``plain``."""

import numpy as np
import pytest
from testkit.search_tasks import errands, uncompiled, walk

from certwright.domains.planning.strips import Operator, Task, bits
from certwright.verifiers.search import greedy_kernels, plain
from certwright.verifiers.search.tables import blocked, mask, relations, row, rows, tables, words_of

FAR = int(greedy_kernels.FAR)
SEEDS = (0, 4, 7, 13, 22)


@pytest.fixture(autouse=True)
def kernels(monkeypatch):
    """The text of the kernels runs, and few buckets and turns make all cases frequent."""
    with uncompiled(monkeypatch) as patch:
        yield patch


def task_of(seed):
    return errands(seed, spread=(1, 5)[seed % 2], noise=4 * (seed % 3))


def additive(task, state, closed):
    """The additive cost of each fact: a fixpoint over all operators."""
    cost = [0 if state >> fact & 1 else FAR for fact in range(len(task.facts))]
    before = None
    while cost != before:
        before = cost.copy()
        for operator, left_out in zip(task.operators, closed, strict=True):
            price = min(1 + sum(cost[fact] for fact in bits(operator.pre)), FAR)
            for fact in () if left_out else bits(operator.add):
                cost[fact] = min(cost[fact], price)
    return cost


@pytest.mark.parametrize("seed", SEEDS)
def test_costs_are_those_of_the_definition(seed):
    task = task_of(seed)
    relation, words, closed = relations(task), words_of(task), blocked(task, 1 << 3)
    unmet = np.where(closed, greedy_kernels.FAR, relation.pre_size)
    room = greedy_kernels.workspace(relation)
    for state in walk(task, 4):
        cost = additive(task, state, closed)
        for goal in (task.goal, 1 << max(range(len(cost)), key=lambda fact: cost[fact] % FAR), 0):
            settled = greedy_kernels.settle(relation, unmet, row(state, words), row(goal, words), room)
            assert settled == all(cost[fact] < FAR for fact in bits(goal))
            known = [fact for fact in range(len(cost)) if room.settled[fact]]
            assert [room.cost[fact] for fact in known] == [cost[fact] for fact in known]
            assert not settled or set(bits(goal)) <= set(known)
            for fact in known:
                assert (room.adder[fact] == -1) == bool(state >> fact & 1)


@pytest.mark.parametrize("buckets", (4096, 4))
@pytest.mark.parametrize("seed", SEEDS)
def test_relaxed_plans_reach_the_goal_and_are_the_plain_ones(seed, buckets, kernels):
    for module in (greedy_kernels, plain):
        kernels.setattr(module, "BUCKETS", buckets)
    task = task_of(seed)
    relation, words, closed = relations(task), words_of(task), blocked(task, 1 << 2)
    unmet = np.where(closed, greedy_kernels.FAR, relation.pre_size)
    room, ours = greedy_kernels.workspace(relation), plain.Relaxed.of(relation, closed, task.goal)
    for state in walk(task, 5):
        size = greedy_kernels.relaxed_plan(relation, unmet, row(state, words), row(task.goal, words), room)
        found = None if size < 0 else room.plan[:size].tolist()
        assert ours.plan(state) == found
        facts, rest = state, set(found or ())
        while found and (fitting := [op for op in rest if task.operators[op].applicable(facts)]):
            rest.difference_update(fitting)
            for op in fitting:
                facts |= task.operators[op].add
        assert not rest
        assert found is None or (not task.goal & ~facts and not any(closed[op] for op in found))


def replayed(task, states, parent, via, number):
    """The operators on the way to a state of a search, each of which leads where the search says."""
    plan = []
    while parent[number] >= 0:
        operator, before = task.operators[via[number]], mask(states[parent[number]])
        assert operator.applicable(before) and operator.apply(before) == mask(states[number])
        plan.append(int(via[number]))
        number = parent[number]
    assert via[number] == -1
    return plan[::-1]


@pytest.mark.parametrize(("buckets", "boost"), [(4096, 1000), (6, 3)])
@pytest.mark.parametrize("seed", SEEDS)
def test_searches_are_the_plain_ones(seed, buckets, boost, kernels):
    for module in (greedy_kernels, plain):
        kernels.setattr(module, "BUCKETS", buckets)
        kernels.setattr(module, "BOOST", boost)
    task = task_of(seed)
    states = [task.init, *walk(task, 3)[1:2], task.init]
    search = tables(task), relations(task), blocked(task, 1 << 1), rows(states, words_of(task))
    for limit in (150, 5):
        found = greedy_kernels.greedy.function(*search, row(task.goal, words_of(task)), limit)
        for kernel, ours in zip(
            found, plain.greedy(*search, row(task.goal, words_of(task)), limit), strict=True
        ):
            assert np.array_equal(kernel, ours)
            assert np.asarray(kernel).dtype == np.asarray(ours).dtype
        number, exhausted = found[3:]
        assert len({mask(state) for state in found[0]}) == len(found[0]) <= limit
        assert not exhausted or len(found[0]) < limit
        if number >= 0:
            assert task.satisfied(mask(found[0][number]))
            replayed(task, *found[:3], number)


def test_some_searches_turn_back():
    sizes = []
    for task in map(task_of, SEEDS):
        search = tables(task), relations(task), blocked(task, 0), rows([task.init], words_of(task))
        sizes.append(len(plain.greedy(*search, row(task.goal, words_of(task)), 150)[0]))
    assert sum(size > 64 for size in sizes) >= 2, "the arrays grow"
    assert min(sizes) > 10


def test_a_tie_is_broken_in_favour_of_the_oldest_and_of_preferred_operators():
    queues = greedy_kernels.no_entries()
    room = greedy_kernels.workspace(relations(Task(tuple("ab"), (Operator("(a)", 1, 2, 0),) * 4, 1, 2)))
    room.applicable[:], room.plan[:2] = [0, 1, 2, 3], [2, 3]
    queues = greedy_kernels.push_all(queues, room, 2, 7, 5, 4)
    room.applicable[:2] = [1, 3]
    queues = greedy_kernels.push_all(queues, room, 1, 6, 8, 2)
    assert not room.preferred.any()
    taken = []
    while (entry := greedy_kernels.pop(queues)) >= 0:
        taken.append((int(queues.source[entry]), int(queues.action[entry])))
    assert taken == [(5, 2), (8, 1), (5, 3), (8, 3), (5, 0), (5, 1), (5, 2), (5, 3)]
    assert queues.turns.tolist() == [6, 2]
