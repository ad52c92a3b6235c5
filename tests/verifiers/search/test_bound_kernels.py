"""Depth-bounded search: what it proves is true, and it does state by state what ``plain_bounds`` does."""

import random

import numpy as np
import pytest
from testkit.search_tasks import errands, uncompiled, walk

from certwright.domains.planning.strips import Operator, Task
from certwright.verifiers.search import bound_kernels, symmetry
from certwright.verifiers.search.bound_kernels import FOUND, LIMIT, REFUTED
from certwright.verifiers.search.lower_bound import LowerBounds
from certwright.verifiers.search.symmetry import Symmetry
from certwright.verifiers.search.tables import mask, row, rows, words_of


@pytest.fixture(autouse=True)
def kernels(monkeypatch):
    with uncompiled(monkeypatch) as patch:
        yield patch


THINGS, PLACES = ("a", "b", "c"), ("p", "q", "r", "s")
CLASSES = (THINGS, ("p", "q"), ("r", "s", "t"))


def exchangeable(seed, share=0.85):
    """A task without operators of which some facts are missing, so that exchanges lead outside."""
    rng = random.Random(seed)
    names = [f"(at {thing} {place})" for thing in THINGS for place in PLACES]
    names += [f"(not (on {one} {two}))" for one in THINGS for two in THINGS]
    kept = sorted(name for name in names if rng.random() < share) + [f"(x{k})" for k in range(60)]
    rng.shuffle(kept)
    return Task(tuple(kept), (Operator("(nothing)", 1, 0, 1),), 0, 1)


@pytest.mark.parametrize("most", (5_000, 2))
@pytest.mark.parametrize("seed", range(4))
def test_normal_forms_are_reached_by_exchanges_that_make_the_state_smaller(seed, most, kernels):
    kernels.setattr(symmetry, "MOST_APPLIED", most)
    task = exchangeable(seed, share=(0.85, 1)[seed % 2])
    found, rng, images = Symmetry(task, CLASSES), random.Random(seed), set()
    assert len(found.pairs) == 5, "t is in no fact"
    number = {pair: k for k, pair in enumerate(found.pairs)}
    for _ in range(40):
        state = rng.getrandbits(len(task.facts)) & rng.getrandbits(len(task.facts))
        rows_of, exchanges = row(state, words_of(task)), found.exchanges
        count = bound_kernels.canonicalise(rows_of, exchanges)
        assert found.normal_form(state) == (mask(rows_of), exchanges.applied[:count].tolist())
        assert count <= most
        passed, names = state, set(task.names(state))
        for step in exchanges.applied[:count].tolist():
            (pair,) = (pair for pair, k in number.items() if k == step)
            names = {symmetry.rename(name, dict([pair, pair[::-1]])) for name in names}
            assert names <= set(task.facts) and task.mask(names) < passed
            passed = task.mask(names)
        assert passed == mask(rows_of)
        images.add(count)
    assert max(images) >= min(most, 3)


def test_rows_are_compared_as_numbers():
    values = [0, 1, 2, 1 << 64, (1 << 64) + 1, 1 << 65, (1 << 128) + 5, 1 << 128]
    for one in values:
        for other in values:
            assert bound_kernels.smaller(row(one, 3), row(other, 3)) == (one < other)


def searched(bounds, memo, state, budget, limit):
    """What the kernel's text gives, in the form of the plain search, and its memo."""
    start = row(state, words_of(bounds.task))
    found = bound_kernels.refute.function(bounds._model, memo, start, budget, limit)
    verdict, entered, path, bound, memo = found
    return (verdict, entered, path.tolist(), bound), memo


def distance(task, state, most=9):
    """The length of a shortest plan; ``most`` for any that is longer."""
    layer, seen = {state}, {state}
    for steps in range(most):
        if any(map(task.satisfied, layer)):
            return steps
        layer = {op.apply(known) for known in layer for op in task.applicable(known)} - seen
        seen |= layer
    return most


@pytest.mark.parametrize("lean", (True, False), ids=["lean", "every"])
@pytest.mark.parametrize("seed", (2, 4, 13, 19))
def test_searches_are_the_plain_ones_and_right(seed, lean):
    task, verdicts = errands(seed, spread=(1, 5)[seed % 2], noise=4 * (seed % 3)), set()
    bounds = LowerBounds(None, task, lean=lean)
    memo = bounds._plain.memo()
    for state in walk(task, 3)[::3]:
        far = distance(task, state)
        for budget, limit in ((-1, 0), (3, 60), (6, 25), (4, 90), (9, 60)):
            found, memo = searched(bounds, memo, state, budget, limit)
            assert found == bounds._plain.refute(state, budget, limit)
            ours, filled = bounds._plain.memo(), int(memo.filled[0])
            assert [mask(known) for known in memo.states[:filled]] == [mask(known) for known in ours.states]
            assert memo.bounds[:filled].tolist() == ours.bounds.tolist()
            verdict, entered, path, bound = found
            verdicts.add(verdict)
            assert bound <= far or far == 9
            if verdict == FOUND:
                for number in path:
                    assert task.operators[number].applicable(state)
                    state = task.operators[number].apply(state)
                assert task.satisfied(state) and far <= len(path) <= max(budget, 0)
                break
            assert verdict == LIMIT or min(bound, 10) > budget
            assert verdict == REFUTED or entered >= limit
    assert len(verdicts) >= 2


def test_a_memo_grows_and_knows_its_states_and_bounds():
    task = errands(4)
    keys, words = LowerBounds(None, task)._model.tables.keys, words_of(task)
    known = rows([3, 5, 9], words)
    memo = bound_kernels.Memo(known, np.array([7, 8, 9], np.int32), np.zeros(1, np.uint64), np.array([3]))
    for more, rows_then in ((0, 3), (1, 6), (20, 23)):
        larger = bound_kernels.with_room(keys, memo, more)
        assert larger.states.shape == (rows_then, words) and larger.bounds.shape == (rows_then,)
        assert larger.table.shape[0] >= 2 * (3 + more)
        assert [mask(state) for state in larger.states[:3]] == [3, 5, 9]
        assert larger.bounds[:3].tolist() == [7, 8, 9]
        for number, state in enumerate(known):
            code = bound_kernels.mixed(bound_kernels.linear(keys, state))
            assert bound_kernels.lookup(larger.table, larger.states, state, code) == number
