"""The arrays of a task, each by its definition: rows, watch lists, effects, relations and hash constants."""

import random
from itertools import pairwise

import numpy as np
import pytest
from testkit.search_tasks import errands

from certwright.domains.planning.strips import Operator, Task, bits
from certwright.verifiers.search import tables as made

SEEDS = range(6)
SPLITMIX64 = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC)
"""The first numbers of splitmix64 from 0, as its authors publish them."""


def task_of(seed):
    return errands(seed, agents=1 + seed % 2, spread=(1, 5, 9)[seed % 3])


def listed(start, flat):
    """Lists that lie one behind the other."""
    assert start[0] == 0 and start[-1] == len(flat)
    assert start.dtype == flat.dtype == np.int32
    return [flat[a:b].tolist() for a, b in pairwise(start)]


def test_hash_constants_are_those_of_splitmix64_made_odd():
    assert made._keys(4).tolist() == [number | 1 for number in SPLITMIX64]
    assert made._keys(1).tolist() == [SPLITMIX64[0]] and made._keys(1).dtype == np.uint64


@pytest.mark.parametrize("facts", [0, 1, 63, 64, 65, 128, 129])
def test_a_state_takes_a_word_for_64_facts(facts):
    task = Task(tuple(f"(f{k})" for k in range(facts)), (), 0, 0)
    words = made.words_of(task)
    assert words == max(1, -(-facts // 64))
    state = random.Random(facts).getrandbits(facts) if facts else 0
    row = made.row(state, words)
    assert row.shape == (words,) and made.mask(row) == state
    row[0] = 7  # a row can be written
    assert made.rows([state, 0], words).tolist() == [made.row(state, words).tolist(), [0] * words]


def test_truth_values_are_bits():
    flags = [True, False, True, True, *[False] * 66, True]
    assert made.bitset(np.array(flags)) == 0b1101 | 1 << 70
    assert made.bitset(np.array([], np.bool_)) == 0


def test_operators_are_blocked_that_add_a_fact_to_be_avoided():
    task = Task(
        ("(a)", "(b)", "(c)"),
        (Operator("(x)", 1, 2, 4), Operator("(y)", 2, 4, 1), Operator("(z)", 2, 6, 0)),
        1,
        2,
    )
    for avoid, found in ((2, [1, 0, 1]), (4, [0, 1, 1]), (6, [1, 1, 1]), (1, [0, 0, 0]), (0, [0, 0, 0])):
        assert made.blocked(task, avoid).tolist() == found


@pytest.mark.parametrize("seed", SEEDS)
def test_preconditions_and_effects_are_listed_by_words(seed):
    task, words = task_of(seed), made.words_of(task_of(seed))
    found = made.tables(task)
    needed, changed = listed(found.pre_start, found.pre_word), listed(found.eff_start, found.eff_word)
    masks, keeps, adds = map(iter, (found.pre_mask.tolist(), found.eff_keep.tolist(), found.eff_add.tolist()))
    for operator, pre_words, eff_words in zip(task.operators, needed, changed, strict=True):
        pre, add = made.row(operator.pre, words), made.row(operator.add, words)
        delete = made.row(operator.delete & ~operator.add, words)
        assert pre_words == np.flatnonzero(pre).tolist()
        assert eff_words == np.flatnonzero(add | delete).tolist()
        assert [next(masks) for _ in pre_words] == [int(pre[word]) for word in pre_words]
        assert [next(keeps) for _ in eff_words] == [int(~delete[word]) for word in eff_words]
        assert [next(adds) for _ in eff_words] == [int(add[word]) for word in eff_words]
    assert [*masks, *keeps, *adds] == []
    assert found.keys.tolist() == made._keys(words).tolist()


@pytest.mark.parametrize("chunk", [4096, 7])
@pytest.mark.parametrize("seed", SEEDS)
def test_relations_are_seen_from_operators_and_from_facts(monkeypatch, seed, chunk):
    monkeypatch.setattr(made, "_CHUNK", chunk)
    task = task_of(seed)
    found = made.relations(task)
    pre, add = ([list(bits(getattr(op, part))) for op in task.operators] for part in ("pre", "add"))
    assert listed(found.pre_start, found.pre_facts) == pre and found.pre_size.tolist() == [*map(len, pre)]
    assert listed(found.add_start, found.add_facts) == add
    for lists, start, flat in ((pre, "user_start", "users"), (add, "adder_start", "adders")):
        holders = [[k for k, held in enumerate(lists) if fact in held] for fact in range(len(task.facts))]
        assert listed(getattr(found, start), getattr(found, flat)) == holders


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_operator_hangs_on_its_seldomest_precondition(seed, weighted):
    """Of the least weight, then needed by the fewest operators, then the first."""
    task, rng = task_of(seed), random.Random(seed)
    bare = Operator("(free)", 0, 1, 0)
    task = Task(task.facts, (*task.operators, bare), task.init, task.goal)
    last = 64 * made.words_of(task)
    uses = [sum(op.pre >> fact & 1 for op in task.operators) for fact in range(last)]
    weights = [rng.randrange(3) for _ in range(last)] if weighted else uses
    hanging = [[] for _ in range(last + 1)]
    for number, op in enumerate(task.operators):
        fact = min(bits(op.pre), key=lambda fact: (weights[fact], uses[fact], fact), default=last)
        hanging[fact].append(number)
    found = made.tables(task, weights if weighted else None)
    assert listed(found.watch_start, found.watchers) == hanging
    assert made.mask(found.watched) == sum(1 << fact for fact in range(last) if hanging[fact])
    assert hanging[last][-1] == len(task.operators) - 1
