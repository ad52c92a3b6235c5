"""The second engine: it agrees with good records, and its disagreement with bad ones is a fault with both
proofs."""

from importlib import import_module
from types import SimpleNamespace

import msgspec
import pytest
from testkit import audit_records

from certwright.instances.canonical import seal
from certwright.instances.errors import EngineMissingError
from certwright.instances.records import Certificate
from certwright.verifiers.audit import source
from certwright.verifiers.audit.audit import MAKERS
from certwright.verifiers.audit.finding import AuditOptions, CheckResult
from certwright.verifiers.audit.planning import Subject
from certwright.verifiers.audit.second import planning as second
from certwright.verifiers.audit.second.planning import claims
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.engines import registry, sat, smt
from certwright.verifiers.engines.outcome import Proven, Refuted, Undecided, Why
from certwright.verifiers.label import label
from certwright.verifiers.planning.oracle import Effort
from certwright.verifiers.proofs.core import Report

as_the_translator_would = audit_records.as_the_translator_would
faults, record, subject = audit_records.faults, audit_records.record, audit_records.subject
OPTIONS = AuditOptions(("second",), seconds=30.0)
pytestmark = pytest.mark.skipif(
    not all(registry.present(key) for key in ("fd", "fd-translate", "sat", "z3")),
    reason="the second engines are not installed",
)


@pytest.mark.parametrize("name", ["app", "reach", "areach", "land", "nexta", "land mcq", "reach no"])
def test_a_good_record_has_no_faults(name):
    result = MAKERS["second"](subject(name), OPTIONS)
    assert faults(result) == []
    assert result.counts["caught"] == result.counts["probes"] > 0
    assert result.counts["open"] == 0


@pytest.mark.parametrize("task", ["app", "reach", "areach", "land", "nexta"])
@pytest.mark.parametrize("world", ["ROOMS", "STUCK"])
def test_negation_disjunction_and_dead_ends_make_no_false_alarm(world, task):
    domain, problem = getattr(import_module("testkit.proof_worlds"), world)
    fields = {"kind": "pddl", "domain": domain, "problem": problem}
    made = msgspec.structs.replace(record(task), world=fields, truth=None, gold=None, grades=None)
    result = MAKERS["second"](Subject(AuditInput(label(seal(made), Effort(engine="search")))), OPTIONS)
    assert faults(result) == []
    assert result.counts["caught"] == result.counts["probes"] > 0


def test_all_kinds_of_questions_were_asked():
    counts = MAKERS["second"](subject("areach"), OPTIONS).counts
    assert (counts["groundings"], counts["plans"], counts["proofs of none"]) == (1, 3, 3)
    assert (counts["invariants by sat"], counts["invariants by z3"]) == (1, 1)


@pytest.mark.parametrize(
    ("engine", "name"),
    [("sat", "nexta"), ("z3", "nexta"), pytest.param("up:fast-downward", "areach", marks=pytest.mark.long)],
)
def test_any_planner_may_be_the_second_engine(engine, name):
    if not registry.present(engine):
        pytest.skip(f"{engine} is not installed")
    options = AuditOptions(("second",), engine=engine, sample=1, seconds=60.0)
    result = MAKERS["second"](subject(name), options)
    assert faults(result) == []
    assert result.counts["plans"] + result.counts["proofs of none"] > 0


def lie(name: str, **truth: object) -> list[dict[str, object]]:
    """The evidence of the disagreements about a record whose truth lies."""
    made = subject(name, truth={**record(name).truth, **truth})
    result = MAKERS["second"](made, AuditOptions(("second",), sample=50, seconds=30.0))
    found = [finding for finding in result.findings if finding.severity == "fault"]
    assert all(finding.sentence.startswith("EnginesDisagree: ") for finding in found)
    return [finding.evidence for finding in found]


def test_an_unreachable_item_called_reachable_is_a_disagreement():
    items = sorted([*record("areach").truth["items"], "(swap c0 c1 l0)"])
    (one,) = lie("areach", items=items)
    assert one["theirs"]["engine"] == "fd"
    assert "no plan reaches the goal" in one["theirs"]["statement"]


