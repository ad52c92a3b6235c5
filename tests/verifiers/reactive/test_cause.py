"""The full cause: which set of literals shows that a formula is another one."""

import pytest
from testkit.causal_worlds import AND, OR
from testkit.reactive_questions import output, question, verdict

from certwright.domains.reactive.effect import OutputEffect, Product
from certwright.instances.records import Code, Outcome
from certwright.verifiers.label import label
from certwright.verifiers.reactive.explanations import cause, certificates, kind, overlap
from certwright.verifiers.reactive.question import Question
from certwright.verifiers.reactive.tasks import difference
from certwright.verifiers.reading.formulas import Formula


def asked(machine, trace, at):
    return label(question(machine, trace, "cause", None, effect=output("o", at)))


@pytest.mark.parametrize(
    ("response", "code", "explanation", "found"),
    [
        ("a@0 | b@0", Code.OK, "", (1, 1, 1)),
        ("a@0 & b@0", Code.WRONG, "the formula is false though a@0 is kept, which suffices", (1, 1, 1)),
        ("a@0", Code.WRONG, "the formula is false though b@0 is kept, which suffices", (1, 0.5, 0)),
        ("true", Code.WRONG, "the formula is true though a@0, b@0 may change", (0, 0, 0)),
        ("a@0 | b@0 | a@1", Code.WRONG, "the formula is true though a@0, b@0 may change", (2 / 3, 1, 1)),
        ("false", Code.WRONG, "the formula is false though a@0 is kept, which suffices", (0, 0, 0)),
    ],
)
def test_verdicts(response, code, explanation, found):
    said = verdict(asked(OR, (3, 3), 0), response)
    assert (said.code, said.explanation) == (code, explanation)
    names = ("ap_precision", "ap_recall", "ts_recall")
    assert tuple(said.metadata[name] for name in names) == pytest.approx(found)


def test_labels():
    labelled = asked(AND, (3,), 0)
    assert labelled.truth == {"kind": "cause", "cnf": [[[0, "a", 1]], [[0, "b", 1]]]}
    assert labelled.gold == '{"cnf":[[[0,"a",1]],[[0,"b",1]]]}' and labelled.grades.certified == 1
    assert verdict(labelled, "a@0 & b@0").value == 1


def test_a_cause_that_is_not_known_decides_nothing(monkeypatch):
    monkeypatch.setattr("certwright.verifiers.reactive.tasks.listed", lambda product, cap=None: None)
    labelled = asked(OR, (3, 3), 0)
    assert labelled.truth == {"kind": "cause", "cnf": None} and labelled.gold is None
    assert (labelled.grades.certified, labelled.grades.undecided) == (0, 1)
    assert labelled.certificates == ()
    said = verdict(labelled, "a@0 | b@0")
    assert said.outcome is Outcome.UNDECIDED
    assert said.explanation == "the cause is not known, or has too many sufficient sets to compare with"


def test_a_difference_is_a_set_that_is_kept():
    number = {(0, "a", 1): 0, (0, "b", 1): 1}
    a, b = number
    either, both = Formula((a, b, "|")), Formula((a, b, "&"))
    assert difference(either, number, [0b11], [0b01, 0b10], 0b111) is None
    assert difference(both, number, [0b11], [0b01, 0b10], 0b111) == (0b01, True, 0b01)
    assert difference(either, number, [0b01, 0b10], [0b11], 0b111) == (0b110, False, 0b01)
    assert difference(Formula((True,)), number, [0b11], [], 0b111) == (0b100, False, 0b11)
    assert difference(Formula((a, True, "&", False, "|")), number, [0b01], [0b01], 0b111) is None
    assert difference(Formula((a, True, "&")), number, [], [0b10], 0b111) == (0b10, True, 0b10)


def test_kinds_and_both_forms():
    product = Product.of(OR, (3,), OutputEffect("o", 0))
    full = cause(product)
    assert (full.breaking, full.sufficient, full.kind) == ((3,), (1, 2), "overdetermined")
    assert (full.butfor, full.relevant, kind(product, full.butfor)) == (0, 3, "overdetermined")
    single = Product.of(AND, (3,), OutputEffect("o", 0))
    full = cause(single)
    assert (full.breaking, full.sufficient, full.kind) == ((1, 2), (3,), "conjunctive")
    assert (full.butfor, kind(single, full.butfor)) == (3, "conjunctive")
    window = Product.of(OR, (0, 0), OutputEffect("o", 0, False))
    assert cause(window).kind == kind(window, cause(window).butfor) == "conjunctive"
    assert cause(product, 1) is None and cause(single, 1) is None and cause(product, 2) is not None


def test_overlaps_count_atoms_and_whole_steps():
    empty = dict.fromkeys(("ap_precision", "ap_recall", "ap_f1", "ts_precision", "ts_recall", "ts_f1"), 1.0)
    assert overlap(0, 0, 2) == empty
    assert overlap(0b0111, 0b0101, 2) == pytest.approx(
        {
            "ap_precision": 2 / 3,
            "ap_recall": 1,
            "ap_f1": 0.8,
            "ts_precision": 0.5,
            "ts_recall": 0.5,
            "ts_f1": 0.5,
        }
    )


def test_long_proofs_come_in_parts(monkeypatch):
    monkeypatch.setattr("certwright.verifiers.reactive.explanations.BODY", 20)
    instance = asked(AND, (3,), 0)
    asked_of = Question.of(instance)
    parts = certificates(asked_of, cause(asked_of.product))
    assert [part.body["breaking"] for part in parts] == [[[[0, "a", 1]]], [[[0, "b", 1]]]]
