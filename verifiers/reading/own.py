"""The letter, or the yes or no, that the first or last clause of a response is, in few words of its own.

    response = own ( stop | comma | reason ) { reason } | { reason ( stop | comma | dash | "so" ) } own stop
    own      = { harmless word } answer { harmless word }       "so it's a", "C for me", "alla fine dico D"

What stands between is a reason, whatever it names; it may not doubt the answer.
"""

import re
from typing import Any

import msgspec

from .beside import behind, doubted
from .kinds import AnswerKind
from .lexer import MARK
from .options import LETTERS
from .parts import read_part
from .reading import Reading, Request, found
from .words import CONCLUSIONS, CONDITIONS, HARMLESS, HEDGES, UNDECIDED, Guarded, phrase, words

_FAR, _MOST, _ENOUGH = 600, 60, 2
"""So far from the end doubts are looked for; an own clause has at most so many characters."""
_PARTING = phrase(
    r"(?P<stop>[;\n\x02\x03]|(?<=\w)[!.]+(?=\s))\s*|,\s|\s--?\s|[-=]>"
    r"|(?<!\w)(?P<so>(?:<<turn>>),?\s)|(?<!\w)(?P<joined>and)\s(?=(?:i|it|that)(?:'|\s))"
)
_BEGUN = phrase(
    r"[\s\"'*]{0,4}([^.,;:!?\n\x02\x03(]{1,60}?)(?:[.,;!\n\x02\x03]|\s--?\s|\s(?=(?:(?:be)?(?:cause|cuz|cos)|cuz|coz|bc|since|weil|denn|porque|pues|perché|car|bo|want|omdat|fordi|karena)\s))"
)
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_OPTION = re.compile(r"[A-Ha-h]")
_OWN = words("own answer")
_SAID = (
    (_OWN | HARMLESS | CONCLUSIONS)
    - {"was", "first", "from", "which", "should", "of", "can", "can't", "por"}
    - {"plan", "sequence", "plans", "set", "action", "actions", "step", "fact", "facts", "index"}
)
"""What may stand beside an answer in a clause of its own; below what does not make one of it, what asks, and
what makes of a letter at the beginning what is spoken of."""
_LABELS = frozenset(
    {"option", "choice", "letter", "answer", "the", "and", "then", "action", "opción", "opzione"}
)
_ASKS = frozenset({"is", "are", "would", "will", "has", "ist", "est", "es"})
_SIGNS, _IT = frozenset("?|:/="), frozenset({"it", "that"})
_LED_BY = frozenset({"for", "in", "to", "on", "at", "with", "per", "para", "pour", "für", "voor", "con"})
_OPEN = (
    HEDGES | CONDITIONS | words("as well") | {"both", "equally", "nearest", "closest", "better", "more"}
) - {
    "later",
    "afterwards",
}
_ARGUING, _YES = words("arguing"), words("yes")
_EITHER = words("yes", "no") - {"y", "n", "true", "false", "correct", "incorrect", "affirmative", "negative"}
_SAME = {True: _YES, False: words("no")}
_ELSEWHERE = Guarded(r"\b<<they say>>|\b<<said elsewhere>>")
_SENTENCE = re.compile(r"[.!?;\n](?=\s|$)|\n")
_CAPITAL = phrase(r"(?-i:(?<![\w'-])(?:A(?!\s[a-z])|A(?=\s<<letter verb>>\b)|[B-H])(?![\w'-]))")
_SMALL = re.compile(r"(?<![\w'-])(?:[b-h]|a(?=\W*$))(?![\w'-])")
_WEAK = "the last one named"


def own_answer(text: str, wanted: Request, reading: Reading | None) -> Reading | None:
    """The reading of a text, but the answer of its last or first clause where that was not understood."""
    if (
        "{" in text
        or "```" in text
        or wanted.kind not in (AnswerKind.LETTER, AnswerKind.YES_NO)
        or wanted.first
        or wanted.marked
    ):
        return reading
    if reading is not None and reading.code is None and reading.note != _WEAK:
        return reading
    value = _last(text.rstrip(" \t\n.!\"'*)\x03"), wanted)
    if value is None and (reading is None or reading.code is not None):
        value = _first(text, wanted)
    return reading if value is None else found(value, "in the writer's own clause")


