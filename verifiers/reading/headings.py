"""What a line, or the words before an item, are to a list: a heading, a bullet, an announcement."""

import re
import string
from collections.abc import Iterable

from .words import CONDITIONS, HARMLESS, HEDGES, NEGATIONS, Guarded, phrase, remembered, words

_NEAR, _SENTENCE = 160, 6
"""An announcement is read from so many characters before its end."""
ASIDE = re.compile(r"\([^()]*\)")
_CORE = phrase(
    r"(?:[-*+]? ?\[[A-Za-z_ ]{1,20}\])?(?=([\s\x0b>|\"'\[({,.:;+#=&\x02\x03\u2713\u2717-]*))\1"
    r"(?:\(?\d{1,4}[.):\]]|\d{1,4}(?= )|[a-z][.)]"
    r"|(?:step|action|then|next|first|finally|and|so|therefore|thus|hence|just|simply|only"
    r"|literals?|facts?"
    r"|set|flip|force|intervene at"
    r"|atoms?|propositions?)\b[\s:,]*\d*[.):]?)?[\s|\"'\[({.,:)#\u2713\u2717-]*"
)
_REJECTING = Guarded(
    r"\b<<rejecting>>\b|^\W*no\b\W*$|^\W*without (?:these|those|the following)\W*$"
    r"|^\W*(?:the )?(?:goals?(?: state| facts?)?|objects?|init|types|predicates?|schemas?|known facts)\W*$"
)
TAKING_OUT = Guarded(
    r"\b(?:and )?can(?:'t|not) be (?:made )?(?:smaller|reduced|shortened|trimmed)\b"
    r"|\b(?:and )?(?:none|nothing)(?: of \w+)? can be (?:dropped|removed|left out|omitted)\b|\bmak(?:es?"
    r"|ing) (?:that|this|it) impossible\b|"
    r"\b(?:dropping|removing|without|leaving out|omitting|deleting|skipping|cutting)\b[^,:]*?"
    r"(?=\b(?:yields|gives|leaves|becomes|results|produces|we get|is|are)\b)"
    r"|^\W*(?:so )?(?:i|we)(?:'ve| have)? <<taken out>> (?!these|those|the"
    r" following)[^:.\n]*->[^:.\n]*(?=:\W*$)"
    r"|\b(?:the (?:first|second|third|last) (?:one|action|step|move)|it|(?:this|that) one)\b[^:.\n]{0,60}"
    r" (?:can|could) be <<taken out>>(?=:\W*$)"
    r"|\b(?:action|step|move) (?:\d+ )?is <<taken out>>(?=:\W*$)|\bwith (?:the|this|that|my|its|one"
    r"|a)\b[^,:\n]*? <<taken out>>(?=\W*$)"
    r"|(?<=\b(?:plan|list) )without (?!th(?:ese|ose)|the following)[^,:\n]+(?=\W*$)"
    r"|^\W*(?:so )?(?:drop|remove|skip|omit|delete|cut|take out|leave out) (?:both|them|it)"
    r"(?: two| out)?(?=:\W*$)"
    r"|\b(?:drop|remove|skip|omit|delete|cut|take out|leave out)\b[^,:\n]*?"
    r"(?=\b(?:and|to|you|we|i) (?:get|obtain|are left|keep|retain)\b)"
)
"""What is taken out gives the list behind it: "dropping the redundant action yields"."""
_SATISFIED = phrase(r"\bpreconditions?\b(?=[^.:\n]{0,24}\b(?:satisfied|met|holds?|fulfilled|true)\b)")
_GIVEN_BY = phrase(
    r"\b(?:(?:with|against|by|from|of) (?:all )?(?:of )?(?:their|its|the) preconditions?\b"
    r"|(?:current|initial|given) state\b(?= (?:allows|permits|enables|admits|supports|offers)\b))"
)
"""By what the items of a heading were found."""
_WHERE = Guarded(
    r"\b(?:in|from|given|for|at|with|under|to|on)\s+(?:(?:the|this|our)\s+)?(?:initial|current"
    r"|given)\s+state\b"
)
SUMMARY = Guarded(r"\b<<summary>>\b")
OPTION = phrase(r"\W*<<option>>\s*(?:#?\d|[a-e])\b")
_ANNOUNCES = phrase(
    r"(?::|[-=]>|=|\b<<announcing>>(?: (?:the|a|these|those))?(?: (?:single|one|only|two|three|four"
    r"|following))?"
    r"(?: (?:literal|input|element|change)s?)?)[\s,\"':(=-]*$"
)
_OBJECT = re.compile(r"[A-Za-z][A-Za-z_-]*\d{1,3}")
"""The name of an object is a heading: "rover0" above what rover0 can do."""
NUMBERED = re.compile(r"\s*(?:\d{1,4}[.):]|[-*])(?:\s+|$)")
_BULLET_END = re.compile(r"\s*(?:-|\(?\d{1,3}[.)])?[\s\"'(\[]*$")
_STOP = re.compile(r"[.!?]\s")
_LINKS = phrase(r"\W*<<joining>>\W*").fullmatch
_TRAILING = string.whitespace + string.digits + "\"'[](){}.,;:=+-"
"""What an announcement or a bullet may end with, and more; it is read from there or a little before."""

