"""One item of a world as an answer: whether it is legal, and whether it is reachable.

Facts range over the fluent predicates (with ``static_facts`` over static ones too: ACPBench Hard, section
4.3), actions over all well-typed groundings.  The truth of the tasks that ask for one item is closed-world:
one side is listed, so is the undecided rest; a rule decides all else.  The record alone decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...domains.planning.atoms import Legality, parse, text
from ...instances.records import Code
from ..judgement import Judgement, correct, incorrect, undecided
from .world import World

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


def illegal_action(world: World) -> Callable[[Parts], Judgement | None]:
    """A check that refuses what is no well-typed action, and passes (None) what is."""
    return lambda parts: _refusal(world.language.action(parts), parts)


def illegal_fact(world: World) -> Callable[[Parts], Judgement | None]:
    """A check that refuses what is no well-typed fluent fact, and passes (None) what is."""
    return lambda parts: _refusal(world.language.fact(parts), parts)


def unreachable_static_fact(world: World) -> Callable[[Parts], Judgement | None]:
    """As `illegal_fact`, but a well-typed static atom is judged by the initial state: it never changes."""

    def check(parts: Parts) -> Judgement | None:
        refused = _refusal(world.language.fact(parts), parts)
        if refused is None or refused.code is not Code.STATIC_PREDICATE:
            return refused
        if parts in world.problem.init:
            return incorrect(Code.REACHABLE, f"{text(parts)} holds in every state")
        return correct(f"{text(parts)} is static and false")

    return check


@dataclass(frozen=True, slots=True)
class ClosedWorld:
    """Which legal items can be reached: ``items`` is one side (``listed`` says which), the rest the other."""

    reachable_listed: bool
    items: frozenset[str]
    undecided: frozenset[str]
    none: bool | None

    @classmethod
    def of(cls, truth: dict[str, Any]) -> ClosedWorld:
        """From the truth of a record."""
        return cls(
            truth["listed"] == "reachable",
            frozenset(truth["items"]),
            frozenset(truth["undecided"]),
            truth["none"],
        )

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


def judge_unreachable(
    truth: ClosedWorld, item: str, what: str, legality: Callable[[Parts], Judgement | None]
) -> Judgement:
    """Judge an answer that names an item said to be unreachable, or "none"."""
    if item == "none":
        return truth.judge_none(what)
    if item not in truth.items and item not in truth.undecided:
        refused = legality(parse(item))
        if refused is not None:
            return refused
    reachable = truth.reachable(item)
    if reachable is None:
        return undecided(f"it is not known whether {item} is reachable")
    if reachable:
        return incorrect(Code.REACHABLE, f"{item} is reachable")
    return correct(f"{item} is unreachable")
