"""One item of a world as an answer, legal and reachable or not; and the forms of questions that ask one item.

Facts range over the fluent predicates (with ``static_facts`` over static ones too: ACPBench Hard, section
4.3), actions over all well-typed groundings.  The truth of the tasks that ask for one item is closed-world:
one side is listed, so is the undecided rest; a rule decides all else.  The record alone decides.

The boolean and multiple-choice forms ask whether one item holds, and which one option's item holds.  Each
item is decided by its task, so both forms carry the same proofs as the generative one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...domains.planning.atoms import Legality, parse, text
from ...instances.errors import RecordError
from ...instances.records import Code, Grades, Json
from ..task import Decision, Judge, Judgement, Labelled, Task, correct, incorrect, undecided
from .oracle import Oracle
from .world import Question, World

Parts = tuple[str, ...]

SENTENCES: dict[Code, str] = {
    Code.UNKNOWN_SYMBOL: "{item} names a symbol that this world does not have",
    Code.ARITY: "{item} has the wrong number of arguments",
    Code.ILL_TYPED: "{item} has an argument of the wrong type",
    Code.STATIC_PREDICATE: "{item} is static: no action changes it",
}


def _refusal(legality: Legality, parts: Parts) -> Judgement | None:
    if legality is Legality.LEGAL:
        return None
    code = Code(legality.value)
    return incorrect(code, SENTENCES[code].format(item=text(parts)))


def illegal_action(world: World, parts: Parts) -> Judgement | None:
    """The refusal of what is no well-typed action; None for what is."""
    return _refusal(world.language.action(parts), parts)


def illegal_fact(world: World, parts: Parts) -> Judgement | None:
    """The refusal of what is no well-typed fluent fact; None for what is."""
    return _refusal(world.language.fact(parts), parts)


def unreachable_static_fact(world: World, parts: Parts) -> Judgement | None:
    """As `illegal_fact`, but a well-typed static atom is judged by the initial state: it never changes."""
    refused = illegal_fact(world, parts)
    if refused is None or refused.code is not Code.STATIC_PREDICATE:
        return refused
    if parts in world.problem.init:
        return incorrect(Code.REACHABLE, f"{text(parts)} holds in every state")
    return correct(f"{text(parts)} is static and false")


class ClosedWorld:
    """Which legal items a truth says can be reached: it lists one side, and the undecided items."""

    def __init__(self, truth: Json):
        self.reachable_listed: bool = truth["listed"] == "reachable"
        self.none: bool | None = truth["none"]
        self.items, self.undecided = frozenset(truth["items"]), frozenset(truth["undecided"])

    def judge_none(self, what: str) -> Judgement:
        """The answer "None": right when every legal item is reachable."""
        if self.none is None:
            return undecided(f"it is not known whether every {what} is reachable")
        if self.none:
            return correct(f"every {what} is reachable")
        return incorrect(Code.NONE_IS_WRONG, f"some {what} is unreachable")

    def reachable(self, item: str) -> bool | None:
        """Whether a legal item is reachable; None when undecided."""
        if item in self.items:
            return self.reachable_listed
        if item in self.undecided:
            return None
        return not self.reachable_listed

    def judge(self, item: str) -> Judgement:
        """The answer that a legal item is unreachable."""
        if (reachable := self.reachable(item)) is None:
            return undecided(f"it is not known whether {item} is reachable")
        if reachable:
            return incorrect(Code.REACHABLE, f"{item} is reachable")
        return correct(f"{item} is unreachable")


def judge_unreachable(
    question: Question, what: str, refusal: Callable[[World, Parts], Judgement | None]
) -> Judge:
    """A judge of answers that name an item said to be unreachable, or "none"."""
    closed = ClosedWorld(question.truth)

    def verdict(item: str) -> Judgement:
        if item == "none":
            return closed.judge_none(what)
        known = item in closed.items or item in closed.undecided
        return (None if known else refusal(question.world, parse(item))) or closed.judge(item)

    return verdict


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def label_bool(task: Task, question: Question, oracle: Oracle) -> Labelled:
    """Decide the one item."""
    decision = _decide(task, question, question.query, oracle)
    gold = None if decision.holds is None else "yes" if decision.holds else "no"
    truth = {"kind": "bool", "answer": decision.holds}
    return Labelled(truth, decision.certificates, _grades([decision]), gold)


def label_mcq(task: Task, question: Question, oracle: Oracle) -> Labelled:
    """Decide every option; RecordError when more than one holds, or none does."""
    shared = {key: value for key, value in question.query.items() if key != "options"}
    options = question.query["options"]
    if not 2 <= len(options) <= len(LETTERS):
        message = f"a multiple-choice question has 2 to 26 options, not {len(options)}"
        raise RecordError(message, field="query.options")
    decisions = [_decide(task, question, {**shared, **option}, oracle) for option in options]
    values = [decision.holds for decision in decisions]
    every = [certificate for decision in decisions for certificate in decision.certificates]
    certificates = tuple(each for place, each in enumerate(every) if each not in every[:place])
    if (right := values.count(True)) != 1 and None not in values:
        raise RecordError(f"{right} options hold, not one", field="query.options")
    answer = None if None in values else LETTERS[values.index(True)]
    truth = {"kind": "mcq", "answer": answer, "values": values}
    return Labelled(truth, certificates, _grades(decisions), gold=answer)


def judge_choice(truth: bool | str | None) -> Judge:
    """Compare yes or no, or a letter, with the truth."""

    def verdict(value: Any) -> Judgement:
        if truth is None:
            return undecided("the answer of this question is not known")
        if value == truth:
            return correct()
        right, said = (each if isinstance(each, str) else "yes" if each else "no" for each in (truth, value))
        return incorrect(Code.WRONG, f"the answer is {right}, not {said}")

    return verdict


def _decide(task: Task, question: Question, item: Json, oracle: Oracle) -> Decision:
    if task.decide is None:
        raise RecordError(f"task {task.key} has no boolean or multiple-choice form", field="form")
    return task.decide(question, item, oracle)


def _grades(decisions: Sequence[Decision]) -> Grades:
    certified = sum(d.holds is not None and d.certified for d in decisions)
    unknown = sum(d.holds is None for d in decisions)
    return Grades(certified=certified, engine_proven=len(decisions) - certified - unknown, undecided=unknown)
