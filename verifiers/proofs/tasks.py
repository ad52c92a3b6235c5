"""What discharges the truth of a task, form by form: as a whole, or as items that are so or not so.

The unit of the grades is the claim.  A truth as a whole makes the claims that its task enters; ``bool`` makes
one, ``mcq`` one an option.  A truth of the kind ``undecided`` makes none.
"""

from collections.abc import Callable, Iterator
from typing import Any

from .claims import Ledger
from .fields import Kind, boolean, constant, exactly, listing, optional, string, tagged
from .record import Record
from .refused import RefusedError, UnknownKindError, refuse

Answer = tuple[bool | None, str]  # whether something is so, None where it is open, and what proves it
OPEN: Answer = (None, "")
Asked = tuple[str, Answer | bool]  # a sentence, and what is known of it; a bool where evaluation decides
Whole = Callable[[Any, Any, Any, Ledger], None]  # enters claims, given what is known, query and truth
Item = Callable[[Any, Any], Asked]
Items = Iterator[tuple[str, bool | None, dict[str, Any]]]  # its name, what the record says, its query
Check = Callable[..., None]
Fields = dict[str, Kind]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BOOL = exactly(kind=constant("bool"), answer=optional(boolean))
_VALUES = listing(optional(boolean), len(LETTERS))
_CHOICE = exactly(kind=constant("mcq"), answer=optional(string(1)), values=_VALUES)


class Rule:
    """A kind of certificate, in the file ``rules`` of a family, under its name."""

    def __init__(self, body: Kind, check: Check, together: bool):
        self.BODY, self.check, self.__doc__ = body, check, check.__doc__
        self.check_all = check if together else None  # for certificates that rest on each other


def rule(*, together: bool = False, **body: Kind) -> Callable[[Check], Rule]:
    """Makes a function the rule of the kind that it is named for, with these fields in the body."""
    return lambda check: Rule(exactly(**body), check, together)


class Task:
    """A task, in the file ``tasks`` of a family, under its name."""

    def __init__(self, query: Kind, truth: Kind, whole: Whole | None = None, *forms: str):
        self._wholes: dict[str, Any] = dict.fromkeys(forms, (query, truth, whole))
        self._items: dict[str, tuple[Kind, Item]] = {}

    def item(self, *forms: str, **asked: Kind) -> Callable[[Item], Item]:
        """Makes a function what says of one item, whose query has these fields, whether it is so."""

        def attach(item: Item) -> Item:
            self._items = dict.fromkeys(forms or ("bool", "mcq"), (exactly(**asked), item))
            return item

        return attach

    def discharge(self, knowledge: Any, record: Record, ledger: Ledger) -> None:
        """Enter the claims of a record's truth."""
        if record.form in self._wholes:
            query, truth, enter = self._wholes[record.form]
            asked, stated = query("query", record.query), truth("truth", record.truth)
            if stated.kind == "undecided":
                ledger.undecided = 1
                refuse(record.gold is not None, "gold: nothing is proven where the truth is undecided")
            else:
                enter(knowledge, asked, stated, ledger)
        elif record.form in self._items:
            query, item = self._items[record.form]
            for place, value, fields in _listed(record):
                sentence, known = item(knowledge, query("query", fields))
                if isinstance(known, bool):
                    known = (known, knowledge.evaluated) if knowledge.evaluated else OPEN
                if value is None:
                    ledger.undecided += 1
                else:
                    ledger.claim(f"{place}: {sentence}", value, *known)
        else:
            raise UnknownKindError(f"form: task {record.task} has no form {record.form}")


def task(query: Fields | None = None, *forms: str, **truths: Fields) -> Callable[[Whole], Task]:
    """Makes a function the task that it is named for: the fields of its query, and of its truth by kind."""
    kinds = {kind: exactly(kind=constant(kind), **fields) for kind, fields in truths.items()}
    truth = tagged("kind", **kinds) if len(kinds) > 1 else next(iter(kinds.values()))
    return lambda whole: Task(exactly(**(query or {})), truth, whole, *(forms or ("gen",)))


def _listed(record: Record) -> Items:
    if record.form != "mcq":
        yield "the answer", _BOOL("truth", record.truth).answer, record.query
        return
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
    answer = right[0] if len(right) == 1 and None not in values else None
    wrong = stated.answer != answer or (answer is None and None not in values)
    refuse(wrong, f"truth answer: {stated.answer} is stated, the options that hold are {right}")
