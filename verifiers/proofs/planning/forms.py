"""The three forms of a question: ``gen`` has a truth record of its task, ``bool`` one item, ``mcq`` several.

The unit of the grades is the claim: one for the truth of app, prog, val and just as a whole, one an item
inside the closure and one for all outside it for reach, areach and land, one for h* and one an applicable
action for nexta, one for a degenerate state, one for bool, one an option for mcq.
"""

from __future__ import annotations

from collections.abc import Callable

from ..claims import Ledger
from ..fields import boolean, constant, listing, optional, string
from ..fields import record as exactly
from ..record import Json, Record
from ..refused import RefusedError, UnknownKindError
from .knowledge import Answer, Knowledge

Whole = Callable[[Knowledge, Record, Ledger], None]
Item = Callable[[Knowledge, Json], "tuple[str, Answer]"]
"""What the query of one item asks, as a sentence, and what is known of it."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_BOOL = exactly(kind=constant("bool"), answer=optional(boolean))
_CHOICE = exactly(
    kind=constant("mcq"), answer=optional(string(1)), values=listing(optional(boolean), len(LETTERS))
)


def by_form(knowledge: Knowledge, record: Record, ledger: Ledger, whole: Whole, item: Item | None) -> None:
    """Discharge a record: as a whole, or item by item."""
    if record.form == "gen":
        whole(knowledge, record, ledger)
    elif record.form == "bool" and item is not None:
        stated = _BOOL("truth", record.truth)
        _enter(ledger, "the answer", stated.answer, *item(knowledge, record.query))
    elif record.form == "mcq" and item is not None:
        _choice(knowledge, record, ledger, item)
    else:
        raise UnknownKindError(f"form: task {record.task} has no form {record.form}")


def _choice(knowledge: Knowledge, record: Record, ledger: Ledger, item: Item) -> None:
    stated, options = _CHOICE("truth", record.truth), record.query.get("options")
    if not isinstance(options, list) or not 2 <= len(options) <= len(LETTERS):
        raise RefusedError("query: a multiple-choice question has 2 to 26 options")
    if len(stated.values) != len(options):
        raise RefusedError(f"truth: {len(stated.values)} values for {len(options)} options")
    shared = {key: value for key, value in record.query.items() if key != "options"}
    for letter, option, value in zip(LETTERS, options, stated.values, strict=False):
        if not isinstance(option, dict) or option.keys() & shared.keys():
            raise RefusedError(f"query: option {letter} is no object, or names what the question names")
        _enter(ledger, f"option {letter}", value, *item(knowledge, {**shared, **option}))
    right = [letter for letter, value in zip(LETTERS, stated.values, strict=False) if value]
    decided = len(right) == 1 and None not in stated.values
    if stated.answer != (right[0] if decided else None) or (not decided and None not in stated.values):
        raise RefusedError(f"truth answer: {stated.answer} is stated, the options that hold are {right}")


def _enter(ledger: Ledger, place: str, stated: bool | None, sentence: str, answer: Answer) -> None:
    if stated is None:
        ledger.undecided += 1
    else:
        ledger.claim(f"{place}: {sentence}", stated, *answer)
