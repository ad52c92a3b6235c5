"""One atom, or one list of atoms, out of a zone.

    one   = atom | none                 which of several: ``single``
    list  = the lists of ``lists``      with atoms for items

Atoms whose name is in the vocabulary come first; those of unknown names answer where there are no others.
"""

from __future__ import annotations

import re

from ...instances.records import Code
from .kinds import LISTS, AnswerKind
from .lexer import BAD, KNOWN, MARK, UNKNOWN, Item, lex
from .lists import choose_list
from .reading import Reading, Request, conflicting, found, malformed, none_answer, too_large
from .single import ASIDE, CLAIMED, DENIED, choose
from .text import NO

_NEAR_START = 400
_OPEN_END = re.compile(r"[\s,;\"'\[\d.)-]*\(\s*[A-Za-z][^()\n]{0,200}$")
_UNREACHABLE = re.compile(
    r"[^.;,\n\x01]{0,60}?\b(?:can(?:not|'t| never)|never|nunca|jamais|niemals|nie|kann nicht|ne peut"
    r"|никогда|unreachable|inapplicable|impossible|is not reachable|not (?:be|become|ever)\b"
    r"|is false in|not applicable|is not possible"
    r"|in no (?:reachable |possible )?(?:state|situation|plan)s?\b)"
)
_NOWHERE = re.compile(
    r"\b(?:(?:it is |it's )?impossible to|(?:one |we |you )?(?:can(?:not|'t)|can never"
    r"|could never)(?: ever)?(?! be (?:the )?\x01)|never"
    r"|unable to|not possible to|no way to|there is no (?:way|plan"
    r"|sequence|state|reachable state)|no (?:plan|state|sequence|reachable state)s?)"
    r"\b(?=[^.;\x01\n]{0,60}\x01)",
    re.IGNORECASE,
)
_DEFINED = re.compile(r"[\"'`]*\s(?:-{1,2}|:)\s")
"""Behind an atom with variables: the prompt's list of actions, "(sail ?from ?to) - travel by sea"."""
_CROSS = re.compile(rf"^\s*{NO}")
"""A cross before the one action named: what cannot be done is asked."""
_NO_STATE = re.compile(
    r"\bthere is no (?:reachable |possible )?(?:state|situation|plan)\b[^.\n\x01]{0,40}\x01\s+"
    r"(?:is|holds|can be|becomes)\b(?: (?:applicable|executed|possible|true|executable|applied|reached))?",
    re.IGNORECASE,
)
_REACHABLE = re.compile(
    r"[\s:\"'-]*(?:is|are|can|does|becomes?|may|could|will|would)?\s*(?:(?:also |easily |already "
    r"|clearly |still |eventually )*(?:become |be )?(?:reachable|possible|applicable|achievable"
    r"|attainable|reached|made true|applied|achieved|executed|fine|true later)\b"
    r"|can become true\b|become true\b|not (?:a landmark|necessary|required|needed)\b|included\b)"
)


def read_atom(text: str, request: Request) -> Reading | None:
    """One atom or none in ``text``; None when it holds no candidate."""
    skeleton, items = lex(text, request.vocabulary, single=True)
    items, skeleton = _without_remarks(items, skeleton, text)
    skeleton, items = _without_definitions(skeleton, items, text)
    if not items:
        return None
    if request.kind is AnswerKind.ACTION_OR_NONE and len(items) == 1:
        skeleton = _CROSS.sub(" ", skeleton)
    known = [item for item in items if item.grade == KNOWN]
    if known and len(known) < len(items):
        unknown = [item for item in items if item.grade == UNKNOWN]
        reading = _one(*_blanked(skeleton, items, unknown), request)
        if reading is not None and (reading.code is None or request.marked):
            return reading
    return _one(skeleton, items, request)


def _without_remarks(items: list[Item], skeleton: str, text: str) -> tuple[list[Item], str]:
    """A parenthesis of unknown words right behind None is a remark: "None (all reachable)"."""
    for number in range(len(items) - 1):
        here, there = items[number : number + 2]
        if (
            here.text == "none"
            and there.grade != BAD
            and text[here.end : there.start].strip(' \t"') == ""
            and text[there.start] == "("
        ):
            pieces = skeleton.split(MARK)
            pieces[number + 1 : number + 3] = [f"{pieces[number + 1]}() {pieces[number + 2]}"]
            return items[: number + 1] + items[number + 2 :], MARK.join(pieces)
    return items, skeleton


def _without_definitions(skeleton: str, items: list[Item], text: str) -> tuple[str, list[Item]]:
    """The prompt's list of actions or facts, repeated beside an answer, is prose."""
    defined = [item for item in items if item.grade == BAD and _DEFINED.match(text, item.end)]
    return _blanked(skeleton, items, defined) if 0 < len(defined) < len(items) else (skeleton, items)


