"""Items that prose names one after another: "it may (x), or paint, (y) and (z). Robot2 has just (v)."."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from .beside import behind, strange, takes_out
from .groups import BLOCK, Group
from .headings import OPTION, SUMMARY, doing, rejects
from .kinds import PLANS, AnswerKind
from .lexer import MARK
from .reading import Reading, Request, open_answer
from .words import Guarded, lower_phrase, phrase, words

_MOST = 64
"""Prose names so many runs of items at most."""
_ALLOWED = Guarded(r"\b<<allowed>>\b(?! (?:be|not|have|well|also be|work|apply|hold|or)\b)[^.!?;\n]*")
_CHOICE = lower_phrase(r"\b(?:either|or|oder|ou|<<foreign or>>|may)\b")
_TOO = phrase(
    r"\b(?:too|either)(?=\s*(?:[.,;]|$))"
    r"|\bthe (?:other|second)(?! (?:plan|list|way|option|answer|reading|idea|choice|version))"
    rf"(?=[^.;\n{MARK}]{{0,40}}{MARK})"
)
_OPEN = Guarded(
    rf"\b<<time>>\s+[\"'(]*{MARK}|\.\.\.|\betc\b"
    r"|(?:,|\band)(?: then)? (?:so on|something|some|several|a few|more|others|the rest|whatever|anything)\b"
    rf"|^[^{MARK}]*{MARK}[^{MARK}]*\b<<ending>>\b[^{MARK}]*{MARK}\W*$"
)
"""An action before or after which something is, or is done, is out of its turn; others are not named."""
_LIKEWISE = phrase(r"\bso (?:does|do|is|are|can)\b(?!\s*:)")
_PARTED = re.compile(r"(?<=[\x01\x04])[\"')]*[.!?;](?=\s|$)|\n")
"""What parts a list from the prose behind it."""
_ADDS = phrase(r"\s*<<adding>>\b")
_JOINS = phrase(r"[\s,;]*<<joining>>\b")
_LABEL = re.compile(
    rf"[\s.,;]*(?:[^.!?:\n|{MARK}]{{0,80}}(?::|->)|\|(?:\s*\|)?(?:[^|\n{MARK}]{{0,40}}\|)?)\s*"
)
_SENTENCE = re.compile(r"[.!?;\n](?=\s|$)")
_SAID = phrase(r"\s*(?!<<joining>>\b)([^\W\d_][\w'-]*)[^.,;:!?()\n-]*")
"""What is said of an item right behind it."""
_AFFIRMING = words("affirming", "able", "good", "yes", "whole", "between", "lead", "reason")
_PONDERED = words("pondered")
_WORD = re.compile(r"[\w'-]+")


def strewn(text: str, groups: list[Group], chosen: Group, request: Request) -> Group | Reading | None:
    """The items that prose names one after another, or labels and cells of a table, as one group, or what
    speaks against that; None where a list stands apart from the prose."""
    kind, names = request.kind, doing(request.vocabulary or ()) if request.kind not in PLANS else None
    named = [group for group in groups if group.rank]
    if SUMMARY.search(_LIKEWISE.sub("", chosen.lead)):
        named = named[named.index(chosen) :]
    if not 1 < len(named) <= _MOST or chosen.bracket:
        return None
    if kind in PLANS and chosen is named[-1] and _anew(text, named):
        return None
    first, places = 0, [(group.start, group.end) for group in named]
    if kind in PLANS or not _labelled(text, places, names or set()):
        parted = _PARTED.search(text, chosen.end, named[1].start) if chosen is named[0] else None
        added = parted is not None and kind not in PLANS and _ADDS.match(text, parted.end()) is not None
        if chosen.rank == BLOCK and (chosen is not named[0] or (parted is not None and not added)):
            return None
        first, against = _apart(text, places, kind, names)
        if first > named.index(chosen) and chosen.rank < BLOCK:
            return open_answer(chosen.lead)
        if first >= len(named) - 1 or first > named.index(chosen):
            return None
        if against is not None:
            return open_answer(against)
    items = [item for group in named[first:] for item in group.members]
    return replace(named[first], members=items, rest=named[-1].rest, end=named[-1].end, rank=chosen.rank)


def _anew(text: str, named: list[Group]) -> bool:
    """Whether a labelled series of several steps, in a sentence of its own, ends what prose names."""
    *told, last = named
    gap = text[told[-1].end : last.start]
    alone = last.lead.rstrip()[-1:] == ":" and len(last.members) > 1 and _SENTENCE.search(gap) is not None
    return alone and _ADDS.match(last.lead) is None and not any(":" in group.lead for group in told)


def _labelled(text: str, places: Sequence[tuple[int, int]], names: set[str]) -> bool:
    """Whether labels or the lines of a table part the items at these places, and none of them denies any."""
    labels = [text[end:start] for (_, end), (start, _) in pairwise(places)]
    if not all(_LABEL.fullmatch(label) and "\n\n" not in label for label in labels):
        return False
    above = text[: places[0][0]].rsplit("\n", 4)[-4:]
    cells = [cell for line in above if line.lstrip()[:1] == "|" for cell in line.split("|")]
    return not any(
        rejects(label) or strange(label, names) or OPTION.match(label) or SUMMARY.search(label)
        for label in labels + cells
    )


def _apart(
    text: str, places: Sequence[tuple[int, int]], kind: AnswerKind, names: set[str] | None
) -> tuple[int, str | None]:
    """Which of the items at these places is the first that the words before it leave standing, and what says
    of the ones behind it that they are no list with it; None when nothing does."""
    text = _TOO.sub(_blank, text)
    if kind not in PLANS:
        text = _ALLOWED.sub(lambda allowed: _CHOICE.sub(_blank, allowed[0].lower()), text)
    ends = [0, *(end for _, end in places)]
    gaps = [text[end:start] for end, (start, _) in zip(ends, places, strict=False)]
    out = [_out(_SENTENCE.split(gap)[-1], names) for gap in gaps]
    first = out.index(False) if False in out else len(out)
    if first < len(out) and first and _SENTENCE.search(gaps[first]) is None:
        return 0, gaps[first]
    for number in range(first + 1, len(gaps)):
        gap = gaps[number]
        said = gap if out[number] or _denied(gap) else behind(_JOINS.sub("", gap, 1), kind, listed=True)
        if said is not None:
            return first, said
    span = text[ends[first] : ends[-1]]
    return first, span[-60:] if _denied(text[ends[-1] :]) or _OPEN.search(span) is not None else None


def _out(lead: str, names: set[str] | None) -> bool:
    """Whether the words before an item in its sentence deny it, or only look at it.  ``names``: what may be
    said of a set of actions; None for a plan, which does without something."""
    denied = takes_out(lead, moves=False) if names is None else strange(lead, names)
    return denied or not _PONDERED.isdisjoint(_WORD.findall(lead.lower()))


def _denied(rest: str) -> bool:
    """Whether something else is said of an item than that it is right."""
    said = _SAID.match(rest)
    return said is not None and _AFFIRMING.isdisjoint(_WORD.findall(said[0].lower()))


def _blank(word: re.Match[str]) -> str:
    return " " * len(word[0])
