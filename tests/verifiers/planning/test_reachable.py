"""The stages of the reachability cascade, one by one, and the order in which they follow."""

from types import SimpleNamespace

import pytest

from certwright.domains.planning.strips import Operator, Task
from certwright.verifiers import searches
from certwright.verifiers.engines.outcome import Proven, Refuted, Undecided, Why
from certwright.verifiers.planning import reachable
from certwright.verifiers.planning.oracle import Effort
from certwright.verifiers.planning.reachable import Cascade
from certwright.verifiers.search.pdr import Invariant, PlanFound

LINE = Task(
    ("(a)", "(b)", "(c)", "(d)"),
    tuple(Operator(f"(go {k})", 1 << k, 2 << k, 1 << k) for k in range(3)),
    init=1,
    goal=8,
)
"""From (a) to (d); at one place at a time."""
EFFORT = Effort(witness_states=11, small_space=12, large_space=13, checkable_space=100, obligations=14)


def cascade(*goals, facts=0b1111, operators=0b111, effort=EFFORT, **oracle):
    parts = {"greedy_plan": lambda goal: None, "numbers": lambda names: list(names), **oracle}
    return Cascade(SimpleNamespace(task=LINE, effort=effort, **parts), goals, facts, operators)


@pytest.mark.parametrize("many", [0, 10**9])
def test_runs_settle_the_goals_that_hold_in_their_states(monkeypatch, many):
    """Be it one by one or many at once."""
    monkeypatch.setattr(reachable, "MANY", many)
    found = cascade(1, 2, 4, 8, 3, 12)
    found._visit(searches.StateTree.from_plans(LINE, [[0, 1]]))
    assert (found.reached, found.open) == ({1, 2, 4}, {8, 3, 12})
    assert found.plan_to(4) == [0, 1] and found.plan_to(1) == []
    found._visit(searches.StateTree.from_plans(LINE, [[0, 1, 2]]))
    assert found.reached == {1, 2, 4, 8} and len(found.runs) == 2
    assert found.plan_to(8) == [0, 1, 2]
    with pytest.raises(AssertionError, match="a reached goal holds in a node of the runs"):
        found.plan_to(3)


@pytest.mark.parametrize(("goals", "whole"), [((1, 2, 4, 8), True), ((1, 2, 4, 8, 3), False)])
def test_many_goals_are_settled_at_once_beyond_a_number_of_comparisons(monkeypatch, goals, whole):
    monkeypatch.setattr(reachable, "MANY", 3 * 4)
    found, tree = cascade(*goals), searches.StateTree.from_plans(LINE, [[0, 1]])
    calls = []
    monkeypatch.setattr(type(tree), "covered", lambda self, task: calls.append(0) or (0b0111, 0b011))
    found._visit(tree)
    assert (calls == []) is whole and found.reached == {1, 2, 4}


def test_what_is_worth_a_witness(monkeypatch):
    asked = []

    def witness_runs(task, **what):
        asked.append(what)
        return searches.StateTree()

    monkeypatch.setattr(reachable.searches, "witness_runs", witness_runs)
    cascade(2, 8, 3, facts=0b1011)._novelty(5)
    cascade(2, 3, facts=0, operators=0b110)._novelty(6)
    assert asked == [
        {"facts": 0b1010, "operators": 0b010, "limit": 5},
        {"facts": 0, "operators": 0b010, "limit": 6},
    ]


@pytest.mark.parametrize(
    ("engine", "stages"),
    [
        (
            "search",
            ["novelty 5000", "mutexes", "novelty 11", "explore 12", "plans", "invariants", "explore 13"],
        ),
        ("fd", ["mutexes", "plans", "invariants", "explore 13"]),
    ],
)
def test_stages_follow_each_other_until_nothing_is_open(monkeypatch, engine, stages):
    called = []

    def done(self):
        if len(called) == most:
            self.open.clear()

    def limited(name):
        def stage(self, limit):
            called.append(f"{name} {limit}")
            done(self)

        return stage

    def plain(name):
        def stage(self):
            called.append(name)
            done(self)

        return stage

    for name in ("novelty", "explore"):
        monkeypatch.setattr(Cascade, f"_{name}", limited(name))
    for name in ("mutexes", "plans", "invariants"):
        monkeypatch.setattr(Cascade, f"_{name}", plain(name))
    effort = Effort(engine, witness_states=11, small_space=12, large_space=13)
    for most in range(1, len(stages) + 1):
        called.clear()
        cascade(2, effort=effort).run()
        assert called == stages[:most]
    called.clear()
    most = 0
    left = cascade(2, 4, effort=effort)
    left.disclaimed = {4}
    assert left.run().open == {2} and called == stages


@pytest.mark.parametrize(
    ("greedy", "answer", "reached", "disclaimed"),
    [
        ([0], None, {2}, set()),
        (None, Refuted("fd", (0, 1)), {2}, set()),
        (None, Proven("fd", "none"), set(), {2}),
        (None, Undecided("fd", Why.TIME, "late"), set(), set()),
    ],
)
def test_a_plan_is_looked_for_by_ourselves_then_by_an_engine(greedy, answer, reached, disclaimed):
    asked = []

    def engine_plan(goal):
        asked.append(goal)
        return answer

    found = cascade(2, greedy_plan=lambda goal: greedy, engine_plan=engine_plan)
    found._plans()
    assert (found.reached, found.disclaimed) == (reached, disclaimed)
    assert asked == ([] if greedy else [2])
    assert found.open == {2} - reached


