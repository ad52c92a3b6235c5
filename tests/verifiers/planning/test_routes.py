"""Each route to a truth: what searches, proofs and engines give where the others have given up."""

from collections import deque

import pytest
from testkit import proof_worlds

from certwright.instances.canonical import seal
from certwright.instances.errors import EnginesDisagreeError
from certwright.instances.records import Instance, Prompt
from certwright.verifiers.checking import check
from certwright.verifiers.engines.outcome import Proven, Refuted, Undecided, Why
from certwright.verifiers.label import label
from certwright.verifiers.planning import cheapest, necessary
from certwright.verifiers.planning.oracle import Effort, Oracle

TOKEN = """(define (domain tokens) (:predicates (token) (a) (b) (filled))
(:action make-a :parameters () :precondition (token) :effect (and (a) (not (token))))
(:action make-b :parameters () :precondition (token) :effect (and (b) (not (token))))
(:action refill :parameters () :precondition (and) :effect (and (token) (filled))))"""
"""Every plan refills; without deletion none would have to, so that no relaxation proves it."""
WORLDS = {
    "ferry": proof_worlds.ferry(2, [0, 1], [1, 0]),
    "tower": proof_worlds.TOWER,
    "tokens": (TOKEN, "(define (problem p) (:domain tokens) (:init (token)) (:goal (and (a) (b))))"),
}
NAMES = {"ferry": "ferry", "tower": "blocksworld", "tokens": "tokens"}
EFFORTS = {
    "nothing": Effort("fake", 1, 1, 1, 0, 1, 0, 1),
    "bounds": Effort("fake", 1, 1, 1, 0, 1, 0, 1000),
    "proofs": Effort("fake", 1, 1, 1, 0, 1, 1000, 1),
    "space": Effort("fake", 1, 1, 1000, 1000, 1, 0, 1),
    "unchecked space": Effort("fake", 1, 1, 1000, 0, 1, 0, 1),
    "own search": Effort("search", 1000, 1, 1, 0, 1000, 0, 1),
}
ROUTES = {
    ("ferry", "nexta", "nothing", "silent"): (0, 0, 1),
    ("ferry", "nexta", "nothing", "first"): (0, 1, 2),
    ("ferry", "nexta", "nothing", "plans"): (0, 0, 1),
    ("ferry", "nexta", "nothing", "optimal"): (0, 3, 0, "plans"),
    ("ferry", "nexta", "bounds", "silent"): (0, 0, 1),
    ("ferry", "nexta", "bounds", "first"): (3, 0, 0, "plans", "lower_bound"),
    ("ferry", "nexta", "bounds", "plans"): (3, 0, 0, "plans", "lower_bound"),
    ("ferry", "nexta", "bounds", "optimal"): (3, 0, 0, "plans", "lower_bound"),
    ("ferry", "nexta", "proofs", "silent"): (0, 0, 1),
    ("ferry", "nexta", "proofs", "first"): (0, 1, 2),
    ("ferry", "nexta", "proofs", "plans"): (0, 0, 1),
    ("ferry", "nexta", "proofs", "optimal"): (0, 3, 0, "plans"),
    ("ferry", "nexta", "space", "silent"): (3, 0, 0, "plans", "distances"),
    ("ferry", "nexta", "space", "first"): (3, 0, 0, "plans", "distances"),
    ("ferry", "nexta", "space", "plans"): (3, 0, 0, "plans", "distances"),
    ("ferry", "nexta", "space", "optimal"): (3, 0, 0, "plans", "distances"),
    ("ferry", "nexta", "unchecked space", "silent"): (0, 3, 0, "plans"),
    ("ferry", "nexta", "unchecked space", "first"): (0, 3, 0, "plans"),
    ("ferry", "nexta", "unchecked space", "plans"): (0, 3, 0, "plans"),
    ("ferry", "nexta", "unchecked space", "optimal"): (0, 3, 0, "plans"),
    ("ferry", "nexta", "own search", "silent"): (0, 0, 1),
    ("ferry", "nexta", "own search", "first"): (0, 1, 2),
    ("ferry", "nexta", "own search", "plans"): (0, 0, 1),
    ("ferry", "nexta", "own search", "optimal"): (0, 3, 0, "plans"),
    ("tokens", "land", "nothing", "silent"): (0, 0, 1),
    ("tokens", "land", "nothing", "plans"): (1, 0, 1, "plans"),
    ("tokens", "land", "nothing", "optimal"): (1, 1, 0, "plans"),
    ("tokens", "land", "bounds", "silent"): (0, 0, 1),
    ("tokens", "land", "bounds", "plans"): (1, 0, 1, "plans"),
    ("tokens", "land", "bounds", "optimal"): (1, 1, 0, "plans"),
    ("tokens", "land", "proofs", "silent"): (2, 0, 0, "plans", "invariant"),
    ("tokens", "land", "proofs", "plans"): (2, 0, 0, "plans", "invariant"),
    ("tokens", "land", "proofs", "optimal"): (2, 0, 0, "plans", "invariant"),
    ("tokens", "land", "space", "silent"): (2, 0, 0, "plans", "exploration"),
    ("tokens", "land", "space", "plans"): (2, 0, 0, "plans", "exploration"),
    ("tokens", "land", "space", "optimal"): (2, 0, 0, "plans", "exploration"),
    ("tokens", "land", "unchecked space", "silent"): (1, 1, 0, "plans"),
    ("tokens", "land", "unchecked space", "plans"): (1, 1, 0, "plans"),
    ("tokens", "land", "unchecked space", "optimal"): (1, 1, 0, "plans"),
    ("tokens", "land", "own search", "silent"): (1, 0, 1, "plans"),
    ("tokens", "land", "own search", "plans"): (1, 0, 1, "plans"),
    ("tokens", "land", "own search", "optimal"): (1, 1, 0, "plans"),
    ("tower", "reach", "nothing", "silent"): (9, 0, 11, "runs", "closure", "invariant"),
    ("tower", "reach", "nothing", "plans"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "nothing", "optimal"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "bounds", "silent"): (9, 0, 11, "runs", "closure", "invariant"),
    ("tower", "reach", "bounds", "plans"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "bounds", "optimal"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "proofs", "silent"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "proofs", "plans"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "proofs", "optimal"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "space", "silent"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "space", "plans"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "space", "optimal"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "unchecked space", "silent"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "unchecked space", "plans"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "unchecked space", "optimal"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "own search", "silent"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "own search", "plans"): (20, 0, 0, "runs", "closure", "invariant"),
    ("tower", "reach", "own search", "optimal"): (20, 0, 0, "runs", "closure", "invariant"),
}
"""World, task, effort, engine -> claims certified, on an engine's word and open, and the certificates."""


