"""Sets of literals: what inputs are at steps.

    set = the lists of ``lists`` with literals for items (``notations``) | "none" | "the empty set"

A set that is empty must be said by a word; "[]" says nothing and is `silent`.  Values and steps are left as
they came: types and ranges are checked by the judge.
"""

import re
from typing import Any

from .beside import denies
from .kinds import AnswerKind
from .lexer import Item, masked
from .lists import choose_list
from .notations import lex_literals, spelled
from .reading import (
    Reading,
    Request,
    conflicting,
    empty,
    found,
    malformed,
    no_answer,
    none_answer,
    open_answer,
)
from .worded import in_notation
from .words import UNDECIDED, Guarded, phrase, words

NONE: tuple[Any, ...] = ()
"""The set of literals that was said to be empty."""
_USUAL = re.compile(r"\s*!?[A-Za-z_]\w{0,79}@\d{1,9}(?:,\s{0,4}!?[A-Za-z_]\w{0,79}@\d{1,9})*\s*", re.ASCII)
_EMPTY = Guarded(r"(?:(?<!\w)(?=[ent])|(?=\u2205))<<empty set>>")
_DANGLING = re.compile(r"[\s,;&]*[!~]?\s?(?:[A-Za-z_]\w*\s?@\s?|[!~])$|[\s,;&]*[\[(]\s?[\w\s,\"']{0,90}$")
_BULLETED, _DASH = re.compile(r"[ \t]*(?:[-*]|\d{1,3}[.)])[ \t\"']+"), re.compile(r"[ \t]--?[ \t]")
_SEPARATED = phrase(r"[\s,;&\"']*(?:and\b)?[\s,;&\"']*")
_REST = 400
"""So many characters behind a set are looked at, more than a dangling item has."""
_CHANGED = phrase(
    r"[\s\"'\]}]{0,4}\((?:which |that |it |both |all |the latter )?"
    r"(?:must|should|has to|have to|is|are|being|set)\b[^()]{0,40}"
    r"\b(?:0|1|true|false|low|high|on|off|negated|inverted)\b[^()]{0,20}\)"
)
"""A parenthesis that gives a literal another value: "go@4 (which must be 0)"."""


_PARTING = re.compile(r"[.!?;](?=\s)|\n")
_CLAUSE, _SIGNS = re.compile(r"[,:(]\s|--? "), " \"'([{-"
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_AFFIRMING, _REMARKS = (
    words("affirming") | {"matter", "matters", "count", "counts", "changed", "flipped", "together"},
    words("lead", "reason", "time", "remark"),
)
_GOES_ON_SAYING = re.compile(r"[\"')]* \w")
_ADDING = Guarded(r"\b<<also>>\W*$")
_NOT_MINE = Guarded(r"\d ?%|\b<<they say>>\b|\b<<at first>>\b[^,;:]*$")
"""What stands before literals that come to others, and before those that are a chance or a first thought."""
_REFUSED = Guarded(
    r"\b(?:i|we)(?:'d|'ll|'m|'ve)? (?:\w+ ){0,2}(?:not|never|cannot|\w+n't|pass)\b"
    r"(?! (?:touch|matter|need|see|find))|\b(?:not|to be) (?:yet )?(?:done|finished|continued)\b|\bso far\b"
    r"|\b(?:rest|others?)\b[^.!?\n]{0,20}"
    r"\b(?:leave (?:out|open|it|them)|open|unknown|unclear|escapes?|missing)\b"
)
"""What a writer says, behind literals that nothing announces, who gives no answer."""
_CONCLUDED = Guarded(
    r"\b<<concluding a set>>\b[^:]{0,60}$|(?<!\w)<<foreign so>>[^:]{0,60}$"
    r"|\b(?:i|we)(?:'d|'ll|'m|'ve)? (?:\w+ ){0,3}<<my own>>\b[^:]{0,60}$"
)
_IDLE = re.compile(
    r"(?mi)^[\s|*-]*(?:(?:time)?steps?\s)?\d+(?:\s?(?:-|to)\s?\d+| and (?:later|after))?\s?[:|]\s*"
    r"(?:advance )?(?:with )?(?:no|none|nothing)\b[^\n]*$"
)
"""The line of a step at which nothing is changed."""


