"""What the checks count of one sound record of each kind: probes, and a digest of all counts."""

from functools import cache

import pytest
from testkit.audit_records import record
from testkit.grid_questions import QUESTIONS
from testkit.proof_questions import labelled

from certwright.instances.canonical import digest
from certwright.verifiers.audit.audit import audit
from certwright.verifiers.audit.finding import AuditOptions
from certwright.verifiers.audit.subject import AuditInput, cases
from certwright.verifiers.label import label
from certwright.verifiers.timetravel.level import shipped_instances

CHECKS = ("gold", "idle", "answers", "proofs")
COUNTS = {
    "gridworld masked by chance": (3, 15, 11, 30, "1b78217f6ceb32cc"),
    "gridworld sure plan": (0, 15, 0, 30, "beb9dea8cee47e64"),
    "timetravel 0": (3, 13, 16, 55, "ad27b816f0e622e8"),
    "reactive simulate gen": (4, 14, 85, 46, "a374f1db4c2ab13e"),
    "reactive accept gen": (4, 14, 12, 46, "e6cda869c25b75ba"),
    "reactive accept bool": (5, 10, 5, 44, "0ff64cb6a75433c5"),
    "reactive butfor gen": (4, 14, 33, 44, "f12b16d7ead53704"),
    "reactive sufficient gen": (4, 14, 6, 45, "0f2aae055ee37000"),
    "reactive breaking gen": (4, 14, 25, 46, "4f39e9e98556d524"),
    "reactive cause gen": (4, 14, 94, 44, "b3794c97dbdc7371"),
    "reactive member bool": (5, 10, 5, 43, "836a41096d8142ea"),
    "reactive intervene gen": (4, 10, 30, 46, "436bf3bba7387950"),
}
"""Record -> probes of each check, all of them caught, and what the counts of all sorts hash to."""


@cache
def case(name):
    family, _, rest = name.partition(" ")
    if family == "gridworld":
        return AuditInput(label(QUESTIONS[rest]))
    if family == "timetravel":
        return AuditInput(label(shipped_instances()[int(rest)]))
    return next(iter(cases(labelled(*rest.split(), 1))))


@pytest.mark.parametrize("name", COUNTS)
def test_a_sound_record_is_probed_so_often(name):
    audited = audit(case(name), AuditOptions(checks=CHECKS, mutants=20))
    assert audited.findings == [] and [result.check for result in audited.results] == list(CHECKS)
    counts = {result.check: dict(result.counts) for result in audited.results}
    probes = tuple(each.get("probes", 0) for each in counts.values())
    assert probes == tuple(each.get("caught", 0) for each in counts.values())
    assert (*probes, digest(counts)[:16]) == COUNTS[name]


def test_only_what_is_asked_is_checked():
    audited = audit(AuditInput(record("app yes")), AuditOptions(checks=("idle",)))
    assert [result.check for result in audited.results] == ["idle"]
    assert audited.instance == record("app yes").id
