"""One atom, or one list of atoms, out of a zone.

    one   = atom | none                 which of several: ``single``
    list  = the lists of ``lists``      with atoms for items

Atoms whose name is in the vocabulary come first; those of unknown names answer where there are no others.
"""

import re

from ...instances.records import Code
from .kinds import AnswerKind
from .lexer import BAD, KNOWN, MARK, UNKNOWN, Item, Skeleton, lex
from .lists import choose_list
from .reading import Reading, Request, conflicting, found, malformed, none_answer
from .sentence import ASIDE, CLAIMED, DENIED
from .single import choose
from .text import NO
from .words import ANY, Guarded, lower_phrase, phrase

_REACH = 160
_OPEN_END = re.compile(r"[\s,;\"'\[\d.)-]*\(\s*[A-Za-z][^()\n]{0,200}$")
_BEGUN = re.compile(
    r"[,;]?[ \t]*\n[ \t]*(?P<number>\d{1,3}[.):]|-)?[ \t]*(?:(?P<name>[A-Za-z][\w-]*)(?: [\w-]+){0,4})?"
)
"""The beginning of one more line of a list."""
_NEVER = Guarded(r"[^.;,\n\x01]{0,60}?\b<<never>>")
_NOWHERE = Guarded(r"\b<<nowhere>>\b(?=[^.;\x01\n]{0,60}\x01)")
_DEFINED = re.compile(r"[\"'`]*\s(?:-{1,2}|:)\s")
"""Behind an atom with variables: the prompt's list of actions, "(sail ?from ?to) - travel by sea"."""
_CONCRETE, _SCHEMATIC = re.compile(r"\([a-z-]+(?: [\w-]*\d[\w-]*)+\)"), re.compile(r" [a-z](?=[ )])")
"""Atoms of objects with digits in their names, beside which one with a single letter means any object."""
_CROSS = re.compile(rf"^\s*{NO}")
"""A cross before the one action named: what cannot be done is asked."""
_UNATTAINABLE = Guarded(rf"\b<<unattainable>>\b(?=[^.;\n{MARK}]{{0,40}}{MARK})")
_ATTAINABLE = Guarded(
    r"(?:^|[\n.!?;:])[\s\"'#>-]{0,8}(?:the |a |an )?<<attainable>>(?: fact| action| atom| proposition)?s?"
    r"(?=\s?(?::|->|--|is\b))"
)
_CAN = Guarded(
    rf"\bcan (?:get|reach|become|be|hold|happen|go|move|drive)\b(?=[^.;\n{MARK}]{{0,40}}:|\s?{MARK})"
)
_NOT_FIRST = Guarded(
    rf"\b(?:last|previous|second|third|fourth|wrong|bad|final) (?:step|action|move)(?: of the plan)?\b"
    rf"|\bfollowed by(?=[^.;\n{MARK}]{{0,12}}{MARK})"
    r"|\balready (?:done|taken|applied|executed)"
    rf"(?=[^.;\n{MARK}]{{0,12}}{MARK})"
)
_ASKED_NEVER = Guarded(rf"(?<={MARK})[\"')]{{0,2}}\?(?=\s{{1,2}}(?:<<never>>|impossible\b)(?! to\b))")
"""A question that is answered: "(x)? Not in this life."."""
_NO_ANSWER = lower_phrase(
    r"[\s\"')]{0,3}(?:\w+ )?(?:(?:is|was|could|should|would|does|ca)n't|(?:is|was|can|could|should|would"
    r"|does) ?not) (?:\w+ )?(?:be )?(?:(?:given|named|used|taken|chosen"
    r"|offered) as|count\b|(?:the|an|my) (?:answer|right|correct)\b)"
)
_WITHOUT = Guarded(
    r"(?:can'?t|cannot|no (?:plan|way|route)|nothing|impossible|nobody|no-?one|never)(?: [\w-]+){0,6} without"
    rf"(?=[\s\"'(]{{1,3}}{MARK})"
)
_IN_PLANS = Guarded(
    rf"(\b(?:in|with) (?:any|every|each|all)(?: \w+)? plans?\b[^.;\n{MARK}]{{0,40}}{MARK}[\"')]{{0,2}})"
    r" (?:becomes?|is|turns|is made) true\b"
)
"""What says of a fact that it must become true."""
_SUCH = Guarded(
    rf"(?:^|(?<=[.,;:!?\n])|(?<=\bso)|(?<=\btherefore)|(?<=\bthus)|(?<=\bhence))\s{{0,2}}"
    rf"(?:something|anything|an? (?:[\w-]+ ){{1,2}}?)\s?like\s(?=[\"'(]{{0,2}}{MARK})"
)
"""What names an example: "something like (x) can never happen"."""
_FIRST_OF_ALL = Guarded(rf"(?:^|[\n.!?:;])[\s\"'-]{{0,4}}<<first of all>>[,:]?\s{{1,2}}(?=[\"']?{MARK})")
_STEPS = Guarded(rf"(?:[.;,\n]\s{{0,4}}|\band )(?:<<and then>>)[,:]?\s{{1,3}}(?=[\"']?{MARK})")
"""What leads to a later step of a plan."""
_SAID_OF_IT = (
    _IN_PLANS.bits
    | _WITHOUT.bits
    | _ASKED_NEVER.bits
    | _CAN.bits
    | _ATTAINABLE.bits
    | _UNATTAINABLE.bits
    | _NOWHERE.bits
    | _SUCH.bits
)
_NOT_YET = phrase(
    r"\b(?:not|neither) (?:yet )?true(?: now| yet| initially| in the (?:current|initial) state)?,?"
    r"(?: and| nor)?(?: not)? (?:in|part of) the goal\b"
)
"""What is said of a fact that every plan makes true."""
_NOT_UN = lower_phrase(r"[\s\"']*(?:is|are|was)?(?:n't| not) (?:unreachable|impossible|inapplicable)\b")
_REACHABLE = lower_phrase(
    rf"{_NOT_UN.pattern}|[\s:\"'-]*(?:is|are|can|does|becomes?|may|could|will|would)?\s*<<reachable>>"
)
_LATER = lower_phrase(r"[\s\"'*]*<<later>>")
_FIRST = Guarded(
    rf"\b(?:first|next) (?:step|action|move)(?:\s<<first of>>\b)*\s*(?::|\bis\b:?)\s*(?=[\"']*{MARK})"
)
_MAY_BE = phrase(rf"\b<<may be taken>>\b[^.!?\n{MARK}]*{MARK}")
_ONE_OF = re.compile(rf"(?<={MARK}),? or (?={MARK})")
"""What joins the last of several actions that one may take: "possible are (x), (y), or (z)"."""
_OF_STATE = re.compile(r"\n[^\n]*\b(?:goals?|states?|facts?|conditions?)\b[^\n]*\n", re.IGNORECASE)
"""A line that says that what stands below it is no list of actions."""
_NUMBERED = re.compile(r"[\s\"'.]*([a-z][a-z_-]*(?: [a-z_-]*\d[\w-]*)+)[\s\"'.]*", re.IGNORECASE)
"""An atom without parentheses that no vocabulary is needed for: all of its arguments have a digit."""


