r"""What a text must hold for a regular expression to match in it: so most searches are spared.

    >>> sorted(needed(r"\b(?:either|one) of (?:the )?two\b|tie[ds]"))
    ['\x08either\x08', '\x08one\x08', 'tie']

The expressions are those of ``words``: alternatives, groups, character classes and quantifiers, without
regard to case.  A backspace stands where a word ends or begins: no letter is beside it.  `Signs` says for
many expressions at once which of them a text may match, at the cost of splitting it at its blanks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import add, or_

EDGE = "\b"
_START, _END = "\ue000", "\ue001"
"""Where the sequence begins and ends that a text belongs to: what is beside its group may be an edge."""
_BLANK, _OTHER = "blank", "other"
"""Units: a sign that is no letter, and any sign."""
_QUANTIFIER = re.compile(r"[*?+][?+]?|\{\d*,?\d*\}\??")
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))", re.DOTALL)
_CLASS = re.compile(r"\[(\^?\]?(?:\\.|[^\]\\])*)\]")
_STRUCTURE = re.compile(rf"\\.|{_CLASS.pattern}|[(|)]", re.DOTALL)
_GROUP = re.compile(r"\((?:\?(?:P<\w+>|-?[a-z]*:|<?[=!]))?")
_LETTERS = re.compile(r"[a-z ',-]+(?![*?+{])", re.IGNORECASE)
_NO_WORD = re.compile(r"\(\?<?!(?:\\w|\[\\w[^\]\\]*\])\)")
"""A look at what stands before or behind: no letter."""
_LETTER = re.compile(r"\\[wDSuxB]|(?<!\\)[^\W\d_]|\A\^")
"""What makes a character class one that may hold letters."""
_REMEMBERED, _LONGEST, _TEXTS = 1 << 15, 40, 128
"""Words and texts of which the signs are remembered, and the characters that such a word has at most."""


def needed(pattern: str) -> frozenset[str]:
    """Texts in lower case, one of which is in all that ``pattern`` matches; empty where that is unknown."""
    required, end = _alternatives(pattern, 0)
    assert end == len(pattern), pattern
    return frozenset(text.strip(_START + _END) for text in required)


def parted(pattern: str) -> list[str]:
    """The alternatives of a pattern that stand in no group."""
    parts, place, depth = [], 0, 0
    for sign in _STRUCTURE.finditer(pattern):
        depth += (sign[0] == "(") - (sign[0] == ")")
        if sign[0] == "|" and not depth:
            parts.append(pattern[place : sign.start()])
            place = sign.end()
    return [*parts, pattern[place:]]


def _alternatives(pattern: str, at: int) -> tuple[frozenset[str], int]:
    """What alternatives need that begin here, and where they end: at a parenthesis or at the end."""
    required: list[frozenset[str]] = []
    while True:
        piece, at = _sequence(pattern, at)
        required.append(piece)
        if pattern[at : at + 1] != "|":
            return frozenset() if not all(required) else frozenset().union(*required), at
        at += 1


def _sequence(pattern: str, at: int) -> tuple[frozenset[str], int]:
    """What a sequence needs: of its literal runs and groups the one that is found least often."""
    best, run, group = frozenset[str](), _START, frozenset[str]()
    while at < len(pattern) and pattern[at] not in "|)":
        letters = _LETTERS.match(pattern, at)
        if letters is not None:  # as the loop does, many signs at once
            best = _better(best, _edged(group, _END, edge=not letters[0][0].isalpha())) if group else best
            run, group, at = run + letters[0].lower(), frozenset(), letters.end()
            continue
        unit, inner, at = _unit(pattern, at)
        quantifier = _QUANTIFIER.match(pattern, at)
        at = quantifier.end() if quantifier is not None else at
        if unit == "" and not inner:
            continue
        if quantifier is not None and quantifier[0].startswith(("*", "?", "{0", "{,")):
            unit, inner = _OTHER, frozenset()
        beside = unit in (EDGE, _BLANK) or (len(unit) == 1 and not unit.isalpha())
        best = _better(best, _edged(group, _END, edge=beside)) if group else best
        group = frozenset()
        if len(unit) == 1 and (quantifier is None or unit == EDGE):
            run += unit
            continue
        if inner:
            group = _edged(inner, _START, edge=run != "" and not run[-1].isalpha(), keep=run == _START)
            group = _edged(group, _END, edge=False) if quantifier is not None else group
        ending = run + (unit if len(unit) == 1 else EDGE if unit == _BLANK else "")
        best, run = _better(best, _told(ending)), EDGE if beside else ""
    ended = _better(group, _told(run + _END))
    return _better(best, ended), at


def _told(run: str) -> frozenset[str]:
    return frozenset({run} if run.strip(_START + _END + EDGE) else ())


def _edged(texts: frozenset[str], mark: str, *, edge: bool, keep: bool = False) -> frozenset[str]:
    """The texts with an edge where the mark stands, or without the mark."""
    return texts if keep else frozenset(text.replace(mark, EDGE if edge else "") for text in texts)


def _unit(pattern: str, at: int) -> tuple[str, frozenset[str], int]:
    """A sign, an edge, the name of another unit, or "" and what a group needs; and where the unit ends."""
    sign = pattern[at]
    escape = _ESCAPE.match(pattern, at)
    if escape is not None:
        code, plain = escape[1] or escape[2], escape[3] or ""
        units = {"n": "\n", "b": EDGE, "A": EDGE, "Z": EDGE, "B": "", "s": _BLANK, "W": _BLANK, "d": _BLANK}
        unit = chr(int(code, 16)) if code else units.get(plain, _OTHER if plain.isalnum() else plain)
        return unit, frozenset(), escape.end()
    if sign == "[":
        signs = _CLASS.match(pattern, at)
        assert signs is not None, pattern
        return _OTHER if _LETTER.search(signs[1]) else _BLANK, frozenset(), signs.end()
    if sign == "(":
        edge, opening = _NO_WORD.match(pattern, at), _GROUP.match(pattern, at)
        if edge is not None:
            return EDGE, frozenset(), edge.end()
        assert opening is not None, pattern
        inner, end = _alternatives(pattern, opening.end())
        looks = opening[0][-1] in "=!"
        return "" if looks or inner else _OTHER, frozenset() if looks else inner, end + 1
    return _OTHER if sign == "." else EDGE if sign in "^$" else sign.lower(), frozenset(), at + 1


def _better(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Of two sets that are both needed the one that is found less often."""
    if not one or not other:
        return one or other
    return max(one, other, key=lambda texts: (min(map(_worth, texts)), -len(texts)))