def read_literals(text: str, request: Request) -> Reading | None:
    """The set of literals in ``text``, or None when it holds none."""
    if _USUAL.fullmatch(text) is not None:
        usual = _usual(text, request.vocabulary)
        if usual is not None:
            return found(usual, "literals")
    text = _IDLE.sub("", text) if "no" in text else text
    if request.vocabulary:
        text = in_notation(text, request.vocabulary, changes=request.kind is AnswerKind.INTERVENTIONS)
    literals = _of_inputs(text, lex_literals(text, request.vocabulary), request.vocabulary)
    literals = _in_notation(text, literals)
    if len(literals) > 1 and (" - " in text or " -- " in text):
        literals = _outside_remarks(text, literals)
    near = literals[:64]
    empties = [Item(*empty.span(), "none") for empty in _EMPTY.finditer(text)]
    empties = [
        empty for empty in empties if not any(literal.start <= empty.start < literal.end for literal in near)
    ]
    items = sorted([*literals, *empties], key=lambda item: item.start)
    if not items:
        return empty(text)
    chosen = choose_list(masked(text, items), request)
    if chosen is None or isinstance(chosen, Reading):
        return chosen
    members, note = chosen
    return _set(members, items, text, request, note) if members else found([], "an empty list")


def _outside_remarks(text: str, literals: list[Item]) -> list[Item]:
    """The literals without those of the remarks behind a dash, where lines begin with a literal each."""
    kept: list[Item] = []
    for literal in literals:
        line = text.rfind("\n", 0, literal.start) + 1
        first = next((other for other in kept if other.start >= line), None)
        listed = first is not None and _BULLETED.fullmatch(text, line, first.start) is not None
        if first is None or not listed or _DASH.search(text, first.end, literal.start) is None:
            kept.append(literal)
    return kept


def _of_inputs(text: str, literals: list[Item], names: frozenset[str] | None) -> list[Item]:
    """The literals without those that speak of an output, away from those of inputs."""
    known = [names is None or literal.value[1] in names for literal in literals]
    if all(known) or not any(known):
        return literals
    kept = []
    for number, literal in enumerate(literals):
        beside = [
            other
            for other in (number - 1, number + 1)
            if 0 <= other < len(literals)
            and _beside(text, literals[min(number, other)], literals[max(number, other)])
        ]
        if known[number] or beside:
            kept.append(literal)
    return kept


def _in_notation(text: str, literals: list[Item]) -> list[Item]:
    """The literals without those that sentences say in words, where a series stands in the question's
    notation and they are no part of it."""
    noted = ["@" in text[literal.start : literal.end] for literal in literals]
    if all(noted) or not any(noted):
        return literals
    kept, last = [], len(literals) - 1
    for number, literal in enumerate(literals):
        before = number > 0 and _beside(text, literals[number - 1], literal)
        if noted[number] or before or (number < last and _beside(text, literal, literals[number + 1])):
            kept.append(literal)
    return kept


def _beside(text: str, one: Item, other: Item) -> bool:
    return _SEPARATED.fullmatch(text, one.end, other.start) is not None


def _usual(text: str, names: frozenset[str] | None) -> list[list[Any]] | None:
    """The set that a list in the usual notation is; None when an input stands in it twice."""
    items = [part.strip().rpartition("@") for part in text.split(",")]
    literals = [[int(step), spelled(name.lstrip("!"), names), int(name[0] != "!")] for name, _, step in items]
    return literals if len({(step, name) for step, name, _ in literals}) == len(literals) else None