def shortest(task, goal, init, without):
    """Operator names of a shortest plan that never adds what it has to do without; None if there is none."""
    seen, queue = {init}, deque([(init, ())])
    while queue:
        state, plan = queue.popleft()
        if goal & ~state == 0:
            return plan
        for operator in task.operators:
            if operator.applicable(state) and not operator.add & without:
                after = operator.apply(state)
                if after not in seen:
                    seen.add(after)
                    queue.append((after, (*plan, operator.name)))
    return None


def engine(skill):
    """A planner: ``optimal`` knows all, ``first`` that of one state, ``plans`` vouches for nothing."""

    def plan(oracle, goal, *, init=None, without=0, optimal=False):
        if skill == "silent" or (skill == "first" and init is not None):
            return Undecided("fake", Why.TIME, "it says nothing")
        found = shortest(oracle.task, goal, oracle.task.init if init is None else init, without)
        if found is None:
            return Undecided("fake", Why.GAVE_UP, "none") if skill == "plans" else Proven("fake", "no plan")
        return Refuted("fake", found, optimal=optimal and skill != "plans")

    return plan


def asked(world, task):
    domain, problem = WORLDS[world]
    return seal(
        Instance(
            id="", family="planning", task=task, form="gen", domain=NAMES[world],
            world={"kind": "pddl", "domain": domain, "problem": problem},
            query={}, prompt=Prompt(question="?"),
        )
    )  # fmt: skip


def route(world, task, effort, skill):
    """The grades and the kinds of certificates; what is said must be so, and the checker must accept it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Oracle, "engine_plan", engine(skill))
        patch.setattr(cheapest, "FIRST_TRY", 1)
        if not EFFORTS[effort].obligations:  # it proves easy ones without any
            patch.setattr(necessary, "pdr", lambda *told, **how: None)
        made = label(asked(world, task), EFFORTS[effort])
    report = check(made)
    assert report.ok, report.failed
    assert (report.certified, report.engine_proven) == (made.grades.certified, made.grades.engine_proven)
    full = label(asked(world, task))
    if not made.grades.undecided:
        assert made.truth == full.truth
    for side in ("closer", "not_closer") if "h" in made.truth else ():
        assert set(made.truth[side]) <= set(full.truth[side])
    kinds = [proof.kind for proof in made.certificates]
    return made.grades.certified, made.grades.engine_proven, made.grades.undecided, *kinds


@pytest.mark.parametrize("case", ROUTES, ids=" ".join)
def test_routes(case):
    assert route(*case) == ROUTES[case]


def test_an_optimal_plan_that_is_not_the_shortest_is_a_disagreement(monkeypatch):
    def plan(oracle, goal, *, init=None, without=0, optimal=False):
        found = shortest(oracle.task, goal, oracle.task.init if init is None else init, without)
        return Refuted("fake", (*found[:1], *found), optimal=True)

    monkeypatch.setattr(Oracle, "engine_plan", plan)
    monkeypatch.setattr(cheapest, "FIRST_TRY", 1)
    with pytest.raises(EnginesDisagreeError) as caught:
        label(asked("ferry", "nexta"), EFFORTS["space"])
    assert str(caught.value) == "the space says h* = 6, the planner 7"
    with pytest.raises(EnginesDisagreeError) as caught:
        label(asked("ferry", "nexta"), EFFORTS["bounds"])
    assert str(caught.value) == "a plan of 6 steps, where the optimal planner says 7"
