"""Whether a literal is in the but-for set, or in some minimal explanation."""

import pytest
from testkit.causal_worlds import AND, LATCH, OR
from testkit.reactive_questions import output, question

from certwright.verifiers.label import label


def asked(machine, trace, at, asks, literal):
    effect = output("o", at)
    query = {"effect": effect, "asks": asks, "literal": literal}
    return label(question(machine, trace, "member", None, "bool", **query))


@pytest.mark.parametrize(
    ("machine", "trace", "asks", "literal", "answer", "proof", "body"),
    [
        (AND, (3, 3), "butfor", [0, "a", 1], True, "evaluation", {}),
        (AND, (3, 3), "butfor", [1, "a", 1], False, "evaluation", {}),
        (OR, (3, 3), "butfor", [0, "a", 1], False, "evaluation", {}),
        (OR, (3, 3), "relevant", [0, "b", 1], True, "breaking", {"atoms": [[0, "a", 1], [0, "b", 1]]}),
        (
            *(OR, (3, 3), "relevant", [1, "b", 1], False, "causes"),
            {"breaking": [[[0, "a", 1], [0, "b", 1]]]},
        ),
        (LATCH, (1, 1), "relevant", [0, "r", 1], True, "breaking", {"atoms": [[0, "r", 1]]}),
    ],
)
def test_answers_and_proofs(machine, trace, asks, literal, answer, proof, body):
    labelled = asked(machine, trace, 0, asks, literal)
    assert labelled.truth["answer"] is answer and labelled.gold == ("yes" if answer else "no")
    assert [(each.kind, each.body) for each in labelled.certificates] == [(proof, body)]
    assert labelled.grades.certified == 1


def test_too_many_sets_leave_it_open(monkeypatch):
    monkeypatch.setattr("certwright.verifiers.reactive.tasks.listed", lambda product, cap=None: None)
    labelled = asked(OR, (3, 3), 0, "relevant", [0, "b", 1])
    assert labelled.truth["answer"] is None and labelled.gold is None
    assert labelled.grades.undecided == 1 and not labelled.grades.certified
