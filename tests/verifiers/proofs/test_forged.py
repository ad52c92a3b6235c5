"""Records that a dishonest or faulty labeller could make: each holds in all but one point, and is refused."""

import msgspec
import pytest
from testkit import proof_reference, proof_worlds

from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Grades, Instance, Prompt
from certwright.verifiers.checking import check
from certwright.verifiers.label import label
from certwright.verifiers.planning.oracle import Effort
from certwright.verifiers.proofs.pddl_tree import read_name

FERRY = proof_reference.Reference(*proof_worlds.ferry(2, [0, 1], [1, 0]))
STUCK = proof_reference.Reference(*proof_worlds.STUCK)
PLAN = FERRY.plan_from(FERRY.init)

SAME_NAME = proof_reference.Reference(
    """(define (domain names) (:predicates (start) (a ?x) (b ?x) (done))
     (:action first :parameters (?x) :precondition (start) :effect (and (not (start)) (b ?x)))
     (:action second :parameters (?x) :precondition (start) :effect (and (not (start)) (a ?x)))
     (:action turn :parameters (?x) :precondition (b ?x) :effect (a ?x))
     (:action finish :parameters (?x) :precondition (a ?x) :effect (done)))""",
    "(define (problem p) (:domain names) (:objects a b) (:init (start)) (:goal (done)))",
)
"""Objects a and b are interchangeable, and two predicates bear their names."""


def changed(instance: Instance, **fields) -> Instance:
    return seal(msgspec.structs.replace(instance, **fields))


def test_a_predicate_that_shares_its_name_with_an_object_is_not_renamed():
    assert SAME_NAME.distance[SAME_NAME.init] == 2
    assert check(SAME_NAME.nexta()).ok
    longer = [[f"(first {x})", f"(turn {x})", f"(finish {x})"] for x in "ab"]
    truth = {
        "kind": "next_action",
        "h": 3,
        "closer": ["(first a)", "(first b)"],
        "not_closer": [],
        "undecided": ["(second a)", "(second b)"],
    }
    bound = Certificate("lower_bound", {"bound": 3, "after": [], "nodes": 5})
    proofs = [SAME_NAME.plans_proof(longer), bound]
    forged = SAME_NAME.instance("nexta", "gen", {}, truth, proofs, 3, undecided=2)
    assert check(forged).failed == "lower_bound: there is a plan of 2 actions from a listed state"


def test_sides_are_not_certified_where_the_distance_is_an_engine_s_word():
    h = FERRY.distance[FERRY.init]
    now = FERRY.applicable(FERRY.init)
    truth = {"kind": "next_action", "h": h - 1, "closer": [], "not_closer": now, "undecided": []}
    bound = Certificate("lower_bound", {"bound": h - 1, "after": now, "nodes": 100})
    forged = FERRY.instance("nexta", "gen", {}, truth, [bound], len(now), engine_proven=1)
    assert check(forged).failed == f"{now[0]} leads closer: no certificate proves it"
    honest = changed(forged, grades=Grades(engine_proven=len(now) + 1))
    report = check(honest)
    assert (report.state, report.certified, report.engine_proven) == ("holds", 0, len(now) + 1)


@pytest.mark.parametrize("fact", ["(at c0 l0)", "(at c0 l1)", "(on c0)"])
def test_nothing_is_a_landmark_of_a_state_without_a_plan(fact):
    vacuous = STUCK.item("land", {"fact": fact}, True, [Certificate("evaluation", {})])
    assert check(vacuous).failed == f"the answer: {fact} is a landmark: no certificate proves it"
    proven = STUCK.item("land", {"fact": fact}, True, [STUCK.closure_proof()])
    reason = "truth: landmarks of a state from which the goal is proven to be unreachable"
    assert check(proven).failed == reason
    labelled = label(vacuous, Effort(engine="search"))
    assert (labelled.truth, labelled.gold) == ({"kind": "bool", "answer": None}, None)
    assert labelled.grades == Grades(undecided=1)
    assert check(labelled).state == "holds"


@pytest.mark.parametrize("fact", ["(at c0 l0)", "(at c0 l1)", "(not-eq l0 l1)"])
def test_what_holds_anyway_is_a_landmark_where_there_is_a_plan(fact):
    labelled = label(FERRY.item("land", {"fact": fact}, True, []), Effort(engine="search"))
    assert (labelled.gold, labelled.grades) == ("yes", Grades(certified=1))
    assert [certificate.kind for certificate in labelled.certificates] == ["plans"]
    assert check(labelled).certified == 1


