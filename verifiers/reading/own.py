"""The letter, or the yes or no, that the first or last clause of a response is, in few words of its own.

    response = [ greeting ] own ( stop | comma | reason ) { reason }
             | { reason ( stop | comma | dash | "so" ) } own [ stop ]
    own      = { harmless word } answer { harmless word }       "so it's a", "C for me", "alla fine dico D"

It counts where nothing else was understood.  The rest is reasons, whatever they name, that may not doubt it.
A short text without a letter may name the option by objects that no other one names.
"""

import re
from typing import Any

import msgspec

from .beside import behind, doubted
from .kinds import AnswerKind
from .lexer import MARK
from .options import LETTERS, named_by_objects
from .parts import read_part
from .reading import Reading, Request, found
from .text import NO
from .words import CONCLUSIONS, CONDITIONS, HARMLESS, HEDGES, UNDECIDED, Guarded, phrase, words

_FAR, _MOST, _GREETED = 240, 60, 40
"""So far from the end doubts are looked for; so many characters a clause has, and what stands before one."""
_PARTING = phrase(
    r"(?P<stop>\A|[;\n\x02\x03]|(?<=\w)[!.]+(?=\s))\s*|,\s|\s--?\s|[-=]>"
    r"|(?<!\w)(?:(?P<so><<turn>>),?\s|(?P<joined>and)\s(?=(?:i|it|that)(?:'|\s)))"
)
_BEGUN = phrase(
    r"[\s\"'*]{0,4}([^.,;:!?\n\x02\x03(]{1,60}?)(?:[.,;!\n\x02\x03]|\s--?\s|$|\s(?=<<because>>\s))"
)
_SENTENCE = re.compile(r"[.!?;](?=\s|$)|\n")
_WORD, _OPTION = re.compile(r"[^\W_]+(?:['-][^\W_]+)*"), re.compile(r"[A-Ha-h]")
_CAPITAL = phrase(r"(?-i:(?<![\w'-])(?:A(?!\s[a-z])|A(?=\s<<letter verb>>\b)|[B-H])(?![\w'-]))")
_OWN, _SAID = words("own answer"), (words("own answer") | HARMLESS | CONCLUSIONS) - words("not its own")
_FOLLOWING = _SAID | words("letter verb") | {""}
"""What follows an A that is no article."""
_LABELS = frozenset({"option", "choice", "letter", "answer", "the", "and", "then"})
_ASKS, _SIGNS = frozenset({"is", "are", "what", "would", "will", "ist", "est", "es"}), frozenset("?|:/=")
_LED_BY = words("preposition")
"""What makes of a letter behind it what is spoken of."""
_OPEN = HEDGES | CONDITIONS | (words("as well", "rivals") - {"later", "afterwards"})
_ARGUING, _YES = words("arguing"), words("yes")
_EITHER = words("yes", "no") - {"y", "n", "true", "false", "correct", "incorrect", "affirmative", "negative"}
_KINDS, _WEAK = (AnswerKind.LETTER, AnswerKind.YES_NO), "the last one named"
_ELSEWHERE = Guarded(r"\b<<they say>>|\b<<said elsewhere>>")


def own_answer(text: str, wanted: Request, reading: Reading | None) -> Reading | None:
    """The reading of a text, but the answer of its last or first clause where that was not understood."""
    read = reading is not None and reading.code is None
    if wanted.kind not in _KINDS or wanted.first or "{" in text or "```" in text or text.rstrip()[-1:] == NO:
        return reading
    if reading is not None and read and reading.note != _WEAK:
        return reading
    value = _last(text.rstrip(" \t\n.!\"'*)\x03"), wanted)
    value = _first(text, wanted) if value is None else value
    if value is not None:
        return found(value, "in a clause of its own")
    named = named_by_objects(text, wanted.choices) if reading is None else text
    return reading if named == text else read_part(named, wanted)


