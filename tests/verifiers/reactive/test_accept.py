"""Claimed outputs: acceptance, the first bad step, and what is said of a wrong answer."""

import pytest
from testkit.causal_worlds import LATCH
from testkit.reactive_questions import question, verdict

from certwright.domains.reactive.words import rows
from certwright.instances.errors import RecordError
from certwright.instances.records import Code
from certwright.verifiers.label import label
from certwright.verifiers.reactive.tasks import accept, first_bad_step


def asked(claimed, truth=True, form="gen"):
    bad = first_bad_step(LATCH, (0, 1, 0), claimed)
    known = {"kind": "acceptance", "accepted": bad is None, "first_bad_step": bad}
    return question(LATCH, (0, 1, 0), "accept", known if truth else None, form, outputs=rows(claimed, 1))


RIGHT, WRONG, AT_ONCE = (0, 1, 1), (0, 1, 0), (1, 0, 0)


@pytest.mark.parametrize(
    ("claimed", "response", "code", "explanation", "accepted_right"),
    [
        (RIGHT, '{"accepted": true, "first_bad_step": null}', Code.OK, "", True),
        (AT_ONCE, '{"accepted": false, "first_bad_step": 0}', Code.OK, "", True),
        (
            *(RIGHT, '{"accepted": false, "first_bad_step": 2}', Code.WRONG),
            *("the claimed trace is the machine's own", False),
        ),
        (
            *(WRONG, '{"accepted": true}', Code.WRONG),
            *("the claimed trace departs from the machine's at step 2", False),
        ),
        (
            *(WRONG, '{"accepted": false, "first_bad_step": 1}', Code.WRONG_INDEX),
            *("the first bad step is 2, not 1", True),
        ),
        (
            *(AT_ONCE, '{"accepted": false, "first_bad_step": false}', Code.WRONG_INDEX),
            *("the first bad step is 0, not false", True),
        ),
        (
            *(WRONG, '{"accepted": 0, "first_bad_step": 2}', Code.ILL_TYPED),
            *('"accepted" is true or false, not 0', None),
        ),
    ],
)
def test_verdicts(claimed, response, code, explanation, accepted_right):
    said = verdict(asked(claimed), response)
    assert (said.code, said.explanation) == (code, explanation)
    assert said.metadata.get("accepted_right") is accepted_right
    assert said.value == (code is Code.OK)


@pytest.mark.parametrize(("claimed", "bad"), [(RIGHT, None), (WRONG, 2), (AT_ONCE, 0)])
def test_labels(claimed, bad):
    labelled = label(asked(claimed, truth=False))
    assert labelled.truth == {"kind": "acceptance", "accepted": bad is None, "first_bad_step": bad}
    step = "null" if bad is None else bad
    accepted = "true" if bad is None else "false"
    assert labelled.gold == f'{{"accepted":{accepted},"first_bad_step":{step}}}'
    assert [proof.kind for proof in labelled.certificates] == ["evaluation"]
    decided = label(asked(claimed, truth=False, form="bool"))
    assert decided.truth["answer"] is (bad is None)
    assert decided.gold == ("yes" if bad is None else "no")
    assert labelled.grades.certified == decided.grades.certified == 1
    assert (accept.number, sorted(accept.groups)) == (2, ["bool", "gen"])


def test_claims_as_long_as_the_trace():
    with pytest.raises(
        RecordError, match=r"^the claimed outputs are not as long as the trace \(at query\.outputs\)$"
    ):
        label(question(LATCH, (0, 1, 0), "accept", None, outputs=["0"]))
