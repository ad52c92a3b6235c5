"""LM-cut: h_max by its definition, every cut a landmark, and number by number what ``plain_bounds`` does."""

import random

import numpy as np
import pytest
from testkit.search_tasks import errands, uncompiled, walk

from certwright.domains.planning.strips import bits
from certwright.verifiers.search import lmcut_kernels
from certwright.verifiers.search.lmcut_kernels import DEAD_END
from certwright.verifiers.search.plain_bounds import Cuts
from certwright.verifiers.search.relaxed_kernels import open_bits, relaxation
from certwright.verifiers.search.tables import row, words_of

SEEDS = (0, 2, 4, 7, 18, 22)


@pytest.fixture(autouse=True)
def kernels(monkeypatch):
    with uncompiled(monkeypatch) as patch:
        yield patch


def task_of(seed):
    return errands(seed, spread=(1, 5)[seed % 2], noise=4 * (seed % 3))


def hmax(task, state, free):
    """The cost of the dearest goal fact, by a fixpoint over all operators; those that are ``free`` cost 0."""
    cost = [0 if state >> fact & 1 else DEAD_END for fact in range(len(task.facts))]
    before = None
    while cost != before:
        before = cost.copy()
        for operator, nothing in zip(task.operators, free, strict=True):
            price = max((cost[fact] for fact in bits(operator.pre)), default=0) + (not nothing)
            for fact in bits(operator.add):
                cost[fact] = min(cost[fact], price)
    return min(max(cost[fact] for fact in bits(task.goal)), DEAD_END)


def begun(task, rng, share):
    """Scratch arrays where each operator is in a cut, number 1 or 2, with a chance of ``share``."""
    work = lmcut_kernels.workspace(relaxation(task))
    lmcut_kernels.forget(work)
    assert work.cut.tolist() == [-1] * len(task.operators) + [0]
    for number in range(len(task.operators)):
        if rng.random() < share:
            work.cut[number] = rng.choice((1, 2))
    return work


@pytest.mark.parametrize("share", (0, 0.3))
@pytest.mark.parametrize("seed", SEEDS)
def test_the_cost_of_the_goal_is_that_of_the_definition(seed, share):
    task, rng = task_of(seed), random.Random(seed)
    for state in walk(task, 4):
        work = begun(task, rng, share)
        work.given[0] = len(work.cost) - 2
        given = 1 + open_bits(row(state, words_of(task)), work.given[1:])
        found = lmcut_kernels.explore(relaxation(task), work, given)
        assert found == hmax(task, state, work.cut[:-1] >= 0)
        assert set(work.head.tolist()) == {-1}


@pytest.mark.parametrize("lean", (True, False), ids=["lean", "every"])
@pytest.mark.parametrize("seed", SEEDS)
def test_each_cut_is_a_landmark_and_all_are_those_of_plain_bounds(seed, lean):
    task, rng, dead = task_of(seed), random.Random(seed), 0
    relations, cuts = relaxation(task), Cuts(relaxation(task), lean)
    for state, share in zip(walk(task, 5), (0, 0.1, 0, 0.2, 0, 0), strict=False):
        work = begun(task, rng, share)
        before, same = work.cut.copy(), work.cut.tolist()
        count = lmcut_kernels.landmarks(relations, work, row(state, words_of(task)), 3, lean)
        assert cuts.landmarks(state, same, 3) == count
        assert work.cut.tolist() == same
        assert set(work.head.tolist()) == {-1}
        dead += count == DEAD_END
        if count == DEAD_END:
            assert hmax(task, state, before[:-1] >= 0) == DEAD_END
            continue
        assert count >= hmax(task, state, before[:-1] >= 0)
        assert np.array_equal(work.cut < 3, (before > 0) | (work.cut == -1) | (work.cut == 0))
        assert sorted(set(work.cut[work.cut >= 3].tolist())) == list(range(3, 3 + count))
        for number in range(3, 3 + count):
            others = np.flatnonzero(work.cut[:-1] != number)
            facts, size = state, -1
            while facts != size:
                size = facts
                for op in others:
                    facts |= task.operators[op].add if task.operators[op].applicable(facts) else 0
            assert task.goal & ~facts
