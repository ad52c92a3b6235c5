"""One list of items: a set of actions, a plan, a set of literals or of changes.

    answer  = bracket | series | block { heading block } | none
    bracket = ( "[" | "{" | "(" ) [ item { separator item } ] closing
    series  = item { separator item } [ remark ]          on one line
    block   = line { line }                               lines of items, each with a verdict or a remark
    line    = [ bullet | number | "|" | label ":" ] item { separator item } [ verdict | remark ]

A line's verdict ("not applicable", "no", a cross, a table's cell) or a heading's takes its items out.  Groups
of items rank: brackets and blocks, announced series, what prose mentions.  Behind a mark the first group of
the best rank counts, elsewhere the last one.  In the sentence before and right behind the chosen group
nothing may deny it, hedge it, or offer another.
"""

import re
from dataclasses import replace

from .beside import against, behind, denies, left_out, strange, strange_list, takes_out
from .groups import ANY_ITEM, BLOCK, BREAK, MENTION, REMARK, SERIES, Group, bracketed, lines_of
from .headings import (
    ASIDE,
    NEGATED,
    NUMBERED,
    OPTION,
    SUMMARY,
    TAKING_OUT,
    announces,
    continues,
    denied_first,
    doing,
    is_core,
    is_heading,
    of_others,
    of_world,
    rejects,
    turned,
    unbulleted,
)
from .kinds import PLANS, SETS, AnswerKind
from .lexer import KNOWN, MARK, Item, Skeleton
from .literal_groups import JOINED, OVER, both_said, rank_literals
from .reading import Reading, Request, conflicting, malformed, open_answer, too_large
from .strewn import strewn
from .words import IDIOMS, Guarded, phrase, words

EMPTY = 64
"""A text has at most so many empty lists."""
_BREAKING = frozenset({"break", "breaks", "breaking"})
"""What the literals of a set do that is asked for."""
_NEAR, _FEW_WORDS, _NEIGHBOURS = 160, 6, 16
"""Groups with so few characters between them may be alternatives, with so few words where one says so; the
chosen one is compared with so many before and behind."""

_INSTEAD = Guarded(r"^[\s,;)]*<<but>>\b(?: no(?=[:,]))?(?!(?:\s[^\W\d]+)*\s<<also>>\b)")
"""What leads from literals that are none to the answer: "a@1, but"."""
_WORD, _ANDS = re.compile(r"[^\W\d_][\w'-]*"), words("and")
_BEHIND = r"^[\s|\"')\],;:>=-]*"
_REFUSES = Guarded(rf"{_BEHIND}<<refused at once>>|^\s*\(\s*<<refused in brackets>>|\b<<refused>>\b|\u2717")
_ACCEPTS = phrase(rf"{_BEHIND}<<accepted>>")
_CELL_NO = phrase(
    r"\|\s*\u2717|\|\s*(?:no|false|n|x|not applicable|inapplicable|0)(?:\s*[-(,;:.][^|]*)?\s*(?:\||$)"
)
_CONCLUDES = Guarded(r"\b<<concluding>>\b[^.]{0,80}\b(?:is|are|be|:|get|leaves?|gives?|namely)[\s,\"':(=-]*$")
_STATES = phrase(r"\b(?:is|are)\s?:\W*$")
"""How a heading ends that gives the answer; those of sections are names."""
_ALTERNATIVE = Guarded(r"\b<<alternative>>\b")
_ANEW = phrase(
    r"\b(?:scrap|scratch|forget|strike) (?:that|it|this)\b|\bno,? (?:wait|sorry)\b"
    r"|\b(?:wait|argh|ugh|sorry|oops|hmm+),? no\b|^\W*(?:or|alternatively|otherwise|maybe|perhaps)\b"
)
"""What between two lists makes of the second another one: it goes on with nothing."""
_MAY = phrase(r"\b<<may be taken>>\b")
_ONE_OF = phrase(r"\b(?:either(?! way)|(?:any|each|all|one) of the other(?: \w+)?)\b")
"""What leads to actions of which one may be taken: "you can sail to any of the other four, (x), (y)"."""
_INCOMPLETE = Guarded(
    r"[ \t,;]*\n?[ \t,;]*(?:(?:and|then|plus) ){0,2}(?:all )?(?:of )?(?:the )?<<incomplete>>"
)
_PART = Guarded(r"\b<<part>>\b\.?,?[^.,\n]{0,40}$")
_ADDED = re.compile(r"(?:[-=]>|[:=])?")
"""What joins to a closed list an item that is none of it."""
_END = re.compile(r"[\s)\]\"'.]*$")
_OPTIONAL = Guarded(rf"{MARK}[\"' ]*\((?:optional|maybe|perhaps|possibly|if needed)\)")
_LESS = _PART.bits | _OPTIONAL.bits | _INCOMPLETE.bits
"""The signs of what makes of a list a part of one."""
_MORE = phrase(r"[\s,;]*<<joining>>\b[^.!?;\n]{0,40}")
"""What joins a list to the one before it."""
_OWN = re.compile(r"[^.!?;\n]{2,400}")
"""The rest of the sentence of a list."""
_SENTENCES = re.compile(r"[.!?] ")
_DASHES = re.compile(r" --? | ?[-=]> ?")
_ENDED = re.compile(r"[\"')]*[.!?]\s")
_FINISHED = (".", "?", "!")
"""Behind one of these a sentence is over, and says nothing of the list below."""
_OR = phrase(r"[\s,;\"']*(?:<<or>>|\||/)[\s\"']")


