"""Whether a parsed answer is right, worked out a second time: not by the judges, but from the truth record as
the checker reads it, or by replay on the lifted world.

It is what the audit holds against a judge: whatever scores must be right here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...domains.planning.plans import validate
from ...instances.records import Json
from ..proofs.planning.closed_world import legal_item
from .subject import Subject


class Rightness:
    """The second judge of one instance."""

    def __init__(self, subject: Subject):
        self.subject = subject

    def of(self, value: Any) -> bool | None:
        """Whether the value is a right answer; None when the truth leaves it undecided, or says nothing."""
        truth = self.subject.truth
        kind = truth.get("kind")
        if kind in ("bool", "mcq"):
            return None if truth["answer"] is None else bool(value == truth["answer"])
        if kind == "index":
            return bool(value == truth["index"])
        if kind == "set":
            return set(value) == set(truth["items"])
        if kind == "effects":
            return (set(value[0]), set(value[1])) == (set(truth["pos"]), set(truth["neg"]))
        if kind == "subsequence":
            return self._is_shorter_plan(value)
        return self._item(truth, value)

    def _item(self, truth: Json, item: str) -> bool | None:
        """The tasks that ask for one item, or None."""
        if truth.get("kind") not in ("closed_world", "landmarks", "next_action"):
            return None
        if item == "none" and "none" in truth:
            return None if truth["none"] is None else bool(truth["none"])
        if item in truth["undecided"]:
            return None
        if truth["kind"] != "closed_world":
            return item in truth["items" if truth["kind"] == "landmarks" else "closer"]
        noun = "fact" if self.subject.instance.task == "reach" else "action"
        listed = item in truth["items"]
        legal = legal_item(self.subject.unproven.world, item, noun)
        return legal and listed is (truth["listed"] == "unreachable")

    def _is_shorter_plan(self, actions: Sequence[str]) -> bool:
        plan, place = self.subject.instance.query["plan"], 0
        if len(actions) >= len(plan):
            return False
        for action in actions:
            while place < len(plan) and plan[place] != action:
                place += 1
            if place == len(plan):
                return False
            place += 1
        return validate(self.subject.problem, actions).ok
