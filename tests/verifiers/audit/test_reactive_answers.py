"""What answers to reactive questions deserve by the checker's rules, and how a gold answer is spelt."""

import pytest
from testkit.reactive_cases import ASKED

from certwright.instances.records import Instance
from certwright.verifiers.audit.reactive import Subject
from certwright.verifiers.audit.subject import AuditInput
from certwright.verifiers.label import label

A, B = '[0,"a",1]', '[1,"b",1]'
DESERVED = {
    "butfor": {
        f"[{A},{B}]": 1.0,
        f"[{B},{A}]": 1.0,
        f"[{B},{A},{A}]": 1.0,
        f"[{A}]": 0.0,
        f'[{A},[1,"a",0],{B}]': 0.0,
        "none": 0.0,
        "[]": 0.0,
        "[[": 0.0,
        '{"x":1}': 0.0,
        "3": 0.0,
    },
    "sufficient": {
        f"[{A},{B}]": 1.0,
        f"[{B},{A}]": 1.0,
        f"[{A}]": 0.0,
        f'[{A},{B},[2,"b",1]]': 0.0,
        "none": 0.0,
    },
    "breaking": {f"[{A}]": 1.0, f"[{B}]": 1.0, f"[{A},{B}]": 0.0, "none": 0.0, '[[2,"b",1]]': 0.0},
    "cause": {
        f'{{"cnf":[[{A}],[{B}]]}}': 1.0,
        f'{{"cnf":[[{B}],[{A}]]}}': 1.0,
        f'{{"cnf":[[{B}],[{A}],[{A},{B}]]}}': 1.0,
        f'{{"cnf":[[{A},{B}]]}}': 0.0,
        f'{{"cnf":[[{A}]]}}': 0.0,
        '{"cnf":[]}': 0.0,
        "true": 0.0,
    },
    "simulate": {
        '{"outputs":["0","1","1"],"states":[0,1,0,1]}': 1.0,
        '{"outputs":[" 0","1 ","1"],"states":["0","1",0,1]}': 1.0,
        '{"outputs":["0","1","0"],"states":[0,1,0,1]}': 0.0,
        '{"outputs":["0","1","1"],"states":[0,1,0]}': 0.0,
        '{"outputs":["0","1","1"]}': 0.0,
    },
    "accept": {
        '{"accepted":true,"first_bad_step":null}': 1.0,
        '{"accepted":"True","first_bad_step":"None"}': 1.0,
        '{"accepted":true,"first_bad_step":""}': 1.0,
        '{"accepted":true}': 1.0,
        '{"accepted":true,"first_bad_step":1}': 0.0,
        '{"accepted":false,"first_bad_step":null}': 0.0,
    },
    "refuse": {
        '{"accepted":false,"first_bad_step":1}': 1.0,
        '{"accepted":"False","first_bad_step":"1"}': 1.0,
        '{"accepted":false,"first_bad_step":0}': 0.0,
    },
    "member": {"yes": 1.0, "no": 0.0, "maybe": 0.0},
    "relevant": {"yes": 0.0, "no": 1.0},
    "intervene": {'[[0,"b",1]]': 1.0, '[[0,"a",0],[0,"b",1]]': 0.0, "[]": 0.0, '[[1,"b",0]]': 0.0},
}


@pytest.fixture(scope="module")
def labelled() -> dict[str, Instance]:
    return {name: label(ASKED[name]) for name in (*DESERVED, "impossible")}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in DESERVED for text in DESERVED[name]])
def test_deserved(labelled, name, text):
    subject = Subject(AuditInput(labelled[name]))
    assert (
        subject.deserves(subject.value(text) if DESERVED[name][text] else text, None) == DESERVED[name][text]
    )
    assert subject.deserves(text, None) == DESERVED[name][text]


def test_spellings_of_a_list(labelled):
    subject = Subject(AuditInput(labelled["butfor"]))
    gold = f"[{A},{B}]"
    assert list(subject.spellings()) == [
        ("as it stands", gold, None),
        ("after reasoning", f"<think>Perhaps not.</think>\nI am sure.\n\n**Final Answer**: {gold}\n", None),
        ("fenced", f"So this is it:\n```json\n{gold}\n```", None),
        ("as data", [[0, "a", 1], [1, "b", 1]], None),
    ]
    assert list(subject.strategies()) == [("none", "none")]
    assert [text for text in subject.idle() if text in ("[]", "{}")] == ["[]", "{}"]


def test_spellings_of_a_word(labelled):
    subject = Subject(AuditInput(labelled["member"], constant="no"))
    assert [(name, text) for name, text, _ in subject.spellings()][3:] == [
        ("upper case", "YES"),
        ("as data", True),
    ]
    assert list(subject.strategies()) == [("none", "none"), ("constant", "no")]
    assert "[]" not in list(subject.idle())


@pytest.mark.parametrize(("name", "word"), [("intervene", "[]"), ("cause", "true"), ("simulate", "none")])
def test_the_word_for_nothing(labelled, name, word):
    subject = Subject(AuditInput(labelled[name]))
    assert list(subject.strategies()) == [("none", word)]
    assert ("[]" in subject.idle()) is (name != "intervene")
