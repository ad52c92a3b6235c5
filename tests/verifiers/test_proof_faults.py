"""Bad files are refused, naming the first broken step: certificates, truths, grades, gold, worlds."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Instance
from certwright.verifiers.proofs.check import MAX_BYTES, check

sys.path.append(str(Path(__file__).parent))
R = import_module("proof_reference")

FERRY = R.Reference(*R.ferry(2, [0, 1], [1, 0]))
PLAN = FERRY.plan_from(FERRY.init)
RELAXED = Certificate("relaxed", {"facts": FERRY.landmarks})
DETOUR = ["(sail l0 l1)", "(sail l1 l0)", *PLAN]
LAND = FERRY.land()
BASES: dict[str, Instance] = {
    "app": FERRY.app(),
    "prog": FERRY.prog("(board c0 l0)"),
    "val": FERRY.val(["(board c0 l0)", "(board c1 l0)"]),
    "just": FERRY.just(DETOUR),
    "reach": FERRY.closed_world("reach", "unreachable"),
    "reach listed": FERRY.closed_world("reach", "reachable"),
    "reach explored": R.Reference(*R.STUCK).closed_world("reach", "reachable", "exploration"),
    "areach": FERRY.closed_world("areach", "reachable"),
    "areach stuck": R.Reference(*R.STUCK).closed_world("areach", "reachable"),
    "conjunction": FERRY.item(
        "reach", {"facts": ["(on c0)", "(on c1)"]}, False, [FERRY.closure_proof(), FERRY.invariant_proof()]
    ),
    "land": LAND,
    "land relaxed": msgspec.structs.replace(LAND, certificates=(LAND.certificates[0], RELAXED)),
    "land explored": FERRY.land("exploration"),
    "nexta": FERRY.nexta(),
    "nexta table": FERRY.nexta("distances"),
    "unsolvable": R.Reference(*R.STUCK).unsolvable(),
}
Data = dict[str, Any]


def test_the_bases_are_good():
    assert {name: check(base).failed for name, base in BASES.items()} == dict.fromkeys(BASES)


def put(*path: Any) -> Callable[[Data], None]:
    """Set what lies at a path to its last element; ABSENT deletes it; a function maps what is there."""

    def apply(record: Data) -> None:
        *way, last, value = path
        place: Any = record
        for key in way:
            place = place[key]
        if value is R.ABSENT:
            del place[last]
        else:
            place[last] = value(place[last]) if callable(value) else value

    return apply


def body(number: int, *path: Any) -> Callable[[Data], None]:
    return put("certificates", number, "body", *path)


def truth(*path: Any) -> Callable[[Data], None]:
    return put("truth", *path)


def rewrite(old: str, new: str) -> Callable[[Data], None]:
    """Another world: the first occurrence of a text in the problem is replaced."""

    def apply(record: Data) -> None:
        text = record["world"]["problem"]
        assert old in text
        record["world"]["problem"] = text.replace(old, new, 1)

    return apply


def plus(number: int) -> Callable[[int], int]:
    return lambda value: value + number


def extra(*items: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda values: sorted([*values, *items], key=str)


def move(source: str, target: str, item: str) -> Callable[[Data], None]:
    def apply(record: Data) -> None:
        record["truth"][source].remove(item)
        record["truth"][target] = sorted([*record["truth"][target], item])

    return apply


HEX = "0" * 64
FAULTS: list[tuple[str, Callable[[Data], None], str]] = [
    # the envelope
    ("app", put("certificates", [{"kind": "oath", "body": {}}]), r"oath: no such kind of certificate"),
    ("app", put("certificates", [{"kind": "evaluation", "body": {"x": 1}}]), r"evaluation: malformed: .*`x`"),
    ("app", put("certificates", []), r"the applicable actions: no certificate proves it"),
    (
        "app",
        put("certificates", [{"kind": "closure", "body": {"facts": "a" * MAX_BYTES}}]),
        r"closure: larger than",
    ),
    (
        "app",
        put("certificates", [{"kind": "evaluation", "body": {}}] * 5000),
        r"5000 certificates, the limit",
    ),
    ("app", put("truth", None), r"the instance is not labelled"),
    ("app", put("grades", None), r"the instance is not labelled"),
    ("app", put("family", "reactive"), r"there is no checker for the family reactive"),
    ("app", put("task", "nap"), r"there is no planning task nap"),
    ("nexta", put("form", "bool"), r"task nexta has no form bool"),
    ("app", put("form", "episode"), r"task app has no form episode"),
    ("app", put("world", "kind", "hoa"), r"world: not a PDDL pair"),
    ("app", put("world", "domain", "(define"), r"domain.pddl:1:1: this parenthesis is never closed"),
    ("app", put("world", "domain", "(" * 10**5), r"domain.pddl:1:65: lists nested deeper"),
    ("app", put("world", {}), r"world: without one nothing can be certified"),
    ("land", put("grades", "certified", plus(1)), r"grades: \d+ claims are called certified, \d+ are"),
    ("land", put("grades", "certified", plus(-1)), r"grades: \d+ claims are graded, the record makes \d+"),
    ("land", put("grades", "engine_proven", 1), r"grades: \d+ claims are graded"),
    ("land", put("grades", "undecided", 1), r"grades: 1 undecided items are stated, there are 0"),
    ("land", put("grades", "unverified", 1), r"grades: "),
    # evaluation
    ("app", truth("items", extra("(board c1 l0)")), r"the applicable actions: the record says"),
    ("app", truth("items", ["(board c0 l0)"]), r"the applicable actions: the record says"),
    ("app", truth("items", lambda items: items[::-1]), r"the applicable actions: the record says"),
    ("app", truth("items", [3]), r"truth: malformed: Expected `str`, got `int`"),
    ("app", truth("kind", "index"), r"truth: malformed: Invalid value 'index'"),
    ("prog", truth("pos", []), r"the effects: the record says"),
    ("prog", truth("neg", extra("(at c1 l1)")), r"the effects: the record says"),
    (
        "prog",
        put("query", "action", "(board c1 l0)"),
        r"query: \(board c1 l0\) is not applicable: \(at c1 l0\) is false",
    ),
    ("prog", put("query", {}), r"query: malformed: .*action"),
    ("val", truth("index", 0), r"the first inapplicable action: the record says 0, evaluation gives 1"),
    ("val", truth("index", True), r"truth: malformed"),
    ("val", truth("index", -1), r"truth: malformed"),
    (
        "val",
        put("query", "actions", ["(board c0 l0)"]),
        r"the first inapplicable action: .*evaluation gives None",
    ),
    ("just", truth("pairs", []), r"the removable positions: the record says"),
    ("just", truth("singles", [0]), r"the removable positions: the record says"),
    ("just", put("query", "plan", DETOUR[:-1]), r"query: the sequence to be simplified is not a plan"),
    (
        "just",
        put("query", "plan", [*DETOUR, "(sail l1 l1)"]),
        r"query: step 8 of the plan, \(sail l1 l1\): \(not-eq",
    ),
    (
        "just",
        put("query", "plan", DETOUR[2:3] * 2),
        r"query: step 1 of the plan is not applicable: \(at c0 l0\) is false",
    ),
    # runs
    ("reach", body(1, "steps", lambda steps: steps[:-1]), r"runs: steps are pairs, but there are 29 numbers"),
    ("reach", body(1, "steps", lambda steps: [*steps, 0]), r"runs: steps are pairs"),
    ("reach", body(1, "steps", 4, 40), r"runs step 2: there is no node 40 yet"),
    ("reach", body(1, "steps", 5, 40), r"runs step 2: there is no action 40"),
    ("reach", body(1, "steps", 0, -1), r"runs: malformed: .*>= 0"),
    ("reach", body(1, "steps", 0, False), r"runs: malformed: Expected `int`, got `bool`"),
    ("reach", body(1, "steps", 0, 10**40), r"runs: malformed"),
    ("reach", body(1, "steps", 0, 1.0), r"runs: malformed"),
    (
        "reach",
        body(1, "actions", 0, "(board c0 l9)"),
        r"runs: \(board c0 l9\) is applicable in no reachable state",
    ),
    (
        "reach",
        body(1, "actions", lambda names: names[::-1]),
        r"runs step 0: \(.*\) is not applicable: \(.*\) is false",
    ),
    ("reach", body(1, "extra", 1), r"runs: malformed: .*`extra`"),
    ("reach", body(1, "steps", R.ABSENT), r"runs: malformed: .*`steps`"),
    ("reach", body(1, "steps", []), r"\(at c0 l1\) is reachable: no certificate proves it"),
    ("areach", body(1, "steps", []), r"\(board c0 l1\) is reachable: no certificate proves it"),
    # closure
    ("areach", body(0, "facts", plus(1)), r"closure: 10 facts are stated, the closure has 9"),
    ("areach", body(0, "actions", plus(-1)), r"closure: 9 actions are stated, the closure has 10"),
    ("areach", body(0, "sha256", HEX), r"closure: the digest is not that of the closure"),
    ("areach", body(0, "sha256", str.upper), r"closure: malformed"),
    (
        "areach",
        put("certificates", 0, R.ABSENT),
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
    ("conjunction", body(1, "cubes", []), r"the answer: no certificate proves it"),
    ("conjunction", body(1, "avoiding", ["(on c0)"]), r"the answer: no certificate proves it"),
    ("conjunction", put("certificates", 1, R.ABSENT), r"the answer: no certificate proves it"),
    ("conjunction", truth("answer", True), r"the answer: the record says yes, but no is proven"),
    (
        "conjunction",
        put("query", "facts", ["(on c0)", "(at c1 l0)"]),
        r"the answer: no certificate proves it",
    ),
    ("land", body(1, "avoiding", []), r"invariant 0 cube \d+ is not inductive"),
    (
        "land",
        body(1, "avoiding", ["(empty-ferry)"]),
        r"(invariant 0 cube|\(at-ferry l1\) is a landmark: no cert)",
    ),
    ("land", body(1, "avoiding", ["(on c0)"]), r"(invariant 0 cube|\(at-ferry l1\) is a landmark: no cert)"),
    ("land", put("certificates", 1, R.ABSENT), r"\(at-ferry l1\) is a landmark: no certificate proves it"),
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
        put("certificates", 1, R.ABSENT),
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
        r"plans: \(sail l1 l1\) is applicable in no reachable state",
    ),
    (
        "land",
        body(0, "plans", []),
        r"facts outside the closure are no landmarks, for there is a plan: no certificate",
    ),
    ("nexta", put("certificates", 0, R.ABSENT), r"h\* = 6: no certificate proves it"),
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
        r"exploration: avoiding must be empty or one fact",
    ),
    (
        "reach explored",
        body(2, "avoiding", ["(on c0)", "(on c1)"]),
        r"exploration: avoiding must be empty or one",
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
        r"lower_bound: \(board c1 l1\) is not applicable: \(at-ferry l1\) is",
    ),
    ("nexta", body(1, "after", ["(swim)"]), r"lower_bound: \(swim\) is applicable in no reachable state"),
    ("nexta", body(1, "after", []), r"\(sail l0 l1\) leads closer: no certificate proves it"),
    ("nexta", body(1, "nodes", -1), r"lower_bound: malformed"),
    # closed worlds
    (
        "reach",
        truth("items", ["(at c0 l1)"]),
        r"\(at c0 l1\) is reachable: the record says no, but yes is proven",
    ),
    ("reach", truth("items", ["(not-eq l0 l1)"]), r"truth: \(not-eq l0 l1\) is no legal fact"),
    ("reach", truth("items", ["(AT c0 l1)"]), r"truth: \(AT c0 l1\) is no legal fact"),
    ("reach", truth("items", ["nonsense"]), r"truth: nonsense is no legal fact"),
    (
        "reach",
        truth("listed", "reachable"),
        r"\(at c0 l0\) is reachable: the record says no, but yes is proven",
    ),
    ("reach", truth("none", False), r"truth none: False is stated, True follows"),
    ("reach", truth("undecided", ["(at c0 l1)"]), r"truth none: True is stated, None follows"),
    (
        "reach listed",
        truth("items", lambda items: items[1:]),
        r"\(at c0 l0\) is reachable: the record says no",
    ),
    ("reach listed", truth("items", lambda items: items[::-1]), r"truth items: .* the list is not sorted"),
    (
        "reach listed",
        truth("items", lambda items: [items[0], *items]),
        r"truth items: .* free of repetitions",
    ),
    (
        "areach",
        truth("items", extra("(sail l0 l0)")),
        r"truth: \(sail l0 l0\) is listed as reachable, but lies outside",
    ),
    ("areach", truth("none", True), r"truth none: True is stated, False follows"),
    ("areach", truth("listed", "unreachable"), r"\(board c0 l0\) is reachable: the record says no, but yes"),
    ("areach", truth("undecided", ["(sail l0 l0)"]), r"grades: 0 undecided items are stated, there are 1"),
    ("areach", truth("undecided", ["(board c0 l0)"]), r"truth: \(board c0 l0\) is both listed and undecided"),
    (
        "areach stuck",
        truth("items", extra("(board c0 l0)")),
        r"truth: \(board c0 l0\) is listed as reachable, but",
    ),
    # landmarks
    (
        "land",
        truth("items", lambda items: items[1:]),
        r"\(at-ferry l1\) is a landmark: the record says no, but yes",
    ),
    ("land", truth("items", []), r"\(at-ferry l1\) is a landmark: the record says no, but yes is proven"),
    (
        "land",
        truth("items", extra("(at c0 l0)")),
        r"truth: \(at c0 l0\) is no non-trivial fact of the closure",
    ),
    (
        "land",
        truth("items", extra("(at c0 l1)")),
        r"truth: \(at c0 l1\) is no non-trivial fact of the closure",
    ),
    ("land", truth("items", extra("(on l0)")), r"truth: \(on l0\) is no non-trivial fact of the closure"),
    ("land", truth("none", True), r"truth none: True is stated, False follows"),
    ("land", truth("undecided", ["(on c0)"]), r"truth: \(on c0\) is both listed and undecided"),
    ("land", move("items", "undecided", "(on c0)"), r"grades: "),
    (
        "land",
        put("truth", {"kind": "degenerate", "reason": "unsolvable_state"}),
        r"the goal is reachable: .*but yes is",
    ),
    ("land", put("truth", {"kind": "degenerate", "reason": "tired"}), r"truth: malformed"),
    ("unsolvable", put("certificates", []), r"the goal is reachable: no certificate proves it"),
    ("unsolvable", put("task", "app"), r"truth: malformed"),
    # next actions
    ("nexta", truth("h", 5), r"h\* = 5: the record says yes, but no is proven"),
    ("nexta", truth("h", 7), r"h\* = 7: the record says yes, but no is proven"),
    ("nexta", truth("h", 0), r"truth: a state with h\* = 0 is degenerate"),
    (
        "nexta",
        move("closer", "not_closer", "(board c0 l0)"),
        r"\(board c0 l0\) leads closer: the record says no",
    ),
    (
        "nexta",
        move("not_closer", "closer", "(sail l0 l1)"),
        r"\(sail l0 l1\) leads closer: the record says yes",
    ),
    ("nexta", move("not_closer", "undecided", "(sail l0 l1)"), r"grades: "),
    (
        "nexta",
        truth("not_closer", []),
        r"truth: \(sail l0 l1\): the lists together are not the applicable actions",
    ),
    ("nexta", truth("closer", extra("(sail l0 l1)")), r"truth: \(sail l0 l1\): the lists together are not"),
    ("nexta", truth("closer", extra("(board c1 l1)")), r"truth: \(board c1 l1\): the lists together are not"),
    ("nexta table", truth("h", 4), r"h\* = 4: the record says yes, but no is proven"),
    (
        "nexta table",
        move("closer", "not_closer", "(board c0 l0)"),
        r"\(board c0 l0\) leads closer: the record says no",
    ),
    # gold
    ("app", put("gold", "[(board c0 l0)]"), r"gold: "),
    ("app", put("gold", "(board c0 l0) (sail l0 l1)"), r"gold: "),
    ("prog", put("gold", lambda gold: gold.replace("] [", "][")), r"gold: "),
    ("prog", put("gold", lambda gold: " ".join(reversed(re.findall(r"\[.*?\]", gold)))), r"gold: "),
    ("val", put("gold", "01"), r"gold: "),
    ("just", put("gold", f"[{', '.join(DETOUR)}]"), r"gold: "),
    ("just", put("gold", f"[{', '.join(DETOUR[1:])}]"), r"gold: "),
    ("just", put("gold", f"[{', '.join([*PLAN[1:], PLAN[0]])}]"), r"gold: "),
    ("reach", put("gold", "(at c0 l1)"), r"gold: '\(at c0 l1\)' is not a canonical right answer"),
    ("reach", put("gold", "none"), r"gold: "),
    ("areach", put("gold", "(sail  l0 l0)"), r"gold: "),
    ("areach", put("gold", "(SAIL l0 l0)"), r"gold: "),
    ("areach", put("gold", "(board l0 l0)"), r"gold: "),
    ("areach", put("gold", "None"), r"gold: "),
    ("land", put("gold", "(at c0 l1)"), r"gold: "),
    ("land", put("gold", "(on c0) "), r"gold: "),
    ("nexta", put("gold", "(sail l0 l1)"), r"gold: "),
    ("conjunction", put("gold", "yes"), r"gold: "),
    ("unsolvable", put("gold", "None"), r"gold: "),
    # swapped worlds, sealed again
    ("app", rewrite("(at c0 l0)", "(at c0 l1)"), r"the applicable actions: the record says"),
    (
        "prog",
        rewrite("(empty-ferry)", ""),
        r"query: \(board c0 l0\) is not applicable: \(empty-ferry\) is false",
    ),
    (
        "val",
        rewrite("(at c0 l0)", "(at c0 l1)"),
        r"the first inapplicable action: the record says 1, .* gives 0",
    ),
    ("just", rewrite("(at c0 l0)", "(at c1 l0)"), r"query: step 2 of the plan is not applicable"),
    ("reach", rewrite("(empty-ferry)", ""), r"closure: \d+ facts are stated, the closure has \d+"),
    (
        "areach",
        rewrite("(not-eq l0 l1)", "(not-eq l0 l0)"),
        r"closure: 9 facts are stated, the closure has 5",
    ),
    ("land", rewrite("(at c0 l0)", "(at c0 l1)"), r"plans plan 0 step \d: .* is not applicable"),
    ("nexta", rewrite("(at-ferry l0)", "(at-ferry l1)"), r"plans plan 0 step 0: .* is not applicable"),
    (
        "nexta table",
        rewrite("(and (at c0 l1)", "(and (at c0 l0)"),
        r"distances: h\* = 6 is stated, 4 is right",
    ),
    ("unsolvable", rewrite("(at-ferry l0)", "(at-ferry l0) (empty-ferry)"), r"closure: "),
]


@pytest.mark.parametrize(
    ("base", "fault", "reason"), FAULTS, ids=[f"{k}-{b}" for k, (b, _, _) in enumerate(FAULTS)]
)
def test_faults_are_refused(base, fault, reason):
    record = msgspec.json.decode(msgspec.json.encode(BASES[base]))
    fault(record)
    report = check(seal(msgspec.convert(record, Instance)))
    assert not report.ok
    assert re.match(reason, report.failed), report.failed
    assert (report.certified, report.engine_proven, report.undecided, report.unverified) == (0, 0, 0, 0)


@pytest.mark.parametrize("field", ["world", "query", "task", "prompt", "domain"])
def test_a_question_that_is_not_the_one_of_the_id_is_refused(field):
    other = FERRY.prog("(sail l0 l1)") if field == "query" else R.Reference(*R.TOWER).nexta()
    other = msgspec.structs.replace(
        other, prompt=msgspec.structs.replace(other.prompt, question="!"), domain="x"
    )
    swapped = msgspec.structs.replace(BASES["prog"], **{field: getattr(other, field)})
    assert check(swapped).failed == "id: the question is not the one that the id names"


def test_the_effort_of_a_lower_bound_is_limited(monkeypatch):
    from certwright.verifiers.proofs import lower_bound

    monkeypatch.setattr(lower_bound, "MAX_STATES", 2)
    failed = check(BASES["nexta"]).failed
    assert failed == "lower_bound: not proven again within the stated effort (2 states)"


def test_nested_junk_does_not_raise():
    junk: Any = []
    for _ in range(50_000):
        junk = [junk]
    broken = Certificate("runs", {"actions": junk, "steps": []})
    report = check(msgspec.structs.replace(BASES["reach"], certificates=(broken,)))
    assert not report.ok
