"""The sentences of a zone that hold candidates, and what each of them claims, denies, or leaves open.

    sentence  = { clause ( "," | "but" | ":" ) } [ remark ]
    remark    = ( "because" | "since" | ":" | "--" | "(" ... ) anything

In a sentence a candidate is *claimed*, *denied* (a negation stands in its clause, or it is what was not
chosen) or an *aside* (in a remark, a leading reason, a parenthesis, a question).  What class a word gives its
clause (assertion, denial, hedge or condition, contrast, reason) is decided by one table, ``CLASSES``.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from .beside import denies
from .lexer import MARK
from .phrasing import PHRASES, enumerates, imagined, reasoned, rephrased, starts
from .sentence import ALONE, CLAIMED, CONCLUDED, DENIED, MENTIONED, Sentence, Verdict
from .words import (
    ANY,
    CONCLUSIONS,
    CONDITIONS,
    CONTRASTS,
    HARMLESS,
    HEDGES,
    LEADS,
    NEGATIONS,
    REASONS,
    REJECTIONS,
    Guarded,
    lower_phrase,
    words,
)

_OPEN, _DENY, _CONTRAST, _LEAD, _REASON, _STRONG, _HARMLESS = range(1, 8)
_SPOKEN = {**dict.fromkeys(HARMLESS, _HARMLESS), **dict.fromkeys([*CONCLUSIONS, "\u2713"], _STRONG)}
"""The class of a word that is neither a reason nor a lead where it stands."""
CLASSES = {
    **_SPOKEN,
    **dict.fromkeys([*REASONS, "that"], _REASON),
    **dict.fromkeys(LEADS, _LEAD),
    **dict.fromkeys(CONTRASTS, _CONTRAST),
    **dict.fromkeys([*NEGATIONS, *REJECTIONS], _DENY),
    **dict.fromkeys([*CONDITIONS, *HEDGES], _OPEN),
}
"""The class that a word gives its clause: the last line that has it counts."""

# The first character stands in front as a set, so that the search skips all others.
_BOUNDARY = re.compile(r"[.!?;\n\x02\x03](?:(?<=\n)\n*|(?<=[\x02\x03])|(?<=[.!?;])(?=[\s\"')\]}\x02\x03]|$))")
_TOKEN = re.compile(rf"{MARK}|[^\W_](?:[\w'-]*\w)?|--|[-=]>|[][,:()|/!=\u2713\u2717-]")
_SIGNS = frozenset(("--", "->", "=>", "[", ",", ":", "|", "/", "=", "-"))
_REMEMBERED, _SHORT = 1 << 12, 200
"""So many sentences are remembered, of at most so many characters."""
_PLAIN = re.compile(rf"\(\s*,?\s*{MARK}\s*\)")
_LEAVING = re.compile(
    rf"\bleaving (?:us with )?(?:(?:only|just|option|action|index) )*{MARK}(?=\s*(?:as\b|\W*$))"
)
_CONDITION = lower_phrase(
    r"(?:only|just|even) (?:after|once|when|while|where)\b|.{0,5}?\b(?:as|so) long as\b"
    r"|.{0,5}?\b(?:once|when|whenever|while|where)\s(?:[^.,:\n]{1,60}:|[^.,:\n]{1,60}?(?:\sholds?|\sapplies"
    r"|\s(?:is|are|were|was) (?:true|met|satisfied|given|fulfilled|false|open|closed))\s?,)"
)
"""What begins before an answer and makes it depend on something: "only when c holds:"."""
_TIME = Guarded(rf"\b<<time>>\s+[\"'(]*{MARK}")
"""An action before or after which something is, is not the one that is asked."""
_REPORTED = Guarded(
    rf"{MARK}[\"')\]]*\s(?:is|was|has been) "
    r"(?:given|said|proposed|chosen|picked|suggested|offered|stated|named|claimed)"
    r" by (?:\w+ ){0,3}(?:<<people>>)\b"
    r"|^\W*(?:some|others|many|most)(?: people)? (?:say|claim|argue|think|believe)\b(?![^\n]*\bbut\b)"
    rf"|\b<<said elsewhere>> [\"'(]?{MARK}|\b<<they say>>\b[^.,\n]*{MARK}|{MARK} <<filled in>>\b"
    rf"|^\W*for {MARK}[\"')]*,? (?:we|you|i|one|it|there|to)\b"
)
"""Somebody else's answer, or what is said for one."""
_MISTAKEN = Guarded(
    rf"\b<<to be wrong>>\b|\btak(?:e|ing) {MARK} back\b"
    rf"|{MARK}[\"')\]]? (?:only |just )?(?:leads?|takes?|brings?) (?:us |you |one |it )?"
    r"(?:further |farther )?away from\b"
    rf"|^\W*{MARK}[\"')\]]? would (?:need|require)\b[^,;]*$"
)
"""What says that it would be wrong to choose what it names."""
_MINE = Guarded(rf"\b(?:it's|it is|that's) [\"'(]?{MARK}[\"')]? (?:on|in|by|from|for|to) (?:my|our|me|us)\b")
"""What says whose answer it is: "it's C on my sheet"."""
_DROPPED = Guarded(
    rf"{MARK}[^{MARK}]{{0,3}}[,(-]+ ?(?:not|nope)[^\w{MARK}]*$|~ ?{MARK}|{MARK}-(?:like|ish)\b"
)
_EQUATED = re.compile(rf"[\s\"'(]*{MARK} ?[:=] ?{MARK}[\s\"')]*$")
"""A negation with nothing behind it, and what makes of an answer another one: "D, not", "D = A", "~D"."""
_DANGLING = frozenset({"like", "unlike", "as", "of", "than", "except", "against", "for", "with", "without"})
"""What cannot end a clause before an arrow: "must be like -> C" does not conclude."""
_TIMES, _COPULAS, _LEAD_ENDS = words("time"), words("copula"), (",", ":", "->", "=>")
_COUNT, _TURNS, _ALL = words("count verb"), words("turn"), words("every")
_LEAVES, _LEFT, _LIKEWISE = words("leaves"), words("left"), words("likewise")
_DOES, _EXPLAINING, _BUT = words("does"), words("explaining"), words("but alone")
_OUT = words("unable", "bad") | {"out", "ne"}
"""What may be said behind a verdict that something can never be."""
_AFFIRMING = words("affirming", "able", "good", "yes", "whole")
_OPENS, _IFS, _LATE = words("reopening"), words("if"), 2
_MIDWAY, _GERMAN = words("turn midway"), words("german")
_JOINING = frozenset({",", ":", "(", "and", "or", "but", MARK})
_ONLY_IF = re.compile(r"[(\[]\s?(?:but )?only (?:if|when|as long as|provided)\b")
_OF_IT = frozenset({"it", "they", "it'd", "it's", "it'll"})
"""Behind "so" these speak of the candidate before: "B needs b1, so it fails" concludes nothing."""
_CELL = re.compile(
    r"\|\s*(?:(no|nope|nah|never|false|n|\u2717|x|not applicable|inapplicable)"
    r"|(yes|yep|yeah|true|y|\u2713|applicable))\s*(?=\||$)"
)
_MIGHT = words("might")
_RARE = PHRASES | _MINE.bits | _TIME.bits | _REPORTED.bits | _MISTAKEN.bits | _DROPPED.bits
"""The signs of what is looked for in a sentence beside its words."""
_PASSED = frozenset(
    word for word, kind in CLASSES.items() if kind == _HARMLESS and not word.endswith("n't")
) - ({"so", "or", "but", "neither"} | _TURNS | _LEAVES | _MIGHT | _COPULAS)
"""Words that change nothing, wherever they stand."""


