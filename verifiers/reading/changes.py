"""What a text says of its facts: that they become true or false, or stay as they are.

    cue      = [ "not" | "no longer" | "stays" ] ( word of truth | word of falsehood ) [ "not" ]
             | "no longer" | "stays" | "new" | "gone" | ...
    sentence = { cue { fact } } | { { fact } cue } | { { fact } cue } { cue { fact } }

A negated word of truth says that a fact becomes false; "does not become true" that it stays as it is; what
was true before says nothing.  In a sentence all cues stand on the same side of their facts, unless two meet.
"""

import re
from bisect import bisect
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from .beside import denies, strange
from .lexer import KNOWN, MARK, Item, Skeleton
from .reading import Reading, Request, conflicting, found, malformed, open_answer
from .words import CONDITIONS, HEDGES, NEGATIONS, Guarded, lower_phrase, lowered, phrase, words

_PATTERN = (
    r"(?<![\w-])(?=[^\W\d_])(?P<no>\bno\s+)?(?:(?P<pos><<positive>>)|(?P<neg><<negative>>)|(?P<lost><<loss>>)"
    r"|(?P<true><<truth>>)|(?P<false><<falsehood>>)|(?P<kept><<kept>>)|(?P<new><<newly>>)"
    r"|(?P<gone><<gone>>)|(?P<up><<arising>>)|(?P<down><<vanishing>>))"
    r"(?:[\s_-]{1,2}(?:effects?|list|afterwards?|any ?more|any longer|after the action))?(?![\w-])"
)
_CUE, _POSSIBLE = lower_phrase(_PATTERN), Guarded(_PATTERN)
_SIGNS = {
    **dict.fromkeys(("pos", "true", "new", "up"), True),
    **dict.fromkeys(("neg", "false", "gone", "down", "lost"), False),
}
_OF_FACTS = ("pos", "neg", "true", "false", "new", "gone")
_OF_TRUTH = re.compile(r"true|false|hold", re.IGNORECASE)
_TEXTS = 1 << 10
"""The cues of so many texts are remembered."""
_BEFORE, _JOINED = 48, 4
"""So many characters before a word of truth may negate it; so many words may stand between."""
_SEGMENT = re.compile(rf"[^{MARK}.,;:!?|()\[\]\n]*$")
_BOUNDARY = re.compile(rf"[{MARK}.,;:!?|()\[\]\n]")
_WAS = phrase(r"\b<<was>>\s(?:[^\W\d_]+\s)?$")
_EARLIER = phrase(r"\s<<earlier>>\b")
_NOT_BEHIND = phrase(rf"\s(?:<<loss>>|<<not beside>>)(?=\s?(?:[{MARK}.,;:!?|()\n]|$))")
_BESIDE_LABEL = re.compile(r"(?:[ ][^\W\d_]+){1,2}(?=[ ]?(?:[:=\n]|->))")
"""Other words of a label: "se vuelven verdaderos:", "wahr werden:"."""
_AFTER_ACTION = phrase(rf"\W*(?:after|when|by) (?:\w+ ){{0,3}}{MARK},")
_NEGATIONS, _BECOMING = words("not beside", "negation") - words("except not beside"), words("becoming")
_ABLE, _SEVERAL = words("able beside"), re.compile(r"[ _]")
_OPEN = HEDGES | CONDITIONS | NEGATIONS | _ABLE
_NOT = phrase(r"\w+n't")
_NEAR_BEHIND = re.compile(rf"[\s:\"'>=-]*(?:\w+[\s:]+){{0,2}}[\s\"'\[]*{MARK}")
_IS = re.compile(rf"{MARK}[\s\"')\]]*(?:is|are|'s)(?: now| what's| what is)?\s$")
_NEAR_BEFORE = re.compile(rf"{MARK}[\s\"'\])]*(?:[^\W\d_]+\s+){{0,2}}$")
STRONG, MEDIUM, WEAK = 3, 2, 1
NEGATED = "is negated"
"""How the fault of a negated fact ends."""
_OR = phrase(r"[\s\"']*<<foreign or,or>>[\s\"']*")
_NOTHING = phrase(r"\b<<nothing>>")
_POSITIVE, _NEGATIVE = words("positive key"), words("negative key")
"""Words of a key under which stands what becomes true, and of one where "true" and "new" do not say so."""
_HEDGING, _OPEN_BESIDE, _THAT = (
    (HEDGES | words("might")) - words("not open"),
    words("open beside"),
    words("that"),
)
_NOT_PLAIN = NEGATIONS | HEDGES | CONDITIONS | words("not plain")
_WORD, _FIRST_WORD = re.compile(r"[^\W\d_][\w'-]*"), re.compile(r"[\s,:\"'-]*([^\W\d_]+)")
_IN_BRACKETS = re.compile(rf"\(([^()\n{MARK}]{{1,40}})\)")
_FACT = re.compile(rf"\({MARK}\)")
_SENTENCES = re.compile(r"(?<=[.;!?])\s|\n|[()]")


