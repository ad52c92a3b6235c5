"""`member`: whether a literal is a but-for cause, or stands in some minimal breaking set; one yes or no.

The first is decided by evaluation.  For the second, a breaking set with the literal proves yes, and the list
of all of them without it proves no.
"""

from ..claims import Ledger
from ..record import Record
from .accept import ANSWER, decide
from .knowledge import Knowledge


def discharge(knowledge: Knowledge, record: Record, ledger: Ledger) -> None:
    """Look the literal up."""
    question = knowledge.question
    answer = knowledge.opened(record, ANSWER, "bool", "trace", "effect", "literal", "asks").answer
    literal, asks = question.field("literal"), question.field("asks")
    cell = question.cells("query literal", [literal], actual=True)
    shown, known, by = question.text(cell), None, ""
    if asks == "butfor":
        if knowledge.evaluated:
            known, by = bool(knowledge.runs.butfor() & cell), knowledge.evaluated
        decide(
            ledger, answer, known, ("avoids", "does not avoid"), f"changing {shown} alone {{}} the effect", by
        )
        return
    carriers = [name for held, name in knowledge.breaking.items() if held & cell]
    if carriers:
        known, by = True, carriers[0]
    elif knowledge.complete:
        known, by = False, "causes"
    decide(ledger, answer, known, ("some", "no"), f"{shown} is in {{}} minimal breaking set", by)
