"""Which of the candidates in a zone is the one answer: for atoms, indices, letters, yes and no.

    zone      = { sentence }
    sentence  = { clause ( "," | "but" | ":" ) } [ remark ]
    remark    = ( "because" | "since" | ":" | "--" | "(" ... ) anything

In a sentence a candidate is *claimed*, *denied* (a negation stands in its clause, or it is what was not
chosen) or an *aside* (in a remark, a leading reason, a parenthesis, a question).  Sentences rank: those that
conclude ("so", "the answer is", "is correct"), those in which the answer stands alone, others.

Behind a mark the first sentence with a claim counts, or, where that is neither alone nor a conclusion, a
later
one that is; without a mark the last conclusion does, else the last answer that stands alone, else the last
mention.  It must claim one value, and must not hedge or condition it.  What is said later must not claim
another value, nor begin like taking back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from .kinds import AnswerKind
from .lexer import MARK
from .reading import Reading, Request, conflicting, found, malformed, open_answer
from .words import (
    ABBREVIATIONS,
    CONCLUSIONS,
    CONDITIONS,
    CONTRASTS,
    CORRECTIONS,
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

FEW, SPARSE = 48, 24
"""So many candidates are looked at, and one more for so many characters of text."""
Verdict = Callable[[str], int]
"""From what follows a candidate in its clause to CLAIMED, DENIED, or ASIDE where that says nothing."""

_BOUNDARY = re.compile(r"[.!?;](?=[\s\"')\]}\x02\x03]|$)|\n+|[\x02\x03]")
_TOKEN = re.compile(rf"{MARK}|[^\W_](?:[\w'-]*\w)?|--|->|[,:()|/!=\u2713\u2717-]")
_PLAIN = re.compile(rf"\(\s*,?\s*{MARK}\s*\)")
_SO_THAT = re.compile(r"\bso that\b")
_TURNS = words("so therefore hence thus leaving leaves consequently")
_PERCENT = re.compile(r"\d\s?%")
_ALL = words("any anything everything every all each")
_CELL = re.compile(
    r"\|\s*(?:(no|false|n|\u2717|x|not applicable|inapplicable)|(yes|true|y|\u2713|applicable))\s*(?=\||$)"
)
_CUT = re.compile(r"(?:\s-{1,2}|[:,(]|\s(?:and|or|because|the|is|since|of|to|but|that))$", re.IGNORECASE)
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


def choose(
    skeleton: str, values: Sequence[Any], request: Request, verdict: Verdict | None = None
) -> Reading | None:
    """The one value claimed; None when nothing is claimed or denied.  ``skeleton`` has a MARK for each
    value."""
    skeleton, values = _last(skeleton, values)
    if "." in skeleton:
        skeleton = ABBREVIATIONS.sub(" ", skeleton)
    sentences = _sentences(skeleton, verdict)
    claims = [number for number, part in enumerate(sentences) if part.claimed]
    if not claims:
        denied = next((part for part in sentences if part.denied), None)
        return (
            None
            if denied is None
            else malformed(f"only what is not the answer is named: {_shown(denied.text, values)}")
        )
    thinks = skeleton[: sentences[claims[0]].start].strip(" \n\t\"'.:,;!#>-\x02\x03") != ""
    number = _decisive(sentences, claims, request, thinks)
    part = sentences[number]
    distinct = list(dict.fromkeys(values[claim] for claim in part.claimed))
    if request.first:
        if not request.marked:
            part = next(
                (other for other in sentences[:number] if other.pure and other.claimed and not other.asked),
                part,
            )
        return found(values[part.claimed[0]], _note(part))
    if len(distinct) > 1:
        return conflicting(distinct)
    against = _against(skeleton, sentences, claims, part, values)
    if against is not None:
        return against
    others = (
        sentences[number + 1 :] if request.marked and not thinks else _rivals(sentences, number, request.kind)
    )
    rival = _rival(others, values, distinct[0], ALONE if request.marked else CONCLUDED)
    if rival is not None:
        return rival
    after = _after(skeleton, part)
    return found(distinct[0], _note(part)) if after is None else open_answer(after)


def _against(
    skeleton: str, sentences: list[Sentence], claims: list[int], part: Sentence, values: Sequence[Any]
) -> Reading | None:
    """What leaves the deciding sentence open."""
    if part.open or (_PERCENT.search(part.text) and len(set(values)) > 1):
        return open_answer(part.open or part.text)
    place = claims.index(sentences.index(part))
    earlier = sentences[claims[place - 1]] if place else None
    if earlier is not None and earlier.open and earlier.line == part.line:
        return open_answer(earlier.open)
    if part.end >= len(skeleton.rstrip()) and _CUT.search(skeleton[-80:].rstrip()):
        return malformed("the answer is cut off")
    return None


def _rival(others: Sequence[Sentence], values: Sequence[Any], value: Any, strength: int) -> Reading | None:
    """Another sentence that claims another value, or takes this one back."""
    for other in others:
        differ = [values[claim] for claim in other.claimed if values[claim] != value]
        back = CORRECTIONS.match(other.text) is not None
        if differ and (back or other.strength >= strength):
            return conflicting([value, *differ])
        if back and value in (values[denial] for denial in other.denied):
            return conflicting([value, f"not {value}"])
    return None


def latest(matches: Iterable[re.Match[str]], text: str) -> tuple[list[re.Match[str]], int]:
    """The last possible candidates of a text, twice what `choose` looks at, and where the first left out
    ends."""
    kept = list(matches)
    more = len(kept) - 2 * (FEW + len(text) // SPARSE)
    return (kept[more:], kept[more - 1].end()) if more > 0 else (kept, 0)


def _last(skeleton: str, values: Sequence[Any]) -> tuple[str, Sequence[Any]]:
    """The last candidates of a text that holds too many, and the text with them."""
    most = FEW + len(skeleton) // SPARSE
    if len(values) <= most:
        return skeleton, values
    pieces = skeleton.split(MARK)[-most - 1 :]
    return MARK.join(pieces), values[-most:]


def _decisive(sentences: list[Sentence], claims: list[int], request: Request, thinks: bool) -> int:
    """The number of the sentence that gives the answer.

    A mark that does not promise the final answer may begin a thought (``thinks``): then its end counts.
    """
    if request.marked and not (thinks and not request.final):
        first = claims[0]
        if sentences[first].strength >= ALONE or sentences[first].leading:
            return first
        later = [number for number in claims if sentences[number].strength >= ALONE]
        return (later[0] if request.final else later[-1]) if later else first if request.final else claims[-1]
    best = [number for number in claims if sentences[number].strength == CONCLUDED]
    alone = [number for number in claims if sentences[number].strength == ALONE]
    if best and alone and sentences[alone[-1]].line > sentences[best[-1]].line and alone[-1] == claims[-1]:
        return alone[-1]
    return (best or alone or claims)[-1]


_TURNED = re.compile(r"\W*(?:but|wait|no|actually|however|correction)\b", re.IGNORECASE)


def _rivals(sentences: list[Sentence], number: int, kind: AnswerKind) -> list[Sentence]:
    """Without a mark: what stands alone on the first line, other answers alone, and all that comes later."""
    alone = sentences[number].strength == ALONE
    last = sentences[number]
    turned = _TURNED.match(last.text) is not None
    rivals = [
        part._replace(strength=CONCLUDED)
        for part in sentences[:number]
        if (
            part.pure
            and not part.asked
            and (alone or part.line == 0)
            and not (turned and part.line == last.line)
        )
        or (kind is AnswerKind.LETTER and part.affirmed and last.affirmed)
    ]
    return rivals + sentences[number + 1 :]


def _after(skeleton: str, part: Sentence) -> str | None:
    """A sentence without a candidate that opens again what stands just before it: "Unless ...", "Or not"."""
    rest = skeleton[part.end : part.end + 100].lstrip(" \t\n.;!\"')\x03")
    back = _TAKES_BACK.match(rest)
    return None if back is None else rest


_TAKES_BACK = re.compile(
    r"(?:unless|provided|assuming|but only if|only if|except|or (?:not|maybe|perhaps|possibly|is it)"
    r"|maybe not|perhaps not|not sure"
    r"|(?:but )?i(?:'m| am) not (?:entirely |completely |really |100% )?(?:sure|certain)"
    r"|or the other way|wait)\b",
    re.IGNORECASE,
)


def _note(part: Sentence) -> str:
    return {CONCLUDED: "concluded", ALONE: "alone", MENTIONED: "the last one named"}[part.strength]


def _shown(text: str, values: Sequence[Any]) -> str:
    return " ".join(text.replace(MARK, "*").split())[:60] + f" (one of {len(values)})"


def _sentences(skeleton: str, verdict: Verdict | None) -> list[Sentence]:
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
        text = _SO_THAT.sub("because", text)
        self.text = _AT_LEAST.sub(" maybe ", IDIOMS.sub(" ", text))
        self.table = self.text.lstrip()[:1] == "|"
        self.verdict, self.next = verdict, count
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
        if self.lead and self.aside and not self.claimed and not self.denied:
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
                self.remark = self.lead = False
                self.strong = True
            elif self.remark or self.lead:
                if word == "," and self.lead:
                    self.lead = False
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
            or (word == "or" and (self.claimed or place + 1 < len(tokens) and tokens[place + 1][0] == MARK))
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
        elif word in CONCLUSIONS or word == "\u2713":
            self.strong = True
        elif word not in HARMLESS:
            self.extra += 1
            self.every = self.every or word in _ALL

    def _enumerates(self, place: int, tokens: list[re.Match[str]]) -> bool:
        """Whether a comma stands between candidates of one enumeration."""
        following = [token[0] for token in tokens[place + 1 : place + 3]]
        return tokens[place - 1][0] == MARK and (
            following[:1] == [MARK]
            or (following[:1] in (["and"], ["or"], ["nor"]) and following[1:] == [MARK])
        )

    def _clause_ends(self) -> None:
        self.negated = self.contrast = False
        self.clause = []

    def _deny(self) -> None:
        self.denied += self.clause
        taken = set(self.clause)
        self.claimed = [number for number in self.claimed if number not in taken]
        self.clause = []


__all__ = ["ALONE", "ASIDE", "CLAIMED", "CONCLUDED", "DENIED", "Verdict", "choose", "latest"]
