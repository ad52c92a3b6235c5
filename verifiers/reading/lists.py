"""One list of items: a set of actions, a plan, a set of literals or of changes.

    answer  = bracket | series | block { heading block } | none
    bracket = ( "[" | "{" | "(" ) [ item { separator item } ] closing
    series  = item { separator item } [ remark ]          on one line
    block   = line { line }                               lines of items, each with a verdict or a remark
    line    = a line of ``groups``

An item is a MARK in the skeleton (``lexer``, ``literals``).  Groups rank: brackets and blocks, announced
series, what prose mentions.  Behind a mark the first group of the best rank counts, elsewhere the last one.
In the sentence before and right behind the chosen group nothing may deny it, hedge it, or offer another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .groups import (
    ANY,
    BLOCK,
    GROUP,
    MENTION,
    NUMBERED,
    OPTION,
    REMARK,
    SERIES,
    SUMMARY,
    Group,
    brackets_of,
    groups_of,
)
from .kinds import AnswerKind
from .lexer import MARK
from .reading import Reading, Request, conflicting, malformed, open_answer, too_large
from .words import FORERUNNERS, IDIOMS, OPENINGS

_ALTERNATIVE = re.compile(
    r"\b(?:or|another|alternative(?:ly)?|either|instead|later|otherwise|but)\b", re.IGNORECASE
)
_INCOMPLETE = re.compile(
    r"[\s,;]*(?:(?:and|then|plus) ){0,2}(?:all )?(?:of )?(?:the )?(?:\.\.\.|etc\b|and so on|so on"
    r"|\d+ more\b|more\b"
    r"|others?\b|similar|rest\b"
    r"|remaining ones|but there (?:are|may be|might be|could be) (?:more|others))",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:at least|at most|among others|for example|for instance|such as|e\.g|including"
    r"|some (?:of|applicable|possible)|one of|any of|subset of|part of|approximately"
    r"|(?:first|start by|begin by) (?:check|try|look at|consider)\w*)\b[^.\n]{0,40}$",
    re.IGNORECASE,
)
_LEAD_CLAUSE = re.compile(
    r"^[\s\"'(>#-]*(?:since|because|as|given|with|after|when|while|although|though|based on|considering"
    r"|having|by|in|for|of|from|looking)\b.*,",
    re.IGNORECASE,
)
_ASKED = re.compile(r"[^.!;\n]{0,60}\?")
_PERCENT = re.compile(r"\d\s?%[\s:\"'(]*$")
_NEIGHBOURS = 16
"""So many groups before and behind the chosen one are compared with it."""
MANY, DENSE = 64, 2
"""A list has at most so many items, and one more for so many characters between items."""


_OPTIONAL = re.compile(rf"{MARK}[\"' ]*\((?:optional|maybe|perhaps|possibly|if needed)\)", re.IGNORECASE)
_OR = re.compile(r"[\s,;\"']*(?:or|oder|ou|или|或|\||/)[\s\"']")
_BACK = re.compile(r"\W*(?:or\b|another|alternative|wait|actually|no,|correction)", re.IGNORECASE)
_NEAR, _FEW_WORDS = 160, 6
"""Groups with so few characters between them may be alternatives; with so few words, where one says so."""


def choose_list(
    skeleton: str, values: Sequence[Any], request: Request
) -> tuple[list[int], str] | Reading | None:
    """The numbers of the items of the answer and a note; a Reading that says what is wrong; None for
    nothing."""
    if len(values) > MANY + len(skeleton) // DENSE:
        return too_large("more items than a list of this length can have")
    skeleton, brackets = brackets_of(skeleton)
    if MARK not in skeleton and GROUP not in skeleton:
        return None
    groups, denied = groups_of(skeleton, brackets)
    if not any(group.rank for group in groups):
        return malformed("only what does not belong to the answer is listed") if denied else None
    best = max(group.rank for group in groups)
    fit = [group for group in groups if group.rank == best]
    brackets_only = [group for group in fit if group.bracket]
    if brackets_only:
        last = fit[-1]
        fit = fit if not last.bracket and SUMMARY.search(last.lead) else brackets_only
    number = (
        0
        if request.final or (request.marked and "\n" not in skeleton[: fit[0].start].strip())
        else len(fit) - 1
    )
    while request.first and number and not skeleton[fit[number - 1].end : fit[number].start].strip(" \t\n,;"):
        number -= 1
    chosen = fit[number]
    against = None if request.first else _against(skeleton, groups, chosen, values, request.kind)
    if against is not None:
        return against
    note = {BLOCK: "list", SERIES: "announced", MENTION: "mentioned"}[chosen.rank]
    return chosen.members, note if len(groups) > 1 or chosen.rank == MENTION else ""


def _against(
    skeleton: str, groups: list[Group], chosen: Group, values: Sequence[Any], kind: AnswerKind
) -> Reading | None:
    """What in the sentence of the chosen group, or beside it, is against it."""
    said = _said_against(skeleton, chosen, kind)
    if said is not None:
        return said
    given = {_key(values[number]) for number in chosen.members}
    place = groups.index(chosen)
    for other in groups[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS]:
        if other is chosen or {_key(values[number]) for number in other.members} == given:
            continue
        left, right = (other, chosen) if other.start < chosen.start else (chosen, other)
        if right.start - left.end > REMARK and other.rank < BLOCK:
            continue
        gap = skeleton[left.end : min(right.start, left.end + REMARK)]
        goes_on = other is right and gap.count("\n") == 1 and NUMBERED.match(other.lead) is not None
        if goes_on and chosen.rank == BLOCK and not other.bracket and not chosen.bracket:
            return open_answer(other.lead)
        if _rivals(skeleton, chosen, other, gap):
            return _conflict(other, chosen, values)
    return None


def _said_against(skeleton: str, chosen: Group, kind: AnswerKind) -> Reading | None:
    """What the words right before and behind the chosen group say against it."""
    line = skeleton.rfind("\n", 0, chosen.start) + 1
    before = chosen.lead if chosen.lead.strip() else skeleton[line : chosen.start]
    before = re.split(r"(?<=[.!?])\s", IDIOMS.sub(" ", before))[-1]
    clause = _LEAD_CLAUSE.sub("", before)
    if FORERUNNERS.search(clause.rstrip(" :,\"'")) is not None and not ANY.search(clause):
        return open_answer(before)
    if kind is not AnswerKind.PLAN and _PART.search(clause.rstrip(" :,\"'(")):
        return malformed("the list is said to be a part only")
    rest = skeleton[chosen.end : chosen.end + 200]
    optional = _OPTIONAL.search(skeleton, chosen.start, chosen.end + 12)
    if optional is not None:
        return open_answer(optional[0])
    asked = _ASKED.match(rest) is not None and not ANY.search(rest[: rest.find("?")])
    if asked or _PERCENT.search(skeleton[max(0, chosen.start - 16) : chosen.start]):
        return open_answer(before + rest[:60])
    if _INCOMPLETE.match(rest):
        return malformed("the list is not complete")
    return open_answer(rest[:60]) if OPENINGS.match(rest) is not None else None


def _rivals(skeleton: str, chosen: Group, other: Group, gap: str) -> bool:
    """Whether another group, with this text between, is another answer."""
    if OPTION.match(other.lead) and OPTION.match(chosen.lead):
        return True
    if other.bracket and chosen.bracket and not gap.strip(" \t\n,;[]\"'.|/\x02\x03"):
        return True
    near = len(gap) < _NEAR and "\n\n" not in gap.strip(" ")
    if near and other.rank >= chosen.rank and _ALTERNATIVE.search(gap) and len(gap.split()) <= _FEW_WORDS:
        return True
    if near and other.rank and _OR.match(gap) and "." not in gap:
        return True
    later = other.start > chosen.start and other.rank == BLOCK
    return later and _BACK.match(_own_line(skeleton, other)) is not None


def _own_line(skeleton: str, group: Group) -> str:
    return group.lead.strip() or skeleton[skeleton.rfind("\n", 0, group.start) + 1 : group.start]


def _conflict(one: Group, other: Group, values: Sequence[Any]) -> Reading:
    first, second = (one, other) if one.start < other.start else (other, one)
    return conflicting(
        "[" + ", ".join(str(values[number]) for number in group.members) + "]" for group in (first, second)
    )


def _key(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


__all__ = ["choose_list"]
