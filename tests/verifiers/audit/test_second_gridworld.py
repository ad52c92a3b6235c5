"""Second opinions on grid worlds: what is counted of good records, and what is said of wrong truths."""

from collections import Counter

import pytest
from testkit.grid_questions import BY_CHANCE, QUESTIONS
from testkit.spoiling import spoilt

from certwright.instances.records import Instance
from certwright.verifiers.audit.finding import AuditOptions, CheckResult
from certwright.verifiers.audit.gridworld import Subject
from certwright.verifiers.audit.second.gridworld import second
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.label import label

COUNTED = {  # programs, claims that are played, claims left open
    "plan": (1, 1, 0),
    "sure plan": (1, 0, 1),
    "luck": (1, 1, 0),
    "drawn": (1, 1, 0),
    "change": (2, 2, 0),
    "masked": (1, 1, 0),
    "masked by chance": (1, 1, 0),
}
WRONG = [
    ("plan", {"truth.steps": 6}, "plain search shows the goal after 5 steps, we prove 6", 0),
    ("plan", {"truth.steps": 7}, "plain search shows the goal after 5 steps, we prove 7", 0),
    ("plan", {"truth.steps": 5}, "", 0),
    ("luck", {"truth.probability": "9/10"}, "the plan succeeds in 61 of 200 plays, we prove 0.9000", 0),
    ("luck", {"truth.probability": "1/20"}, "the plan succeeds in 61 of 200 plays, we prove 0.0500", 0),
    ("luck", {"truth.probability": "2/5"}, "", 0),
    ("sure plan", {"truth.plan": ["down", "down"]}, "", 0),
    ("change", {"truth.steps": 5}, "plain search shows the change after 4 steps, we prove 5", 0),
    ("change", {"truth.shortest": False}, "", 1),
    ("change", {"gold": None}, "", 1),
    ("change", {"gold": "noop"}, "201 plays of the base world show the frames that it cannot show", 0),
    ("masked", {"truth.answer": "A"}, "plays end with ['B'], we prove A", 0),
    ("masked by chance", {"truth.answer": "A"}, "plays end with ['B'], we prove A", 0),
    (
        "masked by chance",
        {"query.options.0": ["0000", "0200"]},
        "plays end with ['A', 'B'], we prove B",
        0,
    ),
    (
        "masked by chance",
        {"query.options.0": ["0000", "0200"], "truth.scope": "trajectory"},
        "",
        0,
    ),
]


@pytest.fixture(scope="module")
def labelled() -> dict[str, Instance]:
    return {name: label(asked) for name, asked in {**QUESTIONS, **BY_CHANCE}.items()}


def told(record: Instance) -> CheckResult:
    result = CheckResult(record.id, "second")
    second(Subject(AuditInput(record)), AuditOptions(("second",), sample=3), result)
    return result


def counts(programs: int, played: int, left_open: int) -> Counter[str]:
    return Counter(
        {
            "probes": programs + played,
            "caught": programs + played,
            "programs on both machines": programs,
            "claims by plain play": played,
            "open": left_open,
        }
    )


@pytest.mark.parametrize("name", COUNTED)
def test_good_records_have_no_faults(labelled, name):
    result, (programs, played, left_open) = told(labelled[name]), COUNTED[name]
    assert result.findings == []
    assert result.counts == counts(programs, played, left_open)  # what is absent counts as 0


@pytest.mark.parametrize(("name", "put", "sentence", "left_open"), WRONG)
def test_wrong_truths_are_disagreements(labelled, name, put, sentence, left_open):
    result = told(spoilt(labelled[name], put))
    said = [(finding.severity, finding.sentence) for finding in result.findings]
    assert said == ([("fault", f"EnginesDisagree: {sentence}")] if sentence else [])
    assert (result.counts["open"], result.counts["probes"] - result.counts["caught"]) == (
        left_open,
        len(said),
    )
