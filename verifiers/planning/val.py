"""Validation: where a sequence of actions first fails (ACPBench Hard, section 4, task 5).

Answer: the index, from 0, of the first action that is not applicable in its turn; the distance from it is
reported.  The closed forms ask whether the sequence is applicable, or a plan.
"""

from typing import Any

from ...domains.planning.atoms import parse
from ...domains.planning.lifted import validate
from ...instances.errors import RecordError
from ...instances.records import Code, Json
from ..reading.kinds import AnswerKind
from ..task import Decision, Judge, Judgement, JudgeOptions, Labelled, Task, correct, evaluated, incorrect
from .oracle import Oracle
from .questions import actions_of
from .world import Question


def label(question: Question, oracle: Oracle) -> Labelled:
    """The index of the first inapplicable action; RecordError when there is none."""
    actions = [parse(action) for action in question.query["actions"]]
    index = validate(question.world.problem, actions).failed_step
    if index is None:
        raise RecordError("every action of the sequence is applicable", field="query.actions")
    truth = {"kind": "index", "index": index}
    return evaluated(truth, str(index), sequence_length=len(actions), index=index)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Compare an index with the right one."""
    truth: int = question.truth["index"]
    actions: list[str] = question.query["actions"]

    def verdict(value: Any) -> Judgement:
        if value == truth:
            return correct(f"{actions[truth]} at index {truth} is the first inapplicable action", distance=0)
        why = f"{actions[truth]} at index {truth} is the first inapplicable action, not index {value}"
        if value > truth:
            return incorrect(Code.WRONG_INDEX, why, distance=value - truth)
        why = f"the action at index {value} is applicable; {why}"
        return incorrect(Code.WRONG_INDEX, why, distance=truth - value)

    return verdict


def decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether the sequence is ``applicable``, or a ``plan`` (``valid`` asks the same)."""
    outcome = validate(question.world.problem, [parse(action) for action in item["actions"]])
    return Decision.evaluated(outcome.failed_step is None if item["asks"] == "applicable" else outcome.ok)


TASK = Task(
    number=5,
    title="first inapplicable action",
    paper="Validation",
    groups={"gen": "validation_gen", "bool": "validation_bool", "mcq": "validation_mcq"},
    shape=AnswerKind.INDEX,
    asks="actions",
    label=label,
    judge=judge,
    formal=actions_of("actions"),
    decide=decide,
    stored=int,
    answer_format="Answer with one number, the position of that action in the sequence; the first action of "
    "the sequence has position 0.",
)
