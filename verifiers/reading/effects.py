"""Two lists of atoms: what becomes true, what becomes false.

    effects = label list label list         "Positive effects: ... Negative effects: ...", either first
            | bracket bracket               side by side, in the order asked
            | { ( "+" | "-" ) atom }        one a line, or several
            | what is said of each atom     "(p) becomes true, and false becomes (q)"    (``changes``)
            | table                         a column for each, a cell that says which, or before and after
            | bracket with "(not atom)"     what is negated becomes false
    list    = the lists of ``lists`` | "none" | "empty" | "[]" | nothing

In the list of what becomes false, ``(not (p))`` is p.
"""

import re

from .beside import against, behind, doubted, strange_list
from .changes import NEGATED, cues, possible, predicated, rest_behind
from .kinds import AnswerKind
from .lexer import MARK, NO_ATOM, UNKNOWN, Item, Skeleton, lex
from .lists import choose_list
from .reading import Reading, Request, conflicting, found, malformed, open_answer
from .remarks import CLOSING
from .text import NO, YES
from .words import CONDITIONS, IDIOMS, Guarded, phrase, words

_BEFORE, _AFTER = (
    phrase(rf"\s*(?:value |state |truth )?(?:{names})") for names in ("before|initial|prior", "after|final")
)
_HEADER = phrase(rf"(?m)^[ \t]*\|(?=[^\n]*\|{_BEFORE.pattern})(?=[^\n]*\|{_AFTER.pattern})[^\n]*")
_TRUTHS = {
    **dict.fromkeys(("true", "yes", "t", "1", "holds"), True),
    **dict.fromkeys(("false", "no", "f", "0", "does not hold"), False),
}
_BEFORE_NOW = phrase(r" ?\((?:it |they )?(?:was|were)(?:n't)?\b[^()\n]{0,40}\)(?=\W{0,3}\n)")
"""What a label says of the state before: "Now true (wasn't before):"."""
_NEXT = r"(?:s'|s_1|s_\{?t ?\+ ?1\}?|add\w*(?:\(a\))?)"
_DIFFERENCES = (
    (
        Guarded(
            rf"(?<![\w'])(?:{_NEXT} +without +s(?![\w'])(?:_0|_t)?|(?:\\delta|e|eff)\^\{{?\+\}}?)"
            r"(?=[ ]*[:=][ ]*[\[({])"
        ),
        "added",
    ),
    (
        Guarded(
            rf"(?<![\w'])(?:s(?:_0|_t)? +without +{_NEXT}|del\w*(?:\(a\))? +\\cap +s(?![\w'])(?:_0|_t)?"
            r"|(?:\\delta|e|eff)\^\{?-\}?)(?=[ ]*[:=][ ]*[\[({])"
        ),
        "deleted",
    ),
)
"""How the two lists are called as differences of states."""
_REFUSED = phrase(
    r"[\s:,-]*(?:(?:is|are|was|were|seems?|looks?|sounds?|would be) )?(?:false|wrong|out|excluded|tempting"
    r"|incorrect|invalid|ruled out|not (?:it|right|correct|the (?:answer|lists))|my first|est fau(?:x|sse)"
    rf"|fails?|assuming|provided|as long as)\b|\s*{NO}"
)
"""What denies two lists right behind them."""
_NOTHING = frozenset({"none", "[]", "(empty)", "(none)", "(nothing)"})
_OPENS = phrase(
    rf"[ \t\"']{{0,8}}(?:\([^()\n{MARK}]{{0,80}}\)[ \t]{{0,8}})?(?::|=|\n|->|--|(?:is|are|include)\b[ \t]*:?"
    rf"(?=[\s\"']{{0,8}}(?:[{MARK}\[{{]|none\b|empty\b)))|[\s\"']{{0,8}}(?=[\[{{])"
)
_LINE_START = phrase(r"(?:^|\n|[.;,|{]\s|\band\s|the\s)[ \t_#>|\d.)(\"'{,+-]{0,12}$")
_EMPTY = phrase(r"[\s\"'|#>,.;:\[\](){}\x02\x03-]*(?:<<nothing>>[\s\"'.,;:\[\](){}\x03-]*)?")
_BRACKET = re.compile(r"\[((?:[^\[\]]|\[\s*\])*)\]|\{([^{}]*)\}")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_BETWEEN = phrase(
    r"(?:[\s,;.\"'&|#>:\[\](){}-]|and\b|\d+(?!\d)[.):]?|json\b|then\b|first\b|second\b|list\b)*"
)
_OR_BETWEEN = phrase(r"\b(?:or|oder|ou|alternatively)\b")
_OR = phrase(r"\W*\b(?:<<foreign or>>|or|alternatively)\b")
_REMARK = re.compile(rf"(?<={MARK}) \[[^\[\]\n{MARK}]+\]")
_LABEL_WORDS = 5
"""A label above two lists has so many words at most; a longer line is a sentence."""
_BLANKS = re.compile(rf"(?:[\s,;\"'-]|and\b|\d{{1,3}}[.):]|{MARK})*")
_SERIES = phrase(rf"(?:[\s,;\"']|<<and>>\b|{MARK})*")
_LISTS_LINE = re.compile(r"\s*\[[^\[\]]*\][\s.,]*")  # one list in brackets on its line
_TWO = r"\[[^\[\]]*\](?:\s|,)*\[[^\[\]]*\][\s.]*"
_PAIR = re.compile(rf"\s*(?:[-=]+>\s*)?({_TWO})")  # two lists in brackets side by side
_PAIR_LAST = phrase(
    r"(?:\.\s[-=]>|^(?:as|in|so|thus|hence|therefore|<<foreign so>>|ou seja|o sea)\b[^\[\].:\n]{0,40}[:,]?)"
    rf"\s*({_TWO})$"
)
"""Two lists to which an arrow leads, behind whole sentences, or a word that concludes."""
_PAIR_FIRST = re.compile(rf"\s*\[(?:[\s,]|{MARK})*\](?:\s|,)*\[(?:[\s,]|{MARK})*\][\s.]*\n[ \t]*\n")
"""Two lists side by side with which a text begins, in a paragraph of their own."""
_NOT_OURS, _WORD = words("against", "rejection") - {"false", "lost", "removed"}, re.compile(r"[a-z']+")
_DISOWNS = Guarded(
    r"\b(?:unsure|not sure|(?:either|one) of (?:these|them)|maybe|perhaps|guess(?:es|ing)?|format|example"
    r"|wrong (?:reading|answer|lists?))\b|\b(?:is|are|be) (?:wrong|incorrect|mistaken)\W*$"
    r"|^\W*not (?:the following|this|these)\b"
)
"""What a sentence says of two lists below it that its writer does not stand by."""
_SIGNED_FACT = re.compile(rf"(?<![\w)])([+-])[ \t\"']*(?={MARK})")
_SIGNED_IN_LINE = re.compile(rf"[^{MARK}]*(?:^|(?<=[\s:]))[+-][ \t]*{MARK}[ \t,;/{MARK}]*[+-][ \t]*{MARK}")
"""Facts with signs on one line: "+ (p) + (q) - (r)"."""
_SIGNED = re.compile(rf"(?m)^[ \t>|\"'-]{{0,6}}?([+\u2191\u2193-])[ \t\"']*(?={MARK})")
_PROSE = 4
"""What begins like a fact in parentheses, but is none and has so many more words, is a remark."""
_SUM = re.compile(rf"(?<={MARK})[ \t]*[+&][ \t]*(?={MARK})")


