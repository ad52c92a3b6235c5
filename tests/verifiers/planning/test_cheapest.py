"""In which order a next-action question is decided, and what becomes of a bound and of a planner's word."""

from types import SimpleNamespace

import pytest
from testkit.search_tasks import errands

from certwright.domains.planning.strips import Operator, Task
from certwright.instances.errors import EnginesDisagreeError
from certwright.verifiers.engines.outcome import Proven, Refuted, Undecided, Why
from certwright.verifiers.planning import cheapest
from certwright.verifiers.planning.cheapest import FIRST_TRY, Sides, idle_facts
from certwright.verifiers.planning.oracle import Effort
from certwright.verifiers.search.explicit import explore

EFFORT = Effort(small_space=7, bound_nodes=8, large_space=9, checkable_space=100)
TASK = Task(
    ("(a)", "(b)", "(c)"),
    (Operator("(ab)", 1, 2, 1), Operator("(ac)", 1, 4, 1), Operator("(bc)", 2, 4, 2)),
    init=1,
    goal=4,
)
"""From (a) to (c), at once or by way of (b)."""


def stages(monkeypatch, doubts, *, small=False, large=False):
    """The stages that are gone through where each leaves what is given: an open side, h* unproven."""
    called, left = [], iter(doubts)

    def leaves(sides):
        sides.open, sides.h_certified = next(left)

    def by_bounds(task, bounds, sides, limit):
        called.append(f"bounds {limit}")
        leaves(sides)

    def by_pruned_space(oracle, sides):
        called.append("pruned")
        leaves(sides)

    def by_distances(oracle, exploration, sides):
        called.append(f"distances {exploration.limit}")
        leaves(sides)

    def explored(limit):
        called.append(f"explore {limit}")
        return SimpleNamespace(limit=limit, complete=small if limit == 7 else large)

    monkeypatch.setattr(cheapest, "_by_bounds", by_bounds)
    monkeypatch.setattr(cheapest, "_by_pruned_space", by_pruned_space)
    monkeypatch.setattr(cheapest, "_by_distances", by_distances)
    monkeypatch.setattr(cheapest, "_by_engine", lambda oracle, sides, number: called.append(f"ask {number}"))
    oracle = SimpleNamespace(task=TASK, effort=EFFORT, explored=explored)
    assert cheapest._sides(oracle, [0, 2], None).h == 2
    assert not [*left]
    return called


OPEN, UNPROVEN, BOTH, DONE = ([1], True), ([], False), ([1], False), ([], True)
FIRST = f"bounds {FIRST_TRY}"


@pytest.mark.parametrize("doubt", [OPEN, UNPROVEN, BOTH], ids=["open", "unproven", "both"])
def test_stages_follow_each_other_until_nothing_is_open(monkeypatch, doubt):
    asked = [f"ask {number}" for number in doubt[0]]
    small, large = ["explore 7"], ["explore 9"]
    more = [FIRST, *small, "bounds 8"]
    assert stages(monkeypatch, [DONE]) == [FIRST]
    assert stages(monkeypatch, [doubt, DONE], small=True) == [FIRST, *small, "distances 7"]
    assert stages(monkeypatch, [doubt, doubt], small=True) == [FIRST, *small, "distances 7", *asked]
    assert stages(monkeypatch, [doubt, DONE]) == more
    assert stages(monkeypatch, [doubt, doubt, DONE]) == [*more, "pruned"]
    assert stages(monkeypatch, [doubt] * 3) == [*more, "pruned", *large, *asked]
    told = stages(monkeypatch, [doubt, doubt, doubt, DONE], large=True)
    assert told == [*more, "pruned", *large, "distances 9"]


def test_only_what_is_applicable_is_open():
    oracle = SimpleNamespace(task=TASK, effort=EFFORT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cheapest, "_by_bounds", lambda task, bounds, sides, limit: None)
        patch.setattr(cheapest, "_by_engine", lambda oracle, sides, number: sides.open.remove(number))
        found = []
        patch.setattr(cheapest, "_by_pruned_space", lambda oracle, sides: found.extend(sides.open))
        oracle.explored = lambda limit: SimpleNamespace(complete=False)
        sides = cheapest._sides(oracle, [1], None)
    assert (found, sides.open, sides.h_certified) == ([0, 1], [], False)


class Bounds:
    """What is proven of each state: a plan, True or None."""

    nodes = 5

    def __init__(self, answers):
        self.answers, self.asked = answers, []

    def prove(self, state, bound, *, limit):
        self.asked.append((state, bound, limit))
        answer = self.answers[state]
        plan = answer if isinstance(answer, list) else None
        return SimpleNamespace(plan=plan, holds=None if answer is None else plan is None)