_LONG = 400
"""A sentence of more characters is not gone through word by word."""
_PARTS = re.compile(r"([,;()]|\s--?\s)")
_OBJECTS = re.compile(r"(?<![\w-])[A-Za-z][\w-]*\d[\w-]*")
NEGATED = Guarded(r"\b(?:<<predicate negation,negation>>|\w+n't)(?!\w)")
_WORDS = re.compile(r"[^\W\d_][\w'-]*")
_OF_LIST, _WITHOUT, _BUT, _EITHER = (
    words("of the list"),
    words("doing without"),
    words("contrasted"),
    words("either"),
)
_GENERIC = HARMLESS | words("prose", "affirming", "able", "negation", "against", "rejection", "bad")
_UNSURE = (HEDGES | CONDITIONS) - _EITHER
_COMPLETING, _NOTHING = words("more"), words("no more") | NEGATIONS
_UNSETTLED = words("unsettling") | _UNSURE
_DANGLING = words("dangling")
_TURNS, _CLAUSE, _FEW, _ASKING = phrase(r",|\bbut\b|\s--?\s"), 4, 2, frozenset({"what", "which", "anything"})
_TURNING, _DENYING = (
    words("turning", "left out", "of the list"),
    words("predicate negation", "negation", "contrasted"),
)


def _leads(lead: str) -> bool:
    """Whether a lead ends with a colon."""
    return lead.rstrip(" \"'[(\n")[-1:] == ":"


def of_world(lead: str, *, plan: bool) -> str:
    """The words that lead to a list, with a colon, without those that deny or leave open something of the
    world and not the list: "no drawer opening in it:", "walk anywhere except home, or drop the potato:"."""
    if not _leads(lead):
        return lead
    sentence = _STOP.split(lead)[-1]
    if len(sentence) > _LONG:
        return lead
    if not _UNSURE.isdisjoint(_WORDS.findall(sentence.lower())):
        return lead
    parts = _PARTS.split(sentence)
    named = 0
    for number, part in enumerate(parts):
        said = _WORDS.findall(part.lower())
        excused = _excused(said, named, plan=plan) if _OF_LIST.isdisjoint(said) else None
        named += of_the_world(said)
        if excused:
            parts[number] = _WORDS.sub(lambda word: "" if word[0].lower() in excused else word[0], part)  # noqa: B023
    return lead[: len(lead) - len(sentence)] + "".join(parts)


@remembered
def settled(remark: str) -> str:
    """What is said right behind a list, in small letters, without the denials that concern something of the
    world, and those that say that there is no more: "hands are full so no taking", "mehr geht nicht"."""
    if len(remark) > _LONG:
        return remark
    parts, complete = _PARTS.split(remark), False
    for number, part in enumerate(parts):
        said = _WORDS.findall(part)
        negations = {*NEGATIONS.intersection(said)}
        unsettled = not (_UNSETTLED - _COMPLETING).isdisjoint(said) or "\x01" in part
        if not unsettled and not _COMPLETING.isdisjoint(said[:2]) and not _NOTHING.isdisjoint(said[1:]):
            parts[number], complete = "", True
        elif complete and len(said) >= _CLAUSE and not unsettled and _TURNING.isdisjoint(said):
            parts[number] = ""
        if not parts[number] or len(negations) != 1 or unsettled:
            continue
        place = said.index(negations.pop())
        if number and said[place] in _WITHOUT and _OF_LIST.isdisjoint(said):
            behind = said[place + 1 :]
            if of_the_world(behind) and (of_the_world(said[:place]) or behind[0].endswith("ing")):
                parts[number] = part.replace(said[place], "")
    return "".join(parts)


def of_others(said: str, names: frozenset[str]) -> str:
    """A sentence without the negations behind the first object in those of its parts that name objects, and
    none of these."""
    parts = _PARTS.split(said) if len(said) <= _LONG else [said]
    for number, part in enumerate(parts):
        named = list(_OBJECTS.finditer(part))
        if not named or any(name[0].lower() in names for name in named):
            continue
        if (_OF_LIST | _UNSETTLED).isdisjoint(_WORDS.findall(part.lower())):
            end = named[0].end()
            parts[number] = part[:end] + NEGATED.sub("", part[end:])
    return "".join(parts)