def read_effects(text: str, request: Request) -> Reading | None:
    """The two lists in ``text``, or None when it holds nothing like them."""
    if text.rstrip(" .\n")[-1:] == NO and text.rstrip(f" .\n{NO}")[-1:] == "]":
        return open_answer(text)
    signs = (" true ", " false ") if "|" in text and _HEADER.search(text) else (" ", " ")
    text = text.replace(YES, signs[0]).replace(NO, signs[1])
    text = _BEFORE_NOW.sub("", text)
    for pattern, label in _DIFFERENCES:
        text = pattern.sub(label, text)
    skeleton = _facts(text if request.marked else _conclusion(text), request)
    if not (skeleton.items or any(sign in text for sign in "[{|") or possible(request.signs)):
        return None
    readers = [_compared, _labelled, _signed, _bracketed, predicated]
    if _PAIR_FIRST.match(skeleton.text) is not None:
        readers = [_bracketed]  # what is said of two lists below them are no labels
    for reader in readers:
        reading = reader(skeleton, request)
        if reading is not None:
            if reading.code is not None:
                return reading
            told = reader is predicated
            lead = skeleton.text.partition(MARK)[0].rpartition("\n")[2] if told else ""
            rest = (
                rest_behind(skeleton.text)
                if told
                else re.split(r"[\]}]" if reader is _bracketed else MARK, skeleton.text)[-1]
            )
            said = (
                against(lead, "")
                or doubted(IDIOMS.sub(" ", CLOSING.sub("\n", skeleton.text.partition(MARK)[2].lower())))
                or behind(rest, request.kind)
            )
            return reading if said is None else open_answer(said)
    return (
        (_negations(skeleton.items) or malformed("atoms, but no two lists of them"))
        if skeleton.items
        else None
    )


