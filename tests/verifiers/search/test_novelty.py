"""Witness runs: they show what they can, follow from task and bound alone, and by a plain rule."""

import hashlib
from typing import ClassVar

import pytest
from testkit.search_tasks import errands

from certwright.domains.planning.strips import Operator, Task
from certwright.verifiers.search import novelty
from certwright.verifiers.search.greedy import Searcher
from certwright.verifiers.search.novelty import witness_runs

LINE = Task(
    tuple(f"(at {k})" for k in range(80)),
    tuple(Operator(f"(go {k})", 1 << k, 2 << k, 1 << k) for k in range(79)),
    init=1,
    goal=0,
)
"""A way of 80 places, which widening goes through alone."""
HALVES = Task(
    ("(a)", "(b)", "(c)", "(d)", "(e)", "(f)", "(g)"),
    (
        Operator("(b)", 1, 2, 0),
        Operator("(c)", 1, 4, 0),
        Operator("(d)", 1, 8, 0),
        Operator("(both)", 2 | 4, 16, 2 | 4),
        Operator("(all)", 2 | 4 | 8, 32, 2),
        Operator("(never)", 32 | 2 | 16, 64, 1 | 2 | 4 | 8),
        Operator("(f again)", 16 | 8, 32, 16),
    ),
    init=1,
    goal=0,
)
"""Facts that widening sees one at a time and operators that need several of them."""


def everything(task):
    return {"facts": (1 << len(task.facts)) - 1, "operators": (1 << len(task.operators)) - 1}


def reachable(task, most=20_000):
    """All that any state shows."""
    seen, queue = {task.init}, [task.init]
    for state in queue:
        for op in task.applicable(state):
            after = op.apply(state)
            if after not in seen:
                seen.add(after)
                queue.append(after)
        assert len(seen) < most
    facts = operators = 0
    for state in seen:
        facts |= state
        operators |= sum(1 << k for k, op in enumerate(task.operators) if op.applicable(state))
    return facts, operators


def shown_by(task, tree, facts, operators):
    covered = tree.covered(task)
    return covered[0] & facts, covered[1] & operators


@pytest.mark.parametrize("seed", range(6))
def test_all_that_is_reachable_is_shown_with_effort_enough(seed):
    task = errands(seed, agents=1, keys=1, spread=(1, 9)[seed % 2])
    facts, operators = reachable(task)
    tree = witness_runs(task, **everything(task))
    assert tree.covered(task) == (facts, operators)
    for part in (
        {"facts": facts, "operators": 0},
        {"facts": 0, "operators": operators},
        {"facts": 5, "operators": 6},
    ):
        small = witness_runs(task, **part)
        assert shown_by(task, small, **part) == (facts & part["facts"], operators & part["operators"])
        assert small.count <= tree.count or not (part["facts"] and part["operators"])


def test_a_tree_grows_beyond_its_first_room():
    tree = witness_runs(LINE, **everything(LINE))
    assert (tree.parents, tree.operators) == (tuple(range(79)), tuple(range(79)))
    assert witness_runs(LINE, facts=1 << 3, operators=0).count == 4
    assert witness_runs(LINE, facts=1, operators=1).count == 1


def test_what_needs_several_facts_is_reached():
    tree = witness_runs(HALVES, **everything(HALVES))
    assert tree.covered(HALVES) == reachable(HALVES)
    assert tree.covered(HALVES)[0] >> 6 == 1, "the last operator can be used"
    alone = witness_runs(HALVES, **everything(HALVES), limit=0)
    assert alone.covered(HALVES)[1] == reached_alone() != reachable(HALVES)[1]


def reached_alone():
    """The operators that widening alone shows: it keeps what has something new, one thing at a time."""
    states, facts, usable = [HALVES.init], HALVES.init, set(HALVES.applicable(HALVES.init))
    for state in states:
        for op in HALVES.applicable(state):
            after = op.apply(state)
            more = set(HALVES.applicable(after))
            if after & ~facts or more - usable:
                states.append(after)
                facts, usable = facts | after, usable | more
    return sum(1 << k for k, op in enumerate(HALVES.operators) if op in usable)


class Watched(Searcher):
    """Keeps what is searched for."""

    asked: ClassVar[list[tuple[int, int, int, int, bool]]] = []

    def search_rows(self, seeds, goal, closed, limit):
        found = super().search_rows(seeds, goal, closed, limit)
        self.asked.append((int(goal[0]), seeds.shape[0], limit, found.evaluated, closed.any()))
        return found


@pytest.fixture
def watched(monkeypatch):
    monkeypatch.setattr(novelty, "Searcher", Watched)
    monkeypatch.setattr(Watched, "asked", [])
    return Watched.asked


def test_searches_that_failed_are_repeated_with_a_larger_share(monkeypatch, watched):
    """A counter of eight bits, whose last bit takes 128 steps; widening shows one bit at a time."""
    bits_of = [Operator(f"(on {k})", (1 << k) - 1, 1 << k, (1 << k) - 1) for k in range(8)]
    lock = Operator("(open)", 0b10101000, 1 << 8, 0)
    task = Task(tuple(f"(b{k})" for k in range(9)), (*bits_of, lock), init=0, goal=0)
    monkeypatch.setattr(novelty, "FIRST_SHARE", 5)
    monkeypatch.setattr(novelty, "GROWTH", 3)
    tree = witness_runs(task, facts=1 << 8, operators=1 << 8)
    assert tree.covered(task)[0] >> 8 == 1
    goals = [goal for goal, *_ in watched]
    shares = list(dict.fromkeys(limit for _, _, limit, _, _ in watched))
    assert shares == [5 * 3**k for k in range(len(shares))] and len(shares) > 1
    assert set(goals) <= {0b10101000, 1 << 8}
    assert all(evaluated <= limit for _, _, limit, evaluated, _ in watched)
    assert all(seeds <= novelty.SEEDS + 1 and not closed for _, seeds, _, _, closed in watched)


@pytest.mark.parametrize("limit", [1, 7, 8, 30])
def test_so_many_states_are_evaluated_altogether(watched, limit):
    task = errands(3)
    witness_runs(task, **everything(task), limit=limit)
    assert sum(evaluated for *_, evaluated, _ in watched) <= limit
    left = limit
    for _, _, most, evaluated, _ in watched:
        assert most == min(left, novelty.FIRST_SHARE)
        left -= evaluated
    assert left == 0 or len(watched) < 2


def test_what_no_search_can_reach_is_asked_for_once(watched):
    task = Task(("(a)", "(b)", "(c)"), (Operator("(x)", 2, 4, 0), Operator("(y)", 4, 2, 0)), 1, 0)
    assert witness_runs(task, facts=0b110, operators=0b11).count == 1
    assert [goal for goal, *_ in watched] == [2, 4, 2, 4]  # two operators, two facts


PINNED = "50b2a9456c0c91dd"


def test_runs_follow_from_task_and_bound_alone():
    made = []
    for seed in range(4):
        task = errands(seed, agents=1 + seed % 3, spread=(1, 3)[seed % 2], noise=6)
        for limit in (3, 60, 2_000):
            for share in (4, 200):
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(novelty, "FIRST_SHARE", share)
                    tree = witness_runs(task, **everything(task), limit=limit)
                made.append((tree.parents, tree.operators))
    assert hashlib.sha256(repr(made).encode()).hexdigest()[:16] == PINNED
