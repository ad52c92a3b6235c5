"""The answers that a blind guesser chooses among, and what each is worth."""

import msgspec
import pytest
from testkit import audit_records
from testkit.audit_records import DETOUR

from certwright.verifiers.audit.guess.question import group_of, question_of

record = audit_records.record


def asked(name, **changes):
    return question_of(msgspec.structs.replace(record(name), **changes))


def test_an_index_is_one_of_the_actions():
    question = asked("val")
    actions = record("val").query["actions"]
    assert question.texts == tuple(actions) and question.options[2] == {"action": "(board c1 l1)"}
    assert question.worth == (0, 0, 1, 0, 0, 0, 0, 0, 0)
    assert group_of(question.instance) == "planning/val/gen" and not question.yes_no
    assert question.chance == pytest.approx(1 / 9)


def test_removals_are_of_one_action_or_two_neighbours():
    question = asked("just")
    removed = [[start, 1] for start in range(8)] + [[start, 2] for start in range(7)]
    assert question.options == tuple({"plan": DETOUR, "remove": each} for each in removed)
    assert question.texts[0] == "(sail l0 l1)" and question.texts[8] == "(sail l0 l1) (sail l1 l0)"
    assert [each for each, worth in zip(removed, question.worth, strict=True) if worth] == [[0, 2]]


def test_next_actions_are_the_applicable_ones():
    question = asked("nexta")
    assert question.options == ({"action": "(board c0 l0)"}, {"action": "(sail l0 l1)"})
    assert question.texts == ("(board c0 l0)", "(sail l0 l1)") and question.worth == (1, 0)
    truth = {**record("nexta").truth, "undecided": ["(sail l0 l1)"]}
    assert asked("nexta", truth=truth) is None
    assert asked("nexta", truth={**truth, "undecided": [], "closer": [], "not_closer": []}) is None


def test_landmarks_are_facts_about_objects_of_the_goal_and_none():
    question = asked("land")
    assert question.texts == ("(at c0 l2)", "(at c1 l2)", "(at-ferry l1)", "(on c0)", "(on c1)", "None")
    assert question.options[3:] == ({"fact": "(on c0)"}, {"fact": "(on c1)"}, {"text": "None"})
    assert question.worth == (0, 0, 1, 1, 1, 0)
    assert asked("land", truth={**record("land").truth, "none": True}).worth[-1] == 1
    assert asked("land", truth={**record("land").truth, "undecided": ["(on c0)"]}) is None


def test_options_of_a_choice_are_the_answers():
    question = asked("reach mcq")
    assert question.texts == ("a", "b", "c") and question.worth == (0, 1, 0)
    assert question.options[1] == {"facts": ["(on c1)"]}
    query = {**record("reach mcq").query, "shared": 1}
    assert asked("reach mcq", query=query).options[1] == {"shared": 1, "facts": ["(on c1)"]}
    prompt = msgspec.structs.replace(record("reach mcq").prompt, choices=())
    assert asked("reach mcq", prompt=prompt).texts[1] == "{'facts': ['(on c1)']}"
    assert asked("reach mcq", difficulty={"blind": 0.5}).chance == 0.5


@pytest.mark.parametrize(("name", "worth"), [("app yes", (1, 0)), ("prog no", (0, 1))])
def test_yes_stands_for_the_one_item(name, worth):
    question = asked(name)
    assert question.options == (record(name).query,) and question.texts == ("?",)
    assert question.worth == worth and question.yes_no and question.chance == 0.5


def test_a_picture_is_an_option():
    query = {"options": [["ab", "cd"], ["ef", "gh"]]}
    question = asked("reach", query=query, truth={"kind": "option", "answer": "B"})
    assert question.texts == ("ab\ncd", "ef\ngh") and question.worth == (0, 1)
    assert question.options[0] == {"picture": ["ab", "cd"]}


def test_without_a_list_of_answers_or_a_truth_there_is_no_question():
    assert asked("app") is None and asked("reach") is None
    assert asked("app yes", truth={"kind": "bool", "answer": None}) is None
    assert asked("reach mcq", truth=None) is None


def test_groups_of_time_travel_go_by_level():
    assert group_of(record("app yes")) == "planning/app/bool"
    level = msgspec.structs.replace(record("app"), family="timetravel", task="level", form="episode", level=3)
    assert group_of(level) == "timetravel/level/episode/level 3"


def test_only_planning_has_a_problem():
    assert sorted(asked("val").problem.objects) == ["c0", "c1", "l0", "l1", "l2"]
    assert asked("app yes", family="reactive").problem is None


@pytest.mark.parametrize(("most", "places"), [(6, (0, 1, 2, 3, 4)), (3, (0, 2, 4)), (2, (0, 3)), (1, (0,))])
def test_of_many_facts_some_are_taken_evenly(monkeypatch, most, places):
    facts = asked("land").texts[:-1]
    monkeypatch.setattr("certwright.verifiers.audit.guess.question.MOST", most)
    assert asked("land").texts == (*(facts[place] for place in places), "None")
