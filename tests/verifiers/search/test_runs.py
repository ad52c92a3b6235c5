"""Trees of runs: one node a state, bodies of exact sizes; additive costs against their definition."""

import json
import random

import pytest

from certwright.domains.planning.strips import Operator, Task, bits
from certwright.instances.errors import CertificateError, LimitError
from certwright.verifiers.search.lower_bound import DEAD_END, LowerBounds
from certwright.verifiers.search.pdr import _additive
from certwright.verifiers.search.runs import StateTree


def toggles(count):
    """Facts that are set and taken back one by one, so that runs come back to states."""
    made = []
    for k in range(count):
        made.append(Operator(f"(set {k})", 0, 1 << k, 0))
        made.append(Operator(f"(take {k})", 1 << k, 0, 1 << k))
    return Task(tuple(f"(f{k})" for k in range(count)), tuple(made), init=0, goal=1)


def walk(task, rng, steps):
    plan, state = [], task.init
    for _ in range(steps):
        number = rng.choice([k for k, op in enumerate(task.operators) if op.applicable(state)])
        plan.append(number)
        state = task.operators[number].apply(state)
    return plan


def states_along(task, plan):
    states = [task.init]
    for number in plan:
        states.append(task.operators[number].apply(states[-1]))
    return states


@pytest.mark.parametrize("seed", range(12))
def test_a_tree_has_one_node_a_state_and_runs_to_each(seed):
    task, rng = toggles(3), random.Random(seed)
    plans = [walk(task, rng, 12) for _ in range(3)]
    tree = StateTree.from_plans(task, plans)
    states = tree.states(task)
    visited = [state for plan in plans for state in states_along(task, plan)]
    assert states == list(dict.fromkeys(visited)) and tree.count == len(states)
    for node, state in enumerate(states):
        assert states_along(task, tree.path(node))[-1] == state
    parts = [StateTree.from_plans(task, [plan]) for plan in plans]
    assert StateTree.union(task, parts) == tree
    assert all(parent < node for node, parent in enumerate(tree.parents, 1))


@pytest.mark.parametrize("seed", range(6))
def test_bodies_are_as_large_as_they_are_counted(seed):
    task, rng = toggles(4), random.Random(seed)
    tree = StateTree.from_plans(task, [walk(task, rng, 15) for _ in range(4)])
    (body,) = tree.bodies(task)
    size = len(json.dumps(body, separators=(",", ":")))
    # a comma is counted for every item, also for the last one of each list
    assert tree.bodies(task, max_bytes=size + 2) == [body]
    smaller = tree.bodies(task, max_bytes=size + 1)
    assert len(smaller) > 1
    assert all(len(json.dumps(each, separators=(",", ":"))) <= size - 1 for each in smaller)
    shown = set()
    for each in [*smaller, body]:
        states = [task.init]
        for parent, action in zip(each["steps"][::2], each["steps"][1::2], strict=True):
            (operator,) = task.by_name[each["actions"][action]]
            states.append(operator.apply(states[parent]))
        if each is not body:
            shown |= set(states)
    assert shown == set(tree.states(task)) == set(states)


def test_runs_that_cannot_be_taken_or_written_say_so():
    task = toggles(2)
    with pytest.raises(CertificateError) as caught:
        StateTree.from_plans(task, [[0, 3]])
    assert str(caught.value) == "(take 1) is not applicable in node 1 of the runs"
    with pytest.raises(LimitError) as limit:
        StateTree.from_plans(task, [[0, 2]]).bodies(task, max_bytes=40)
    assert str(limit.value) == "a run of 2 steps does not fit in 40 bytes"


def test_a_bound_beyond_all_plans_is_refused():
    bounds = LowerBounds(None, toggles(2))
    assert bounds.prove(0, 0, limit=10).holds is True
    with pytest.raises(LimitError) as caught:
        bounds.prove(0, DEAD_END + 1, limit=10)
    assert str(caught.value) == f"plans of {DEAD_END + 1} steps are longer than any bound proven here"


@pytest.mark.parametrize("seed", range(30))
def test_additive_costs_are_the_least_solution_of_their_equations(seed):
    rng = random.Random(seed)

    def some(least, most):
        return sum(1 << bit for bit in rng.sample(range(8), rng.randint(least, most)))

    operators = tuple(Operator(f"(o{k})", some(0, 2), some(1, 2), 0) for k in range(9))
    task = Task(tuple(f"(f{k})" for k in range(8)), operators, init=some(1, 2), goal=1)
    without = 1 << seed % 8 if seed % 3 == 0 else 0
    far = 8 * 8 + 1
    least = [0 if task.init >> bit & 1 else far for bit in range(8)]
    for _ in range(20):
        for operator in operators:
            if not operator.add & without:
                cost = 1 + sum(least[bit] for bit in bits(operator.pre))
                for bit in bits(operator.add):
                    least[bit] = min(least[bit], cost)
    assert _additive(task, without) == least
    chain = tuple(Operator(f"(go {k})", 1 << k, 2 << k, 1 << k) for k in range(4))
    assert _additive(Task(tuple("abcde"), chain, 1, 16), 0) == [0, 1, 2, 3, 4]