def choose_list(skeleton: Skeleton, request: Request) -> tuple[list[Item], str] | Reading | None:
    """The items of the answer and a note; a Reading that says what is wrong; None for nothing."""
    text, members = bracketed(skeleton, request.kind)
    if not members:
        return None
    if sum(not inside or inside[0].value == "[]" for inside in members) > EMPTY:
        return too_large(f"more than {EMPTY} empty lists")
    groups, denied = _groups(text, members, request.signs, sets=request.kind in SETS)
    if not any(group.rank for group in groups):
        return malformed("only what does not belong to the answer is listed") if denied else None
    if request.kind in SETS and len(groups) > 1:
        rank_literals(groups, request.signs)
    best = max(group.rank for group in groups)
    fit = [group for group in groups if group.rank == best]
    brackets = [group for group in fit if group.bracket]
    if brackets and (fit[-1].bracket or not SUMMARY.search(fit[-1].lead)):
        fit = brackets
    first = request.final or (request.marked and "\n" not in text[: fit[0].start].strip())
    number = 0 if first else len(fit) - 1
    while _is_dropped(fit[number], request) and number:
        number -= 1
    while request.first and number and not text[fit[number - 1].end : fit[number].start].strip(" \t\n,;"):
        number -= 1
    chosen = fit[number]
    if request.vocabulary and not request.first and request.kind in (AnswerKind.ACTIONS, AnswerKind.PLAN):
        joined = strewn(text, groups, chosen, request)
        if isinstance(joined, Reading):
            return joined
        if joined is not None:
            chosen, groups = joined, [joined]
    if request.vocabulary and request.kind is AnswerKind.ACTIONS and not request.first:
        chosen = _with_sections(groups, chosen)
        groups = [chosen] if chosen not in groups else groups
    rival = None if request.first else _against(text, groups, chosen, request)
    if rival is not None:
        return rival
    if (
        chosen.rank == MENTION
        and not request.marked
        and takes_out(turned(chosen.lead), moves=request.kind is AnswerKind.MOVES)
    ):
        return malformed("items are mentioned, and no list of them is announced")
    note = {BLOCK: "list", SERIES: "announced", MENTION: "mentioned"}[chosen.rank]
    return chosen.members, note if len(groups) > 1 or chosen.rank == MENTION else ""


