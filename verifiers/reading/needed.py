r"""What a text must hold for a regular expression to match in it: so most searches are spared.

    >>> [sorted(texts) for texts in needed(r"\b(?:either|one)\s(?:of )?two\b")]
    [['\x08two\x08'], ['\x08either\x08', '\x08one\x08']]

The expressions are those of ``words``: alternatives, groups, character classes and quantifiers, without
regard to case.  A backspace stands where a word ends or begins: no letter is beside it.  `Signs` says for
many expressions at once which of them a text may match, at the cost of splitting it at its blanks.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from operator import or_

EDGE = "\b"
PLACED = "\x01\x04"
"""Signs that readers put in for parts of a text: any text may hold them."""
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
_PIECE = re.compile(rf"{EDGE}?[^\W\d_]+{EDGE}?|[^\w\s{EDGE}{PLACED}]|[\d_]")
"""A word or a part of one, with an edge where it begins or ends; or a sign."""
_RUN, _NO_LETTERS = re.compile(r"[^\W\d_]+"), re.compile(rf"(?:[\W\d_](?<![{EDGE}{PLACED}]))+")
_REMEMBERED, _LONGEST, _TEXTS = 1 << 15, 40, 128
"""Words and texts of which the signs are remembered, and the letters that such a word has at most."""
_SETS = 2
"""So many of the sets of texts that a pattern needs are looked for."""
_is_common = re.compile(
    "a|and|are|as|at|be|for|i|in|is|it|no|not|of|on|or|so|that|the|this|to|which"
).fullmatch


def needed(pattern: str) -> list[frozenset[str]]:
    """Sets of texts in lower case: all that ``pattern`` matches has one of each; the rarest first."""
    required, end = _alternatives(pattern, 0)
    assert end == len(pattern), pattern
    bare = (frozenset(text.strip(_START + _END) for text in texts) for texts in required)
    return sorted(dict.fromkeys(bare), key=_rarity, reverse=True)


def parted(pattern: str) -> list[str]:
    """The alternatives of a pattern that stand in no group."""
    parts, place, depth = [], 0, 0
    for sign in _STRUCTURE.finditer(pattern):
        depth += (sign[0] == "(") - (sign[0] == ")")
        if sign[0] == "|" and not depth:
            parts.append(pattern[place : sign.start()])
            place = sign.end()
    return [*parts, pattern[place:]]


def _alternatives(pattern: str, at: int) -> tuple[list[frozenset[str]], int]:
    """What alternatives need that begin here, and where they end: at a parenthesis or at the end."""
    required: list[list[frozenset[str]]] = []
    while True:
        pieces, at = _sequence(pattern, at)
        required.append(pieces)
        if pattern[at : at + 1] != "|":
            break
        at += 1
    if len(required) == 1 or not all(required):
        return required[0] if len(required) == 1 else [], at
    return [frozenset().union(*(max(pieces, key=_rarity) for pieces in required))], at


def _sequence(pattern: str, at: int) -> tuple[list[frozenset[str]], int]:
    """What a sequence needs: all of its literal runs and groups."""
    told, run, group = list[frozenset[str]](), _START, list[frozenset[str]]()
    while at < len(pattern) and pattern[at] not in "|)":
        letters = _LETTERS.match(pattern, at)
        if letters is not None:  # as the loop does, many signs at once
            told += _edged(group, _END, edge=not letters[0][0].isalpha())
            run, group, at = run + letters[0].lower(), [], letters.end()
            continue
        unit, inner, at = _unit(pattern, at)
        quantifier = _QUANTIFIER.match(pattern, at)
        at = quantifier.end() if quantifier is not None else at
        if unit == "" and not inner:
            continue
        optional = quantifier is not None and quantifier[0].startswith(("*", "?", "{0", "{,"))
        beside = unit in (EDGE, _BLANK) or (len(unit) == 1 and not unit.isalpha())
        told += _edged(group, _END, edge=beside and not optional)
        group = []
        if optional:
            kept = (beside or _ends(inner)) and not run[-1:].isalpha()
            told, run = told + _told(run), (_START if run == _START else run and EDGE) if kept else ""
            continue
        if len(unit) == 1 and (quantifier is None or unit == EDGE):
            run += unit
            continue
        if inner:
            group = _edged(inner, _START, edge=run != "" and not run[-1].isalpha(), keep=run == _START)
            group = _edged(group, _END, edge=False) if quantifier is not None else group
        told += _told(run + (unit if len(unit) == 1 else EDGE if unit == _BLANK else ""))
        run = EDGE if beside or _ends(inner) else ""
    return [*told, *group, *_told(run + _END)], at


def _told(run: str) -> list[frozenset[str]]:
    return [frozenset({run})] if run.strip(_START + _END + EDGE) else []


def _edged(told: list[frozenset[str]], mark: str, *, edge: bool, keep: bool = False) -> list[frozenset[str]]:
    """The texts with an edge where the mark stands, or without the mark."""
    sign = EDGE if edge else ""
    return told if keep else [frozenset(text.replace(mark, sign) for text in texts) for texts in told]


def _ends(inner: list[frozenset[str]]) -> bool:
    """Whether no letter is at the end of what a group matches that needs these texts."""
    return any(all(text[-1] == _END and not text[-2:-1].isalpha() for text in texts) for texts in inner)


def _unit(pattern: str, at: int) -> tuple[str, list[frozenset[str]], int]:
    """A sign, an edge, the name of another unit, or "" and what a group needs; and where the unit ends."""
    sign = pattern[at]
    escape = _ESCAPE.match(pattern, at)
    if escape is not None:
        code, plain = escape[1] or escape[2], escape[3] or ""
        units = {"n": "\n", "b": EDGE, "A": EDGE, "Z": EDGE, "B": "", "s": _BLANK, "W": _BLANK, "d": _BLANK}
        unit = chr(int(code, 16)) if code else units.get(plain, _OTHER if plain.isalnum() else plain)
        return unit, [], escape.end()
    if sign == "[":
        signs = _CLASS.match(pattern, at)
        assert signs is not None, pattern
        return _OTHER if _LETTER.search(signs[1]) else _BLANK, [], signs.end()
    if sign == "(":
        edge, opening = _NO_WORD.match(pattern, at), _GROUP.match(pattern, at)
        if edge is not None:
            return EDGE, [], edge.end()
        assert opening is not None, pattern
        inner, end = _alternatives(pattern, opening.end())
        looks = opening[0][-1] in "=!"
        return "" if looks or inner else _OTHER, [] if looks else inner, end + 1
    return _OTHER if sign == "." else EDGE if sign in "^$" else sign.lower(), [], at + 1


def _rarity(texts: frozenset[str]) -> tuple[int, int]:
    """How seldom one of the texts is found, the fewer the better."""
    return min(map(_worth, texts)), -len(texts)


def _worth(text: str) -> int:
    """How seldom a text is found: it counts letters, and edges."""
    bare = text.strip(_START + _END)
    letters = sum(map(str.isalnum, bare))
    if not letters:
        return bare > EDGE
    if _is_common(bare.strip(EDGE + " ")):
        return 2 + bare.count("n")
    return 2 + letters + (not bare[:1].isalnum()) + (not bare[-1:].isalnum())


class Signs:
    """For lists of sets of needed texts: of which of them a text holds one of each set, as the bits of a
    number.

    The `_SETS` rarest sets of words or signs of a list are looked for.  The bits of the first are the lowest
    of a word's number, those of the others stand above.  Of a text of several words one is looked for, or
    each, so a bit may be set that need not be.
    """

    def __init__(self, needs: Sequence[Sequence[frozenset[str]]]) -> None:
        self._size, self._unknown = len(needs), 0
        self._signs, self._whole, self._beginning, self._end = (dict[str, int]() for _ in range(4))
        self._within: dict[str, dict[str, int]] = {}
        for number, required in enumerate(needs):
            sets = sorted((pieces for texts in required for pieces in _by_piece(texts)), key=_rarity)
            for place in range(_SETS):
                bit = 1 << number + place * self._size
                pieces = sets.pop() if sets else frozenset()
                if not pieces or any(len(piece) == 1 and piece.isalpha() for piece in pieces):
                    self._unknown |= bit
                    continue
                for piece in pieces:
                    table, text = self._table(piece), piece.strip(EDGE)
                    table[text] = table.get(text, 0) | bit
        self._longest = max(map(len, [*self._beginning, *self._end]), default=0)
        self._words, self._runs = _Remembered(self._in_word), _Remembered(self._in_run)
        self.of = lru_cache(_TEXTS)(self._of)

    def _table(self, piece: str) -> dict[str, int]:
        """Where the bits of a piece stand: by what is known of its ends."""
        begins, ends = piece[0] == EDGE, piece[-1] == EDGE
        if begins or ends:
            return self._whole if begins and ends else self._beginning if begins else self._end
        return self._within.setdefault(piece[:2], {}) if piece.isalpha() else self._signs

    def _of(self, text: str) -> int:
        bits = reduce(or_, filter(None, map(self._words.__getitem__, text.split())), self._unknown)
        return bits & bits >> self._size & (1 << self._size) - 1

    def _in_word(self, word: str) -> int:
        """The bits of what stands in a text without blanks."""
        lower = word.lower()
        bits = reduce(or_, map(self._runs.__getitem__, _RUN.findall(lower)), 0)
        for sign in self._signs.keys() & {*lower}:
            bits |= self._signs[sign]
        return bits

    def _in_run(self, run: str) -> int:
        """The bits of letters in lower case that stand between other signs."""
        bits = self._whole.get(run, 0)
        for length in range(1, min(len(run), self._longest) + 1):
            bits |= self._beginning.get(run[:length], 0) | self._end.get(run[-length:], 0)
        for place in range(len(run) - 1):
            for piece, of_piece in self._within.get(run[place : place + 2], {}).items():
                if run.startswith(piece, place):
                    bits |= of_piece
        return bits


class _Remembered(dict[str, int]):
    """The bits of words, remembered; equal ones once, so that they fit the processor's caches."""

    def __init__(self, bits_of: Callable[[str], int]) -> None:
        self._bits_of, self._same = bits_of, dict[int, int]()

    def __missing__(self, word: str) -> int:
        bits = self._bits_of(word)
        if len(word) <= _LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
                self._same.clear()
            self[word] = self._same.setdefault(bits, bits)
        return bits


def _by_piece(texts: frozenset[str]) -> list[frozenset[str]]:
    """The words and signs of a text, a set each; of several texts a set of the rarest of each."""
    pieces = [_PIECE.findall(_NO_LETTERS.sub(rf"{EDGE}\g<0>{EDGE}", text)) for text in texts]
    if len(pieces) == 1:
        return [frozenset({piece}) for piece in pieces[0]]
    return [frozenset(max(of_text, key=_worth) for of_text in pieces)] if all(pieces) else []
