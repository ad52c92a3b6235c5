"""The gold answer: canonical JSON of what the truth says, or one of the words yes, no, none and true.

An empty list says nothing: the empty set of literals is the word none, no clauses are the word true.  A
record with nothing to say (no set breaks the effect, nothing works within the budget, nobody knows) has
none.  The limits that a prompt states must leave room for it: a positive number of tokens, no stop text
inside it, and in an episode a turn for each step.
"""

from __future__ import annotations

from typing import Any

from ..fields import integer, listing, string
from ..record import Record, canonical
from ..refused import RefusedError, clip
from .knowledge import Knowledge

_STOP = listing(string(1000), 100)


def check(knowledge: Knowledge, record: Record) -> None:
    """RefusedError when the gold answer is not the one that the truth gives, or the limits forbid it."""
    right = _right(record.truth or {})
    if record.gold != right:
        shown = None if record.gold is None else record.gold[:80]
        raise RefusedError(f"gold: {shown!r} is not the canonical right answer")
    limits, episode = record.prompt.get("limits", {}), record.form == "episode"
    least = {"max_tokens": 1, "max_turns": len(knowledge.question.trace) if episode else 1}
    for name, low in least.items():
        if name in limits:
            integer(low, 10**9)(f"prompt.limits.{name}", limits[name])
    for text in _STOP("prompt.limits.stop", limits.get("stop", [])):
        if right is not None and text in right:
            raise RefusedError(f"prompt.limits.stop: {clip(text)} stands in the gold answer")


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