def read_atom(text: str, request: Request) -> Reading | None:
    """One atom or none in ``text``; None when it holds no candidate."""
    skeleton = lex(text, request.vocabulary, request.signs)
    skeleton = _without_definitions(skeleton, text, before_last=True)
    if [item.value for item in skeleton.items[:2]] == ["none", "none"]:  # "There is no such fact: None"
        skeleton = skeleton.without([0], "so the answer is ")
    items = skeleton.items
    if not items:
        named = _NUMBERED.fullmatch(text) if request.marked and request.vocabulary is None else None
        return found(f"({' '.join(named[1].lower().split())})", "names alone") if named is not None else None
    if request.kind is AnswerKind.ACTION_OR_NONE and len(items) == 1:
        skeleton = Skeleton(_CROSS.sub(" ", skeleton.text), items, skeleton.of_text)
    unknown = [number for number, item in enumerate(items) if item.grade == UNKNOWN]
    if unknown and any(item.grade == KNOWN for item in items):
        reading = _one(skeleton.without(unknown), request)
        if reading is not None and (reading.code is None or request.marked):
            return reading
    return _one(skeleton, request)


def _without_definitions(skeleton: Skeleton, text: str, *, before_last: bool = False) -> Skeleton:
    """The prompt's list of actions or facts, repeated beside an answer, is prose; so are, where one atom is
    asked, those with variables before the last one without, and those with dots beside one without."""
    known = [number for number, item in enumerate(skeleton.items) if item.grade == KNOWN]
    last = max(known, default=-1)
    begins = known[:1] == [0] and not text[: skeleton.items[0].start].strip(" \n\"'*:-")
    concrete = before_last and any(_CONCRETE.fullmatch(skeleton.items[number].value) for number in known)
    defined = [
        number
        for number, item in enumerate(skeleton.items)
        if (item.grade == BAD and _DEFINED.match(text, item.end))
        or (concrete and _SCHEMATIC.search(item.value) and _within(text, item))
        or (
            before_last
            and item.grade == BAD
            and (
                ("?" in item.fault and (number < last or begins))
                or (".." in item.value and last >= 0 and _within(text, item))
            )
        )
    ]
    return (
        skeleton.without(defined, " one " if before_last else "")
        if len(defined) < len(skeleton.items)
        else skeleton
    )


