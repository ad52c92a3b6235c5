"""Plain searches give what the kernels of their names give, array by array."""

import random

import numpy as np
import pytest

from certwright.domains.planning.strips import Operator, Task
from certwright.verifiers.search import compiling, greedy_kernels, kernels, plain
from certwright.verifiers.search.tables import blocked, relations, row, tables, words_of


def random_task(seed, facts):
    rng = random.Random(seed)

    def some(most):
        return sum(1 << fact for fact in rng.sample(range(facts), rng.randint(0, most)))

    operators = [
        Operator(f"(o{k})", some(2), some(2) | 1 << rng.randrange(facts), some(2)) for k in range(40)
    ]
    return Task(tuple(f"(f{k})" for k in range(facts)), tuple(operators), some(facts // 2), some(3))


def same(plain_arrays, kernel_arrays):
    for ours, theirs in zip(plain_arrays, kernel_arrays, strict=True):
        assert np.array_equal(ours, theirs)
        assert np.asarray(ours).dtype == np.asarray(theirs).dtype


@pytest.mark.parametrize("seed", range(8))
def test_plain_searches_are_the_kernels(seed, monkeypatch):
    monkeypatch.setattr(compiling, "_numba", lambda: False)
    task = random_task(seed, facts=(9, 70)[seed % 2])
    layout, closed = tables(task), blocked(task, 1 << 3)
    seeds = np.stack([row(state, words_of(task)) for state in (task.init, task.init ^ 1, task.init)])
    with np.errstate(over="ignore"):
        for limit in (60, 7):
            search = layout, closed, seeds[0], limit
            same(plain.explore(*search), kernels.explore.function(*search))
            search = layout, relations(task), closed, seeds, row(task.goal, words_of(task)), limit
            same(plain.greedy(*search), greedy_kernels.greedy.function(*search))


def test_arrays_that_have_grown_are_the_same(monkeypatch):
    monkeypatch.setattr(compiling, "_numba", lambda: False)
    toggles = [Operator(f"(set {k})", 0, 1 << k, 0) for k in range(10)]
    task = Task(tuple(f"(f{k})" for k in range(10)), tuple(toggles), init=0, goal=1)
    search = tables(task), blocked(task, 0), row(0, 1), 600
    with np.errstate(over="ignore"):
        ours, theirs = plain.explore(*search), kernels.explore.function(*search)
    same(ours, theirs)
    assert len(ours[0]) == 600
    assert ours[-1] is False


def test_a_plain_search_gives_up_when_its_time_is_over(monkeypatch):
    monkeypatch.setattr(compiling, "CALLS", 1)
    monkeypatch.setattr(compiling._PLAIN, "running", True)
    monkeypatch.setattr(compiling._PLAIN, "ends", -1.0)
    task = random_task(0, facts=9)
    with pytest.raises(compiling._TooLongError):
        plain.explore(tables(task), blocked(task, 0), row(task.init, 1), 60)