def test_plans_settle_goals_on_their_way():
    asked = []

    def greedy(goal):
        asked.append(goal)
        return [0, 1, 2] if goal == 2 else None

    found = cascade(2, 4, 8, 1 << 1 | 1, greedy_plan=greedy, engine_plan=lambda goal: None)
    found._plans()
    assert asked == [2, 3] and found.reached == {2, 4, 8}


def test_directed_reachability_blocks_goals_or_gives_plans(monkeypatch):
    answers = {3: Invariant((3, 6)), 8: PlanFound((0, 1, 2)), 9: None}
    asked = []

    def pdr(task, goal, *, mutexes, limit):
        asked.append((goal, mutexes, limit))
        return answers[goal]

    monkeypatch.setattr(reachable, "pdr", pdr)
    found = cascade(3, 6, 7, 8, 9, mutexes="pairs")
    found.disclaimed, found.cubes = {6, 9}, [6]
    found._invariants()
    assert [goal for goal, *_ in asked] == [3, 8, 9] and {each[1:] for each in asked} == {("pairs", 14)}
    assert (found.excluded, found.reached, found.open) == ({3, 6, 7}, {8}, {9})
    assert (found.disclaimed, found.cubes) == ({9}, [6, 3])


@pytest.mark.parametrize(("count", "certified"), [(100, True), (101, False)])
def test_goals_that_a_whole_space_does_not_hold(monkeypatch, count, certified):
    monkeypatch.setattr(reachable, "pdr", lambda task, goal, **how: None)
    space = SimpleNamespace(count=count, complete=True, find=lambda goal: None)
    asked = []
    found = cascade(3, 9, mutexes=None, explored=lambda limit: asked.append(limit) or space)
    found.disclaimed = {3}
    found._explore(12)
    assert asked == [12] and found.open == set()
    assert found.unvisited == ({3, 9} if certified else set())
    assert found.disclaimed == (set() if certified else {3, 9})
    assert (found.exploration is space) is certified


def test_a_space_that_is_not_whole_gives_runs_alone():
    space = SimpleNamespace(
        count=3, complete=False, find={2: 1, 4: 2}.get, path=lambda number: list(range(number))
    )
    found = cascade(2, 4, 3, explored=lambda limit: space)
    found._explore(12)
    assert (found.reached, found.open, found.exploration) == ({2, 4}, {3}, None)


GOALS = {"d": (8,), "a": (1,), "c": (4, 2), "b": (2,)}
"""Facts by name; c can be had in two ways."""


@pytest.mark.parametrize(
    ("reached", "left", "disclaimed", "legal", "listed", "items", "undecided", "none", "grades"),
    [
        ({1}, (), (), 4, "reachable", ["a"], [], False, (5, 0, 0)),
        ({1, 8}, (), (), 4, "reachable", ["a", "d"], [], False, (5, 0, 0)),
        ({1, 2}, (), (), 4, "unreachable", ["d"], [], False, (5, 0, 0)),
        ({1, 2}, (), (), 5, "reachable", ["a", "b", "c"], [], False, (5, 0, 0)),
        ({1, 4, 8}, (), (), 4, "unreachable", ["b"], [], False, (5, 0, 0)),
        ({1, 4, 8}, {2}, (), 4, "unreachable", [], ["b"], None, (4, 0, 1)),
        ({1, 4, 8}, {2}, (), 5, "reachable", ["a", "c", "d"], ["b"], False, (4, 0, 1)),
        ({1, 2, 4, 8}, (), (), 4, "unreachable", [], [], True, (5, 0, 0)),
        ({1}, {2, 8}, {4}, 4, "unreachable", [], ["b", "c", "d"], None, (2, 0, 3)),
        ({1, 2}, (), {8}, 4, "unreachable", ["d"], [], False, (4, 1, 0)),
        ({1}, (), {2, 4, 8}, 4, "reachable", ["a"], [], False, (2, 3, 0)),
    ],
)  # fmt: skip
def test_the_shorter_side_is_listed_where_it_is_known_whole(
    monkeypatch, reached, left, disclaimed, legal, listed, items, undecided, none, grades
):
    found = SimpleNamespace(
        reached=reached, open=set(left), disclaimed=set(disclaimed), runs=[], excluded=set()
    )
    asked = []

    class Stages:
        def __init__(self, oracle, goals, facts, operators):
            asked.append((set(goals), facts, operators))

        def run(self):
            return found

    monkeypatch.setattr(reachable, "Cascade", Stages)
    monkeypatch.setattr(reachable, "proofs", lambda oracle, findings, goals: ())
    monkeypatch.setattr(reachable, "_gold", lambda oracle, goals, findings, none, actions: str(none))
    made = reachable.conclude(SimpleNamespace(task=LINE), GOALS, legal, actions=False)
    assert made.truth == {
        "kind": "closed_world", "listed": listed, "items": items, "undecided": undecided, "none": none,
    }  # fmt: skip
    assert (made.grades.certified, made.grades.engine_proven, made.grades.undecided) == grades
    count = legal - sum(not reached.isdisjoint(ways) for ways in GOALS.values()) - len(undecided)
    assert made.difficulty == {"legal": legal, "relaxed_reachable": 4, "unreachable": count}
    assert made.gold == str(none) and asked == [({1, 2, 4, 8}, 15, 0)]
    reachable.conclude(SimpleNamespace(task=LINE), GOALS, legal, actions=True)
    assert asked[1] == ({1, 2, 4, 8}, 0, 0b111)
