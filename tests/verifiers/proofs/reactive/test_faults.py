"""Spoilt reactive records are refused, each with the first broken step named; hostile ones never crash."""

from collections import Counter

import msgspec
import pytest
from testkit.proof_questions import TASKS, labelled, named

from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Grades
from certwright.verifiers.audit.finding import AuditOptions
from certwright.verifiers.audit.proofs import proofs
from certwright.verifiers.audit.reactive import Subject
from certwright.verifiers.audit.subject import cases
from certwright.verifiers.checking import check


@pytest.mark.parametrize("pair", TASKS, ids=named)
def test_every_mutant_of_a_record_is_refused_with_the_step_named_or_shown_to_be_true(pair):
    counts = Counter()
    for case in cases(labelled(*pair, 14)):
        result = proofs(Subject(case), AuditOptions(tie=None))
        assert [finding.sentence for finding in result.findings] == [], case.instance.id
        counts += result.counts
    assert counts["killed"] >= 700 and counts["survived"] == 0
    assert len([key for key in counts if key.endswith(": killed")]) >= 100


def replaced(instance, **changes):
    return seal(msgspec.structs.replace(instance, **changes))


def worldly(hoa):
    return {"world": {"kind": "hoa", "hoa": hoa}}


WORLDS = {
    "no world": {"world": {}},
    "another kind": {"world": {"kind": "pddl", "hoa": "HOA: v1"}},
    "a further key": {"world": {"kind": "hoa", "hoa": "HOA: v1", "more": 1}},
    "hoa is no text": {"world": {"kind": "hoa", "hoa": 7}},
    "empty hoa": worldly(""),
    "long hoa": worldly(" " * 2_000_001),
    "cut hoa": worldly('HOA: v1\nStates: 2\nStart: 0\nAP: 1 "a"\n'),
    "many propositions": worldly(
        "HOA: v1\nStates: 1\nStart: 0\nAP: 40 "
        + " ".join(f'"a{number}"' for number in range(40))
        + "\ncontrollable-AP: 0\nAcceptance: 0 t\n--BODY--\nState: 0\n[t] 0\n--END--\n"
    ),
    "a deep label": worldly(
        'HOA: v1\nStates: 1\nStart: 0\nAP: 1 "a"\ncontrollable-AP:\nAcceptance: 0 t\n--BODY--\nState: 0\n['
        + "(" * 50_000
        + "t"
        + ")" * 50_000
        + "] 0\n--END--\n"
    ),
}


@pytest.mark.parametrize("name", WORLDS)
def test_hostile_worlds_are_refused(name):
    for pair in TASKS:
        (instance,) = labelled(*pair, 1)
        assert not check(replaced(instance, **WORLDS[name])).ok


QUERIES = {
    "no query": {},
    "no trace": {"trace": None},
    "an empty trace": {"trace": []},
    "a trace of numbers": {"trace": [1, 0]},
    "a row too long": {"trace": ["0" * 60]},
    "a huge trace": {"trace": ["0"] * 200_000},
    "no effect": {"effect": None},
    "an effect of no kind": {"effect": {"kind": "magic"}},
    "an effect beyond the trace": {
        "effect": {"kind": "output", "ap": "out0", "value": 1, "at": 10**9, "window": 0}
    },
    "an unknown output": {"effect": {"kind": "output", "ap": "in0", "value": 1, "at": 0, "window": 0}},
    "a malformed formula": {"effect": {"kind": "ltlf", "formula": "G(("}},
    "a deep formula": {"effect": {"kind": "ltlf", "formula": "X" * 30_000 + " out0"}},
    "an entangled formula": {
        "effect": {"kind": "ltlf", "formula": " & ".join(f"F(out0 & X[!] F in{i % 2})" for i in range(300))}
    },
    "no budget": {"budget_timestep": None},
    "a budget that is a truth value": {"budget_timestep": True},
    "a negative budget": {"budget_timestep": -1},
}


@pytest.mark.parametrize("name", QUERIES)
def test_hostile_queries_are_refused(name):
    for pair in TASKS:
        (instance,) = labelled(*pair, 1)
        query = {} if name == "no query" else {**instance.query, **QUERIES[name]}
        failed = check(replaced(instance, query=query)).failed
        assert failed is not None and not failed.startswith("malformed record"), (pair, failed)


TRUTHS = [None, {}, {"kind": "oath"}, {"kind": 3}, {"kind": "bool"}, {"kind": "run", "states": None}]


@pytest.mark.parametrize("truth", TRUTHS, ids=str)
def test_hostile_truths_are_refused(truth):
    for pair in TASKS:
        (instance,) = labelled(*pair, 1)
        assert not check(msgspec.structs.replace(instance, truth=truth)).ok


BODIES = [
    Certificate("intervention", {"atoms": [[10**30, "in0", 1]]}),
    Certificate("intervention", {"atoms": [[0, "out0", 1]]}),
    Certificate("intervention", {"atoms": [["0", "in0", 1]]}),
    Certificate("intervention", {"atoms": [[0, "in0", True]]}),
    Certificate("intervention", {"atoms": {}}),
    Certificate("causes", {"breaking": [[[0, "in0", 2]]]}),
    Certificate("counting", {"by_timesteps": ["1" * 5000]}),
    Certificate("counting", {"by_timesteps": [-1]}),
    Certificate("cheapest", {"timesteps": 1.5, "atoms": 1}),
    Certificate("evaluation", {"trust": "me"}),
    Certificate("evaluation", {"long": "x" * 70_000}),
    Certificate("", {}),
]


@pytest.mark.parametrize("certificate", BODIES, ids=lambda one: f"{one.kind} {one.body}"[:50])
def test_hostile_certificates_are_refused(certificate):
    for pair in TASKS[3:]:
        (instance,) = labelled(*pair, 1)
        mutant = msgspec.structs.replace(instance, certificates=(*instance.certificates, certificate))
        failed = check(mutant).failed
        assert failed is not None and failed.startswith((certificate.kind, "query effect")), failed


def test_too_many_certificates_are_refused():
    (instance,) = labelled("simulate", "gen", 1)
    many = msgspec.structs.replace(instance, certificates=instance.certificates * 5000)
    assert "no list of at most 4096 items" in check(many).failed


def test_work_is_bounded(monkeypatch):
    monkeypatch.setattr("certwright.verifiers.proofs.reactive.knowledge.MAX_EFFORT", 20)
    refused = 0
    for pair in TASKS[3:]:
        for instance in labelled(*pair, 5, steps=(6, 6), inputs=(3, 3)):
            failed = check(instance).failed
            refused += failed is not None and "steps of checking" in failed
    assert refused > 20


def test_nothing_is_claimed_without_certificates():
    for pair in TASKS:
        (instance,) = labelled(*pair, 1)
        bare = msgspec.structs.replace(instance, certificates=())
        assert "no certificate proves it" in check(bare).failed
        claims = instance.grades.certified
        honest = msgspec.structs.replace(bare, grades=Grades(engine_proven=claims))
        report = check(honest)
        assert report.ok and report.engine_proven == claims and not report.certified, (pair, report.failed)


@pytest.mark.parametrize(
    "pair", [("simulate", "mcq"), ("level", "gen"), ("cause", "bool"), ("butfor", "episode")]
)
def test_unknown_tasks_and_forms_are_refused(pair):
    (instance,) = labelled("butfor", "gen", 1)
    assert not check(replaced(instance, task=pair[0], form=pair[1])).ok
