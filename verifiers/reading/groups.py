"""The runs of items in a text: lists in brackets, series on a line, items that prose mentions."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .kinds import PLANS, SETS, AnswerKind
from .lexer import MARK, Item, Skeleton
from .words import phrase

GROUP, BREAK = "\x04", "\x0b"
"""What stands for a list in brackets, and for the blank before a sentence that begins with an item."""
REMARK = 400
"""So many characters behind an item may say what becomes of it."""
MENTION, SERIES, BLOCK = 1, 2, 3
"""The ranks of groups."""

_BRACKETED = re.compile(
    rf"\[(?:[\s,;\"'&]|\d{{1,4}}[.):]|\band\b|->|{MARK})*\]|\{{(?:[\s,;\"'&]|\band\b|{MARK})*\}}"
    rf"|\((?:[\s,;\"'&]|\band\b)*{MARK}(?:[\s,;\"'&]|\band\b|->|{MARK})*\)"
)
_SAID = re.compile(r"(?<=\w )\(")
_TELLS = re.compile(r"[\"')\]]* [a-z]")
"""How a sentence goes on that tells of the item behind a semicolon."""
_WITHIN = re.compile(r",? [a-z]")
"""How a sentence goes on behind a parenthesis."""
ANY_ITEM = re.compile(f"[{MARK}{GROUP}]")
_SENTENCE = re.compile(rf"[ ](?={MARK})(?:(?<=[a-z){MARK}][.!?][ ])|(?<=[a-z-]\d[.!?][ ]))")
_SEPARATOR = phrase(
    rf"(?:[\s,;\"'&\[\]{{}}>\x02\x03]|->|=>|\.(?=\s+{MARK})"
    rf"|\b(?:<<joining>>|[yeoaiи]|(?:it|we|you|one|i) can(?: also)?)\b"
    rf"|\(?\d{{1,4}}[.):](?=\s*[\"'(]?{MARK})"
    rf"|\((?!\s*(?:or|maybe|unless|if|not|no|optional|removed|redundant|alternatively|possibly"
    rf"|perhaps)\b)[^()\n{MARK}{GROUP}]{{1,160}}\)"
    rf"|(?<=[{MARK},])\s*[+-]\s*(?={MARK})|\+(?=\s*{MARK})|\u2713)*"
)


@dataclass(eq=False, slots=True)
class Group:
    """Items that belong together: what announces them and what follows, their line, their rank."""

    lead: str
    members: list[Item]
    rest: str
    line: int
    bracket: bool
    start: int
    end: int
    rank: int = 0
    loose: bool = False
    """Lines that carry verdicts, and prose between them."""

    @property
    def values(self) -> set[Any]:
        """The values of the items."""
        return {item.value for item in self.members}

    def said(self, kind: AnswerKind) -> set[Any] | list[Any]:
        """The values, in their order where that matters."""
        return [item.value for item in self.members] if kind in PLANS else self.values


def bracketed(skeleton: Skeleton, kind: AnswerKind) -> tuple[str, list[list[Item]]]:
    """The text with a GROUP for each list in brackets, and the items of each MARK and GROUP; the moves in a
    parenthesis of prose are no list, nor is the one literal that a parenthesis says of words before it."""
    members: list[list[Item]] = []
    pieces, place, items = [], 0, iter(skeleton.items)
    for match in _BRACKETED.finditer(skeleton.text):
        if MARK not in match[0] and match[0].strip("[]{} \t\n"):
            continue
        moves = kind is AnswerKind.MOVES and _WITHIN.match(skeleton.text, match.end()) is not None
        said = kind in SETS and match[0].count(MARK) == 1 and _SAID.match(skeleton.text, match.start())
        if match[0][0] == "(" and (moves or said):
            continue
        before = skeleton.text[place : match.start()]
        members += [[next(items)] for _ in range(before.count(MARK))]
        members.append([next(items) for _ in range(match[0].count(MARK))])
        pieces += [before, GROUP]
        place = match.end()
    return "".join([*pieces, skeleton.text[place:]]), members + [[item] for item in items]


def lines_of(
    text: str, members: Iterator[list[Item]], joins: Callable[[str, str], bool] | None = None
) -> tuple[list[Group], dict[int, str]]:
    """A group for each run of items on a line with separators between, and the lines without any; ``joins``
    says of other words between two items, and of those behind, whether they join them; cells below the
    names or steps of their literals are one run."""
    runs: list[Group] = []
    prose: dict[int, str] = {}
    place, opens, heads = 0, "", frozenset[str]()
    text = _SENTENCE.sub(BREAK, text)
    for number, line in enumerate(text.replace(BREAK, "\n").split("\n")):
        opens = BREAK if place and text[place - 1] == BREAK else ""
        end, bracket, table = 0, True, line.lstrip()[:1] == "|"
        for sign in ANY_ITEM.finditer(line):
            items, rest = next(members), line[sign.end() : sign.end() + REMARK]
            gap = _SEPARATOR.match(line, end)
            joined = gap is not None and gap.end() == sign.start()
            if joined and ";" in line[end : sign.start()] and _TELLS.match(rest) is not None:
                joined = False
            if items and end and table and not line[end : sign.start()].strip(" |"):
                joined = not heads.isdisjoint(map(str, items[0].value[:2]))
            elif joins is not None and not joined and end:
                joined = joins(line[end : sign.start()][:REMARK], rest)
            if not bracket and sign[0] == MARK and joined:
                runs[-1].members.extend(items)
                runs[-1].end, runs[-1].rest = place + sign.end(), rest
            else:
                bracket = sign[0] == GROUP
                lead, start = opens + line[end : sign.start()], place + sign.start()
                runs.append(Group(lead, items, rest, number, bracket, start, place + sign.end()))
                opens = ""
            end = sign.end()
        if not end and line.strip():
            prose[number] = line
            heads = frozenset(line.split()) if table and "--" not in line else heads
        place += len(line) + 1
    return runs, prose
