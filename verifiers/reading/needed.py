"""What a text must hold for a regular expression to match in it: so most searches are spared.

    >>> sorted(needed(r"\\b(?:either|one) of (?:the )?two\\b|tie[ds]"))
    ['tie', 'two']

The expressions are those of ``words``: alternatives, groups, character classes and quantifiers, without
regard to case.  A search for a few words takes a fraction of one for a pattern of many alternatives.
"""

from __future__ import annotations

import re

_QUANTIFIER = re.compile(r"[*?+][?+]?|\{\d*,?\d*\}\??")
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))", re.DOTALL)
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")
_GROUP = re.compile(r"\((?:\?(?:P<\w+>|-?[a-z]*:|<?[=!]))?")


def needed(pattern: str) -> frozenset[str]:
    """Texts in lower case, one of which is in all that ``pattern`` matches; empty where that is unknown."""
    required, end = _alternatives(pattern, 0)
    assert end == len(pattern), pattern
    return required


def _alternatives(pattern: str, at: int) -> tuple[frozenset[str], int]:
    """What alternatives need that begin here, and where they end: at a parenthesis or at the end."""
    required: list[frozenset[str]] = []
    while True:
        one, at = _sequence(pattern, at)
        required.append(one)
        if pattern[at : at + 1] != "|":
            return frozenset() if not all(required) else frozenset().union(*required), at
        at += 1


def _sequence(pattern: str, at: int) -> tuple[frozenset[str], int]:
    """What a sequence needs: of its literal runs and groups the one that is the longest."""
    best, run = frozenset[str](), ""
    while at < len(pattern) and pattern[at] not in "|)":
        literal, inner, at = _unit(pattern, at)
        quantifier = _QUANTIFIER.match(pattern, at)
        at = quantifier.end() if quantifier is not None else at
        optional = quantifier is not None and quantifier[0].startswith(("*", "?", "{0", "{,"))
        if literal and quantifier is None:
            run += literal
            continue
        if literal and not optional:
            run += literal
        best, run = _better(_better(best, frozenset({run} - {""})), frozenset() if optional else inner), ""
    return _better(best, frozenset({run} - {""})), at


def _unit(pattern: str, at: int) -> tuple[str, frozenset[str], int]:
    """A literal sign, or "" and what a group needs, and where the unit ends."""
    sign = pattern[at]
    escape = _ESCAPE.match(pattern, at)
    if escape is not None:
        code, plain = escape[1] or escape[2], escape[3] or ""
        literal = chr(int(code, 16)) if code else "\n" if plain == "n" else "" if plain.isalnum() else plain
        return literal, frozenset(), escape.end()
    if sign == "[":
        signs = _CLASS.match(pattern, at)
        assert signs is not None, pattern
        return "", frozenset(), signs.end()
    if sign == "(":
        opening = _GROUP.match(pattern, at)
        assert opening is not None, pattern
        inner, end = _alternatives(pattern, opening.end())
        looks = opening[0][-1] in "=!"
        return "", frozenset() if looks else inner, end + 1
    if sign in ".^$":
        return "", frozenset(), at + 1
    return sign.lower(), frozenset(), at + 1


def _better(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Of two sets that are both needed the one that is found less often: with more letters in its texts."""
    if not one or not other:
        return one or other
    return max(
        one, other, key=lambda texts: (min(sum(map(str.isalnum, text)) for text in texts), -len(texts))
    )
