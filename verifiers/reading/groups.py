"""Contiguous groups of the items of a text.

Items with nothing but blanks, commas, bullets, numbering, quotes or the words and, or, then between them
form a *run*; runs that begin consecutive lines form a *block*, whatever comment follows them on their
lines.  A group stands in brackets, on lines of its own, announced ("the plan is: ..."), or is merely
mentioned.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .items import KNOWN, Item
from .kinds import LISTS, AnswerKind

RUNS = 512
"""Runs looked at; before the last of so many (behind the first, after a final mark) nobody's answer
stands.
"""


class Group(NamedTuple):
    """Contiguous items and how they stand.

    In brackets; on lines of their own or announced (``standing``); under a heading that rejects them; as a
    list of lines (``block``), of which the first item may stand in the line that announces it (not
    ``begins``).
    """

    items: list[Item]
    start: int
    end: int
    bracketed: bool
    standing: bool
    rejected: bool
    block: bool
    begins: bool
    section: bool


_GAP = re.compile(
    r"(?:[\s,;.\"'`*_|+&>$#=-]|(?:and|or|then|steps?|actions?)\b|\d+(?!\d)[.):]?)*", re.IGNORECASE
)
_PREFIX = re.compile(
    r"(?:[\s*_`\"'#>|+$=\[({-]|\d+(?!\d)[.):]?|[a-z][.)]|(?:steps?|actions?|then|and)\b:?)*", re.IGNORECASE
)
_BULLET = re.compile(r"[*+>|#-]|\d")
_COMMENT = re.compile(r"[\s*_`\"'\])}.,;]*(?:$|\n|--?|[:;#(|/\[{]|->)")
_ANNOUNCED = re.compile(
    r"(?=[ibawn:=-])(?:\b(?:is|are|be|was|were|namely)|[:=]|->|=>)[\s*_`\"'\[({$]*(?:(?:[-*]|\d+[.)])[\s*_`\"']*)?$",
    re.IGNORECASE,
)
_LIST_BEGINS = re.compile(r"(?:[:,][ \t*_`]*[-*]|[\s:,][01][.)])[ \t*_`\"']*$")
_CONCLUDES = re.compile(
    r"[\s*_#>-]*(?:so|thus|therefore|hence|in conclusion|in summary|in short|finally|overall|consequently"
    r"|as a result|to conclude|conclusion)\b",
    re.IGNORECASE,
)
_REJECTED = re.compile(
    r"(?=[rinued])"
    r"(?:removed|inapplicable|not applicable|redundant|unnecessary|excluded|discarded|non-applicable)"
    r"(?:[\s-]+(?:actions?|steps?|pairs?|ones?|of))*[\s*_]*(?:is|are|was|were)?[\s*_]*:?[\s*_`\"'\[({$0-9.-]*$",
    re.IGNORECASE,
)
_SUMMARY = re.compile(
    r"\b(?:so|thus|therefore|hence|final|finally|answer|summary|overall|total|complete|combin\w*|all|list|following"
    r"|result\w*|applicable|conclusion|plan)\b",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"[ \t*_`\"'\]})|:,.;(\[-]*(?:>[ \t]*)?"
    r"(?:(?:not\s+(?:applicable|possible|valid|allowed)|inapplicable|impossible|invalid|removed|redundant|no)\b"
    r"(?=[ \t]*(?:[,.;:)(\n-]|$|because\b|since\b|as\b))|✗|✘|❌)",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"[\s*_`\"'#>|+({-]*(?:\d+[.)][ \t]*)?[*_`]*[a-z][\w -]{0,40}[*_`]*[ \t]*:"
    r"[\s*_`\"'\[({$-]*",
    re.IGNORECASE,
)
_SAID = re.compile(r"[\s*_`\"')\]]*(?:is|would be|should be)\s+(?:an?|the|one)\b", re.IGNORECASE)
_CONCLUDES_SENTENCE = re.compile(
    r"[.!?;]\s+(?:so|thus|therefore|hence|finally|overall|consequently|as a result|in conclusion)\b"
    r"[^.!?()\n]*$",
    re.IGNORECASE,
)
_BRACKET_BEFORE = re.compile(r"\[[\s\"'`*_]*$")
_BRACKET_AFTER = re.compile(r"[\s\"'`*_,.]{0,8}\]")


def groups(text: str, found: list[Item], kind: AnswerKind, *, first: bool = False) -> list[Group]:
    """The groups that ``found`` form in ``text``: of the last RUNS runs, or of the ``first``.

    A set of actions may go on across lines that are headings; from lists, what their lines call removed or
    inapplicable is dropped.  A group that would go on beyond the runs looked at is dropped, and so is the
    whole text if it is one such group.
    """
    runs: list[list[Item]] = []
    spans_lines = False
    for item in found:
        if runs:
            joined = _joined(text, runs[-1][-1], item, kind in LISTS)
            if joined == "line" and not spans_lines:
                spans_lines = _opens_list(text, runs)
            if joined and (joined != "line" or spans_lines):
                runs[-1].append(item)
                continue
        runs.append([item])
        spans_lines = False
    limits = [run[0].start for run in runs[1:]] + [len(text)]
    bounds = [0] + [run[-1].end for run in runs[:-1]]
    chosen = slice(None, RUNS) if first else slice(-RUNS, None)
    described = [
        _run(text, run, bound, limit, kind)
        for run, bound, limit in zip(runs[chosen], bounds[chosen], limits[chosen], strict=True)
    ]
    merged = _blocks(text, described, kind)
    if len(runs) > RUNS:
        return merged[:-1] if first else merged[1:]
    return merged


def _joined(text: str, before: Item, after: Item, listed: bool) -> str:
    """How two items belong together: "" not at all, "same" on a line, "line" if the second begins a line."""
    if before.text == "[]" or after.text == "[]":
        return ""
    if after.start - before.end < 3 and text[before.end : after.start] in (" ", ", ", ",", ""):
        return "same"
    if _GAP.fullmatch(text, before.end, after.start) is None:
        return ""
    line = text.rfind("\n", before.end, after.start)
    if line < 0:
        return "same"
    # An item that begins a line without a bullet and goes on as a sentence is no part of the list above it.
    sentence = _BULLET.search(text, line, after.start) is None and _COMMENT.match(text, after.end) is None
    return "" if sentence or (listed and _REFUSED.match(text, after.end) is not None) else "line"


def _opens_list(text: str, runs: list[list[Item]]) -> bool:
    """Whether the last run begins its line or is announced, so that it can go on with the next line."""
    start = runs[-1][0].start
    bound = runs[-2][-1].end if len(runs) > 1 else 0
    line = text.rfind("\n", bound, start) + 1
    if (line or not bound) and _PREFIX.fullmatch(text, line, start) is not None:
        return True
    return _announced(text, line or bound, start)


def _announced(text: str, line: int, start: int) -> bool:
    """Whether what stands before ``start`` on its line announces an answer, or concludes."""
    if _ANNOUNCED.search(text, max(line, start - 48), start) is not None:
        return True
    if _CONCLUDES.match(text, line, start) is not None:
        return True
    return _CONCLUDES_SENTENCE.search(text, max(line, start - 80), start) is not None


def _run(text: str, run: list[Item], bound: int, limit: int, kind: AnswerKind) -> Group:
    """Describe a run; ``bound`` is where the run before it ends, ``limit`` where the next one begins."""
    start, end = run[0].start, run[-1].end
    line = text.rfind("\n", bound, start) + 1
    opens_line = line > 0 or not bound
    begins = opens_line and _PREFIX.fullmatch(text, line, start) is not None
    line = line or bound
    section = kind is AnswerKind.ACTIONS and opens_line and not begins and _is_section(text, run, line)
    block = section or _LIST_BEGINS.search(text, max(line, start - 48), start) is not None
    if begins and not block:
        block = run[0].text == "none" or _COMMENT.match(text, end, limit) is not None
        block = block or _BULLET.search(text, line, start) is not None
    standing = block or _announced(text, line, start) or (begins and _SAID.match(text, end) is not None)
    bracketed = run[0].text == "[]" or (
        start > 0
        and _BRACKET_BEFORE.search(text, max(0, start - 16), start) is not None
        and _BRACKET_AFTER.match(text, end) is not None
    )
    rejected = kind in LISTS and _REJECTED.search(_lead(text, bound, line, start, begins)) is not None
    return Group(run, start, end, bracketed, standing, rejected, block, begins or section, section)


def _is_section(text: str, run: list[Item], line: int) -> bool:
    start = run[0].start
    if _LABELLED.fullmatch(text, line, start) is None or _SUMMARY.search(text, line, start) is not None:
        return False
    return any(item.grade == KNOWN for item in run)


def _lead(text: str, bound: int, line: int, start: int, begins: bool) -> str:
    """What stands before a run on its line, or on the line before if it begins its line; the end of it."""
    if begins:
        line = text.rfind("\n", max(bound, line - 200), max(line - 1, 0)) + 1
    return text[max(line, start - 120) : start]


def _blocks(text: str, runs: list[Group], kind: AnswerKind) -> list[Group]:
    """Join runs that begin consecutive lines; what they merely mention in between is dropped."""
    headings, listed = kind is AnswerKind.ACTIONS, kind in LISTS
    merged: list[Group] = []
    mentions: list[Group] = []
    for run in runs:
        last = merged[-1] if merged and merged[-1].block else None
        if last is not None and last.bracketed and not last.section:
            last = None
        refused = listed and run.block and len(run.items) == 1 and _REFUSED.match(text, run.end) is not None
        joins = run.block and run.begins and (run.section or not run.bracketed)
        if joins and last is not None and not (run.rejected or refused):
            joined = _consecutive(text[last.end : run.start], headings and not last.rejected)
            if joined:
                sections = run.section or last.section or joined == "section"
                merged[-1] = last._replace(items=_and(last.items, run.items, sections), end=run.end)
                mentions.clear()
                continue
        if refused:
            if last is not None and _consecutive(text[last.end : run.start], False):
                merged[-1] = last._replace(end=run.end)
            else:
                merged.append(run._replace(rejected=True, block=False))
            continue
        if run.block:
            merged.extend(mentions)
            mentions.clear()
            merged.append(run)
        else:
            mentions.append(run)
    merged.extend(mentions)
    return sorted(merged, key=lambda group: group.start)


def _and(one: list[Item], other: list[Item], sections: bool) -> list[Item]:
    """Both lists; the None of one section says nothing about the others."""
    kept = [item for item in one + other if item.text not in ("none", "[]")] if sections else one + other
    return kept or one


def _consecutive(gap: str, headings: bool) -> str:
    """Whether only blank and indented lines lie in the gap ("lines"), or headings too ("section")."""
    between = "lines"
    for line in gap.split("\n")[1:-1]:
        bare = line.strip(" \t*_`|")
        if not bare or line[0] in " \t":
            continue
        if not headings or not (bare.endswith(":") or line[0] in "#*") or _SUMMARY.search(line):
            return ""
        between = "section"
    return between


__all__ = ["RUNS", "Group", "groups"]