def _facts(text: str, request: Request) -> Skeleton:
    """The skeleton of a text; words in parentheses that begin with a name and are no fact are a remark."""
    skeleton = lex(text, request.vocabulary, request.signs)
    if request.vocabulary:
        skeleton = skeleton.without(
            number
            for number, item in enumerate(skeleton.items)
            if (item.fault.endswith(NO_ATOM) and item.value.count(" ") >= _PROSE)
            or (item.grade == UNKNOWN and cues(item.value))
        )
    signed = skeleton.text.partition(MARK)[0].rstrip()[-1:] in ("+", "-")
    joined = skeleton.text if signed else _SUM.sub(", ", skeleton.text)
    return Skeleton(joined, skeleton.items, skeleton.of_text)


def _conclusion(text: str) -> str:
    """The last line, if it is two brackets that a paragraph or a colon leads to; else the text."""
    before, _, last = text.rstrip().rpartition("\n")
    above, _, other = before.rpartition("\n")
    if _LISTS_LINE.fullmatch(last) and _LISTS_LINE.fullmatch(other):
        before, last = above, f"{other} {last}"
    if _PAIR.fullmatch(last) and before.endswith("\n") and _again(before, last):
        return last
    pointed = _PAIR_LAST.search(last)
    if pointed is not None:
        return pointed[1]
    lead = before.rstrip().rpartition("\n")[2].strip()
    apart = lead.endswith(":") or (before.endswith("\n") and lead.endswith((".", ")", "|")))
    pair = _PAIR.fullmatch(last) if apart else None
    return text if pair is None or _denied_above(before) is not None else pair[1]


def _again(before: str, last: str) -> bool:
    """Whether the lists of the last line stand in the same order before it, and nothing behind those."""
    lists = [" ".join(content.split()) for content in _BRACKETS.findall(last)]
    above = [" ".join(content.split()) for content in _BRACKETS.findall(before)]
    return above[-2:] == lists and before.rstrip().endswith("]")


def _texts(members: list[Item], *, positive: bool) -> list[str] | Reading:
    """The atoms of a list; of what becomes false, negated ones too."""
    for item in members:
        if item.fault and (positive or not item.fault.endswith(NEGATED)):
            return malformed(item.fault)
    kept = [item.value for item in members if item.value not in _NOTHING]
    return malformed("None stands among atoms") if 0 < len(kept) < len(members) else kept


