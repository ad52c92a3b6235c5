"""The audit of grid worlds: nothing to find in sound records, and every kind of planted fault is found."""

from collections import Counter

import pytest
from msgspec.structs import replace
from testkit.grid_questions import QUESTIONS, goal, question
from testkit.small_worlds import CHANGED_WALK, FLY, WALK, program

from certwright.domains.gridworld.actions import Action
from certwright.instances.records import Certificate, Outcome
from certwright.verifiers.audit import proofs as mutants
from certwright.verifiers.audit.audit import audit
from certwright.verifiers.audit.finding import CHECKS, AuditOptions
from certwright.verifiers.audit.gridworld import Subject
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.checking import check_data
from certwright.verifiers.label import label

OWN = ("gold", "idle", "answers", "proofs", "second")
SOUND = ("plan", "change", "masked", "masked by chance", "luck")
LUCK = question("planning", FLY, {**goal(4, green=(0, 3)), "rng_seed": 3})


@pytest.fixture(scope="module")
def records():
    return {name: label(QUESTIONS.get(name, LUCK)) for name in (*SOUND, "sure plan")}


def findings(instance, *checks):
    return audit(AuditInput(instance), AuditOptions(checks=checks or CHECKS)).findings


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_record_has_no_fault(records, name):
    audited = audit(AuditInput(records[name]), AuditOptions())
    assert [one.sentence for one in audited.findings] == [] and not audited.undecided
    counts = {result.check: result.counts for result in audited.results}
    assert all(counts[check]["probes"] > 0 for check in OWN)
    assert counts["proofs"]["killed"] >= 6 and not counts["second"]["survived"]


def test_plain_play_draws_uniformly_and_independently():
    text = FLY.replace("(list 0 1 2)", "(list 0 1 2 3)").replace(
        "(on down (= fly (moveDownNoCollision fly)))", ""
    )
    asked = question("planning", text, goal(4, green=(0, 1)))
    subject, pairs = Subject(AuditInput(asked)), Counter()
    for frames in subject.realisations(program(text), [Action("noop")] * 2):
        pairs[tuple(frame[1].index("green") for frame in frames[1:])] += 1
    assert sum(pairs.values()) == 200 and len(pairs) == 16
    assert max(pairs.values()) <= 30, "the generator of the worlds gives some of these far too often"


def test_a_policy_has_no_gold_and_is_audited_without(records):
    audited = audit(AuditInput(records["sure plan"]), AuditOptions())
    assert not audited.findings
    assert {one.check: one.counts["probes"] for one in audited.results}["proofs"] > 5


def test_every_mutant_that_needs_a_search_is_refused(records, monkeypatch):
    monkeypatch.setattr(mutants, "COSTLY", 4)
    for record in records.values():
        assert not findings(record, "proofs"), record.task


@pytest.mark.parametrize("name", SOUND)
def test_the_short_way_to_a_refusal_agrees_with_the_checker(records, name):
    subject = Subject(AuditInput(records[name]))
    listed = [each for each in mutants.mutants(subject, 60) if each[1] in subject.settled]
    assert {"prompt", "domain", "grades", "gold"} <= {field for _, field, _ in listed}
    for sort, field, mutant in listed:
        refusal, failed = subject.refusal(mutant, field), check_data(mutant).failed
        assert (refusal is None) == (failed is None), sort
        assert field == "truth" or refusal == failed, sort


def test_a_question_is_the_same_whose_programs_are_parsed_alike(records):
    subject = Subject(AuditInput(records["change"]))
    data, query = subject.data, subject.data["query"]

    def same(**changed):
        return subject.formal({**data, **changed}) == subject.formal(data)

    program = data["world"]["program"]
    assert same(world={**data["world"], "program": f"{program} "}, domain="other")
    assert same(query={**query, "changed": query["changed"].replace("(", "( "), "witness": ["noop"]})
    assert not same(query={**query, "rng_seed": query["rng_seed"] + 1})
    assert not same(query={**query, "changed": program})
    assert not same(world={**data["world"], "program": query["changed"]})
    assert not same(world={**data["world"], "program": program.replace("GRID_SIZE", "GRID_SIZES", 1)})


