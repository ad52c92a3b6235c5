"""What the checker says of the changes of good records: which step refuses them, or what stays proven."""

import hashlib
import re
from collections import Counter
from functools import cache

import pytest
from testkit import audit_records
from testkit.grid_questions import QUESTIONS
from testkit.proof_questions import TASKS, labelled, named

from certwright.verifiers.audit.gridworld import Subject as OfGrids
from certwright.verifiers.audit.planning import Subject as OfPlanning
from certwright.verifiers.audit.proofs import mutants
from certwright.verifiers.audit.reactive import Subject as OfReactive
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.audit.timetravel import Subject as OfTimeTravel
from certwright.verifiers.checking import check_data
from certwright.verifiers.label import label
from certwright.verifiers.timetravel.level import shipped_instances

MUTANTS = 400
"""Mutants of a record that are drawn; some further ones are made always."""
PLANNING = {}
REACTIVE = {}
WORLDS = {}
"""Record -> mutants, those that are accepted, and a digest of all reports."""


@cache
def subject(family, name):
    if family == "planning":
        return OfPlanning(AuditInput(audit_records.record(name)))
    if family == "reactive":
        pair = {named(each): each for each in TASKS}[name]
        return OfReactive(AuditInput(labelled(*pair, 1)[0]))
    if family == "timetravel":
        return OfTimeTravel(AuditInput(label(shipped_instances()[int(name)])))
    return OfGrids(AuditInput(label(QUESTIONS[name])))


def reports(audited, count=MUTANTS):
    told, fates = hashlib.sha256(), Counter()
    for sort, field, mutant in [("itself", "", audited.data), *mutants(audited, count)]:
        report = check_data(mutant)
        fates[report.failed is None] += 1
        # what Python says of a malformed record differs from version to version
        failed = re.sub(r"^malformed record: .*", "malformed record", report.failed or "")
        claims = [(claim.text, claim.proven) for claim in report.claims]
        told.update(repr((sort, field, failed, claims)).encode())
    return fates.total(), fates[True], told.hexdigest()[:16]


@pytest.mark.parametrize("name", audit_records.QUERIES)
def test_planning(name):
    assert reports(subject("planning", name)) == PLANNING[name]


@pytest.mark.parametrize("name", [named(pair) for pair in TASKS])
def test_reactive(name):
    assert reports(subject("reactive", name)) == REACTIVE[name]


@pytest.mark.parametrize("name", ["timetravel 0", "gridworld plan", "gridworld masked by chance"])
def test_worlds(name):
    family, _, rest = name.partition(" ")
    assert reports(subject(family, rest), 200) == WORLDS[name]
