"""Answers that are data already: the ``answer`` field of a row, or JSON found in a text.

    object = { reasons } answer | { "name": tool, "arguments": object } | shape
    shape  = atom | list of atoms | {"pos": list, "neg": list} | index | yes or no | letter | one of ``sets``
    atom   = "(a b)" | "a b" | "a(b)" | ["a", "b"] | {"name": "a", "args": ["b"]}      (``values``)

An object gives its answer under a word for an answer or for the shape, or under the one key that holds any,
where those that give reasons or speak of what is not the answer are left out.  Two answers that differ are a
conflict.  Strings are read as texts.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...instances.records import Code
from .beside import behind
from .index import integer
from .items import MAX_ITEMS, both, effects_of, list_of
from .kinds import ASKED_TO_FAIL, LISTS, PLANS, REACTIVE, SETS, WORDS, AnswerKind
from .letter import letter_of
from .literals import checked_set
from .options import LETTERS
from .reading import (
    Reading,
    Request,
    conflicting,
    found,
    malformed,
    no_answer,
    none_answer,
    open_answer,
    too_large,
)
from .search import read_text
from .sets import reactive_data
from .values import NESTING, atom_of, by_letter, called, cut_object, decode, key_of, truth_of
from .words import phrase, words
from .yes_no import yes_no_of

_DEPTH, _KEYS_LOOKED_AT = 8, 1000
_ANSWERS, _WRAPPERS, _REASONS, _OF_SETS = (
    words(f"{of} key") for of in ("answer", "wrapper", "reason", "reactive")
)
_FINALS = words("final key")  # beside these "steps" are no plan
_SHAPES = {kind: words(f"{kind.value} key") for kind in AnswerKind if kind not in REACTIVE}
_TRUTH_KINDS = (AnswerKind.YES_NO, AnswerKind.ACCEPTANCE, AnswerKind.FORMULA)
_NOTES, _TEXTS = words("note key"), words("text key")
_OPEN = ("doubting", "doubting the answer", "negation", "rejection", "hedge", "condition", "unable", "bad")
_ASIDES = words("aside key", "against", *_OPEN) - words("excused of a key")
_FAILING = words("unable", "bad", "failing key") - {"rejected"}
_OTHER_KEYS = {
    kind: _ASIDES - _FAILING if kind in ASKED_TO_FAIL - {AnswerKind.YES_NO} else _ASIDES
    for kind in AnswerKind
}
_OTHER_KEYS[AnswerKind.INDEX] |= words("counted key")
_OTHER_KEYS[AnswerKind.LETTER] -= {"redundant", "superfluous", "unnecessary", "necessary"}
_OTHER_KEYS[AnswerKind.ACTION] -= {"first"}
_OTHER_KEYS[AnswerKind.INDEX] -= {"first"}
"""Words that say in a key that what stands under it is not the answer: "rejected_options"."""
_TOOLS = words("answering tool")  # {"action": "final_answer", ...}
_RIVAL = re.compile(
    r"(?:alt|alternat(?:iv)?e|second(?:ary)?|other|autre|otr[ao]|andere|altra|outra|backup|fallback|or)"
    r"(?:_[^\W\d_]{1,12})?"
)
"""A key of a second answer."""
_SURE, _REFUSED = words("sure key"), words("rejection")  # false, or true, beside what is no answer
_OF_WRITER = frozenset({"sure", "certain", "confident"})  # keys that say so of the writer
_CONFIDENCE = frozenset({"confidence", "certainty", "confidence_level"})
_UNSETTLED = words("unsettled")  # statuses of what its writer does not stand by
_POSSIBLE = phrase(
    r"(?:possible|potential|tentative|candidate|likely|probable)_(?:final_)?(?:answer|choice|option|letter)s?"
)
_CALLS = ("arguments", "parameters", "input", "function", "args")


def from_data(
    value: Any,
    kind: AnswerKind,
    *,
    first: bool = False,
    vocabulary: frozenset[str] | None = None,
    choices: tuple[str, ...] = (),
) -> Reading:
    """The reading of an answer that is data; never raises.  ``first`` and ``choices`` as in `scanner.read`.

    >>> from_data({"pos": ["(at c0 l1)"], "neg": None}, AnswerKind.EFFECTS).value
    (['(at c0 l1)'], [])
    """
    if _deeper(value, NESTING):
        return malformed("the answer is nested too deeply")
    reading = _unwrapped(value, Request(kind, vocabulary, choices, first), _DEPTH)
    return reading if reading.note else Reading(reading.value, reading.code, "a string")


def decoded(text: str, wanted: Request) -> Reading | None:
    """The reading of a JSON value (or a Python literal like one), None when it is none."""
    value = decode(text)
    if value is None:
        cut = cut_object(text)
        if cut is None:
            return None
        value = decode(cut)
        if value is None:
            return malformed("the object is cut off")
    reading = from_data(
        value[0], wanted.kind, first=wanted.first, vocabulary=wanted.vocabulary, choices=wanted.choices
    )
    return checked_set(reading) if wanted.kind in SETS else reading


def _deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested in more than so many levels; without recursion."""
    level = [value]
    for _ in range(levels):
        parts: list[Any] = []
        for whole in level:
            if isinstance(whole, (list, tuple)):
                parts += whole
            elif isinstance(whole, Mapping):
                parts += whole.values()
        if not parts:
            return False
        level = parts
    return any(isinstance(part, (list, tuple, Mapping)) for part in level)


