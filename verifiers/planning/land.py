"""Landmarks: a fact that every plan makes true on the way (ACPBench Hard, section 4, task 7).

Non-trivial ones are true neither in the state nor in the goal (Porteous, Sebastia and Hoffmann, 2001): the
goal cannot be reached by actions that never add the fact.  Truth lists all; every other legal fact is none.
"""

from typing import Any

import msgspec

from ...domains.planning.atoms import parse, respelled
from ...instances.records import Code, Json
from ..reading.kinds import AnswerKind
from ..task import Decision, Judge, Judgement, JudgeOptions, Labelled, Task, correct, incorrect, undecided
from .items import illegal_fact
from .necessary import decide_fact, necessary_facts
from .oracle import Oracle
from .world import Question


def label(question: Question, oracle: Oracle) -> Labelled:
    """Decide every fact of the delete relaxation that is true neither now nor in the goal."""
    return necessary_facts(oracle)


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Judge a fact, or "none"."""
    truth = question.truth
    if truth["kind"] == "degenerate":
        return lambda value: undecided(f"the state is no question: {truth['reason']}")
    items, unknown = frozenset(truth["items"]), frozenset(truth["undecided"])

    def verdict(value: Any) -> Judgement:
        if value in items:
            return correct(f"every plan makes {value} true")
        if value in unknown:
            return undecided(f"it is not known whether every plan makes {value} true")
        if value == "none":
            if truth["none"] is None:
                return undecided("it is not known whether there is a non-trivial landmark")
            if truth["none"]:
                return correct("there is no non-trivial landmark")
            return incorrect(Code.NONE_IS_WRONG, "there is a non-trivial landmark")
        fact, problem = parse(value), question.world.problem
        if (refused := illegal_fact(question.world, fact)) is not None:
            return refused
        if fact in problem.init or fact in problem.goal:
            where = "initial state" if fact in problem.init else "goal"
            return incorrect(Code.TRIVIAL_LANDMARK, f"{value} is trivial: it holds in the {where}")
        return incorrect(Code.NOT_A_LANDMARK, f"some plan never makes {value} true")

    return verdict


def decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether every plan makes ``item["fact"]`` true at some point; what holds now or in the goal it does."""
    return decide_fact(oracle, respelled(item["fact"]))


class LandmarkTruth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored answer of landmarks."""

    yes: list[str]
    no: list[str]


TASK = Task(
    number=7,
    title="fact landmark",
    paper="Landmarks",
    groups={"gen": "landmarks_gen", "bool": "landmarks_bool", "mcq": "landmarks_mcq"},
    shape=AnswerKind.ATOM_OR_NONE,
    asks="facts",
    label=label,
    judge=judge,
    decide=decide,
    stored=LandmarkTruth,
    answer_format="Answer with one ground proposition in parentheses, such as (proposition object1 object2), "
    "or with None if there is no such proposition.",
    question="Name a proposition that holds neither in the initial state nor in the goal, and that every "
    "plan makes true at some time.",
)
