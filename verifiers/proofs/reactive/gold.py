"""The gold answer: canonical JSON of what the truth record says, or one of the words yes and no.

It is that of the run, of the acceptance, of the but-for set, of the example, or ``{"cnf": clauses}``.  An
empty list says nothing: the empty set of literals is the word none, no clauses are the word true.  A record
with nothing to say (no set breaks the effect, nothing works within the budget, nobody knows) has none.
"""

from __future__ import annotations

from typing import Any

from ....instances.canonical import encode
from ....instances.errors import CertificateError
from ....instances.records import Instance


def check(instance: Instance, truth: dict[str, Any]) -> None:
    """Raises CertificateError when the gold answer is not the one that the truth gives."""
    right = _right(truth)
    if instance.gold != right:
        shown = None if instance.gold is None else instance.gold[:80]
        raise CertificateError(f"gold: {shown!r} is not the canonical right answer")


def _right(truth: dict[str, Any]) -> str | None:
    kind = truth["kind"]
    if kind == "bool":
        return {True: "yes", False: "no", None: None}[truth["answer"]]
    if kind in ("run", "acceptance"):
        return encode({key: value for key, value in truth.items() if key != "kind"}).decode()
    if kind == "cause":
        if truth["cnf"] == []:
            return "true"
        return None if truth["cnf"] is None else encode({"cnf": truth["cnf"]}).decode()
    answer = truth["items" if kind == "literals" else "example"]
    if answer == [] and kind != "certificates":
        return "none"
    return None if answer is None else encode(answer).decode()
