"""What the solvers and our own search answer, word for word, with the child's side run in this process."""

import json
import random
from importlib import import_module

import pytest
from testkit.sampling import sampled

from certwright.domains.planning.strips import Operator, Task
from certwright.verifiers.engines import own_search, sat, smt, solvers, unified
from certwright.verifiers.engines.child import Returned
from certwright.verifiers.engines.outcome import Proven, Refuted, Undecided, Why
from certwright.verifiers.engines.query import Query, first_failure, wire, witnessed
from certwright.verifiers.engines.solvers import check_invariant

MODULES = {"sat": sat, "z3": smt}
NONE, NONE_OF_2 = "no plan reaches the goal", "no plan of at most 2 steps reaches the goal"
LINE = Task(
    ("(a)", "(b)", "(c)", "(d)"),
    tuple(Operator(f"(go {k})", 1 << k, 2 << k, 1 << k) for k in range(3)),
    init=1,
    goal=8,
)
"""Three steps from (a) to (d)."""
SWAP = Task(("(a)", "(b)"), (Operator("(ab)", 1, 2, 1), Operator("(ba)", 2, 1, 2)), 1, 3)
"""The goal holds in the delete relaxation alone."""


@pytest.fixture(autouse=True)
def here(monkeypatch):
    """The child's function is called here, with what a pipe would carry."""

    def called(function, payload, **limits):
        module, _, name = function.partition(":")
        return Returned(json.loads(json.dumps(getattr(import_module(module), name)(payload))))

    monkeypatch.setattr(solvers, "in_child", called)


@pytest.mark.parametrize("key", MODULES)
@pytest.mark.parametrize(
    ("code", "why", "words"),
    [
        (7, Why.CRASH, "ended with unknown code 7"),
        (-9, Why.CRASH, "ended by signal SIGKILL"),
        (127, Why.CRASH, "could not be started (code 127)"),
    ],
)
def test_an_ending_that_decides_nothing_names_its_horizon(monkeypatch, key, code, why, words):
    monkeypatch.setattr(solvers, "in_child", lambda *_, **__: Returned({"code": code, "horizon": 3}))
    assert MODULES[key].plan(Query(LINE)) == Undecided(key, why, f"{words}: at horizon 3")
    gone = Undecided(key, Why.MEMORY, "gone")
    monkeypatch.setattr(solvers, "in_child", lambda *_, **__: gone)
    assert MODULES[key].plan(Query(LINE)) is gone


def random_task(seed, facts=6, operators=7):
    rng = random.Random(seed)

    def some(least, most):
        return sum(1 << bit for bit in rng.sample(range(facts), rng.randint(least, most)))

    made = []
    for number in range(operators):
        add = some(1, 2)
        made.append(Operator(f"(o{number})", some(0, 2), add, some(0, 3) & ~add))
    return Task(tuple(f"(f{k})" for k in range(facts)), tuple(made), some(1, 3), some(1, 3))


def distances(task, without=0):
    """Every reachable state with its distance."""
    found = {task.init: 0}
    queue = [task.init]
    for state in queue:
        for operator in task.applicable(state):
            after = operator.apply(state)
            if not operator.add & without and after not in found:
                found[after] = found[state] + 1
                queue.append(after)
    return found


@pytest.mark.parametrize("key", MODULES)
def test_shortest_plans_and_bounds_are_those_of_breadth_first_search(key):
    plans = bounds = 0
    for seed in range(sampled(40, of=80)):
        task = random_task(seed)
        without = 1 << seed % 6 if seed % 3 == 0 else 0
        reached = distances(task, without)
        least = min((steps for state, steps in reached.items() if task.satisfied(state)), default=None)
        query = Query(task, without=without, bound=6)
        answer = MODULES[key].plan(query)
        if least is None or least > 6:
            assert isinstance(answer, Proven) and answer.bound in (None, 6)
            continue
        assert isinstance(answer, Refuted) and answer.optimal and len(answer.witness) == least
        assert first_failure(query.cut(), answer.witness) is None
        plans += 1
        if least:
            refused = MODULES[key].plan(Query(task, without=without, bound=least - 1))
            assert isinstance(refused, Proven) and refused.bound == least - 1
            bounds += 1
        quick = MODULES[key].plan(Query(task, without=without))
        assert isinstance(quick, Refuted) and quick.optimal is (key == "z3")
    assert plans > 15 and bounds > 8


