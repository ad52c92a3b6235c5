"""The mutator: small changes of JSON data of any shape, one at a time, by the type of what is changed.

Nothing is known here of what data means, so a mutant need not be false: whoever makes one must show what it
is.  ``NoVocabulary`` says which other texts could stand in the place of one, and what a list could hold
besides.

>>> [f"{change.path}: {change.name}" for change in changes({"a": [1]})][:4]
["(): 'a' dropped", '(): a key more', "('a',): retyped", "('a',): emptied"]
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
Path = tuple["str | int", ...]
PLACES = 16  # items of one list, and words of one text, that are changed; they are spread over it


class Draw:
    """Draws that depend on a name alone, an instance's id for example; equal purposes give equal draws.

    >>> Draw("planning/reach/ferry/0").sample(["a", "b", "c", "d"], 2, "facts")
    ['d', 'a']
    """

    def __init__(self, name: str):
        self._name = name

    def rank(self, *purpose: object) -> int:
        """A number of 64 bits."""
        text = "\x1f".join((self._name, *map(str, purpose)))
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def sample(self, items: Iterable[T], count: int, *purpose: object) -> list[T]:
        """At most ``count`` of the items, in the order in which they were drawn."""
        ranked = sorted((self.rank(*purpose, place, item), place, item) for place, item in enumerate(items))
        return [item for _, _, item in ranked[: max(0, count)]]

    def choice(self, items: Sequence[T], *purpose: object) -> T:
        """One of the items; IndexError when there is none."""
        return items[self.rank(*purpose) % len(items)]


class Edit(NamedTuple):
    """What stands at ``path`` of some data afterwards, and what was done."""

    path: Path
    name: str
    part: Any

    def of(self, data: Any) -> Any:
        """The mutant of the data, which is left as it is."""
        return put(data, self.path, self.part)


class NoVocabulary:
    """The vocabulary of a mutator that knows none."""

    def near(self, path: Path, text: str) -> Iterator[tuple[str, str]]:
        """Texts that could stand in the place of one, each with what it is."""
        return iter(())

    def more(self, path: Path, items: Sequence[Any]) -> Iterator[Any]:
        """What a list could hold besides: for numbers one that is missing, and one beyond all."""
        if items and all(type(item) is int for item in items):
            yield from [number for number in range(max(items)) if number not in items][:1]
            yield max(items) + 1


def put(data: Any, path: Path, part: Any) -> Any:
    """The data with another part at a path.

    >>> put({"a": [1, 2]}, ("a", 0), 3)
    {'a': [3, 2]}
    """
    if not path:
        return part
    key, rest = path[0], path[1:]
    changed = dict(data) if isinstance(data, Mapping) else list(data)
    changed[key] = put(data[key], rest, part)  # type: ignore[index]
    return changed


def changes(value: Any, words: NoVocabulary | None = None, path: Path = ()) -> Iterator[Edit]:
    """Every change of a value, in a fixed order."""
    words = words or NoVocabulary()
    inner: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, Mapping):
        yield from (Edit(path, *each) for each in _objects(value))
        inner = value.items()
    if path:
        yield Edit(path, "retyped", [value] if isinstance(value, Mapping | str) else str(value))
    if isinstance(value, (list, tuple)):
        items = list(value)
        yield from (Edit(path, *each) for each in _lists(items))
        yield from (Edit(path, "an item more", _with(items, item)) for item in words.more(path, items))
        inner = ((place, items[place]) for place in spread(len(items)))
    elif isinstance(value, str):
        yield from (Edit(path, name, text) for name, text in words.near(path, value))
        yield from (Edit(path, *each) for each in _texts(value))
    elif not isinstance(value, Mapping):
        yield from (Edit(path, *each) for each in _scalars(value))
    for key, item in inner:
        yield from changes(item, words, (*path, key))


def spread(length: int) -> range:
    """At most about ``PLACES`` places of a sequence."""
    return range(0, length, -(-length // PLACES) or 1)


def _objects(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A key less or more, values exchanged with those of the next key, items moved to another list."""
    for key in value:
        yield f"{key!r} dropped", {other: item for other, item in value.items() if other != key}
    yield "a key more", {**value, "more": 1}
    keys = list(value)
    for key, other in pairwise(keys):
        if type(value[key]) is type(value[other]) and value[key] != value[other]:
            yield f"{key!r} and {other!r} exchanged", {**value, key: value[other], other: value[key]}
    lists = [key for key in keys if isinstance(value[key], list)]
    for key in lists:
        for other in lists:
            if other != key and {type(item) for item in (*value[key], *value[other])} <= {str}:
                for place in spread(len(value[key])):
                    rest, item = [*value[key][:place], *value[key][place + 1 :]], value[key][place]
                    moved = {**value, key: rest, other: _with(value[other], item)}
                    yield f"moved from {key!r} to {other!r}", moved


