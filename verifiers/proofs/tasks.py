"""What discharges the truth of a task, form by form: as a whole, or as items that are so or not so.

The unit of the grades is the claim.  A truth as a whole makes the claims that its task enters; ``bool`` makes
one, ``mcq`` one an option.  A truth of the kind ``undecided`` makes none.
"""

from collections.abc import Callable
from typing import Any

from .claims import Ledger
from .fields import Kind, anything, boolean, constant, exactly, listing, optional, string, tagged
from .record import Json, Record
from .refused import RefusedError, UnknownKindError, refuse

Answer = tuple["bool | None", str]
"""Whether something is so, None where nothing decides it, and the certificate that decides."""
OPEN: Answer = (None, "")
Whole = Callable[[Any, Any, Any, Ledger], None]
"""Enters the claims, given what is known, the query and the truth."""
Item = Callable[[Any, Any], "tuple[str, Answer]"]
"""What the query of one item asks, as a sentence, and what is known of it."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_BOOL = exactly(kind=constant("bool"), answer=optional(boolean))
_CHOICE = exactly(
    kind=constant("mcq"), answer=optional(string(1)), values=listing(optional(boolean), len(LETTERS))
)


def discharging(
    query: Kind = anything,
    truth: Kind = anything,
    whole: Whole | None = None,
    asked: Kind = anything,
    item: Item | None = None,
    wholes: tuple[str, ...] = ("gen",),
    items: tuple[str, ...] = ("bool", "mcq"),
) -> Callable[[Any, Record, Ledger], None]:
    """What discharges the records of a task, in the forms ``wholes`` and ``items``.

    ``query`` and ``truth`` read a question as a whole, ``asked`` reads the query of one item.
    """

    def read(knowledge: Any, query: Json) -> tuple[str, Answer]:
        assert item is not None
        return item(knowledge, asked("query", query))

    def discharge(knowledge: Any, record: Record, ledger: Ledger) -> None:
        if whole is not None and record.form in wholes:
            asks, stated = query("query", record.query), truth("truth", record.truth)
            if stated.kind == "undecided":
                ledger.undecided = 1
                refuse(record.gold is not None, "gold: nothing is proven where the truth is undecided")
            else:
                whole(knowledge, asks, stated, ledger)
        elif item is None or record.form not in items:
            raise UnknownKindError(f"form: task {record.task} has no form {record.form}")
        elif record.form == "bool":
            stated = _BOOL("truth", record.truth)
            _enter(ledger, "the answer", stated.answer, *read(knowledge, record.query))
        else:
            _choice(knowledge, record, ledger, read)

    return discharge


def episodes(whole: Whole, query: Kind = anything, **truths: Kind) -> Callable[[Any, Record, Ledger], None]:
    """What discharges episodes, whose truths are of these kinds or undecided."""
    truth = tagged("kind", **truths, undecided=exactly(kind=constant("undecided")))
    return discharging(query, truth, whole, wholes=("episode",))


def _choice(knowledge: Any, record: Record, ledger: Ledger, item: Item) -> None:
    stated, options = _CHOICE("truth", record.truth), record.query.get("options")
    if not isinstance(options, list) or not 2 <= len(options) <= len(LETTERS):
        raise RefusedError("query: a multiple-choice question has 2 to 26 options")
    refuse(
        len(stated.values) != len(options), f"truth: {len(stated.values)} values for {len(options)} options"
    )
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


def proven(value: bool, by: str) -> Answer:
    """What a certificate establishes, if there is one."""
    return (value, by) if by else OPEN
