"""The answer with which a response begins, and which all that follows justifies.

    response = ( paragraph | sentence ) { sentence }

The first paragraph is one line, and an answer when read alone; so is the first
sentence where yes or no is asked.  What follows justifies it: what that goes
through on its way is no answer, and no doubt.  Its first and its last sentence are looked at for a
doubt; the last one may not give another answer.
"""

import re

import msgspec

from ...instances.records import Code
from .beside import behind
from .headings import OPTION
from .kinds import LISTS, SETS, WORDS, AnswerKind
from .parts import comparable, read_part
from .reading import Reading, Request
from .retracted import retracts
from .text import END, unfenced
from .words import phrase
from .yes_no import BY_PREDICATE

_FIRST = re.compile(r"[ \t]*\n[ \t]*\n\s*")
_SENTENCE = re.compile(r"(?<=[.!])[ \t]+(?=\S)")
_LATER = re.compile(r"\n+|(?<=\w[.!?])\s+(?=\S)")
_ATOMS = re.compile(r"\([^()\n]*\)|\w+@\d+")
_JUSTIFIED, _SHORT, _WORD = 24, 30, 16
"""So many words justify an answer, which has so many at most beside its atoms; fewer where it is a word."""
_CONCLUDING = phrase(
    r"^\W*(?:so|therefore|thus|hence|<<foreign so>>)\b"
    r"|\b(?:in the end|finally|after all|better|rather|instead)\b"
)
"""What makes a conclusion of a last sentence that only speaks of an answer."""
_TRIED = phrase(
    r"\b(?:try|candidate|suppose|consider|let me|let's|check|test|claim)\b|^\W*(?:say|assum\w+)\b"
)
"""What is tried, and may fail."""
_EITHER = phrase(r"(?:^|[.!?:;\n,])[ \"']*(?:yes|no)\b(?! [a-z]+(?:s|ing)?\b)|\b(?:yes|no) as far\b")
_BEGINS = phrase(r"\W*(?:yes|no)\b")
"""A yes or no behind the first one, and what begins with one."""
_WEAK = frozenset({"the last one named", "mentioned", BY_PREDICATE})
"""How an answer is read of which a text only speaks."""


def opening(text: str, wanted: Request) -> Reading | None:
    """The answer in the first paragraph of ``text``, if the rest justifies it; None for any other text."""
    bare = text.replace(END, "").strip()
    yes_no = wanted.kind is AnswerKind.YES_NO
    ends = _FIRST.search(bare), _SENTENCE.search(bare) if yes_no else None
    parting = min(filter(None, ends), key=re.Match.start, default=None)
    if wanted.first or parting is None or '{"' in bare or retracts(bare):
        return None
    head, rest = unfenced(bare[: parting.start()]).strip(), bare[parting.end() :]
    words = len(_ATOMS.sub("", head).split())
    if (
        words > (_WORD if wanted.kind in WORDS else _SHORT)
        or len(rest.split()) < _JUSTIFIED
        or head[-1:] in ":,"
        or ("\n" in head and wanted.kind is not AnswerKind.EFFECTS)
        or OPTION.match(head) is not None
        or _TRIED.search(head) is not None
    ):
        return None
    alone = msgspec.structs.replace(wanted, decoded=None)
    reading = read_part(head, alone)
    if reading is None or reading.code is not None or (reading.note in _WEAK and not yes_no):
        return None
    if yes_no and (_EITHER.search(rest) is not None or _BEGINS.match(head) is None):
        return None
    said = _LATER.split(rest)
    weak = frozenset() if _CONCLUDING.search(said[-1]) else _WEAK
    if _another(read_part(said[-1], alone), reading, wanted.kind, weak):
        return None
    listed = wanted.kind in LISTS or wanted.kind in SETS
    doubt = behind(f"\n{said[0]}\n{said[-1]}", wanted.kind, listed=listed)
    return reading if doubt is None else None


def _another(last: Reading | None, first: Reading, kind: AnswerKind, weak: frozenset[str]) -> bool:
    """Whether the last sentence gives another answer, or several of which the first one is one; what it only
    speaks of, by these ``weak`` notes, is none."""
    if last is None or (last.code is not None and last.code is not Code.CONFLICTING):
        return False
    if last.code is None:
        return comparable(last.value, kind) != comparable(first.value, kind) and last.note not in weak
    return str(first.value) in last.note
