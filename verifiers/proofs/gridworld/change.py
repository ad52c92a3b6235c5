"""The claim about a changed world: in how few steps the change may show, or that some actions show it."""

from typing import Any

from ..claims import Ledger
from ..fields import Stated, boolean, constant, exactly, integer, optional
from ..record import Record
from ..refused import RefusedError
from ..tasks import episodes
from .knowledge import Knowledge
from .questions import actions, program, read
from .rules import check_witness


def question(whole: Record) -> Stated:
    """The changed program; what a label was started from says nothing and is not looked at."""
    witness = {"witness": actions} if "witness" in whole.query else {}  # an import has none
    return read(whole, changed=program, **witness)


def _whole(knowledge: Knowledge, query: Any, truth: Stated, ledger: Ledger) -> None:
    if not truth.actions or truth.steps != (len(truth.actions) if truth.shortest else None):
        raise RefusedError("truth.steps: it is the number of the stored actions where these are shortest")
    kind = "distinction" if truth.shortest else "witness"
    for other in knowledge.facts.keys() - {kind}:
        raise RefusedError(f"{other}: not what the truth says")
    sentence = f"the change may show after {truth.steps} steps, and no sooner"
    if not truth.shortest:
        sentence = f"the change shows at step {len(truth.actions)} of the stored actions"
    ledger.claim(sentence, True, True if kind in knowledge.facts else None, kind)


def gold(knowledge: Knowledge, record: Record) -> bool:
    """Whether the last step of the gold answer shows the change; RefusedError says why not."""
    if record.gold is not None:
        check_witness(knowledge, knowledge.taken("gold", record.gold.split("\n")), "gold")
    return True


_TRUTH = exactly(
    kind=constant("change"), steps=optional(integer(1, 10**6)), actions=actions, shortest=boolean
)
discharge = episodes(_whole, change=_TRUTH)
