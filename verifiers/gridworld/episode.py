"""Judging grid-world episodes: played again turn by turn, then scored by the task.

Masked frames score 1 or 0; so does planning, with steps and actions beside the proven optimum.  A change is
scored by the frame that was chosen, against the defect time of the very run that the agent produced.  Short
answers are taken too: the letter of an option; the lines of a plan; the lines of a run whose last frame is
the chosen one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...domains.environment import Call, turn_json
from ...domains.gridworld.actions import NOOP, Action
from ...domains.gridworld.environment import API_FAILURE, EXPLORATION_STEPS, Question, WorldTest
from ...domains.gridworld.phases import (
    GOAL_REACHED,
    WORLD_FAILED,
    ChangeTest,
    MaskedFrameTest,
    PlanningTest,
)
from ...domains.gridworld.questions import LETTERS, MAX_STEPS, Change, change, masked_frame, planning
from ...instances.errors import LimitError, RecordError, UnsupportedError
from ...instances.records import Answer, Code, Instance, Json, Outcome
from ..judgement import Judgement, JudgeOptions, correct, undecided
from ..reading.kinds import AnswerKind
from ..reading.scanner import read
from ..replay import CUT_SHORT, episode_of, replay
from .change import defect_time, score


def question_of(instance: Instance) -> Question:
    """What an instance asks; RecordError or AutumnError for a malformed one."""
    read: dict[str, Callable[[Json, Json], Question]] = {
        "mfp": masked_frame,
        "planning": planning,
        "change": change,
    }
    if instance.task not in read or instance.form != "episode":
        raise UnsupportedError(f"there is no grid-world task {instance.task} in form {instance.form}")
    return read[instance.task](instance.world, instance.query)


def environment(instance: Instance) -> WorldTest:
    """The episode of an instance, at its beginning; ``prompt.limits.max_interaction_steps`` bounds it."""
    steps = instance.prompt.limits.get("max_interaction_steps", EXPLORATION_STEPS)
    if type(steps) is not int or not 0 <= steps <= MAX_STEPS:
        raise RecordError(f"is a number up to {MAX_STEPS}", field="prompt.limits.max_interaction_steps")
    return WorldTest(question_of(instance), exploration=steps)


def prepare_episode(instance: Instance, options: JudgeOptions) -> Callable[[Answer], tuple[Judgement, Any]]:
    """A function from an answer to its judgement and what was answered."""
    environment(instance)
    truth = instance.truth or {}
    if instance.task == "mfp" and truth.get("kind") == "option" and truth.get("answer") not in list(LETTERS):
        raise RecordError(f"the answer of a masked frame is one of {LETTERS}", field="truth.answer")

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        world = environment(instance)
        try:
            stop = _replayed(answer, instance, world)
        except RecordError as error:
            return Judgement(Outcome.UNPARSED, Code.MALFORMED, str(error)), None
        return _judgement(world, stop, truth)

    return judged


def _judgement(world: WorldTest, stop: str, truth: Json) -> tuple[Judgement, Any]:
    figures: Json = {"stop": stop, "completed": world.completed, "explored": world.exploration.steps}
    if stop == API_FAILURE:
        text = "the infrastructure failed before the test was over"
        return Judgement(Outcome.UNDECIDED, Code.API_FAILURE, text, figures), None
    if stop == WORLD_FAILED:
        return undecided("the world's program failed"), None
    if not world.completed:
        text = f"the test was not completed ({stop})"
        return Judgement(Outcome.INCORRECT, Code.NO_ANSWER, text, figures), None
    if isinstance(world.test, MaskedFrameTest):
        return _chosen_option(world.test, truth, figures)
    if isinstance(world.test, PlanningTest):
        return _reached(world.test, stop, truth, figures)
    assert isinstance(world.test, ChangeTest) and isinstance(world.question, Change)
    return _noticed(world.test, world.question, figures)


def _chosen_option(test: MaskedFrameTest, truth: Json, figures: Json) -> tuple[Judgement, Any]:
    assert test.choice is not None
    said = LETTERS[test.choice]
    if truth.get("kind") != "option":
        return undecided("the truth is not known"), said
    if said == truth["answer"]:
        return correct("", **figures), said
    return Judgement(Outcome.INCORRECT, Code.WRONG, f"option {said} is not what stood there", figures), said


def _reached(test: PlanningTest, stop: str, truth: Json, figures: Json) -> tuple[Judgement, Any]:
    actions = test.played.actions
    figures |= {
        "steps": len(actions),
        "actions": sum(action != NOOP for action in actions),
        "optimal_steps": truth.get("steps"),
        "optimal_actions": truth.get("actions"),
    }
    if stop == GOAL_REACHED:
        return correct(f"the goal was reached in {len(actions)} steps", **figures), len(actions)
    text = f"the goal was not reached in {len(actions)} steps"
    return Judgement(Outcome.INCORRECT, Code.GOAL_NOT_REACHED, text, figures), len(actions)


def _noticed(test: ChangeTest, question: Change, figures: Json) -> tuple[Judgement, Any]:
    """The score of the chosen frame; undecided where the support grows too large to say."""
    try:
        defect = defect_time(question.program, test.played.actions, test.played.frames, question.rng_seed)
    except LimitError as error:
        return undecided(f"the defect time is not known: {error}"), test.choice
    value = score(test.choice, defect)
    figures |= {"defect_time": defect, "choice": test.choice, "steps": len(test.played.actions)}
    if value == 1.0:
        return correct(f"frame {defect} showed the change first", **figures), test.choice
    shown = "no frame shows the change" if defect is None else f"frame {defect} showed the change first"
    return Judgement(Outcome.INCORRECT, Code.WRONG, shown, figures, value), test.choice


def _replayed(answer: Answer, instance: Instance, world: WorldTest) -> str:
    """Bring the world to where the answer leads, and say how it ended."""
    given = answer.answer if answer.answer is not None else answer.response
    if isinstance(given, str) and (instance.task == "mfp" or given.lstrip()[:1] != "{"):
        given = given.splitlines()
    if not isinstance(given, list):
        episode = episode_of(given)
        replay(episode, world)
        return episode.stop
    if len(given) > MAX_STEPS or not all(isinstance(line, str) for line in given):
        raise RecordError(f"a short answer is a list of at most {MAX_STEPS} texts", field="answer")
    for call in (Call("go-to-test"), *_calls(instance.task, [line for line in given if line.strip()], world)):
        if world.stop is None and (told := world.act(call)).outcome == "invalid":
            raise RecordError(f"{turn_json(call)}: {told.text}", field="answer")
    return world.stop or CUT_SHORT


def _calls(task: str, lines: list[str], world: WorldTest) -> list[Call]:
    """The calls of a test in which a short answer is given."""
    if task == "mfp":
        reading = read("\n".join(lines), AnswerKind.LETTER, choices=("",) * len(LETTERS))
        if reading.code is not None:
            raise RecordError(f"the answer is the letter of an option: {reading.note}", field="answer")
        looking = [Call("step")] * len(getattr(world.question, "actions", ()))
        return [*looking, Call("choose_option_i", {"i": LETTERS.index(reading.value)})]
    actions = [Action.parse(line) for line in lines]
    playing = [_call(action) for action in actions]
    if task == "planning":
        return playing
    return [*playing, Call("found-the-change"), Call("choose_grid_i", {"i": len(actions)}), Call("submit")]


def _call(action: Action) -> Call:
    return Call(action.name, {"x": action.x, "y": action.y} if action.name == "click" else {})