def _unwrapped(value: Any, request: Request, depth: int) -> Reading:
    kind = request.kind
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _scalar(value, kind)  # sequences of numbers, and no list of anybody's
    if depth and isinstance(value, (list, tuple)) and len(value) == 1 and isinstance(value[0], Mapping):
        call = any(isinstance(value[0].get(key), (Mapping, str)) for key in _CALLS) or any(
            key_of(key).endswith("answer") for key in value[0]
        )
        value = value[0] if call else value
    reading = reactive_data(value, request) if kind in REACTIVE else None
    if reading is not None:
        return reading
    if isinstance(value, Mapping) and not _is_atom(value, request):
        effects = effects_of(value) if kind is AnswerKind.EFFECTS else None
        if effects is not None:
            return effects
        if not depth:
            return malformed("the answer is nested too deeply")
        if kind is AnswerKind.LETTER and (marked := _marked_letter(value, request.choices)) is not None:
            return marked
        inner, named = _inner(value, kind)
        readings = [_unwrapped(item, request, depth - 1) for item in inner[:8]]
        if not named and len(readings) > 1:
            given = [reading for reading in readings if reading.code is None]
            given = [reading for reading in given if not _heads_another(reading, given)]
            readings = [reading for reading in given if _of_world(reading.value, request)] or given
        if not readings or (not named and len({_same(reading.value) for reading in readings}) > 1):
            return no_answer(f"an object without an answer of the kind {kind.value}")
        doubt = _doubt(value, kind)
        if doubt is not None:
            return open_answer(doubt)
        reading = _agreed(readings)
        other = _other_option(value, request.choices) if kind is AnswerKind.LETTER else None
        agree = reading.code is not None or other in (None, reading.value)
        return reading if agree else conflicting([reading.value, other])
    if isinstance(value, str):
        return _text(value, request, depth)
    if kind in REACTIVE:
        return malformed(f"not {kind.value}")
    if kind is AnswerKind.EFFECTS:
        if isinstance(value, Sequence) and len(value) == 2:
            return both(value[0], value[1])
        return malformed("two lists are asked, of what becomes true and of what becomes false")
    if kind in LISTS:
        return list_of(value, kind)
    if isinstance(value, Sequence):
        options = by_letter(value, LETTERS) if kind is AnswerKind.LETTER and len(value) > 1 else None
        marked = _marked_letter(options, request.choices) if options else None
        return marked or _only(value, request, depth)
    return none_answer(kind, "null") if value is None else _scalar(value, kind)