@pytest.mark.parametrize(
    ("key", "query", "answer"),
    [
        ("sat", Query(LINE, bound=2), Proven("sat", NONE_OF_2, "unsatisfiable at horizon 2", 2)),
        ("z3", Query(LINE, bound=2), Proven("z3", NONE_OF_2, "unsatisfiable at horizon 2", 2)),
        ("z3", Query(LINE), Refuted("z3", ("(go 0)", "(go 1)", "(go 2)"), True)),
        ("sat", Query(LINE), Refuted("sat", ("(go 0)", "(go 1)", "(go 2)"), False)),
        ("sat", Query(LINE, optimal=True), Refuted("sat", ("(go 0)", "(go 1)", "(go 2)"), True)),
        (
            "sat",
            Query(LINE, without=2),
            Proven("sat", NONE, "the goal lies outside the delete relaxation"),
        ),
        (
            "z3",
            Query(LINE, without=2),
            Proven("z3", NONE, "the goal lies outside the delete relaxation"),
        ),
        (
            "sat",
            Query(SWAP, optimal=True),
            Undecided("sat", Why.LIMIT, "no plan within 5 layers, where the search stops"),
        ),
        (
            "z3",
            Query(SWAP),
            Undecided("z3", Why.LIMIT, "no plan within 5 layers, where the search stops"),
        ),
    ],
)
def test_answers_of_solvers_word_for_word(monkeypatch, key, query, answer):
    monkeypatch.setattr(solvers, "HORIZON", 5)
    assert MODULES[key].plan(query) == answer


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        (
            Query(Task(LINE.facts, LINE.operators, 1, 0, goal_possible=False)),
            Proven("search", NONE, "an atom of the goal lies outside the delete relaxation"),
        ),
        (Query(LINE), Refuted("search", ("(go 0)", "(go 1)", "(go 2)"), False)),
        (Query(LINE, optimal=True), Refuted("search", ("(go 0)", "(go 1)", "(go 2)"), True)),
        (Query(LINE, bound=3), Refuted("search", ("(go 0)", "(go 1)", "(go 2)"), True)),
        (Query(LINE, bound=2), Proven("search", NONE_OF_2, "the nearest goal state is 3 steps away", 2)),
        (Query(LINE, init=8, goal=1), Proven("search", NONE, "none of 1 reachable states is a goal state")),
        (Query(LINE, without=4), Proven("search", NONE, "none of 2 reachable states is a goal state")),
        (Query(LINE, init=4), Refuted("search", ("(go 2)",), False)),
    ],
)
def test_answers_of_our_search_word_for_word(query, answer):
    assert own_search.plan(query) == answer


def test_our_search_stops_at_its_bound(monkeypatch):
    monkeypatch.setattr(own_search, "STATES", 3)
    stopped = Undecided("search", Why.LIMIT, "no plan among the first 3 states")
    assert own_search.plan(Query(LINE, optimal=True)) == stopped
    monkeypatch.setattr(own_search, "STATES", 4)
    assert own_search.plan(Query(LINE, optimal=True)).cost == 3