def _set(members: list[Item], items: list[Item], text: str, request: Request, note: str) -> Reading:
    """The set that the chosen literals are, unless the words around them deny it."""
    none = next((item for item in members if item.value == "none"), None)
    if none is not None:
        rest = text[none.end :].partition("\n")[0]
        beside = any(item.value != "none" and none.end <= item.start < none.end + len(rest) for item in items)
        if any(item.value != "none" for item in members) or (beside and rest.lstrip()[:1] == ","):
            return conflicting(["none", "literals"])
        return none_answer(request.kind, note)
    last = text[members[-1].end : members[-1].end + _REST]
    if members[-1] is items[-1] and (_DANGLING.fullmatch(last) or _unclosed(text, members)):
        return malformed("the list is cut off")
    changed = _CHANGED.match(last) or UNDECIDED.search(
        text, _paragraph(text, members[0].start), members[0].start
    )
    if changed is not None:
        return open_answer(changed[0])
    fault = next((item.fault for item in members if item.fault), None)
    if fault is not None:
        return open_answer(fault)
    values = {(step, name): value for step, name, value in (item.value for item in members)}
    if any(values[item.value[:2]] != item.value[2] for item in members):
        return conflicting(
            [f"{'' if bit else '!'}{name}@{step}" for step, name, bit in (m.value for m in members)]
        )
    if note == "mentioned" and not request.marked and not _stated(text, members, items):
        return no_answer("literals are mentioned, and no set of them is announced")
    return found([list(item.value) for item in members], note or "literals")


def _paragraph(text: str, end: int) -> int:
    """Where the paragraph begins that stands before a place, or that the place is in."""
    return max(0, text.rfind("\n\n", 0, max(0, end - 2)))


def _stated(text: str, members: list[Item], items: list[Item]) -> bool:
    """Whether a series that nothing announces is the answer: no one writes the notation of the question by
    accident, and where other literals stand, or it is one literal, a word must conclude it."""
    start, end = members[0].start, members[-1].end
    if any("@" not in text[member.start : member.end] for member in members):
        return False
    begun = max((parting.end() for parting in _PARTING.finditer(text, 0, start)), default=0)
    over = _PARTING.search(text, end)
    lead, rest = text[begun:start], text[end : over.start() if over is not None else len(text)]
    quoted = len(members) > 1 and lead[-1:] == '"' == rest[:1] and '"' not in text[start:end]
    if quoted or _NOT_MINE.search(lead) is not None or _REFUSED.search(text[begun:]) is not None:
        return False
    said = _WORD.findall(rest.lower())
    tells = said and _GOES_ON_SAYING.match(rest) is not None and said[0] not in _REMARKS
    if tells and (_AFFIRMING.isdisjoint(said) or any(denies(word) for word in said)):
        return False
    values = {member.value for member in members}
    others = any(item.value not in values for item in items)
    if len(values) > 1 and not others and not _CLAUSE.split(lead)[-1].strip(_SIGNS):
        return True
    return _CONCLUDED.search(lead) is not None and not (others and _ADDING.search(lead))


def _unclosed(text: str, members: list[Item]) -> bool:
    """Whether a bracket right before the set is not closed behind it."""
    before = text[max(0, members[0].start - 8) : members[0].start].rstrip(" \n\"'")
    close = {"[": "]", "{": "}"}.get(before[-1:])
    return close is not None and close not in text[members[-1].end :]


def checked_set(reading: Reading) -> Reading:
    """A set out of the JSON of a text: each element is a triple with a bit, and no input has two values."""
    values: dict[tuple[str, str], Any] = {}
    for item in reading.value or ():
        if (
            not isinstance(item, list)
            or len(item) != 3
            or item[2] not in (0, 1)
            or not isinstance(item[1], str)
        ):
            return malformed(f"{str(item)[:60]} is no [step, name, 0 or 1]")
        if values.setdefault((str(item[0]), item[1]), item[2]) != item[2]:
            return conflicting([item, "the other value"])
    return reading
