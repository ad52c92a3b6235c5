"""Minimal sufficient and breaking sets: explanations, figures beside the nearest right set, labels."""

import pytest
from msgspec.structs import replace
from testkit.causal_worlds import AND, LATCH, OR
from testkit.reactive_questions import output, question, verdict

from certwright.instances.errors import WorldError
from certwright.instances.names import task as row_of
from certwright.instances.records import Code
from certwright.verifiers.label import label


def asked(task, machine, trace, at):
    return label(question(machine, trace, task, None, effect=output("o", at)))


KEPT = "with these literals kept the effect can still be avoided"
CHANGED = "changing these literals does not avoid the effect"


@pytest.mark.parametrize(
    ("task", "response", "code", "explanation", "near"),
    [
        ("sufficient", "a@1", Code.OK, "", (1, 1, 1, 2)),
        ("sufficient", "b@1", Code.OK, "", (1, 1, 1, 2)),
        ("sufficient", "a@1, b@1", Code.EXTRA_ITEMS, "a@1 is not needed", (0.5, 1, 0, 2)),
        ("sufficient", "a@1, b@0", Code.EXTRA_ITEMS, "b@0 is not needed", (0.5, 1, 1, 2)),
        ("sufficient", "a@0", Code.MISSING_ITEMS, KEPT, (0, 0, 0, 2)),
        ("sufficient", "none", Code.MISSING_ITEMS, KEPT, (0, 0, 0, 2)),
        ("breaking", "a@1, b@1", Code.OK, "", (1, 1, 1, 1)),
        ("breaking", "a@1", Code.MISSING_ITEMS, CHANGED, (1, 0.5, 0, 1)),
        ("breaking", "a@0, a@1, b@1", Code.EXTRA_ITEMS, "a@0 need not change", (2 / 3, 1, 1, 1)),
    ],
)
def test_verdicts(task, response, code, explanation, near):
    said = verdict(asked(task, OR, (3, 3), 1), response)
    assert (said.code, said.explanation) == (code, explanation)
    names = ("ap_precision", "ap_recall", "ts_recall", "compared_with")
    assert tuple(said.metadata[name] for name in names) == pytest.approx(near)


def test_labels_hold_an_example_the_number_and_the_proof():
    one = asked("sufficient", OR, (3, 3), 1)
    assert one.truth == {"kind": "sufficient", "example": [[1, "a", 1]], "count": 2}
    assert one.gold == '[[1,"a",1]]' and one.grades.certified == 2
    other = asked("breaking", OR, (3, 3), 1)
    assert other.truth == {"kind": "breaking", "example": [[1, "a", 1], [1, "b", 1]], "count": 1}
    both = [[[1, "a", 1], [1, "b", 1]]]
    assert [(proof.kind, proof.body) for proof in one.certificates] == [("causes", {"breaking": both})]
    assert other.certificates == one.certificates and other.grades.certified == 2
    assert asked("sufficient", LATCH, (1, 1), 1).truth["count"] == 2
    assert asked("breaking", AND, (3,), 0).truth == {"kind": "breaking", "example": [[0, "b", 1]], "count": 2}


@pytest.mark.parametrize("task", ["sufficient", "breaking"])
def test_too_many_sets_leave_the_number_open(task, monkeypatch):
    monkeypatch.setattr("certwright.verifiers.reactive.explanations.cause", lambda product, cap=None: None)
    labelled = asked(task, OR, (3, 3), 1)
    assert labelled.truth["count"] is None
    atoms = labelled.truth["example"]
    assert [(proof.kind, proof.body) for proof in labelled.certificates] == [(task, {"atoms": atoms})]
    assert (labelled.grades.certified, labelled.grades.undecided) == (1, 1)
    said = verdict(labelled, "a@1, b@1")
    assert said.metadata["compared_with"] == 1


def test_rows():
    rows = [row_of("sufficient"), row_of("breaking")]
    assert [(row.key, row.number, row.paper) for row in rows] == [
        ("sufficient", 4, "AXp"),
        ("breaking", 5, "CXp"),
    ]


@pytest.mark.parametrize("task", ["sufficient", "breaking"])
def test_without_the_effect_there_is_nothing_to_judge(task):
    made = asked(task, OR, (3, 3), 1)
    other = replace(made, query={**made.query, "trace": ["00", "00"]})
    with pytest.raises(WorldError, match=r"^the effect does not happen on the trace: it has no cause there$"):
        verdict(other, "a@1")
