"""The sentences of a zone that hold candidates, and what each of them claims, denies, or leaves open.

    sentence  = { clause ( "," | "but" | ":" ) } [ remark ]
    remark    = ( "because" | "since" | ":" | "--" | "(" ... ) anything

In a sentence a candidate is *claimed*, *denied* (a negation stands in its clause, or it is what was not
chosen) or an *aside* (in a remark, a leading reason, a parenthesis, a question).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .lexer import MARK
from .words import (
    CONCLUSIONS,
    CONDITIONS,
    CONTRASTS,
    HARMLESS,
    HEDGES,
    IDIOMS,
    LEADS,
    NEGATIONS,
    REASONS,
    REJECTIONS,
    words,
)

CLAIMED, DENIED, ASIDE = 2, 1, 0
CONCLUDED, ALONE, MENTIONED = 3, 2, 1

Verdict = Callable[[str], int]
"""From what follows a candidate in its clause to CLAIMED, DENIED, or ASIDE where that says nothing."""

# The first character stands in front as a set, so that the search skips all others.
_BOUNDARY = re.compile(r"[.!?;\n\x02\x03](?:(?<=\n)\n*|(?<=[\x02\x03])|(?<=[.!?;])(?=[\s\"')\]}\x02\x03]|$))")
_TOKEN = re.compile(rf"{MARK}|[^\W_](?:[\w'-]*\w)?|--|->|[,:()|/!=\u2713\u2717-]")
_PLAIN = re.compile(rf"\(\s*,?\s*{MARK}\s*\)")
_LEAVING = re.compile(
    rf"\bleaving (?:us with )?(?:(?:only|just|option|action|index) )*{MARK}(?=\s*(?:as\b|\W*$))"
)
_ARGUED = re.compile(
    rf"\b(?:though|although|but)\b[^.]{{0,60}}{MARK}[^.]{{0,12}}\b(?:could|might|may)(?: also)? be"
    rf" (?:argued|right|correct|defended)\b"
)
_COPULAS = words("è é lautet")
_COUNT = words("counts count qualifies works is does fits can will applies")
_SO_THAT = re.compile(r"\bso that\b")
_TURNS = words("so therefore hence thus leaving leaves consequently")
_ALL = words("any anything everything every all each")
_CELL = re.compile(
    r"\|\s*(?:(no|false|n|\u2717|x|not applicable|inapplicable)|(yes|true|y|\u2713|applicable))\s*(?=\||$)"
)
_AT_LEAST = re.compile(r"\bat (?:least|most)\b|\babout (?=\x01)")
_LIKEWISE = words("is are does do was can will")
_OPEN = words("""
    or maybe possibly perhaps unless if alternatively else could might oder ou или not? unsure
