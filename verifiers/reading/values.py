"""Values in text and data: JSON and what is like it, atoms in data.

value = JSON | JSON with a trailing comma | a Python literal of lists, strings and words
atom  = "(a b)" | "a b" | "a(b)" | ["a", "b"] | {"name": "a", "args": ["b"]}
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from ...instances.hostile import shallow
from .lexer import ATOM, STOP, STOP_BEHIND

NESTING = 16
_SPACED = str.maketrans(dict.fromkeys(",'\"`*", " "))
_NAMES = ("name", "action", "tool", "predicate", "operator", "functor")
_ARGUMENTS = ("args", "arguments", "parameters", "params", "objects")
_TAKING = frozenset({"act", "action", "step", "take_action", "do", "execute", "apply", "perform"})
"""The names of tools that take the action in their arguments."""
_NUMBERED = frozenset({"action", "step", "index", "number", "reason", "explanation"})
_JSON_WORDS = {"None": "null", "True": "true", "False": "false"}
_PYTHON_WORDS = re.compile(rf"\b(?:{'|'.join(_JSON_WORDS)})\b")
_TRAILING = re.compile(r",(\s*[\]}])")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_is_name = re.compile(r"[A-Za-z][\w-]*", re.ASCII).fullmatch
_OPENED = re.compile(r"(?:```+\w*\s*)?(\{\s*\"[^\"\n]{1,80}\"\s*:)")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NO_LETTERS = re.compile(r"[\W\d_]+")


def key_of(key: Any) -> str:
    """A key of an object in one spelling: "finalAnswer" and "Final answer" are final_answer."""
    return _spelling(str(key)[:80])


@lru_cache(maxsize=1 << 12)
def _spelling(key: str) -> str:
    return _NO_LETTERS.sub("_", _CAMEL.sub("_", key).lower()).strip("_")


def called(value: Mapping[Any, Any]) -> tuple[Any, Any]:
    """The name and the arguments that an object gives, None for what it does not."""
    name = next((value[key] for key in _NAMES if key in value), None)
    arguments = next((value[key] for key in _ARGUMENTS if key in value), None)
    if arguments is None and "name" in value and len(value) > 1:
        named = {key: item for key, item in value.items() if key != "name" and key not in _NUMBERED}
        if named and all(isinstance(item, str) and _is_name(item) for item in named.values()):
            return name, named
    return name, arguments


def atom_of(value: Any) -> str | None:
    """One atom, canonical, from a string, a list of names or an object with name and arguments."""
    if isinstance(value, Mapping):
        if isinstance(value.get("action"), str) and value.keys() <= _NUMBERED:
            return atom_of(value["action"])
        name, arguments = called(value)
        if isinstance(arguments, Mapping) and name in _TAKING:
            return atom_of(arguments.get("action"))
        if isinstance(arguments, Mapping):
            arguments = list(arguments.values())
        value = [name, *arguments] if isinstance(arguments, (list, tuple)) else None
    if isinstance(value, (list, tuple)):
        if not 0 < len(value) <= 100 or not all(isinstance(part, str) and len(part) < 400 for part in value):
            return None
        text = " ".join(part.strip() or "?" for part in value).lower()
        return f"({text})" if ATOM.fullmatch(text) else None
    if not isinstance(value, str) or len(value) > 1000:
        return None
    text = " ".join(value.translate(_SPACED).split()).lower()
    text = text[:-1].rstrip() if text[-1:] == "." else text
    head, opened, rest = text.partition("(")
    if opened:
        body, closed, after = rest.partition(")")
        if not closed or after or " " in head.strip():
            return None
        text = f"{head.strip()} {body.strip()}".strip()
    elif text.partition(" ")[0] in STOP or not STOP_BEHIND.isdisjoint(text.split()):
        return None
    return f"({text})" if ATOM.fullmatch(text) else None


def truth_of(item: Any) -> bool | None:
    """The truth that a value is, or the one truth among the values of an object; None for anything else."""
    if not isinstance(item, Mapping):
        return _TRUTHS.get(str(item).strip().lower())
    truths = [truth for inner in item.values() if isinstance(truth := truth_of(inner), bool)]
    return truths[0] if len(truths) == 1 else None


def by_letter(values: Sequence[Any], letters: str) -> dict[str, Any] | None:
    """The objects of a list by the option that each is about: [{"option": "A", "valid": false}, ...]."""
    named: dict[str, Any] = {}
    for value in values[: len(letters) + 1]:
        given = list(value.values()) if isinstance(value, Mapping) else []
        options = [item for item in given if isinstance(item, str) and len(item) == 1 and item in letters]
        if len(options) != 1 or options[0] in named:
            return None
        named[options[0]] = value
    return named


def decode(text: str) -> tuple[Any] | None:
    """The value of a text of JSON, or of a Python literal like it; None when it is neither."""
    text = text.strip()
    if not shallow(text.encode(errors="replace"), NESTING):
        return None
    for attempt in (str, _untrailed, _as_json):
        text = attempt(text)
        try:
            return (msgspec.json.decode(text),)
        except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
            continue
    return None


def cut_object(text: str) -> str | None:
    """The object with which a text begins, closed, where the text ends before that does; None elsewhere.  A
    list in it that is not closed stays so."""
    opened = _OPENED.match(text)
    if opened is None or text.count("{") <= text.count("}"):
        return None
    inner = text[opened.start(1) :].rstrip(" \t\n`,")
    return f'{inner}"}}' if inner.count('"') % 2 else f"{inner}}}"


def _untrailed(text: str) -> str:
    return _TRAILING.sub(r"\1", text)


def _as_json(text: str) -> str:
    """A Python literal with the quotes and words of JSON."""
    literal = text if '"' in text else text.replace("'", '"')
    return _PYTHON_WORDS.sub(lambda word: _JSON_WORDS[word[0]], literal)