def _compared(skeleton: Skeleton, request: Request) -> Reading | None:
    """A table of what each atom was before and is after."""
    header = _HEADER.search(skeleton.text) if "|" in skeleton.text else None
    if header is None:
        return None
    heads = header[0].split("|")
    before, after = (
        next(number for number, head in enumerate(heads) if name.match(head)) for name in (_BEFORE, _AFTER)
    )
    lists: dict[bool, list[str]] = {True: [], False: []}
    items = iter(skeleton.within(header.end(), len(skeleton.text)))
    for line in skeleton.text[header.end() :].split("\n")[1:]:
        cells = line.lstrip().split("|")
        members = [next(items) for _ in range(line.count(MARK))]
        if line.strip() and (cells[0] or len(cells) <= max(before, after)):
            break
        if members:
            was, now = (_TRUTHS.get(cells[place].strip(" \"'").lower()) for place in (before, after))
            if was is None or now is None or len(members) != 1:
                return malformed("a cell says neither true nor false")
            if was is not now:
                lists[now].append(members[0].value)
    return found((lists[True], lists[False]), "a table of before and after")


def _labels(text: str) -> list[tuple[bool, int, int, bool]]:
    """The labels of lists: whether positive, where they begin and end, whether they say that it is empty."""
    labels = []
    for cue in cues(text):
        before = text[max(0, cue.start - 16) : cue.start]
        if cue.sign is None or before[-8:].rstrip(" \"':=>-").endswith(MARK):
            continue
        opens = _OPENS.match(text, cue.end)
        if cue.none:
            labels.append((cue.sign, cue.start, cue.end, True))
        elif opens is not None and cue.labels(_LINE_START.search(before) is not None):
            labels.append((cue.sign, cue.start, opens.end(), False))
    return labels


def _labelled(skeleton: Skeleton, request: Request) -> Reading | None:
    """Two lists, each behind its label or labels; the last two count."""
    text, labels = skeleton.text, _labels(skeleton.text)
    runs = [
        number for number, label in enumerate(labels) if not number or label[0] is not labels[number - 1][0]
    ]
    if len(runs) < 2:
        return malformed("two lists with the same label") if len(labels) > 1 else None
    lists: dict[bool, list[str]] = {True: [], False: []}
    for number in range(runs[-2], len(labels)):
        positive, _, begin, empty = labels[number]
        end = labels[number + 1][1] if number + 1 < len(labels) else len(text)
        part = [] if empty else _segment(skeleton, begin, end, positive=positive)
        if isinstance(part, Reading):
            return part
        lists[positive] += part
    start = labels[runs[-2]][1]
    said = against(text[max(0, start - 160) : start].rpartition("\n")[2], "")
    return found((lists[True], lists[False]), "labelled lists") if said is None else open_answer(said)


def _segment(skeleton: Skeleton, begin: int, end: int, *, positive: bool) -> list[str] | Reading:
    """The list that the text behind a label begins with."""
    text = _REMARK.sub("", skeleton.text[begin:end])
    members = skeleton.within(begin, end)
    if not members:
        if end == len(skeleton.text) and not text.strip(" \n\t\"'\x03"):
            return malformed("nothing follows the last label")
        return [] if _EMPTY.fullmatch(text) else malformed("a label without a list")
    if members[0].value == "none" and text.lstrip(" \n\t-\"'|:").startswith(MARK):
        return []
    inner = Request(AnswerKind.ACTIONS, marked=True, final=True, signs=skeleton.of_text)
    chosen = choose_list(Skeleton(text, members), inner)
    if isinstance(chosen, Reading):
        return chosen
    return _texts(chosen[0], positive=positive) if chosen else []


def _signed(skeleton: Skeleton, request: Request) -> Reading | None:
    """Lines that begin with + or -, or with an arrow up or down; some with + or an arrow."""
    inline = _SIGNED_IN_LINE.match(skeleton.text) is not None
    signs = list((_SIGNED_FACT if inline else _SIGNED).finditer(skeleton.text))
    if all(sign[1] == "-" for sign in signs):
        return None
    lists: dict[bool, list[str]] = {True: [], False: []}
    for sign in signs:
        line = skeleton.text.find("\n", sign.end())
        series = _SERIES.match(skeleton.text, sign.end(), line if line >= 0 else len(skeleton.text))
        positive = sign[1] in "+\u2191"
        members = _texts(skeleton.within(sign.end(), series.end() if series else 0), positive=positive)
        if isinstance(members, Reading):
            return members
        lists[positive] += members
    return found((lists[True], lists[False]), "lines with signs")