def _with_sections(groups: list[Group], chosen: Group) -> Group:
    """The list of actions of which the chosen group is one section, where each has actions of its own."""
    same = [group for group in groups if group.rank == BLOCK and not group.bracket]
    same = [group for group in same if all(item.grade == KNOWN for item in group.members)]
    given = [value for group in same for value in group.values]
    if len(same) < 2 or chosen not in same or len(given) > len(set(given)):
        return chosen
    if SUMMARY.search(chosen.lead) or any(strange(group.lead) for group in same):
        return chosen
    members = [item for group in same for item in group.members]
    return replace(same[0], members=members, rest=same[-1].rest, end=same[-1].end)


def _is_dropped(group: Group, request: Request) -> bool:
    """Whether a literal that prose mentions last is one that was thought of and is no answer."""
    if request.kind not in SETS or request.marked or group.rank != MENTION or len(group.members) > 1:
        return False
    told = OVER.split(group.rest.partition("\n")[0])[0]
    return strange(group.lead) or any(denies(word) for word in _WORD.findall(IDIOMS.sub(" ", told.lower())))


def _with_reason(gap: str, rest: str) -> bool:
    """Whether words and "and" join a literal to the one before it, and nothing takes it out."""
    return not _ANDS.isdisjoint(gap.lower().split()) and bool(JOINED.match(gap)) and not _REFUSES.search(rest)


def _groups(text: str, members: list[list[Item]], of_text: int, *, sets: bool) -> tuple[list[Group], bool]:
    """The groups of the items that no verdict and no heading takes out, and whether some were."""
    lines, prose = lines_of(text, iter(members), _with_reason if sets and of_text & JOINED.bits else None)
    groups: list[Group] = []
    denied = refusing = False
    before, heading = -2, ""
    for place, line in enumerate(lines):
        again = place > 0 and lines[place - 1].line == line.line
        numbers = range(line.line if again else before + 1, line.line)
        between = [prose[number] for number in numbers if number in prose]
        told = groups[-1].rest.rstrip() if groups and not again and not line.lead.strip(" -*") else ""
        named = _SENTENCES.split(told)[1:][-1:] if told[-1:] == ":" else []
        between = [*named, *between]
        heading = next((text for text in reversed(between) if is_heading(text)), "")
        if heading:
            refusing = rejects(heading)
        elif between and not all(continues(text) for text in between):
            refusing = False
        before = line.line
        lead = line.lead
        if not _ranked(line, again, of_text) or (refusing and not SUMMARY.search(lead)):
            denied = True
        elif groups and _joins(groups[-1], line, lead, between, again):
            last = groups[-1]
            last.members.extend(line.members)
            last.end, last.rank, last.loose = line.end, max(last.rank, line.rank), last.loose and line.loose
            last.rest = line.rest
        else:
            if (above := between[len(named) :]) and not line.lead.strip(" -|\"'[("):
                line.lead = above[-1]
            groups.append(line)
    return groups, denied


def _ranked(line: Group, again: bool, of_text: int) -> bool:
    """Give the items of a line their rank and lead; whether no verdict takes them out."""
    lead, rest = line.lead, line.rest
    table = lead.lstrip()[:1] == "|"
    core = not again and (table or is_core(lead))
    following = ANY_ITEM.search(rest)
    clause = rest[: following.start()] if following is not None else rest
    clause = OVER.split(clause)[0] if line.bracket else _verdict(clause)
    if "\u2717" in lead or (table and _CELL_NO.search(clause if again else rest)):
        return False
    if of_text & _REFUSES.bits and not table and (core or not line.bracket) and _REFUSES.search(clause):
        return False
    if line.bracket:
        line.rank = BLOCK
        return not rejects(lead)
    bare = unbulleted(lead)
    label = bare.endswith((":", "->", "=>"))
    accepted = _ACCEPTS.match(rest) is not None
    if lead[:1] == BREAK and not accepted and rest.strip(" .,;\"')") and _ENDED.match(rest) is None:
        line.rank, line.lead = MENTION, ""
    elif core or (label and len(lead) < 120 and not again):
        line.rank, line.lead, line.loose = BLOCK, "" if core else lead, accepted
        return core or not label or not rejects(lead)
    elif not again and NUMBERED.match(lead) is not None and announces(bare):
        line.rank, line.lead, line.loose = BLOCK, "", True
    elif accepted or announces(bare) or (SUMMARY.search(lead) and not again):
        mid = again and not label
        line.rank = SERIES if mid or not _CONCLUDES.search(bare) else BLOCK
    else:
        line.rank = MENTION
    return True


