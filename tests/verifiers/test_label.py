"""What labelling adds to a record, and what it leaves."""

import msgspec
import pytest
from testkit.audit_records import record
from testkit.reactive_questions import question

from certwright.domains.reactive.machine import Machine
from certwright.instances.errors import RecordError, UnsupportedError
from certwright.instances.records import Instance, Prompt
from certwright.verifiers import task
from certwright.verifiers.judge import prepare
from certwright.verifiers.label import label
from certwright.verifiers.planning import judging as planning
from certwright.verifiers.planning.oracle import Effort

LATCH = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))


def asked(**more):
    return msgspec.structs.replace(question(LATCH, (0, 1), "simulate", None), **more)


def test_a_question_without_a_world_stays_as_it_is():
    plain = Instance(
        id="q", family="planning", task="val", form="bool", domain="ferry", world={}, query={},
        prompt=Prompt(question="?"), truth={"kind": "bool", "answer": True},
    )  # fmt: skip
    assert label(plain) is plain and label(plain, Effort()) is plain


def test_truth_proofs_grades_and_gold_are_added_and_the_id_stays():
    one = asked()
    made = label(one)
    assert (made.id, made.world, made.query, made.prompt) == (one.id, one.world, one.query, one.prompt)
    assert made.truth["states"] == [0, 0, 1] and made.gold and made.certificates
    assert (made.grades.certified, made.grades.undecided) == (1, 0)


def test_what_a_generator_says_of_a_question_stands(monkeypatch):
    counted = task.Labelled({}, difficulty={"length": 3, "width": 1})
    monkeypatch.setattr("certwright.verifiers.reactive.judging.label", lambda instance: counted)
    stated = {"length": 2.0, "own": 7.0}
    assert label(asked(difficulty=stated)).difficulty == {"length": 3.0, "width": 1.0, "own": 7.0}
    made = label(asked(difficulty=stated, generator="g"))
    assert made.difficulty == {"length": 2.0, "width": 1.0, "own": 7.0}


def test_only_planning_takes_an_effort():
    with pytest.raises(UnsupportedError) as caught:
        label(asked(), Effort())
    assert str(caught.value) == "reactive questions have fixed bounds: engine and effort cannot be chosen"


def test_a_task_without_a_form_says_so():
    with pytest.raises(UnsupportedError, match=r"^the task has no form that asks for this$"):
        task.not_asked("anything")
    with pytest.raises(UnsupportedError, match=r"^there is no reactive task simulate in form bool$"):
        task.asked_of(asked(form="bool"))


def test_a_malformed_truth_is_told_with_its_record():
    with pytest.raises(RecordError) as caught:
        prepare(asked(form="gen", truth={"kind": "run"}))
    assert caught.value.field == "truth"
    assert caught.value.message.startswith("q: malformed truth or query: KeyError(")


def test_planning_questions_have_forms_of_their_own():
    asked = msgspec.structs.replace(record("app"), form="episode")
    with pytest.raises(UnsupportedError) as caught:
        planning.label(asked)
    assert str(caught.value) == "planning questions have no form episode"
