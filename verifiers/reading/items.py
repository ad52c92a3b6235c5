"""Lists in data: of atoms, of moves, and the two lists of effects.

list    = [ { item } ] | "(a b), (c d)"
effects = { positive key: list, negative key: list } | [ list, list ]
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .changes import sign_of_key
from .kinds import AnswerKind
from .moves import moves_of
from .reading import Reading, found, malformed, no_answer, none_answer, too_large
from .values import atom_of, key_of
from .words import phrase

MAX_ITEMS, KEYS = 100_000, 1000
"""A list has so many items at most; so many keys of an object are looked at."""
_SIGNS = {
    **dict.fromkeys(("+", "on", "turned_on", "switched_on"), "added"),
    **dict.fromkeys(("-", "off", "turned_off", "switched_off"), "deleted"),
}
_EMPTY = ("", "none", "[]", "empty")
_PARENTHESIS = re.compile(r"\([^()]*\)")
_NEGATED = phrase(r"\s*\(?\s*(?:not\s|not(?=\()|[!~])\s*(\([^()]{1,400}\)|[\w-]+\([^()]{1,400}\))\s*\)?\s*")


def list_of(value: Any, kind: AnswerKind) -> Reading:
    """The list of atoms or moves that a value is."""
    if value is None:
        return no_answer("null")
    atoms = _moves(value) if kind is AnswerKind.MOVES else _atoms(value)
    if isinstance(atoms, Reading):
        return atoms
    if atoms == ["(none)"]:
        return none_answer(kind, "None")
    return found(atoms, "JSON list" if atoms else "empty list")


def _moves(value: Any) -> list[str] | Reading:
    moves = _each(value, moves_of, "move")
    return moves if isinstance(moves, Reading) else [move for several in moves for move in several]


def _each(value: Any, read: Callable[[Any], Any], noun: str) -> list[Any] | Reading:
    """What the items of a list are read as; malformed where one is nothing of the kind."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return malformed(f"{type(value).__name__} where a list of {noun}s is asked")
    if len(value) > MAX_ITEMS:
        return too_large("the list is too long")
    items = [read(item) for item in value]
    if None in items:
        return malformed(f"{str(value[items.index(None)])[:80]!r} is no {noun}")
    return items


def effects_of(value: Mapping[Any, Any]) -> Reading | None:
    """The lists under the keys of an object that say what becomes true and false; None without such."""
    keys = {_SIGNS.get(key) or key_of(key): item for key, item in list(value.items())[:KEYS]}
    said = [(sign_of_key(key), item) for key, item in keys.items() if not isinstance(item, int | float)]
    positive, negative = ([item for sign, item in said if sign is wanted] for wanted in (True, False))
    if not positive and not negative:
        return None
    if len(positive) != 1 or len(negative) != 1:
        return malformed("one list of positive and one of negative effects are asked")
    return both(positive[0], negative[0])


def both(positive: Any, negative: Any) -> Reading:
    """The effects that two values are; in the second one ``(not (p))`` is p."""
    if positive is None and negative is None:
        return malformed("neither list is given")
    if isinstance(negative, Sequence) and not isinstance(negative, str):
        negative = [_unnegated(item) for item in negative]
    lists: list[list[str]] = []
    for value in (positive, negative):
        atoms = [] if value is None else _atoms(value)
        if isinstance(atoms, Reading):
            return atoms
        lists.append([] if atoms == ["(none)"] else atoms)
    return found((lists[0], lists[1]), "JSON lists")


def _unnegated(item: Any) -> Any:
    negated = _NEGATED.fullmatch(item) if isinstance(item, str) else None
    return item if negated is None else negated[1]


def _atoms(value: Any) -> list[str] | Reading:
    if isinstance(value, str):
        if value.strip().lower().rstrip(".") in _EMPTY:
            return []
        pieces = _PARENTHESIS.findall(value)
        several = len(pieces) > 1 or (pieces and value.strip()[:1] == "[")
        bare = several and not re.sub(r"[\s,;\[\]]|\band\b", "", _PARENTHESIS.sub("", value))
        value = pieces if bare else [value]
    return _each(value, atom_of, "atom")
