"""Grid-world questions: what their tasks share, their labels, and episodes played again, scored by the task.

Episodes are played turn by turn.  Texts are read too: the letter of an option; a plan; a run whose last frame
is the chosen one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...domains.environment import Call, turn_json
from ...domains.gridworld.actions import Action
from ...domains.gridworld.environment import API_FAILURE, EXPLORATION_STEPS, Question, WorldTest
from ...domains.gridworld.phases import WORLD_FAILED
from ...domains.gridworld.questions import LETTERS, MAX_STEPS
from ...instances.errors import LimitError, RecordError
from ...instances.records import Answer, Certificate, Code, Grades, Instance, Json, Outcome
from ..judge import CUT_SHORT, episode_of, replay
from ..reading.kinds import AnswerKind
from ..reading.scanner import read
from ..task import Judgement, JudgeOptions, Labelled, Task, asked_of, incorrect, undecided

UNDECIDED = Labelled({"kind": "undecided"}, grades=Grades(undecided=1))
Judged = tuple[Judgement, Any]  # what an episode is worth, and what was answered in it
JudgeEpisode = Callable[[WorldTest, Json], Judged]  # of the world at the end, and figures


@dataclass(frozen=True, kw_only=True)
class GridTask(Task):
    """``label(question, query)``; ``judge(truth)`` gives a function of the world at its end and figures."""

    read: Callable[[Json, Json], Question]
    """The question of a world and a query; RecordError or AutumnError for a malformed one."""
    calls: Callable[[list[str], WorldTest], list[Call]]
    """The calls of the test in which a short answer, the lines that are not blank, is given."""


def certified(truth: Json, proofs: list[Certificate], gold: str | None, **figures: float) -> Labelled:
    """A label with one claim a certificate."""
    difficulty = {name: float(value) for name, value in figures.items()}
    return Labelled(truth, tuple(proofs), Grades(certified=len(proofs)), gold, difficulty)


def played(lines: list[str]) -> list[Call]:
    """The calls that take the actions of some lines."""
    actions = map(Action.parse, lines)
    return [Call(it.name, {"x": it.x, "y": it.y} if it.name == "click" else {}) for it in actions]


def texts(actions: tuple[Action, ...]) -> list[str]:
    """Actions as records hold them."""
    return [str(action) for action in actions]


def question_of(instance: Instance) -> Question:
    """What an instance asks; RecordError or AutumnError for a malformed one."""
    return _row(instance).read(instance.world, instance.query)


def _row(instance: Instance) -> GridTask:
    row = asked_of(instance)
    assert isinstance(row, GridTask)
    return row


def environment(instance: Instance) -> WorldTest:
    """The episode of an instance, at its beginning; ``prompt.limits.max_interaction_steps`` bounds it."""
    steps = instance.prompt.limits.get("max_interaction_steps", EXPLORATION_STEPS)
    if type(steps) is not int or not 0 <= steps <= MAX_STEPS:
        raise RecordError(f"is a number up to {MAX_STEPS}", field="prompt.limits.max_interaction_steps")
    return WorldTest(question_of(instance), exploration=steps)


def prepare(instance: Instance, options: JudgeOptions) -> Callable[[Answer], tuple[Judgement, Any]]:
    """A function from an answer to its judgement and what was answered; raises for a malformed record."""
    environment(instance)
    row = _row(instance)
    judge, kind = row.judge(instance.truth or {}), row.shape
    assert kind is not None
    choices = ("",) * len(LETTERS) if kind is AnswerKind.LETTER else ()

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        world = environment(instance)
        given = answer.answer if answer.answer is not None else answer.response
        if isinstance(given, str):
            reading = read(given, kind, first=options.first, choices=choices)
            if reading.code is not None:
                return Judgement(Outcome.UNPARSED, reading.code, reading.note), None
            given = [reading.value] if kind is AnswerKind.LETTER else reading.value
        try:
            stop = _replayed(given, instance, world)
        except RecordError as error:
            return Judgement(Outcome.UNPARSED, Code.MALFORMED, str(error)), None
        return _judgement(world, stop, judge)

    return judged


def _judgement(world: WorldTest, stop: str, judge: JudgeEpisode) -> Judged:
    figures: Json = {"stop": stop, "completed": world.completed, "explored": world.exploration.steps}
    if stop == API_FAILURE:
        text = "the infrastructure failed before the test was over"
        return Judgement(Outcome.UNDECIDED, Code.API_FAILURE, text, figures), None
    if stop == WORLD_FAILED:
        return undecided("the world's program failed"), None
    if not world.completed:
        return incorrect(Code.NO_ANSWER, f"the test was not completed ({stop})", **figures), None
    return judge(world, figures)


def _replayed(given: Any, instance: Instance, world: WorldTest) -> str:
    """Bring the world to where an answer that is data leads, and say how it ended."""
    if not isinstance(given, list):
        replay(episode := episode_of(given), world)
        return episode.stop
    if len(given) > MAX_STEPS or not all(isinstance(line, str) for line in given):
        raise RecordError(f"a short answer is a list of at most {MAX_STEPS} texts", field="answer")
    lines = [line for line in given if line.strip()]
    for call in (Call("go-to-test"), *_row(instance).calls(lines, world)):
        if world.stop is None and (feedback := world.act(call)).outcome == "invalid":
            raise RecordError(f"{turn_json(call)}: {feedback.text}", field="answer")
    return world.stop or CUT_SHORT


def label(instance: Instance) -> Labelled:
    """The truth of a question, by counts, not the clock; RecordError or AutumnError if malformed."""
    row = _row(instance)
    try:
        return row.label(row.read(instance.world, instance.query), instance.query)
    except LimitError:
        return UNDECIDED