@remembered
def turned(lead: str) -> str:
    """The words that lead to a list without what the last clause of their sentence turns from: a clause of
    its own that denies something, and neither speaks of the list nor leaves anything open."""
    sentence = _STOP.split(lead)[-1]
    parts = list(_TURNS.finditer(sentence)) if len(sentence) <= _LONG else []
    if not parts:
        return lead
    head = _WORDS.findall(sentence[: parts[-1].start()].lower())
    last = _WORDS.findall(sentence[parts[-1].end() :].lower())
    denied = NEGATED.search(sentence[: parts[-1].start()]) is not None
    if not denied and parts[-1][0] == ",":
        return lead
    opened = (_UNSETTLED if denied else _UNSURE) | _OF_LIST | _ASKING
    if len(head) < _CLAUSE or len(last) < _FEW or not opened.isdisjoint(head) or head[0] in _DENYING:
        return lead
    if last[0] in _ASKING or last[-1] in _DANGLING:
        return lead
    return lead[: len(lead) - len(sentence)] + sentence[parts[-1].end() :]


@remembered
def denied_first(lead: str) -> bool:
    """Whether the sentence that leads to a list, with a colon, begins with a denial from which its last
    clause does not turn away: "what it cannot do, with its hands full:"."""
    if not _leads(lead):
        return False
    *parts, last = _PARTS.split(_STOP.split(lead)[-1].lower())
    if not _TURNING.isdisjoint(_WORDS.findall(last)):
        return False
    return not _DENYING.isdisjoint(_WORDS.findall(" ".join(parts)))


def _excused(said: list[str], named: int, *, plan: bool) -> set[str]:
    """The words of a part of a sentence that deny or leave open what it names of the world."""
    excused: set[str] = set()
    for place, word in enumerate(said):
        rest = said[place + 1 :]
        before, behind = named + of_the_world(said[:place]), of_the_world(rest)
        negated = NEGATIONS.intersection(rest[:1])
        if word in _WITHOUT and plan and behind and rest[-1] not in _DANGLING:
            excused.update(rest, (word,))
        elif before and ((word in _BUT and rest) or (word in _EITHER and not plan and (behind or negated))):
            excused.update(negated, (word,))
    return excused


def of_the_world(said: list[str]) -> int:
    """How many words speak of the world."""
    return sum(word not in _GENERIC for word in said)


@remembered
def rejects(heading: str) -> bool:
    """Whether what stands under a heading does not belong to the answer."""
    heading = _STOP.split(heading.rstrip(" \n->="))[-1].rpartition("=>")[2]
    heading = heading.rpartition(", ")[2] if heading.rstrip()[-1:] == ":" else heading
    heading = _WHERE.sub(" ", heading)
    heading = _SATISFIED.sub(" ", TAKING_OUT.sub(" ", heading))
    if len(heading.split()) > _SENTENCE:
        heading = _GIVEN_BY.sub(" ", heading)
    return _REJECTING.search(heading) is not None and not SUMMARY.search(heading)


@remembered
def is_core(lead: str) -> bool:
    """Whether a lead is no more than a bullet, a number or a word like "step"."""
    return _CORE.fullmatch(lead) is not None


@remembered
def announces(lead: str) -> bool:
    """Whether a lead ends as one does that announces a list: "the actions are"."""
    return _ANNOUNCES.search(lead, max(0, len(lead.rstrip(_TRAILING)) - _NEAR)) is not None


@remembered
def unbulleted(lead: str) -> str:
    """The words before an item without the bullet or number that they end with."""
    end = len(lead.rstrip(_TRAILING))
    return lead[:end] + _BULLET_END.sub("", lead[end:])


def doing(names: Iterable[str]) -> set[str]:
    """Names of actions, their parts, and what one does by them: "dropping"."""
    parts = {part for name in names for part in (name, *name.split("-"))}
    return parts.union(*((f"{part.removesuffix('e')}ing", f"{part}{part[-1:]}ing") for part in parts))


def is_heading(text: str) -> bool:
    """Whether a line without items is a heading of those below it."""
    bare = text.strip()
    if bare[-1:] == ":" or bare[:1] == "#" or _OBJECT.fullmatch(ASIDE.sub("", bare).rstrip()) is not None:
        return True
    if len(bare) >= 60 or len(bare.split()) > 6 or bare[-1:] in ".,;!?" or bare[:1] in "-|":
        return False
    if not bare[:1].islower():
        return True
    said = _WORDS.findall(ASIDE.sub("", bare).lower())
    return len(said) <= _FEW and of_the_world(said) == len(said) > 0


def continues(text: str) -> bool:
    """Whether a line without items belongs to the item before it: indented, a bullet, a rule of a table."""
    return (
        text[0] in " \t|-"
        or _LINKS(text) is not None
        or NUMBERED.fullmatch(text) is not None
        or not text.strip(' -|:=_*#"`')
    )
