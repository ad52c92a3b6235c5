"""What the judge of grid-world tests says: its sentences, codes and figures in full."""

import msgspec
import pytest
from testkit.playable import question, said

from certwright.domains.environment import Fault
from certwright.domains.gridworld.phases import WORLD_FAILED
from certwright.instances.errors import LimitError, RecordError
from certwright.instances.records import Answer, Code, Outcome
from certwright.scripts.agents.agent import EpisodeRun
from certwright.verifiers.gridworld import change, judging
from certwright.verifiers.gridworld.judging import environment
from certwright.verifiers.judge import judge

FOUND = ("right", "left", "right", "right", "right", "found the change")
PLANNED = {"optimal_steps": 2, "optimal_actions": 2, "explored": 0, "completed": True}
NOT_COMPLETED = "the test was not completed ({})"
VERDICTS = [
    ("planning", ("right", "right"), Code.OK, "the goal was reached in 2 steps",
     {**PLANNED, "stop": "GOAL_REACHED", "steps": 2, "actions": 2}, 2),
    ("planning", ("noop", "right", "noop", "right"), Code.OK, "the goal was reached in 4 steps",
     {**PLANNED, "stop": "GOAL_REACHED", "steps": 4, "actions": 2}, 4),
    ("planning", ("left",) * 6, Code.GOAL_NOT_REACHED, "the goal was not reached in 6 steps",
     {**PLANNED, "stop": "BUDGET_SPENT", "steps": 6, "actions": 6}, 6),
    ("planning", ("right",), Code.NO_ANSWER, NOT_COMPLETED.format("CUT_SHORT"),
     {"stop": "CUT_SHORT", "completed": False, "explored": 0}, None),
    ("planning", ("right", "quit"), Code.NO_ANSWER, NOT_COMPLETED.format("QUIT"),
     {"stop": "QUIT", "completed": False, "explored": 0}, None),
    ("change", (*FOUND, "choose_grid_3", "submit"), Code.OK, "frame 4 showed the change first",
     {"stop": "CHOSEN", "completed": True, "explored": 0, "defect_time": 4, "choice": 3, "steps": 5}, 3),
    ("change", (*FOUND, "choose_grid_1", "submit"), Code.WRONG, "frame 4 showed the change first",
     {"stop": "CHOSEN", "completed": True, "explored": 0, "defect_time": 4, "choice": 1, "steps": 5}, 1),
    ("change", ("left", "found the change", "choose_grid_1", "submit"), Code.WRONG,
     "no frame shows the change",
     {"stop": "CHOSEN", "completed": True, "explored": 0, "defect_time": None, "choice": 1, "steps": 1}, 1),
]  # fmt: skip


@pytest.mark.parametrize(("task", "turns", "code", "text", "figures", "answer"), VERDICTS)
def test_verdicts_in_full(task, turns, code, text, figures, answer):
    asked = question(task)
    verdict = judge(asked, Answer(id=asked.id, answer=said(asked, "go-to-test", *turns)))
    assert (verdict.code, verdict.explanation, verdict.answer) == (code, text, answer)
    assert {key: verdict.metadata[key] for key in figures} == figures
    explored = judge(asked, Answer(id=asked.id, answer=said(asked, "noop", "left", "go-to-test", *turns)))
    assert explored.metadata["explored"] == 2 and explored.explanation == text


def test_what_the_infrastructure_or_the_world_ended_is_undecided():
    asked = question("planning")
    run = EpisodeRun(environment(asked))
    for _ in range(5):
        run.take(Fault("gone"))
    verdict = judge(asked, Answer(id=asked.id, answer=run.episode(asked.id, "test")))
    assert (verdict.outcome, verdict.code, verdict.explanation) == (
        Outcome.UNDECIDED,
        Code.API_FAILURE,
        "the infrastructure failed before the test was over",
    )
    assert verdict.metadata["stop"] == "API_FAILURE" and not verdict.metadata["completed"]


def test_a_world_whose_program_failed_is_undecided():
    asked = question("planning")
    judged, answer = judging._judgement(environment(asked), WORLD_FAILED, lambda world, figures: None)
    assert (judged.outcome, judged.explanation) == (Outcome.UNDECIDED, "the world's program failed")
    assert answer is None


@pytest.mark.parametrize("limit", [-1, 10**9, "5", True, 2.0])
def test_a_limit_of_the_exploration_is_a_number(limit):
    asked = question("planning")
    prompt = msgspec.structs.replace(asked.prompt, limits={"max_interaction_steps": limit})
    with pytest.raises(RecordError) as caught:
        environment(msgspec.structs.replace(asked, prompt=prompt))
    assert str(caught.value) == "is a number up to 10000 (at prompt.limits.max_interaction_steps)"


TOO_LONG = "a short answer is a list of at most 10000 texts (at answer)"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (["right", 3], TOO_LONG),
        (["right"] * 10_001, TOO_LONG),
        (
            ["click 7 7"],
            "{'tool': 'click', 'arguments': {'x': 7, 'y': 7}}: the grid has no cell 7 7; "
            "both go from 0 to 2. (at answer)",
        ),
    ],
    ids=["number", "long", "off the grid"],
)
def test_short_answers_of_another_shape(answer, text):
    asked = question("planning")
    verdict = judge(asked, Answer(id=asked.id, answer=answer))
    assert (verdict.outcome, verdict.code, verdict.explanation) == (Outcome.UNPARSED, Code.MALFORMED, text)


def test_blank_lines_of_a_short_answer_are_nothing():
    asked = question("planning")
    verdict = judge(asked, Answer(id=asked.id, answer=["", "right", " ", "right"]))
    assert verdict.value == 1.0 and verdict.metadata["steps"] == 2


def test_of_a_run_without_a_short_answer_the_episode_is_cut_short():
    asked = question("planning")
    verdict = judge(asked, Answer(id=asked.id, answer=["right"]))
    assert (verdict.code, verdict.explanation) == (Code.NO_ANSWER, NOT_COMPLETED.format("CUT_SHORT"))


def test_where_the_support_grows_too_large_the_defect_is_not_known(monkeypatch):
    def large(*_):
        raise LimitError("more than 9 states")

    monkeypatch.setattr(change, "defect_time", large)
    asked = question("change")
    turns = said(asked, "go-to-test", *FOUND, "choose_grid_3", "submit")
    verdict = judge(asked, Answer(id=asked.id, answer=turns))
    assert (verdict.outcome, verdict.answer) == (Outcome.UNDECIDED, 3)
    assert verdict.explanation == "the defect time is not known: more than 9 states"
