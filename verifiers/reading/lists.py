"""One list of items: a set of actions, a plan, a set of literals or of changes.

    answer  = bracket | series | block { heading block } | none
    bracket = ( "[" | "{" | "(" ) [ item { separator item } ] closing
    series  = item { separator item } [ remark ]          on one line
    block   = line { line }                               lines of items, each with a verdict or a remark
    line    = [ bullet | number | "|" | label ":" ] item { separator item } [ verdict | remark ]

An item is a MARK in the skeleton (``lexer``, ``literals``).  A line's verdict ("not applicable", "no", a cross,
a table's cell) or a heading's takes its items out.  Groups rank: brackets and blocks, announced series, what
prose mentions.  Behind a mark the first group of the best rank counts, elsewhere the last one.  In the sentence
before and right behind the chosen group nothing may deny it, hedge it, or offer another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from .lexer import MARK
from .reading import Reading, Request, conflicting, malformed, open_answer, too_large
from .words import FORERUNNERS, IDIOMS, OPENINGS

GROUP = "\x04"
"""What stands for a list in brackets in a skeleton."""
_NEIGHBOURS = 16
"""So many groups before and behind the chosen one are compared with it."""
_REMARK = 400
"""So many characters behind an item may say what becomes of it."""
MANY, DENSE = 64, 3
"""A list has at most so many items, and one more for so many characters between items."""
MENTION, SERIES, BLOCK = 1, 2, 3
"""The ranks of groups."""

_BRACKETED = re.compile(
    rf"\[(?:[\s,;\"'&]|\d{{1,4}}[.):]|\band\b|->|{MARK})*\]|\{{(?:[\s,;\"'&]|\band\b|{MARK})*\}}"
    rf"|\((?:[\s,;\"'&]|\band\b)*{MARK}(?:[\s,;\"'&]|\band\b|->|{MARK})*\)"
)
_ANY = re.compile(f"[{MARK}{GROUP}]")
_SEPARATOR = re.compile(
    rf"(?:[\s,;\"'&\[\]{{}}\x02\x03]|->|=>|\.(?=\s+{MARK})|\b(?:and|then|und|et|y|и|finally|followed by"
    rf"|as well as)\b|\(?\d{{1,4}}[.):](?=\s*[\"'(]?{MARK})|\((?!\s*(?:or|maybe|unless|if|not|no"
    rf"|optional|removed|redundant|alternatively|possibly|perhaps)\b)[^()\n{MARK}{GROUP}]{{1,160}}\)"
    rf"|(?<=[{MARK},])\s*[+-]\s*(?={MARK}))*"
)
_CORE = re.compile(
    r"(?:\[[A-Za-z_ ]{1,20}\])?[\s>|\"'\[({,.:;+#=&\x02\x03\u2713\u2717-]*(?:\(?\d{1,4}[.):\]]"
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
    r"\|\s*(?:no|false|n|\u2717|x|not applicable|inapplicable|0)(?:\s*[-(,;:.][^|]*)?\s*(?:\||$)",
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
_SUMMARY = re.compile(
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
_ALTERNATIVE = re.compile(
    r"\b(?:or|another|alternative(?:ly)?|either|instead|later|otherwise|but)\b", re.IGNORECASE
)
_INCOMPLETE = re.compile(
    r"[\s,;]*(?:and )?(?:\.\.\.|etc\b|and so on|so on|\d+ more\b|more\b|others?\b|similar|the rest\b"
    r"|remaining ones)",
    re.IGNORECASE,
)
_OPTION = re.compile(
    r"\W*(?:option|alternative|variant|possibility|version|candidate|choice|scenario|case|plan|answer"
    r"|solution|list)\s*(?:#?\d|[a-e])\b",
    re.IGNORECASE,
)
_TAKEN_OUT = re.compile(
    r"\b(?:leav(?:e|ing) out|left out|remov\w+|drop\w*|skip\w*|omit\w*|delet\w+|original)\b", re.IGNORECASE
)
_NUMBERED = re.compile(r"\s*(?:\d{1,4}[.):]|[-*])(?:\s+|$)")
_BULLET_END = re.compile(r"\s*(?:-|\(?\d{1,3}[.)])?[\s\"'(\[]*$")
_ASKED = re.compile(r"[^.!;\n]{0,60}\?")
_PERCENT = re.compile(r"\d\s?%[\s:\"'(]*$")
_LEAD_CLAUSE = re.compile(
    r"^[\s\"'(>#-]*(?:since|because|as|given|with|after|when|while|although|though|based on|considering"
    r"|having|by|in|for|of|from|looking)\b.*,",
    re.IGNORECASE,
)


class Line(NamedTuple):
    """A line with items: what stands before them, the first group of them, what follows, where that begins."""

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


def choose_list(
    skeleton: str, values: Sequence[Any], request: Request
) -> tuple[list[int], str] | Reading | None:
    """The numbers of the items of the answer and a note; a Reading that says what is wrong; None for nothing."""
    skeleton, brackets = _brackets(skeleton)
    if MARK not in skeleton and GROUP not in skeleton:
        return None
    if len(values) > MANY + len(skeleton) // DENSE:
        return too_large("more items than a list of this length can have")
    groups, denied = _groups(skeleton, brackets)
    if not groups:
        return malformed("only what does not belong to the answer is listed") if denied else None
    best = max(group.rank for group in groups)
    fit = [group for group in groups if group.rank == best]
    brackets_only = [group for group in fit if group.bracket]
    if brackets_only:
        last = fit[-1]
        fit = fit if not last.bracket and _SUMMARY.search(last.lead) else brackets_only
    number = (
        0
        if request.final or (request.marked and "\n" not in skeleton[: fit[0].start].strip())
        else len(fit) - 1
    )
    while request.first and number and not skeleton[fit[number - 1].end : fit[number].start].strip(" \t\n,;"):
        number -= 1
    chosen = fit[number]
    against = None if request.first else _against(skeleton, groups, chosen, values)
    if against is not None:
        return against
    note = {BLOCK: "list", SERIES: "announced", MENTION: "mentioned"}[chosen.rank]
    return chosen.members, note if len(groups) > 1 or chosen.rank == MENTION else ""


def _brackets(skeleton: str) -> tuple[str, list[list[int]]]:
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
    """The lines with items, and the number and text of the others that are not blank."""
    lines, others = [], []
    count = opened = place = 0
    for number, text in enumerate(skeleton.split("\n")):
        first = _ANY.search(text)
        if first is None:
            if text.strip():
                others.append((number, text))
            place += len(text) + 1
            continue
        at, members, bracket, end = first.start(), [], False, first.start()
        while True:
            if text[at] == MARK:
                members.append(count)
                count += 1
            else:
                members += brackets[opened]
                count += len(brackets[opened])
                opened, bracket = opened + 1, True
            end = at + 1
            gap = _SEPARATOR.match(text, end)
            assert gap is not None
            following = gap.end()
            if (
                following >= len(text)
                or text[following] not in (MARK, GROUP)
                or bracket
                or text[following] == GROUP
            ):
                break
            at = following
        rest = text[end : end + _REMARK]
        lines.append(
            Line(text[: first.start()], members, rest, number, bracket, place + first.start(), place + end)
        )
        while (more := _ANY.search(text, end)) is not None:  # what the rest of the line mentions
            if text[more.start()] == MARK:
                mentioned = [count]
                count += 1
            else:
                mentioned = brackets[opened]
                count += len(mentioned)
                opened += 1
            last = lines[-1]
            gap = _SEPARATOR.match(text, end)
            joined = (
                gap is not None
                and gap.end() == more.start()
                and not last.bracket
                and text[more.start()] == MARK
            )
            rest = text[more.end() : more.end() + _REMARK]
            if joined and last.number == number:
                last.members.extend(mentioned)
                lines[-1] = last._replace(end=place + more.end(), rest=rest)
            else:
                lines.append(
                    Line(
                        text[end : more.start()],
                        mentioned,
                        rest,
                        number,
                        text[more.start()] == GROUP,
                        place + more.start(),
                        place + more.end(),
                    )
                )
            end = more.end()
        place += len(text) + 1
    return lines, others


def _groups(skeleton: str, brackets: list[list[int]]) -> tuple[list[Group], bool]:
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
            refusing = _REJECTING.search(heading) is not None and not _SUMMARY.search(heading)
        elif between and not all(_continues(text) for text in between):
            heading, refusing = "", False
        before = line.number
        group = _group(line, heading, again, _next(lines, place))
        if group is None or refusing:
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


def _next(lines: list[Line], place: int) -> bool:
    """Whether the same line goes on with other items."""
    return place + 1 < len(lines) and lines[place + 1].number == lines[place].number


def _group(line: Line, heading: str, again: bool, more: bool) -> Group | None:
    """The group of one line; None when its verdict takes it out."""
    table = line.lead.lstrip()[:1] == "|"
    core = not again and (table or _CORE.fullmatch(line.lead) is not None)
    rest = line.rest
    end = _ANY.search(rest)
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
            if _REJECTING.search(line.lead) and not _SUMMARY.search(line.lead)
            else Group(members, BLOCK, line.lead, line.start, line.end, bracket=True)
        )
    label = _BULLET_END.sub("", line.lead).endswith(":")
    accepted = _ACCEPTS.match(rest) is not None
    if core or (label and len(line.lead) < 120 and not again):
        if label and not core and _REJECTING.search(line.lead.rstrip()) and not _SUMMARY.search(line.lead):
            return None
        return Group(members, BLOCK, "" if core else line.lead, line.start, line.end, loose=accepted)
    if _TAKEN_OUT.search(line.lead) and not _SUMMARY.search(line.lead) and not label:
        return None
    rank = (
        SERIES
        if _ANNOUNCES.search(line.lead) or accepted or (_SUMMARY.search(line.lead) and not again)
        else MENTION
    )
    if (
        again
        and rank == MENTION
        and re.match(r"[\s(,:|]*(?:because|since|as|needs?|requires?|which|\(|:|-)", line.lead)
    ):
        rank = 0
    if rank == SERIES and _CONCLUDES.search(line.lead) and not again:
        rank = BLOCK
    return Group(members, rank, line.lead, line.start, line.end)


def _joins(last: Group, group: Group, line: Line, between: list[str], heading: str, again: bool) -> bool:
    """Whether a line goes on with the list before it."""
    if again or last.bracket is not group.bracket or last.rank != BLOCK or group.rank != BLOCK:
        return False
    if group.bracket:
        labels = [lead.rstrip() for lead in (line.lead, last.lead)]
        return all(
            label.endswith(":") and not _OPTION.match(label) for label in labels
        ) and not _SUMMARY.search(line.lead)
    if _SUMMARY.search(line.lead) or (group.lead and not last.lead):
        return False
    if last.loose and group.loose:
        return not any(_SUMMARY.search(text) for text in between)
    return all(_continues(text) or (_is_heading(text) and not _SUMMARY.search(text)) for text in between)


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
    return text[0] in " \t|-" or _NUMBERED.fullmatch(text) is not None or not text.strip(' -|:=_*#"`')


def _against(skeleton: str, groups: list[Group], chosen: Group, values: Sequence[Any]) -> Reading | None:
    """What in the sentence of the chosen group, or beside it, is against it."""
    line = skeleton.rfind("\n", 0, chosen.start) + 1
    before = chosen.lead if chosen.lead.strip() else skeleton[line : chosen.start]
    before = re.split(r"(?<=[.!?])\s", IDIOMS.sub(" ", before))[-1]
    clause = _LEAD_CLAUSE.sub("", before)
    forerunner = FORERUNNERS.search(clause.rstrip(" :,\"'"))
    if forerunner is not None and not _ANY.search(clause):
        return open_answer(before)
    rest = skeleton[chosen.end : chosen.end + 200]
    if (_ASKED.match(rest) and not _ANY.search(rest[: rest.find("?")])) or _PERCENT.search(
        skeleton[max(0, chosen.start - 16) : chosen.start]
    ):
        return open_answer(before + rest[:60])
    if _INCOMPLETE.match(rest):
        return malformed("the list is not complete")
    opening = OPENINGS.match(rest)
    if opening is not None:
        return open_answer(rest[:60])
    given = {_key(values[number]) for number in chosen.members}
    place = groups.index(chosen)
    for other in groups[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS]:
        if other is chosen or {_key(values[number]) for number in other.members} == given:
            continue
        left, right = (other, chosen) if other.start < chosen.start else (chosen, other)
        if right.start - left.end > _REMARK and other.rank < BLOCK:
            continue
        gap = skeleton[left.end : min(right.start, left.end + _REMARK)]
        if (
            chosen.rank == BLOCK
            and other is right
            and gap.count("\n") == 1
            and _NUMBERED.match(other.lead)
            and not other.bracket
            and not chosen.bracket
        ):
            return open_answer(other.lead)
        if _OPTION.match(other.lead) and _OPTION.match(chosen.lead):
            return _conflict(other, chosen, values)
        near = len(gap) < 160 and "\n\n" not in gap.strip(" ")
        if other.bracket and chosen.bracket and not gap.strip(" \t\n,;[]\"'.|/\x02\x03"):
            return _conflict(other, chosen, values)
        if near and other.rank >= chosen.rank and _ALTERNATIVE.search(gap) and len(gap.split()) <= 6:
            return _conflict(other, chosen, values)
        if (
            near
            and other.rank
            and re.match(r"[\s,;\"']*(?:or|oder|ou|или|或|\|)[\s\"']", gap)
            and "." not in gap
        ):
            return _conflict(other, chosen, values)
        if (
            other.start > chosen.start
            and other.rank == BLOCK
            and re.match(
                r"\W*(?:or\b|another|alternative|wait|actually|no,|correction)",
                _own_line(skeleton, other),
                re.IGNORECASE,
            )
        ):
            return _conflict(other, chosen, values)
    return None


def _own_line(skeleton: str, group: Group) -> str:
    return group.lead.strip() or skeleton[skeleton.rfind("\n", 0, group.start) + 1 : group.start]


def _conflict(one: Group, other: Group, values: Sequence[Any]) -> Reading:
    first, second = (one, other) if one.start < other.start else (other, one)
    return conflicting(
        "[" + ", ".join(str(values[number]) for number in group.members) + "]" for group in (first, second)
    )


def _key(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


__all__ = ["GROUP", "choose_list"]
