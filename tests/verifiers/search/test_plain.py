"""Plain searches give what the kernels of their names give, array by array."""

import random

import numpy as np
import pytest

from certwright.domains.planning.strips import Operator, Task
from certwright.verifiers.search import bound_kernels, compiling, greedy_kernels, kernels, plain
from certwright.verifiers.search.lower_bound import LowerBounds
from certwright.verifiers.search.plain_bounds import Cuts, PlainBounds
from certwright.verifiers.search.tables import blocked, relations, row, tables, words_of


def random_task(seed, facts):
    rng = random.Random(seed)

    def some(most):
        return sum(1 << fact for fact in rng.sample(range(facts), rng.randint(0, most)))

    operators = [
        Operator(f"(o{k})", some(2), some(2) | 1 << rng.randrange(facts), some(2)) for k in range(40)
    ]
    return Task(tuple(f"(f{k})" for k in range(facts)), tuple(operators), some(facts // 2), some(3))


def puzzle(seed, facts):
    """A random task whose plans are long enough for a search with bounds to branch."""
    rng, used = random.Random(seed), range(0, facts, facts // 16)
    operators = []
    for k in range(60):
        before, after, spoilt = rng.sample(used[:16], 3)
        operators.append(Operator(f"(o{k})", 1 << before, 1 << after, 1 << before | 1 << spoilt))
    init, goal = (sum(1 << fact for fact in rng.sample(used[:16], 5)) for _ in range(2))
    return Task(tuple(f"(f{k})" for k in range(facts)), tuple(operators), init, goal)


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


@pytest.mark.parametrize("lean", (True, False), ids=["lean", "every"])
@pytest.mark.parametrize("seed", (1, 4, 8, 11))
def test_plain_bounds_are_the_kernels(seed, lean, monkeypatch):
    monkeypatch.setattr(compiling, "_numba", lambda: False)
    task = puzzle(seed, facts=(70, 16)[seed % 2])
    bounds, memo, start = LowerBounds(None, task, lean=lean), None, row(task.init, words_of(task))
    search = bound_kernels.refute.function
    for budget, limit in ((-1, 0), (3, 60), (4, 60), (5, 20), (9, 60)):
        found = bounds._plain.refute(task.init, budget, limit)
        known = memo or PlainBounds(bounds._model, bounds.symmetry).memo()
        with np.errstate(over="ignore"):
            verdict, entered, path, bound, memo = search(bounds._model, known, start, budget, limit)
        assert found == (verdict, entered, path.tolist(), bound)
        ours, rows = bounds._plain.memo(), int(memo.filled[0])
        assert ours.filled.tolist() == [rows]
        same(ours[:2], [memo.states[:rows], memo.bounds[:rows]])
    assert rows > 20


def test_a_plain_search_that_was_given_up_leaves_nothing_behind(monkeypatch):
    task = puzzle(8, facts=70)
    bounds, fresh = LowerBounds(None, task)._plain, LowerBounds(None, task)._plain
    for search in (bounds, fresh):
        search.refute(task.init, 3, 40)
    real, calls = Cuts.landmarks, []

    def landmarks(self, *arguments):
        calls.append(arguments)
        if len(calls) == 5:
            raise compiling._TooLongError
        return real(self, *arguments)

    monkeypatch.setattr(Cuts, "landmarks", landmarks)
    with pytest.raises(compiling._TooLongError):
        bounds.refute(task.init, 7, 40)
    same(bounds.memo(), fresh.memo())
    assert bounds.refute(task.init, 7, 40) == fresh.refute(task.init, 7, 40)


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
    layout, closed, start = tables(task), blocked(task, 0), row(task.init, 1)
    with pytest.raises(compiling._TooLongError):
        plain.explore(layout, closed, start, 60)
    with pytest.raises(compiling._TooLongError):
        plain.greedy(layout, relations(task), closed, np.stack([start]), row(task.goal, 1), 60)
    with pytest.raises(compiling._TooLongError):
        LowerBounds(None, task)._plain.refute(task.init, 3, 60)
