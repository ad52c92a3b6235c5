"""Answers that are data already: the ``answer`` field of a row, or JSON found in a text.

    object = { reasons } answer | { "name": tool, "arguments": object } | shape
    shape  = atom | list of atoms | {"pos": list, "neg": list} | index | yes or no | letter
           | literals | {"cnf": ..} | {"dnf": ..} | {"states": .., "outputs": ..} | {"accepted": ..,
           "first_bad_step": ..}

An object gives its answer under a word for an answer or for the shape, or under its only key when those that
give reasons are left out.  Two answers that differ are a conflict.  Strings are read as texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...instances.records import Code
from .index import integer
from .kinds import LISTS, REACTIVE, WORDS, AnswerKind
from .letter import letter_of
from .reading import Reading, Request, conflicting, found, malformed, no_answer, none_answer, too_large
from .sets import reactive_data
from .values import ARGUMENTS, NAMES, NESTING, atom_of, decode
from .words import words
from .yes_no import yes_no_of

MAX_ITEMS = 100_000
_DEPTH = 8
_KEYS_LOOKED_AT = 1000
_KEY = re.compile(r"[^a-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_POSITIVE = re.compile(
    r"(?:pos(?:itive)?s?|add(?:ed|s|itions)?|new|true|gained|becom(?:es?|ing)_true|now_true|made_true"
    r"|new_facts|facts_that_become_true)(?:_(?:effects?|list|facts?|propositions?|atoms?))?"
).fullmatch
_NEGATIVE = re.compile(
    r"(?:neg(?:ative)?s?|del|deleted?|deletes|deletions|removed?|false|lost|becom(?:es?|ing)_false"
    r"|now_false|made_false|no_longer_true|facts_that_become_false)(?:_(?:effects?|list|facts?"
    r"|propositions?|atoms?))?"
).fullmatch
_ANSWERS = words("""
    final_answer finalanswer answer answers final result output response solution value prediction
    submission final_result my_answer the_answer antwort respuesta
""")
_WRAPPERS = words("""
    arguments args parameters params input inputs tool_input function tool_call tool_calls function_call
    data payload message content text body
""")
_REASONS = words("""
    reasoning reason reasons explanation thought thoughts thinking analysis rationale notes note
    confidence justification steps comment comments summary why chain_of_thought scratchpad id task
    question tool type role state description check verification count model removed excluded
    not_applicable inapplicable
""")
_SHAPES: dict[AnswerKind, frozenset[str]] = {
    AnswerKind.ACTIONS: words(
        "applicable_actions actions action_list list applicable all_applicable_actions"
    ),
    AnswerKind.PLAN: words("""
    plan simplified_plan shorter_plan actions new_plan simplified shortened_plan steps final_plan
    sequence remaining
"""),
    AnswerKind.ATOM_OR_NONE: words("fact atom proposition landmark predicate unreachable_fact unreachable"),
    AnswerKind.ACTION_OR_NONE: words("action unreachable_action unreachable"),
    AnswerKind.ACTION: words("next_action action first_action"),
    AnswerKind.INDEX: words("""
    index action_index first_inapplicable_action position first_inapplicable first_inapplicable_index
    idx