def test_a_reachable_item_called_unreachable_is_a_disagreement():
    items = [item for item in record("reach").truth["items"] if item != "(on c1)"]
    (one,) = lie("reach", items=items)
    assert one["ours"]["statement"] == "(on c1) is unreachable"
    assert one["theirs"]["witness"][-1].startswith("(board c1 ")


def test_an_item_outside_the_translators_closure_called_reachable_is_a_disagreement():
    items = sorted([*record("reach").truth["items"], "(at c0 l2)"])
    (one,) = lie("reach", items=items)
    assert one["differences"] == ["called reachable, and outside the translator's closure: (at c0 l2)"]


def test_landmarks_on_the_wrong_side_are_disagreements():
    (kept,) = lie("land", items=["(at-ferry l1)", "(on c0)"])
    assert kept["ours"]["statement"] == "(on c1) is no landmark"
    away = audit_records.record("land", audit_records.problem(goal="(at c0 l1)"))
    truth = {**away.truth, "items": sorted([*away.truth["items"], "(at c1 l0)"])}
    made = Subject(AuditInput(msgspec.structs.replace(away, truth=truth)))
    (sentence,) = faults(MAKERS["second"](made, OPTIONS))
    assert "(at c1 l0) is a landmark; fd says otherwise" in sentence


@pytest.mark.parametrize(
    ("change", "sentences"),
    [
        ({"h": 7}, {
            "h* is at least 7", "after (board c0 l0) h* is 6", "after (sail l0 l1) h* is at least 7",
        }),
        ({"h": 5}, {"h* is at most 5", "after (board c0 l0) h* is 4"}),
        ({"closer": ["(sail l0 l1)"], "not_closer": ["(board c0 l0)"]}, {
            "after (sail l0 l1) h* is 5", "after (board c0 l0) h* is at least 6",
        }),
    ],
)  # fmt: skip
def test_wrong_costs_are_disagreements(change, sentences):
    said = {evidence["ours"]["statement"] for evidence in lie("nexta", **change)}
    assert said <= sentences
    assert said


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("app", {"items": ["(board c0 l0)"]}),
        ("prog", {"neg": ["(empty-ferry)"]}),
        ("val", {"index": 3}),
        ("just", {"pairs": []}),
        ("app yes", {"answer": False}),
        ("prog no", {"answer": True}),
        ("val yes", {"answer": False}),
        ("just yes", {"answer": False}),
        ("reach no", {"answer": True}),
        ("areach no", {"answer": True}),
        ("land yes", {"answer": False}),
        ("reach mcq", {"values": [True, True, False]}),
    ],
)
def test_other_truths_that_lie_are_disagreements(name, change):
    assert lie(name, **change)


def test_an_invariant_that_is_none_is_a_disagreement():
    (whole,) = [one for one in record("areach").certificates if one.kind == "invariant"]
    broken = Certificate("invariant", {**whole.body, "cubes": [*whole.body["cubes"], [0]]})
    result = MAKERS["second"](subject("areach", certificates=(broken,)), OPTIONS)
    sentences = [sentence for sentence in faults(result) if "not inductive" in sentence]
    assert [sentence.split()[-1] for sentence in sentences] == [sat.KEY, smt.KEY]
    assert faults(MAKERS["second"](subject("areach", certificates=(whole,)), OPTIONS)) == []


class Silent:
    """A planner that never knows."""

    def __init__(self, why: Why):
        self.why, self.asked = why, 0

    def __call__(self, query: object) -> Undecided:
        self.asked += 1
        return Undecided("silent", self.why, "no idea")


def test_an_undecided_second_opinion_is_open_and_no_fault(monkeypatch):
    silent = Silent(Why.GAVE_UP)
    monkeypatch.setattr(second, "planner", lambda key: silent)
    result = MAKERS["second"](subject("areach"), OPTIONS)
    assert faults(result) == []
    assert (silent.asked, result.counts["open"]) == (6, 6)


