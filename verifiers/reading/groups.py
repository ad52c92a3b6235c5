"""Lists in a skeleton: its lines with items, the groups that they make, and which a verdict takes out.

    bracket = ( "[" | "{" | "(" ) [ item { separator item } ] closing
    line    = [ bullet | number | "|" | label ":" ] item { separator item } [ verdict | remark ]

A line's verdict ("not applicable", "no", a cross, a table's cell) or a heading's takes its items out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .lexer import MARK

GROUP = "\x04"
"""What stands for a list in brackets in a skeleton."""
REMARK = 400
"""So many characters behind an item may say what becomes of it."""
MENTION, SERIES, BLOCK = 1, 2, 3
"""The ranks of groups."""

_BRACKETED = re.compile(
    rf"\[(?:[\s,;\"'&]|\d{{1,4}}[.):]|\band\b|->|{MARK})*\]|\{{(?:[\s,;\"'&]|\band\b|{MARK})*\}}"
    rf"|\((?:[\s,;\"'&]|\band\b)*{MARK}(?:[\s,;\"'&]|\band\b|->|{MARK})*\)"
)
ANY = re.compile(f"[{MARK}{GROUP}]")
_SEPARATOR = re.compile(
    rf"(?:[\s,;\"'&\[\]{{}}\x02\x03]|->|=>|\.(?=\s+{MARK})|\b(?:and|then|und|et|y|и|finally|followed by"
    rf"|as well as)\b|\(?\d{{1,4}}[.):](?=\s*[\"'(]?{MARK})|\((?!\s*(?:or|maybe|unless|if|not|no"
    rf"|optional|removed|redundant|alternatively|possibly|perhaps)\b)[^()\n{MARK}{GROUP}]{{1,160}}\)"
    rf"|(?<=[{MARK},])\s*[+-]\s*(?={MARK}))*"
)
_CORE = re.compile(
    r"(?:\[[A-Za-z_ ]{1,20}\])?[\s\x0b>|\"'\[({,.:;+#=&\x02\x03\u2713\u2717-]*(?:\(?\d{1,4}[.):\]]"
    r"|[a-z][.)]|(?:step|action|then|next|first|finally|and|so|therefore|thus|hence|literals?|facts?"
    r"|atoms?|propositions?)\b[\s:,]*\d*[.):]?)?[\s|\"'\[({.,:)#\u2713\u2717-]*",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"^[\s|\"')\].,;:>=-]*(?:\u2717|(?:is |are |was |were |-> ?)?(?:clearly |also "
    r"|however )?(?:not\b(?! only)|no\b|n/a|false\b|inapplicable|invalid|redundant|unnecessary|removed"
    r"|skip|omit|excluded|discarded"
    r"|needless|blocked|impossible|irrelevant|never\b|rejected)|(?:cannot|can't|can not|isn't|aren't"
    r"|does not apply|doesn't apply|fails|failed|would fail|does not (?:hold|matter|count|belong)"
    r"|doesn't (?:hold|matter|belong)"
    r"|is (?:false|wrong|missing|blocked)|needs? not)\b)"
    r"|^\s*\(\s*(?:removed|redundant|not\b|no\b|unnecessary|skipped|dropped|omitted|inapplicable"
    r"|excluded|\u2717)"
    r"|\b(?:not applicable|inapplicable|non-applicable|isn't applicable|not possible|impossible"
    r"|not executable|cannot be (?:applied|executed|performed|taken)"
    r"|can't be (?:applied|executed)|(?:is|was|are|were|been) (?:removed|redundant|skipped|omitted"
    r"|dropped|left out)|not satisfied|unsatisfied|violated|not met|unmet|which is false|is not true"
    r"|not in the current state"
    r"|not needed|not required|not necessary|not a but-for|not a cause|not part of)\b|\u2717",
    re.IGNORECASE,
)
_ACCEPTS = re.compile(
    r"^[\s|\"')\].,;:>=-]*(?:\u2713|(?:is |are )?(?:yes|applicable|ok|okay|valid|true|possible"
    r"|executable)\b)",
    re.IGNORECASE,
)
_CELL_NO = re.compile(
    r"\|\s*\u2717|\|\s*(?:no|false|n|x|not applicable|inapplicable|0)(?:\s*[-(,;:.][^|]*)?\s*(?:\||$)",
    re.IGNORECASE,
)
_REJECTING = re.compile(
    r"\b(?:not applicable|inapplicable|non-?applicable|not (?:currently )?(?:applicable|possible"
    r"|executable)|cannot|can't|excluded?|discarded|removed?|redundant|unnecessary|skipped|omitted"
    r"|left out|dropped"
    r"|original|given plan|initial state|current state|old plan|preconditions?|not (?:needed|required"
    r"|causes?|but-for)|irrelevant|aren't|are not|is not|does not|not included|wrong|incorrect"
    r"|false|impossible|invalid|rejected|ruled out|failed|fails|schemas?)\b|^\W*no\W*$",
    re.IGNORECASE,
)
_APPLIES = re.compile(
    r"\b(?:applicable|possible|executable|available|valid|legal|apply|applied)\b", re.IGNORECASE
)
_WHERE = re.compile(
    r"\b(?:in|from|given|for|at|with|under|to|on)\s+(?:the\s+|this\s+|our\s+)?(?:initial|current|given)\s+state\b",
    re.IGNORECASE,
)
SUMMARY = re.compile(
    r"\b(?:so|therefore|thus|hence|final|finally|answer|in (?:summary|total|conclusion)|all applicable"
    r"|overall|altogether|conclusion|result|summary|complete|full|consequently"
    r"|in all|list of all)\b",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:so|therefore|thus|hence|final|finally|conclusion|consequently|overall"
    r"|altogether)\b[^.]{0,80}\b(?:is|are|be|:|get|leaves?|gives?)[\s,\"':(=-]*$",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(
    r"(?::|=|\b(?:is|are|be|get|gives?|leaves?|yields?|obtain|therefore|thus|hence|so|namely))[\s,\"':(=-]*$",
    re.IGNORECASE,
)
OPTION = re.compile(
    r"\W*(?:option|alternative|variant|possibility|version|candidate|choice|scenario|case|plan|answer"
    r"|solution|list)\s*(?:#?\d|[a-e])\b",
    re.IGNORECASE,
)
_STATES = re.compile(r"\b(?:is|are)\s?:\W*$", re.IGNORECASE)
"""How a heading ends that gives the answer; those of sections are names."""
_TAKEN_OUT = re.compile(
    r"\b(?:leav(?:e|ing) out|left out|remov\w+|drop\w*|skip\w*|omit\w*|delet\w+|original)\b", re.IGNORECASE
)
NUMBERED = re.compile(r"\s*(?:\d{1,4}[.):]|[-*])(?:\s+|$)")
_BULLET_END = re.compile(r"\s*(?:-|\(?\d{1,3}[.)])?[\s\"'(\[]*$")


class Line(NamedTuple):
    """A line with items: what stands before them, the first group of them, what follows, where that
    begins."""

    lead: str
    members: list[int]
    rest: str
    number: int
    bracket: bool
    start: int
    end: int


class Group(NamedTuple):
    """Items that belong together, their rank, what announces them, and where they stand."""

    members: list[int]
    rank: int
    lead: str
    start: int
    end: int
    bracket: bool = False
    loose: bool = False
    """Lines that carry verdicts, and prose between them."""


def brackets_of(skeleton: str) -> tuple[str, list[list[int]]]:
    """The skeleton with a GROUP for each list in brackets, and the numbers of the items of each."""
    groups: list[list[int]] = []
    pieces, place, count = [], 0, 0
    for match in _BRACKETED.finditer(skeleton):
        if MARK not in match[0] and match[0].strip("[]{} \t\n"):
            continue
        count += skeleton.count(MARK, place, match.start())
        size = match[0].count(MARK)
        groups.append(list(range(count, count + size)))
        count += size
        pieces += [skeleton[place : match.start()], GROUP]
        place = match.end()
    return "".join([*pieces, skeleton[place:]]), groups


def _lines(skeleton: str, brackets: list[list[int]]) -> tuple[list[Line], list[tuple[int, str]]]:
    """The lines with items, and the number and text of the others that are not blank.

    A line gives one ``Line`` for each run of items with nothing but separators between.
    """
    lines: list[Line] = []
    others: list[tuple[int, str]] = []
    numbers = _numbers(skeleton, brackets)
    place = 0
    skeleton = _SENTENCE.sub(BREAK, skeleton)
    for number, text in enumerate(re.split(f"[\n{BREAK}]", skeleton)):
        opens = BREAK if place and skeleton[place - 1] == BREAK else ""
        end, bracket = 0, True
        for sign in ANY.finditer(text):
            members, rest = next(numbers), text[sign.end() : sign.end() + REMARK]
            gap = _SEPARATOR.match(text, end)
            if not bracket and sign[0] == MARK and gap is not None and gap.end() == sign.start():
                lines[-1].members.extend(members)
                lines[-1] = lines[-1]._replace(end=place + sign.end(), rest=rest)
            else:
                bracket = sign[0] == GROUP
                lead, begin = opens + text[end : sign.start()], place + sign.start()
                opens = ""
                lines.append(Line(lead, members, rest, number, bracket, begin, place + sign.end()))
            end = sign.end()
        if not end and text.strip():
            others.append((number, text))
        place += len(text) + 1
    return lines, others


BREAK = "\x0b"
"""What stands for the blank between a sentence and another that begins with an item."""
_SENTENCE = re.compile(rf"(?:(?<=[a-z){MARK}][.!?])|(?<=[a-z-]\d[.!?]))[ ](?={MARK})")


def _numbers(skeleton: str, brackets: list[list[int]]) -> Iterator[list[int]]:
    """For each MARK and GROUP the numbers of its items."""
    count = 0
    opened = iter(brackets)
    for sign in ANY.finditer(skeleton):
        members = [count] if sign[0] == MARK else next(opened)
        count += len(members)
        yield members


def groups_of(skeleton: str, brackets: list[list[int]]) -> tuple[list[Group], bool]:
    """The groups of the items of a text that no verdict and no heading takes out, and whether some were."""
    lines, others = _lines(skeleton, brackets)
    prose = dict(others)
    groups: list[Group] = []
    denied = False
    before, heading = -2, ""
    refusing = False
    for place, line in enumerate(lines):
        again = place > 0 and lines[place - 1].number == line.number
        between = (
            [] if again else [prose[number] for number in range(before + 1, line.number) if number in prose]
        )
        if any(_is_heading(text) for text in between):
            heading = next(text for text in reversed(between) if _is_heading(text))
            refusing = _rejects(heading)
        elif between and not all(_continues(text) for text in between):
            heading, refusing = "", False
        before = line.number
        group = _group(line, heading, again, _next(lines, place))
        if group is None or (refusing and not SUMMARY.search(line.lead)):
            denied = True
            continue
        if groups and _joins(groups[-1], group, line, between, heading, again):
            last = groups[-1]
            last.members.extend(group.members)
            groups[-1] = last._replace(
                end=group.end, rank=max(last.rank, group.rank), loose=last.loose and group.loose
            )
        else:
            groups.append(
                group if not between or group.lead.strip(" -|\"'[(") else group._replace(lead=between[-1])
            )
    return groups, denied


def _rejects(heading: str) -> bool:
    """Whether what stands under a heading does not belong to the answer."""
    if _APPLIES.search(heading):
        heading = _WHERE.sub(" ", heading)
    return _REJECTING.search(heading) is not None and not SUMMARY.search(heading)


def _next(lines: list[Line], place: int) -> bool:
    """Whether the same line goes on with other items."""
    return place + 1 < len(lines) and lines[place + 1].number == lines[place].number


def _group(line: Line, heading: str, again: bool, more: bool) -> Group | None:
    """The group of one line; None when its verdict takes it out."""
    table = line.lead.lstrip()[:1] == "|"
    core = not again and (table or _CORE.fullmatch(line.lead) is not None)
    rest = line.rest
    end = ANY.search(rest)
    clause = rest[: end.start()] if end is not None else rest
    crossed = "\u2717" in line.lead
    if (
        crossed
        or (table and _CELL_NO.search(rest))
        or (not table and _REFUSES.search(clause) is not None and not (line.bracket and not core))
    ):
        return None
    members = line.members
    if line.bracket:
        return (
            None
            if _rejects(line.lead)
            else Group(members, BLOCK, line.lead, line.start, line.end, bracket=True)
        )
    lead = _BULLET_END.sub("", line.lead)
    label = lead.endswith(":")
    accepted = _ACCEPTS.match(rest) is not None
    if line.lead[:1] == BREAK and not accepted and rest.strip(" .,;\"')"):
        return Group(members, MENTION, "", line.start, line.end)
    if core or (label and len(line.lead) < 120 and not again):
        if label and not core and _rejects(line.lead.rstrip()):
            return None
        return Group(members, BLOCK, "" if core else line.lead, line.start, line.end, loose=accepted)
    if _TAKEN_OUT.search(line.lead) and not SUMMARY.search(line.lead) and not label:
        return None
    rank = (
        SERIES
        if _ANNOUNCES.search(lead) or accepted or (SUMMARY.search(line.lead) and not again)
        else MENTION
    )
    if (
        again
        and rank == MENTION
        and re.match(r"[\s(,:|]*(?:because|since|as|needs?|requires?|which|\(|:|-)", line.lead)
    ):
        rank = 0
    if rank == SERIES and _CONCLUDES.search(lead) and not again:
        rank = BLOCK
    return Group(members, rank, line.lead, line.start, line.end)


def _joins(last: Group, group: Group, line: Line, between: list[str], heading: str, again: bool) -> bool:
    """Whether a line goes on with the list before it."""
    if again or last.bracket is not group.bracket or last.rank != BLOCK or group.rank != BLOCK:
        return False
    if group.bracket:
        labels = [lead.rstrip() for lead in (line.lead, last.lead)]
        return all(
            label.endswith(":") and not OPTION.match(label) for label in labels
        ) and not SUMMARY.search(line.lead)
    if SUMMARY.search(line.lead) or (group.lead and not last.lead):
        return False
    if last.loose and group.loose:
        return not any(SUMMARY.search(text) for text in between)
    if any(_STATES.search(text) for text in between) and not _STATES.search(last.lead):
        return False
    return all(_continues(text) or (_is_heading(text) and not SUMMARY.search(text)) for text in between)


def _is_heading(text: str) -> bool:
    bare = text.strip()
    return (
        bare.endswith(":")
        or bare[:1] == "#"
        or (
            len(bare) < 60
            and len(bare.split()) <= 6
            and bare[-1:] not in ".,;!?"
            and bare[:1] not in "-|"
            and not bare[:1].islower()
        )
    )


def _continues(text: str) -> bool:
    """Whether a line without items belongs to the item before it: indented, a bullet, a rule of a table."""
    return text[0] in " \t|-" or NUMBERED.fullmatch(text) is not None or not text.strip(' -|:=_*#"`')


__all__ = [
    "ANY",
    "BLOCK",
    "GROUP",
    "MENTION",
    "NUMBERED",
    "OPTION",
    "REMARK",
    "SERIES",
    "SUMMARY",
    "Group",
    "brackets_of",
    "groups_of",
]