def _verdict(told: str) -> str:
    """What is told of an item, or the few words at its end behind a dash or an arrow."""
    *others, last = _DASHES.split(told.partition("\n")[0])
    return last if others and 0 < len(last.split()) <= _FEW_WORDS else told


def _joins(last: Group, line: Group, lead: str, between: list[str], again: bool) -> bool:
    """Whether a line, with this lead as it stands, goes on with the list before it."""
    if again or last.bracket is not line.bracket or last.rank != BLOCK or line.rank != BLOCK:
        return False
    if line.bracket:
        labels = [lead.rstrip(), last.lead.rstrip()]
        return all(label[-1:] == ":" and not OPTION.match(label) for label in labels) and not SUMMARY.search(
            lead
        )
    if SUMMARY.search(lead) or OPTION.match(lead) or (line.lead and not last.lead):
        return False
    if any(_ANEW.search(text) for text in between):
        return False
    if last.loose and line.loose:
        return not any(SUMMARY.search(text) for text in between)
    if any(_STATES.search(text) for text in between) and not _STATES.search(last.lead):
        return False
    if any(text.rstrip().endswith(":") for text in between) and _remarked(last) and not _remarked(line):
        return False
    return all(continues(text) or (is_heading(text) and not SUMMARY.search(text)) for text in between)


def _remarked(line: Group) -> bool:
    """Whether something is said of the last item on its line."""
    return line.rest.partition("\n")[0].strip(" .,;|)]\"'") != ""


def _against(text: str, groups: list[Group], chosen: Group, request: Request) -> Reading | None:
    """What in the sentence of the chosen group, or beside it, is against it."""
    said = _said_against(text, chosen, request)
    if said is not None:
        return said
    place = groups.index(chosen)
    for other in groups[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS]:
        if other is chosen or other.said(request.kind) == chosen.said(request.kind):
            continue
        left, right = (other, chosen) if other.start < chosen.start else (chosen, other)
        gap = text[left.end : min(right.start, left.end + REMARK)]
        goes_on = other is right and gap.count("\n") == 1 and NUMBERED.match(other.lead) is not None
        if goes_on and chosen.rank == BLOCK and not other.bracket and not chosen.bracket:
            return open_answer(other.lead)
        if _rivals(text, chosen, other, gap) or (request.kind in SETS and both_said(chosen, other, gap)):
            return conflicting(
                f"[{', '.join(str(item.value) for item in group.members)}]" for group in (left, right)
            )
    return None


