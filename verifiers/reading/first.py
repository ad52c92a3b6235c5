"""The answer with which a response begins, and which all that follows justifies.

    response = ( paragraph | sentence ) { sentence }

The first paragraph is one line, and an answer when read alone; so is the first sentence where a word is
asked.  What follows justifies it: what that goes through on its way is no answer, and no doubt.  Its first
and its last sentence may not doubt the answer, which they do not do in more than a few words about the world;
the last one may not give another answer.
"""

import re

import msgspec

from ...instances.records import Code
from .beside import behind
from .headings import OPTION
from .kinds import LISTS, REACTIVE, SETS, WORDS, AnswerKind
from .parts import comparable, read_part
from .reading import Reading, Request
from .retracted import retracts, speaks_of_itself
from .text import END, unfenced
from .words import phrase
from .yes_no import BY_PREDICATE

_FIRST = re.compile(r"[ \t]*\n[ \t]*\n\s*")
_SENTENCE = re.compile(r"(?<=[.!])[ \t]+(?=\S)")
_COLON = re.compile(r"(?<=\bis [A-H0-9]):[ ]|(?<=\bis index [0-9]):[ ]|(?<=\bindex [0-9]):[ ]")
_EXPLAINS = phrase(
    r"(?<=[.!])\s+(?:let me (?:explain|show|justify|walk|say|describe)|i'll|here is|here's|the rest)\b"
    r"[^.\n]*\.?$"
)
"""A sentence behind the answer that announces what justifies it."""
_LATER = re.compile(r"\n+|(?<=\w[.!?])\s+(?=\S)")
_ATOMS = re.compile(r"\([^()\n]*\)|\w+@\d+")
_ITEM = re.compile(r"\A\W*(?:[A-H]|\d+)\W*(?::|\Z)|\.\.")
"""A list begins there."""
_FEW = 6
"""A sentence of fewer words is about the answer."""
_OPENED = phrase(
    r"\W*(?:or|unless|if|but|though|although|however|otherwise|except|provided"
    r"|it|this|that|which|no|hm+|<<hedge>>)\b"
)
"""How a sentence begins that speaks of the answer, whatever else it names."""
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
_EITHER = phrase(r"(?:^|[.!:;\n,])[ \"']*(?:yes|no)\b(?! [a-z]+(?:s|ing)?\b)|\b(?:yes|no) as far\b")
_BEGINS = phrase(r"\W*(?:(?:(?:the|my) answer(?: here)? is|in short|in a word|answer)\W{1,3})?(?:yes|no)\b")
"""A yes or no behind the first one, and what begins with one."""
_WEAK = frozenset({"the last one named", "mentioned", BY_PREDICATE})
"""How an answer is read of which a text only speaks."""


def opening(text: str, wanted: Request) -> Reading | None:
    """The answer with which ``text`` begins, if the rest justifies it; None for any other text."""
    bare = text.replace(END, "").strip()
    if wanted.first or retracts(bare):
        return None
    alone = msgspec.structs.replace(wanted, decoded=None)
    for parting in _partings(bare, wanted.kind):
        head, rest = unfenced(bare[: parting.start()]).strip(), bare[parting.end() :]
        if '{"' in rest or len(rest.split()) < _JUSTIFIED:
            continue
        reading = _begun(_EXPLAINS.sub("", head), wanted if '{"' in head else alone)
        if reading is not None and _justifies(rest, reading, alone):
            return reading
    return None


def _partings(text: str, kind: AnswerKind) -> list[re.Match[str]]:
    """Where the first sentence and the first paragraph of a text end, the shorter one first."""
    paragraph, sentence = (
        _FIRST.search(text),
        _SENTENCE.search(text) if kind in WORDS | REACTIVE - SETS else None,
    )
    if sentence is not None and kind is not AnswerKind.YES_NO and _ITEM.search(text, 0, sentence.start()):
        sentence = None
    colon = _COLON.search(text, 0, sentence.start()) if sentence is not None and kind in WORDS else None
    return sorted(filter(None, (paragraph, sentence, colon)), key=re.Match.start)


def _begun(head: str, wanted: Request) -> Reading | None:
    """The answer that the beginning of a text is, in few words."""
    words, kind = len(_ATOMS.sub("", head).split()), wanted.kind
    if (
        words > (_WORD if kind in WORDS else _SHORT)
        or head[-1:] in ":,"
        or ("\n" in head and kind is not AnswerKind.EFFECTS)
        or OPTION.match(head) is not None
        or _TRIED.search(head) is not None
        or (kind is AnswerKind.YES_NO and _BEGINS.match(head) is None)
    ):
        return None
    reading = read_part(head, wanted)
    if reading is None or reading.code is not None:
        return None
    return reading if kind in (AnswerKind.YES_NO, AnswerKind.FORMULA) or reading.note not in _WEAK else None


def _justifies(rest: str, reading: Reading, wanted: Request) -> bool:
    """Whether what follows an answer gives no other one and no doubt of it."""
    kind = wanted.kind
    if kind is AnswerKind.YES_NO and _EITHER.search(rest) is not None:
        return False
    said = _LATER.split(rest)
    weak = frozenset() if _CONCLUDING.search(said[-1]) else _WEAK
    if _another(read_part(said[-1], wanted), reading, kind, weak):
        return False
    listed = kind in LISTS or kind in SETS
    if behind(f"\n{said[0]}\n{said[-1]}", kind, listed=listed) is None:
        return True
    return not any(_doubts(sentence.lower(), kind, listed=listed) for sentence in (said[0], said[-1]))


def _doubts(sentence: str, kind: AnswerKind, *, listed: bool) -> bool:
    """Whether a sentence in lower case doubts the answer before it; what it says of the world does not."""
    if behind(f"\n{sentence}", kind, listed=listed) is None:
        return False
    of_answer = speaks_of_itself(sentence) or _OPENED.match(sentence) or _CONCLUDING.search(sentence)
    return len(sentence.split()) < _FEW or bool(of_answer)


def _another(last: Reading | None, first: Reading, kind: AnswerKind, weak: frozenset[str]) -> bool:
    """Whether the last sentence gives another answer, or several of which the first one is one; what it only
    speaks of, by these ``weak`` notes, is none."""
    if last is None or (last.code is not None and last.code is not Code.CONFLICTING):
        return False
    if last.code is None:
        return comparable(last.value, kind) != comparable(first.value, kind) and last.note not in weak
    return str(first.value) in last.note
