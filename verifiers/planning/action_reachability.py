"""Action reachability: an action that can never be applied, or None (ACPBench Hard, section 4, task 4).

An action is reachable when some reachable state satisfies its preconditions.  Truth is closed-world over all
well-typed groundings, of which there may be 10**11: those of the delete relaxation are decided one by one, a
lifted closure decides all the others.
"""

from __future__ import annotations

from typing import Any

from ..judgement import Judgement, JudgeOptions
from ..labelled import Labelled
from ..reading.kinds import AnswerKind
from .closed_world import ClosedWorld, judge_unreachable
from .legality import illegal_action
from .oracle import Oracle
from .task import Decision, Json, Judge, PlanningTask, Question
from .world import World


def label(question: Question, oracle: Oracle) -> Labelled:
    """Decide every action of the delete relaxation."""
    from .reachable import conclude

    operators = oracle.task.operators
    goals = {operator.name: operator.pre for operator in operators}
    count = question.world.language.action_count()
    return conclude(oracle, goals, count, actions=True)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Judge an action, or "none"."""
    truth = ClosedWorld.of(question.truth)
    legality = illegal_action(question.world)

    def verdict(value: Any) -> Judgement:
        return judge_unreachable(truth, value, "action", legality)

    return verdict


def decide(world: World, item: Json, oracle: Oracle) -> Decision:
    """Whether ``item["action"]`` can become applicable."""
    return oracle.applicable_somewhere(item["action"])


TASK = PlanningTask("areach", AnswerKind.ACTION_OR_NONE, label, judge, decide, "actions")