def _bracketed(skeleton: Skeleton, request: Request) -> Reading | None:
    """Two brackets side by side."""
    opened = _opened(skeleton)
    text = opened.text
    brackets, gaps, place = [], [], 0
    for bracket in _BRACKET.finditer(text):
        content = bracket[1] if bracket[1] is not None else bracket[2]
        if _BLANKS.fullmatch(content) or _EMPTY.fullmatch(content):
            brackets.append(bracket)
            gaps.append(text[place : bracket.start()])
            place = bracket.end()
    if not brackets:
        return None
    runs: list[list[int]] = []
    for number, gap in enumerate(gaps):
        if runs and _BETWEEN.fullmatch(gap):
            runs[-1].append(number)
        else:
            runs.append([number])
    pairs = [run for run in runs if len(run) >= 2]
    if not pairs and len(brackets) == 2 and len(gaps[1]) < 200:
        told = predicated(opened, request)
        if told is not None and told.code is None:
            return told
        pairs = [[0, 1]]
    if not pairs:
        return _negations(skeleton.items) or malformed("two lists side by side are asked")
    run = pairs[0 if request.final else -1]
    if not request.first and (len(run) > 2 or any(_OR.match(gaps[pair[0]]) for pair in pairs[1:])):
        return conflicting([f"list {number}" for number in run[:5]])
    first, second = brackets[run[0]], brackets[run[1]]
    lists = [
        _texts(opened.within(bracket.start(), bracket.end()), positive=bracket is first)
        for bracket in (first, second)
    ]
    for texts in lists:
        if isinstance(texts, Reading):
            return texts
    lead = text[max(0, first.start() - 160) : first.start()]
    before = re.split(r"[.!?\n]", lead)[-1]
    said = against(before, text[second.end() : second.end() + 80]) or (
        _denied_above(lead) if not before else None
    )
    behind_them = _REFUSED.match(text, second.end())
    conditioned = not CONDITIONS.isdisjoint(_WORD.findall(before.lower())[:1])
    if said is None and (conditioned or strange_list(before) or behind_them is not None):
        said = before if behind_them is None else behind_them[0]
    if said is not None:
        return open_answer(said)
    if _OR_BETWEEN.search(text[first.end() : second.start()]):
        return conflicting(lists)
    return found((lists[0], lists[1]), "two lists in brackets")


def _denied_above(lead: str) -> str | None:
    """What the line above two lists says against them; None when nothing."""
    line = lead.rstrip().rpartition("\n")[2].strip()
    if line.endswith(":") and MARK not in line:
        line = re.split(r"[.!?]\s|, so\s", line)[-1]
        if [cue.sign for cue in cues(line)][:1] == [False] and len(line.split()) <= _LABEL_WORDS:
            return line  # "Deleted, added:": not in the order asked
        return against(line, "") or (line if not _NOT_OURS.isdisjoint(_WORD.findall(line.lower())) else None)
    said = re.split(r"[.!?:]\s", line)[-1]
    return said if _DISOWNS.search(said) is not None else None


def _opened(skeleton: Skeleton) -> Skeleton:
    """The skeleton with "[ ]" for the items that are empty brackets, without a bracket around two others."""
    empty = [number for number, item in enumerate(skeleton.items) if item.value == "[]"]
    bare = Skeleton(skeleton.text.replace("] [", "]["), skeleton.items).without(empty, "[ ]")
    text = bare.text.strip(" \n\t\x02\x03")
    if (
        text[:1] == "["
        and text[-1:] == "]"
        and text[1:].lstrip()[:1] == "["
        and text[:-1].rstrip()[-1:] == "]"
    ):
        text = text[1:-1].strip()
    return Skeleton(text, bare.items)


def _negations(items: list[Item]) -> Reading | None:
    """One list in which what becomes false is negated."""
    negated = [item.value for item in items if item.fault.endswith(NEGATED)]
    if not negated or any(item.fault and not item.fault.endswith(NEGATED) for item in items):
        return None
    return found(([item.value for item in items if not item.fault], negated), "what is negated becomes false")
