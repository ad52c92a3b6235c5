"""Which groups of literals are a set.

A literal and its reason or its words go on with "and" and the next one; two literals of one sentence that are
not joined are no answer of one.  A line that begins with one literal and tells of it is a reason, and what
follows "so" is the set.
"""

import re

from .beside import denies, strange
from .groups import BLOCK, MENTION, SERIES, Group
from .words import Guarded, words

OVER = re.compile(r"[.!?] ")
_SO = Guarded(
    r"(?:^|[\s,.;>(-])(?:so|hence|thus|therefore|<<foreign so>>),?"
    r"(?: (?:it's|that's|just|only|we get|i get|we have|i'm left with))?\W*$"
)
"""What concludes, right before an item."""
JOINED = Guarded(
    r"(?:\)?,? (?!which\b[^.!?;:\n]{0,80}(?:n't|\bno))<<reason,lead>>\b[^.!?;:\n]*[^.!?;:\n\w]<<and>>"
    r"(?: also)? |\),? (?:[^.!?;:\n()]{0,80} )?<<and>> (?:[^.!?;:\n()]{0,80} )?\("
    r"|(?! \w+ (?:is|are|was|were)\b)(?: \w+){1,2},? <<and>> "
    r"|(?: \w+){1,3},? and so (?:does|do|is|are) |(?: \w+){0,3} as (?:does|do|is|are) )[\"'(]*$"
)
"""What joins a literal, with a reason or words for it, to the next one: "(a@1) and the request (b@2)"."""
_ANOTHER = Guarded(r"(?<!\w)<<and,also>>[ \"'(]*$")
_TELLS = re.compile(r"[\"']* [a-z][^.,!?\n]*")
_AFFIRMING = words("affirming")


def rank_literals(groups: list[Group], of_text: int) -> None:
    """What begins with one literal and goes on to tell of it is no list beside others; what follows "so" is
    one, unless it is but a part of another, and so is a series that it is a part of."""
    for group in groups:
        if group.rank == BLOCK and len(group.members) == 1 and not (group.lead or group.bracket):
            told = _TELLS.match(group.rest)
            said = told[0].lower().split() if told is not None else []
            tells = said and (_AFFIRMING.isdisjoint(said) or any(denies(word) for word in said))
            part = said and any(group.values < other.values and other.rank >= SERIES for other in groups)
            if part or (tells and any(other.rank >= SERIES for other in groups if other is not group)):
                group.rank = MENTION
    last = groups[-1]
    if last.rank and of_text & _SO.bits and _SO.search(last.lead):
        last.rank = last.rank if any(last.values < other.values for other in groups) else BLOCK


def both_said(chosen: Group, other: Group, gap: str) -> bool:
    """Whether two literals are said in one sentence, neither as a reason for the other: they are a set."""
    if chosen.rank == MENTION or len(other.members) != 1 or len(chosen.members) != 1:
        return False
    if OVER.search(gap) is not None or "\n" in gap:
        return False
    alike = other.rank == chosen.rank and not (_SO.search(gap) or strange(gap))
    return alike or (other.start > chosen.start and _ANOTHER.search(gap) is not None)
