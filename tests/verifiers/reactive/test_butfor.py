"""The but-for set: what is said of literals that are missing or too many, with the figures."""

import pytest
from testkit.causal_worlds import AND, LATCH, OR
from testkit.reactive_questions import output, question, verdict

from certwright.instances.errors import WorldError
from certwright.instances.records import Code
from certwright.verifiers.label import label
from certwright.verifiers.reactive.tasks import butfor


def asked(machine, trace, at):
    return label(question(machine, trace, "butfor", None, effect=output("o", at)))


def figures(*values):
    names = ("ap_precision", "ap_recall", "ap_f1", "ts_precision", "ts_recall", "ts_f1")
    return dict(zip(names, values, strict=True))


@pytest.mark.parametrize(
    ("response", "code", "explanation", "metadata"),
    [
        ("a@1, b@1", Code.OK, "", figures(1, 1, 1, 1, 1, 1)),
        (
            *("a@1", Code.MISSING_ITEMS, "without b@1 alone the effect does not happen"),
            figures(1, 0.5, 2 / 3, 0, 0, 0),
        ),
        (
            *("a@1, b@1, !a@0", Code.EXTRA_ITEMS, "without !a@0 alone the effect still happens"),
            figures(2 / 3, 1, 0.8, 0.5, 1, 2 / 3),
        ),
        (
            *("b@1, b@0", Code.MISSING_AND_EXTRA_ITEMS, "without b@0 alone the effect still happens"),
            figures(0.5, 0.5, 0.5, 0, 0, 0),
        ),
        ("none", Code.MISSING_ITEMS, "without a@1 alone the effect does not happen", figures(*[0] * 6)),
        ("a@0", Code.WRONG, "a is 0 at step 0 of the trace, not 1", {"ap_f1": None}),
    ],
)
def test_verdicts(response, code, explanation, metadata):
    said = verdict(asked(AND, (2, 3), 1), response)
    assert (said.code, said.explanation) == (code, explanation)
    assert {key: said.metadata.get(key) for key in metadata} == pytest.approx(metadata)


def test_labels():
    labelled = asked(AND, (2, 3), 1)
    assert labelled.truth == {"kind": "literals", "items": [[1, "a", 1], [1, "b", 1]]}
    assert labelled.gold == '[[1,"a",1],[1,"b",1]]' and labelled.grades.certified == 1
    assert [proof.kind for proof in labelled.certificates] == ["evaluation"]
    assert asked(OR, (3,), 0).gold == asked(LATCH, (1, 1), 1).gold == "none"
    assert asked(OR, (1,), 0).truth["items"] == [[0, "a", 1]]
    assert (butfor.number, butfor.paper) == (3, "TCE")


def test_without_the_effect_nothing_is_explained():
    with pytest.raises(WorldError, match=r"^the effect does not happen on the trace: it has no cause there$"):
        asked(AND, (2, 1), 1)
