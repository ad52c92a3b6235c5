"""What the checks count of one sound record of each kind: probes, and a digest of all counts."""

from functools import cache

import pytest
from testkit.audit_records import record
from testkit.grid_questions import QUESTIONS
from testkit.proof_questions import labelled

from certwright.instances.canonical import digest
from certwright.verifiers.audit import published
from certwright.verifiers.audit.audit import KEPT, Audited, AuditSummary, audit
from certwright.verifiers.audit.finding import AuditOptions, CheckResult, Finding
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
    "reactive member bool": (5, 10, 5, 43, "49aa6f157c9bd366"),
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


def test_a_summary_adds_up_what_checks_count():
    summary = AuditSummary.of(AuditOptions(checks=("idle", "answers", "second", "source")))
    for number in range(KEPT):
        results = [CheckResult(f"{number}", check) for check in ("idle", "answers", "second", "source")]
        idle, answers, second, source = results
        for strategy, word in (("none", "asked"), ("none", "scored"), ("constant", "asked")):
            idle.counts[f"{strategy} {word}"] = 1
        answers.probe(True, "killed", "flipped: killed")
        answers.probe(False, "survived", "flipped: survived")
        answers.fault("a mutant survives")
        second.probe(True, "claims by fd")
        second.counts["open"] = 2
        source.probe(True, "decided")
        source.notice("says otherwise", kind="order")
        source.notice("says otherwise once more", kind="order")
        summary.add(Audited(f"{number}", "app", "gen" if number else "bool", not number, (*results,)))
    summary.add(Audited("last", "app", "gen", False, ()))
    data = summary.json()
    assert (data["schema"], data["questions"], data["undecided"], data["faults"]) == (
        "certwright.audit/1", KEPT + 1, 1, KEPT,
    )  # fmt: skip
    every = {"questions": 20, "probes": 20, "caught": 20, "open": 0, "faults": 0, "notices": 0}
    assert data["checks"] == {
        "idle": {**every, "questions": 0, "probes": 0, "caught": 0},
        "answers": {**every, "probes": 40, "faults": 20},
        "second": {**every, "open": 40},
        "source": {**every, "notices": 40},
    }
    none = {"killed": 0, "equivalent": 0, "survived": 0}
    fates = {"killed": 20, "equivalent": 0, "survived": 20}
    assert data["mutants"] == {"answers": {"all": fates, "flipped": fates}, "proofs": {"all": none}}
    assert data["idle"] == {
        strategy: {
            task: {"asked": count, "deserved": 0, "scored": count * scored}
            for task, count in (("app", 19), ("app bool", 1))
        }
        for strategy, scored in (("constant", 0), ("none", 1))
    }
    assert data["second"] == {"claims by fd": 20}
    example = Finding("0", "source", "notice", "says otherwise", {"kind": "order"}).json()
    disagreements = {"order": {"items": 40, "questions": 20, "example": example}}
    assert data["source"] == {
        "agreements": 20, "decided": 20, "added": 0, "unverified": 0, "disagreements": disagreements,
    }  # fmt: skip
    assert (data["published"], data["guess"], len(data["first_faults"])) == ({}, [], KEPT)
    summary.add(Audited("more", "app", "gen", False, (results[1],)))
    assert len(summary.json()["first_faults"]) == KEPT and summary.fault_count == KEPT + 1


def test_the_summary_tells_which_rules_of_public_evaluators_misjudge():
    summary = AuditSummary.of(AuditOptions(checks=("published",)))
    rule, other, *_ = published.RULES
    result = CheckResult("a", "published")
    result.counts.update({f"{rule}: probes": 3, f"{rule}: questions": 2, f"{rule}: misjudged": 1})
    result.counts.update({f"{other}: probes": 1, f"{other}: questions": 1})
    result.notice("misjudged", rule=rule)
    summary.add(Audited("a", "app", "gen", False, (result,)))
    example = result.findings[0].json()
    assert summary.json()["published"] == {
        rule: {
            "rule": published.RULES[rule], "questions": 2, "probes": 3, "misjudged": 1, "example": example,
        },
        other: {
            "rule": published.RULES[other], "questions": 1, "probes": 1, "misjudged": 0, "example": None,
        },
    }  # fmt: skip
