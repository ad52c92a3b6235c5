"""The audit of levels: nothing to find in a sound record, and every kind of planted fault is found."""

import msgspec
import pytest

from certwright.instances.records import Certificate
from certwright.verifiers.audit.audit import audit
from certwright.verifiers.audit.finding import CHECKS, AuditOptions
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.label import label
from certwright.verifiers.timetravel.level import shipped_instances

OWN = ("gold", "idle", "answers", "proofs", "second")


@pytest.fixture(scope="module")
def sound():
    return label(shipped_instances()[1])


def findings(instance, *checks):
    return audit(AuditInput(instance), AuditOptions(checks=checks or CHECKS)).findings


def test_a_sound_record_has_no_fault(sound):
    audited = audit(AuditInput(sound), AuditOptions(checks=CHECKS))
    assert not audited.findings and not audited.undecided
    probes = {result.check: result.counts["probes"] for result in audited.results}
    assert all(probes[name] > 0 for name in OWN)


def spoilt(one, **truth):
    body = {**one.truth, **truth}
    return msgspec.structs.replace(one, truth=body)


def test_a_wrong_gold_is_found(sound):
    wrong = msgspec.structs.replace(sound, gold="\n".join(sound.truth["plan"][:-1]))
    assert findings(wrong, "gold") and findings(wrong, "proofs")


def test_a_wrong_optimum_is_found(sound):
    wrong = spoilt(sound, length=sound.truth["length"] + 1)
    assert findings(wrong, "gold") and findings(wrong, "proofs") and findings(wrong, "second")


def test_a_judge_that_believes_records_is_found(sound, monkeypatch):
    from certwright.verifiers.timetravel import judging

    monkeypatch.setattr(judging, "played", lambda record, environment: record)
    steps = findings(sound, "answers")
    assert any("claims" in one.sentence for one in steps)


def test_a_checker_that_does_not_count_is_found(sound, monkeypatch):
    from certwright.verifiers.proofs.timetravel.rules import distances

    def believe(knowledge, name, stated):
        knowledge.counted = stated

    monkeypatch.setattr(distances, "check", believe)
    assert any("everywhere: states" in one.sentence for one in findings(sound, "proofs"))


def test_a_false_proof_is_found(sound):
    proofs = tuple(
        Certificate(one.kind, {**one.body, "states": 1}) if one.kind == "distances" else one
        for one in sound.certificates
    )
    assert findings(msgspec.structs.replace(sound, certificates=proofs), "proofs")