def _within(text: str, item: Item) -> bool:
    """Whether words stand before an item, or a question mark behind it."""
    return text[item.end : item.end + 1] == "?" or text[: item.start].strip(" \n\"'*:") != ""


def _one(skeleton: Skeleton, request: Request) -> Reading | None:
    items = [
        item
        if item.grade != BAD and item.value != "[]"
        else Item(item.start, item.end, f"!{item.fault}" if item.grade == BAD else "none", fault=item.fault)
        for item in skeleton.items
    ]
    text, of_text = skeleton.text, skeleton.signs
    if request.kind is AnswerKind.ACTION:
        first = text.find(MARK)
        text = text[:first] + _STEPS.sub(", not ", text[first:], of_text)
        text = _FIRST_OF_ALL.sub(". so the answer is ", text, of_text)
        text = _NOT_FIRST.sub(" not ", _FIRST.sub(" so the answer is ", text, of_text), of_text)
    elif of_text & _SAID_OF_IT:
        text = _IN_PLANS.sub(r"\1", text)
        text = _WITHOUT.sub(" it is ", _ASKED_NEVER.sub(" is", _NOT_YET.sub("", text)))
        text = _CAN.sub(" not ", _ATTAINABLE.sub("\n not ", _UNATTAINABLE.sub(" failing ", text)))
        text = _SUCH.sub("", _NOWHERE.sub(" it is ", text))
    verdict = (
        _order if request.kind is AnswerKind.ACTION else _verdict if of_text & _NEVER.bits else _possible
    )
    of_text = of_text if text is skeleton.text else ANY
    reading = choose(Skeleton(text, items, of_text), request, verdict)
    fault = next((item.fault for item in items if item.fault), None)
    if reading is not None and reading.code is Code.CONFLICTING and fault:
        return malformed(fault)
    if reading is None or reading.code is not None:
        return reading
    if reading.value[0] == "!":
        return malformed(reading.value[1:])
    if reading.value == "none":
        return none_answer(request.kind, reading.note)
    return found(reading.value, reading.note if len(items) > 1 else "the only candidate")


def _order(after: str) -> int:
    """What is said of an action that is to be the next one: that it is a later one."""
    return DENIED if _LATER.match(after) else ASIDE


