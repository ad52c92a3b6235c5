"""The audit of reactive questions: silent about good records and judges, loud about planted faults."""

import json
from types import SimpleNamespace

import msgspec
import pytest
from testkit.proof_questions import TASKS, labelled, named, with_truth
from testkit.sampling import sampled

from certwright.instances.canonical import encode
from certwright.instances.errors import LimitError
from certwright.instances.records import Outcome
from certwright.scripts.cli import run
from certwright.verifiers.audit.answers import answers, gold, idle
from certwright.verifiers.audit.audit import MAKERS, audit
from certwright.verifiers.audit.finding import AuditOptions, CheckResult
from certwright.verifiers.audit.proofs import proofs
from certwright.verifiers.audit.reactive import Subject, absorbed
from certwright.verifiers.audit.second import reactive as second
from certwright.verifiers.audit.subject import AuditInput, cases
from certwright.verifiers.proofs.core import Report

OPTIONS = AuditOptions()
HOLDS = Report("", "holds")
"""What a checker that believes everything says."""


def faults(result):
    return [finding.sentence for finding in result.findings if finding.severity == "fault"]


@pytest.mark.parametrize("pair", TASKS, ids=named)
def test_good_records_and_judges_have_no_fault(pair):
    counts = {}
    for case in cases(labelled(*pair, sampled(4, of=8))):
        audited = audit(case, OPTIONS)
        assert [finding.sentence for finding in audited.findings] == [], case.instance.id
        for result in audited.results:
            counts[result.check] = counts.get(result.check, 0) + result.counts["probes"]
    texts = pair[1] != "episode"
    proofs, idle, gold = sampled((50, 10, 5), of=(100, 20, 10))
    assert counts["proofs"] > proofs and (counts["idle"] > idle) is texts and (counts["gold"] > gold) is texts
    assert (counts["second"] > 0) is (pair[0] not in ("simulate", "accept"))


FALSE = {
    "intervene": ({"count": "999"}, {"cheapest": [3, 3]}),
    "butfor": ({"items": []},),
}


@pytest.mark.parametrize("task", ["intervene", "butfor"])
def test_second_engines_contradict_a_false_record_that_slipped_through(task):
    contradicted = 0
    for instance in labelled(task, "gen", sampled(10, of=20)):
        for changes in FALSE[task]:
            false = with_truth(instance, **changes)
            if false.truth == instance.truth:
                continue
            subject = Subject(AuditInput(false))
            subject.report = HOLDS
            contradicted += any(
                "EnginesDisagree" in one for one in faults(MAKERS["second"](subject, OPTIONS))
            )
    assert contradicted > sampled(4, of=8)


def test_second_engines_contradict_a_short_list_of_causes():
    contradicted = 0
    for instance in labelled("cause", "gen", 20):
        (certificate,) = instance.certificates
        if listed := certificate.body["breaking"]:
            short = msgspec.structs.replace(certificate, body={"breaking": listed[1:]})
            subject = Subject(AuditInput(msgspec.structs.replace(instance, certificates=(short,))))
            subject.report = HOLDS
            contradicted += bool(faults(MAKERS["second"](subject, OPTIONS)))
            assert faults(proofs(Subject(AuditInput(subject.instance)), OPTIONS))
    assert contradicted > 10


@pytest.mark.parametrize("pair", TASKS[:-1], ids=named)
def test_a_judge_that_likes_everything_or_nothing_is_found_out(pair):
    for instance in labelled(*pair, 3):
        if instance.gold is None:
            continue
        subject = Subject(AuditInput(instance))
        verdict = subject.verdict(instance.gold)
        subject.judge = lambda answer, always=verdict: always
        assert faults(idle(subject)) and faults(answers(subject)) and not faults(gold(subject))
        never = msgspec.structs.replace(verdict, outcome=Outcome.INCORRECT)
        subject.judge = lambda answer, never=never: never
        assert faults(gold(subject))


