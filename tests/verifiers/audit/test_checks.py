"""The checks of the audit: silent on good records, and each finds the faults that are planted for it."""

import msgspec
import pytest
from testkit import audit_records

from certwright.instances.records import Certificate, Grades, Prompt
from certwright.verifiers.audit import answers as judging
from certwright.verifiers.audit.answers import answers, gold, idle
from certwright.verifiers.audit.audit import MAKERS, AuditSummary, audit
from certwright.verifiers.audit.finding import CHECKS, AuditOptions
from certwright.verifiers.audit.planning import Subject
from certwright.verifiers.audit.proofs import mutants as mutants_of
from certwright.verifiers.audit.published import published
from certwright.verifiers.audit.source import source
from certwright.verifiers.audit.subject import AuditInput, cases
from certwright.verifiers.checking import check_data

faults, record, stored, subject = (
    audit_records.faults,
    audit_records.record,
    audit_records.stored,
    audit_records.subject,
)
OPTIONS = AuditOptions()


def proofs(made: Subject, options: AuditOptions = OPTIONS):
    return MAKERS["proofs"](made, options)


SEVEN = tuple(name for name in CHECKS if name != "second")


@pytest.mark.parametrize("name", audit_records.QUERIES)
@pytest.mark.parametrize("check", ["gold", "idle", "answers", "proofs"])
def test_a_good_record_has_no_faults(check, name):
    result = MAKERS[check](subject(name), OPTIONS)
    assert faults(result) == []
    assert result.counts["caught"] == result.counts["probes"] > 0


# gold


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("app", None, "the truth is complete, but there is no gold answer"),
        ("reach", "(at c0 l1)", "the gold answer (as it stands) is judged incorrect / reachable"),
        ("land", "None", "the gold answer (as it stands) is judged incorrect / none_is_wrong"),
        ("val", "four", "the gold answer (as it stands) is judged incorrect / wrong_index"),
        ("app yes", "no", "the gold answer (as it stands) is judged incorrect / wrong"),
    ],
)
def test_a_wrong_gold_is_found(name, change, sentence):
    assert sentence in faults(gold(subject(name, gold=change)))


def test_a_record_that_leaves_things_open_needs_no_gold():
    truth = {**record("reach").truth, "undecided": ["(at c0 l2)"], "none": None}
    assert faults(gold(subject("reach", truth=truth, gold=None))) == []
    plan = {**record("just").truth, "pairs": []}
    assert faults(gold(subject("just", truth=plan, gold=None))) == []


# idle and answers: against judges that are too kind, or too strict


def with_judge(monkeypatch, name: str, verdict_of) -> Subject:
    """A subject whose judge's verdicts pass through a function of the text and the true verdict."""
    made = subject(name)
    judge = made.judge
    monkeypatch.setitem(made.__dict__, "judge", lambda answer: verdict_of(answer.response, judge(answer)))
    return made


def test_a_judge_that_lets_everything_pass_is_found(monkeypatch):
    kindly = lambda text, verdict: msgspec.structs.replace(  # noqa: E731
        verdict, value=1.0, outcome=type(verdict.outcome).CORRECT
    )
    idle_faults = faults(idle(with_judge(monkeypatch, "reach", kindly)))
    assert "the idle answer '' scores" in idle_faults
    assert "the answer 'none' scores 1, and deserves 0" in idle_faults
    result = answers(with_judge(monkeypatch, "reach", kindly))
    assert result.counts["survived"] > 10
    assert any("unknown object" in sentence for sentence in faults(result))
    assert result.counts["caught"] < result.counts["probes"]


def test_a_judge_that_lets_nothing_pass_is_found(monkeypatch):
    strict = lambda text, verdict: msgspec.structs.replace(  # noqa: E731
        verdict, value=0.0, outcome=type(verdict.outcome).INCORRECT
    )
    assert any(
        "it is judged too strictly" in sentence
        for sentence in faults(answers(with_judge(monkeypatch, "app", strict)))
    )


