"""Walks, variants of plans and dead ends, each by its definition."""

from types import SimpleNamespace

import pytest
from testkit.search_tasks import errands

from certwright.domains.planning.strips import Operator, Task
from certwright.generators.planning import walks
from certwright.generators.rng import Rng
from certwright.verifiers import searches
from certwright.verifiers.engines.outcome import Undecided, Why

CLIFF = Task(
    tuple(f"(at {k})" for k in range(7)),
    (
        *(Operator(f"(go {k})", 1 << k, 2 << k, 1 << k) for k in range(5)),
        Operator("(home)", 4, 64, 4),
        Operator("(stay)", 1, 1, 0),
    ),
    init=1,
    goal=64,
)
"""A way from 0 to 5; home is reached from 2 alone, so from 3 on there is no way."""


def test_a_walk_takes_steps_that_change_the_state_and_does_not_turn_back_at_once():
    for seed in range(12):
        task = errands(seed % 4)
        taken, states = walks.walk(task, Rng("walk", seed), 12)
        assert len(states) == len(taken) + 1 <= 13 and states[0] == task.init
        for place, number in enumerate(taken):
            op, here = task.operators[number], states[place]
            assert op.applicable(here) and op.apply(here) == states[place + 1] != here
            moves = [one.apply(here) for one in task.operators if one.applicable(here)]
            onward = {
                after for after in moves if after not in states[max(0, place - 1) : place] and after != here
            }
            assert not onward or states[place + 1] not in states[max(0, place - 1) : place]
        assert walks.states_along(task, taken) == states
        assert walks.walk(task, Rng("walk", seed), 12) == (taken, states)


def test_a_walk_ends_where_nothing_changes_the_state():
    assert walks.walk(CLIFF, Rng("cliff"), 9, state=8) == ([3, 4], [8, 16, 32])
    assert walks.walk(CLIFF, Rng("cliff"), 1, state=8) == ([3], [8, 16])
    assert walks.walk(CLIFF, Rng("cliff"), 0) == ([], [1])


@pytest.mark.parametrize(("steps", "met"), [(1, None), (2, None)])
def test_no_dead_end_is_met_before_there_is_one(steps, met):
    searcher = searches.Searcher.of(CLIFF)
    assert walks.fall(CLIFF, Rng("fall"), searcher, steps) is met


def test_the_first_dead_end_of_a_walk_is_found():
    searcher, seen = searches.Searcher.of(CLIFF), set()
    for seed in range(20):
        met = walks.fall(CLIFF, Rng("fall", seed), searcher, 9)
        seen.add(None if met is None else tuple(met))
        if met is not None:
            assert [walks.dead(searcher, state, CLIFF) for state in met] == [False] * (len(met) - 1) + [True]
    assert seen == {None, (1, 2, 4, 8)}
    assert not walks.dead(searcher, 64, CLIFF) and not walks.dead(searcher, 64 | 8, CLIFF)


def test_near_misses_lack_one_precondition():
    for seed in range(4):
        task = errands(seed)
        found = list(walks.near_misses(task, task.init))
        assert found == [n for n, op in enumerate(task.operators) if (op.pre & ~task.init).bit_count() == 1]


def test_variants_are_different_plans_of_bounded_length():
    for seed in range(6):
        task = errands(seed, keys=1)
        plans = walks.variants(task, Rng("variants", seed), 4)
        assert len(plans) <= 4 and len({tuple(plan) for plan in plans}) == len(plans)
        for plan in plans:
            assert task.satisfied(walks.states_along(task, plan)[-1])
            assert len(plan) <= walks.BOUND * min(map(len, plans))
    nowhere = Task(CLIFF.facts, CLIFF.operators, 1, 64, goal_possible=False)
    assert walks.variants(nowhere, Rng("none"), 3) == [] == walks.variants(CLIFF, Rng("few"), 3, limit=0)
    assert walks.variants(CLIFF, Rng("one"), 3) == [[0, 1, 5]]


@pytest.mark.parametrize(("lengths", "kept"), [((3, 6, 7), [3, 6]), ((4, 4, 4), [4]), ((None, 5, None), [5])])
def test_long_variants_are_put_away(monkeypatch, lengths, kept):
    told = iter(lengths)

    class Planner:
        @classmethod
        def of(cls, task):
            return cls()

        def search(self, goal, *, limit):
            length = next(told)
            assert limit == 77
            return SimpleNamespace(plan=None if length is None else [0] * length)

    monkeypatch.setattr(walks, "shuffled", lambda task, rng: (task, list(range(9))))
    monkeypatch.setattr(walks.searches, "Searcher", Planner)
    assert [len(plan) for plan in walks.variants(CLIFF, Rng("any"), 3, limit=77)] == kept


def test_operators_are_shuffled_with_their_numbers():
    task, order = walks.shuffled(CLIFF, Rng("order"))
    assert sorted(order) == list(range(7)) and order != sorted(order)
    assert [CLIFF.operators[number] for number in order] == list(task.operators)


def test_plans_of_top_quality_are_drawn_by_their_names(monkeypatch):
    asked = []
    answer = SimpleNamespace(plans=(("(go 0)", "(home)"), ("(stay)",), ("(go 1)",)))

    def top_quality(query, **how):
        asked.append((query.deadline, how))
        return answer

    monkeypatch.setattr(walks, "top_quality", top_quality)
    drawn = walks.kstar_plans(CLIFF, Rng("kstar"), 2)
    assert len(drawn) == 2 and all(plan in ([0, 5], [6], [1]) for plan in drawn)
    assert sorted(walks.kstar_plans(CLIFF, Rng("kstar"), 9)) == [[0, 5], [1], [6]]
    assert asked == [(walks.SECONDS, {"quality": walks.QUALITY, "most": walks.MOST})] * 2
    monkeypatch.setattr(walks, "top_quality", lambda query, **how: Undecided("kstar", Why.TIME, "late"))
    assert walks.kstar_plans(CLIFF, Rng("kstar"), 2) == []
    nowhere = Task(CLIFF.facts, CLIFF.operators, 1, 64, goal_possible=False)
    assert walks.kstar_plans(nowhere, Rng("kstar"), 2) == []
