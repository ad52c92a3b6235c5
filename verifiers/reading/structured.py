"""Answers that are data already: the ``answer`` field of a row, or JSON found in a text.

Strings are atoms ("(at c0 l1)", "at c0 l1", "at(c0, l1)"), "none", numbers, yes or no, letters; lists hold
such strings; null is None.  Objects give the answer under "answer", "final_answer" or the word for the kind
("plan", "index", ...), effects under "pos" and "neg" or their longer names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .choices import choice_of
from .indices import index_of, integer
from .items import STOP
from .kinds import LISTS, WORDS, AnswerKind
from .reading import Reading, conflicting, found, malformed, no_answer, none_answer, too_large

MAX_ITEMS = 100_000
_DEPTH = 6
_NESTING = 16
_ATOM = re.compile(r"[a-z][a-z0-9_-]*(?: [a-z0-9_][a-z0-9_-]*)*")
_SPACED = str.maketrans({",": " ", "'": " ", '"': " ", "`": " ", "*": " "})
_KEY = re.compile(r"[^a-z]+")

_POSITIVE = re.compile(
    r"(?:pos(?:itive)?s?|add(?:ed|s)?)(?:_(?:effects?|list|facts?|propositions?))?"
).fullmatch
_NEGATIVE = re.compile(
    r"(?:neg(?:ative)?s?|del|deleted?|deletes|removed)(?:_(?:effects?|list|facts?|propositions?))?"
).fullmatch
_ANSWER = (
    "final_answer",
    "finalanswer",
    "answer",
    "answers",
    "result",
    "output",
    "response",
    "solution",
    "value",
)
_KEYS: dict[AnswerKind, tuple[str, ...]] = {
    AnswerKind.ACTIONS: ("applicable_actions", "actions", "action_list", "list"),
    AnswerKind.PLAN: ("simplified_plan", "final_plan", "new_plan", "plan", "actions", "action_sequence"),
    AnswerKind.ATOM_OR_NONE: (
        "proposition",
        "atom",
        "fact",
        "landmark",
        "unreachable_proposition",
        "ground_proposition",
    ),
    AnswerKind.ACTION_OR_NONE: ("action", "unreachable_action"),
    AnswerKind.ACTION: ("next_action", "action"),
    AnswerKind.INDEX: ("index", "action_index", "first_inapplicable_action", "position"),
    AnswerKind.YES_NO: (),
    AnswerKind.LETTER: ("choice", "option", "letter"),
    AnswerKind.EFFECTS: ("effects", "lists"),
}
_NAMES = ("name", "action", "predicate", "operator", "functor")
_ARGUMENTS = ("args", "arguments", "parameters", "params", "objects")


def from_data(value: Any, kind: AnswerKind, *, first: bool = False) -> Reading:
    """The reading of an answer that is data; never raises.  ``first`` as in `scanner.read`.

    >>> from_data({"pos": ["(at c0 l1)"], "neg": None}, AnswerKind.EFFECTS).value
    (['(at c0 l1)'], [])
    """
    if _deeper(value, _NESTING):
        return malformed("the answer is nested too deeply")
    for _ in range(_DEPTH):
        if not isinstance(value, Mapping) or _is_atom(value):
            break
        if kind is AnswerKind.EFFECTS:
            effects = _effects(value)
            if effects is not None:
                return effects
        inner = _inner(value, kind)
        if inner is None:
            return no_answer(f"an object without an answer of the kind {kind.value}")
        value = inner[0]
    if isinstance(value, str):
        return _text(value, kind, first)
    if kind is AnswerKind.EFFECTS:
        return _pair(value)
    if kind in LISTS:
        return _list(value, kind)
    if isinstance(value, Sequence):
        return _only(value, kind, first)
    if value is None:
        return none_answer(kind, "null")
    return _scalar(value, kind)


def _deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested in more than so many levels; without recursion."""
    level = [value]
    for _ in range(levels):
        level = [
            part
            for whole in level
            if isinstance(whole, (list, tuple, Mapping))
            for part in (whole.values() if isinstance(whole, Mapping) else whole)
        ]
        if not level:
            return False
    return any(isinstance(part, (list, tuple, Mapping)) for part in level)


def _scalar(value: Any, kind: AnswerKind) -> Reading:
    if kind is AnswerKind.YES_NO and isinstance(value, bool):
        return found(value, "a boolean")
    if kind is AnswerKind.INDEX and isinstance(value, int) and not isinstance(value, bool):
        return integer(str(value) if abs(value) < 10**18 else "9" * 19, "an integer")
    if isinstance(value, Mapping):
        atom = _atom(value)
        if atom is not None and kind not in WORDS:
            return found(atom, "an object with name and arguments")
    return malformed(f"{type(value).__name__} is no answer of the kind {kind.value}")