def test_a_mutant_that_is_right_too_is_equivalent_only_with_a_proof():
    good = answers(subject("areach"))
    assert good.counts["equivalent"] > 0
    unproven = answers(subject("areach", certificates=()))
    assert unproven.counts["survived"] > 0, "other answers than the gold one"
    assert unproven.counts["survived"] + unproven.counts["equivalent"] == good.counts["equivalent"]


def test_idle_rates_are_what_the_truth_deserves():
    assert idle(subject("reach")).counts["none scored"] == 0
    everything = record("reach", audit_records.problem().replace(" l2", "")), "None"
    result = idle(Subject(AuditInput(*everything[:1], constant=everything[1])))
    assert faults(result) == []
    assert [
        result.counts[f"{name} {word}"]
        for name in ("none", "constant")
        for word in ("asked", "scored", "deserved")
    ] == [1] * 6


# proofs


@pytest.mark.parametrize(
    "spoil",
    [
        lambda one: {"truth": {**one.truth, "items": one.truth["items"][1:]}},
        lambda one: {"certificates": one.certificates[1:]},
        lambda one: {"grades": Grades(certified=99)},
        lambda one: {"query": {"more": 1}},
        lambda one: {"gold": "(at c0 l1)"},
        lambda one: {"truth": {"kind": "closed_world"}},
    ],
)
def test_a_record_that_the_checker_refuses_is_a_fault(spoil):
    result = proofs(subject("reach", **spoil(record("reach"))))
    (sentence,) = faults(result)
    assert sentence.startswith("the checker refuses the record: ")


def test_a_checker_that_accepts_everything_is_found(monkeypatch):
    made = subject("land")
    assert made.accepted
    monkeypatch.setattr(Subject, "refusal", lambda self, mutant, field: None)
    result = proofs(made, AuditOptions(mutants=400))
    assert result.counts["truth.items: an item dropped: survived"] >= 1
    assert "the checker accepts a mutant (truth.none: flipped)" in faults(result)
    monkeypatch.setattr(Subject, "refusal", lambda self, mutant, field: "malformed record: KeyError: 1")
    assert any("without naming a step" in sentence for sentence in faults(proofs(made)))


def test_what_was_not_needed_is_equivalent():
    twice = (*record("land").certificates, record("land").certificates[1])
    result = proofs(subject("land", certificates=twice), AuditOptions(mutants=1000))
    assert faults(result) == []
    assert result.counts["certificates: an item dropped: equivalent"] == 2


@pytest.mark.parametrize("name", audit_records.QUERIES)
def test_the_short_way_to_a_refusal_agrees_with_the_checker(name):
    made = subject(name)
    mutants = list(mutants_of(made, 25))
    assert len(mutants) > 25 and {"truth", "certificates", "grades", "gold"} <= {
        field for _, field, _ in mutants
    }
    for sort, field, mutant in [("itself", "truth", made.data), *mutants]:
        refusal, failed = made.refusal(mutant, field), check_data(mutant).failed
        assert (refusal is None) == (failed is None), sort
        assert field == "certificates" or refusal == failed, sort


def test_the_same_certificates_in_a_world_where_they_hold_make_an_equivalent_record():
    same_but_for_the_goal = record("reach", audit_records.problem(goal="(at c0 l1)")).world
    result = proofs(Subject(AuditInput(record("reach"), same_but_for_the_goal)))
    assert result.counts["another world: equivalent"] == 1
    other = record("reach", audit_records.problem(boat="l2")).world
    assert proofs(Subject(AuditInput(record("reach"), other))).counts["another world: killed"] == 1


# source


def notices(subject_: Subject) -> list[tuple[str, str, object]]:
    result = source(subject_)
    assert faults(result) == []
    found = [finding.evidence for finding in result.findings]
    return [(one["kind"], one["item"], one["proof"].get("certificate")) for one in found]


