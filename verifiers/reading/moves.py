"""Plans of moves in a grid world.

    move  = [ verb ] key [ times ] | "click" x [ "," ] y [ times ]   "click(3, 4)", "left()"
    key   = "noop" | "left" | "right" | "up" | "down"
    times = "x" number | [ "(" ] number "times" [ ")" ]              before a move: number "x"
    plan  = the lists of `lists` with moves for items

The keys are words of every text: one is a move only where a separator, or a word such as *then*, stands on
either side.  Another word in a move's place ("left, jump, up") spoils the plan.
"""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .atoms import cut_off
from .lexer import Item, masked
from .lists import choose_list
from .reading import Reading, Request, empty, found, malformed, too_large

LONGEST = 10_000
"""A plan has at most so many moves."""
_XY = r"(?:x\s?[=:]\s?)?(?P<x{0}>-?\d{{1,6}})\s?[, ]\s?(?:y\s?[=:]\s?)?(?P<y{0}>-?\d{{1,6}})"
_TIMES = r"\s?[(,]?\s?(?:[x\xd7]\s?(?P<times>\d{1,3})|(?P<counted>\d{1,3})\s?(?:times|[x\xd7]))(?:\s?\))?"
_MOVE = re.compile(
    r"(?<![\w'@-])(?:(?P<before>\d{1,3})\s?[x\xd7]\s?)?(?:(?:press|push|hit|tap|move|go|do) (?:the )?)?[\"']?"
    r"(?:(?P<key>no[-_]?op|left|right|up|down)(?:\(\s?\))?(?: (?:arrow|key))*"
    r"|click(?: (?:at|on))?(?: (?:cell|position))?\s?:?\s?"
    rf"(?:[(\[{{]\s?{_XY.format(1)}\s?[)\]}}]|{_XY.format(2)}))"
    rf"[\"']?(?:{_TIMES})?(?!\w|['@-]\w)",
    re.IGNORECASE,
)
_KEYS = r"no-?op|left|right|up|down"
_BEFORE = re.compile(
    r"(?:^|[\n,;:>.)\]|+=(\[{\"'\x02\x03&/-]|\d|\b(?:then|and|is|are|be|finally|next|first|by|with|or"
    r"|not|than"
    rf"|do|plan|answer|{_KEYS}))[ \t]*$",
    re.IGNORECASE,
)
_REPEATED = r"twice|thrice|again|until|while|repeat\w*|if|unless|when|optional\w*|(?:[\w-]+ ){1,3}times"
_BEHIND = re.compile(
    r"[ \t\"']*(?:$|[\n,;:.!)\]}|+>(=&/\x02\x03\u2713\u2717-]|(?:then|and|or|followed|to|so|because|since"
    rf"|for|as|which|{_REPEATED}|{_KEYS}|click)\b)",
    re.IGNORECASE,
)
_MORE = re.compile(rf"[ \t\"']*\(?(?:{_REPEATED})\b", re.IGNORECASE)
"""What makes of a move more than it is read as."""
_JOINED = re.compile(r"(?:[\s,;\"'`]|[-=]>|\b(?:then|and)\b)*")
"""What stands between two moves of one line."""
_EXCLAIMED = re.compile(rf"[,.!:]?[ \t]+(?!(?:then|and|{_KEYS}|click)\b)[a-z]", re.IGNORECASE)
"""Behind a "Right, ..." that begins a sentence."""
_OTHER = re.compile(
    r"(?m)^[ \t]*(?P<bullet>[-+>][ \t]+|\d{1,4}[.):][ \t]*)?[\"'(\[]*"
    r"(?P<word>[A-Za-z_]{1,16}(?:[ (]{1,2}-?\d+(?:[ ,]{1,2}-?\d+)?)?)[\"')\]]*(?:[,;]|\.(?!\s*\Z))?[ \t]*$"
)
_INNER = re.compile(
    r"(?<=[,>])\s?[\"']?(?P<word>[A-Za-z_]{2,16}(?: -?\d+){0,2}|[\u2190-\u21ff])[\"']?\s?(?=[,\]\n]|->|$)"
)
"""A word alone on its line, and one between commas."""