@pytest.mark.parametrize(
    ("plan", "failure"),
    [
        (["(go 0)", "(fly)"], "step 1: the task has no operator (fly)"),
        (["(go 1)"], "step 0: (go 1) needs (b)"),
        (["(go 0)", "(go 1)"], "the goal (d) does not hold at the end"),
        (["(go 0)", "(go 1)", "(go 2)"], None),
    ],
)
def test_plans_are_replayed(plan, failure):
    assert first_failure(Query(LINE).cut(), plan) == failure
    answer = witnessed("x", Query(LINE).cut(), plan)
    if failure is None:
        assert answer == Refuted("x", tuple(plan), False)
    else:
        assert answer == Undecided("x", Why.OUTPUT, f"its plan does not replay: {failure}")


def test_plans_that_break_what_was_asked():
    plan, cut = ["(go 0)", "(go 1)", "(go 2)"], Query(LINE).cut()
    assert first_failure(Query(LINE, without=4).cut(), plan) == "step 1: (go 1) adds a fact to be avoided"
    nowhere = Query(Task(LINE.facts, LINE.operators, 1, 8, goal_possible=False)).cut()
    assert first_failure(nowhere, plan) == "the goal holds an atom that no state of the task can hold"
    assert witnessed("x", cut, plan, bound=3, optimal=True) == Refuted("x", tuple(plan), True)
    assert witnessed("x", cut, plan, bound=2).reason == (
        "its plan does not replay: 3 steps are more than the 2 asked for"
    )


def inductive(task, cubes, without):
    """The definition of an inductive set, over all states."""
    states = [s for s in range(1 << len(task.facts)) if all(cube & ~s for cube in cubes)]
    return all(
        cube & ~operator.apply(state)
        for state in states
        for operator in task.applicable(state)
        if not operator.add & without
        for cube in cubes
    )


@pytest.mark.parametrize("engine", MODULES)
def test_invariants_and_the_steps_that_break_them(engine):
    kinds = set()
    for seed in range(sampled(60, of=120)):
        task, rng = random_task(seed, facts=5, operators=4), random.Random(seed)
        without = 1 << seed % 5 if seed % 2 else 0
        reached = distances(task, without)
        pairs = [1 << i | 1 << j for i in range(5) for j in range(i + 1)]
        cubes = [pair for pair in pairs if all(pair & ~state for state in reached)]
        cubes = rng.sample(cubes, min(len(cubes), 1 + seed % 4)) or [1 << rng.randrange(5)]
        answer = check_invariant(engine, task, cubes, without=without)
        if any(not cube & ~task.init for cube in cubes):
            assert isinstance(answer, Refuted) and answer.witness[0] == "initial state"
            kinds.add("initial")
        elif inductive(task, cubes, without):
            touched = [op for op in task.operators if any(op.add & c for c in cubes) and not op.add & without]
            assert answer == Proven(
                engine,
                f"no state reachable contains any of {len(cubes)} cubes",
                f"inductive under {len(touched)} operators",
            )
            kinds.add("inductive")
        else:
            name, *facts = answer.witness
            (operator,) = task.by_name[name]
            cube = sum(1 << task.facts.index(fact) for fact in facts)
            assert cube in cubes and not operator.add & without
            before = operator.pre | cube & ~operator.add
            assert all(other & ~before for other in cubes) and not cube & ~operator.apply(before)
            kinds.add("broken")
    assert kinds == {"initial", "inductive", "broken"}


@pytest.mark.parametrize(
    ("value", "why", "reason"),
    [
        ("unknown", Why.GAVE_UP, "Z3 answered unknown"),
        ([0, 1], Why.OUTPUT, "(go 0) does not bring about the cube it named"),
        ([1, 1], Why.OUTPUT, "(go 1) needs a state that contains a cube already"),
    ],
)
def test_what_a_solver_claims_of_an_invariant_is_checked(monkeypatch, value, why, reason):
    monkeypatch.setattr(solvers, "in_child", lambda *_, **__: Returned(value))
    assert check_invariant("z3", LINE, [2 | 8, 4 | 8]) == Undecided("z3", why, reason)


