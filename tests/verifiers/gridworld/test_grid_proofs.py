"""The checker accepts what was labelled and refuses what was tampered with, by name."""

import pytest
from msgspec.structs import replace
from testkit.grid_questions import QUESTIONS, masked, question
from testkit.small_worlds import FLY, program

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.machine import Machine
from certwright.instances.canonical import seal
from certwright.instances.records import Certificate, Grades
from certwright.verifiers.checking import KEPT_STEPS, check, fast_world, record_of
from certwright.verifiers.gridworld.judging import label as labelled
from certwright.verifiers.label import label
from certwright.verifiers.proofs.gridworld import world
from certwright.verifiers.proofs.gridworld.knowledge import Knowledge


@pytest.fixture(params=QUESTIONS, scope="module")
def case(request):
    return label(QUESTIONS[request.param])


def test_labels_are_certified_and_hold(case):
    assert case.grades is not None and case.grades.certified and not case.grades.undecided
    report = check(case)
    assert report.ok, report.failed
    assert report.certified == case.grades.certified


def test_numbers_of_the_small_questions():
    assert label(QUESTIONS["plan"]).truth["steps"] == 5
    assert label(QUESTIONS["sure plan"]).truth == {
        "kind": "goal",
        "steps": 2,
        "actions": None,
        "sure": True,
        "plan": None,
    }
    assert label(QUESTIONS["change"]).truth["steps"] == 4
    assert label(QUESTIONS["masked"]).truth == {"kind": "option", "answer": "B", "scope": "every-realisation"}


def spoilt(value):
    """Other values of the same kind."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return ["A" if value != "A" else "C", ""]
    if isinstance(value, list):
        return [value[:-1], [*value, "noop"], value[::-1]] if value != value[::-1] else [value[:-1]]
    return [3] if value is None else []


def test_spoilt_truths_are_refused(case):
    count = 0
    for name, value in case.truth.items():
        for other in spoilt(value):
            report = check(replace(case, truth={**case.truth, name: other}))
            assert not report.ok, (name, other)
            assert report.failed
            count += 1
    assert count >= 5
    assert "fields" in check(replace(case, truth={**case.truth, "more": 1})).failed


def test_spoilt_certificates_are_refused(case):
    for place, certificate in enumerate(case.certificates):
        for name, value in certificate.body.items():
            for other in [0, -1, "x", None] if name == "states" else spoilt(value):
                body = {**certificate.body, name: other}
                others = [*case.certificates]
                others[place] = Certificate(certificate.kind, body)
                assert not check(replace(case, certificates=tuple(others))).ok, (
                    certificate.kind,
                    name,
                    other,
                )
    first, *others = case.certificates
    more = Certificate(first.kind, {**first.body, "more": 1})
    assert "fields" in check(replace(case, certificates=(more, *others))).failed
    assert not check(replace(case, certificates=())).ok
    assert not check(replace(case, certificates=(*case.certificates, Certificate("plan", {})))).ok


def test_spoilt_worlds_grades_and_gold_are_refused(case):
    other = {**case.world, "program": case.world["program"].replace("red", "pink").replace("green", "pink")}
    assert not check(replace(case, world=other)).ok, "the id"
    assert not check(seal(replace(case, world=other))).ok
    assert not check(replace(case, grades=Grades(certified=case.grades.certified + 1))).ok
    if case.gold is not None:
        assert not check(replace(case, gold=case.gold + "\nnoop")).ok


def test_an_undecided_question_is_said_to_be_so():
    two = masked(FLY, ["noop"], (0, 1, 4, 1), [(("black", "green", "black", "black"),)])
    machine = Machine(program(FLY))
    machine.step(Action("noop"))
    found = labelled(question("mfp", FLY, two))
    assert (found.truth, found.grades.undecided) == ({"kind": "undecided"}, 1)


def test_a_world_that_may_be_in_too_many_states_is_refused(monkeypatch):
    monkeypatch.setattr(world, "MAX_STATES", 2)
    record = label(QUESTIONS["masked by chance"])
    assert "more than 2 states" in check(record).failed


def test_records_about_one_world_share_its_moves_until_they_are_many():
    record = record_of(label(QUESTIONS["plan"]))
    first, second, third = (Knowledge(record) for _ in range(3))
    for known in (first, second, third):
        known.use(fast_world)
    text = first.question.program
    shared = first.searched(text)
    assert second.searched(text) is shared
    shared.steps = KEPT_STEPS + 1
    assert first.searched(text) is shared
    assert third.searched(text) is not shared
