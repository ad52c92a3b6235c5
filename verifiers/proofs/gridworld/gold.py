"""The gold answer of a grid world: the proven option, the stored plan, or a run that shows the change."""

from __future__ import annotations

from ..record import Record
from ..refused import RefusedError
from .knowledge import Knowledge
from .pairs import check_witness
from .questions import actions


def check(knowledge: Knowledge, record: Record) -> None:
    """RefusedError for a gold answer that is not right."""
    truth = record.truth or {}
    if truth.get("kind") == "undecided":
        if record.gold is not None or record.certificates:
            raise RefusedError("gold: nothing is proven where the truth is undecided")
    elif record.task == "mfp":
        if record.gold != truth["answer"]:
            raise RefusedError("gold: it is not the proven answer")
    elif record.task == "planning":
        if record.gold != (None if truth["plan"] is None else "\n".join(truth["plan"])):
            raise RefusedError("gold: it is not the plan")
    elif record.gold is not None:
        asked, lines = knowledge.question, actions("gold", record.gold.split("\n"))
        base, changed = knowledge.plain(asked.program), knowledge.plain(asked.changed)
        check_witness(base, changed, asked.rng_seed, lines, "gold")
