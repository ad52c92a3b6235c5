"""Faults in the envelope and in certificates are refused, naming the first broken step."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from testkit import proof_faults

from certwright.instances.records import Certificate
from certwright.verifiers.checking import check
from certwright.verifiers.proofs.core import MAX_BYTES

BASES, body, extra, move, plus, put, rewrite, truth = (
    getattr(proof_faults, name)
    for name in ("BASES", "body", "extra", "move", "plus", "put", "rewrite", "truth")
)
Data = dict[str, Any]


def test_the_bases_are_good():
    assert {name: check(base).failed for name, base in BASES.items()} == dict.fromkeys(BASES)


HEX = "0" * 64
FAULTS: list[tuple[str, Callable[[Data], None], str]] = [
    # the envelope
    ("app", put("certificates", [{"kind": "oath", "body": {}}]), r"oath: no such kind of certificate"),
    (
        "app",
        put("certificates", [{"kind": "evaluation", "body": {"x": 1}}]),
        r"evaluation: its fields must be none; got x",
    ),
    ("app", put("certificates", []), r"the applicable actions: no certificate proves it"),
    (
        "app",
        put("certificates", [{"kind": "closure", "body": {"facts": "a" * MAX_BYTES}}]),
        r"closure: larger than",
    ),
    (
        "app",
        put("certificates", [{"kind": "evaluation", "body": {}}] * 5000),
        r"certificates: .* is no list of at most 4096 items",
    ),
    ("app", put("truth", None), r"the record is not labelled: it has no truth or no grades"),
    ("app", put("grades", None), r"the record is not labelled: it has no truth or no grades"),
    ("app", put("family", "reactive"), r"task: reactive has no task app"),
    ("app", put("task", "nap"), r"task: planning has no task nap"),
    ("nexta", put("form", "bool"), r"form: task nexta has no form bool"),
    ("app", put("form", "episode"), r"form: task app has no form episode"),
    ("app", put("world", "kind", "hoa"), r"world.kind: 'hoa' is not 'pddl'"),
    ("app", put("world", "domain", "(define"), r"domain.pddl:1:1: this parenthesis is never closed"),
    ("app", put("world", "domain", "(" * 10**5), r"domain.pddl:1:65: lists nested deeper"),
    ("app", put("world", {}), r"world: without one nothing can be certified"),
    ("land", put("grades", "certified", plus(1)), r"grades: \d+ claims are called certified, \d+ are"),
    ("land", put("grades", "certified", plus(-1)), r"grades: \d+ claims are graded, \d+ are made"),
    ("land", put("grades", "engine_proven", 1), r"grades: \d+ claims are graded"),
    ("land", put("grades", "undecided", 1), r"grades: 1 undecided items are stated, there are 0"),
    ("land", put("grades", "unverified", 1), r"grades: "),
    # evaluation
    ("app", truth("items", extra("(board c1 l0)")), r"the applicable actions: the record says"),
    ("app", truth("items", ["(board c0 l0)"]), r"the applicable actions: the record says"),
    ("app", truth("items", lambda items: items[::-1]), r"the applicable actions: the record says"),
    ("app", truth("items", [3]), r"truth.items\[0\]: 3 is no text of at most 2000 characters"),
    ("app", truth("kind", "index"), r"truth.kind: 'index' is not 'set'"),
    ("prog", truth("pos", []), r"the effects of \(board c0 l0\): the record says"),
    ("prog", truth("neg", extra("(at c1 l1)")), r"the effects of \(board c0 l0\): the record says"),
    (
        "prog",
        put("query", "action", "(board c1 l0)"),
        r"query: \(board c1 l0\) is not applicable: \(at c1 l0\) is false",
    ),
    ("prog", put("query", {}), r"query: its fields must be action; got none"),
    (
        "val",
        truth("index", 0),
        r"the index of the first inapplicable action: the record says 0, evaluation gives 1",
    ),
    ("val", truth("index", True), r"truth.index: .* is no whole number"),
    ("val", truth("index", -1), r"truth.index: .* is no whole number"),
    (
        "val",
        put("query", "actions", ["(board c0 l0)"]),
        r"the index of the first inapplicable action: .*evaluation gives None",
    ),
    ("just", truth("pairs", []), r"the removable positions: the record says"),
    ("just", truth("singles", [0]), r"the removable positions: the record says"),
    (
        "just",
        put("query", "plan", proof_faults.DETOUR[:-1]),
        r"query: the sequence to be simplified is not a plan",
    ),
    (
        "just",
        put("query", "plan", [*proof_faults.DETOUR, "(sail l1 l1)"]),
        r"query: step 8 of the plan is not applicable: it can never be applied",
    ),
    (
        "just",
        put("query", "plan", proof_faults.DETOUR[2:3] * 2),
        r"query: step 1 of the plan is not applicable: \(at c0 l0\) is false",
    ),
    # runs
    ("reach", body(1, "steps", lambda steps: steps[:-1]), r"runs: steps are pairs, but there are 29 numbers"),
    ("reach", body(1, "steps", lambda steps: [*steps, 0]), r"runs: steps are pairs"),
    ("reach", body(1, "steps", 4, 40), r"runs step 2: there is no node 40 yet"),
    ("reach", body(1, "steps", 5, 40), r"runs step 2: there is no action 40"),
    ("reach", body(1, "steps", 0, -1), r"runs.steps\[0\]: -1 is no whole number"),
    ("reach", body(1, "steps", 0, False), r"runs.steps\[0\]: False is no whole number"),
    ("reach", body(1, "steps", 0, 10**40), r"runs.steps\[0\]: .* is no whole number from 0 to 1000000000"),
    ("reach", body(1, "steps", 0, 1.0), r"runs.steps\[0\]: .* is no whole number from 0 to 1000000000"),
    (
        "reach",
        body(1, "actions", 0, "(board c0 l9)"),
        r"runs step 0: \(board c0 l9\) is applicable in no reachable state",
    ),
    (
        "reach",
        body(1, "actions", lambda names: names[::-1]),
        r"runs step 0: \(.*\) is not applicable: \(.*\) is false",
    ),
    ("reach", body(1, "extra", 1), r"runs: its fields must be actions, steps; got actions, extra, steps"),
    ("reach", body(1, "steps", proof_faults.ABSENT), r"runs: its fields must be actions, steps; got actions"),
    (
        "reach",
        put("certificates", 1, "body", {"actions": [], "steps": []}),
        r"\(at c0 l1\) is reachable: no certificate proves it",
    ),
    (
        "areach",
        put("certificates", 1, "body", {"actions": [], "steps": []}),
        r"\(board c0 l1\) is reachable: no certificate proves it",
    ),
    # closure
    ("areach", body(0, "facts", plus(1)), r"closure: 10 facts are stated, the closure has 9"),
    ("areach", body(0, "actions", plus(-1)), r"closure: 9 actions are stated, the closure has 10"),
    ("areach", body(0, "sha256", HEX), r"closure: the digest is not that of the closure"),
    ("areach", body(0, "sha256", str.upper), r"closure.sha256: .* is no sha256 in hex"),
    (
        "areach",
        put("certificates", 0, proof_faults.ABSENT),
        r"actions outside the closure are unreachable: no certificate",
    ),
    # invariant
    ("conjunction", body(1, "cubes", 0, [0, 40]), r"invariant cube 0: there is no fact 40"),
    ("conjunction", body(1, "cubes", extra([])), r"invariant cube \d+ holds in the initial state"),
    (
        "conjunction",
        body(1, "facts", 0, "(at-ferry l9)"),
        r"invariant cube \d+ is not inductive: \(.*\) can make it true",
    ),
    (
        "conjunction",
        body(1, "cubes", lambda c: c[1:]),
        r"(invariant cube \d+ is not inductive|the answer: no certificate)",
    ),
    (
        "conjunction",
        body(1, "cubes", lambda c: c[-1:]),
        r"invariant cube 0 is not inductive: \(.*\) can make it true",
    ),
    ("conjunction", body(1, "cubes", []), r"the answer: .* can hold: no certificate proves it"),
    ("conjunction", body(1, "avoiding", ["(on c0)"]), r"the answer: .* can hold: no certificate proves it"),
    (
        "conjunction",
        put("certificates", 1, proof_faults.ABSENT),
        r"the answer: .* can hold: no certificate proves it",
    ),
    ("conjunction", truth("answer", True), r"the answer: .* can hold: the record says yes, but no is proven"),
    (
        "conjunction",
        put("query", "facts", ["(on c0)", "(at c1 l0)"]),
        r"the answer: .* can hold: no certificate proves it",
    ),
    ("land", body(1, "avoiding", []), r"invariant 0 cube \d+ is not inductive"),
    (
        "land",
        body(1, "avoiding", ["(empty-ferry)"]),
        r"(invariant 0 cube|\(at-ferry l1\) is a landmark: no cert)",
    ),
    ("land", body(1, "avoiding", ["(on c0)"]), r"(invariant 0 cube|\(at-ferry l1\) is a landmark: no cert)"),
    (
        "land",
        put("certificates", 1, proof_faults.ABSENT),
        r"\(at-ferry l1\) is a landmark: no certificate proves it",
    ),
    # relaxed
    (
        "land relaxed",
        body(1, "facts", extra("(at c1 l1)")),
        r"relaxed: \(at c1 l1\) holds in the initial state",
    ),
    ("land relaxed", body(1, "facts", extra("(at c9 l0)")), r"relaxed: \(at c9 l0\) lies outside"),
    ("land relaxed", body(1, "facts", []), r"\(at-ferry l1\) is a landmark: no certificate proves it"),
    (
        "land relaxed",
        put("certificates", 1, proof_faults.ABSENT),
        r"\(at-ferry l1\) is a landmark: no certificate proves it",
    ),
    # plans
    (
        "land",
        body(0, "plans", 0, lambda plan: plan[:-1]),
        r"plans plan 0: the goal \(at c\d l\d\) is false at its end",
    ),
    (
        "land",
        body(0, "plans", 0, lambda plan: plan[1:]),
        r"plans plan 0 step \d: \(.*\) is not applicable: \(.*\) is false",
    ),
    (
        "land",
        body(0, "plans", 0, lambda plan: [plan[1], plan[0], *plan[2:]]),
        r"plans plan 0 step \d: .* is not appl",
    ),
    ("land", body(0, "plans", 0, 0, 99), r"plans plan 0 step 0: there is no action 99"),
    (
        "land",
        body(0, "actions", 0, "(sail l1 l1)"),
        r"plans plan 0 step 0: \(sail l1 l1\) is applicable in no reachable state",
    ),
    (
        "land",
        put("certificates", 0, "body", {"actions": [], "plans": []}),
        r"facts outside the closure are no landmarks, for there is a plan: no certificate",
    ),
    ("nexta", put("certificates", 0, proof_faults.ABSENT), r"h\* = 6: no certificate proves it"),
    # exploration
    ("reach explored", body(2, "states", plus(1)), r"exploration: 3 states are stated, 2 are reachable"),
    (
        "reach explored",
        body(2, "states", plus(-1)),
        r"exploration: more than the stated 1 states are reachable",
    ),
    (
        "reach explored",
        body(2, "states", 10**9),
        r"exploration: 1000000000 states are stated, the checker explores",
    ),
    ("reach explored", body(2, "sha256", HEX), r"exploration: the digest is not that of the explored space"),
    (
        "reach explored",
        body(2, "avoiding", ["(at c9 l9)"]),
        r"exploration: \(at c9 l9\) lies outside the delete-relaxed closure",
    ),
    (
        "reach explored",
        body(2, "avoiding", ["(on c0)", "(on c1)"]),
        r"exploration.avoiding: .* is no list of at most 1 items",
    ),
    (
        "land explored",
        body(1, "avoiding", []),
        r"exploration 0: more than the stated \d+ states are reachable",
    ),
    ("land explored", body(1, "avoiding", ["(empty-ferry)"]), r"exploration 0: "),
    ("land explored", body(2, "states", plus(2)), r"exploration 1: \d+ states are stated, \d+ are reachable"),
    # distances
    ("nexta table", body(0, "h", 5), r"distances: h\* = 5 is stated, 6 is right"),
    ("nexta table", body(0, "h", None), r"distances: h\* = None is stated, 6 is right"),
    ("nexta table", body(0, "states", plus(1)), r"distances: 17 states are stated, 16 are reachable"),
    ("nexta table", body(0, "states", plus(-1)), r"distances: more than the stated 15 states are reachable"),
    # lower bound
    ("nexta", body(1, "bound", 7), r"lower_bound: there is a plan of 6 actions from a listed state"),
    ("nexta", body(1, "bound", 5), r"h\* = 6: no certificate proves it"),
    (
        "nexta",
        body(1, "after", ["(board c0 l0)"]),
        r"lower_bound: there is a plan of 5 actions from a listed state",
    ),
    (
        "nexta",
        body(1, "after", ["(board c1 l1)"]),
        r"lower_bound: \(board c1 l1\) is not applicable in the initial state",
    ),
    ("nexta", body(1, "after", ["(swim)"]), r"lower_bound: \(swim\) is not applicable in the initial state"),
    ("nexta", body(1, "after", []), r"\(sail l0 l1\) leads closer: no certificate proves it"),
    ("nexta", body(1, "nodes", -1), r"lower_bound.nodes: -1 is no whole number"),
]


@pytest.mark.parametrize(
    ("base", "fault", "reason"), FAULTS, ids=[f"{k}-{f[0]}" for k, f in enumerate(FAULTS)]
)
def test_faults_are_refused(base, fault, reason):
    proof_faults.refused(base, fault, reason)


@pytest.mark.parametrize("field", ["world", "query", "task", "prompt", "domain"])
def test_a_question_that_is_not_the_one_of_the_id_is_refused(field):
    other = (
        proof_faults.FERRY.prog("(sail l0 l1)")
        if field == "query"
        else proof_faults.proof_reference.Reference(*proof_faults.proof_worlds.TOWER).nexta()
    )
    other = msgspec.structs.replace(
        other, prompt=msgspec.structs.replace(other.prompt, question="!"), domain="x"
    )
    swapped = msgspec.structs.replace(BASES["prog"], **{field: getattr(other, field)})
    assert check(swapped).failed == "id: the question is not the one that the id names"


def test_the_effort_of_a_lower_bound_is_limited(monkeypatch):
    from certwright.verifiers.proofs.planning import rules

    monkeypatch.setattr(rules, "MAX_REFUTED", 2)
    failed = check(BASES["nexta"]).failed
    assert failed == "lower_bound: not proven again within the stated effort (2 states)"


def test_nested_junk_does_not_raise():
    junk: Any = []
    for _ in range(50_000):
        junk = [junk]
    broken = Certificate("runs", {"actions": junk, "steps": []})
    report = check(msgspec.structs.replace(BASES["reach"], certificates=(broken,)))
    assert not report.ok


def test_the_effort_of_all_certificates_together_is_limited(monkeypatch):
    from certwright.verifiers.proofs.planning import knowledge

    monkeypatch.setattr(knowledge, "MAX_EFFORT", 40)
    base = BASES["nexta table"]
    doubled = msgspec.structs.replace(base, certificates=base.certificates * 3)
    assert check(base).ok
    assert check(doubled).failed == "distances 2: the certificates ask for a search of more than 40 states"