def read_moves(text: str, request: Request) -> Reading | None:
    """The plan in ``text``; None when it holds no move."""
    items = _lexed(text)
    if not items:
        return empty(text)
    items = sorted([*items, *_others(text, items)], key=lambda item: item.start)
    chosen = choose_list(masked(text, items, request.signs), request)
    if chosen is None or isinstance(chosen, Reading):
        return chosen
    members, note = chosen
    spoilt = next((item.fault for item in members if item.fault), None)
    if spoilt is not None:
        return malformed(spoilt)
    fault = cut_off(text, items, members)
    return fault if fault is not None else _plan((item.value for item in members), note)


def moves_of(value: Any) -> list[str] | None:
    """The moves that one item of data is: "left", {"type": "click", "x": 3, "y": 4}, ["click", 3, 4]."""
    if isinstance(value, Mapping):
        inner = next((value[key] for key in ("arguments", "args", "input", "position") if key in value), None)
        named = next((value[key] for key in ("action", "type", "move", "name", "tool") if key in value), None)
        if isinstance(inner, Mapping) and isinstance(named, str) and "action" in inner:
            return moves_of(inner["action"])
        place = inner if isinstance(inner, (Mapping, list)) else value
        at = place[:2] if isinstance(place, list) else [place[axis] for axis in "xy" if axis in place]
        value = [named, *at] if named == "click" else named
    if isinstance(value, (list, tuple)):
        value = " ".join(map(str, value)) if value[:1] == ["click"] and len(value) == 3 else None
    if not isinstance(value, str) or len(value) > 80:
        return None
    move = _MOVE.fullmatch(value.strip())
    return None if move is None else [_name(move)] * _times(move)


def _plan(steps: Iterable[tuple[str, int]], note: str) -> Reading:
    moves: list[str] = []
    for move, times in steps:
        moves += [move] * times
        if len(moves) > LONGEST:
            return too_large(f"a plan has at most {LONGEST} moves")
    return found(moves, note)


def _lexed(text: str) -> list[Item]:
    """The moves of a text, ("left", 1) each."""
    items: list[Item] = []
    for move in _MOVE.finditer(text):
        start, stop = move.span()
        before = text[max(0, start - 40) : start]
        joined = bool(items) and _JOINED.fullmatch(text, items[-1].end, start) is not None
        ends = _BEHIND.match(text, stop) is not None
        if not joined and (_BEFORE.search(before) is None or not ends):
            continue
        if move[0] == "Right" and _EXCLAIMED.match(text, stop):
            continue
        fault = f"{move[0]!r} is said of more than one step" if not ends or _MORE.match(text, stop) else ""
        items.append(Item(start, stop, (_name(move), _times(move)), fault=fault))
    return items


def _name(move: re.Match[str]) -> str:
    key = move["key"]
    if key:
        return "noop" if key[0] in "nN" else key.lower()
    return f"click {int(move['x1'] or move['x2'])} {int(move['y1'] or move['y2'])}"


def _times(move: re.Match[str]) -> int:
    return int(move["before"] or move["times"] or move["counted"] or 1)


def _others(text: str, items: list[Item]) -> Iterator[Item]:
    """The words that are no moves and stand in the place of one: beside moves, on lines or between commas."""
    ends = [sign.start() for sign in re.finditer("\n", text)]
    lines = {bisect(ends, item.start) for item in items}
    inside = {place for item in items for place in range(item.start, item.end)}
    for pattern in (_OTHER, _INNER):
        for other in pattern.finditer(text):
            begin, end = other.span("word")
            line = bisect(ends, begin)
            if pattern is _INNER:
                beside = line in lines
            else:
                listed = other["bullet"] or other["word"][0].islower()
                beside = line - 1 in lines or (listed and line + 1 in lines)
            if beside and begin not in inside:
                yield Item(begin, end, (other["word"], 1), fault=f"{other['word']!r} is no move")