def test_causes_are_compared_as_formulas():
    one, other = [[0, "a", 1]], [[0, "a", 1], [1, "b", 0]]
    assert absorbed([one, other]) == absorbed([one]) != absorbed([other])


def test_the_command_audits_a_file_with_any_number_of_workers(tmp_path, capsys):
    file = tmp_path / "reactive.jsonl"
    listed = [one for pair in TASKS for one in labelled(*pair, sampled(1, of=2))]
    file.write_bytes(b"".join(encode(one) + b"\n" for one in listed))
    assert run(["audit", str(file), "--json", "-q", "--jobs", "2"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["faults"] == 0 and summary["checks"]["proofs"]["probes"] > sampled(150, of=300)
    assert run(["verify", str(file), "-q", "--jobs", "2", "--require", "any"]) == 0


@pytest.mark.parametrize(
    ("own", "other", "excused"),
    [
        ({"example": [[0, "a", 1]]}, {"example": [[1, "b", 0]]}, True),
        ({"example": [[0, "a", 1]]}, {"example": [[0, "a", 1], [1, "b", 0]]}, False),
        ({"example": [[0, "a", 1], [1, "b", 0]]}, {"example": [[0, "a", 1]]}, False),
        ({"example": [[0, "a", 1], [1, "b", 0]]}, {"example": [[1, "b", 0], [0, "a", 1]]}, True),
        ({"example": []}, {"example": [[0, "a", 1]]}, False),
        ({"example": None}, {"example": [[0, "a", 1]]}, False),
        ({"example": [[0, "a", 1]], "count": 2}, {"example": [[1, "b", 0]], "count": 3}, False),
        ({"cnf": [[1], [0]]}, {"cnf": [[0], [1]]}, True),
        ({"cnf": [[1], [0]]}, {"cnf": [[0]]}, False),
    ],
)
def test_another_truth_that_says_the_same_is_excused(own, other, excused):
    (one,) = labelled("sufficient", "gen", 1)
    subject = Subject(AuditInput(msgspec.structs.replace(one, truth=own)))
    assert subject.excused({**subject.data, "truth": other}, "truth") is excused


@pytest.mark.parametrize(
    ("truth", "says"),
    [
        ({"example": [[0, "a", 1]], "count": 1}, {"example": True, "count": 1}),
        ({"example": []}, {"example": True}),
        ({"example": None}, {"example": False}),
        ({"cnf": [[[1, "b", 0]], [[0, "a", 1]]]}, {"cnf": [[[0, "a", 1]], [[1, "b", 0]]]}),
        ({"cnf": None}, {"cnf": None}),
        ({"answer": True}, {"answer": True}),
    ],
)
def test_what_a_truth_says(truth, says):
    given = {**truth}
    assert Subject.statement(truth) == says and truth == given


def test_an_undecided_judge_is_open():
    (one,) = labelled("sufficient", "gen", 1)
    subject = Subject(AuditInput(one))
    verdict = subject.verdict(one.gold)
    unsure = msgspec.structs.replace(verdict, outcome=Outcome.UNDECIDED)
    subject.judge = lambda answer: unsure
    for check, least in ((idle, len(list(subject.strategies()))), (answers, 1)):
        assert check(subject).counts["open"] >= least > 0


@pytest.mark.parametrize("known", [None, LimitError])
def test_an_engine_that_does_not_know_is_open(monkeypatch, known):
    def ask():
        if known is not None:
            raise LimitError("many")

    claim = SimpleNamespace(sat=ask, z3=None, stated=True, sentence="it is so")
    monkeypatch.setattr(second, "Claims", lambda subject, sample: SimpleNamespace(listed=lambda: [claim]))
    monkeypatch.setattr(second.registry, "require", lambda key: None)
    (one,) = labelled("sufficient", "gen", 1)
    subject, result = Subject(AuditInput(one)), CheckResult("", "second")
    subject.report = HOLDS
    second.second(subject, OPTIONS, result)
    assert result.counts == {"open": 1, "open: PySAT": 1} and not result.findings