class Contrary:
    """A planner that says the opposite of what is expected of a claim."""

    def __init__(self, claims):
        self.claims = iter(claims)

    def __call__(self, query: object) -> Proven | Refuted:
        claim = next(self.claims)
        if claim.plan_expected:
            return Proven("contrary", "no plan reaches the goal", "so it says")
        return Refuted("contrary", ("(a step)",))


@pytest.mark.parametrize("name", ["reach", "areach", "land", "nexta"])
def test_a_disagreement_about_a_good_record_names_our_proof(monkeypatch, name):
    one = subject(name)
    assert one.accepted
    asked = claims(one, OPTIONS.sample)
    monkeypatch.setattr(second, "planner", lambda key: Contrary(asked))
    result = CheckResult("", "second")
    second._search(one, result, OPTIONS)
    proofs = {
        "reachability": lambda claim: source.of_reachability(one, claim.item, claim.plan_expected),
        "landmark": lambda claim: source.of_landmark(one, claim.item, not claim.plan_expected),
        "cost": lambda claim: source.of_cost(one, claim.plan_expected),
    }
    assert len(result.findings) == len(asked) > 2
    for claim, finding in zip(asked, result.findings, strict=True):
        said = f"EnginesDisagree: we prove that {claim.sentence}; contrary says otherwise"
        assert (finding.severity, finding.sentence) == ("fault", said)
        ours = {"statement": claim.sentence, **proofs[claim.proof](claim)}
        theirs = (
            {"engine": "contrary", "statement": "no plan reaches the goal", "evidence": "so it says"}
            if claim.plan_expected
            else {"engine": "contrary", "witness": ["(a step)"]}
        )
        assert finding.evidence == {"ours": ours, "theirs": theirs}
        assert ours.get("certificate")
    expected = [claim.plan_expected for claim in asked]
    assert result.counts["plans"] == expected.count(False)
    assert result.counts["proofs of none"] == expected.count(True)
    assert (result.counts["probes"], result.counts["caught"]) == (len(asked), 0)


def test_a_record_that_the_checker_refuses_has_no_proof_of_ours():
    one = subject("reach")
    one.report = Report("", "refused", "something")
    (claim, *_) = claims(one, 1)
    assert second._proof(one, claim) == {
        "statement": claim.sentence,
        "certificate": None,
        "why": "the checker refuses the record",
    }


def test_worlds_whose_translation_differs_are_open(monkeypatch):
    one = subject("app")
    for field in ({"choices": ("any",)}, {"domain": SimpleNamespace(cased=True)}):
        problem = SimpleNamespace(**{"domain": SimpleNamespace(cased=False), "choices": (), **field})
        result = CheckResult("", "second")
        second._world(SimpleNamespace(problem=problem, instance=one.instance), result)
        assert result.counts == {"open": 1, "open: the translator: input": 1} and not result.findings


def test_undecided_invariants_are_open(monkeypatch):
    (whole,) = [one for one in record("areach").certificates if one.kind == "invariant"]
    one, result = subject("areach", certificates=(whole,)), CheckResult("", "second")
    late = Undecided("any", Why.TIME, "late")
    monkeypatch.setattr(second, "check_invariant", lambda *_, **__: late)
    second._invariants(one, result, OPTIONS)
    assert result.counts == {
        "open": 2, "open: invariants by sat: time": 1, "open: invariants by z3: time": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("answers", "others", "found"),
    [
        ("n", 0, 0),
        ("p", 0, 0),
        ("?", 0, 0),
        ("nnn", 2, 0),
        ("np", 2, 1),
        ("n?n", 2, 1),
        ("??n", 2, 1),
        ("?p", 2, 1),
    ],
)
def test_an_action_of_several_cases_is_asked_about_case_by_case(answers, others, found):
    """A plan to any of them decides; none to all must be proven."""
    said = {
        "n": lambda k: Proven("x", f"none {k}"),
        "p": lambda k: Refuted("x", (f"({k})",)),
        "?": lambda k: Undecided("x", Why.TIME, f"late {k}"),
    }
    made, asked = [said[letter](k) for k, letter in enumerate(answers)], []

    def plan(query):
        asked.append((query.goal, query.init, query.without, query.bound, query.deadline))
        return made[len(asked) - 1]

    task = subject("app").task
    claim = second.Claim(
        "s", True, 1, init=6, without=8, bound=5, others=tuple(2 << k for k in range(others))
    )
    assert second._asked(plan, task, claim, 7.0) is made[found]
    assert asked == [(1 << k, 6, 8, 5, 7.0) for k in range(len(answers))]
    many = second.Claim("s", True, 1, others=(2,) * second.CASES)
    assert second._asked(plan, task, many, 7.0) == Undecided(
        "audit", Why.LIMIT, f"an action of more than {second.CASES} cases"
    )


