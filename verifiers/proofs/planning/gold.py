"""The gold answer: canonical text that the truth, once discharged, judges right.

Forms: ``[(a), (b)]`` for lists, two such lists for effects, one item or ``None``, a number, ``yes`` or
``no``, a letter.  A missing gold claims nothing.
"""

import re

from ..record import Record
from .forms import legal_item
from .just import Plan
from .knowledge import Knowledge

_ITEM = re.compile(r"\([^()\[\],\s]+(?: [^()\[\],\s]+)*\)")
_LIST = re.compile(r"\[((?:\([^()\[\],]+\)(?:, (?=\())?)*)\]")


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the gold answer is right, or there is none."""
    truth, gold = record.truth or {}, record.gold
    kind = truth["kind"]
    if gold is None:
        return True
    if kind in ("bool", "mcq"):
        answer = truth["answer"]
        return answer is not None and gold == (
            {True: "yes", False: "no"}[answer] if kind == "bool" else answer
        )
    if kind == "index":
        return gold == str(truth["index"])
    if kind == "set":
        return lists(gold) == [truth["items"]]
    if kind == "effects":
        return lists(gold) == [truth["pos"], truth["neg"]]
    if kind == "subsequence":
        shorter = lists(gold)
        return len(shorter) == 1 and Plan(knowledge.world, record.query["plan"]).shortened(shorter[0])
    if kind == "next_action":
        return gold in truth["closer"]
    if kind == "degenerate":
        return False
    if gold == "None":
        return truth["none"] is True
    if kind == "landmarks" or gold in truth["undecided"]:
        return kind == "landmarks" and gold in truth["items"]
    noun = "fact" if record.task == "reach" else "action"
    return legal_item(knowledge.world, gold, noun) and (gold in truth["items"]) is (
        truth["listed"] != "reachable"
    )


def lists(gold: str) -> list[list[str]]:
    """The lists in a canonical answer; empty when the text is not such lists, one blank between them.

    >>> lists("[(a b), (c)] []"), lists("[(a b) (c)]")
    ([['(a b)', '(c)'], []], [])
    """
    inner = _LIST.findall(gold)
    return [_ITEM.findall(items) for items in inner] if " ".join(f"[{i}]" for i in inner) == gold else []
