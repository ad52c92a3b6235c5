"""The claims that second opinions are asked for, and what the engines say of those about reactive systems."""

import hashlib
from dataclasses import astuple

import pytest
from testkit.audit_records import record, stored, subject
from testkit.proof_questions import TASKS, labelled, named

from certwright.verifiers.audit.reactive import Subject
from certwright.verifiers.audit.second.planning import claims
from certwright.verifiers.audit.second.reactive import Claims
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.engines.registry import present

PLANNING = {
    "reach": (3, "ba4ad4b4e4d00d29"),
    "areach": (6, "dbbf903309a50d0c"),
    "land": (3, "f18afa9fff994827"),
    "nexta": (4, "fe61d7095e46f163"),
    "reach no": (1, "af720630cb8829a6"),
    "areach no": (1, "5a4e0d399504cd88"),
    "land yes": (1, "8667d60a49bedea2"),
    "app": (0, "4f53cda18c2baa0c"),
    "land disputed": (3, "4d48d8aff468378d"),
}
REACTIVE = {
    "simulate-gen": (0, "4f53cda18c2baa0c"),
    "accept-gen": (0, "4f53cda18c2baa0c"),
    "accept-bool": (0, "4f53cda18c2baa0c"),
    "butfor-gen": (7, "36fcb44998194af1"),
    "sufficient-gen": (6, "ba9ffe90308d66d5"),
    "breaking-gen": (6, "56656faa1e947bcb"),
    "cause-gen": (2, "ae5356f16b952298"),
    "member-bool": (2, "c603a21b04080337"),
    "intervene-gen": (6, "78355ed21b013d3b"),
    "intervene-episode": (5, "73bf76083900e30f"),
}
"""Record -> how many claims, and a digest of them; of reactive ones with what is stated."""


def digest(things):
    return hashlib.sha256(repr(things).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    "name", ["reach", "areach", "land", "nexta", "reach no", "areach no", "land yes", "app", "land disputed"]
)
def test_planning(name):
    disputed = stored("land", {"yes": [], "no": ["(on c0)"]})
    audited = disputed if name == "land disputed" else subject(name)
    listed = claims(audited, 3)
    assert (len(listed), digest(list(map(astuple, listed)))) == PLANNING[name]
    sentences = [claim.sentence for claim in claims(audited, 1)]
    assert len(sentences) <= len(listed) and len(set(sentences)) == len(sentences)


def test_degenerate_states():
    goal = subject("land").task.goal
    dead = subject("land", truth={"kind": "degenerate", "reason": "unsolvable_state"})
    (claim,) = claims(dead, 3)
    assert (claim.sentence, claim.plan_expected, claim.goal) == ("the goal is unreachable", False, goal)
    assert claims(subject("land", truth={"kind": "degenerate", "reason": "already_solved"}), 3) == []
    assert record("land").truth["kind"] == "landmarks"


@pytest.mark.skipif(not (present("sat") and present("z3")), reason="needs PySAT and Z3")
@pytest.mark.parametrize("name", [named(pair) for pair in TASKS])
def test_reactive(name):
    pair = {named(each): each for each in TASKS}[name]
    listed = [
        claim
        for instance in labelled(*pair, 2)
        for claim in Claims(Subject(AuditInput(instance)), 3).listed()
    ]
    for claim in listed:
        assert claim.sat is None or claim.sat() == claim.stated, claim.sentence
        assert claim.z3 is None or claim.z3() == claim.stated, claim.sentence
    stated = [(claim.sentence, claim.stated, claim.sat is None, claim.z3 is None) for claim in listed]
    assert (len(listed), digest(stated)) == REACTIVE[name]