"""),
    AnswerKind.YES_NO: words("""
        applicable valid valid_plan plan_valid is_valid_plan reachable holds accepted is_applicable is_valid
        verdict decision
    """),
    AnswerKind.LETTER: words("choice option letter selected selection answer_letter correct_option"),
    AnswerKind.EFFECTS: words("effects lists"),
}


def from_data(
    value: Any, kind: AnswerKind, *, first: bool = False, vocabulary: frozenset[str] | None = None
) -> Reading:
    """The reading of an answer that is data; never raises.  ``first`` as in `scanner.read`.

    >>> from_data({"pos": ["(at c0 l1)"], "neg": None}, AnswerKind.EFFECTS).value
    (['(at c0 l1)'], [])
    """
    if _deeper(value, NESTING):
        return malformed("the answer is nested too deeply")
    reading = _unwrapped(value, Request(kind, vocabulary, first=first), _DEPTH)
    return reading if reading.note else Reading(reading.value, reading.code, "a string")


def _unwrapped(value: Any, request: Request, depth: int) -> Reading:
    kind = request.kind
    if (
        isinstance(value, (list, tuple))
        and len(value) == 1
        and isinstance(value[0], Mapping)
        and depth
        and _is_call(value[0])
    ):
        value = value[0]
    if kind in REACTIVE:
        reading = reactive_data(value, request)
        if reading is not None:
            return reading
    if isinstance(value, Mapping) and not _is_atom(value, request):
        if kind is AnswerKind.EFFECTS:
            effects = _effects(value)
            if effects is not None:
                return effects
        if not depth:
            return malformed("the answer is nested too deeply")
        inner = _inner(value, kind)
        readings = [_unwrapped(item, request, depth - 1) for item in inner[:8]]
        if not readings:
            return no_answer(f"an object without an answer of the kind {kind.value}")
        return _agreed(readings)
    if isinstance(value, str):
        return _text(value, request, depth)
    if kind in REACTIVE:
        return malformed(f"not {kind.value}")
    if kind is AnswerKind.EFFECTS:
        return _pair(value)
    if kind in LISTS:
        return _list(value, kind)
    if isinstance(value, Sequence):
        return _only(value, request, depth)
    return none_answer(kind, "null") if value is None else _scalar(value, kind)


def _agreed(readings: list[Reading]) -> Reading:
    """The one answer of several keys; keys that hold none at all are passed over."""
    told = [reading for reading in readings if reading.code not in (Code.NO_ANSWER, Code.EMPTY)]
    if not told or told[0].code is not None:
        return (told or readings)[0]
    if any(other.code is None and _same(told[0].value) != _same(other.value) for other in told[1:]):
        return conflicting([reading.value for reading in told])
    return next((reading for reading in told if reading.code is not None), told[0])


def _same(value: Any) -> Any:
    return sorted(map(str, value)) if isinstance(value, list) else str(value)


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
        atom = atom_of(value)
        if atom is not None and kind not in WORDS:
            return found(atom, "an object with name and arguments")
    return malformed(f"{type(value).__name__} is no answer of the kind {kind.value}")


def _text(value: str, request: Request, depth: int) -> Reading:
    """A string that is the whole answer; one that is more is read as text, one that is JSON as data."""
    kind = request.kind
    if (
        value[:1] in "{["
        and depth
        and (decoded := decode(value)) is not None
        and isinstance(decoded[0], Mapping)
    ):
        return from_data(decoded[0], kind, first=request.first, vocabulary=request.vocabulary)
    if kind in (AnswerKind.YES_NO, AnswerKind.LETTER):
        reading = letter_of(value) if kind is AnswerKind.LETTER else yes_no_of(value)
        if reading is not None:
            return reading
    elif kind not in LISTS and kind not in WORDS and kind not in REACTIVE and kind is not AnswerKind.EFFECTS:
        atom = atom_of(value)
        if atom is not None and (
            request.vocabulary is None
            or atom[1:-1].partition(" ")[0] in request.vocabulary
            or "(" in value
            or atom == "(none)"
        ):
            return none_answer(kind, "None") if atom == "(none)" else found(atom, "a string")
    from .scanner import read

    return read(value, kind, first=request.first, vocabulary=request.vocabulary, data=False)


def _only(value: Sequence[Any], request: Request, depth: int) -> Reading:
    """A list where one answer is asked: it must hold one."""
    kind = request.kind
    if not value:
        return none_answer(kind, "empty list")
    if len(value) > MAX_ITEMS:
        return too_large("the list is too long")
    if not request.first and any(item != value[0] for item in value):
        atom = (
            atom_of(value)
            if kind not in WORDS and all(isinstance(item, str) and " " not in item for item in value)
            else None
        )
        known = (
            atom is not None
            and request.vocabulary is not None
            and str(value[0]).lower() in request.vocabulary
        )
        return (
            found(atom, "a list of names") if known else conflicting([str(item)[:80] for item in value[:5]])
        )
    item = value[0]
    if isinstance(item, str):
        return _text(item, request, depth)
    if isinstance(item, (list, tuple)) and kind not in WORDS:
        atom = atom_of(item)
        return malformed(f"{str(item)[:80]} is no atom") if atom is None else found(atom, "a list of names")
    if item is None:
        return none_answer(kind, "null")
    return (
        _unwrapped(item, request, depth - 1) if isinstance(item, Mapping) and depth else _scalar(item, kind)
    )


def _list(value: Any, kind: AnswerKind) -> Reading:
    if value is None:
        return no_answer("null")
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
    keys = {_key(key): item for key, item in list(value.items())[:_KEYS_LOOKED_AT]}
    positive = [item for key, item in keys.items() if _POSITIVE(key)]
    negative = [item for key, item in keys.items() if _NEGATIVE(key)]
    if not positive and not negative:
        return None
    if len(positive) != 1 or len(negative) != 1:
        return malformed("one list of positive and one of negative effects are asked")
    return _both(positive[0], negative[0])


def _both(positive: Any, negative: Any) -> Reading:
    if positive is None and negative is None:
        return malformed("neither list is given")
    lists: list[list[str]] = []
    for value in (positive, negative):
        if lists and isinstance(value, Sequence) and not isinstance(value, str):
            value = [_unnegated(item) for item in value]
        listed = [] if value is None else _atoms(value)
        if isinstance(listed, Reading):
            return listed
        lists.append([] if listed == ["(none)"] else listed)
    return found((lists[0], lists[1]), "JSON lists")


def _unnegated(item: Any) -> Any:
    if not isinstance(item, str):
        return item
    negated = re.fullmatch(
        r"\s*\(?\s*(?:not\s|not(?=\()|[!~])\s*(\([^()]{1,400}\)|[\w-]+\([^()]{1,400}\))\s*\)?\s*",
        item,
        re.IGNORECASE,
    )
    return item if negated is None else negated[1]


def _atoms(value: Any) -> list[str] | Reading:
    if isinstance(value, str):
        if value.strip().lower().rstrip(".") in ("", "none", "[]", "empty"):
            return []
        pieces = re.findall(r"\([^()]*\)", value)
        value = (
            pieces if len(pieces) > 1 and not re.sub(r"\([^()]*\)|[\s,;\[\]]|\band\b", "", value) else [value]
        )
    if not isinstance(value, Sequence):
        return malformed(f"{type(value).__name__} where a list of atoms is asked")
    if len(value) > MAX_ITEMS:
        return too_large("the list is too long")
    texts: list[str] = []
    for item in value:
        atom = atom_of(item)
        if atom is None:
            return malformed(f"{str(item)[:80]!r} is no atom")
        texts.append(atom)
    return texts


def _is_call(value: Mapping[Any, Any]) -> bool:
    """Whether an object is the call of a tool."""
    return any(
        isinstance(value.get(key), (Mapping, str))
        for key in ("arguments", "parameters", "input", "function", "args")
    )


def _is_atom(value: Mapping[Any, Any], request: Request) -> bool:
    name = next((value[key] for key in NAMES if key in value), None)
    arguments = next((value[key] for key in ARGUMENTS if key in value), None)
    if isinstance(arguments, Mapping):
        return request.vocabulary is not None and isinstance(name, str) and name.lower() in request.vocabulary
    return name is not None and arguments is not None and not isinstance(arguments, str)


def _inner(value: Mapping[Any, Any], kind: AnswerKind) -> list[Any]:
    """What may be the answer in an object: under a word for it, in a wrapper, or under the only key."""
    keys = [(_key(key), item) for key, item in list(value.items())[:_KEYS_LOOKED_AT]]
    for names in (_ANSWERS, _SHAPES.get(kind, frozenset()), _WRAPPERS):
        inner = [item for key, item in keys if key in names]
        if inner:
            return inner
    rest = [item for key, item in keys if key not in _REASONS]
    return rest if len(rest) == 1 else []


def _key(key: Any) -> str:
    return _KEY.sub("_", _CAMEL.sub("_", str(key)[:80]).lower()).strip("_")


__all__ = ["MAX_ITEMS", "from_data"]
