"""Applicability: which ground actions are applicable in the state (ACPBench Hard, section 4, task 1).

Answer: exactly that set.  The Jaccard index is reported beside the score.
"""

from typing import Any

from ...domains.planning.atoms import parse
from ...domains.planning.lifted import instantiate
from ...instances.errors import IllegalItemError
from ...instances.records import Code, Json
from ..reading.kinds import AnswerKind
from ..task import Decision, Judge, Judgement, JudgeOptions, Labelled, Task, correct, evaluated, incorrect
from .items import illegal_action
from .oracle import Oracle
from .world import Question


def label(question: Question, oracle: Oracle) -> Labelled:
    """The applicable actions, in name order."""
    task = question.world.task
    items = [operator.name for operator in task.applicable(task.init)]
    gold = "[" + ", ".join(items) + "]"
    return evaluated({"kind": "set", "items": items}, gold, applicable=len(items))


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Compare a set of actions with the applicable ones."""
    truth = frozenset(question.truth["items"])
    legality = illegal_action(question.world)

    def verdict(value: Any) -> Judgement:
        answer = frozenset(value)
        if answer == truth:
            return correct(f"exactly the {len(truth)} applicable actions", jaccard=1.0)
        extra, missing = sorted(answer - truth), sorted(truth - answer)
        jaccard = len(answer & truth) / len(answer | truth)
        for item in extra:
            refused = legality(parse(item))
            if refused is not None:
                return refused._replace(metadata={"jaccard": jaccard})
        if extra and missing:
            code = Code.MISSING_AND_EXTRA_ITEMS
            first = f"{extra[0]} is not applicable and {missing[0]} is missing"
        elif extra:
            code, first = Code.EXTRA_ITEMS, f"{extra[0]} is not applicable"
        else:
            code, first = Code.MISSING_ITEMS, f"{missing[0]} is applicable and missing"
        return incorrect(code, first, jaccard=jaccard)

    return verdict


def decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether ``item["action"]`` is applicable in the state; what is no action of the world is not."""
    problem = question.world.problem
    try:
        ground = instantiate(problem, parse(item["action"]))
    except IllegalItemError:
        return Decision.evaluated(False)
    return Decision.evaluated(ground.applicable(problem.fluent_init))


TASK = Task(
    number=1,
    title="applicable actions",
    paper="Action Applicability",
    groups={
        "gen": "applicable_actions_gen",
        "bool": "applicable_actions_bool",
        "mcq": "applicable_actions_mc",
    },
    shape=AnswerKind.ACTIONS,
    asks="actions",
    label=label,
    judge=judge,
    decide=decide,
    stored=list[str],
    answer_format="Answer with a list of ground actions in parentheses, such as [(action object1 object2), "
    "(action object3)], that holds every applicable action and no other.",
    question="Which actions are applicable in the initial state?",
)
