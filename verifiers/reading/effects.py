"""Two lists of atoms, what becomes true and what becomes false, in a text.

Read, in this order: lists with labels ("Positive effects: ... Negative effects: ...", either first, with or
without brackets; the last label of each sort, which must be the last two labels); two bracketed lists side by
side, the last two in the text, in the order asked.  A list may be empty: "[]", "None", "empty", nothing.
"""

from __future__ import annotations

import re
from itertools import pairwise

from .groups import groups
from .items import BAD, Item, bare_items, items
from .kinds import AnswerKind
from .reading import Reading, Request, conflicting, found, malformed
from .text import unfenced

_POSITIVE = r"positive|pos|add(?:ed|s)?|becom(?:e|es|ing)\s+true|(?:new(?:ly)?\s+)?true|gained"
_NEGATIVE = r"negative|neg|delet(?:e|ed|es|ion)|del|remov(?:e|ed|es)|becom(?:e|es|ing)\s+false|false|lost"
_LABEL = re.compile(
    rf"(?=[abdfglnprt])(?P<no>\bno\s+)?(?<![\w-])(?:(?P<pos>{_POSITIVE})|(?P<neg>{_NEGATIVE}))"
    r"(?:[\s*_-]{1,4}(?:effects?|facts?|propositions?|atoms?|lists?)){0,2}(?![\w-])",
    re.IGNORECASE,
)
_OPENS_LIST = re.compile(
    r"[ \t*_`\"']{0,8}(?:\([^()\n]{0,80}\)[ \t*_`]{0,8})?"
    r"(?::|=|\n|->|(?:is|are)\b[ \t]*:?(?=[\s*_`\"'$]{0,8}(?:[(\[{]|none\b|empty\b)))"
    r"|[\s*_`\"']{0,8}(?=[\[{])",
    re.IGNORECASE,
)
_LINE_START = re.compile(r"(?:^|\n)[ \t*_#>|\d.)(`\"'{,-]{0,12}$")
_ENDS = re.compile(r"[\s*_`]{0,12}(?:[.;!]|$)")
_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_EMPTY = re.compile(
    r"[\s*_`\"'$|#>,.;:\[\](){}-]*(?:(?:none|empty|n/a|nothing|null)\b[\s*_`\"'$.,;:\[\](){}-]*)?",
    re.IGNORECASE,
)
_SAYS_EMPTY = re.compile(
    r"[\s*_`\"'$|#>,:\[({-]*(?:(?:none|empty|null)(?![\w-])(?!\s+(?:of|but)\b)|\[\s*\]|\(\s*\)|\{\s*\})",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:[\s,;.*_`\"'$&|#>:-]|and\b|\d+(?!\d)[.):]?|json\b)*", re.IGNORECASE)
_ONLY_BLANKS = re.compile(r"(?:[\s,;\"'`*_$-]|and\b)*", re.IGNORECASE)
_STARTS = re.compile(r"[\s*_`\"'$|#>:,{(-]*")
_LIMIT = 64


def read_effects(text: str, request: Request) -> Reading | None:
    """The two lists in ``text``, or None when it holds nothing like them."""
    text = unfenced(text)
    labelled = _labelled(text, request.vocabulary)
    if labelled is not None:
        return labelled
    return _bracketed(text, request)


def _labelled(text: str, vocabulary: frozenset[str] | None) -> Reading | None:
    labels: list[tuple[bool, int, int, bool]] = []
    for label in _LABEL.finditer(text):
        negated = label["no"] is not None and _ENDS.match(text, label.end()) is not None
        opens = _OPENS_LIST.match(text, label.end())
        long = " " in label[0].strip() or "_" in label[0]
        if negated:
            labels.append((label["pos"] is not None, label.start(), label.end(), True))
        elif opens is not None and (
            long or _LINE_START.search(text, max(0, label.start() - 16), label.start())
        ):
            labels.append((label["pos"] is not None, label.start(), opens.end(), False))
    if len(labels) < 2:
        return None
    one, other = labels[-2:]
    if one[0] == other[0]:
        return malformed("two lists with the same label")
    lists: dict[bool, list[str]] = {}
    for (positive, _, begin, empty), end in ((one, other[1]), (other, len(text))):
        listed = [] if empty else _segment(text[begin:end], vocabulary)
        if isinstance(listed, Reading):
            return listed
        lists[positive] = listed
    return found((lists[True], lists[False]), "lists after their labels")