class Cue(NamedTuple):
    """What is said (None: the facts stay as they are), where, and how surely it is meant so."""

    sign: bool | None
    start: int
    end: int
    level: int
    long: bool = False
    """That it is a label anywhere: it has several words, or is of another language."""
    none: bool = False
    """That there are no such facts: "no negative effects"."""

    def labels(self, opens_line: bool) -> bool:
        """Whether it is a label, where a list stands behind: a short one must open its line."""
        return self.level > WEAK and (opens_line or self.long)


def possible(signs: int) -> bool:
    """Whether a text of these `signs` may hold a cue."""
    return signs & _POSSIBLE.bits != 0


@lru_cache(_TEXTS)
def cues(text: str) -> list[Cue]:
    """The cues of a text in their order."""
    said: list[Cue] = []
    pending: Cue | None = None
    for match in _CUE.finditer(lowered(text)) if _POSSIBLE.possible(text) else ():
        group = match.lastgroup or ""
        before = _segment(text, max(match.start() - _BEFORE, said[-1].end if said else 0), match.start())
        if pending is not None and not (group in _OF_FACTS and _joined(text, pending, match.start())):
            said.append(pending)
            pending = None
        if group in ("lost", "kept"):
            pending = _alone(text, match, group)
            continue
        cue = _cue(text, match, group, before, pending)
        pending = None
        if cue is not None:
            said.append(cue)
    return said if pending is None else [*said, pending]


def _joined(text: str, before: Cue, start: int) -> bool:
    """Whether "no longer" or "stays" is said of the word of truth that begins here."""
    return not _BOUNDARY.search(text, before.end, start) and text.count(" ", before.end, start) <= _JOINED


def _segment(text: str, start: int, end: int) -> str:
    found = _SEGMENT.search(text, start, end)
    return found[0] if found is not None else ""


def _alone(text: str, match: re.Match[str], group: str) -> Cue:
    """A cue for "no longer" or "stays", without a word of truth: sure only right beside a fact."""
    start, end = match.span()
    before = text[max(0, start - _BEFORE) : start]
    beside = _NEAR_BEHIND.match(text, end) is not None or _NEAR_BEFORE.search(before) is not None
    return Cue(_SIGNS.get(group), start, end, STRONG if beside else WEAK, long=True)


def _cue(text: str, match: re.Match[str], group: str, before: str, pending: Cue | None) -> Cue | None:
    """The cue of a word of truth, with what negates it; None where it speaks of the state before."""
    start, end = match.span()
    sign: bool | None = _SIGNS[group]
    if group in ("up", "down"):
        return Cue(sign, start, end, WEAK)
    of_truth = group in ("true", "false") or _OF_TRUTH.search(match[0]) is not None
    level = STRONG if of_truth or _IS.search(text, max(0, start - _BEFORE), start) is not None else MEDIUM
    if pending is not None:
        return Cue(None if pending.sign is None else not sign, pending.start, end, STRONG, long=True)
    if match["no"] is not None and group in ("pos", "neg"):
        return Cue(sign, start, end, level, none=True)
    if of_truth and (_WAS.search(before) is not None or _EARLIER.match(text, end) is not None):
        return None
    near = before.lower().split()[-_JOINED:]
    behind = _NOT_BEHIND.match(text, end)
    foreign = group not in ("pos", "neg")
    long = foreign or _SEVERAL.search(match[0].strip()) is not None
    if not _ABLE.isdisjoint(near):
        sign = None
    elif match["no"] is not None or behind is not None or any(map(_negates, near)):
        becomes = not _BECOMING.isdisjoint([*near, *match[0].lower().split()])
        sign = not sign if of_truth and not becomes else None
        start, end = start - len(before), behind.end() if behind is not None else end
        long = True
    else:
        start, end = _widened(text, start, end, before if foreign else "")
    return Cue(sign, start, end, level, long)


def _widened(text: str, start: int, end: int, before: str) -> tuple[int, int]:
    """Where a label begins and ends, with its verb or noun."""
    behind, said = _BESIDE_LABEL.match(text, end), before.lower().split()
    if behind is not None and _OPEN.isdisjoint(behind[0].lower().split()):
        end = behind.end()
    return start - len(before.lstrip()) if len(said) < _JOINED and _OPEN.isdisjoint(said) else start, end


def _negates(word: str) -> bool:
    return word in _NEGATIONS or _NOT.fullmatch(word) is not None


def sign_of_key(key: str) -> bool | None:
    """Whether a key says that what stands under it becomes true, or false; None where it says neither."""
    parts = key.split("_")
    if not _NEGATIVE.isdisjoint(parts):
        return False
    signs = {cue.sign for cue in cues(" ".join(parts)) if cue.level > WEAK}
    return signs.pop() if len(signs) == 1 else True if not _POSITIVE.isdisjoint(parts) else None


