"""Reachability: a fact that holds in no reachable state, or None (ACPBench Hard, section 4, task 3).

The facts of the delete relaxation are decided by the cascade of the oracle; all others are unreachable.
"""

from typing import Any

from ...domains.planning.atoms import is_negation, respelled
from ...instances.records import Json
from ..reading.kinds import AnswerKind
from ..task import Decision, Judge, Judgement, JudgeOptions, Labelled, Task
from .items import ClosedWorld, illegal_fact, judge_unreachable, unreachable_static_fact
from .oracle import Oracle
from .world import Question


def label(question: Question, oracle: Oracle) -> Labelled:
    """Decide every fluent fact of the delete relaxation."""
    from .reachable import conclude

    task = oracle.task
    goals = {task.facts[i]: (1 << i,) for i in range(len(task.facts)) if not is_negation(task.facts[i])}
    return conclude(oracle, goals, question.world.language.fact_count(), actions=False)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Judge a fact, or "none"."""
    truth = ClosedWorld.of(question.truth)
    legality = (unreachable_static_fact if options.static_facts else illegal_fact)(question.world)

    def verdict(value: Any) -> Judgement:
        return judge_unreachable(truth, value, "fact", legality)

    return verdict


def decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether the facts of ``item["facts"]`` can hold together."""
    from .reachable import reachable_together

    return reachable_together(oracle, [respelled(fact) for fact in item["facts"]])


TASK = Task(
    number=3,
    title="unreachable fact",
    paper="Atom Reachability",
    groups={"gen": "reachable_atom_gen", "bool": "reachable_atom_bool", "mcq": "reachable_atom_mc"},
    shape=AnswerKind.ATOM_OR_NONE,
    asks="facts",
    label=label,
    judge=judge,
    decide=decide,
    stored=list[str],
    answer_format="Answer with one ground proposition in parentheses, such as (proposition object1 object2), "
    "whose predicate some action changes, or with None if every such proposition can hold at "
    "some time.",
    question="Name a proposition that holds in no state reachable from the initial state.",
)