def _verdict(after: str) -> int:
    """What is said of a fact or an action that is to be impossible."""
    if _NO_ANSWER.match(after):
        return DENIED
    if not _NOT_UN.match(after) and _NEVER.match(after, 0, _REACH):
        return CLAIMED
    return _possible(after)


def _possible(after: str) -> int:
    """As `_verdict`, where the text does not hold the words for what can never be."""
    return DENIED if _REACHABLE.match(after) or _NO_ANSWER.match(after) else ASIDE


def read_list(text: str, request: Request) -> Reading | None:
    """The list of atoms in ``text``; None when it holds no candidate."""
    skeleton = lex(text, request.vocabulary, request.signs)
    if not skeleton.items:
        open_end = request.marked and _OPEN_END.search(text.rstrip()[-240:])
        return malformed("the list is not closed") if open_end else None
    skeleton = _without_definitions(skeleton, text)
    if request.kind is AnswerKind.ACTIONS and " or" in text and _MAY_BE.search(skeleton.text) is not None:
        skeleton = Skeleton(_ONE_OF.sub(", and ", skeleton.text), skeleton.items, skeleton.of_text)
    if request.vocabulary is not None and any(
        item.grade == KNOWN and item.value[0] == "(" for item in skeleton.items
    ):
        skeleton = _lists_with_known(skeleton)
    chosen = choose_list(skeleton, request)
    if chosen is None or isinstance(chosen, Reading):
        return chosen
    members, note = chosen
    fault = cut_off(text, skeleton.items, members, request.vocabulary)
    return fault if fault is not None else _value_of(members, request, note)


def _lists_with_known(skeleton: Skeleton) -> Skeleton:
    """Atoms of unknown names stay where a known one stands beside them; elsewhere they are prose."""
    pieces, items = skeleton.text.split(MARK), skeleton.items
    prose: list[int] = []
    known = of_state = False
    for number, item in enumerate(items):
        before = pieces[number]
        of_state = known and (of_state or _OF_STATE.search(before) is not None)
        if item.grade != UNKNOWN:
            known, of_state = True, False
            continue
        if of_state or (not before.strip(" ") and "," in skeleton.text):  # a remark behind the last item
            prose.append(number)
        elif not any(
            0 <= other < len(items)
            and items[other].grade == KNOWN
            and not pieces[max(number, other)].strip(" \t,;\"'")
            for other in (number - 1, number + 1)
        ):
            line = before.rpartition("\n")[2] if "\n" in before or number == 0 else "x"
            if line.strip(" \t-|\"'0123456789.)[("):
                prose.append(number)
    return skeleton.without(prose)


def cut_off(
    text: str, items: list[Item], members: list[Item], names: frozenset[str] | None = None
) -> Reading | None:
    """A list that is not closed."""
    if not members:
        return None
    first, last = members[0], members[-1]
    opened = text.rfind("[", 0, first.start)
    if opened >= 0 and not text[opened + 1 : first.start].strip(" \n\t\"'(") and text.find("]", opened) < 0:
        return malformed("the list is not closed")
    rest = text[last.end :].rstrip()
    begun = _BEGUN.fullmatch(rest[:_REACH]) if last is items[-1] and len(rest) < _REACH else None
    if begun is not None and (begun["name"].lower() in (names or ()) if begun["name"] else begun["number"]):
        return malformed("the list is cut off")
    if last is items[-1] and _OPEN_END.fullmatch(rest):
        return malformed("the list is cut off")
    return None


def _value_of(members: list[Item], request: Request, note: str) -> Reading:
    """The value that the items of a list stand for."""
    fault = next((item.fault for item in members if item.fault), None)
    if fault is not None:
        return malformed(fault)
    texts = [item.value for item in members if item.value not in ("none", "[]")]
    if not texts:
        said = members and all(item.value == "none" for item in members)
        return none_answer(request.kind, note) if said else found([], "empty list")
    if len(texts) < len(members) == 2 and not request.first:
        return conflicting([item.value for item in members])
    return found(texts, note)