def _marked_letter(value: Mapping[Any, Any], choices: Sequence[str]) -> Reading | None:
    """The letter of which an object says true, and false of the others: {"A": true, "B": false}."""
    said = {str(key).strip().upper(): truth_of(item) for key, item in value.items()}
    count = len(choices) or len(said)
    if not 1 < count == len(said) or said.keys() != {*LETTERS[:count]} or None in said.values():
        return None
    true = [letter for letter, truth in said.items() if truth]
    return found(true[0], "the one that is true") if len(true) == 1 else conflicting(true)


def _doubt(value: Mapping[Any, Any], kind: AnswerKind) -> str | None:
    """The words of a note beside an answer that doubt it or take it back; None when there are none."""
    verdict = kind in (AnswerKind.YES_NO, AnswerKind.ACCEPTANCE)
    surely = _OF_WRITER if verdict else _SURE if kind in ASKED_TO_FAIL else _SURE | {"valid"}
    for key, item in list(value.items())[:_KEYS_LOOKED_AT]:
        name = key_of(key).removeprefix("is_")
        if type(item) is bool and (not (item and verdict) and name in (_REFUSED if item else surely)):
            return f"{key}: {item}"
        level = item.strip().lower().removeprefix("very ") if isinstance(item, str) else ""
        unsettled = name == "status" and not verdict and level in _UNSETTLED
        if unsettled or (level == "low" and name in _CONFIDENCE):
            return f"{key}: {item}"
    notes = (item for key, item in list(value.items())[:_KEYS_LOOKED_AT] if key_of(key) in _NOTES)
    return next(
        (said for note in notes if isinstance(note, str) and (said := behind(f". {note}", kind))), None
    )


def _other_option(value: Mapping[Any, Any], choices: Sequence[str]) -> str | None:
    """The letter of the option whose text stands under a key for it; None where none does."""
    letters = {_folded(text): letter for letter, text in zip(LETTERS, choices, strict=False)}
    texts = (item for key, item in list(value.items())[:_KEYS_LOOKED_AT] if key_of(key) in _TEXTS)
    return next((letters[_folded(text)] for text in texts if _folded(text) in letters), None)


def _folded(text: Any) -> str:
    return " ".join(text.lower().split()).rstrip(".") if isinstance(text, str) else ""


def _agreed(readings: list[Reading]) -> Reading:
    """The one answer of several keys; keys that hold none at all are passed over."""
    given = [reading for reading in readings if reading.code not in (Code.NO_ANSWER, Code.EMPTY)]
    if not given or given[0].code is not None:
        return (given or readings)[0]
    if len({_same(reading.value) for reading in given if reading.code is None}) > 1:
        return conflicting([reading.value for reading in given])
    return next((reading for reading in given if reading.code is not None), given[0])


def _heads_another(reading: Reading, readings: list[Reading]) -> bool:
    """Whether a reading is but the name of another one's action: {"op": "move", "literal": "(move a b)"}."""
    name = f"{str(reading.value)[:-1]} "
    return any(str(other.value).startswith(name) for other in readings if name[:1] == "(")


def _of_world(value: Any, request: Request) -> bool:
    """Whether an answer names what the world has: one of words does, a list of other atoms does not."""
    atoms = value if isinstance(value, list) else [value]
    return all(
        not isinstance(atom, str) or atom[:1] != "(" or _is_known(atom[1:-1], request) for atom in atoms
    )


def _same(value: Any) -> str:
    return str(sorted(map(str, value)) if isinstance(value, list) else value)


