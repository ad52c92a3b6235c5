"""Mutation operators on a right answer: one generator a kind of answer, each mutant with its operator's name.

A mutant is a value as `verifiers.reading` gives it.  It is meant to be wrong; `answers` finds out whether it
is. Everything drawn is drawn from the instance's id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..reading.kinds import AnswerKind
from .subject import Subject
from .vocabulary import Vocabulary

Mutant = tuple[str, Any]

DRAWN = 3
"""How many items of a long answer one operator is tried on."""


def mutants(subject: Subject, kind: AnswerKind) -> Iterator[Mutant]:
    """The mutants of the gold answer of an instance whose answers are of a kind."""
    yield from OPERATORS[kind](subject)


def _actions(subject: Subject) -> Iterator[Mutant]:
    items: list[str] = subject.gold_value
    draw, words = subject.draw, subject.vocabulary
    for item in draw.sample(items, DRAWN, "drop"):
        yield "drop an item", [other for other in items if other != item]
    for item in draw.sample(items, DRAWN, "near"):
        for name, near in words.near(item, draw):
            yield f"add a near miss: {name}", [*items, near]
            yield name, [near if other == item else other for other in items]
    for item in words.random(draw, DRAWN, "add"):
        yield "add a random item", [*items, item]
    yield "empty list", []
    yield "reverse the list", items[::-1]
    yield "repeat an item", [*items, *items[:1]]


def _effects(subject: Subject) -> Iterator[Mutant]:
    pos, neg = subject.gold_value
    draw, words = subject.draw, subject.vocabulary
    yield "swap the lists", (neg, pos)
    yield "the second list like the first", (pos, pos)
    yield "first list empty", ([], neg)
    yield "second list empty", (pos, [])
    for item in draw.sample(pos, DRAWN, "pos"):
        rest = [other for other in pos if other != item]
        yield "drop an item", (rest, neg)
        yield "move an item to the other list", (rest, [*neg, item])
        for name, near in words.near(item, draw):
            yield name, ([*rest, near], neg)
            yield f"add a near miss: {name}", (pos, [*neg, near])
    for item in draw.sample(neg, DRAWN, "neg"):
        rest = [other for other in neg if other != item]
        yield "drop an item", (pos, rest)
        yield "move an item to the other list", ([*pos, item], rest)
    for fact in draw.sample(subject.initial_facts, DRAWN, "holds"):
        yield "add a fact that stays as it is", ([*pos, fact], neg)
    for fact in draw.sample(words.static_facts(), 1, "static"):
        yield "add a static fact", ([*pos, fact], neg)


def _item(subject: Subject) -> Iterator[Mutant]:
    """One fact or action, or none; the other side of the truth is full of wrong answers."""
    gold: str = subject.gold_value
    draw, words, truth = subject.draw, subject.vocabulary, subject.truth
    if gold != "none":
        yield "none", "none"
        yield from words.near(gold, draw)
    for item in words.random(draw, DRAWN, "random"):
        yield "random legal item", item
        yield from words.illegal_neighbours(item, draw)
    if truth["kind"] == "closed_world" and truth["listed"] == "reachable":
        for item in draw.sample(truth["items"], DRAWN, "reachable"):
            yield "reachable item", item
    if truth["kind"] == "next_action":
        for item in draw.sample(truth["not_closer"], DRAWN, "farther"):
            yield "applicable, not closer", item
    if words.problem and truth["kind"] != "next_action" and subject.instance.task != "areach":
        for fact in draw.sample(subject.initial_facts, DRAWN, "holds"):
            yield "fact of the initial state", fact
        for fact in draw.sample(subject.goal_facts, DRAWN, "goal"):
            yield "fact of the goal", fact
        for fact in draw.sample(words.static_facts(), 1, "static"):
            yield "static fact", fact


def _index(subject: Subject) -> Iterator[Mutant]:
    gold, length = subject.gold_value, len(subject.instance.query["actions"])
    wrong = {
        "index + 1": gold + 1,
        "index - 1": gold - 1,
        "first index": 0,
        "last index": length - 1,
        "length": length,
        "index, then 0": 10 * gold,
    }
    for name, value in wrong.items():
        if value >= 0:
            yield name, value


def _plan(subject: Subject) -> Iterator[Mutant]:
    gold: list[str] = subject.gold_value
    plan: list[str] = subject.instance.query["plan"]
    draw, words = subject.draw, subject.vocabulary
    yield "the whole plan", plan
    yield "no action at all", []
    yield "reverse the list", gold[::-1]
    yield from _steps(gold, plan, subject, words)
    for action in words.random(draw, 1, "append"):
        yield "append a random action", [*gold, action]
    for action in draw.sample(plan, DRAWN, "append"):
        yield "append an action of the plan", [*gold, action]
    for place in draw.sample(range(len(plan)), DRAWN, "remove"):
        yield "remove another action of the plan", plan[:place] + plan[place + 1 :]
        yield "remove another pair of the plan", plan[:place] + plan[place + 2 :]


def _steps(gold: list[str], plan: list[str], subject: Subject, words: Vocabulary) -> Iterator[Mutant]:
    draw = subject.draw
    for place in draw.sample(range(len(gold) - 1), DRAWN, "swap"):
        yield "swap two steps", [*gold[:place], gold[place + 1], gold[place], *gold[place + 2 :]]
    for place in draw.sample(range(len(gold)), DRAWN, "step"):
        yield "drop a step", gold[:place] + gold[place + 1 :]
        yield "repeat a step", gold[: place + 1] + gold[place:]
        for name, near in words.near(gold[place], draw):
            yield name, [*gold[:place], near, *gold[place + 1 :]]


def _yes_no(subject: Subject) -> Iterator[Mutant]:
    yield "the other word", not subject.gold_value


def _letter(subject: Subject) -> Iterator[Mutant]:
    gold, options = subject.gold_value, max(len(subject.instance.prompt.choices), 2)
    for number in range(options):
        letter = chr(ord("A") + number)
        if letter != gold:
            yield "another letter", letter
    yield "a letter beyond the options", chr(ord("A") + options)


OPERATORS: dict[AnswerKind, Callable[[Subject], Iterator[Mutant]]] = {
    AnswerKind.ACTIONS: _actions,
    AnswerKind.EFFECTS: _effects,
    AnswerKind.ATOM_OR_NONE: _item,
    AnswerKind.ACTION_OR_NONE: _item,
    AnswerKind.ACTION: _item,
    AnswerKind.INDEX: _index,
    AnswerKind.PLAN: _plan,
    AnswerKind.YES_NO: _yes_no,
    AnswerKind.LETTER: _letter,
}


def hedges(gold: str, other: str) -> Iterator[Mutant]:
    """Texts that name a right and a wrong answer and settle for neither."""
    for first, second in ((gold, other), (other, gold)):
        yield "hedge: one or the other", f"{first} or {second}"
        yield "hedge: one or the other, announced", f"Final answer: {first} or {second}"


def same(left: Any, right: Any, kind: AnswerKind) -> bool:
    """Whether two values are the same answer: order and repetition do not count in sets.

    >>> same(["(a)", "(b)"], ["(b)", "(a)", "(a)"], AnswerKind.ACTIONS)
    True
    """
    if kind is AnswerKind.ACTIONS:
        return set(left) == set(right)
    if kind is AnswerKind.EFFECTS:
        return _sets(left) == _sets(right)
    return bool(left == right)


def _sets(value: Sequence[Sequence[str]]) -> list[frozenset[str]]:
    return [frozenset(part) for part in value]