PLAN = [["o0"], ["o1"], ["o2"]]
STEPS = ("(go 0)", "(go 1)", "(go 2)")
CLAIMS = [
    ({"plan": PLAN}, {}, Refuted("up:x", STEPS, False)),
    ({"plan": PLAN, "status": "SOLVED_OPTIMALLY"}, {}, Refuted("up:x", STEPS, True)),
    ({"plan": PLAN}, {"bound": 3}, Refuted("up:x", STEPS, False)),
    (
        {"plan": PLAN, "status": "SOLVED_OPTIMALLY"},
        {"bound": 2},
        Proven("up:x", NONE_OF_2, "a shortest plan has 3 steps", 2),
    ),
    ({"plan": PLAN}, {"bound": 2}, Undecided("up:x", Why.GAVE_UP, "found a plan of 3 steps, more than 2")),
    ({"plan": None}, {}, Undecided("up:x", Why.OUTPUT, "status SOLVED_SATISFICING, but no plan")),
    (
        {"plan": PLAN[:2]},
        {},
        Undecided("up:x", Why.OUTPUT, "its plan does not replay: the goal (d) does not hold at the end"),
    ),
    ({"status": "UNSOLVABLE_PROVEN"}, {}, Proven("up:x", NONE, "status UNSOLVABLE_PROVEN")),
    (
        {"status": "UNSOLVABLE_PROVEN", "message": "Traceback " + "m" * 300},
        {},
        Undecided("up:x", Why.CRASH, f"UNSOLVABLE_PROVEN, but its log does not bear it out: {'m' * 300}"),
    ),
    (
        {"status": "A_NEW_STATUS", "message": "n" * 301},
        {},
        Undecided("up:x", Why.CRASH, f"ended with unknown code A_NEW_STATUS: {'n' * 300}"),
    ),
]


@pytest.mark.parametrize(("claimed", "asked", "answer"), CLAIMS)
def test_what_becomes_of_the_claims_of_unified_planning(monkeypatch, claimed, asked, answer):
    sent = []

    def child(function, payload, **limits):
        sent.append(payload)
        return Returned({"status": "SOLVED_SATISFICING", "message": "", "plan": None, **claimed})

    monkeypatch.setattr(unified, "in_child", child)
    monkeypatch.setattr(unified, "require", lambda key: None)
    assert unified.plan("x", Query(LINE, **asked)) == answer
    assert sent[0]["engine"] == "x" and sent[0]["optimal"] is bool(asked) and "query" in sent[0]


@pytest.mark.parametrize(
    ("init", "goal", "operators", "solvable"),
    [
        ([0], [0], [], True),
        ([], [], [], True),
        ([0], [1], [], False),
        ([0], [3], [([0], [1], [0]), ([1], [2], [1]), ([2, 0], [3], [])], True),
        ([0], [3], [([2, 0], [3], []), ([1], [2], [1]), ([0], [1], [0])], True),
        ([0], [3], [([2, 4], [3], []), ([1], [2], [1]), ([0], [1], [0])], False),
        ([0], [1, 4], [([0], [1], [])], False),
    ],
)
def test_what_can_hold_when_nothing_is_deleted(init, goal, operators, solvable):
    payload = {"init": init, "goal": goal, "operators": operators}
    assert solvers.relaxed_solvable(payload) is solvable


def test_what_z3_does_not_know_is_said_with_its_horizon(monkeypatch):
    """Of a plan, the first two checks of which are answered, and of an invariant."""
    z3 = pytest.importorskip("z3")
    checks, original = [], z3.Solver.check

    def check(self, *goals):
        checks.append(goals)
        return "unknown" if len(checks) == 3 or not goals else original(self, *goals)

    monkeypatch.setattr(z3.Solver, "check", check)
    assert smt.solve_plan({**wire(Query(LINE).cut()), "bound": 5}) == {"code": "unknown", "horizon": 2}
    assert smt.solve_invariant(solvers._obligations(LINE, [12], 0)) == "unknown"