def test_after_a_deadline_the_like_claims_are_not_asked(monkeypatch):
    silent = Silent(Why.TIME)
    monkeypatch.setattr(second, "planner", lambda key: silent)
    result = MAKERS["second"](subject("areach"), OPTIONS)
    assert (silent.asked, result.counts["open"]) == (2, 6)


def test_a_missing_engine_is_not_passed_over(monkeypatch):
    monkeypatch.setenv("CERTWRIGHT_WITHOUT", "fd")
    with pytest.raises(EngineMissingError, match="pip install"):
        MAKERS["second"](subject("areach"), OPTIONS)


def test_the_claims_of_a_record_are_few_and_first_those_beyond_relaxation():
    assert claims(subject("areach"), 1)[0].sentence.startswith("(swap ")
    assert claims(subject("app"), 3) == []
    assert [claim.plan_expected for claim in claims(subject("land"), 2)] == [False, False]
    unsolvable = audit_records.record("nexta", audit_records.problem(goal="(on c0) (on c1)"))
    (claim,) = claims(Subject(AuditInput(unsolvable)), 3)
    assert (claim.sentence, claim.plan_expected) == ("the goal is unreachable", False)


def test_what_a_source_disputes_is_asked_about_first():
    made = audit_records.stored("land", {"yes": [], "no": ["(ON c1)"]})
    asked = [claim.sentence for claim in claims(made, 1)]
    assert asked == ["(on c1) is a landmark"]
    facts = subject("land").task.facts
    everything = {**record("land").truth, "items": sorted(facts)}
    disputed = {"yes": [], "no": list(facts)}
    made = Subject(AuditInput(msgspec.structs.replace(made.instance, truth=everything)))
    made.instance.source.answer.update(disputed)
    for count in (1, 2):
        landmarks = [claim for claim in claims(made, count) if not claim.plan_expected]
        assert len(landmarks) == min((5 + 1) * count, len(facts))  # one of them deep
    lying = {**record("land").truth, "items": ["(at c0 l2)", "(on c1)"]}
    assert claims(subject("land", truth=lying), 3)[0].sentence == "(on c1) is a landmark"


# the translator's world


def test_a_difference_of_the_groundings_is_a_fault(monkeypatch):
    one = subject("reach")
    other = as_the_translator_would(one, init=())
    monkeypatch.setattr(second.translate, "grounding", lambda *_, **__: other)
    assert faults(MAKERS["second"](one, AuditOptions(("second",), sample=0)))[0].startswith(
        "EnginesDisagree: the translator grounds another task: "
    )
    gone = Undecided("fd-translate", Why.CRASH, "gone")
    monkeypatch.setattr(second.translate, "grounding", lambda *_, **__: gone)
    result = MAKERS["second"](one, AuditOptions(("second",), sample=0))
    assert (faults(result), result.counts["open"]) == ([], 1)


def test_answers_become_plain_words():
    proven, refuted = Proven("fd", "none", "exit code 11"), Refuted("fd", ("(a)",))
    assert second._words(proven) == {"engine": "fd", "statement": "none", "evidence": "exit code 11"}
    assert second._words(refuted) == {"engine": "fd", "witness": ["(a)"]}
