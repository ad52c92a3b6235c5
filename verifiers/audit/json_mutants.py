"""Small changes of JSON data of any shape, one at a time: what a broken writer or a forger might leave.

Each mutant has a name, the path of the changed part and what was done to it.  Nothing is known here of what
the data means, so a mutant need not be false; the caller says which parts no judge reads.

>>> [name for name, _ in mutants({"a": [1]})]
['a: dropped', 'a[0]: dropped', 'a[0]: doubled', 'a[0]: + 1', 'a[0]: - 1', 'a[0]: retyped', 'a: retyped']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Mutant = tuple[str, Any]
PLACES = 25
"""Words of one text that are changed."""


def mutants(value: Any, path: str = "") -> Iterator[Mutant]:
    """Every mutant of the value, in a fixed order; the value itself is left as it is."""
    if isinstance(value, dict):
        for key in sorted(value):
            rest = {other: item for other, item in value.items() if other != key}
            place = f"{path}.{key}" if path else key
            yield f"{place}: dropped", rest
            for name, changed in mutants(value[key], place):
                yield name, {**value, key: changed}
    elif isinstance(value, list):
        yield from _lists(value, path)
    else:
        for name, changed in _atoms(value):
            yield f"{path}: {name}", changed
    if path:
        yield f"{path}: retyped", [value] if isinstance(value, (dict, str)) else str(value)


def _lists(items: list[Any], path: str) -> Iterator[Mutant]:
    for number, item in enumerate(items):
        place = f"{path}[{number}]"
        before, after = items[:number], items[number + 1 :]
        yield f"{place}: dropped", [*before, *after]
        yield f"{place}: doubled", [*before, item, item, *after]
        if after and after[0] != item:
            yield f"{place}: exchanged with the next", [*before, after[0], item, *after[1:]]
            if isinstance(item, str) and isinstance(after[0], str):
                yield f"{place}: put as the next", [*before, after[0], *after]
        for name, changed in mutants(item, place):
            yield name, [*before, changed, *after]


def _atoms(value: Any) -> Iterator[Mutant]:
    if isinstance(value, bool):
        yield "flipped", not value
        yield "null", None
    elif isinstance(value, (int, float)):
        yield "+ 1", value + 1
        yield "- 1", value - 1
    elif isinstance(value, str):
        if value:
            yield "cut", value[:-1]
            yield "first sign changed", ("a" if value[0] != "a" else "b") + value[1:]
        yield "a sign more", value + "x"
        if value.isdecimal():
            yield "+ 1", str(int(value[:4000]) + 1)
        yield from _texts(value)
    elif value is None:
        yield "0", 0
        yield "empty text", ""


def _texts(text: str) -> Iterator[Mutant]:
    """Words of a text left out, and exchanged with the next, at places spread over it."""
    words = text.split(" ")
    for place in range(1, len(words) - 1, max(1, len(words) // PLACES)):
        before, word, after = words[:place], words[place], words[place + 1 :]
        yield f"word {place} left out", " ".join([*before, *after])
        if after[0] != word:
            yield f"word {place} exchanged with the next", " ".join([*before, after[0], word, *after[1:]])