NEXTA, LAND, APP = FERRY.nexta(), FERRY.land(), FERRY.app()
DEGENERATE = STUCK.unsolvable()
FORGED = {
    "a further field in the truth": (
        changed(APP, truth={**APP.truth, "index": 0}),
        "truth: its fields must be items, kind; got index, items, kind",
    ),
    "a further field in a void truth": (
        changed(DEGENERATE, truth={**DEGENERATE.truth, "h": 3}),
        "truth: its fields must be kind, reason; got h, kind, reason",
    ),
    "a gold answer to a void question": (
        changed(DEGENERATE, gold="(board c0 l0)"),
        "gold: '(board c0 l0)' is not a canonical right answer",
    ),
    "a further field in the query": (
        changed(NEXTA, query={"actions": PLAN}),
        "query: its fields must be none; got actions",
    ),
    "an item's query with a field of another task": (
        changed(FERRY.item("areach", {"action": PLAN[0], "facts": []}, True, [])),
        "query: its fields must be action; got action, facts",
    ),
    "another domain": (
        changed(APP, domain="blocksworld"),
        "domain: the record says 'blocksworld', the world is of 'ferry'",
    ),
    "another kind of world": (
        changed(APP, world={**APP.world, "level": 1}),
        "world: its fields must be domain, kind, problem; got domain, kind, level, problem",
    ),
    "actions that no run applies": (
        changed(
            FERRY.item("areach", {"action": PLAN[0]}, True, [FERRY.runs_proof()]),
            certificates=(Certificate("runs", {"actions": [PLAN[0], "(swim)"], "steps": [0, 0]}),),
        ),
        "runs: (swim) is listed, but no step takes it",
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_what_no_rule_covers_is_refused(name):
    instance, reason = FORGED[name]
    assert check(instance).failed == reason


def test_what_is_denied_is_told_as_denied():
    claims = check(NEXTA).claims
    told = {claim.text: (claim.by, claim.proven) for claim in claims}
    assert told["h* = 6"] == ("plans and lower_bound", True)
    assert told["(board c0 l0) leads closer"] == ("plans", True)
    assert told["(sail l0 l1) leads closer: no"] == ("lower_bound", True)


def test_gold_must_agree_with_the_truth_where_there_is_no_world():
    imported = seal(
        Instance(
            id="", family="planning", task="reach", form="bool", domain="ferry", world={}, query={},
            prompt=Prompt(question="?"), truth={"kind": "bool", "answer": True}, gold="yes",
            grades=Grades(unverified=1),
        )
    )  # fmt: skip
    assert check(imported).ok
    assert check(changed(imported, gold="no")).failed == "gold: 'no' is not the stored answer"


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"max_tokens": 0}, "prompt.limits.max_tokens: 0 is no whole number from 1"),
        ({"max_tokens": True}, "prompt.limits.max_tokens: True is no whole number from 1"),
        ({"max_tokens": 9.0}, "prompt.limits.max_tokens: 9.0 is no whole number from 1"),
        ({"stop": ["board"]}, "prompt.limits.stop: 'board' stands in the gold answer"),
        ({"stop": "board"}, "prompt.limits.stop: 'board' is no list"),
        ({"seconds": 3}, "prompt.limits.seconds: no such field"),
    ],
)
def test_the_limits_of_a_prompt_leave_room_for_the_gold_answer(limits, message):
    assert "board" in NEXTA.gold
    prompt = msgspec.structs.replace(NEXTA.prompt, limits=limits)
    assert message in check(changed(NEXTA, prompt=prompt)).failed
    enough = msgspec.structs.replace(prompt, limits={"max_tokens": 9, "stop": ["?"]})
    assert check(changed(NEXTA, prompt=enough)).ok


@pytest.mark.parametrize("sign", ["\u212a", "\uff4b", "\u00e9"])
def test_a_name_outside_ascii_is_no_name(sign):
    # the sign of the kelvin is a k in lower case
    assert read_name(f"(at {sign}0 l1)") == () and read_name("(AT c0 L1)") == ("at", "c0", "l1")
