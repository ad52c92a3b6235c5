"""Values in text and data: JSON and what is like it, atoms in data.

value = JSON | JSON with a trailing comma | a Python literal of lists, tuples, strings and words
atom  = "(a b)" | "a b" | "a(b)" | ["a", "b"] | {"name": "a", "args": ["b"]}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from ...instances.hostile import shallow
from .lexer import ATOM, STOP

_SPACED = str.maketrans({",": " ", "'": " ", '"': " ", "`": " ", "*": " "})
NAMES = ("name", "action", "predicate", "operator", "functor")
ARGUMENTS = ("args", "arguments", "parameters", "params", "objects")
_NUMBERED = frozenset({"action", "step", "index", "number", "reason", "explanation"})
_PYTHON_WORDS = re.compile(r"\b(?:None|True|False)\b")
_JSON_WORDS = {"None": "null", "True": "true", "False": "false"}
_TRAILING = re.compile(r",(\s*[\]}])")
NESTING = 16


def atom_of(value: Any) -> str | None:
    """One atom, canonical, from a string, a list of names or an object with name and arguments."""
    if isinstance(value, Mapping):
        name = next((value[key] for key in NAMES if key in value), None)
        arguments = next((value[key] for key in ARGUMENTS if key in value), None)
        if isinstance(value.get("action"), str) and value.keys() <= _NUMBERED:
            return atom_of(value["action"])
        if isinstance(arguments, Mapping):
            arguments = list(arguments.values())
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
        return f"({text})" if ATOM.fullmatch(text) else None
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
    return f"({text})" if ATOM.fullmatch(text) else None


def decode(text: str) -> tuple[Any] | None:
    """The value of a text of JSON, or of a Python literal like it; None when it is neither."""
    text = text.strip()
    if not shallow(text.encode(errors="replace"), NESTING):
        return None
    for attempt in range(3):
        if attempt == 1:
            text = _TRAILING.sub(r"\1", text)
        elif attempt == 2:
            if (
                "'" not in text
                and "None" not in text
                and "True" not in text
                and "False" not in text
                and "(" not in text
            ):
                return None
            literal = text if '"' in text else text.replace("'", '"')
            if '"' not in text or ("(" in text and "'" in text and '("' not in text):
                literal = literal.replace("('", '["').replace("')", '"]')
            text = _PYTHON_WORDS.sub(lambda word: _JSON_WORDS[word[0]], literal)
        try:
            return (msgspec.json.decode(text),)
        except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
            continue
    return None


__all__ = ["ARGUMENTS", "NAMES", "NESTING", "atom_of", "decode"]
