"""Faults in truths, grades, gold answers and worlds are refused, naming the first that is wrong."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from testkit import proof_faults

BASES, body, extra, move, plus, put, rewrite, truth = (
    getattr(proof_faults, name)
    for name in ("BASES", "body", "extra", "move", "plus", "put", "rewrite", "truth")
)
Data = dict[str, Any]

FAULTS: list[tuple[str, Callable[[Data], None], str]] = [
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
        r"truth items: \(at c0 l0\) occurs twice",
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
    ("land", put("truth", {"kind": "degenerate", "reason": "tired"}), r"truth.reason: 'tired' is not"),
    ("unsolvable", put("certificates", []), r"the goal is reachable: no certificate proves it"),
    ("unsolvable", put("task", "app"), r"truth: its fields must be items, kind"),
    # next actions
    ("nexta", truth("h", 5), r"h\* = 5: the record says yes, but no is proven"),
    ("nexta", truth("h", 7), r"h\* = 7: the record says yes, but no is proven"),
    ("nexta", truth("h", 0), r"truth.h: 0 is no whole number from 1"),
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
    ("just", put("gold", f"[{', '.join(proof_faults.DETOUR)}]"), r"gold: "),
    ("just", put("gold", f"[{', '.join(proof_faults.DETOUR[1:])}]"), r"gold: "),
    ("just", put("gold", f"[{', '.join([*proof_faults.PLAN[1:], proof_faults.PLAN[0]])}]"), r"gold: "),
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
        r"the index of the first inapplicable action: the record says 1, .* gives 0",
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
    ("base", "fault", "reason"), FAULTS, ids=[f"{k}-{f[0]}" for k, f in enumerate(FAULTS)]
)
def test_faults_are_refused(base, fault, reason):
    proof_faults.refused(base, fault, reason)
