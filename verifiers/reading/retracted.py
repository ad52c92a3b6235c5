"""What a response takes back: everything before a retraction that another answer follows.

    response = { retracted retraction } answer
    retracted = answer | attempt label ":" ...           "First attempt: ..."

A retraction ("scratch that", "wait, no", "edit:", "I meant") points backwards, whatever stands before it on
its line or in earlier ones; a label such as "first attempt" points to the last heading below it.  Words that
also begin a thought ("wait", "actually", "sorry") retract only where the answers around them conflict.
"""

import re

from .lexer import MARK
from .words import Guarded, phrase, signs

_OPENED = r"(?:^|(?<=[\s.,;:!?(\[\"'\x02\x03-]))"
_BEGUN = r"(?:^|(?<=[.!?;\n\x02\x03-])|(?<=[.!?;\n\x02\x03-]\s))"
"""Where a word begins, and where a sentence does."""
_RETRACTED = Guarded(rf"{_OPENED}<<retraction>>(?![\w'-])[ \t]*[,.:;!)-]*(?=\s|[(\[{{!]|$)")
_DOUBTED = Guarded(
    rf"{_BEGUN}(?:(?:and|but|oh|ah|hm+)[,.]? )?<<reconsidering>>(?![\w'-])[ \t]*[,.:;!-]*(?=\s|[(\[{{!]|$)"
)
_ATTEMPT = Guarded(rf"{_OPENED}<<attempt>>(?![\w'-])")
_POINTING = _RETRACTED.bits | _ATTEMPT.bits
_HEADED = phrase(r":[ \t]*\n|\n(?:my )?(?:revised|new|corrected|final|updated|second) [a-z]+:(?= )")
_SENTENCE = re.compile(r"[\n.!?](?=[^\n.!?]*$)")
_ADDED = r"also|too(?=\W*(?:[.,;!\n]|$))|as well|equally|either|both|just as|neither"
_BOTH = phrase(rf"\b(?:{_ADDED})\b")
_AS_WELL = phrase(rf"\b(?:{_ADDED}|or|another|alternatively|not think)\b")
_NOTHING = phrase(r"\W*(?:none|nothing)?\W*")
"""What takes back nothing: "correction: none"."""
_FEW, _NEAR = 4, 240
"""So many retractions are looked at; so near behind one nothing may add to the answer before."""


def behind_retraction(text: str) -> list[str]:
    """What stands behind the last retractions of a text, the last one first."""
    if not signs(text) & _POINTING:
        return []
    places = _RETRACTED.ends(text)[-_FEW:]
    label = _ATTEMPT.search(text)
    heads = list(_HEADED.finditer(text, label.end())) if label is not None else []
    if heads:
        begun = _SENTENCE.search(text, max(0, heads[-1].start() - _NEAR), heads[-1].start())
        places.append(begun.end() if begun is not None else heads[-1].start())
    return [
        text[place:]
        for place in sorted(places, reverse=True)
        if _NOTHING.fullmatch(text, place) is None and not _BOTH.search(text, place, place + _NEAR)
    ]


def behind_second_thought(text: str) -> str | None:
    """What stands behind the last word that may take back an answer; None when it adds to that one."""
    ends = _DOUBTED.ends(text)
    if not ends or _NOTHING.fullmatch(text, ends[-1]) or _AS_WELL.search(text, ends[-1], ends[-1] + _NEAR):
        return None
    return text[ends[-1] :]


