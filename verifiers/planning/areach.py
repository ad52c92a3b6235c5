"""Action reachability: an action that can never be applied, or None (ACPBench Hard, section 4, task 4).

Truth is closed-world over all well-typed groundings, of which there may be 10**11: those of the delete
relaxation are decided one by one, a lifted closure decides all the others.
"""

from typing import Any

from ...domains.planning.atoms import respelled
from ...instances.records import Json
from ..reading.kinds import AnswerKind
from ..task import Decision, Judge, Judgement, JudgeOptions, Labelled, Task
from .items import ClosedWorld, illegal_action, judge_unreachable
from .oracle import Oracle
from .world import Question


def label(question: Question, oracle: Oracle) -> Labelled:
    """Decide every action of the delete relaxation."""
    from .reachable import conclude

    named = oracle.task.by_name
    goals = {name: tuple(operator.pre for operator in cases) for name, cases in named.items()}
    count = question.world.language.action_count()
    return conclude(oracle, goals, count, actions=True)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Judge an action, or "none"."""
    truth = ClosedWorld.of(question.truth)
    legality = illegal_action(question.world)

    def verdict(value: Any) -> Judgement:
        return judge_unreachable(truth, value, "action", legality)

    return verdict


def decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether ``item["action"]`` can become applicable."""
    from .reachable import applicable_somewhere

    return applicable_somewhere(oracle, respelled(item["action"]))


TASK = Task(
    number=4,
    title="action that never applies",
    paper="Action Reachability",
    groups={"gen": "reachable_action_gen", "bool": "reachable_action_bool", "mcq": "reachable_action_mc"},
    shape=AnswerKind.ACTION_OR_NONE,
    asks="actions",
    label=label,
    judge=judge,
    decide=decide,
    stored=list[str],
    answer_format="Answer with one ground action in parentheses, such as (action object1 object2), whose "
    "objects have the types that the action asks for, or with None if every such action can "
    "become applicable.",
    question="Name an action that is applicable in no state reachable from the initial state.",
)
