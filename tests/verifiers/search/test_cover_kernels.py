"""What states show, trees that widen, the nearest states and covers, each by its definition."""

import random

import numpy as np
import pytest
from testkit.search_tasks import errands, uncompiled, walk

from certwright.domains.planning.strips import bits
from certwright.verifiers.search import cover_kernels
from certwright.verifiers.search.kernels import inverted
from certwright.verifiers.search.tables import mask, relations, row, rows, tables, words_of

SEEDS = (0, 3, 5, 8)


@pytest.fixture(autouse=True)
def kernels(monkeypatch):
    with uncompiled(monkeypatch) as patch:
        yield patch


def task_of(seed):
    return errands(seed, agents=1 + seed % 2, spread=(1, 5)[seed % 2], noise=4)


def shown(task, state, closed):
    """The facts of a state and the operators applicable there."""
    usable = (k for k, op in enumerate(task.operators) if op.applicable(state) and not closed[k])
    return set(bits(state)), set(usable)


@pytest.mark.parametrize("seed", SEEDS)
def test_claims_are_the_wanted_facts_and_operators_of_each_state(seed):
    task, rng = task_of(seed), random.Random(seed)
    states, words = walk(task, 30), words_of(task)
    facts = rng.getrandbits(len(task.facts))
    wanted = np.array([rng.random() < 0.6 for _ in task.operators])
    starts, claims = cover_kernels.claims(tables(task), rows(states, words), row(facts, words), wanted)
    assert len(starts) == len(states) + 1 and starts[0] == 0 and starts[-1] == len(claims)
    for number, state in enumerate(states):
        true, usable = shown(task, state & facts, ~wanted)[0], shown(task, state, ~wanted)[1]
        here = claims[starts[number] : starts[number + 1]].tolist()
        assert sorted(here) == sorted([*true, *(64 * words + op for op in usable)])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_is_noted(seed):
    task = task_of(seed)
    closed = np.arange(len(task.operators)) % 3 == 0
    facts, operators = np.zeros(64 * words_of(task), np.bool_), np.zeros(len(task.operators), np.bool_)
    buffer, seen = np.empty(max(facts.size, operators.size), np.int32), (set(), set())
    for state in walk(task, 5):
        cover_kernels.note(tables(task), closed, row(state, words_of(task)), facts, operators, buffer)
        seen = tuple(old | new for old, new in zip(seen, shown(task, state, closed), strict=True))
        assert tuple(set(np.flatnonzero(flags).tolist()) for flags in (facts, operators)) == seen


def widened(task, closed):
    """The tree by its definition: breadth first, a successor is kept when it shows something new."""
    states, edges, seen = [task.init], [(-1, -1)], shown(task, task.init, closed)
    for head, state in enumerate(states):
        for op in sorted(shown(task, state, closed)[1], key=order(task, state, closed)):
            after = task.operators[op].apply(state)
            new = shown(task, after, closed)
            if not all(part <= known for part, known in zip(new, seen, strict=True)):
                states.append(after)
                edges.append((head, op))
                seen = tuple(known | part for part, known in zip(new, seen, strict=True))
    return states, edges, seen


def order(task, state, closed):
    """The order in which the kernel meets the operators applicable in a state."""
    out = np.empty(len(task.operators), np.int32)
    count = cover_kernels.applicable(tables(task), closed, row(state, words_of(task)), out)
    return out[:count].tolist().index


@pytest.mark.parametrize("room", (64, 1))
@pytest.mark.parametrize("seed", SEEDS)
def test_a_tree_is_widened_by_what_shows_something_new(seed, room):
    task, words = task_of(seed), words_of(task_of(seed))
    closed = np.arange(len(task.operators)) % 11 == 3
    states, edges = np.zeros((room, words), np.uint64), np.full((2, room), -1, np.int32)
    states[0] = row(task.init, words)
    facts, operators = np.zeros(64 * words, np.bool_), np.zeros(len(task.operators), np.bool_)
    buffer = np.empty(max(facts.size, operators.size), np.int32)
    cover_kernels.note(tables(task), closed, states[0], facts, operators, buffer)
    tree = states, edges[0], edges[1], closed
    *found, count, head = cover_kernels.widen(tables(task), relations(task), tree, 1, 0, (facts, operators))
    expected, ways, seen = widened(task, closed)
    assert count == head == len(expected) > 1
    assert [mask(state) for state in found[0][:count]] == expected
    assert list(zip(found[1][:count].tolist(), found[2][:count].tolist(), strict=True)) == ways
    assert tuple(set(np.flatnonzero(flags).tolist()) for flags in (facts, operators)) == seen


@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_miss_fewest_facts_of_a_goal(seed):
    rng, room = random.Random(seed), 3
    states = [rng.getrandbits(90) & rng.getrandbits(90) for _ in range((1, 3, 20)[seed % 3])]
    goals = [rng.getrandbits(90) for _ in range(2)]
    found = cover_kernels.nearest(rows([*states, 2**90 - 1], 2), len(states), rows(goals, 2), room)
    missed = [min((goal & ~state).bit_count() for goal in goals) for state in states]
    assert found.tolist() == sorted(range(len(states)), key=lambda k: (missed[k], -k))[:room]


def drawn_tree(seed):
    """A tree whose nodes show some of eight claims, few or many, which are rows and columns alike."""
    rng = random.Random(seed)
    nodes = 14
    parents = [-1, *(rng.randrange(k) for k in range(1, nodes))]
    claims = [sorted(rng.sample(range(8), rng.randint(0, (2, 5)[seed % 2]))) for _ in range(nodes)]
    starts = np.cumsum([0, *map(len, claims)])
    flat = np.array([claim for each in claims for claim in each], np.int32)
    return parents, claims, starts, flat, rng.sample(range(8), 8)


def covered(parents, claims, order):
    """The nodes kept: the fewest new ones for each claim in order, without leaves that show nothing alone."""

    def above(node):
        return set() if node in kept else {node} | above(parents[node])

    kept = {0}
    for claim in order:
        if any(claim in claims[node] for node in kept):
            continue
        holders = [node for node in range(len(parents)) if claim in claims[node]]
        if holders:
            kept |= above(min(holders, key=lambda node: (len(above(node)), node)))
    for node in range(len(parents) - 1, 0, -1):
        if node in kept and not any(parents[other] == node for other in kept):
            others = {claim for other in kept - {node} for claim in claims[other]}
            if others >= set(claims[node]):
                kept.discard(node)
    return kept


@pytest.mark.parametrize("seed", range(60))
def test_covers_follow_the_rule(seed):
    parents, claims, starts, flat, order = drawn_tree(seed)
    into, holders = inverted(starts, flat, 8)
    arrays = np.array(parents, np.int32), starts, flat, into, holders, np.array(order)
    kept = set(np.flatnonzero(cover_kernels.cover(*arrays)).tolist())
    assert kept == covered(parents, claims, order)
    assert {claim for node in kept for claim in claims[node]} == {c for each in claims for c in each}
    assert all(parents[node] in kept for node in kept - {0})
