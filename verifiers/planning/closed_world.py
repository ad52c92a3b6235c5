"""Closed-world truth: one side of a question is listed, so is the undecided rest; a rule decides all else.

Serves the tasks whose answer is one item out of many legal ones (a fact that can never hold, an action that
can never be applied).  The record alone decides: no grounding, no planner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...domains.planning.atoms import parse
from ...instances.records import Code
from ..judgement import Judgement, correct, incorrect, undecided


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
    truth: ClosedWorld, item: str, what: str, legality: Callable[[tuple[str, ...]], Judgement | None]
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
