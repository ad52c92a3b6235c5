"""The gold answer: canonical text that the truth record judges right.

Forms: ``[(a), (b)]`` for lists, two such lists for effects, one item or ``None``, a number, ``yes`` or
``no``, a letter.  A missing gold claims nothing.
"""

from __future__ import annotations

import re
from typing import Any

from ...instances.errors import CertificateError
from ...instances.records import Instance
from .bodies import read
from .evaluation import Simplification
from .knowledge import Knowledge
from .reachability import ClosedWorld, legal_item

_ITEM = re.compile(r"\([^()\[\],\s]+(?: [^()\[\],\s]+)*\)")
_LIST = re.compile(r"\[((?:\([^()\[\],]+\)(?:, (?=\())?)*)\]")


def check(knowledge: Knowledge, instance: Instance, truth: dict[str, Any]) -> None:
    """Raises CertificateError when the gold answer is not right."""
    gold = instance.gold
    if gold is None:
        return
    if gold != gold.strip() or len(gold) > 1_000_000 or not _right(knowledge, instance, truth, gold):
        raise CertificateError(f"gold: {gold[:80]!r} is not a canonical right answer")


def _right(knowledge: Knowledge, instance: Instance, truth: dict[str, Any], gold: str) -> bool:
    kind = truth["kind"]
    if kind == "bool":
        return truth["answer"] is not None and gold == ("yes" if truth["answer"] else "no")
    if kind == "mcq":
        return bool(gold == truth["answer"])
    if kind == "index":
        return gold == str(truth["index"])
    if kind == "set":
        return lists(gold) == [truth["items"]]
    if kind == "effects":
        return lists(gold) == [truth["pos"], truth["neg"]]
    if kind == "subsequence":
        found = lists(gold)
        return len(found) == 1 and Simplification(knowledge.world, instance.query).is_plan(found[0])
    if kind == "next_action":
        return gold in truth["closer"]
    if kind == "landmarks":
        return truth["none"] is True if gold == "None" else gold in truth["items"]
    if kind == "closed_world":
        if gold == "None":
            return truth["none"] is True
        noun = "fact" if instance.task == "reach" else "action"
        stated = read("truth", ClosedWorld, truth)
        return legal_item(knowledge, gold, noun) and stated.reachable(gold) is False
    return False


def lists(gold: str) -> list[list[str]]:
    """The lists in a canonical answer; empty when the text is not such lists, one blank between them.

    >>> lists("[(a b), (c)] []"), lists("[(a b) (c)]")
    ([['(a b)', '(c)'], []], [])
    """
    found = _LIST.findall(gold)
    if " ".join(f"[{inner}]" for inner in found) != gold:
        return []
    return [_ITEM.findall(inner) for inner in found]
