"""Progression: what an action changes in the state (ACPBench Hard, section 4, task 2).

For the successor t of s, answer and truth are the two sets t - s and s - t (positive and negative effects).
"""

from typing import Any

import msgspec

from ...domains.planning.atoms import parse, text
from ...domains.planning.lifted import instantiate
from ...instances.errors import RecordError
from ...instances.records import Code, Json
from ..reading.kinds import AnswerKind
from ..task import Decision, Judge, Judgement, JudgeOptions, Labelled, Task, correct, evaluated, incorrect
from .items import illegal_fact
from .oracle import Oracle
from .questions import described_action
from .world import Question, World


def changes(world: World, action: str) -> tuple[list[str], list[str]]:
    """The facts that an action makes true, and false, sorted; RecordError where it does not apply."""
    before, after = world.problem.fluent_init, successor(world, action)
    return sorted(map(text, after - before)), sorted(map(text, before - after))


def successor(world: World, action: str) -> frozenset[tuple[str, ...]]:
    """The fluent facts after an action; RecordError when it is not applicable in the state."""
    state = world.problem.fluent_init
    ground = instantiate(world.problem, parse(action))
    if not ground.applicable(state):
        raise RecordError(f"{action} is not applicable in the state", field="query.action")
    return ground.apply(state)


def label(question: Question, oracle: Oracle) -> Labelled:
    """The effects of the queried action that change the state."""
    pos, neg = changes(question.world, question.query["action"])
    truth, gold = {"kind": "effects", "pos": pos, "neg": neg}, f"[{', '.join(pos)}] [{', '.join(neg)}]"
    return evaluated(truth, gold, positive_effects=len(pos), negative_effects=len(neg))


def judge(question: Question, options: JudgeOptions) -> Judge:
    """Compare two lists of facts with the effects."""
    truth = frozenset(question.truth["pos"]), frozenset(question.truth["neg"])

    def verdict(value: Any) -> Judgement:
        answer = frozenset(value[0]), frozenset(value[1])
        if answer == truth:
            return correct("both lists are the effects of the action")
        for item in sorted((answer[0] - truth[0]) | (answer[1] - truth[1])):
            if (refused := illegal_fact(question.world, parse(item))) is not None:
                return refused
        number = int(answer[0] == truth[0])  # the list that differs, the first one if both do
        sign, given, expected = ("positive", "negative")[number], answer[number], truth[number]
        if given - expected:
            return incorrect(Code.EXTRA_ITEMS, f"{min(given - expected)} is no {sign} effect")
        return incorrect(Code.MISSING_ITEMS, f"the {sign} effect {min(expected - given)} is missing")

    return verdict


def decide(question: Question, item: Json, oracle: Oracle) -> Decision:
    """Whether all of ``item["facts"]`` hold after ``item["action"]``."""
    after = successor(question.world, item["action"])
    return Decision.evaluated(all(parse(fact) in after for fact in item["facts"]))


class Effects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored answer of progression."""

    pos: list[str]
    neg: list[str]


TASK = Task(
    number=2,
    title="effects of an action",
    paper="Progression",
    groups={"gen": "progression_gen", "bool": "progression_bool", "mcq": "progression_mcq"},
    shape=AnswerKind.EFFECTS,
    asks="facts",
    label=label,
    judge=judge,
    formal=described_action,
    decide=decide,
    stored=Effects,
    answer_format="Answer with two lists of ground propositions in parentheses, the positive effects first: "
    "[(proposition object1), (proposition object2)] [(proposition object3)]. An empty list is "
    "written [].",
)
