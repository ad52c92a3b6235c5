"""Two lists of atoms: what becomes true, what becomes false.

    effects = label list label list         "Positive effects: ... Negative effects: ...", either first
            | bracket bracket               side by side, in the order asked
            | { ( "+" | "-" ) atom }        one a line
            | { atom "becomes true" | atom "becomes false" }
            | table                         with a column for each, or a cell that says which
            | bracket with "(not atom)"     what is negated becomes false
    list    = the lists of ``lists`` | "none" | "empty" | "[]" | nothing

In the list of what becomes false, ``(not (p))`` is p.
"""

from __future__ import annotations

import re
from bisect import bisect

from .kinds import AnswerKind
from .lexer import BAD, MARK, Item, lex
from .lists import choose_list
from .reading import Reading, Request, conflicting, found, malformed, open_answer
from .text import NO, YES
from .words import FORERUNNERS, OPENINGS

_NOUN = r"(?:[\s_-]{1,3}(?:effects?|facts?|propositions?|atoms?|lists?|literals|predicates|ones))"
_LABEL = re.compile(
    rf"(?<![\w-])(?=[^\W\d_])(?P<no>\bno\s+)?(?:"
    rf"(?P<pos>(?:positive|pos|add(?:ed|ition|itions|s)?|new(?:ly)?(?:[\s-]true)?|gained|now[\s-]true"
    rf"|created|true(?!\s?->))(?:{_NOUN}(?!\w))?"
    rf"|(?:(?:what|facts?|atoms?|propositions?|those)\s)?(?:that |which )?(?:now )?"
    rf"(?:bec(?:omes?|oming|ame)|turn(?:s|ed)?|made|are now|is now|was false and is now)\s+true"
    rf"|(?<={MARK}\s)(?:now )?holds?(?=,?\s(?:and|while|but)\b)"
    rf"|(?:is|are|gets?) added|ajoutés?|wird wahr|werden wahr|变为真|(?:false\s?->\s?true))"
    rf"|(?P<neg>(?:negative|neg|delet(?:ed|es?|ions?)|del|remov(?:ed|es?|al|als)|lost|old|destroyed"
    rf"|gone|no longer true|false(?!\s?->))(?:{_NOUN}(?!\w))?"
    rf"|(?:(?:what|facts?|atoms?|propositions?|those)\s)?(?:that |which )?(?:now )?"
    rf"(?:bec(?:omes?|oming|ame)|turn(?:s|ed)?|made|are now|is now|was true and is now)\s+false"
    rf"|(?:is|are|gets?) (?:deleted|removed)|(?:stops?|ceases?) (?:being true|to (?:hold|be true)"
    rf"|holding)|no longer holds?|supprimés?|wird falsch|werden falsch|变为假|(?:true\s?->\s?false))"
    r")(?:[\s_-]{1,2}(?:effects?|list|afterwards?|after the action))?(?![\w-])",
    re.IGNORECASE,
)
_BEFORE_AFTER = re.compile(
    r"(?m)^[ \t]*\|(?=[^\n]*\|\s*(?:value |state |truth )?(?:before|initial|prior))"
    r"(?=[^\n]*\|\s*(?:value |state |truth )?(?:after|final|afterwards))[^\n]*",
    re.IGNORECASE,
)
_BEFORE, _AFTER = (
    re.compile(rf"\s*(?:value |state |truth )?(?:{words})", re.IGNORECASE)
    for words in ("before|initial|prior", "after|final")
)
_TRUTHS = {
    **dict.fromkeys(("true", "yes", "t", "1", "holds"), True),
    **dict.fromkeys(("false", "no", "f", "0", "does not hold"), False),
}
_NOTHING = frozenset({"none", "[]", "(empty)", "(none)", "(nothing)"})
_DENIED = re.compile(r"(?:\bnot|n't|\bnever)(?: to| then)?[ ]$", re.IGNORECASE)
_OPENS = re.compile(
    rf"[ \t\"']{{0,8}}(?:\([^()\n{MARK}]{{0,80}}\)[ \t]{{0,8}})?(?::|=|\n|->|--|(?:is|are"
    rf"|include)\b[ \t]*:?(?=[\s\"']{{0,8}}(?:[{MARK}\[{{]|none\b|empty\b)))|[\s\"']{{0,8}}(?=[\[{{])",
    re.IGNORECASE,
)
_LINE_START = re.compile(r"(?:^|\n|[.;,|{]\s|\band\s|the\s)[ \t_#>|\d.)(\"'{,+-]{0,12}$", re.IGNORECASE)
_ENDS = re.compile(r"[\s]{0,12}(?:[.;!,]|$)")
_EMPTY = re.compile(
    r"[\s\"'|#>,.;:\[\](){}\x02\x03-]*(?:(?:none|empty|n/a|nothing|null|no (?:facts?|atoms?|effects?)|∅"
    r"|no changes?)\b[\s\"'.,;:\[\](){}\x03-]*)?",
    re.IGNORECASE,
)
_SAYS_EMPTY = re.compile(
    r"[\s\"'|#>,:\[({-]*(?:(?:none|empty|null|nothing|∅)(?![\w-])(?!\s+(?:of|but)\b)|\[\s*\]|\(\s*\)"
    r"|\{\s*\})",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\[((?:[^\[\]]|\[\s*\])*)\]|\{([^{}]*)\}")
_BETWEEN = re.compile(
    r"(?:[\s,;.\"'&|#>:\[\](){}-]|and\b|\d+(?!\d)[.):]?|json\b|then\b|first\b|second\b|list\b)*",
    re.IGNORECASE,
)
_OR = re.compile(r"\W*(?:or|alternatively)\W*", re.IGNORECASE)
_AFTER_ACTION = re.compile(rf"\W*(?:after|when|by) (?:\w+ ){{0,3}}{MARK},", re.IGNORECASE)
_BLANKS = re.compile(rf"(?:[\s,;\"'-]|and\b|\d{{1,3}}[.):]|{MARK})*")
_SIGNED = re.compile(rf"(?m)^[ \t>|\"'-]{{0,6}}?([+\u2191\u2193-])[ \t\"']*(?={MARK})")


def read_effects(text: str, request: Request) -> Reading | None:
    """The two lists in ``text``, or None when it holds nothing like them."""
    signs = (" true ", " false ") if _BEFORE_AFTER.search(text) else (" ", " ")
    skeleton, items = lex(text.replace(YES, signs[0]).replace(NO, signs[1]), request.vocabulary)
    for reader in (_compared, _labelled, _signed, _bracketed, _predicated):
        reading = reader(skeleton, items, request)
        if reading is not None:
            return reading
    if not items:
        return None
    return _negations(items) or malformed("atoms, but no two lists of them")


def _compared(skeleton: str, items: list[Item], request: Request) -> Reading | None:
    """A table of what each atom was before and is after."""
    header = _BEFORE_AFTER.search(skeleton)
    if header is None:
        return None
    heads = header[0].split("|")
    after = next(number for number, head in enumerate(heads) if _AFTER.match(head))
    before = next(number for number, head in enumerate(heads) if _BEFORE.match(head))
    lists: dict[bool, list[str]] = {True: [], False: []}
    count = skeleton.count(MARK, 0, header.end())
    for line in skeleton[header.end() :].split("\n")[1:]:
        size, cells = line.count(MARK), line.lstrip().split("|")
        members, count = items[count : count + size], count + size
        if cells[0] or len(cells) <= max(before, after):
            if not line.strip():
                continue
            break
        if not members:
            continue
        was, now = (_TRUTHS.get(cells[place].strip(" \"'").lower()) for place in (before, after))
        if was is None or now is None or size != 1:
            return malformed("a cell says neither true nor false")
        if was is not now:
            lists[now].append(members[0].text)
    return found((lists[True], lists[False]), "a table of before and after")


def _labels(skeleton: str) -> list[tuple[bool, int, int, bool]]:
    """The labels of lists: whether positive, where they begin and end, whether they say that there are
    none."""
    labels = []
    for label in _LABEL.finditer(skeleton):
        if skeleton[max(0, label.start() - 8) : label.start()].rstrip(" \"':").endswith(MARK):
            continue
        if _DENIED.search(skeleton, max(0, label.start() - 16), label.start()):
            continue
        negated = label["no"] is not None and _ENDS.match(skeleton, label.end()) is not None
        opens = _OPENS.match(skeleton, label.end())
        long = " " in label[0].strip() or "_" in label[0]
        starts = _LINE_START.search(skeleton, max(0, label.start() - 16), label.start()) is not None
        if negated:
            labels.append((label["pos"] is not None, label.start(), label.end(), True))
        elif (
            opens is not None
            and (long or starts)
            and (starts or opens[0].strip(" \t\"'") in (":", "=", "->", "--", "") or long)
        ):
            labels.append((label["pos"] is not None, label.start(), opens.end(), False))
    return labels


def _labelled(skeleton: str, items: list[Item], request: Request) -> Reading | None:
    labels = _labels(skeleton)
    runs = [
        number
        for number in range(len(labels))
        if number == 0 or labels[number][0] is not labels[number - 1][0]
    ]
    if len(runs) < 2:
        return None if len(labels) < 2 else malformed("two lists with the same label")
    lists: dict[bool, list[str]] = {}
    for run, stop in ((runs[-2], runs[-1]), (runs[-1], len(labels))):
        listed: list[str] = []
        for number in range(run, stop):
            positive, _, begin, empty = labels[number]
            end = labels[number + 1][1] if number + 1 < len(labels) else len(skeleton)
            part = [] if empty else _segment(skeleton, items, begin, end, negative=not positive)
            if isinstance(part, Reading):
                return part
            listed += part
        lists[labels[run][0]] = listed
    return _checked(
        skeleton, labels[runs[-2]][1], found((lists[True], lists[False]), "lists after their labels")
    )


def _checked(skeleton: str, start: int, reading: Reading) -> Reading:
    """The reading, unless the words before the lists leave it open."""
    before = re.split(r"[.!?\n]", skeleton[max(0, start - 160) : start])[-1]
    if re.search(r"\b(?:either|maybe|perhaps|possibly|might|unless|if|or)\b", before, re.IGNORECASE):
        return open_answer(before)
    return reading


def _segment(
    skeleton: str, items: list[Item], begin: int, end: int, *, negative: bool
) -> list[str] | Reading:
    """The list that the text behind a label begins with."""
    text = skeleton[begin:end]
    if _SAYS_EMPTY.match(text):
        return []
    first = skeleton.count(MARK, 0, begin)
    members = items[first : first + text.count(MARK)]
    if not members:
        if end == len(skeleton) and not text.strip(" \n\t\"'\x03"):
            return malformed("nothing follows the last label")
        return [] if _EMPTY.fullmatch(text) else malformed("a label without a list")
    if text.count("[") > text.count("]"):
        return malformed("a list is not closed")
    if all(item.text == "none" for item in members[:1]) and text.lstrip(" \n\t-\"'|:").startswith(MARK):
        return []
    chosen = choose_list(
        text, [item.text for item in members], Request(AnswerKind.ACTIONS, marked=True, final=True)
    )
    if isinstance(chosen, Reading):
        return chosen
    return _texts([members[number] for number in chosen[0]] if chosen else [], negative=negative)


def _texts(members: list[Item], *, negative: bool) -> list[str] | Reading:
    texts = []
    for item in members:
        if item.grade == BAD and not (negative and item.fault.endswith("is negated")):
            return malformed(item.fault)
        texts.append(item.text)
    kept = [text for text in texts if text not in _NOTHING]
    if kept and len(kept) < len(texts):
        return malformed("None stands among atoms")
    return kept


def _signed(skeleton: str, items: list[Item], request: Request) -> Reading | None:
    """Lines that begin with + or -, or with an arrow up or down; some with + or an arrow."""
    signs = list(_SIGNED.finditer(skeleton))
    if all(sign[1] == "-" for sign in signs):
        return None
    lists: dict[bool, list[str]] = {True: [], False: []}
    for sign in signs:
        line = skeleton.find("\n", sign.end())
        text = skeleton[sign.end() : line if line >= 0 else len(skeleton)]
        first = skeleton.count(MARK, 0, sign.end())
        series = re.match(rf"(?:[\s,;\"']|and\b|{MARK})*", text)
        assert series is not None
        positive = sign[1] in "+\u2191"
        members = _texts(items[first : first + series[0].count(MARK)], negative=not positive)
        if isinstance(members, Reading):
            return members
        lists[positive] += members
    return found((lists[True], lists[False]), "lines with signs")


def _bracketed(skeleton: str, items: list[Item], request: Request) -> Reading | None:
    """Two brackets side by side."""
    text = skeleton.replace("] [", "][")
    brackets, gap_of, place = [], [], 0
    for bracket in _BRACKET.finditer(_opened(text, items)):
        content = bracket[1] if bracket[1] is not None else bracket[2]
        if _BLANKS.fullmatch(content) or _EMPTY.fullmatch(content):
            brackets.append(bracket)
            gap_of.append(bracket.string[place : bracket.start()])
            place = bracket.end()
    if not brackets:
        return None
    runs: list[list[int]] = []
    for number, gap in enumerate(gap_of):
        if runs and _BETWEEN.fullmatch(gap):
            runs[-1].append(number)
        else:
            runs.append([number])
    pairs = [run for run in runs if len(run) >= 2] or (
        [[0, 1]] if len(brackets) == 2 and len(gap_of[1]) < 200 else []
    )
    if not pairs:
        return (
            None
            if len(brackets) == 1 and _predicates(skeleton)
            else _negations(items) or malformed("two lists side by side are asked")
        )
    if not request.first and any(_OR.fullmatch(gap_of[pair[0]]) for pair in pairs[1:]):
        return conflicting([f"pair {number}" for number in range(len(pairs))])
    run = pairs[0 if request.final else -1]
    if len(run) > 2 and not request.first:
        return conflicting([f"list {number}" for number in run[:5]])
    source = brackets[0].string
    lists: list[list[str]] = []
    for number in run[:2]:
        bracket = brackets[number]
        first = source.count(MARK, 0, bracket.start())
        texts = _texts(list(_real(items)[first : first + bracket[0].count(MARK)]), negative=len(lists) == 1)
        if isinstance(texts, Reading):
            return texts
        lists.append(texts)
    before = re.split(r"[.!?\n]", source[max(0, brackets[run[0]].start() - 160) : brackets[run[0]].start()])[
        -1
    ]
    if FORERUNNERS.search(before.rstrip(" :")) or OPENINGS.match(source, brackets[run[1]].end()):
        return open_answer(before + source[brackets[run[1]].end() : brackets[run[1]].end() + 60])
    if re.search(r"\bor\b", source[brackets[run[0]].end() : brackets[run[1]].start()]):
        return conflicting(lists)
    return found((lists[0], lists[1]), "two lists in brackets")


def _real(items: list[Item]) -> list[Item]:
    return [item for item in items if item.text != "[]"]


def _opened(text: str, items: list[Item]) -> str:
    """The skeleton with "[]" for the items that are empty brackets."""
    pieces = text.split(MARK)
    out = [pieces[0]]
    for item, piece in zip(items, pieces[1:], strict=True):
        out += ["[ ]" if item.text == "[]" else MARK, piece]
    text = "".join(out).strip(" \n\t\x02\x03")
    if text[:1] == "[" and text[-1:] == "]" and text[1:].lstrip()[:1] == "[":
        inner = text[1:-1].strip()
        return inner if inner.endswith("]") else text
    return text


def _predicates(skeleton: str) -> bool:
    return sum(1 for _ in _LABEL.finditer(skeleton)) > 1


def _predicated(skeleton: str, items: list[Item], request: Request) -> Reading | None:
    """What is said of each atom: "(p) becomes true and (q) becomes false", in sentences or the cells of a
    table."""
    lists: dict[bool, list[str]] = {True: [], False: []}
    said = 0
    columns: list[bool] = []
    count = 0
    for line in skeleton.split("\n"):
        labels = [(label.start(), label["pos"] is not None) for label in _LABEL.finditer(line)]
        size = line.count(MARK)
        members, count = items[count : count + size], count + size
        table = line.count("|") >= 1
        if line.rstrip()[-1:] == "?":
            continue
        if not size:
            if table and len(labels) == 2 and {kind for _, kind in labels} == {True, False}:
                columns = [kind for _, kind in labels]
            continue
        if table and columns and not labels:
            cells = line.strip().strip("|").split("|")
            cells = cells[len(cells) - len(columns) :] if len(cells) > len(columns) else cells
            number = 0
            for kind, cell in zip(columns, cells, strict=False):
                for _ in range(cell.count(MARK)):
                    item, number = members[number], number + 1
                    said += 1
                    if item.text not in ("none", "[]"):
                        lists[kind].append(item.text)
            continue
        kinds = _assigned(line, labels)
        for item, told in zip(members, kinds, strict=True):
            if told is None or item.text in ("none", "[]"):
                continue
            if item.grade == BAD and (told or not item.fault.endswith("is negated")):
                return malformed(item.fault)
            said += 1
            if item.text not in lists[told]:
                lists[told].append(item.text)
    if (
        not said
        or (not lists[True] and not lists[False])
        or not ((lists[True] and lists[False]) or columns or _predicates(skeleton))
    ):
        return None
    if re.search(r"\b(?:either|maybe|perhaps|might|unless|or|if)\b", skeleton, re.IGNORECASE):
        return open_answer(skeleton)
    both = sorted(set(lists[True]) & set(lists[False]))
    return conflicting(both) if both else found((lists[True], lists[False]), "what is said of each atom")


def _assigned(line: str, labels: list[tuple[int, bool]]) -> list[bool | None]:
    """For each atom of a line, what the label behind it says, or the one before it where none is behind."""
    places = [place for place, sign in enumerate(line) if sign == MARK]
    kinds: list[bool | None] = []
    suffix = bool(labels) and bool(places) and labels[0][0] > places[0]
    for place in places:
        following = bisect(labels, (place, True))
        number = following if suffix else following - 1
        kinds.append(labels[number][1] if 0 <= number < len(labels) else None)
    if kinds and _AFTER_ACTION.match(line):
        kinds[0] = None
    return kinds


def _negations(items: list[Item]) -> Reading | None:
    """One list in which what becomes false is negated."""
    negated = [item for item in items if item.grade == BAD and item.fault.endswith("is negated")]
    if not negated or any(item.grade == BAD and item not in negated for item in items):
        return None
    return found(
        ([item.text for item in items if item.grade != BAD], [item.text for item in negated]),
        "what is negated becomes false",
    )


__all__ = ["read_effects"]
