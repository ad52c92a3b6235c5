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
from .kinds import LISTS, SETS, WORDS, AnswerKind
from .lists import OPTION
from .parts import comparable, read_part
from .reading import Reading, Request
from .retracted import retracts
from .text import END, unfenced
from .words import phrase

_FIRST = re.compile(r"[ \t]*\n[ \t]*\n\s*")
_SENTENCE = re.compile(r"(?<=[.!])[ \t]+(?=\S)")
_LATER = re.compile(r"\n+|(?<=\w[.!?])\s+(?=\S)")
_ATOMS = re.compile(r"\([^()\n]*\)|\w+@\d+")
_JUSTIFIED, _SHORT, _WORD = 24, 30, (6, 16)
"""So many words justify an answer, which has so many at most beside its atoms; fewer where it is a word."""
_BEGINS = phrase(r"\W*<<yes,no>>,")
_WEAK = frozenset({"the last one named", "mentioned"})


def opening(text: str, wanted: Request) -> Reading | None:
    """The answer in the first paragraph of ``text``, if the rest justifies it; None for any other text."""
    bare = text.replace(END, "").strip()
    ends = _FIRST.search(bare), _SENTENCE.search(bare) if wanted.kind is AnswerKind.YES_NO else None
    parting = min(filter(None, ends), key=re.Match.start, default=None)
    if wanted.first or parting is None or "{" in bare or retracts(bare):
        return None
    head, rest = unfenced(bare[: parting.start()]).strip(), bare[parting.end() :]
    words = len(_ATOMS.sub("", head).split())
    if (
        words > (_WORD[wanted.kind is AnswerKind.LETTER] if wanted.kind in WORDS else _SHORT)
        or len(rest.split()) < _JUSTIFIED
        or head[-1:] in ":,"
        or "\n" in head
        or OPTION.match(head) is not None
    ):
        return None
    alone = msgspec.structs.replace(wanted, decoded=None)
    reading = read_part(head, alone)
    if reading is None or reading.code is not None:
        return None
    if reading.note in _WEAK and (wanted.kind is not AnswerKind.YES_NO or _BEGINS.match(head) is None):
        return None
    if wanted.kind is AnswerKind.LETTER and words > _WORD[0] and reading.note == "concluded":
        return None
    said = _LATER.split(rest)
    if _another(read_part(said[-1], alone), reading, wanted):
        return None
    listed = wanted.kind in LISTS or wanted.kind in SETS
    doubt = behind(f"\n{said[0]}\n{said[-1]}", wanted.kind, listed=listed)
    return reading if doubt is None else None


def _another(last: Reading | None, first: Reading, wanted: Request) -> bool:
    """Whether the last sentence gives another answer, or several of which the first one is one."""
    if last is None or (last.code is not None and last.code is not Code.CONFLICTING):
        return False
    if last.code is None:
        return bool(comparable(last.value, wanted.kind) != comparable(first.value, wanted.kind))
    return str(first.value) in last.note
