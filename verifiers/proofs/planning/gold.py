"""The gold answer: canonical text that the truth, once discharged, judges right.

Forms: ``[(a), (b)]`` for lists, two such lists for effects, one item or ``None``, a number, ``yes`` or
``no``, a letter.  A missing gold claims nothing.
"""

from ..record import Record
from .forms import legal_item
from .just import shortened
from .knowledge import Knowledge


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the gold answer is right, or there is none."""
    truth, gold = record.truth or {}, record.gold
    kind = truth["kind"]
    if gold is None:
        return True
    if kind in ("bool", "mcq"):
        return gold == {True: "yes", False: "no"}.get(truth["answer"], truth["answer"])
    if kind == "index":
        return gold == str(truth["index"])
    if kind == "set":
        return gold == _listed(truth["items"])
    if kind == "effects":
        return gold == f"{_listed(truth['pos'])} {_listed(truth['neg'])}"
    if kind == "subsequence":
        names = gold[1:-1].split(", ") if gold != "[]" else []
        return gold == _listed(names) and shortened(knowledge.world, record.query["plan"], names)
    if kind == "next_action":
        return gold in truth["closer"]
    if kind == "degenerate":
        return False
    if gold == "None":
        return truth["none"] is True
    if kind == "landmarks":
        return gold in truth["items"]
    legal = legal_item(knowledge.world, gold, "fact" if record.task == "reach" else "action")
    unreachable = (gold in truth["items"]) is (truth["listed"] == "unreachable")
    return legal and gold not in truth["undecided"] and unreachable


def _listed(names: list[str]) -> str:
    return f"[{', '.join(names)}]"
