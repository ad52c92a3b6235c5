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
PLANNING = {
    "app": (245, 24, "22bb3e581e88adae"),
    "prog": (290, 30, "c86aae7136b9a204"),
    "reach": (449, 39, "606176ba4b4c3e21"),
    "areach": (449, 50, "38bd1cc2bfa79cbf"),
    "val": (380, 162, "6b2d89eb1476c60f"),
    "just": (385, 30, "b858adbccc60f369"),
    "land": (445, 43, "7c05ce9140cd7ea3"),
    "nexta": (443, 34, "fea1b045038be9e5"),
    "app yes": (211, 18, "c50edcc6cb35602f"),
    "prog no": (245, 46, "7210837f0f4f52cf"),
    "reach no": (402, 79, "093efa1299759fe6"),
    "areach no": (375, 62, "3b8a8c85ba782083"),
    "val yes": (325, 23, "7a8ed43bcdf059f2"),
    "just yes": (374, 24, "2363af899caed574"),
    "land yes": (424, 24, "0dd4d24b4d9b9241"),
    "reach mcq": (426, 76, "0caba2b4835d6817"),
    "land mcq": (426, 49, "0aeac7377acafaaf"),
}
REACTIVE = {
    "simulate-gen": (323, 19, "bbcd13ce959f25e3"),
    "accept-gen": (302, 22, "37cfa00eaf6d55cc"),
    "accept-bool": (234, 20, "cd267b8a31208a4b"),
    "butfor-gen": (266, 22, "a63f696c20d41c37"),
    "sufficient-gen": (246, 43, "1de360ab1815eeea"),
    "breaking-gen": (252, 19, "89afe4aae96c83f1"),
    "cause-gen": (424, 23, "dc6fdd843e549efc"),
    "member-bool": (334, 31, "0a39fb38ed754793"),
    "intervene-gen": (409, 52, "e4dc8614e3a879d8"),
    "intervene-episode": (347, 54, "24cbe7f5878bf0dc"),
}
WORLDS = {
    "timetravel 0": (254, 82, "4daa3bd8bfeb1f86"),
    "gridworld plan": (137, 27, "15a31c2325ce211c"),
    "gridworld masked by chance": (99, 15, "6ad1e23305fa1c6c"),
}
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
