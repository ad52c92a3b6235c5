"""`member`: whether a literal is a but-for cause, or stands in some minimal breaking set; one yes or no.

The first is decided by evaluation.  For the second, a breaking set with the literal proves yes, and the list
of all of them without it proves no.
"""

from ..fields import Stated
from ..tasks import OPEN, Answer, discharging, proven
from .knowledge import Knowledge
from .question import asks


def _item(knowledge: Knowledge, query: Stated) -> tuple[str, Answer]:
    knowledge.question.require_effect()
    cell = knowledge.question.cells("query literal", [query.literal], actual=True)
    shown = knowledge.question.text(cell)
    if query.asks == "butfor":
        avoids = bool(knowledge.runs.butfor() & cell)
        return f"changing {shown} alone avoids the effect", proven(avoids, knowledge.evaluated)
    known: Answer = (False, "causes") if knowledge.complete else OPEN
    known = next(((True, name) for held, name in knowledge.breaking.items() if held & cell), known)
    return f"{shown} is in some minimal breaking set", known


_QUERY = asks("trace", "effect", "literal", "asks")
discharge = discharging(asked=_QUERY, item=_item, items=("bool",))
