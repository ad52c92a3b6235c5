"""Facts that are of no use, by enumeration: without their adders every shortest plan is as short."""

import pytest
from testkit.search_tasks import errands

from certwright.domains.planning.strips import Operator, Task
from certwright.verifiers.planning.pruning import idle_facts
from certwright.verifiers.search.explicit import explore

FACTS = ("(a)", "(b)", "(c)", "(d)", "(e)")


@pytest.mark.parametrize(
    ("operators", "idle"),
    [
        ([(0b1, 0b10, 0)], 0),
        ([(0b1, 0b10, 0), (0b1, 0b100, 0)], 0b100),
        ([(0b1, 0b10, 0), (0b1, 0b110, 0)], 0),  # what an action adds beside something useful is kept
        ([(0b1, 0b100, 0), (0b100, 0b10, 0), (0b10, 0b11000, 0)], 0b11000),
        ([(0b1, 0b101, 0), (0b1, 0b10, 0)], 0),
        ([(0b0, 0b100, 0b1), (0b0, 0b1000, 0)], 0b1100),
        ([], 0),
    ],
)
def test_facts_that_nothing_asks_for(operators, idle):
    made = tuple(Operator(f"(o{number})", *parts) for number, parts in enumerate(operators))
    assert idle_facts(Task(FACTS, made, init=0b1, goal=0b10)) == idle


@pytest.mark.parametrize(
    ("operators", "idle"),
    [
        ([(0b10, 0b1, 0), (0b10, 0b100, 0)], 0b1),
        ([(0b10, 0b100, 0)], 0),
        ([(0b10, 0b1, 0), (0b1, 0b100, 0)], 0),
        ([(0b10, 0b101, 0)], 0),
        ([], 0),
    ],
)
def test_the_first_fact_is_like_any_other(operators, idle):
    made = tuple(Operator(f"(o{number})", *parts) for number, parts in enumerate(operators))
    assert idle_facts(Task(FACTS, made, init=0b10, goal=0b100)) == idle


@pytest.mark.parametrize("seed", (1, 4, 6, 8))
def test_shortest_plans_do_without_them(seed):
    task = errands(seed, agents=1, noise=0)
    spoil = tuple(Operator(f"(spoil {k})", 1 << k, 1 << len(task.facts) + k % 2, 1 << k) for k in range(4))
    larger = Task((*task.facts, "(x)", "(y)"), task.operators + spoil, task.init, task.goal)
    idle = idle_facts(larger)
    assert idle >> len(task.facts) == 3
    lengths = [explore(larger, limit=20_000, avoid=avoid).shortest_plan() for avoid in (0, idle)]
    assert (lengths[0] and len(lengths[0])) == (lengths[1] and len(lengths[1]))
