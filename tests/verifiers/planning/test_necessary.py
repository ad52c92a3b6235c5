"""The stages by which a fact is a landmark or not, one by one; which plans are kept."""

from types import SimpleNamespace

import pytest

from certwright.domains.planning.strips import Operator, Task
from certwright.instances.errors import LimitError
from certwright.verifiers.engines.outcome import Proven, Refuted, Undecided, Why
from certwright.verifiers.planning import necessary
from certwright.verifiers.planning.necessary import LandmarkSearch
from certwright.verifiers.planning.oracle import Effort
from certwright.verifiers.search.pdr import Invariant, PlanFound

TOKENS = Task(
    ("(a)", "(b)", "(filled)", "(token)", "(x)", "(y)"),
    (
        Operator("(make-a)", 8, 1, 8),
        Operator("(make-b)", 8, 2, 8),
        Operator("(refill)", 0, 4 | 8, 0),
        Operator("(by-x)", 8, 1 | 2 | 16, 8),
        Operator("(by-y)", 8, 1 | 2 | 32, 8),
    ),
    init=8,
    goal=3,
)
"""By way of (x) or (y), or of neither with a refill."""
SLOW, FAST, OTHER = [0, 2, 1], [3], [4]
FILLED, X, Y = 2, 4, 5


def searching(candidates=1 << FILLED | 1 << X | 1 << Y, plan=SLOW, **oracle):
    effort = oracle.pop("effort", Effort())
    parts = {"greedy_plan": lambda goal, without: None, "numbers": lambda names: list(names), **oracle}
    return LandmarkSearch(SimpleNamespace(task=TOKENS, effort=effort, **parts), candidates, plan)


def test_a_plan_at_hand_decides_what_it_never_makes_true():
    search = searching()
    assert (search.open, search.plans, search.landmarks, search.undecided) == (
        1 << FILLED,
        [SLOW],
        0,
        1 << FILLED,
    )
    search._add_plan([2, *SLOW])  # says nothing new
    assert search.plans == [SLOW]
    search._add_plan(FAST)
    assert (search.plans, search.open) == ([SLOW, FAST], 0)


def test_a_greedy_plan_without_the_fact_settles_it():
    asked = []

    def greedy(goal, without):
        asked.append((goal, without))
        return FAST if without == 1 << FILLED else None

    search = searching(greedy_plan=greedy)
    assert search._greedy(FILLED) and search.plans == [SLOW, FAST]
    assert not search._greedy(X)
    assert asked == [(3, 1 << FILLED), (3, 1 << X)]


def test_directed_reachability_gives_a_plan_or_a_proof(monkeypatch):
    asked, answers = [], [PlanFound(tuple(FAST)), None, Invariant((16,)), Invariant((16,))]

    def pdr(task, goal, *, without, limit):
        asked.append((goal, without, limit))
        return answers.pop(0)

    def certificates(task, cubes, goals, *, avoiding):
        if len(answers) == 0:
            raise LimitError("many cubes")
        return [(cubes, goals, avoiding)]

    monkeypatch.setattr(necessary, "pdr", pdr)
    monkeypatch.setattr(necessary, "invariant_certificates", certificates)
    search = searching(effort=Effort(obligations=77))
    assert search._invariant(FILLED) and search.plans == [SLOW, FAST]
    search.open = search.disclaimed = 1 << FILLED | 1 << X
    assert not search._invariant(FILLED)
    assert search._invariant(FILLED)
    assert search.proven == {FILLED: [((16,), [3], 1 << FILLED)]}
    assert search.open == search.disclaimed == 1 << X
    assert not search._invariant(X), "a proof that is too large is none"
    assert search.landmarks == 1 << FILLED | 1 << X and search.undecided == 0
    assert asked == [(3, 1 << bit, 77) for bit in (FILLED, FILLED, FILLED, X)]


@pytest.mark.parametrize(
    ("answer", "decided", "disclaimed", "plans"),
    [
        (Refuted("fd", tuple(FAST)), True, 0, [SLOW, FAST]),
        (Proven("fd", "none"), False, 1 << FILLED, [SLOW]),
        (Undecided("fd", Why.TIME, "late"), False, 0, [SLOW]),
    ],
)
def test_an_engine_gives_a_plan_or_its_word(answer, decided, disclaimed, plans):
    search = searching(engine_plan=lambda goal, without: answer)
    assert search._engine(FILLED) is decided
    assert (search.disclaimed, search.plans) == (disclaimed, plans)
    assert search.undecided == (search.open & ~disclaimed)


@pytest.mark.parametrize(
    ("goal", "complete", "count", "decided", "proven", "disclaimed"),
    [
        (9, False, 1, True, False, False),
        (0, True, 1, True, False, False),
        (None, False, 1, False, False, False),
        (None, True, 100, True, True, False),
        (None, True, 101, True, False, True),
    ],
)
def test_a_space_without_the_fact_decides_it(monkeypatch, goal, complete, count, decided, proven, disclaimed):
    asked = []

    def explore(task, *, limit, avoid):
        asked.append((limit, avoid))
        return SimpleNamespace(
            find=lambda facts: goal, path=lambda number: FAST, complete=complete, count=count
        )

    monkeypatch.setattr(necessary.searches, "explore", explore)
    monkeypatch.setattr(necessary, "exploration_certificate", lambda exploration: "whole")
    search = searching(effort=Effort(large_space=55, checkable_space=100))
    assert search._explore(FILLED) is decided
    assert asked == [(55, 1 << FILLED)]
    assert search.plans == ([SLOW, FAST] if goal is not None else [SLOW])
    assert search.proven == ({FILLED: ["whole"]} if proven else {})
    assert search.disclaimed == (1 << FILLED if disclaimed else 0)


@pytest.mark.parametrize(
    ("engine", "stages"),
    [
        ("auto", ["greedy", "invariant", "engine", "explore"]),
        ("search", ["greedy", "invariant", "engine", "explore"]),
        ("fd", ["engine", "invariant", "explore"]),
    ],
)
def test_stages_follow_each_other_until_one_decides(monkeypatch, engine, stages):
    called, last = [], [0]

    def stage_of(name):
        def stage(self, bit):
            called.append(name)
            return len(called) == last[0]

        return stage

    for name in ("greedy", "invariant", "engine", "explore"):
        monkeypatch.setattr(LandmarkSearch, f"_{name}", stage_of(name))
    for many in range(1, len(stages) + 1):
        called.clear()
        last[0] = many
        searching(effort=Effort(engine=engine)).run()
        assert called == stages[:many]


@pytest.mark.parametrize(
    ("plans", "avoidable", "kept"),
    [
        ([SLOW, FAST], 1 << FILLED, [FAST]),
        ([SLOW, FAST], 1 << X, [SLOW]),
        ([SLOW, FAST, OTHER], 1 << FILLED | 1 << X | 1 << Y, [FAST, OTHER]),
        ([SLOW, SLOW], 1 << X, [SLOW]),
        ([FAST, OTHER], 0, [OTHER]),
        ([SLOW], 1 << FILLED, [SLOW]),
    ],
)
def test_plans_that_others_make_needless_are_left_out(plans, avoidable, kept):
    """Long ones go first, one at least stays."""
    assert necessary._needed(TOKENS, plans, avoidable) == kept
