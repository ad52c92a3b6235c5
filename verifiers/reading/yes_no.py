"""Yes or no.

    answer    = "yes" | "no" | "true" | "false", in several languages, where the word stands as an answer
              | subject verb [ negation ] predicate        "The action is not applicable."

A word stands as an answer at the beginning of a line, sentence or clause or behind "is", "so", "answer", and
before punctuation or a reason; "there is no car" answers nothing.  A sentence without such a word answers by
its predicate, where the text has no other answer.
"""

from __future__ import annotations

import re

from .lexer import MARK
from .reading import Reading, Request, found, open_answer
from .single import choose, latest
from .text import NO, YES
from .words import CONDITIONS, HEDGES, words

_YES = words("yes true ja oui sí si да 是 是的 はい 예 네 sim sì evet tak yep yeah correct affirmative")
_NO = words("no false nein non нет 否 不 不是 いいえ 아니요 não nee hayır nie nope negative incorrect")
_WORDS = "|".join(sorted(_YES | _NO, key=lambda word: (-len(word), word)))
_ASCII = "|".join(
    sorted((word for word in _YES | _NO if word.isascii()), key=lambda word: (-len(word), word))
)
_OPEN = r"[\s\"'#>|\[({:=.\x02-]*"
_CLOSE = r"[\s\"'\])}.,!;\x03]*"
_ONLY = re.compile(rf"{_OPEN}({_WORDS}){_CLOSE}", re.IGNORECASE)
_WORD = re.compile(rf"(?<![\w'-])({_WORDS})(?![\w'-])", re.IGNORECASE)
_ASCII_WORD = re.compile(rf"(?<![\w'-])({_ASCII})(?![\w'-])", re.IGNORECASE)
_AFTER = re.compile(
    r"[\"')\]}\x03]*[ \t]*(?:$|[\n.,;:!?)\]}(\x02\x03|/-]|(?:because|since|as|or|and|unless|if|but|for"
    r"|from|given|due|when|only|it|the|this"
    r"|that|there|we|you|they|provided|assuming|weil|da|denn|parce|car|porque|perhaps|maybe|is|so"
    r"|\u2713|\u2717)(?!\w))"
)
_BEFORE = re.compile(
    r"(?:^|[\n.!?;:,=>|\"'(\[{\x02\x03/\u2713\u2717-]|(?<![\w-])(?:is|be|say|answer|answering|answered"
    r"|answers|so|thus|hence|therefore|ist|lautet|est|es|è|é|это|a|an"
    r"|definite|definitely|clearly|clear|definitive|or|and|but|just|with|simply|not|conclude|conclusion"
    r"|result|probably|maybe|perhaps|either|possibly"
    r"|also|donc|resounding|firm|go|и|ответ|therefore,|is:|think|guess|believe|actually|unless|if|it's"
    r"|still|to|my|final|of)|[\u3000-\u9fff])[\s\"'(\[{]*$"
)
_STATED = re.compile(
    r"(?:^|[\n:=>|\"(\[\x02]|(?:answer|statement|claim|conclusion|it|this|which|result|response) (?:is"
    r"|would be|=)|so|therefore,?|hence,?)[\s\"'(\[{]*$"
)
_BEFORE_REACH = 32
_NOT_A_WORD = words("a to of")

_POSITIVE = words("""
    applicable reachable valid possible executable achievable attainable feasible legal accepted belongs
    belong performed executed applied satisfiable doable achieved reached permitted allowed
""")
_NEGATIVE = words(
    "inapplicable unreachable invalid impossible infeasible illegal rejected unattainable unachievable n"
    "on-applicable"
)
_DENY = words(
    "not isn't aren't cannot can't never doesn't don't won't no wouldn't couldn't neither nor without ni"
    "cht unable fails"
)
_HOLDS = re.compile(
    r"\b(?:it|this|that|fact|statement|proposition|condition|not|n't|also|still|indeed|afterwards,?) holds?\b"
)
_TOKEN = re.compile(r"[a-z][a-z'-]*")
_SENTENCE = re.compile(r"[.!?;](?=\s|$)|\n")


def read_yes_no(text: str, request: Request) -> Reading | None:
    """Yes (True) or no (False) in ``text``, or None when it holds neither as an answer."""
    text = text.replace(YES, " ").replace(NO, " ")
    only = _ONLY.fullmatch(text)
    if only is not None:
        return found(truth(only[1]), "the whole answer")
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = text
    pieces: list[str] = []
    values: list[bool] = []
    matches, place = latest((_ASCII_WORD if text.isascii() else _WORD).finditer(lowered), text)
    for word in matches:
        if _stands(lowered, word):
            pieces.append(text[place : word.start()])
            values.append(truth(word[0]))
            place = word.end()
    reading = choose(MARK.join([*pieces, text[place:]]), values, request) if values else None
    return reading if reading is not None else _by_predicate(lowered, request)


def _stands(text: str, word: re.Match[str]) -> bool:
    """Whether the word is an answer where it stands."""
    before = slice(max(0, word.start() - _BEFORE_REACH), word.start())
    lead = ("\n" if not before.start else "") + text[before]
    said = word[0]
    if said in ("true", "false", "correct", "incorrect", "negative", "si", "non", "nie"):
        return _STATED.search(lead) is not None and _AFTER.match(text, word.end()) is not None
    if _BEFORE.search(lead) is None:
        return False
    if said in ("no", "non", "yes"):
        return _AFTER.match(text, word.end()) is not None
    return True


def truth(word: str) -> bool:
    """Whether a word for yes or no is one for yes."""
    return word.lower() in _YES


def _by_predicate(text: str, request: Request) -> Reading | None:
    """The polarity of the deciding sentence: the first one behind a mark, the last one elsewhere."""
    place, sentences = 0, []
    for end in [*_SENTENCE.finditer(text), None]:
        stop = end.start() if end is not None else len(text)
        if text[place:stop].strip():
            sentences.append((text[place:stop], end is not None and "?" in end[0]))
        place = end.end() if end is not None else stop
    for sentence, question in sentences if request.marked else sentences[::-1][:2]:
        sentence = _HOLDS.sub(lambda holds: holds[0].rpartition(" ")[0] + " valid", sentence)
        places = list(_TOKEN.finditer(sentence))
        told = [place[0] for place in places]
        predicates = [number for number, word in enumerate(told) if word in _POSITIVE or word in _NEGATIVE]
        if not predicates or question:
            continue
        if not (HEDGES | CONDITIONS).isdisjoint(told[: predicates[0] + 4]):
            return open_answer(sentence)
        word = told[predicates[0]]
        clause = sentence[: places[predicates[0]].start()]
        denied = sum(said in _DENY for said in _TOKEN.findall(re.split(r"[,:]", clause)[-1]))
        return found((word in _POSITIVE) == (denied % 2 == 0), "by the predicate of the sentence")
    return None


def yes_no_of(text: str) -> Reading | None:
    """The yes or no that ``text`` is, None when it is more than that."""
    only = _ONLY.fullmatch(text) if len(text) <= 64 else None
    return None if only is None else found(truth(only[1]), "the whole answer")


__all__ = ["read_yes_no", "truth", "yes_no_of"]
