"""Choosing among groups of atoms: the answer of the kinds ACTIONS, PLAN, ATOM_OR_NONE, ACTION_OR_NONE, ACTION.

Groups with a word of the vocabulary outrank groups without.  Then, in this order: the group that a mark's zone
begins with; groups in brackets or fences; groups that stand (on lines of their own, announced by a colon or "is",
concluded by "so ...") and, where one atom is asked, name just one; what else the text mentions.  Within a rank
the first one counts in a mark's zone, the last one elsewhere; mentions count by the line.
"""

from __future__ import annotations

import re

from .groups import BAD, KNOWN, Group, Item, groups, items
from .kinds import LISTS, AnswerKind
from .reading import Reading, conflicting, found, malformed, none_answer, too_large
from .text import unfenced

_LEADING = re.compile(
    r"(?:[\s*_`\"'#>|:=$\[({.-]|\d+(?!\d)[.):]?|[a-z][.)]|(?:steps?|actions?|then|facts?|atoms?|propositions?)\b)*",
    re.IGNORECASE,
)
_FENCE = re.compile(r"```+[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)


def read_atoms(
    text: str,
    kind: AnswerKind,
    vocabulary: frozenset[str] | None,
    *,
    marked: bool,
    first: bool,
    cut: bool = False,
) -> Reading | None:
    """The answer in ``text``, or None when it holds no candidate.

    ``marked``: the text follows a mark; ``cut``: its beginning was cut off.
    """
    bare = unfenced(text)
    found_items = items(bare, vocabulary)
    if not found_items:
        return None
    chosen = _choose(bare, found_items, kind, marked)
    if chosen is None and "```" in text:
        chosen = _fenced(text, kind, vocabulary, marked)
    if chosen is None:
        chosen = _by_rank(
            groups(bare, found_items, headings=marked and kind is AnswerKind.ACTIONS), bare, kind, marked
        )
    if chosen is None:
        return malformed(next(item.fault for item in found_items if item.grade == BAD))
    picked, note = chosen
    if cut and _LEADING.fullmatch(bare, 0, picked[0].start):
        return too_large("the answer begins before the part of the text that is searched")
    return value_of(picked, kind, note, first=first)


Choice = tuple[list[Item], str]


def _choose(text: str, found_items: list[Item], kind: AnswerKind, marked: bool) -> Choice | None:
    """The group that the text begins with, if that is what counts."""
    if not marked and len(found_items) > 1:
        return None
    if _LEADING.fullmatch(text, 0, found_items[0].start) is None:
        return None
    group = groups(text, found_items, headings=kind is AnswerKind.ACTIONS)[0]
    good = [item for item in group.items if item.grade != BAD]
    if not good or group.rejected:
        return None
    if group.items[0].text == "none":
        return _after_none(text, group.items)
    return group.items, ""


def _after_none(text: str, members: list[Item]) -> Choice:
    """A parenthesis right behind None is a remark, not a second answer."""
    rest = members[1:]
    if rest and not text[members[0].end : rest[0].start].strip(" \t*_`"):
        rest = [] if len(rest) == 1 or rest[0].grade != KNOWN else rest
    return [members[0], *rest], ""


def _fenced(text: str, kind: AnswerKind, vocabulary: frozenset[str] | None, marked: bool) -> Choice | None:
    fences = list(_FENCE.finditer(text))
    for fence in fences if marked else reversed(fences):
        content = fence[1]
        inside = items(content, vocabulary)
        if any(item.grade == KNOWN for item in inside):
            chosen = _by_rank(groups(content, inside), content, kind, marked)
            if chosen is not None:
                return chosen[0], "in the fenced block"
    return None


def _by_rank(candidates: list[Group], text: str, kind: AnswerKind, marked: bool) -> Choice | None:
    for known in (True, False):
        fit = [group for group in candidates if _fits(group, known) and not group.rejected]
        if fit:
            return _ranked(fit, text, kind, marked)
    fit = [group for group in candidates if any(item.grade != BAD for item in group.items)]
    return _ranked(fit, text, kind, marked) if fit else None


def _fits(group: Group, known: bool) -> bool:
    return any(item.grade == KNOWN if known else item.grade != BAD for item in group.items)


def _ranked(fit: list[Group], text: str, kind: AnswerKind, marked: bool) -> Choice:
    pick = 0 if marked else -1
    bracketed = [group for group in fit if group.bracketed]
    if bracketed:
        return _adjacent(bracketed, text, pick), "list in brackets"
    single = kind not in LISTS
    standing = [group for group in fit if group.standing and not (single and _several(group))]
    if standing:
        if single and marked:
            return [item for group in standing for item in group.items], "announced"
        return standing[pick].items, _describe(standing[pick], marked)
    last = fit[pick]
    if last.standing:
        return last.items, _describe(last, marked)
    return _same_line(fit, text, pick, kind), f"{'first' if marked else 'last'} mention"


def _describe(group: Group, marked: bool) -> str:
    order = "first" if marked else "last"
    return f"{order} list of lines" if group.block and len(group.items) > 1 else f"{order} announced"


def _several(group: Group) -> bool:
    return len({item.text for item in group.items}) > 1


def _adjacent(bracketed: list[Group], text: str, pick: int) -> list[Item]:
    """The items of the first or last bracket, and of different ones that touch it."""
    chosen = bracketed[pick]
    texts = [item.text for item in chosen.items]
    ordered = bracketed[1:] if pick == 0 else bracketed[-2::-1]
    edge = chosen
    for other in ordered:
        left, right = (edge, other) if pick == 0 else (other, edge)
        if text[left.end : right.start].strip(" \t\n,[]\"'`"):
            break
        if [item.text for item in other.items] != texts:
            return [Item(0, 0, _show(group), BAD, "two different lists") for group in (left, right)]
        edge = other
    return chosen.items


def _show(group: Group) -> str:
    return "[" + ", ".join(item.text for item in group.items if item.text != "[]") + "]"


def _same_line(fit: list[Group], text: str, pick: int, kind: AnswerKind) -> list[Item]:
    chosen = fit[pick]
    line = [
        group
        for group in fit
        if not group.standing
        and "\n" not in text[min(group.end, chosen.end) : max(group.start, chosen.start)]
    ]
    if kind in LISTS and len({tuple(item.text for item in group.items) for group in line}) > 1:
        return [Item(0, 0, _show(group), BAD, "two different lists") for group in line]
    if kind in LISTS:
        return chosen.items
    return [item for group in line for item in group.items]


def value_of(members: list[Item], kind: AnswerKind, note: str, *, first: bool) -> Reading:
    """The value that the items of one group stand for."""
    bad = next((item for item in members if item.grade == BAD), None)
    if bad is not None:
        if bad.fault == "two different lists":
            return conflicting([item.text for item in members])
        return malformed(bad.fault)
    texts = [item.text for item in members]
    distinct = list(dict.fromkeys(texts))
    if kind in LISTS:
        if distinct in (["[]"], ["none"]):
            return found([], "empty list") if distinct == ["[]"] else none_answer(kind, note or "None")
        if "none" in distinct or "[]" in distinct:
            return conflicting(distinct)
        return found(texts, note)
    if len(distinct) > 1 and not first:
        return conflicting(distinct)
    if distinct[0] in ("none", "[]"):
        return none_answer(kind, note or "None")
    return found(distinct[0], note)


__all__ = ["read_atoms", "value_of"]