_NEGATED = r"(?:n't|\bnot|\bno|\bnever|\bcannot)\b"
_FOREIGN_NO = (
    r"\b(?:nicht|kein\w*|pas|ne|non|no|n\u00e3o|niet|geen|inte|inget|ikke|nie|nem|tidak|bukan|de\u011fil)\b"
)
_FOREIGN_ANSWER = (
    r"\b(?:antwort\w*|r\u00e9pon\w+|respuesta\w*|risposta\w*|resposta\w*|antwoord\w*|svar\w*|odpowied\w+|v\u00e1lasz\w*"
    r"|jawaban\w*|cevap\w*)\b"
)
_TAKING_BACK = (
    r"(?<![\w'-])(?:i|i'm|i'll|we|please|nor)\b[^.!?\n]{0,30}"
    r"\b(?:tak(?:e|ing) (?:(?:this|that|it|everything|all|(?:my|the) \w+|[a-h]|\([^()\n]*\)) back"
    r"|back (?:the|my|that|this|it))|withdraw|retract\w*|discard|disregard (?:that|it|this|the above)"
    r"|unanswered|scrap|clarify)\b"
)
_REFLECTED = Guarded(r"\bon reflection\b")
_TAKEN_BACK = Guarded(_TAKING_BACK)
_AT_LAST = Guarded(
    rf"(?<![\w'-])(?:i|we)(?:'ve|'d|'m|'re|'ll)?\b[^.!?\n]{{0,60}}{_NEGATED}[^.!?\n]{{0,50}}"
    r"\b(?:answer\w*|verdict|choos\w+|decid\w+|commit\w*|settl\w+|conclu\w+|name (?:an?|any|one)\b|to offer"
    r"|(?<=one )letter|(?<=any )settings?|(?<=no )solution|do it over)\b"
    rf"|{_TAKING_BACK}|\bon reflection\b"
    r"|\bno (?:fact|action|answer|option|letter|set|plan|index|formula|list)s? can(?: \w+)?"
    r" be (?:named|given|chosen)\b"
    r"|(?<!you )\b(?:tell me|say) (?:which|whether|what|how|if)\b[^.!?\n]{0,60}\b(?:i'll|i can|i will"
    r"|i could)\b"
    r"|\bno answer(?: yet| atm| now| here| at the moment| from me)?\W*$"
    r"|\bbefore i (?:commit|decide|answer|choose)\b"
    r"|\b(?:my|the|that) answer (?:above |here )?(?:is|was) wrong\b|\btak(?:e|ing) my answer back\b"
    r"|\bnor (?:have|do|can|could) i\b"
    rf"|{_FOREIGN_NO}[^.!?\n:]{{0,60}}{_FOREIGN_ANSWER}"
    rf"|{_FOREIGN_ANSWER}(?!\s?(?:est|es|\u00e8|ist|\u00e9|:)(?!\w))[^.!?\n:]{{0,60}}{_FOREIGN_NO}"
)
"""What a writer ends with who gives no answer, or none any more."""
_REMARK = re.compile(r"\b(?:others?|another|further|needs?|needed|necessary)\b", re.IGNORECASE)
"""What makes of such a sentence a remark: "we need not choose any other"."""
_FAR, _LAST = 600, re.compile(r"(?:[.!?]\s+|\n\s*)(?=[^\s])")
"""So far from the end the last sentence begins, and what stands before one."""


def retracts(text: str) -> bool:
    """Whether a text takes something back, whatever follows."""
    taken = _TAKEN_BACK.search(text) or _REFLECTED.search(text)
    return bool(_RETRACTED.ends(text)) or taken is not None


_CLAUSE = re.compile(r"[.!?:;,\n]")


def taken_back(text: str) -> str | None:
    """What follows the clause with which a writer last takes back what he said; None where there is none."""
    ends = _TAKEN_BACK.ends(text)
    return _CLAUSE.split(text[ends[-1] :], maxsplit=1)[-1] if ends else None


def given_up(text: str) -> str | None:
    """The last sentence of a text, if it says that there is no answer; None where it does not."""
    if not _AT_LAST.possible(text):
        return None
    bare = text.rstrip()
    start = max((parting.end() for parting in _LAST.finditer(bare, max(0, len(bare) - _FAR))), default=0)
    last = bare[start:]
    return last if start and _AT_LAST.search(last) is not None and _REMARK.search(last) is None else None


_LONG, _TOLD = 400, 3
"""A text behind an answer of more characters than that gives reasons; so many sentences at its beginning and
at its end tell whether it stands."""
_STOP = re.compile(r"(?<=[.!?])\s|\n")
_SELF = re.compile(
    r"\b(?:i|my|me|we|answers?|sorry|wait|question|wording|ambiguous|unclear|ich|ik|je|yo|io|eu|jag|jeg|moi"
    r"|right|wrong|mistaken?|oops|correction|scratch|unsure|doubt\w*|guess\w*|either way)\b"
)


def speaks_of_itself(sentence: str) -> bool:
    """Whether a sentence in lower case speaks of its writer or of answers."""
    return _SELF.search(sentence) is not None


def telling(text: str) -> str:
    """Of a long text behind an answer the beginning, the end, and what speaks of its writer or of answers."""
    sentences = _STOP.split(text) if len(text) > _LONG else []
    if len(sentences) < 4 * _TOLD:
        return text
    own = [said for said in sentences[_TOLD:-_TOLD] if MARK in said or _SELF.search(said) is not None]
    return "\n".join([*sentences[:_TOLD], *own, *sentences[-_TOLD:]])
