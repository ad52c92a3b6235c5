"""What judges say of the changes of gold answers: outcome, code, value, explanation and figures.

Answers are given as data, and what is said of those that cannot be read is left out: reading has its tests.
"""

import hashlib
import json
from collections import Counter
from functools import cache

import pytest
from testkit import audit_records
from testkit.grid_questions import QUESTIONS
from testkit.proof_questions import TASKS, labelled, named

from certwright.instances.records import Answer, Outcome
from certwright.verifiers.audit.gridworld import Subject as OfGrids
from certwright.verifiers.audit.mutator import changes
from certwright.verifiers.audit.planning import Subject as OfPlanning
from certwright.verifiers.audit.reactive import Subject as OfReactive
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.audit.timetravel import Subject as OfTimeTravel
from certwright.verifiers.judge import prepare
from certwright.verifiers.label import label
from certwright.verifiers.timetravel.level import shipped_instances

PLANNING = {
    "app": (56, {"unparsed": 16, "ok": 8, "arity": 8}, "864b1846b2723398"),
    "prog": (84, {"unparsed": 30, "extra_items": 13, "ok": 10}, "dc2bfee20fc524f2"),
    "reach": (52, {"unparsed": 10, "reachable": 10, "arity": 9}, "5144bc70160c2c87"),
    "areach": (48, {"arity": 10, "unparsed": 10, "ok": 8}, "3bfb854669462d4b"),
    "val": (17, {"unparsed": 8, "wrong_index": 7, "ok": 2}, "9c9a3e09fcb34d3c"),
    "just": (147, {"not_a_subsequence": 80, "unparsed": 40, "not_a_plan": 12}, "daf9a73e62e94178"),
    "land": (47, {"unparsed": 9, "ok": 8, "unknown_symbol": 7}, "4b776216679cad4f"),
    "nexta": (45, {"unparsed": 14, "arity": 9, "unknown_symbol": 8}, "074c75b7ec4cb073"),
    "app yes": (13, {"unparsed": 9, "ok": 3, "wrong": 1}, "affbb04391dde1b0"),
    "prog no": (13, {"unparsed": 9, "ok": 2, "wrong": 2}, "19f4ae24ccdad83e"),
    "reach no": (13, {"unparsed": 9, "ok": 2, "wrong": 2}, "19f4ae24ccdad83e"),
    "areach no": (13, {"unparsed": 9, "ok": 2, "wrong": 2}, "19f4ae24ccdad83e"),
    "val yes": (13, {"unparsed": 9, "ok": 3, "wrong": 1}, "affbb04391dde1b0"),
    "just yes": (13, {"unparsed": 9, "ok": 3, "wrong": 1}, "affbb04391dde1b0"),
    "land yes": (13, {"unparsed": 9, "ok": 3, "wrong": 1}, "affbb04391dde1b0"),
    "reach mcq": (18, {"unparsed": 11, "wrong": 4, "ok": 3}, "4c68236c09fda17d"),
    "land mcq": (17, {"unparsed": 11, "ok": 3, "wrong": 3}, "8c3f79f0172dce8a"),
}
REACTIVE = {
    "simulate-gen": (132, {"wrong": 96, "unparsed": 18, "ok": 14}, "a426f18ab20e561c"),
    "accept-gen": (23, {"unparsed": 15, "ok": 7, "wrong": 1}, "c7de8220415f2d9b"),
    "accept-bool": (16, {"unparsed": 11, "ok": 4, "wrong": 1}, "8a6113466057c22d"),
    "butfor-gen": (46, {"malformed": 8, "ill_typed": 8, "ok": 5}, "c5215bcf18ee5679"),
    "sufficient-gen": (17, {"empty": 4, "unparsed": 4, "extra_items": 3}, "e3792bb5c972eb49"),
    "breaking-gen": (38, {"ill_typed": 10, "malformed": 8, "ok": 5}, "441af92eafeee793"),
    "cause-gen": (164, {"wrong": 44, "unparsed": 36, "ill_typed": 31}, "7c733f35b9e75857"),
    "member-bool": (16, {"unparsed": 10, "ok": 4, "wrong": 2}, "f147c2366a451848"),
    "intervene-gen": (44, {"malformed": 10, "ok": 7, "missing_items": 7}, "89551bb66ae8e2f5"),
}
WORLDS = {
    "timetravel 0": (78, {"unparsed": 40, "goal_not_reached": 27, "ok": 11}, "8ab5590a05854203"),
    "timetravel 1": (60, {"unparsed": 33, "goal_not_reached": 18, "ok": 9}, "69b09f283e9783d7"),
    "gridworld plan": (68, {"unparsed": 30, "no_answer": 22, "ok": 16}, "6980114f3b485c64"),
    "gridworld masked by chance": (16, {"unparsed": 12, "ok": 2, "wrong": 2}, "aca64d6416198c08"),
}
"""Record -> answers, the commonest codes, and a digest of all verdicts."""


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


def values(audited):
    """The gold answer as data, its changes, and values of other types."""
    gold = audited.gold_value
    yield gold
    yield from (change.of(gold) for change in changes(gold, audited))
    yield from (value for _, value in audited.wrong())
    yield from ([], {}, "", 0, -1, True, "none", ["(none)"], [[]], {"answer": gold})


def verdicts(audited):
    judged, codes, told = prepare(audited.instance), Counter(), hashlib.sha256()
    for value in values(audited):
        try:
            answer = Answer(id=audited.instance.id, answer=json.loads(json.dumps(value)))
        except TypeError:
            continue
        said = judged(answer)
        codes["unparsed" if said.outcome is Outcome.UNPARSED else said.code.value] += 1
        if said.outcome is Outcome.UNPARSED:
            told.update(b"unparsed")
            continue
        figures = {key: said.metadata[key] for key in sorted(said.metadata) if key != "reading"}
        told.update(repr((said.outcome, said.code, said.value, said.explanation, figures)).encode())
    return sum(codes.values()), dict(codes.most_common(3)), told.hexdigest()[:16]


@pytest.mark.parametrize("name", audit_records.QUERIES)
def test_planning(name):
    assert verdicts(subject("planning", name)) == PLANNING[name]


@pytest.mark.parametrize("name", [named(pair) for pair in TASKS if pair[1] != "episode"])
def test_reactive(name):
    assert verdicts(subject("reactive", name)) == REACTIVE[name]


@pytest.mark.parametrize(
    "name", ["timetravel 0", "timetravel 1", "gridworld plan", "gridworld masked by chance"]
)
def test_worlds(name):
    assert verdicts(subject(*name.split(" ", 1))) == WORLDS[name]