""")


class Sentence(NamedTuple):
    """A sentence with candidates: its text, the numbers of what it claims and denies, how strongly, and what
    leaves it open.
    """

    text: str
    claimed: list[int]
    denied: list[int]
    strength: int
    leading: bool
    pure: bool
    """Nothing but the candidate and harmless words."""
    affirmed: bool
    """A cell of its row of a table, or a verdict beside it, says yes."""
    asked: bool
    """It follows a question on its line."""
    open: str
    line: int
    start: int
    end: int


def sentences(skeleton: str, verdict: Verdict | None) -> list[Sentence]:
    """The sentences that hold a candidate."""
    parts, place, count, line, asked = [], 0, 0, 0, False
    for boundary in [*_BOUNDARY.finditer(skeleton), None]:
        end = boundary.start() if boundary is not None else len(skeleton)
        text = skeleton[place:end]
        if MARK in text:
            question = boundary is not None and "?" in boundary[0]
            parts.append(
                _sentence(text, count, line, question, verdict)._replace(start=place, end=end, asked=asked)
            )
            count += text.count(MARK)
        if boundary is not None:
            place = boundary.end()
            line += "\n" in boundary[0] and bool(text.strip() or line)
            asked = "?" in boundary[0] or (asked and not text.strip() and "\n" not in boundary[0])
    return parts


def _sentence(text: str, count: int, line: int, question: bool, verdict: Verdict | None) -> Sentence:
    state = _State(text.lower(), count, verdict)
    state.run()
    if question:
        return Sentence(text, [], [], MENTIONED, False, False, False, False, "", line, 0, 0)
    strength = CONCLUDED if state.strong else ALONE if not state.extra else MENTIONED
    pure = not state.extra and not state.aside and not state.remark
    return Sentence(
        text,
        state.claimed,
        state.denied,
        strength,
        state.leading,
        pure,
        state.affirmed,
        False,
        state.open,
        line,
        0,
        0,
    )


class _State:
    """The words of one sentence, gone through from left to right."""

    def __init__(self, text: str, count: int, verdict: Verdict | None) -> None:
        if "so that" in text:
            text = _SO_THAT.sub("because", text)
        text = IDIOMS.sub(" ", text)
        self.text = _AT_LEAST.sub(" maybe ", text) if "at " in text or "about " in text else text
        self.table = self.text.lstrip()[:1] == "|"
        self.verdict, self.next = verdict, count
        self.leaving = _LEAVING.search(self.text) is not None
        self.judged: set[int] = set()
        self.reasons: set[int] = set()
        self.claimed: list[int] = []
        self.denied: list[int] = []
        self.clause: list[int] = []
        self.aside: list[int] = []
        self.every = False
        self.open, self.extra = "", 0
        self.strong = self.leading = self.affirmed = False
        self.negated = self.contrast = self.remark = self.lead = False
        self.depth = 0

    def run(self) -> None:
        self._go(list(_TOKEN.finditer(self.text)))
        last = set(self.claimed) - self.reasons
        if last and len(last) < len(self.claimed):
            self.claimed = [number for number in self.claimed if number in last]
        if not self.open and _ARGUED.search(self.text):
            self.open = self.text
        if self.lead and not self.remark and self.aside and not self.claimed and not self.denied:
            self.claimed.append(self.aside[-1])
            self.extra += 1

    def _go(self, tokens: list[re.Match[str]]) -> None:
        for place, token in enumerate(tokens):
            word = token[0]
            if word == MARK:
                self._candidate(token.end())
            elif word == "(":
                self._parenthesis(token.start(), tokens[place + 1][0] if place + 1 < len(tokens) else "")
            elif word == ")":
                self.depth = max(0, self.depth - 1)
            elif self.depth:
                continue
            elif (
                word == "so" and self.denied and place + 1 < len(tokens) and tokens[place + 1][0] in _LIKEWISE
            ):
                self._clause_ends()
                self.negated = True
            elif word in _TURNS:
                self._clause_ends()
                if word == "leaving" and self.leaving:
                    self.reasons = set(self.claimed)
                elif word == "so" and not self.affirmed:
                    self.reasons = self.judged & set(self.claimed)
                self.remark = self.lead = False
                self.strong = True
            elif self.remark or self.lead:
                if self.lead and (word == "," or word in _COPULAS):
                    self.lead = self.remark = False
                    self._clause_ends()
            else:
                self._word(word, place, tokens)

    def _candidate(self, end: int) -> None:
        number, self.next = self.next, self.next + 1
        if self.depth or self.remark or self.lead:
            self.aside.append(number)
            return
        if self.negated or self.contrast:
            self.denied.append(number)
            return
        if not self.claimed:
            self.leading = not self.extra
        self.claimed.append(number)
        self.clause.append(number)
        if self.table:
            cell = _CELL.search(self.text, end)
            if cell is not None:
                self._deny() if cell[1] else None
                self.affirmed = bool(cell[2])
                self.strong, self.clause = self.strong or self.affirmed, []
                return
        if self.verdict is not None:
            judged = self.verdict(self.text[end : end + 400])
            if judged == DENIED:
                self._deny()
            elif judged == CLAIMED:
                self.strong = self.affirmed = True
                self.clause = []

    def _parenthesis(self, at: int, following: str) -> None:
        if _PLAIN.match(self.text, at):
            return
        if following in _OPEN and self.claimed and not self.remark:
            self.open = self.open or self.text[at:]
        self.depth += 1

    def _word(self, word: str, place: int, tokens: list[re.Match[str]]) -> None:
        if word == ",":
            if not self._enumerates(place, tokens):
                self._clause_ends()
        elif word == "-" and self._range(place, tokens):
            pass
        elif word == "neither" and self.claimed and tokens[place + 1 :] and tokens[place + 1][0] in _COUNT:
            self.denied, self.claimed = self.denied + self.claimed, []
        elif word in (":", "--", "->", "-", "="):
            self._clause_ends()
            self.remark = bool(self.claimed) and word != "->"
            if word == ":" and not self.claimed:
                self.extra = 0
        elif word in ("|", "/"):
            if self.table:
                self._clause_ends()
        elif (
            word in CONDITIONS
            or word in HEDGES
            or (word == "or" and (self.claimed or (place + 1 < len(tokens) and tokens[place + 1][0] == MARK)))
        ):
            self.open = self.open or self.text
        elif word == "but":
            self._clause_ends()
            self.contrast = self.every
        elif word in NEGATIONS or word in REJECTIONS or word.endswith("n't"):
            if self.clause:
                self._deny()
            else:
                self.negated = True
        elif word in CONTRASTS:
            self.contrast = True
        elif self.claimed and (word in REASONS or word == "that"):
            self.remark = True
        elif word in LEADS and not self.denied:
            self.lead = True
            self.remark = self.extra > 0
        elif word in CONCLUSIONS or word == "\u2713":
            self.strong = True
        elif word not in HARMLESS:
            self.extra += 1
            self.every = self.every or word in _ALL
            self.judged.update(self.clause)

    def _enumerates(self, place: int, tokens: list[re.Match[str]]) -> bool:
        """Whether a comma stands between candidates of one enumeration."""
        following = [token[0] for token in tokens[place + 1 : place + 3]]
        return tokens[place - 1][0] == MARK and (
            following[:1] == [MARK]
            or (following[:1] in (["and"], ["or"], ["nor"]) and following[1:] == [MARK])
        )

    def _range(self, place: int, tokens: list[re.Match[str]]) -> bool:
        """Whether a dash without blanks around it stands before a candidate: "none of A-F"."""
        return (
            0 < place < len(tokens) - 1
            and tokens[place + 1][0] == MARK
            and tokens[place + 1].start() - tokens[place - 1].end() == len(tokens[place][0])
        )

    def _clause_ends(self) -> None:
        self.negated = self.contrast = False
        self.clause = []

    def _deny(self) -> None:
        self.denied += self.clause
        taken = set(self.clause)
        self.claimed = [number for number in self.claimed if number not in taken]
        self.clause = []


__all__ = [
    "ALONE",
    "ASIDE",
    "CLAIMED",
    "CONCLUDED",
    "DENIED",
    "MENTIONED",
    "Sentence",
    "Verdict",
    "sentences",
]
