"""The label of one planning question, and the judgement of an answer: read the answer, then judge it.

A prepared judge holds the sets of the truth, so judging one answer costs microseconds and touches no world
unless the answer lies outside every listed set.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from ...domains.planning.catalog import domains, wording
from ...instances.errors import CertwrightError, UnsupportedError
from ...instances.records import Answer, Code, Instance, Json, Outcome
from ..reading.kinds import AnswerKind
from ..reading.reading import Reading
from ..reading.scanner import read_answer
from ..reading.strict import read_strict
from ..reading.symbols import Symbols
from ..task import Judge, Judgement, JudgeOptions, Labelled, Task, task_of
from .items import judge_choice, label_bool, label_mcq
from .oracle import Effort, Oracle
from .published import prepare_published
from .world import Question, World, answer_kind, read_world

DEFAULT = Effort()


def prepare(instance: Instance, options: JudgeOptions) -> Callable[[Answer], tuple[Judgement, Any]]:
    """A function from an answer to its judgement and the answer as read; RecordError if malformed."""
    if options.mode == "as-published":
        return prepare_published(instance)
    read = _reader(instance, options)
    judge = _judge(instance, options)

    def judged(answer: Answer) -> tuple[Judgement, Any]:
        reading = read(answer)
        if reading.code is not None:
            return Judgement(Outcome.UNPARSED, reading.code, reading.note), reading.value
        outcome, code, explanation, metadata, _ = judge(reading.value)
        return Judgement(outcome, code, explanation, {**metadata, "reading": reading.note}), reading.value

    return judged


def _reader(instance: Instance, options: JudgeOptions) -> Callable[[Answer], Reading]:
    kind = answer_kind(instance)
    vocabulary = symbols = None
    if instance.world and instance.form == "gen":
        world, actions = read_world(instance.world), task_of("planning", instance.task).asks == "actions"
        vocabulary = world.action_names if actions else world.predicate_names
        symbols = (
            cache(partial(_symbols, world, actions, instance.domain))
            if kind is not AnswerKind.INDEX
            else None
        )
    choices = tuple(instance.prompt.choices or ()) if instance.form == "mcq" else ()

    def reading(answer: Answer) -> Reading:
        if options.mode == "strict" and answer.response is not None:
            return read_strict(answer.response, kind)
        return read_answer(
            answer, kind, first=options.first, vocabulary=vocabulary, choices=choices, symbols=symbols
        )

    return reading


def _symbols(world: World, actions: bool, domain: str) -> Symbols:
    """What the world tells of bare atoms: nothing where its text is faulty, which is for the judge to say."""
    try:
        return world.symbols(actions, wording(domain) if domain in domains() else None)
    except CertwrightError:
        return Symbols({}, frozenset())


def _judge(instance: Instance, options: JudgeOptions) -> Judge:
    truth: Json | None = instance.truth
    if truth is None:
        return lambda value: Judgement(Outcome.UNDECIDED, Code.TRUTH_MISSING, "the instance has no truth")
    if instance.form in ("bool", "mcq"):
        return judge_choice(truth["answer"])
    judge: Judge = task_of("planning", instance.task).judge(Question.of(instance), options)
    return judge


def label(instance: Instance, effort: Effort = DEFAULT) -> Labelled:
    """The complete truth of a question with its proofs; UnsupportedError for a form without one."""
    question = Question.of(instance)
    oracle = Oracle(question.world, effort)
    task: Task = task_of("planning", instance.task)
    if instance.form == "gen":
        return task.label(question, oracle)
    if instance.form == "bool":
        return label_bool(task, question, oracle)
    if instance.form == "mcq":
        return label_mcq(task, question, oracle)
    raise UnsupportedError(f"planning questions have no form {instance.form}")
