"""The gold answer: canonical JSON of what the truth says, or one of the words yes, no, none and true.

An empty list says nothing: the empty set of literals is the word none, no clauses are the word true.  A
record with nothing to say (no set breaks the effect, nothing works within the budget, nobody knows) has
none.
"""

from typing import Any

from ..record import Record, canonical
from .knowledge import Knowledge


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the gold answer is the one that the truth gives."""
    return record.gold == _right(record.truth or {})


def _right(truth: dict[str, Any]) -> str | None:
    kind = truth["kind"]
    if kind == "bool":
        return {True: "yes", False: "no", None: None}[truth["answer"]]
    if kind in ("run", "acceptance"):
        return canonical({key: value for key, value in truth.items() if key != "kind"}).decode()
    if kind == "cause":
        if truth["cnf"] == []:
            return "true"
        return None if truth["cnf"] is None else canonical({"cnf": truth["cnf"]}).decode()
    answer = truth["items" if kind == "literals" else "example"]
    if answer == [] and kind != "certificates":
        return "none"
    return None if answer is None else canonical(answer).decode()