def sentences(skeleton: str, verdict: Verdict | None, of_text: int = ANY) -> list[Sentence]:
    """The sentences that hold a candidate; ``of_text``: the `signs` of the text."""
    rare = of_text & _RARE
    parts, place, count, line, questioned = [], 0, 0, 0, False
    for boundary in [*_BOUNDARY.finditer(skeleton), None]:
        end = boundary.start() if boundary is not None else len(skeleton)
        sign = boundary[0] if boundary is not None else ""
        text = skeleton[place:end]
        if MARK in text:
            judge = _judged if len(text) <= _SHORT else _judged.__wrapped__
            clauses = judge(text, verdict, rare, "?" in sign)
            parts.append(clauses.sentence(text, questioned, count, line, place, end))
            count += text.count(MARK)
        if boundary is not None:
            place = boundary.end()
            line += "\n" in sign and bool(text.strip() or line or parts)
            questioned = "?" in sign or (questioned and not text.strip() and "\n" not in sign)
    return parts


@lru_cache(_REMEMBERED)
def _judged(text: str, verdict: Verdict | None, rare: int, question: bool) -> _Clauses:
    """A sentence gone through, remembered if short; ``rare``: those of the `signs` of its text in `_RARE`."""
    clauses = _Clauses(text, verdict, rare)
    if not (question or imagined(text, rare)):
        clauses.run()
    return clauses


