"""What discharges the truth of a task, form by form: as a whole, or as items that are so or not so.

The unit of the grades is the claim.  A truth as a whole makes the claims that its task enters; ``bool`` makes
one, ``mcq`` one an option.  A truth of the kind ``undecided`` makes none.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .claims import Ledger
from .fields import Kind, anything, boolean, constant, exactly, listing, optional, string, tagged
from .record import Record
from .refused import RefusedError, UnknownKindError, refuse

Answer = tuple["bool | None", str]
"""Whether something is so, None where nothing decides it, and the certificate that decides."""
OPEN: Answer = (None, "")
Whole = Callable[[Any, Any, Any, Ledger], None]
"""Enters the claims, given what is known, the query and the truth."""
Item = Callable[[Any, Any], "tuple[str, Answer]"]
"""What the query of one item asks, as a sentence, and what is known of it."""
Discharge = Callable[[Any, Record, Ledger], None]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

nothing = exactly()
_BOOL = exactly(kind=constant("bool"), answer=optional(boolean))
_CHOICE = exactly(
    kind=constant("mcq"), answer=optional(string(1)), values=listing(optional(boolean), len(LETTERS))
)


class Task(NamedTuple):
    """A task, in the file ``tasks`` of its family, under its name."""

    discharge: Discharge


class Rule:
    """A kind of certificate, in the file ``rules`` of a family, under its name."""

    def __init__(self, body: Kind, check: Callable[..., None], together: bool):
        self.BODY, self.check, self.__doc__ = body, check, check.__doc__
        self.check_all = check if together else None
        """Checks all certificates of the kind together, where they rest on each other."""


def rule(*, together: bool = False, **body: Kind) -> Callable[[Callable[..., None]], Rule]:
    """Makes a function the rule of the kind that it is named for, with these fields in the body."""
    return lambda check: Rule(exactly(**body), check, together)


def task(
    *,
    query: Kind = nothing,
    truth: Kind = anything,
    whole: Whole | None = None,
    asked: Kind = anything,
    item: Item | None = None,
    wholes: tuple[str, ...] = ("gen",),
    items: tuple[str, ...] = ("bool", "mcq"),
) -> Task:
    """The task whose records have the forms ``wholes`` and ``items``.

    ``query`` and ``truth`` read a question as a whole, ``asked`` reads the query of one item.
    """

    def discharge(knowledge: Any, record: Record, ledger: Ledger) -> None:
        if whole is not None and record.form in wholes:
            asks, stated = query("query", record.query), truth("truth", record.truth)
            if stated.kind == "undecided":
                ledger.undecided = 1
                refuse(record.gold is not None, "gold: nothing is proven where the truth is undecided")
            else:
                whole(knowledge, asks, stated, ledger)
            return
        if item is None or record.form not in items:
            raise UnknownKindError(f"form: task {record.task} has no form {record.form}")
        for place, value, fields in (_options if record.form == "mcq" else _yes_or_no)(record):
            sentence, answer = item(knowledge, asked("query", fields))
            if value is None:
                ledger.undecided += 1
            else:
                ledger.claim(f"{place}: {sentence}", value, *answer)

    return Task(discharge)


def episodes(whole: Whole, query: Kind = anything, **truths: Kind) -> Discharge:
    """What discharges episodes, whose truths are of these kinds or undecided."""
    truth = tagged("kind", **truths, undecided=exactly(kind=constant("undecided")))
    return task(query=query, truth=truth, whole=whole, wholes=("episode",)).discharge


Items = Iterator[tuple[str, "bool | None", dict[str, Any]]]
"""For each item what it is called, what the record says of it, and its query."""


def _yes_or_no(record: Record) -> Items:
    yield "the answer", _BOOL("truth", record.truth).answer, record.query


def _options(record: Record) -> Items:
    stated, shared = _CHOICE("truth", record.truth), dict(record.query)
    options, values = shared.pop("options", None), stated.values
    if not isinstance(options, list) or not 2 <= len(options) <= len(LETTERS):
        raise RefusedError("query: a multiple-choice question has 2 to 26 options")
    refuse(len(values) != len(options), f"truth: {len(values)} values for {len(options)} options")
    for letter, option, value in zip(LETTERS, options, values, strict=False):
        if not isinstance(option, dict) or option.keys() & shared.keys():
            raise RefusedError(f"query: option {letter} is no object, or names what the question names")
        yield f"option {letter}", value, {**shared, **option}
    right = [letter for letter, value in zip(LETTERS, values, strict=False) if value]
    decided = len(right) == 1 and None not in values
    wrong = stated.answer != (right[0] if decided else None) or (not decided and None not in values)
    refuse(wrong, f"truth answer: {stated.answer} is stated, the options that hold are {right}")


def proven(value: bool, by: str) -> Answer:
    """What a certificate establishes, if there is one."""
    return (value, by) if by else OPEN