def test_bounds_decide_the_sides_and_are_the_proof():
    sides, bounds = Sides(2, [0, 1]), Bounds({2: [2], 4: True, 1: True})
    cheapest._by_bounds(TASK, bounds, sides, 70)
    assert bounds.asked == [(2, 2, 70), (4, 2, 70), (1, 2, 70)]
    assert (sides.open, sides.closer, sides.farther, sides.h_certified) == ([], {0: [0, 2]}, {1}, True)
    (proof,) = sides.proof
    assert (proof.kind, proof.body) == ("lower_bound", {"bound": 2, "after": ["(ac)"], "nodes": 5})


def test_what_no_bound_decides_stays_open_and_is_no_proof():
    sides, bounds = Sides(2, [0, 1]), Bounds({2: None, 4: True, 1: None})
    cheapest._by_bounds(TASK, bounds, sides, 70)
    assert (sides.open, sides.closer, sides.farther) == ([0], {}, {1})
    assert (sides.h_certified, sides.proof) == (False, [])
    bounds.answers.update({2: True, 1: True})
    cheapest._by_bounds(TASK, bounds, sides, 80)
    assert bounds.asked[3:] == [(2, 2, 80), (1, 2, 80)]  # what is decided is not asked again
    assert (sides.open, sides.farther, sides.h_certified) == ([], {0, 1}, True)
    assert sides.proof[0].body["after"] == ["(ab)", "(ac)"]
    cheapest._by_bounds(TASK, bounds, sides, 90)
    assert len(bounds.asked) == 5


@pytest.mark.parametrize("answers", [{2: [], 4: True, 1: True}, {2: True, 4: True, 1: [1]}])
def test_a_plan_shorter_than_the_shortest_is_a_disagreement(answers):
    """Found from a successor or from the state itself."""
    with pytest.raises(EnginesDisagreeError) as caught:
        cheapest._by_bounds(TASK, Bounds(answers), Sides(2, [0, 1]), 70)
    assert str(caught.value) == "a plan of 1 steps, where the optimal planner says 2"


@pytest.mark.parametrize(
    ("answer", "closer", "farther"),
    [
        (Refuted("x", ("(bc)",), optimal=True), {0: [0, 2]}, set()),
        (Refuted("x", ("(bc)",)), {0: [0, 2]}, set()),
        (Refuted("x", ("(bc)", "(bc)"), optimal=True), {}, {0}),
        (Refuted("x", ("(bc)", "(bc)")), {}, set()),
        (Proven("x", "no plan"), {}, set()),
        (Undecided("x", Why.TIME, "late"), {}, set()),
    ],
)
def test_a_planner_is_asked_about_the_successor(answer, closer, farther):
    asked = []

    def engine_plan(goal, **how):
        asked.append((goal, how))
        return answer

    def numbers(names, state):
        assert state == 2
        return [[op.name for op in TASK.operators].index(name) for name in names]

    oracle = SimpleNamespace(task=TASK, engine_plan=engine_plan, numbers=numbers)
    sides = Sides(2, [0, 1])
    cheapest._by_engine(oracle, sides, 0)
    assert asked == [(4, {"init": 2, "optimal": True})]
    assert (sides.closer, sides.farther, sides.disclaimed) == (closer, farther, farther)
    assert sides.open == ([1] if closer or farther else [0, 1])


@pytest.mark.parametrize(
    ("count", "checkable", "certified"), [(3, 100, True), (100, 100, True), (101, 100, False)]
)
def test_a_space_is_a_proof_where_the_checker_may_explore_it_again(count, checkable, certified):
    space = SimpleNamespace(
        distances=[1, 1, 0],
        count=count,
        successors=lambda state: {2: 1, 4: 2},
        shortest_plan=lambda state: [],
    )
    sides = Sides(1, [0, 1])
    effort = Effort(checkable_space=checkable)
    cheapest._by_distances(SimpleNamespace(task=TASK, effort=effort), space, sides)
    assert (sides.open, sides.closer, sides.farther) == ([], {1: [1]}, {0})
    assert sides.disclaimed == (set() if certified else {0})
    assert sides.h_certified is certified
    assert [(one.kind, one.body) for one in sides.proof] == (
        [("distances", {"states": count, "h": 1})] if certified else []
    )
    with pytest.raises(EnginesDisagreeError) as caught:
        cheapest._by_distances(SimpleNamespace(task=TASK, effort=effort), space, Sides(2, [0, 1]))
    assert str(caught.value) == "the space says h* = 1, the planner 2"


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