def _segment(text: str, vocabulary: frozenset[str] | None) -> list[str] | Reading:
    """The list that the text behind a label begins with."""
    if _SAYS_EMPTY.match(text):
        return []
    begin = _STARTS.match(text)
    start = begin.end() if begin is not None else 0
    bracket = _BRACKET.match(text, start)
    if bracket is not None:
        return _content(bracket[1], vocabulary)
    if text[start : start + 1] == "[" and "]" not in text:
        return malformed("a list is not closed")
    members = items(text, vocabulary)
    if not members:
        return [] if _EMPTY.fullmatch(text) else malformed("a label without a list")
    group = next((group for group in groups(text, members, AnswerKind.EFFECTS) if group.standing), None)
    return _texts(members if group is None else group.items)


def _content(text: str, vocabulary: frozenset[str] | None) -> list[str] | Reading:
    """The atoms between two brackets."""
    if _EMPTY.fullmatch(text):
        return []
    members = items(text, vocabulary) or bare_items(text, vocabulary)
    if not members or (members[-1].end and _ONLY_BLANKS.fullmatch(_without(text, members)) is None):
        return malformed("a list holds something else than atoms")
    return _texts(members)


def _without(text: str, members: list[Item]) -> str:
    pieces, position = [], 0
    for member in members:
        pieces.append(text[position : member.start])
        position = member.end
    return "".join(pieces) + text[position:]


def _texts(members: list[Item]) -> list[str] | Reading:
    bad = next((item for item in members if item.grade == BAD), None)
    if bad is not None:
        return malformed(bad.fault)
    texts = [item.text for item in members]
    if set(texts) <= {"none", "[]"}:
        return []
    if "none" in texts or "[]" in texts:
        return malformed("None stands among atoms")
    return texts


def _bracketed(text: str, request: Request) -> Reading | None:
    vocabulary = request.vocabulary
    brackets = [bracket for bracket in _BRACKET.finditer(text) if _is_list(bracket[1], vocabulary)]
    if not brackets:
        return malformed("atoms, but no two lists of them") if items(text, vocabulary) else None
    runs: list[list[re.Match[str]]] = [[brackets[0]]]
    for before, after in pairwise(brackets):
        if _BETWEEN.fullmatch(text[before.end() : after.start()].replace("[", " ").replace("]", " ")):
            runs[-1].append(after)
        else:
            runs.append([after])
    pairs = [run for run in runs if len(run) >= 2]
    if not pairs:
        if len(brackets) == 2:
            pairs = [brackets]
        else:
            return malformed(
                f"{len(brackets)} lists that do not stand side by side"
                if brackets[1:]
                else "one list where two are asked"
            )
    run = pairs[0 if request.final else -1]
    if len(run) > 2 and not request.first:
        return conflicting([f"[{bracket[1].strip()}]" for bracket in run[:_LIMIT]])
    lists = [_content(bracket[1], vocabulary) for bracket in run[:2]]
    for listed in lists:
        if isinstance(listed, Reading):
            return listed
    return found((lists[0], lists[1]), "two lists in brackets")


def _is_list(content: str, vocabulary: frozenset[str] | None) -> bool:
    return bool(
        _EMPTY.fullmatch(content) is not None or items(content, vocabulary) or bare_items(content, vocabulary)
    )


__all__ = ["read_effects"]