def _with(items: list[Any], item: Any) -> list[Any]:
    """The item at its place in a sorted list, at the end of another."""
    try:
        ordered = len(items) != 1 and all(a <= b for a, b in pairwise(items))
        return sorted([*items, item]) if ordered else [*items, item]
    except TypeError:
        return [*items, item]


def _lists(items: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    if items:
        yield "emptied", []
    if len(items) > 1:
        yield "reversed", items[::-1]
    if len(items) > 3:
        half = len(items) // 4 * 2
        yield "first half dropped", items[half:]
        yield "second half dropped", items[:half]
        yield "last two dropped", items[:-2]
    for place in spread(len(items)):
        before, item, after = items[:place], items[place], items[place + 1 :]
        yield "an item dropped", [*before, *after]
        yield "an item doubled", [*before, item, item, *after]
        if after and after[0] != item:
            yield "an item exchanged with the next", [*before, after[0], item, *after[1:]]
            yield "an item put as the next", [*before, after[0], *after]


def _scalars(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield from (("flipped", not value), ("null", None))
    elif isinstance(value, (int, float)):
        yield from (("+ 1", value + 1), ("- 1", value - 1))
        if value not in (0, 1):
            yield "0", 0
    elif value is None:
        yield from (("0", 0), ("empty text", ""), ("false", False), ("true", True), ("empty list", []))


def _texts(text: str) -> Iterator[tuple[str, str]]:
    """Letters cut, changed and added; words left out, and exchanged with the next."""
    if text:
        yield "cut", text[:-1]
        yield "first letter changed", ("a" if text[0] != "a" else "b") + text[1:]
    yield "a letter more", text + "x"
    yield "a blank more", text + " "
    if text.isdecimal():
        number = int(text[:4000])
        yield from (("+ 1", str(number + 1)), ("- 1", str(number - 1)), ("a zero before", f"0{text}"))
    if text and not text.strip("01"):
        yield "bits flipped", text.translate({48: 49, 49: 48})
    words = text.split(" ")
    for place in [place for place in spread(len(words)) if 0 < place < len(words) - 1]:
        before, word, after = words[:place], words[place], words[place + 1 :]
        yield "a word left out", " ".join([*before, *after])
        if after[0] != word:
            yield "a word exchanged with the next", " ".join([*before, after[0], word, *after[1:]])


def label(path: Path) -> str:
    """A path without its numbers."""
    return ".".join(key for key in path if isinstance(key, str))


def drawn(
    listed: Iterable[Edit], draw: Draw, count: int, place: Callable[[Path], str] = label
) -> list[tuple[str, Edit]]:
    """At most ``count`` changes with their sorts (where and what): the first of each, then the second."""
    sorts: dict[str, list[tuple[int, int, Edit]]] = defaultdict(list)
    for number, change in enumerate(listed):
        where = place(change.path)
        sort = f"{where}: {change.name}" if where else change.name
        sorts[sort].append((draw.rank(sort, number), number, change))
    turns = [
        (turn, rank, sort, change)
        for sort, each in sorts.items()
        for turn, (rank, _, change) in enumerate(sorted(each, key=lambda ranked: ranked[:2]))
    ]
    turns.sort(key=lambda ranked: ranked[:2])
    return [(sort, change) for _, _, sort, change in turns[:count]]
