"""What an exploration alone shows: conjunctions that hold in one of its states, actions applied in one."""

import pytest
from testkit import proof_reference, proof_worlds

from certwright.verifiers.checking import check

FERRY = proof_reference.Reference(*proof_worlds.ferry(2, [0, 1], [1, 0]))
SPACE = [FERRY.exploration_proof()]


@pytest.mark.parametrize(
    ("task", "query", "holds"),
    [
        ("reach", {"facts": ["(at c0 l1)", "(on c1)"]}, True),
        ("reach", {"facts": ["(at c0 l1)", "(at c1 l1)", "(empty-ferry)"]}, True),
        ("reach", {"facts": ["(on c0)", "(on c1)"]}, False),
        ("reach", {"facts": ["(on c0)", "(empty-ferry)"]}, False),
        ("areach", {"action": "(debark c1 l0)"}, True),
    ],
)
def test_an_exploration_decides_what_can_hold(task, query, holds):
    report = check(FERRY.item(task, query, holds, SPACE))
    assert (report.ok, report.failed, report.certified) == (True, None, 1)
    said, proven = ("no", "yes") if holds else ("yes", "no")
    failed = check(FERRY.item(task, query, not holds, SPACE)).failed
    assert failed.startswith("the answer: ") and failed.endswith(
        f"the record says {said}, but {proven} is proven"
    )
