"""The audit of levels: nothing to find in a sound record, and every kind of planted fault is found."""

import random

import msgspec
import pytest

from certwright.domains.environment import Utterance
from certwright.instances.records import Certificate
from certwright.verifiers.audit import timetravel
from certwright.verifiers.audit.answers import NOTHING
from certwright.verifiers.audit.audit import audit
from certwright.verifiers.audit.finding import CHECKS, AuditOptions, CheckResult
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.audit.timetravel import Subject
from certwright.verifiers.engines.outcome import Proven, Refuted, Undecided, Why
from certwright.verifiers.label import label
from certwright.verifiers.timetravel.judging import environment, turns_of_plan
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


PLAN = [
    "(take brann lens yard-past)",
    "(walk brann yard-past quay-past)",
    "(post brann lens quay-past quay-future)",
    "(take noor lens quay-future)",
]
BAD, UNKNOWN = "(take noor lens quay-future)", "(fly noor)"
AWAY, HOME = "(walk noor quay-future ridge-future)", "(walk noor ridge-future quay-future)"
ROUND = [AWAY, HOME]


@pytest.fixture(scope="module")
def first():
    return label(shipped_instances()[0])


def deserved(one, plan):
    return Subject(AuditInput(one)).deserves(plan, None)


@pytest.mark.parametrize(
    ("plan", "worth"),
    [
        (PLAN, 1.0),
        ([], 0.0),
        (PLAN[:-1], 0.0),
        ([*PLAN, BAD, UNKNOWN], 1.0),
        # INVALID_STREAK refusals in a row end the episode, wherever they stand
        ([*[BAD] * 4, *PLAN], 1.0),
        ([*[UNKNOWN] * 4, *PLAN], 1.0),
        ([*[BAD] * 5, *PLAN], 0.0),
        ([*[UNKNOWN] * 5, *PLAN], 0.0),
        ([*[BAD] * 4, PLAN[0], *[BAD] * 4, *PLAN[1:]], 1.0),
        ([*[BAD] * 4, PLAN[0], *[BAD] * 5, *PLAN[1:]], 0.0),
        # VISITS visits of a state
        ([*ROUND * 2, *PLAN], 1.0),
        ([*ROUND * 3, *PLAN], 0.0),
        ([AWAY, *ROUND[::-1] * 2, HOME, *PLAN], 0.0),
        # IDLE turns that lead into no new state
        ([*[BAD] * 4, *ROUND, *[BAD] * 4, AWAY, *[BAD] * 3, HOME, *PLAN], 1.0),
        ([*[BAD] * 4, *ROUND, *[BAD] * 4, *ROUND, *[BAD] * 4, *PLAN], 1.0),
        ([PLAN[0], *[BAD] * 4, *ROUND, *[BAD] * 4, *ROUND, *PLAN[1:]], 1.0),
        ([AWAY, *[BAD] * 4, HOME, *[BAD] * 4, AWAY, *[BAD], PLAN[0], HOME, *PLAN[1:]], 1.0),
        ([AWAY, *[BAD] * 4, HOME, *[BAD] * 4, AWAY, *[BAD] * 2, PLAN[0], HOME, *PLAN[1:]], 0.0),
        # the budget of 20 turns
        ([*[BAD] * 4, PLAN[0], *[BAD] * 4, PLAN[1], *[BAD] * 4, PLAN[2], *[BAD] * 4, PLAN[3]], 1.0),
        ([*[BAD] * 4, PLAN[0], *[BAD] * 4, PLAN[1], *[BAD] * 4, AWAY, PLAN[2], *[BAD] * 4, PLAN[3]], 0.0),
    ],
)
def test_what_a_plan_deserves_is_what_the_world_makes_of_it(first, plan, worth):
    world = environment(first)
    for name in plan:
        if world.stop is None:
            world.act(turns_of_plan(world, [name])[0] if name != UNKNOWN else Utterance("fly"))
    assert (world.stop == "SOLVED") is bool(worth), world.stop
    assert deserved(first, plan) == worth


def test_drawn_plans_deserve_what_the_world_makes_of_them(first):
    rng, seen = random.Random(3911), set()
    for _ in range(300):
        noise = [rng.choice([BAD, BAD, AWAY, HOME, *PLAN]) for _ in range(rng.randrange(16))]
        places = sorted(rng.randrange(len(noise) + 1) for _ in PLAN)
        for back, place in enumerate(places[::-1], 1):
            noise.insert(place, PLAN[-back])
        world = environment(first)
        for turn in turns_of_plan(world, noise):
            if world.stop is None:
                world.act(turn)
        assert deserved(first, noise) == float(world.stop == "SOLVED"), noise
        seen.add(world.stop)
    assert {"SOLVED", "MAX_INVALID_STREAK", "STAGNATION"} <= seen


@pytest.mark.parametrize(
    ("answer", "counts", "faults"),
    [
        (Undecided("fd", Why.TIME, "late"), {"open": 1}, []),
        (Refuted("fd", ("(a)",) * 4), {"open": 1}, []),
        (
            Refuted("fd", ("(a)",) * 4, optimal=True),
            {"probes": 1, "caught": 1, "claims by Fast Downward": 1},
            [],
        ),
        (
            Refuted("fd", ("(a)",) * 3, optimal=True),
            {"probes": 1, "claims by Fast Downward": 1},
            ["EnginesDisagree: we prove 4, Fast Downward finds 3"],
        ),
        (
            Proven("fd", "none"),
            {"probes": 1, "claims by Fast Downward": 1},
            ["EnginesDisagree: we prove 4, Fast Downward finds None"],
        ),
    ],
)
def test_what_fast_downward_says_of_the_optimum(monkeypatch, first, answer, counts, faults):
    monkeypatch.setattr(timetravel, "shortest", lambda world: answer)
    result = CheckResult("", "second")
    Subject(AuditInput(first)).second(AuditOptions(), result)
    assert +result.counts == counts
    assert [finding.sentence for finding in result.findings] == faults


def test_where_nothing_is_to_be_done_nothing_is_idle(first):
    assert list(Subject(AuditInput(spoilt(first, length=0))).idle()) == []
    for length in (1, 4):
        tried = list(Subject(AuditInput(spoilt(first, length=length))).idle())
        nothing, episodes = tried[:-4], tried[-4:]
        assert nothing == [*NOTHING, []]
        assert [len(one.steps) for one in episodes] == [0, 1, 1, 5]
        assert [one.stop for one in episodes][1:] == ["LLM_DONE_EARLY", "LLM_STUCK", "MAX_INVALID_STREAK"]
    assert len(list(Subject(AuditInput(spoilt(first, length=4, plan=[]))).idle())) == len(tried) - 1