def _worth(text: str) -> int:
    """How seldom a text is found: it counts letters, and edges."""
    bare = text.strip(_START + _END)
    letters = sum(map(str.isalnum, bare))
    return letters + (not bare[:1].isalnum()) + (not bare[-1:].isalnum()) if letters else bare > EDGE


class Signs:
    """For sets of needed texts: of which of them a text holds one, as the bits of a number.

    A text of several words is looked for by one of them, so a bit may be set that need not be.
    """

    def __init__(self, needs: Sequence[frozenset[str]]) -> None:
        self._unknown = 0
        self._index: dict[str, dict[str, int]] = {}
        for number, texts in enumerate(needs):
            pieces = {max(_pieces(text), key=_worth) for text in texts}
            if not all(piece.strip(EDGE) for piece in pieces) or not pieces:
                self._unknown |= 1 << number
                continue
            for piece in pieces:
                of_start = self._index.setdefault(piece.strip(EDGE)[:3], {})
                of_start[piece] = of_start.get(piece, 0) | 1 << number
        self._words = _Words(self)
        self.of = lru_cache(_TEXTS)(self._of)

    def _of(self, text: str) -> int:
        return reduce(or_, filter(None, map(self._words.__getitem__, text.split())), self._unknown)

    def in_word(self, word: str) -> int:
        """The bits of what stands in a text without blanks."""
        lowered, bits = word.lower(), 0
        pairs = list(map(add, lowered, lowered[1:]))
        for start in self._index.keys() & {*lowered, *pairs, *map(add, pairs, lowered[2:])}:
            for piece, of_piece in self._index[start].items():
                if _holds(lowered, piece):
                    bits |= of_piece
        return bits


class _Words(dict[str, int]):
    """The bits of words, remembered."""

    def __init__(self, signs: Signs) -> None:
        self._signs = signs

    def __missing__(self, word: str) -> int:
        bits = self._signs.in_word(word)
        if len(word) <= _LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[word] = bits
        return bits


def _pieces(text: str) -> list[str]:
    """The texts without blanks that stand in a text, with edges where blanks are."""
    return f"{EDGE} {EDGE}".join(text.split(" ")).replace("\n", f"{EDGE} {EDGE}").split(" ")


def _holds(word: str, piece: str) -> bool:
    """Whether the piece stands in the word, with no letter beside its edges, or so often that it may."""
    bare = piece.strip(EDGE)
    at = word.find(bare)
    if piece == bare:
        return at >= 0
    before, behind = piece[0] == EDGE, piece[-1] == EDGE
    for _ in range(_LONGEST):
        if at < 0:
            return False
        end = at + len(bare)
        if not (before and word[at - 1 : at].isalpha()) and not (behind and word[end : end + 1].isalpha()):
            return True
        at = word.find(bare, at + 1)
    return True