def assigned(sentence: str, said: list[Cue]) -> list[bool | None] | None:
    """What a sentence with these cues says of each of its facts; None where that is not clear."""
    for level in (STRONG, MEDIUM, WEAK):
        kept = [cue for cue in said if cue.level >= level]
        signs = _ordered(sentence, kept) if kept else None
        if signs is not None:
            return signs
    sure = any(cue.level > WEAK and cue.sign is not None for cue in said)
    return None if sure else [None] * sentence.count(MARK)


def _ordered(sentence: str, said: list[Cue]) -> list[bool | None] | None:
    """The sign of each fact, if its cues stand before the facts, or behind, or behind and then before."""
    places = [place for place, sign in enumerate(sentence) if sign == MARK]
    if any(_OR.fullmatch(sentence, left + 1, right) for left, right in pairwise(places)):
        return None
    said = [cue for number, cue in enumerate(said) if not _of_nothing(sentence, said, number)]
    runs: list[tuple[list[Cue], int]] = [([], 0)]
    """Of each run of cues and the facts behind it: the cues, and how many facts."""
    at = 0
    for cue in said:
        number = bisect(places, cue.start)
        if number > at:
            runs[-1] = (runs[-1][0], number - at)
            runs.append(([], 0))
        runs[-1][0].append(cue)
        at = number
    runs[-1] = (runs[-1][0], len(places) - at)
    return _signs(runs)


def _of_nothing(sentence: str, said: list[Cue], number: int) -> bool:
    """Whether a cue is said of nothing: "nothing becomes false", "none becomes false", "becomes false: -"."""
    cue = said[number]
    if cue.none:
        return True
    begin = said[number - 1].end if number else 0
    end = said[number + 1].start if number + 1 < len(said) else len(sentence)
    before = sentence[begin : cue.start].rpartition(MARK)[2]
    behind = sentence[cue.end : end].partition(MARK)[0]
    return _NOTHING.search(before) is not None or _NOTHING.search(behind) is not None


def _signs(runs: list[tuple[list[Cue], int]]) -> list[bool | None] | None:
    """The sign of each fact of runs of cues and facts behind them: the first may be without cues."""
    if not runs[0][0] and runs[0][1] == 0:
        runs = runs[1:]
    several = [number for number, (said, _) in enumerate(runs) if len({cue.sign for cue in said}) > 1]
    leads, ends = bool(runs and runs[0][0]), bool(runs and runs[-1][1] == 0)
    signs: list[bool | None] = []
    if not several and leads and not ends:
        for said, facts in runs:
            signs += [said[0].sign] * facts
        return signs
    if not several and not leads and ends:
        for (_, facts), (said, _) in pairwise(runs):
            signs += [said[0].sign] * facts
        return signs
    if not leads and not ends and len(several) == 1 and len(runs[several[0]][0]) == 2:
        number = several[0]
        first, second = runs[number][0]
        left, right = (
            _signs([*runs[:number], ([first], 0)]),
            _signs([([second], runs[number][1]), *runs[number + 1 :]]),
        )
        return None if left is None or right is None else left + right
    return None


class _Lists:
    """The facts of a text by what is said of them, and what is against it."""

    def __init__(self) -> None:
        self.by_sign: dict[bool, list[str]] = {True: [], False: []}
        self.columns: list[bool] = []
        self.unsaid: list[Item] = []
        """Of which no word says that they become true."""
        self.sure: set[bool | None] = set()
        """The signs of what is said of facts, or of nothing."""
        self.heading: bool | None = None
        self.asked = ""
        self.fault: Reading | None = None

    def add(self, line: str, members: list[Item]) -> None:
        """Read a sentence or a row."""
        said = cues(line)
        sure = {cue.sign for cue in said if cue.level > WEAK}
        if not members:
            self._of_none(line, said, sure)
            return
        if not said and "|" in line and self.columns:
            self._sort(members, _by_column(line, self.columns))
        elif not said and self.heading is not None:
            self._sort(members, [self.heading] * len(members))
        elif not said:
            self.unsaid += members if _explained(line) else []
        else:
            self.heading, signs = None, assigned(line, said)
            against = _against(line, said, first=self.sure <= {None}) if sure else None
            if against is not None:
                self.fault = self.fault or open_answer(against)
            elif signs is None:
                self.fault = self.fault or malformed("what is said of which atom is not clear")
            else:
                self._sort(members, [None, *signs[1:]] if _AFTER_ACTION.match(line) else signs)
        self.sure |= sure

    def _of_none(self, line: str, said: list[Cue], sure: set[bool | None]) -> None:
        """Read a line without facts: the head of a table, a heading, or "nothing becomes false"."""
        if "|" in line and len(said) == 2 and said[0].sign is not said[1].sign:
            self.columns = [cue.sign is True for cue in said]
        if line.strip():
            self.heading = next(iter(sure)) if len(sure) == 1 and line.rstrip()[-1] == ":" else None
        self.sure |= {cue.sign for number, cue in enumerate(said) if _of_nothing(line, said, number)}

    def _sort(self, members: list[Item], signs: list[bool | None]) -> None:
        for item, positive in zip(members, signs, strict=False):
            if positive is None or item.value in ("none", "[]"):
                continue
            if item.fault and (positive or not item.fault.endswith(NEGATED)):
                self.fault = self.fault or malformed(item.fault)
            elif item.value not in self.by_sign[positive]:
                self.by_sign[positive].append(item.value)

    def reading(self) -> Reading | None:
        """The two lists; what becomes true may be told in other words, where what becomes false is named."""
        true, false = self.by_sign[True], self.by_sign[False]
        if self.unsaid and False in self.sure and True not in self.sure:
            self._sort(self.unsaid, [True] * len(self.unsaid))
        if self.fault is not None:
            return self.fault
        told = self.columns or {True, False} <= self.sure
        if not ((true and false) or (told and (true or false))):
            return open_answer(self.asked) if self.asked else None
        twice = sorted(set(true) & set(false))
        return conflicting(twice) if twice else found((true, false), "what is said of each atom")