def _text(value: str, kind: AnswerKind, first: bool) -> Reading:
    """A string that is the whole answer; one that is more is read as text."""
    if kind not in LISTS and kind is not AnswerKind.EFFECTS:
        if kind in WORDS:
            reading = index_of(value) if kind is AnswerKind.INDEX else choice_of(value, kind)
            if reading is not None and reading.code is None:
                return reading
        else:
            atom = _atom(value)
            if atom is not None:
                return none_answer(kind, "None") if atom == "(none)" else found(atom, "a string")
    from .scanner import read

    return read(value, kind, first=first, data=False)


def _only(value: Sequence[Any], kind: AnswerKind, first: bool) -> Reading:
    """A list where one answer is asked: it must hold one."""
    if not value:
        return none_answer(kind, "empty list")
    if len(value) > MAX_ITEMS:
        return too_large("the list is too long")
    if not first and any(item != value[0] for item in value):
        return conflicting([str(item)[:80] for item in value[:5]])
    item = value[0]
    if isinstance(item, str):
        return _text(item, kind, first)
    if isinstance(item, (list, tuple)) and kind not in WORDS:
        atom = _atom(item)
        return malformed(f"{str(item)[:80]} is no atom") if atom is None else found(atom, "a list of names")
    return none_answer(kind, "null") if item is None else _scalar(item, kind)


def _list(value: Any, kind: AnswerKind) -> Reading:
    if value is None:
        return none_answer(kind, "null")
    listed = _atoms(value)
    if isinstance(listed, Reading):
        return listed
    if listed == ["(none)"]:
        return none_answer(kind, "None")
    return found(listed, "JSON list") if listed else found([], "empty list")


def _pair(value: Any) -> Reading:
    if not isinstance(value, Sequence) or len(value) != 2:
        return malformed("two lists are asked, of what becomes true and of what becomes false")
    return _both(value[0], value[1])


def _effects(value: Mapping[Any, Any]) -> Reading | None:
    keys = {_key(key): item for key, item in list(value.items())[:1000]}
    positive = [item for key, item in keys.items() if _POSITIVE(key)]
    negative = [item for key, item in keys.items() if _NEGATIVE(key)]
    if not positive and not negative:
        return None
    if len(positive) != 1 or len(negative) != 1:
        return malformed("one list of positive and one of negative effects are asked")
    return _both(positive[0], negative[0])


def _both(positive: Any, negative: Any) -> Reading:
    lists: list[list[str]] = []
    for value in (positive, negative):
        listed = [] if value is None else _atoms(value)
        if isinstance(listed, Reading):
            return listed
        lists.append([] if listed == ["(none)"] else listed)
    return found((lists[0], lists[1]), "JSON lists")


def _atoms(value: Any) -> list[str] | Reading:
    if isinstance(value, str):
        if value.strip().lower().rstrip(".") in ("", "none", "[]", "empty"):
            return []
        value = [value]
    if not isinstance(value, Sequence):
        return malformed(f"{type(value).__name__} where a list of atoms is asked")
    if len(value) > MAX_ITEMS:
        return too_large("the list is too long")
    texts: list[str] = []
    for item in value:
        atom = _atom(item)
        if atom is None:
            return malformed(f"{str(item)[:80]!r} is no atom")
        texts.append(atom)
    return texts


def _is_atom(value: Mapping[Any, Any]) -> bool:
    return any(name in value for name in _NAMES) and any(name in value for name in _ARGUMENTS)


def _atom(value: Any) -> str | None:
    """One atom, canonical, from a string, a list of names or an object with name and arguments."""
    if isinstance(value, Mapping):
        name = next((value[key] for key in _NAMES if key in value), None)
        arguments = next((value[key] for key in _ARGUMENTS if key in value), None)
        if not isinstance(name, str) or not isinstance(arguments, (list, tuple)):
            return None
        value = [name, *arguments]
    if isinstance(value, (list, tuple)):
        if (
            not value
            or len(value) > 100
            or not all(isinstance(part, str) and len(part) < 400 for part in value)
        ):
            return None
        text = " ".join(part.strip() or "?" for part in value).lower()
        return f"({text})" if _ATOM.fullmatch(text) else None
    if not isinstance(value, str) or len(value) > 1000:
        return None
    text = " ".join(value.translate(_SPACED).split()).lower()
    if text[-1:] == ".":
        text = text[:-1].rstrip()
    head, opened, rest = text.partition("(")
    if opened:
        body, closed, after = rest.partition(")")
        if not closed or after or " " in head.strip():
            return None
        text = f"{head.strip()} {body.strip()}".strip()
    elif not STOP.isdisjoint(text.split()):
        return None
    return f"({text})" if _ATOM.fullmatch(text) else None


def _inner(value: Mapping[Any, Any], kind: AnswerKind) -> tuple[Any] | None:
    keys = {_key(key): item for key, item in list(value.items())[:1000]}
    for key in (*_ANSWER[:4], *_KEYS[kind], *_ANSWER[4:]):
        if key in keys:
            return (keys[key],)
    return (next(iter(keys.values())),) if len(keys) == 1 else None


def _key(key: Any) -> str:
    return _KEY.sub("_", str(key)[:80].lower()).strip("_")


__all__ = ["MAX_ITEMS", "from_data"]
