"""Delete relaxation: closures, first supporters and landmarks by their definitions."""

import random

import numpy as np
import pytest
from testkit.search_tasks import errands, uncompiled, walk

from certwright.domains.planning.strips import Operator, Task, bits
from certwright.verifiers.search import relaxed_kernels
from certwright.verifiers.search.relaxed_kernels import relaxation, relaxed_landmarks
from certwright.verifiers.search.tables import relations, row, words_of

SEEDS = (0, 2, 5, 7, 11)


@pytest.fixture(autouse=True)
def kernels(monkeypatch):
    with uncompiled(monkeypatch) as patch:
        yield patch


def task_of(seed):
    return errands(seed, spread=(1, 5)[seed % 2], noise=4 * (seed % 3))


def closure(task, state, without):
    """The facts of the relaxed closure, by a fixpoint over the operators that add nothing left out."""
    usable, before = [op for op in task.operators if not op.add & without], -1
    while state != before:
        before = state
        for op in usable:
            state |= op.add if op.applicable(state) else 0
    return state


@pytest.mark.parametrize("seed", SEEDS)
def test_closures_supporters_and_open_preconditions(seed):
    task, rng = task_of(seed), random.Random(seed)
    relation, words = relations(task), words_of(task)
    for state in walk(task, 3)[::2]:
        without = sum(1 << fact for fact in rng.sample(range(len(task.facts)), 2)) & ~state
        everything = closure(task, state, without)
        missing = np.empty(len(task.operators), np.int32)
        for goal in (task.goal, everything, 1 << 64 * words - 1):
            queue, supporter = np.empty(len(task.facts), np.int32), np.full(len(task.facts), -2, np.int32)
            tail = relaxed_kernels.open_bits(row(state, words), queue)
            assert queue[:tail].tolist() == list(bits(state))
            arrays = row(without, words), row(goal, words), queue, tail, missing, supporter
            count, reached = relaxed_kernels.close(relation, *arrays)
            assert reached == (not goal & ~everything)
            found = queue[:count].tolist()
            assert len(set(found)) == count and {*found} == {*np.flatnonzero(supporter != -2).tolist()}
            if not reached or goal == everything:
                assert sorted(found) == list(bits(everything))
            for place, fact in enumerate(found):
                if supporter[fact] == -1:
                    assert state >> fact & 1
                    continue
                op = task.operators[supporter[fact]]
                assert op.add >> fact & 1 and not op.add & without
                assert set(bits(op.pre)) <= set(found[:place]), "adders come from what was there before"
            if not reached:
                usable = [op.applicable(everything) and not op.add & without for op in task.operators]
                assert [number == 0 for number in missing.tolist()] == usable
                assert (missing >= 0).all()


@pytest.mark.parametrize("seed", (0, 2, 7))
def test_landmarks_are_the_facts_that_the_goal_is_not_reached_without(seed):
    task = task_of(seed)
    relation, words = relations(task), words_of(task)
    for state in walk(task, 4)[::4]:
        for goal in (task.goal & ~state, closure(task, state, 0) & ~state, 1 << len(task.facts) - 1 & ~state):
            if not goal:
                continue
            found = relaxed_kernels.landmarks(relation, row(state, words), row(goal, words))
            expected = [
                not state >> fact & 1 and bool(goal & ~closure(task, state, 1 << fact))
                for fact in range(len(task.facts))
            ]
            assert found.tolist() == expected


def test_a_goal_that_holds_or_never_can():
    task = Task(("(p)", "(q)", "(r)"), (Operator("(go)", 1, 2, 0),), init=1, goal=2)
    assert relaxed_landmarks(task) == 2
    assert relaxed_landmarks(task, goal=1) == 0
    assert relaxed_landmarks(task, goal=4) == 2 | 4
    lost = Task(task.facts, task.operators, 1, 2, goal_possible=False)
    assert relaxed_landmarks(lost) == 2 | 4
    assert relaxed_landmarks(lost, goal=2) == 2
    assert relaxed_landmarks(Task(task.facts, task.operators, 2, 1, goal_possible=False)) == 1 | 4


@pytest.mark.parametrize("possible", (True, False))
@pytest.mark.parametrize("goal", (0, 0b110))
def test_the_relaxation_has_a_fact_that_always_holds_and_a_goal_fact(possible, goal):
    operators = (Operator("(make)", 0, 2, 1), Operator("(use)", 3, 4, 2))
    found = relaxation(Task(("(p)", "(q)", "(r)"), operators, 1, goal, goal_possible=possible))
    lists = [
        [sorted(flat[start[k] : start[k + 1]].tolist()) for k in range(len(start) - 1)]
        for start, flat in (
            (found.pre_start, found.pre_facts), (found.add_start, found.add_facts),
            (found.user_start, found.users), (found.adder_start, found.adders),
        )
    ]  # fmt: skip
    needed = ([1, 2] if goal else [3]) + ([] if possible else [4])
    pre, add = [[3], [0, 1], needed], [[1], [2], [4]]
    by_fact = [[[k for k in range(3) if fact in part[k]] for fact in range(5)] for part in (pre, add)]
    assert lists == [pre, add, *by_fact]
    assert found.pre_size.tolist() == list(map(len, pre))
