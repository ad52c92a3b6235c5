"""Next action: an action that brings the goal one step closer (ACPBench Hard, section 4, task 8).

With h* the length of a shortest plan, an applicable action a is right when h*(a(s)) = h*(s) - 1.  Truth is
h*(s) and the side of every applicable action; ``already_solved`` and ``unsolvable_state`` are no questions.
"""

from typing import Any

import msgspec

from ...domains.planning.atoms import parse
from ...instances.records import Code
from ..reading.kinds import AnswerKind
from ..task import Judge, Judgement, JudgeOptions, Labelled, Task, correct, incorrect, undecided
from .items import illegal_action
from .oracle import Oracle
from .world import Question


def label(question: Question, oracle: Oracle) -> Labelled:
    """h* of the state and the side of every applicable action."""
    from .cheapest import next_actions

    return next_actions(oracle)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Judge one action."""
    truth = question.truth
    if truth["kind"] == "degenerate":
        return lambda value: undecided(f"the state is no question: {truth['reason']}")
    distance = truth["h"]
    closer, farther, unknown = (frozenset(truth[side]) for side in ("closer", "not_closer", "undecided"))
    legality = illegal_action(question.world)

    def verdict(value: Any) -> Judgement:
        if value in closer:
            return correct(f"{value} starts a plan of {distance} actions, the fewest possible")
        if value in farther:
            return incorrect(Code.NOT_CLOSER, f"no plan of {distance} actions starts with {value}")
        if value in unknown:
            return undecided(f"it is not known whether {value} starts a shortest plan")
        refused = legality(parse(value))
        return refused or incorrect(Code.INAPPLICABLE, f"{value} is not applicable in the state")

    return verdict


class NextActions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored answer of next action; ``opt`` is the optimal cost, as text."""

    yes: list[str]
    no: list[str]
    maybe: list[str]
    opt: str | int | None = None


TASK = Task(
    number=8,
    title="first action of a best plan",
    paper="Next Action",
    groups={"gen": "goal_closer_gen"},
    shape=AnswerKind.ACTION,
    asks="actions",
    label=label,
    judge=judge,
    stored=NextActions,
    answer_format="Answer with one ground action in parentheses, such as (action object1 object2), that is "
    "the first action of some shortest plan.",
    question="Which action should be taken first to reach the goal with as few actions as possible?",
)