def _said_against(text: str, chosen: Group, request: Request) -> Reading | None:
    """What the words right before and behind the chosen group say against it."""
    kind, line, of_text = request.kind, text.rfind("\n", 0, chosen.start) + 1, request.signs
    before = chosen.lead if chosen.lead.strip() else text[line : chosen.start]
    if kind in SETS:
        before = _INSTEAD.sub("", before) if before is chosen.lead else before
    rest = text[chosen.end :]
    before = before if kind is AnswerKind.MOVES else turned(before)
    if kind in (AnswerKind.ACTIONS, AnswerKind.PLAN):
        before = of_world(before, plan=kind is AnswerKind.PLAN)
        if kind is AnswerKind.ACTIONS and _MAY.search(before) is not None:
            before = _ONE_OF.sub("", before)
        if kind is AnswerKind.ACTIONS and denied_first(ASIDE.sub(" ", before)):
            return open_answer(before)
        if of_text & NEGATED.bits:
            before, rest = _of_others(before, rest, chosen, kind)
    said = against(before, rest[:200], ANY_ITEM, of_text)
    if said is not None:
        return open_answer(said)
    lead = TAKING_OUT.sub(" ", ASIDE.sub(" ", before)) if before.strip(" \n") else ""
    apart = text[: chosen.start].rstrip(" [(\"'").endswith("\n\n") and len(lead.split()) > _FEW_WORDS
    finished = lead.rstrip(" \n->=")[-1:] in _FINISHED or (apart and lead.rstrip()[-1:] != ":")
    leads_off = strange if kind is AnswerKind.MOVES else strange_list
    if lead and not finished and leads_off(lead, _expected(chosen, kind, lead)):
        return open_answer(before)
    said = behind(rest, kind, listed=True, of_text=of_text)
    if said is not None:
        return open_answer(said)
    if not of_text & _LESS:
        return None
    if kind not in PLANS and _PART.search(before.rstrip(" :,\"'(")):
        return malformed("the list is said to be a part only")
    optional = _OPTIONAL.search(text, chosen.start, chosen.end + 12)
    if optional is not None:
        return open_answer(optional[0])
    incomplete = _INCOMPLETE.match(text, chosen.end, chosen.end + 200) is not None
    return malformed("the list is not complete") if incomplete else None


def _of_others(before: str, rest: str, chosen: Group, kind: AnswerKind) -> tuple[str, str]:
    """The words before a plan, and behind a set of actions, without what denies something of objects that are
    not in it."""
    names = frozenset(name for item in chosen.members for name in str(item.value)[1:-1].split())
    if kind is AnswerKind.PLAN:
        return of_others(before, names) if before.rstrip()[-1:] == ":" else before, rest
    own = _OWN.match(rest)
    return before, rest if own is None else of_others(own[0], names) + rest[own.end() :]


def _expected(chosen: Group, kind: AnswerKind, lead: str) -> set[str]:
    """The words for the actions of a group: "Drive actions:" is a heading.  A plan is what is left when
    something useless was left out."""
    names = {str(item.value)[1:].split(" ")[0].rstrip(")") for item in chosen.members}
    asked = left_out(lead) if kind in PLANS else _BREAKING if kind in SETS else ()
    return doing(names).union(asked)


def _rivals(text: str, chosen: Group, other: Group, gap: str) -> bool:
    """Whether another group, with this text between, is another answer."""
    if OPTION.match(other.lead) and OPTION.match(chosen.lead):
        return True
    if (
        other.bracket
        and chosen.bracket
        and (gap.strip(" \t\n,;[]\"'.|/\x02\x03") == "" or _MORE.fullmatch(gap) is not None)
    ):
        return True
    if chosen.bracket and not other.bracket and _beside_list(text, chosen, other, gap.strip(" ")):
        return True
    near = len(gap) < _NEAR and "\n\n" not in gap.strip(" ")
    if near and other.rank >= chosen.rank and _ALTERNATIVE.search(gap) and len(gap.split()) <= _FEW_WORDS:
        return True
    return near and other.rank > 0 and _OR.match(gap) is not None and "." not in gap


def _beside_list(text: str, chosen: Group, other: Group, gap: str) -> bool:
    """Whether an item stands right before a closed list, or alone behind it: "none ([...])", "[...]: (x)"."""
    if other.start < chosen.start:
        return gap in ("", "(") or (gap == "." and other.values == {"none"})
    return _ADDED.fullmatch(gap) is not None and _END.match(text, other.end) is not None