@pytest.mark.parametrize(
    ("name", "answer", "expected"),
    [
        ("app", ["(BOARD c0 l0)", "(sail l0 l1)"], []),
        ("app", ["(board c0 l0)", "(sail l1 l0)"], [
            ("applicable action stored in error", "(sail l1 l0)", "evaluation"),
            ("applicable action not stored", "(sail l0 l1)", "evaluation"),
        ]),
        ("prog", {"pos": ["(on c0)"], "neg": ["(empty-ferry)", "(at c0 l0)"]}, []),
        ("prog", {"pos": [], "neg": ["(empty-ferry)", "(at c0 l0)"]}, [
            ("positive effect not stored", "(on c0)", "evaluation"),
        ]),
        ("reach", ["at-ferry l2", "at c0 l2"], []),
        ("reach", ["at c0 l1"], [("reachable item stored as unreachable", "(at c0 l1)", "runs")]),
        ("reach", ["at l0 l1"], [("illegal item", "(at l0 l1)", None)]),
        ("reach", [], [("all called reachable", "(at c0 l2)", "closure")]),
        ("areach", ["(swap c0 c1 l0)"], []),
        ("areach", [], [("all called reachable", "(swap c0 c1 l0)", "invariant")]),
        ("val", 2, []),
        ("val", "3", [("index", "the first inapplicable action", "evaluation")]),
        ("just", [["(sail l0 l1)", "(sail l1 l0)", "-1"]], []),
        ("just", [["(sail l0 l1)", "2"]], [("removal", "(sail l0 l1)", "evaluation")]),
        ("land", {"yes": ["(on c0)"], "no": ["(at c1 l1)", "(on c1)"]}, [
            ("landmark stored as none", "(on c1)", "relaxed"),
        ]),
        ("land", {"yes": [], "no": []}, [("None called right", "(at-ferry l1)", "relaxed")]),
        ("nexta", {"yes": ["(board c0 l0)"], "no": [], "maybe": ["(sail l0 l1)"], "opt": "6"}, []),
        ("nexta", {"yes": ["(sail l0 l1)"], "no": ["(swap c0 c1 l0)"], "maybe": [], "opt": 7}, [
            ("side of an action", "(sail l0 l1)", "lower_bound"),
            ("inapplicable action stored", "(swap c0 c1 l0)", "evaluation"),
            ("applicable action not stored", "(board c0 l0)", "evaluation"),
            ("optimal cost", "the optimal cost", "lower_bound"),
        ]),
        ("app yes", "yes", []),
        ("app yes", "No", [("answer", "the answer", None)]),
        ("reach mcq", "b", []),
        ("reach mcq", "A", [("answer", "the answer", None)]),
    ],
)  # fmt: skip
def test_the_stored_truth_is_compared_item_by_item(name, answer, expected):
    assert notices(stored(name, answer)) == expected


def test_what_a_source_left_open_is_counted_when_it_is_decided_here():
    answer = {"yes": [], "no": [], "maybe": ["(board c0 l0)", "(sail l0 l1)"], "opt": "6"}
    counts = source(stored("nexta", answer)).counts
    assert (counts["decided"], counts["decided: closer"]) == (2, 1)
    assert source(stored("just", [])).counts["added"] == 1
    unsure = {**record("reach").truth, "undecided": ["(at c0 l2)"]}
    one = Subject(AuditInput(msgspec.structs.replace(stored("reach", ["at c0 l2"]).instance, truth=unsure)))
    assert source(one).counts["open"] == 1


def test_a_stored_answer_of_the_wrong_shape_is_a_notice():
    result = source(stored("land", 4))
    assert [finding.severity for finding in result.findings] == ["notice"]


# published


@pytest.mark.parametrize(
    ("name", "answer", "rules"),
    [
        ("areach", ["(swap c0 c1 l0)"], {"stored actions", "first parenthesis"}),
        ("reach", ["at-ferry l2"], {"unknown symbols", "ill-typed facts", "first parenthesis"}),
        ("reach", [], {"nothing stored", "first parenthesis"}),
        ("land", {"yes": ["(on c0)"], "no": ["(on c1)"]}, {"stored landmarks", "first parenthesis"}),
        ("land", {"yes": ["(on c0)", "(on c1)", "(at-ferry l1)"], "no": []}, {"first parenthesis"}),
        ("val", 2, {"digits in names"}),
        ("app yes", "yes", {"first words"}),
    ],
)
def test_what_the_public_rules_misjudge(name, answer, rules):
    result = published(stored(name, answer))
    assert faults(result) == []
    assert {finding.evidence["rule"] for finding in result.findings} == rules
    for finding in result.findings:
        assert finding.evidence["published"]["value"] != finding.evidence["ours"]["value"]
        assert 0 < finding.evidence["misjudged"] <= finding.evidence["probes"]


