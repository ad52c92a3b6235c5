"""Which drawn states are scenes: none that is solved, stuck or too free, none without a plan it needs."""

from types import SimpleNamespace

import pytest

from certwright.domains.planning.strips import Operator, Task
from certwright.generators.planning import states
from certwright.generators.rng import Rng

FREE = Task(("(a)", "(b)"), tuple(Operator(f"(o{k})", 1, 2, 0) for k in range(101)), init=0, goal=2)


def drawn(monkeypatch, many, *, state=1, plan=(0,), solvable=False, found=True):
    task = Task(FREE.facts, FREE.operators[:many], FREE.init, FREE.goal)
    monkeypatch.setattr(states, "grounded", lambda problem: task)
    monkeypatch.setattr(states, "_state", lambda *given: ("walk", 4, state) if found else None)
    monkeypatch.setattr(states, "world_at", lambda problem, task, state, own: (problem, state, own))
    monkeypatch.setattr(states.Scene, "plan", plan)
    maker = SimpleNamespace(domain="d", own={"kind": "pddl"})
    return states.scene(maker, "problem", Rng("any"), solvable=solvable, plan_states=7)


@pytest.mark.parametrize(
    ("many", "how", "kept"),
    [
        (0, {}, False),
        (1, {}, True),
        (100, {}, True),
        (101, {}, False),
        (1, {"state": 3}, False),
        (1, {"state": 0}, False),
        (1, {"found": False}, False),
        (1, {"plan": None}, True),
        (1, {"plan": None, "solvable": True}, False),
        (1, {"solvable": True}, True),
    ],
)
def test_states_that_are_scenes(monkeypatch, many, how, kept):
    made = drawn(monkeypatch, many, **how)
    assert (made is not None) is kept
    if made is not None:
        assert (made.domain, made.kind, made.steps, made.plan_states) == ("d", "walk", 4, 7)
        assert made.world == ("problem", 1, {"kind": "pddl"})


@pytest.mark.parametrize(
    ("dead_ends", "own", "solvable", "kinds"),
    [
        (False, None, False, {"initial": 2, "plan": 4, "walk": 2}),
        (True, None, False, {"initial": 2, "plan": 4, "walk": 2, "dead_end": 2}),
        (False, {}, False, {"initial": 2, "plan": 4, "walk": 2}),
        (False, {"kind": "pddl"}, False, {"initial": 2, "plan": 4, "walk": 2, "dead_end": 2}),
        (True, {"kind": "pddl"}, True, {"initial": 2, "plan": 4, "walk": 2}),
    ],
)
def test_kinds_of_states_have_their_shares(monkeypatch, dead_ends, own, solvable, kinds):
    offered = []

    class Stream:
        def fork(self, name, *more):
            return self

        def below(self, many):
            return many - 1

        def choice(self, listed):
            offered.append(list(listed))
            return last[0]

    monkeypatch.setattr(states, "walk", lambda task, rng, steps: ([0] * steps, list(range(steps + 1))))
    monkeypatch.setattr(states, "fall", lambda task, rng, searcher, steps: list(range(10)))
    monkeypatch.setattr(states.searches.Searcher, "of", lambda task: None)
    maker = SimpleNamespace(dead_ends=dead_ends, own=own)
    found = {}
    for kind in kinds:
        last = [kind]
        plans = lambda task, rng, count: []  # noqa: E731
        found[kind] = states._state(maker, FREE, Stream(), solvable, plans)
        assert {name: offered[-1].count(name) for name in offered[-1]} == kinds
    assert found["initial"] == ("initial", 0, FREE.init)
    assert found["plan"] is None
    assert found["walk"] == ("walk", states.MOST_WALK, states.MOST_WALK)
    if "dead_end" in kinds:
        assert found["dead_end"] == ("dead_end", 8, 8)


def test_a_state_along_a_plan_comes_before_its_end(monkeypatch):
    monkeypatch.setattr(states, "states_along", lambda task, plan: plan)
    seen = {states._along(FREE, [[5, 6, 7]], Rng("along", number)) for number in range(30)}
    assert seen == {("plan", 0, 5), ("plan", 1, 6)}
    assert states._along(FREE, [[5]], Rng("along")) == ("plan", 0, 5)
    assert states._along(FREE, [], Rng("along")) is None
