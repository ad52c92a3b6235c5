"""The gold answer: canonical text that the truth, once discharged, judges right.

Forms: ``[(a), (b)]`` for lists, two such lists for effects, one item or ``None``, a number, ``yes`` or
``no``, a letter.  A missing gold claims nothing.
"""

from ..record import Record
from .cases import text
from .forms import legal_item
from .just import Plan
from .knowledge import Knowledge
from .world import read_name


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
        return gold == listed(truth["items"])
    if kind == "effects":
        return gold == f"{listed(truth['pos'])} {listed(truth['neg'])}"
    if kind == "subsequence":
        names = gold[1:-1].split(", ") if gold != "[]" else []
        canonical = gold == listed(names) and all(name == text(read_name(name)) for name in names)
        return canonical and Plan(knowledge.world, record.query["plan"]).shortened(names)
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


def listed(names: list[str]) -> str:
    """The canonical text of a list."""
    return f"[{', '.join(names)}]"