class _Clauses:
    """The state in which the words of a sentence are gone through from left to right."""

    open = ""
    strength = MENTIONED
    leading = pure = affirmed = False
    _next = _end = _opened = _extra = _depth = 0
    _said_all = False
    _conditional = _strong = _every = _negated = _contrast = _remark = _lead = False

    def __init__(self, text: str, verdict: Verdict | None, rare: int) -> None:
        self.claimed: list[int] = []
        self.denied: list[int] = []
        self.against: list[str] = []
        text = text.lower().replace("so that ", "because ")
        if rare:
            text = rephrased(text, rare)
        self._text, self._rare = text, rare
        self._said: list[str] = []
        self._table = "|" in text and text.lstrip()[:1] == "|"
        self._verdict = verdict
        self._judged: set[int] = set()
        self._reasons: set[int] = set()
        self._clause: list[int] = []
        self._asides: list[int] = []

    def sentence(self, text: str, asked: bool, first: int, line: int, start: int, end: int) -> Sentence:
        """The sentence at a place of a text, where its candidates have the numbers from ``first`` on."""
        claimed, denied = self.claimed, self.denied
        if first:
            claimed = [number + first for number in claimed]
            denied = [number + first for number in denied]
        said = (self.open, self.strength, self.leading, self.pure, self.affirmed)
        return Sentence(text, asked, claimed, denied, *said, self.against, first, line, start, end)

    def run(self) -> None:
        """Go through the words from left to right."""
        self._go(_TOKEN.findall(self._text))
        if self._rare and (self._holds(_REPORTED) or self._holds(_DROPPED)):
            self.open = self.open or self._text
        if self._next == 2 and _EQUATED.match(self._text):
            self.open = self.open or self._text
        if self._rare and self._holds(_MISTAKEN):
            self.denied, self.claimed, self.open = self.denied + self.claimed, [], ""
        if self._said and self.leading and not (self._strong or self._affirms() or self._holds(_MINE)):
            self.against += self._said
        last = set(self.claimed) - self._reasons
        if len(self._reasons) > 1 and not (last or self._asides):
            self._strong = self.affirmed  # "3 and 4 come later, so they do not matter"
        if last and len(last) < len(self.claimed):
            self.claimed = [number for number in self.claimed if number in last]
        if not (self.claimed or self.denied) and self._asides and starts(self._text):
            self.claimed.append(self._asides[-1])
            self._extra += 1
        mentioned = self._lead and self._asides and not (self._remark or self.claimed or self.denied)
        if mentioned and not (self._rare and self._holds(_TIME)):
            self.claimed.append(self._asides[-1])
            self._extra += 1
        self.strength = CONCLUDED if self._strong else MENTIONED if self._extra else ALONE
        self.pure = not self._extra and not self._asides and not self._remark

    def _holds(self, pattern: Guarded) -> bool:
        return pattern.search(self._text, of_text=self._rare) is not None

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        """Where the words begin and end: seldom asked for."""
        return [token.span() for token in _TOKEN.finditer(self._text)]

    def _go(self, said: list[str]) -> None:
        for place, word in enumerate(said):
            if word in _PASSED:
                continue
            following = said[place + 1] if place + 1 < len(said) else ""
            if word in _LEAVES and following != MARK and following not in _LEFT:
                word = "goes"  # "the truck leaves the depot" concludes nothing
            if word == MARK:
                self._candidate(joined=said[place - 1] in _JOINING)
            elif word == "(":
                self._opened = self._text.find(word, self._opened) + 1
                self._parenthesis(self._opened - 1, following)
            elif word == "[" and self.claimed:
                self._parenthesis(self._spans[place][0], following)
            elif word in ")]":
                self._depth = max(0, self._depth - 1)
            elif self._depth:
                continue
            elif word == "so" and self.denied and following in _LIKEWISE:
                self._clause_ends()
                self._negated = True
            elif word == "so" and self.claimed and following in _OF_IT:
                self._clause_ends()
            elif self._dangles(word, following, said, place):
                self.open = self.open or self._text
            elif self._turns(word, following, said, place):
                self._turn(word)
            elif self._remark or self._lead:
                if self._lead and (word in _LEAD_ENDS or word in _COPULAS):
                    self._lead = self._remark = False
                    self._clause_ends()
                    if not self.claimed:
                        self.against = []
            elif word in _SIGNS:
                self._sign(word, said, place)
            else:
                self._word(word, following, said, place)

    def _dangles(self, word: str, following: str, said: list[str], place: int) -> bool:
        """Whether "so is" or an arrow behind a clause without an end leads to another one."""
        if word == "so" and said[place + 2 : place + 3] == [MARK]:
            return following in _DOES or (bool(self.claimed) and following in _LIKEWISE)
        return word in ("=>", "->") and following == MARK and place > 0 and said[place - 1] in _DANGLING

    def _turns(self, word: str, following: str, said: list[str], place: int) -> bool:
        """Whether a conclusion begins: a word for it, or an arrow that leads to an answer, or to "it's" and
        one, from more than a label that denies."""
        if word in _TURNS:
            return not (self._clause and word in _MIDWAY)
        if word == "also":
            return following == MARK and not (self.claimed or _GERMAN.isdisjoint(said))
        if word not in ("=>", "->"):
            return False
        leads_to = following if following not in _COPULAS else said[place + 2 : place + 3]
        return leads_to in (MARK, [MARK]) and (not self._negated or reasoned(said[:place]))

    def _turn(self, word: str) -> None:
        """A conclusion begins: what was claimed for a reason before it is no answer."""
        self._clause_ends()
        if self._conditional and not self.claimed and word not in ("=>", "->"):
            self.open = ""  # "nothing happens if you leave it out, so D"
        if len(self.claimed) > 1 or (word == "leaving" and _LEAVING.search(self._text)):
            self._reasons = set(self.claimed)
        elif word == "so" and not self.affirmed:
            self._reasons = self._judged & set(self.claimed)
        self._remark = self._lead = False
        self._strong = True
        self._said_all = bool(set(self.claimed) - self._reasons)
        if not self._said_all:
            self.against = []

    def _candidate(self, *, joined: bool) -> None:
        number, self._next = self._next, self._next + 1
        end = self._end = self._text.find(MARK, self._end) + 1
        if self._depth or self._remark or self._lead:
            self._asides.append(number)
            return
        if self._negated or self._contrast:
            self.denied.append(number)
            return
        if not self.claimed:
            self.leading = not self._extra
        self.claimed.append(number)
        self._clause.append(number)
        cells = list(_CELL.finditer(self._text, end)) if self._table else []
        cell = cells[-1] if cells else None
        if cell is not None:
            if cell[1]:
                self._deny()
            self.affirmed = bool(cell[2])
            self._strong, self._clause = self._strong or self.affirmed, []
        elif self._verdict is not None:
            judged = self._verdict(self._text[end : end + 400])
            if judged == DENIED:
                self._deny()
            elif judged == CLAIMED:
                self._strong = self.affirmed = True
                self._clause = []
            elif self.affirmed and not joined:
                self.claimed.remove(number)  # "17 is the first that fails, it drops ball 6"
                self._asides.append(number)

    def _parenthesis(self, at: int, following: str) -> None:
        if _PLAIN.match(self._text, at):
            return
        if (following in _OPENS or _ONLY_IF.match(self._text, at)) and self.claimed and not self._remark:
            self.open = self.open or self._text[at:]
        self._depth += 1

    def _sign(self, sign: str, said: list[str], place: int) -> None:
        if sign == ",":
            if not enumerates(place, said):
                self._clause_ends()
                self._said_all = bool(self.claimed)
                if not self.claimed:
                    self.against = []
        elif sign in ("|", "/"):
            if self._table:
                self._clause_ends()
        elif place and said[place - 1] == MARK and sign in ("->", "=>"):
            pass  # "A => fails"
        else:
            rejected = self._negated and not self.denied and not self.claimed
            self._clause_ends()
            self._negated = rejected
            self._remark = bool(self.claimed) and sign not in ("->", "=>")
            if sign in (":", "->", "=>") and not self.claimed:
                self._extra = 0

    def _word(self, word: str, following: str, said: list[str], place: int) -> None:
        kind = CLASSES.get(word, 0)
        if not self.claimed and (kind == _REASON or (kind == _LEAD and self.denied and word not in _TIMES)):
            kind = _SPOKEN.get(word, 0)
        if word == "neither" and self.claimed and following in _COUNT:
            self.denied, self.claimed = self.denied + self.claimed, []
        elif word in _IFS and not (self.open or self.claimed):
            self.open, self._conditional = self._text, place > _LATE
        elif kind == _OPEN or (word == "or" and (self.claimed or (following == MARK and not self._negated))):
            self.open, self._conditional = self.open or self._text, False
        elif word in _BUT:
            self._clause_ends()
            if not self.claimed:
                self.against = []
            self._contrast = self._every
        elif kind == _DENY and place and said[place - 1] == "to" and word in REJECTIONS:
            self._extra += 1  # "we have to remove b2"
        elif kind == _DENY or word.endswith("n't"):
            if self._clause and following != MARK:
                self._deny()
            else:
                self._negated = True
        elif kind == _CONTRAST:
            self._contrast = True
        elif kind in (_LEAD, _REASON):
            if not self.claimed and _CONDITION.match(self._text, max(0, self._spans[place][0] - 5)):
                self.open = self._text
            self._remark = bool(self.claimed) or self._extra > 0
            self._lead = not self.claimed
        elif kind == _STRONG:
            self._strong = True
        elif kind != _HARMLESS:
            self._extra += 1
            self._said_all = self._said_all or (word in _EXPLAINING and bool(self.claimed))
            passed = self.claimed and (word in _ALL or (self.affirmed and word in _OUT))
            if not (self._said_all or passed) and denies(word):
                self.against.append(word)
            if not self._said_all and self.claimed:
                self._said.append(word)
            self._every = self._every or word in _ALL
            self._judged.update(self._clause)

    def _affirms(self) -> bool:
        """Whether what the sentence says of its last claim is that it is right, or the one asked for."""
        rest = self._text[self._end :]
        return not _AFFIRMING.isdisjoint([*self._said, *_TOKEN.findall(rest)])

    def _clause_ends(self) -> None:
        self._negated = self._contrast = False
        self._clause = []

    def _deny(self) -> None:
        self.denied += self._clause
        taken = set(self._clause)
        self.claimed = [number for number in self.claimed if number not in taken]
        self._clause = []