def _last(text: str, wanted: Request) -> Any:
    """The answer of the last clause, unless what stands before it doubts it."""
    start = max(0, len(text) - _FAR)
    for parting in reversed(list(_PARTING.finditer(text, max(start, len(text) - _MOST)))):
        clause, before = text[parting.end() :], text[start : parting.start()]
        value, bare = _value(clause, wanted)
        if value is None and not _named(clause, wanted):
            continue
        if value is None or (bare and not (parting["stop"] or parting["so"])):
            return None
        sentences = _SENTENCE.split(before)
        if parting["joined"] and _named(sentences[-1], wanted):
            return None
        return None if _doubts(sentences, value, wanted) else value
    return None


def _doubts(sentences: list[str], value: Any, wanted: Request) -> bool:
    """Whether what stands before an answer doubts it, or gives another one."""
    before, own = "\n".join(sentences).lower(), sentences[-1]
    said = _WORD.findall(own.lower())
    return (
        doubted(before) is not None
        or UNDECIDED.search(before) is not None
        or not _OPEN.isdisjoint(said)
        or _ELSEWHERE.search(own) is not None
        or any(_value(sentence, wanted)[0] not in (None, value) for sentence in sentences)
        or (
            wanted.kind is AnswerKind.YES_NO
            and not (_EITHER - _SAME[value]).isdisjoint(_WORD.findall(before))
        )
    )


def _first(text: str, wanted: Request) -> Any:
    """The answer of the first clause, unless what follows doubts it or gives another one."""
    begun = _BEGUN.match(text)
    if begun is None:
        return None
    value, bare = _value(begun[1], wanted)
    rest = text[begun.end(1) :]
    own = _SENTENCE.split(rest.lower())[0]
    said = _WORD.findall(own)
    if value is None or bare or UNDECIDED.search(text) is not None or not _OPEN.isdisjoint(said):
        return None
    if not _ARGUING.isdisjoint(said[:1]) or _WORD.match(rest) is not None:
        return None
    if behind(_CAPITAL.sub(MARK, rest), wanted.kind) is not None:
        return None
    later = read_part(rest, msgspec.structs.replace(wanted, decoded=None))
    another = later is not None and later.code is None and later.value != value
    return None if another else value


def _named(clause: str, wanted: Request) -> bool:
    """Whether a clause names an answer."""
    if wanted.kind is AnswerKind.LETTER:
        return _CAPITAL.search(clause) is not None or _SMALL.search(clause) is not None
    return not _EITHER.isdisjoint(_WORD.findall(clause.lower()))


def _value(clause: str, wanted: Request) -> tuple[Any, bool]:
    """The one answer in a clause of harmless words, and whether it is but a label; None for any other."""
    given = _WORD.findall(clause) if len(clause) <= _MOST and _SIGNS.isdisjoint(clause) else []
    said = [word.lower() for word in given]
    if wanted.kind is AnswerKind.YES_NO:
        places = [place for place, word in enumerate(said) if word in _EITHER]
    else:
        letters = [place for place, word in enumerate(given) if _OPTION.fullmatch(word)]
        capital = [place for place in letters if given[place].isupper()]
        places = capital or [place for place in letters if said[place] != "a"] or letters[-1:]
        places = [] if len({said[place] for place in letters} - {"a"}) > 1 else places
    if len(places) != 1 or (said[0] in _ASKS and said[1:2] != ["be"]):
        return None, False
    place = places[0]
    others = said[:place] + said[place + 1 :]
    ends = said[-1] in _ASKS and (len(said) < _ENOUGH or said[-2] not in _IT)
    if ends or not _SAID.issuperset(others) or (place == 1 and said[0] in _LED_BY):
        return None, False
    bare = _LABELS.issuperset(others)
    if wanted.kind is AnswerKind.YES_NO:
        return (said[place] in _YES if _OWN.issuperset(said[place + 1 :]) else None), bare
    letter = said[place].upper()
    known = LETTERS[: len(wanted.choices)] if wanted.choices else LETTERS
    return (letter if letter in known else None), bare
