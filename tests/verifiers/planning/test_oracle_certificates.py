"""Bodies of certificates as they are written: closures, invariants, plans packed by size."""

from hashlib import sha256

import pytest

from certwright.domains.planning.strips import Operator, Task
from certwright.instances.errors import LimitError
from certwright.instances.records import Certificate
from certwright.verifiers.planning import oracle
from certwright.verifiers.search.explicit import explore

# two switches that are never on together: each is switched on only where the other is off
FACTS = ("(a)", "(b)", "(off)")
TASK = Task(
    FACTS,
    (Operator("(on-a)", 4, 1, 4), Operator("(off-a)", 1, 4, 1), Operator("(on-b)", 4, 2, 4)),
    4,
    2,
)


def test_a_closure_is_sorted_and_names_each_action_once():
    text = "(a)\n(b)\n\n(go x)\n(go y)"
    assert oracle.closure_certificate(["(b)", "(a)"], ["(go y)", "(go x)", "(go y)"]) == Certificate(
        "closure", {"facts": 2, "actions": 2, "sha256": sha256(text.encode()).hexdigest()}
    )


def test_an_invariant_keeps_what_excludes_the_bad_states():
    (proof,) = oracle.invariant_certificates(TASK, [3, 5, 6], [3])
    assert proof.kind == "invariant" and proof.body["avoiding"] == []
    cubes = [{proof.body["facts"][place] for place in cube} for cube in proof.body["cubes"]]
    assert {"(a)", "(b)"} in cubes and {"(a)", "(off)"} in cubes and {"(b)", "(off)"} in cubes
    assert oracle.invariant_certificates(TASK, [3, 5, 6], []) == []
    (avoiding,) = oracle.invariant_certificates(TASK, [2], [2], avoiding=2)
    assert avoiding.body == {"facts": ["(b)"], "cubes": [[0]], "avoiding": ["(b)"]}


def test_an_invariant_too_large_is_split_by_what_it_excludes(monkeypatch):
    monkeypatch.setattr(oracle, "MAX_BYTES", 62)
    parts = oracle.invariant_certificates(TASK, [1, 2], [1, 2], avoiding=3)
    assert [part.body["facts"] for part in parts] == [["(a)"], ["(b)"]]
    monkeypatch.setattr(oracle, "MAX_BYTES", 40)
    with pytest.raises(LimitError, match="an invariant of 1 cubes does not fit into 40 bytes"):
        oracle.invariant_certificates(TASK, [1, 2], [1, 2], avoiding=3)


def test_relaxed_landmarks_need_facts():
    assert oracle.relaxed_certificate(TASK, 0) == []
    assert oracle.relaxed_certificate(TASK, 5) == [Certificate("relaxed", {"facts": ["(a)", "(off)"]})]


def test_plans_share_names_and_are_packed_by_size(monkeypatch):
    plans = [[2], [0, 1, 2], [0, 1, 0, 1, 2]]
    assert oracle.plans_certificates(TASK, plans) == [
        Certificate(
            "plans",
            {"actions": ["(on-b)", "(on-a)", "(off-a)"], "plans": [[0], [1, 2, 0], [1, 2, 1, 2, 0]]},
        )
    ]
    assert oracle.plans_certificates(TASK, []) == []


@pytest.mark.parametrize(("most", "sizes"), [(28, [1, 1, 1]), (83, [2, 1]), (120, [2, 1]), (121, [3])])
def test_a_plan_that_does_not_fit_begins_the_next_certificate(monkeypatch, most, sizes):
    monkeypatch.setattr(oracle, "MAX_BYTES", most)
    written = oracle.plans_certificates(TASK, [[2], [0, 1, 2], [0, 1, 0, 1, 2]])
    assert [len(each.body["plans"]) for each in written] == sizes


def test_an_exploration_is_its_size_and_digest():
    space = explore(TASK, limit=10)
    assert oracle.exploration_certificate(space) == Certificate(
        "exploration", {"states": 3, "sha256": space.digest(), "avoiding": []}
    )
