"""Which of the candidates in a zone is the one answer: for atoms, indices, letters, yes and no.

    zone = { sentence }                                     (``clauses``)

Sentences rank: those that
conclude ("so", "the answer is", "is correct"), those in which the answer stands alone, others.

Behind a mark the first sentence with a claim counts, or, where that is neither alone nor a conclusion, a
later
one that is; without a mark the last conclusion does, else the last answer that stands alone, else the last
mention.  It must claim one value, and must not hedge or condition it.  What is said later must not claim
another value, nor begin like taking back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from .clauses import ALONE, ASIDE, CLAIMED, CONCLUDED, DENIED, MENTIONED, Sentence, Verdict, sentences
from .kinds import AnswerKind
from .lexer import MARK
from .reading import Reading, Request, conflicting, found, malformed, open_answer
from .words import ABBREVIATIONS, CORRECTIONS

FEW, SPARSE = 48, 24
"""So many candidates are looked at, and one more for so many characters of text."""
_SECTION = re.compile(
    r"[\s.\"'\x03]*\n\s*#*\s*(?:explanation|reasoning|reasons?|justification|rationale)\s*:", re.IGNORECASE
)
_PERCENT = re.compile(r"\d\s?%")
_CUT = re.compile(
    r"(?:\s-{1,2}|[:,(]|\s(?:and|or|because|the|is|since|of|to|but|that|so|thus|hence|therefore|which|if))$",
    re.IGNORECASE,
)


def choose(
    skeleton: str, values: Sequence[Any], request: Request, verdict: Verdict | None = None
) -> Reading | None:
    """The one value claimed; None when nothing is claimed or denied.  ``skeleton`` has a MARK for each
    value."""
    skeleton, values = _last(skeleton, values)
    if "." in skeleton:
        skeleton = ABBREVIATIONS.sub(" ", skeleton)
    parts = sentences(skeleton, verdict)
    claims = [number for number, part in enumerate(parts) if part.claimed]
    if not claims:
        denied = next((part for part in parts if part.denied), None)
        return (
            None
            if denied is None
            else malformed(f"only what is not the answer is named: {_shown(denied.text, values)}")
        )
    parts = _without_section(skeleton, parts, claims[0], values)
    claims = [number for number, part in enumerate(parts) if part.claimed]
    thinks = skeleton[: parts[claims[0]].start].strip(" \n\t\"'.:,;!#>-\x02\x03") != ""
    number = _decisive(parts, claims, request, thinks)
    part = parts[number]
    distinct = list(dict.fromkeys(values[claim] for claim in part.claimed))
    if request.first:
        if not request.marked:
            part = next(
                (other for other in parts[:number] if other.pure and other.claimed and not other.asked),
                part,
            )
        return found(values[part.claimed[0]], _note(part))
    if len(distinct) > 1:
        return conflicting(distinct)
    against = _against(skeleton, parts, claims, part, values)
    if against is not None:
        return against
    others = (
        parts[number + 1 :]
        if request.marked and not thinks
        else _rivals(skeleton, parts, number, request.kind)
    )
    rival = _rival(others, values, distinct[0], ALONE if request.marked else CONCLUDED)
    if rival is not None:
        return rival
    after = _after(skeleton, part)
    return found(distinct[0], _note(part)) if after is None else open_answer(after)


def _without_section(
    skeleton: str, sentences: list[Sentence], first: int, values: Sequence[Any]
) -> list[Sentence]:
    """Behind an answer that stands alone, what a section of reasons says of several values is no answer."""
    if not sentences[first].pure or _SECTION.match(skeleton, sentences[first].end) is None:
        return sentences
    return sentences[: first + 1] + [
        part if len({values[claim] for claim in part.claimed}) < 2 else part._replace(claimed=[])
        for part in sentences[first + 1 :]
    ]


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


_NEAR = 400
"""Within so many characters behind an answer it is taken back."""
_TAKEN = re.compile(
    r"[\n.!?;-]\W{0,8}(?:no\W{1,4})?(?:wait|actually|correction|sorry|oops|scratch that|hmm+)\b",
    re.IGNORECASE,
)


def _rivals(skeleton: str, sentences: list[Sentence], number: int, kind: AnswerKind) -> list[Sentence]:
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
            and not (kind is AnswerKind.ACTION and len(part.claimed) > 1 and part.line != last.line)
            and _TAKEN.search(skeleton, part.end, min(last.start, part.end + _NEAR)) is None
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


__all__ = ["ALONE", "ASIDE", "CLAIMED", "CONCLUDED", "DENIED", "Verdict", "choose", "latest"]