def _last(text: str, wanted: Request) -> Any:
    """The answer of the last clause, unless what stands before it doubts it."""
    for parting in reversed(list(_PARTING.finditer(text, max(0, len(text) - _MOST)))):
        clause, before = text[parting.end() :], text[max(0, len(text) - _FAR) : parting.start()]
        if _named(clause, wanted):
            value, bare = _value(clause, wanted)
            joins = parting["joined"] and _named(_SENTENCE.split(before)[-1], wanted)
            alone = bare and not (parting["stop"] or parting["so"])
            return None if joins or alone or _doubts(before, value, "", wanted) else value
        if parting["stop"] is not None:
            break
    return None


def _first(text: str, wanted: Request) -> Any:
    """The answer of the first clause that names one, unless what stands beside it doubts it."""
    begun = _BEGUN.match(text)
    while begun is not None and begun.start() < _GREETED and not _named(begun[1], wanted):
        begun = _BEGUN.match(text, begun.end())
    value, bare = _value(begun[1], wanted) if begun is not None else (None, True)
    if begun is None or begun.start() >= _GREETED or value is None or bare:
        return None
    rest = text[begun.end(1) :]
    following = _BEGUN.match(rest, 1) if rest[:1] == "," else None
    if (following is not None and _value(following[1], wanted)[1]) or _doubts(
        text[: begun.start()], value, rest, wanted
    ):
        return None
    later = read_part(rest, msgspec.structs.replace(wanted, decoded=None))
    another = later is not None and later.code is None and later.note != _WEAK and later.value != value
    return None if another else value


def _doubts(before: str, value: Any, rest: str, wanted: Request) -> bool:
    """Whether what stands before an answer or behind it doubts it or gives another one."""
    sentences = _SENTENCE.split(before)
    behind_it = _WORD.findall(_SENTENCE.split(rest, maxsplit=1)[0].lower())
    said = [*_WORD.findall(before.lower()), *behind_it[-1:]]
    return (
        doubted(before.lower()) is not None
        or UNDECIDED.search(f"{before}\n{rest}") is not None
        or not _OPEN.isdisjoint([*_WORD.findall(sentences[-1].lower()), *behind_it])
        or not _ARGUING.isdisjoint(behind_it[:1])
        or before.count('"') % 2 == 1
        or _ELSEWHERE.search(sentences[-1]) is not None
        or any(_value(sentence, wanted)[0] not in (None, value) for sentence in sentences)
        or (wanted.kind is AnswerKind.YES_NO and any((w in _YES) is not value for w in said if w in _EITHER))
        or behind(_CAPITAL.sub(MARK, rest), wanted.kind) is not None
    )


def _named(clause: str, wanted: Request) -> bool:
    """Whether a clause names an answer."""
    said = _WORD.findall(clause)
    if wanted.kind is AnswerKind.YES_NO:
        return not _EITHER.isdisjoint(word.lower() for word in said)
    return any(
        _OPTION.fullmatch(word) and (word not in "Aa" or following.lower() in _FOLLOWING)
        for word, following in zip(said, [*said[1:], ""], strict=False)
    )


def _value(clause: str, wanted: Request) -> tuple[Any, bool]:
    """The one answer in a clause of harmless words, None in any other, and whether labels are all else."""
    given = _WORD.findall(clause) if len(clause) <= _MOST and _SIGNS.isdisjoint(clause) else []
    said, yes_no = [word.lower() for word in given], wanted.kind is AnswerKind.YES_NO
    places = [
        n for n, word in enumerate(given) if (said[n] in _EITHER if yes_no else _OPTION.fullmatch(word))
    ]
    if not yes_no:
        places = [n for n in places if given[n] != "a"] or places[-1:]
        places = [n for n in places if given[n].isupper()] or places
    if len(places) != 1 or (said[0] in _ASKS and said[1:2] != ["be"]):
        return None, False
    place = places[0]
    others = said[:place] + said[place + 1 :]
    ends = said[-1] in _ASKS and said[-2:-1] not in (["it"], ["that"])
    if ends or not _SAID.issuperset(others) or (place == 1 and said[0] in _LED_BY):
        return None, False
    if yes_no:
        return (said[place] in _YES if _OWN.issuperset(said[place + 1 :]) else None), _LABELS.issuperset(
            others
        )
    letter, known = said[place].upper(), LETTERS[: len(wanted.choices) or None]
    return (letter if letter in known else None), _LABELS.issuperset(others)