def _scalar(value: Any, kind: AnswerKind) -> Reading:
    if kind is AnswerKind.YES_NO and isinstance(value, bool):
        return found(value, "a boolean")
    if kind is AnswerKind.INDEX and isinstance(value, int) and not isinstance(value, bool):
        return integer(str(value) if abs(value) < 10**18 else "9" * 19, "an integer")
    atom = atom_of(value) if isinstance(value, Mapping) and kind not in WORDS else None
    if atom is not None:
        return found(atom, "an object with name and arguments")
    return malformed(f"{type(value).__name__} is no answer of the kind {kind.value}")


def _text(value: str, request: Request, depth: int) -> Reading:
    """A string that is the whole answer; one that is more is read as text, one that is JSON as data."""
    kind = request.kind
    data = decode(value) if value[:1] in "{[" and depth else None
    if data is not None and isinstance(data[0], Mapping):
        return from_data(
            data[0], kind, first=request.first, vocabulary=request.vocabulary, choices=request.choices
        )
    if kind in (AnswerKind.YES_NO, AnswerKind.LETTER):
        reading = letter_of(value) if kind is AnswerKind.LETTER else yes_no_of(value)
        if reading is not None:
            return reading
    elif kind not in LISTS | WORDS | REACTIVE and kind is not AnswerKind.EFFECTS:
        atom = atom_of(value)
        if atom == "(none)":
            return none_answer(kind, "None")
        if atom is not None and ("(" in value or _is_known(atom[1:-1], request)):
            return found(atom, "a string")
    return read_text(value, Request(kind, request.vocabulary, request.choices, request.first))


def _is_known(atom: str, request: Request) -> bool:
    return request.vocabulary is None or atom.partition(" ")[0] in request.vocabulary


def _only(value: Sequence[Any], request: Request, depth: int) -> Reading:
    """A list where one answer is asked: it must hold one."""
    kind = request.kind
    if not value:
        return none_answer(kind, "empty list")
    if len(value) > MAX_ITEMS:
        return too_large("the list is too long")
    item = value[0]
    if not request.first and any(other != item for other in value):
        names = kind not in WORDS and all(isinstance(item, str) and " " not in item for item in value)
        atom = atom_of(value) if names and request.vocabulary is not None else None
        if atom is not None and _is_known(atom[1:-1], request):
            return found(atom, "a list of names")
        return conflicting([str(item)[:80] for item in value[:5]])
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


def _is_atom(value: Mapping[Any, Any], request: Request) -> bool:
    name, arguments = called(value)
    if isinstance(arguments, Mapping):
        return request.vocabulary is not None and isinstance(name, str) and name.lower() in request.vocabulary
    return name is not None and arguments is not None and not isinstance(arguments, str)


def _inner(value: Mapping[Any, Any], kind: AnswerKind) -> tuple[list[Any], bool]:
    """What may be the answer in an object: under a word for it or in a wrapper, and True; else what stands
    under the other keys, of which one must hold an answer, and False."""
    given = [(key_of(key), item) for key, item in list(value.items())[:_KEYS_LOOKED_AT]]
    keys = [(key, item) for key, item in given if not (isinstance(item, str) and key_of(item) in _TOOLS)]
    if kind not in _TRUTH_KINDS:
        keys = [(key, item) for key, item in keys if type(item) is not bool] or keys
    last = kind in PLANS and any(key in _FINALS for key, _ in keys)
    shapes = frozenset() if last else _SHAPES.get(kind, _OF_SETS if kind in REACTIVE else frozenset())
    for names in (_ANSWERS | shapes, _WRAPPERS):
        inner = [item for key, item in keys if key in names]
        if inner:
            rivals = [item for key, item in keys if (item or type(item) is int) and _RIVAL.fullmatch(key)]
            return inner + (rivals if any(item is not None for item in inner) else []), True
    said = {key for key, _ in keys}
    return [
        item
        for key, item in keys
        if key not in _REASONS
        and _OTHER_KEYS[kind].isdisjoint(key.split("_"))
        and _POSSIBLE.fullmatch(key) is None
        and ("first" not in key or key.replace("first", "last") not in said)  # the ends of a range
    ], False