def predicated(skeleton: Skeleton, request: Request) -> Reading | None:
    """What is said of each fact, in sentences or in the cells of a table."""
    if not skeleton.items:
        return None
    lists, items = _Lists(), iter(skeleton.items)
    known = any(item.grade >= KNOWN for item in skeleton.items)
    for line in _sentences(skeleton.text):
        members = [next(items) for _ in range(line.count(MARK))]
        if line.rstrip()[-1:] == "?":
            lists.asked = line if members else lists.asked
        else:
            lists.add(*(_of_known(line, members) if known else (line, members)))
    return lists.reading()


def rest_behind(text: str) -> str:
    """What stands behind the last sentence that says of a fact what becomes of it, and behind its facts."""
    rest: list[str] = []
    for line in reversed(_sentences(text)):
        said = [cue.end for cue in cues(line) if cue.level > WEAK and cue.sign is not None]
        if said and MARK in line:
            return "\n".join([line[max(said[-1], line.rindex(MARK) + 1) :], *reversed(rest)])
        rest.append(line)
    return text.rpartition(MARK)[2]


def _explained(line: str) -> bool:
    """Whether a sentence tells in words of its own what each of its facts says."""
    glosses = line.split(MARK)[:-1]
    plain = _NOT_PLAIN.isdisjoint(_WORD.findall(line.lower()))
    return plain and all(len(_WORD.findall(gloss)) > 1 for gloss in glosses)


def _sentences(text: str) -> list[str]:
    """The sentences of a text, and what stands in brackets, unless that is a fact or a word of truth."""
    return _SENTENCES.split(_IN_BRACKETS.sub(_said_in_brackets, _FACT.sub(MARK, text)))


def _against(line: str, said: list[Cue], *, first: bool) -> str | None:
    """What in a sentence leaves open what it says of its facts."""
    if not _HEDGING.isdisjoint(_WORD.findall(line.lower())):
        return line
    ends = [0, *(cue.end for cue in said), *(place + 1 for place, sign in enumerate(line) if sign == MARK)]
    words_behind = (_FIRST_WORD.match(line, end) for end in ends)
    if any(word is not None and word[1].lower() in _OPEN_BESIDE for word in words_behind):
        return line
    lead = line[: min(next(cue.start for cue in said if cue.level > WEAK), line.index(MARK))]
    before = _WORD.findall(lead.lower())
    denied = before[-1:] and before[-1] in _THAT and any(map(denies, before))
    return lead if denied or (first and strange(lead)) else None


def _said_in_brackets(brackets: re.Match[str]) -> str:
    """What brackets say of the facts beside them: "(new)"."""
    said = cues(brackets[1])
    return f" {brackets[1]} " if len(said) == 1 and len(brackets[1].split()) <= _JOINED else brackets[0]


def _of_known(line: str, members: list[Item]) -> tuple[str, list[Item]]:
    """A line without its items of unknown names, as those of actions."""
    unknown = [number for number, item in enumerate(members) if item.grade < KNOWN and not item.fault]
    bare = Skeleton(line, members).without(unknown, " it ")
    return bare.text, bare.items


def _by_column(line: str, columns: list[bool]) -> list[bool | None]:
    """For each atom of a row the sign of its column."""
    cells = line.strip().strip("|").split("|")[-len(columns) :]
    return [positive for positive, cell in zip(columns, cells, strict=False) for _ in range(cell.count(MARK))]