def _blanked(skeleton: str, items: list[Item], prose: list[Item]) -> tuple[str, list[Item]]:
    """The skeleton with words for the items that are prose, and the other items."""
    pieces = skeleton.split(MARK)
    out = [pieces[0]]
    spared = set(prose)
    for item, piece in zip(items, pieces[1:], strict=True):
        out += [" thing " if item in spared else MARK, piece]
    return "".join(out), [item for item in items if item not in spared]


def _one(skeleton: str, items: list[Item], request: Request) -> Reading | None:
    values = [item.text if item.grade != BAD else f"!{item.fault}" for item in items]
    values = ["none" if value == "[]" else value for value in values]
    verdict = _denied if request.kind is AnswerKind.ACTION else _verdict
    if request.kind is not AnswerKind.ACTION and "\x01" in skeleton:
        skeleton = _NOWHERE.sub(" it is ", _NO_STATE.sub(" it is \x01", skeleton))
    reading = choose(skeleton, values, request, verdict)
    if reading is not None and reading.code is Code.CONFLICTING and any(value[0] == "!" for value in values):
        return malformed(next(value for value in values if value[0] == "!")[1:])
    if reading is None or reading.code is not None:
        return reading
    if reading.value[0] == "!":
        return malformed(reading.value[1:])
    if request.cut and items[0].start < _NEAR_START and items[0].text == reading.value and len(items) == 1:
        return too_large("the answer begins before the part of the text that is searched")
    if reading.value == "none":
        return none_answer(request.kind, reading.note)
    return found(reading.value, reading.note if len(items) > 1 else "the only candidate")


def _verdict(after: str) -> int:
    if _UNREACHABLE.match(after):
        return CLAIMED
    return DENIED if _REACHABLE.match(after) else ASIDE


def _denied(after: str) -> int:
    return ASIDE


def read_list(text: str, request: Request) -> Reading | None:
    """The list of atoms in ``text``; None when it holds no candidate."""
    skeleton, items = lex(text, request.vocabulary)
    if not items:
        return (
            malformed("the list is not closed")
            if _OPEN_END.search(text.rstrip()[-240:]) and request.marked
            else None
        )
    skeleton, items = _without_definitions(skeleton, items, text)
    known = request.vocabulary is not None and any(
        item.grade == KNOWN and item.text[0] == "(" for item in items
    )
    if known:
        skeleton, items = _lists_with_known(skeleton, items)
    chosen = choose_list(skeleton, [item.text for item in items], request)
    if chosen is None or isinstance(chosen, Reading):
        return chosen
    numbers, note = chosen
    members = [items[number] for number in numbers]
    fault = _cut_off(text, items, members, request)
    return fault if fault is not None else value_of(members, request, note)


def _lists_with_known(skeleton: str, items: list[Item]) -> tuple[str, list[Item]]:
    """Atoms of unknown names stay where a known one stands beside them; elsewhere they are prose."""
    pieces = skeleton.split(MARK)
    kept: list[Item] = []
    out = [pieces[0]]
    for number, (item, piece) in enumerate(zip(items, pieces[1:], strict=True)):
        if item.grade == UNKNOWN and not pieces[number].strip(" ") and "," in skeleton:
            out += [" thing ", piece]  # a remark behind the last item
            continue
        near = item.grade != UNKNOWN or any(
            0 <= other < len(items)
            and items[other].grade == KNOWN
            and not pieces[max(number, other)].strip(" \t,;\"'")
            for other in (number - 1, number + 1)
        )
        line = out[-1].rpartition("\n")[2] if "\n" in out[-1] or len(out) == 1 else "x"
        if near or not line.strip(" \t-|\"'0123456789.)[("):
            kept.append(item)
            out += [MARK, piece]
        else:
            out += [" thing ", piece]
    return "".join(out), kept


def _cut_off(text: str, items: list[Item], members: list[Item], request: Request) -> Reading | None:
    """A list that is not closed, or began before the part of the text that is searched."""
    if not members:
        return None
    first, last = members[0], members[-1]
    if request.cut and first.start < _NEAR_START:
        return too_large("the answer begins before the part of the text that is searched")
    opened = text.rfind("[", 0, first.start)
    if opened >= 0 and not text[opened + 1 : first.start].strip(" \n\t\"'(") and text.find("]", opened) < 0:
        return malformed("the list is not closed")
    if last is items[-1] and _OPEN_END.fullmatch(text[last.end :].rstrip()):
        return malformed("the list is cut off")
    return None


def value_of(members: list[Item], request: Request, note: str) -> Reading:
    """The value that the items of a list stand for."""
    bad = next((item for item in members if item.grade == BAD), None)
    if bad is not None:
        return malformed(bad.fault)
    texts = [item.text for item in members if item.text not in ("none", "[]")]
    if not texts:
        if members and all(item.text == "none" for item in members):
            return none_answer(request.kind, note)
        return found([], "empty list")
    if len(texts) < len(members) and not request.first and len(members) == 2 and request.kind in LISTS:
        return conflicting([item.text for item in members])
    return found(texts, note)


__all__ = ["read_atom", "read_list", "value_of"]