def test_the_case_of_letters_is_misjudged_by_the_words_of_the_question():
    instance = stored("just", [["(sail l0 l1)", "(sail l1 l0)", "-1"]]).instance
    words = f'Simplify the plan "{" ".join(audit_records.DETOUR)}" by removing {"x" * 135}'
    prompt = Prompt(question=words)
    spelt = Subject(AuditInput(msgspec.structs.replace(instance, prompt=prompt)))
    rules = {finding.evidence["rule"] for finding in published(spelt).findings}
    assert "letter case" in rules


# the whole


def test_the_other_world_is_the_next_and_the_constant_the_commonest():
    here, there = record("reach"), record("reach", audit_records.problem(boat="l2"))
    far = msgspec.structs.replace(record("reach", audit_records.problem(second_car="l0")), domain="other")
    listed = list(cases([here, here, there, far]))
    assert [case.other_world for case in listed] == [there.world, there.world, here.world, here.world]
    assert {case.constant for case in listed[:3]} == {here.gold}
    (alone,) = cases([here])
    assert (alone.other_world, alone.constant) == (None, here.gold)


def test_an_audit_is_the_same_every_time_and_adds_up():
    options = AuditOptions(SEVEN)
    listed = list(cases([record(name) for name in audit_records.QUERIES]))
    first, second = ([audit(case, options) for case in listed] for _ in range(2))
    assert first == second
    summary = AuditSummary.of(options)
    for audited in first:
        summary.add(audited)
    figures = summary.json()
    assert figures["questions"] == len(audit_records.QUERIES)
    assert figures["faults"] == 0
    assert figures["mutants"]["proofs"]["all"]["survived"] == 0
    assert (
        sum(fates["killed"] for name, fates in figures["mutants"]["answers"].items() if name != "all")
        == (figures["mutants"]["answers"]["all"]["killed"])
    )
    assert figures["idle"]["none"]["reach"] == {"asked": 1, "scored": 0, "deserved": 0}
    assert msgspec.json.decode(msgspec.json.encode(figures)) == figures


def test_a_record_without_truth_is_counted_as_undecided():
    audited = audit(AuditInput(msgspec.structs.replace(record("app"), truth=None)), AuditOptions(SEVEN))
    assert (audited.undecided, audited.results) == (True, ())
    unsure = audit(
        AuditInput(msgspec.structs.replace(record("app"), grades=Grades(undecided=1))),
        AuditOptions(("idle",)),
    )
    assert unsure.undecided


def test_a_check_that_breaks_off_is_a_fault_and_the_others_go_on(monkeypatch):
    def broken(subject: Subject) -> None:
        raise KeyError("a")

    monkeypatch.setattr(judging, "idle", broken)
    audited = audit(AuditInput(record("app")), AuditOptions(("gold", "idle", "proofs")))
    assert [finding.sentence for finding in audited.findings] == ["the check failed: KeyError: 'a'"]
    assert [result.check for result in audited.results] == ["gold", "idle", "proofs"]


def test_claims_on_an_engines_word_are_left_alone_by_the_operators():
    whole = record("land")
    plans = tuple(one for one in whole.certificates if one.kind != "relaxed")
    relaxed = Certificate("relaxed", {"facts": ["(at-ferry l1)", "(on c0)"]})
    said = Grades(certified=whole.grades.certified - 1, engine_proven=1)
    result = proofs(subject("land", certificates=(*plans, relaxed), grades=said))
    assert faults(result) == []
    assert result.counts["unbacked claims"] == 1