def test_other_actions_are_as_good_when_some_draws_show_the_change_at_their_end(records):
    changed = FLY.replace("(list 0 1 2)", "(list 0 1 (if (> (.. (.. (prev fly) origin) y) 1) then 3 else 2))")
    drawn = label(question("change", FLY, {"changed": changed, "witness": ["down", "noop"]}))
    assert (drawn.truth["steps"], drawn.truth["actions"][0]) == (2, "down")

    def harmless(record, *actions):
        data = (subject := Subject(AuditInput(record))).data
        return subject.harmless({**data, "truth": {**data["truth"], "actions": [*actions]}}, "truth")

    assert harmless(drawn, "down", "left") and harmless(drawn, "down", "click 0 0")
    assert not harmless(drawn, "left", "down") and not harmless(drawn, "down", "left", "left")
    assert harmless(records["change"], "click 3 0", "right", "click 3 0", "left")
    assert not harmless(records["change"], "left", "click 3 0", "click 3 0", "right")


def test_wrong_gold_is_found(records):
    assert findings(replace(records["masked"], gold="A"), "gold")
    short = "\n".join(records["plan"].gold.splitlines()[:-1])
    assert findings(replace(records["plan"], gold=short), "gold")
    waiting = "\n".join(["noop"] * 4)
    assert findings(replace(records["change"], gold=waiting), "gold")
    for name in ("plan", "change", "masked"):
        assert findings(replace(records[name], gold=waiting), "proofs")


def test_false_truth_is_found_by_plain_play_alone(records):
    def false(name, **truth):
        record = records[name]
        return replace(record, truth={**record.truth, **truth})

    assert findings(false("plan", steps=7, plan=[*records["plan"].truth["plan"], "noop", "noop"]), "second")
    assert findings(false("change", steps=6), "second")
    assert findings(false("masked", answer="A"), "second")
    assert findings(false("luck", probability="9/10"), "second")
    assert findings(replace(records["change"], gold="right\nright"), "second")


@pytest.mark.parametrize("name", ["plan", "change", "masked"])
def test_a_judge_that_likes_everything_or_nothing_is_found_out(records, name, monkeypatch):
    right = Subject(AuditInput(records[name])).verdict(records[name].gold)
    monkeypatch.setattr(Subject, "judge", property(lambda subject: lambda answer: right))
    assert findings(records[name], "idle") and findings(records[name], "answers")
    assert not findings(records[name], "gold")
    never = replace(right, outcome=Outcome.INCORRECT, value=0.0)
    monkeypatch.setattr(Subject, "judge", property(lambda subject: lambda answer: never))
    assert findings(records[name], "gold")


def test_a_checker_that_believes_is_found(records, monkeypatch):
    from certwright.verifiers.proofs.gridworld import tasks

    monkeypatch.setattr(tasks, "_played", lambda *rest: None)
    monkeypatch.setattr(tasks, "gold", lambda *rest: True)
    assert findings(records["plan"], "proofs")
    assert findings(records["change"], "proofs")


def test_false_proofs_are_found(records):
    for record in records.values():
        odd = tuple(Certificate("oath", one.body) for one in record.certificates)
        assert findings(replace(record, certificates=odd), "proofs")


def test_what_choices_of_a_frame_deserve():
    subject = Subject(AuditInput(label(question("change", WALK, {"changed": CHANGED_WALK}))))
    lines = subject.instance.gold.splitlines()

    def worth(lines, frame):
        return subject.deserves({"lines": lines, "frame": frame}, None)

    assert [worth(lines, frame) for frame in (0, 2, 3, 4)] == [0.0, 0.0, 1.0, 1.0]
    late = [*lines, *["noop"] * 8]
    assert worth(late, 12) == pytest.approx(0.441, abs=5e-4)
    assert worth(["noop"] * 4, 4) == 0.0


def test_what_is_tried_against_the_judge_of_a_change(records):
    record = records["change"]
    subject, lines = Subject(AuditInput(record)), record.gold.splitlines()
    wrong = list(subject.wrong())
    frames = [value for name, value in wrong if name == "another frame"]
    last = len(lines)
    assert frames == [{"frame": frame, "lines": lines} for frame in sorted({0, last - 2, last - 1})]
    assert all(subject.write(value) is not None for _, value in wrong)
    named = Counter(name for name, _ in wrong)
    assert (named["waiting first"], named["the first moved to the end"], named["an action left out"]) == (
        1,
        1,
        3,
    )
    assert dict(wrong)["waiting first"] == {"frame": last + 1, "lines": ["noop", *lines]}
    assert dict(wrong)["the first moved to the end"] == {"frame": last, "lines": [*lines[1:], lines[0]]}
    for name, value in wrong:
        if name == "an action left out":
            assert [one for one, own in zip(value["lines"], lines, strict=True) if one != own] == ["noop"]
