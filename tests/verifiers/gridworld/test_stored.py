"""AutumnBench's stored answers held against ours: figures, evidence, and what the audit says of them."""

from collections import Counter

import pytest
from msgspec.structs import replace
from testkit.grid_questions import BY_CHANCE, QUESTIONS
from testkit.small_worlds import FLY

from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program
from certwright.instances.errors import AutumnError, RecordError
from certwright.instances.records import Source
from certwright.verifiers.audit.gridworld import Subject
from certwright.verifiers.audit.source import source
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.gridworld import stored
from certwright.verifiers.gridworld.stored import StoredFigure, compare, patient_plan

PLAN = ["right", "down", "down", "down", "click 3 0"]
FIVE = {"certificate": "a plan of 5 actions", "plan": PLAN}
FEWEST, HOLDS, RIGHT = (
    "the least number of actions",
    "the step after which the condition holds",
    "the right option",
)
WAY = {"actions": ["right", "click 3 0", "click 3 0", "left"]}


def imported(name, answer, format_="autumnbench"):
    asked = {**QUESTIONS, **BY_CHANCE}[name]
    return replace(asked, source=Source(format_, "k", answer=answer))


FIGURES = [
    ("plan", {"optimal_actions_count": 5}, StoredFigure(FEWEST, 5, 5, True, {**FIVE, "states": 29})),
    ("plan", {"optimal_actions_count": 6}, StoredFigure(FEWEST, 6, 5, False, FIVE, bound=True)),
    ("plan", {"optimal_actions_count": 4}, StoredFigure(FEWEST, 4, 5, False, {**FIVE, "states": 29})),
    ("luck", {"optimal_actions_count": 5}, StoredFigure(FEWEST, 5, None, None, {})),
    ("change", {"condition": "== count 2"}, StoredFigure(HOLDS, 3, 4, False, WAY)),
    ("change", {"condition": "> count 0"}, StoredFigure(HOLDS, 2, 4, False, WAY)),
    ("change", {"condition": "== count 0"}, StoredFigure(HOLDS, 0, 4, False, WAY)),
    ("change", {"condition": "clicked gate"}, StoredFigure(HOLDS, 1, 4, False, WAY)),
    ("change", {"condition": "== count 9"}, StoredFigure(HOLDS, None, 4, False, WAY)),
    ("masked", {"correct_idx": 1}, StoredFigure(RIGHT, 1, [1], True, {"possible": [1]})),
    ("masked", {"correct_idx": 0}, StoredFigure(RIGHT, 0, [1], False, {"possible": [1]})),
]


@pytest.mark.parametrize(("name", "answer", "figure"), FIGURES)
def test_figures(name, answer, figure):
    assert compare(imported(name, answer)) == figure


@pytest.mark.parametrize(
    ("name", "answer", "error", "message"),
    [
        (
            "plan",
            {"optimal_actions_count": "5"},
            RecordError,
            "is no number (at source.answer.optimal_actions_count)",
        ),
        (
            "plan",
            {"optimal_actions_count": True},
            RecordError,
            "is no number (at source.answer.optimal_actions_count)",
        ),
        ("masked", {}, RecordError, "is no number (at source.answer.correct_idx)"),
        ("change", {"condition": 3}, RecordError, "the condition is a text (at source.answer.condition)"),
        ("change", {"condition": "zzz"}, AutumnError, "watched.sexp:1:39: zzz is not defined"),
    ],
)
def test_malformed_answers(name, answer, error, message):
    with pytest.raises(error) as caught:
        compare(imported(name, answer))
    assert str(caught.value) == message
    result = source(Subject(AuditInput(imported(name, answer))))
    said = [(each.severity, each.sentence) for each in result.findings]
    assert said == [("notice", f"the stored answer cannot be compared: {message}")]


