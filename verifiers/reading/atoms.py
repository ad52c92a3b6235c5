"""Choosing among groups of atoms: the answer of the kinds whose value is one atom or one list of atoms.

Groups with a word of the vocabulary outrank groups without.  Then, in this order: the group that a mark's
zone begins with; groups in brackets or fences; groups that stand (on lines of their own, announced by a
colon or "is", concluded by "so ...") and, where one atom is asked, name just one; what else the text
mentions.  Within a rank the first one counts behind a final mark, the last one elsewhere; mentions count by
the line.
"""

from __future__ import annotations

import re

from .groups import Group, groups
from .items import BAD, KNOWN, Item, bare_items, items, quoted_items
from .kinds import LISTS
from .reading import Reading, Request, conflicting, found, malformed, none_answer, too_large
from .text import unfenced

_LEADING = re.compile(
    r"(?:[\s*_`\"'#>|:=$\[({.-]|\d+(?!\d)[.):]?|[a-z][.)]|(?:steps?|actions?|then|facts?|atoms?|propositions?)\b)*",
    re.IGNORECASE,
)
_BROKEN_ATOM = re.compile(r"[\w\s,.-]{0,400}\)[\s,;]*")
_ALTERNATIVE = re.compile(r"\b(?:another|alternative(?:ly)?|or|also)\b", re.IGNORECASE)
_FENCE = re.compile(r"```+[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)


def read_atoms(text: str, request: Request) -> Reading | None:
    """The answer in ``text``, or None when it holds no candidate."""
    bare = unfenced(text)
    found_items = items(bare, request.vocabulary)
    if not found_items:
        found_items = bare_items(bare, request.vocabulary)
        if not found_items and request.kind not in LISTS:
            found_items = quoted_items(bare, request.vocabulary)
        return _value(found_items, request, "words without parentheses") if found_items else None
    candidates = groups(bare, found_items, request.kind, first=request.final)
    if not candidates:
        return too_large("the list is too long")
    chosen = _leading(bare, candidates[0]) if request.marked or len(found_items) == 1 else None
    if chosen is None and "```" in text:
        chosen = _fenced(text, request)
    if chosen is None:
        chosen = _by_rank(candidates, bare, request)
    if chosen is None:
        return malformed(next(item.fault for item in found_items if item.grade == BAD))
    picked, note = chosen
    if request.cut and _touches_start(bare, picked[0][0].start):
        return too_large("the answer begins before the part of the text that is searched")
    if len(picked) > 1 and not request.first:
        return conflicting([_show(group) for group in picked])
    return _value(picked[0], request, note if len(found_items) > 1 else "")


def _show(members: list[Item]) -> str:
    return "[" + ", ".join(item.text for item in members if item.text != "[]") + "]"


Choice = tuple[list[list[Item]], str]
"""Groups of equal rank (more than one if they differ), and what the rank is."""


def _touches_start(text: str, start: int) -> bool:
    broken = _BROKEN_ATOM.match(text)
    return _LEADING.fullmatch(text, broken.end() if broken is not None else 0, start) is not None


def _leading(text: str, group: Group) -> Choice | None:
    """The group that the text begins with."""
    if group.rejected or _LEADING.fullmatch(text, 0, group.start) is None:
        return None
    if all(item.grade == BAD for item in group.items):
        return None
    if group.items[0].text == "none":
        return _after_none(text, group.items)
    return [group.items], ""


def _after_none(text: str, members: list[Item]) -> Choice:
    """A parenthesis right behind None is a remark, not a second answer."""
    rest = members[1:]
    if rest and not text[members[0].end : rest[0].start].strip(" \t*_`"):
        rest = [] if len(rest) == 1 or rest[0].grade != KNOWN else rest
    return [[members[0], *rest]], ""


def _fenced(text: str, request: Request) -> Choice | None:
    fences = list(_FENCE.finditer(text))
    for fence in fences if request.final else reversed(fences):
        inside = items(fence[1], request.vocabulary)
        if any(item.grade == KNOWN for item in inside):
            chosen = _by_rank(groups(fence[1], inside, request.kind), fence[1], request)
            if chosen is not None:
                return chosen[0], "in the fenced block"
    return None


def _by_rank(candidates: list[Group], text: str, request: Request) -> Choice | None:
    for known in (True, False):
        fit = [group for group in candidates if _fits(group, known) and not group.rejected]
        if fit:
            return _ranked(fit, text, request)
    fit = [group for group in candidates if any(item.grade != BAD for item in group.items)]
    return _ranked(fit, text, request) if fit else None


def _fits(group: Group, known: bool) -> bool:
    return any(item.grade == KNOWN if known else item.grade != BAD for item in group.items)


def _ranked(fit: list[Group], text: str, request: Request) -> Choice:
    pick, order = (0, "first") if request.final else (-1, "last")
    bracketed = [group for group in fit if group.bracketed]
    if bracketed:
        if request.marked and "\n" not in text[: bracketed[0].start].lstrip():
            pick = 0
        return _adjacent(bracketed, text, pick), "list in brackets"
    single = request.kind not in LISTS
    standing = [group for group in fit if group.standing and not (single and _several(group))]
    if standing and single and request.final:
        return [[item for group in standing for item in group.items]], "announced"
    if single and len(standing) > 1:
        lead = text[standing[-2].end : standing[-1].start]
        if "\n" not in lead and _ALTERNATIVE.search(lead):
            return [standing[-2].items + standing[-1].items], "alternatives"
    if standing or fit[pick].standing:
        chosen = standing[pick] if standing else fit[pick]
        lines = chosen.block and len(chosen.items) > 1
        return [chosen.items], f"{order} list of lines" if lines else f"{order} announced"
    return _same_line(fit, text, pick, single), f"{order} mention"


def _several(group: Group) -> bool:
    return len({item.text for item in group.items}) > 1


def _adjacent(bracketed: list[Group], text: str, pick: int) -> list[list[Item]]:
    """The first or last bracket, and those that touch it if they differ."""
    ordered = bracketed if pick == 0 else bracketed[::-1]
    touching = [ordered[0]]
    for other in ordered[1:]:
        left, right = (touching[-1], other) if pick == 0 else (other, touching[-1])
        if text[left.end : right.start].strip(" \t\n,[]\"'`"):
            break
        touching.append(other)
    return _different(touching if pick == 0 else touching[::-1])


def _same_line(fit: list[Group], text: str, pick: int, single: bool) -> list[list[Item]]:
    """What the line of the first or last mention mentions."""
    chosen = fit[pick]
    line = [
        group
        for group in fit
        if not group.standing
        and "\n" not in text[min(group.end, chosen.end) : max(group.start, chosen.start)]
    ]
    return [[item for group in line for item in group.items]] if single else _different(line)


def _different(alike: list[Group]) -> list[list[Item]]:
    return list({tuple(item.text for item in group.items): group.items for group in alike[::-1]}.values())[
        ::-1
    ]


def _value(members: list[Item], request: Request, note: str) -> Reading:
    """The value that the items of one group stand for."""
    bad = next((item for item in members if item.grade == BAD), None)
    if bad is not None:
        return malformed(bad.fault)
    texts = [item.text for item in members]
    distinct = list(dict.fromkeys(texts))
    if request.kind in LISTS:
        if distinct == ["[]"]:
            return found([], "empty list")
        if distinct == ["none"]:
            return none_answer(request.kind, note)
        if "none" in distinct or "[]" in distinct:
            return conflicting(distinct)
        return found(texts, note)
    if len(distinct) > 1 and not request.first:
        return conflicting(distinct)
    if distinct[0] in ("none", "[]"):
        return none_answer(request.kind, note)
    return found(distinct[0], note)


__all__ = ["read_atoms"]