def test_without_an_answer_of_that_format_there_is_nothing_to_compare():
    assert compare(QUESTIONS["plan"]) is compare(imported("plan", None)) is None
    assert compare(imported("plan", {"optimal_actions_count": 5}, "acpbench")) is None
    result = source(Subject(AuditInput(QUESTIONS["plan"])))
    assert result.findings == [] and not result.counts


@pytest.mark.parametrize(
    ("name", "answer", "counts", "said"),
    [
        ("plan", {"optimal_actions_count": 5}, {"probes": 1, "caught": 1}, None),
        ("luck", {"optimal_actions_count": 5}, {"open": 1}, None),
        (
            "plan",
            {"optimal_actions_count": 6},
            {"probes": 1, f"disagreement: {FEWEST}": 1},
            (f"{FEWEST}: the source says 6; we prove at most 5", "6", "at most 5"),
        ),
        (
            "plan",
            {"optimal_actions_count": 4},
            {"probes": 1, f"disagreement: {FEWEST}": 1},
            (f"{FEWEST}: the source says 4; we prove 5", "4", "5"),
        ),
        (
            "masked",
            {"correct_idx": 0},
            {"probes": 1, f"disagreement: {RIGHT}": 1},
            (f"{RIGHT}: the source says 0; we prove [1]", "0", "[1]"),
        ),
    ],
)
def test_what_the_audit_says(name, answer, counts, said):
    result = source(Subject(AuditInput(imported(name, answer))))
    assert result.counts == Counter(counts)
    for finding in result.findings:
        evidence = finding.evidence
        assert (finding.sentence, evidence["stored"], evidence["proven"]) == said
        assert (evidence["source"], evidence["item"]) == ("k", "small")
        assert evidence["proof"] == compare(imported(name, answer)).evidence
    assert len(result.findings) == (said is not None)


FALL = """(program (= GRID_SIZE 4) (object Ball (Cell 0 0 "red"))
  (= ball (initnext (Ball (Position 0 0)) (nextSolid (prev ball))))
  (on right (= ball (moveRight ball))))"""


def goal(colour, x, y):
    return tuple(
        tuple(colour if place == (x, y) else None for place in ((c, row) for c in range(4)))
        for row in range(4)
    )


@pytest.mark.parametrize(
    ("text", "shown", "plan"),
    [
        (FALL, ("red", 0, 1), ["noop"]),
        (FALL, ("red", 0, 3), ["noop"] * 3),
        (FALL, ("red", 1, 0), ["right"]),
        (FALL, ("red", 1, 3), ["right", "noop", "noop", "noop"]),
        (FALL, ("red", 3, 3), ["right", "noop", "noop", "noop", "right", "right"]),
        (FALL, ("blue", 1, 0), None),
        (FLY, ("green", 1, 3), None),  # a step is random
    ],
)
def test_a_patient_player_waits_until_the_world_is_at_rest(text, shown, plan):
    found = patient_plan(read_program(text), goal(*shown), 0, limit=50)
    assert (found and [str(action) for action in found]) == plan


def test_a_patient_player_gives_up_beyond_the_limit():
    assert patient_plan(read_program(FALL), goal("red", 3, 3), 0, limit=0) is None


BLINK = """(program (= GRID_SIZE 2) (object Dot (: lit Bool) (Cell 0 0 (if lit then "red" else "blue")))
  (= dot (initnext (Dot true (Position 0 0)) (updateObj (prev dot) "lit" (! (.. (prev dot) lit))))))"""


@pytest.mark.parametrize(("most", "steps"), [(4, 4), (7, 7)])
def test_a_world_that_never_rests_is_waited_for_so_long(monkeypatch, most, steps):
    monkeypatch.setattr(stored, "WAIT", most)
    machine = Machine(read_program(BLINK), 0)
    never = (("gold", None), (None, None))
    assert stored._rest(machine, never) == (steps, False)
    assert machine.frame()[0][0] == ("red" if most % 2 == 0 else "blue")
    assert stored._rest(machine, ((("blue" if most % 2 == 0 else "red"), None), (None, None))) == (1, True)
