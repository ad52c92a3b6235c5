"""Which of the candidates in a zone is the one answer: for atoms, indices, letters, formulas, yes and no.

    zone = { sentence }                                     (``clauses``)

Sentences rank: those that conclude ("so", "the answer is", "is correct"), those in which the answer stands
alone, others.  Behind a mark the first sentence with a claim counts, or, where that is neither alone nor a
conclusion, a later one that is; without a mark the last conclusion does, else the last answer that stands
alone, else the last mention.  It must claim one value, and must not hedge or condition it.  What is said
later must not claim another value, nor begin like taking back.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from .beside import behind
from .claims import SEVERAL, is_step, narrowed
from .clauses import sentences
from .kinds import SINGLES, AnswerKind
from .lexer import MARK, Item, Skeleton, masked
from .reading import Reading, Request, conflicting, found, malformed, open_answer
from .sentence import ALONE, CONCLUDED, MENTIONED, Sentence, Verdict
from .words import ABBREVIATIONS, UNDECIDED, Guarded, phrase, phrases, signs

FEW, SPARSE = 48, 64
"""So many candidates are looked at, and one more for so many characters of text."""
_WHOLE_END = phrase(
    r"(?:^|[\s\W])(?:yes|no)?,? (?:it|this|that|they|there) (?:is|are|does|do|can|will|has|would)$"
    r"|\b(?:where|what|how|who) [^.,;:\n]{1,40} (?:is|are)$|\b(?:do|does|did|like) that$"
    r"|\b(?:it|they|you|he|we) (?:has|have|needs?|wants?|got|used|is going|are going) to$|\x01\W{1,3}(?:is"
    r"|are)\s+$"
)
"""What ends a sentence although its last word does not: "yes, it is", "wherever the robots are"."""
_NEAR = 400
"""Within so many characters behind an answer it is taken back."""
_LONE = 6
"""So few words are an answer alone; where more lead to it, an answer alone on a later line replaces it."""
_OPENING = re.compile(
    rf"^\W*{MARK}[\"')`*]*(?: is|'s)"
    r" (?:the (?:right |correct |best |optimal )?(?:first|opening) (?:move|action|step)|optimal)\b"
)
"""What says of an action that a plan begins with it."""
_SUCH = phrase(
    rf"\W*(?:option |action |index )?{MARK}[\"')]* is (?:such an?|the|an?|one) (?:\w+ ){{0,2}}\w+\W*$"
)
_BECAUSE = re.compile(rf"\W*{MARK}\W{{0,3}}(?:because|since|as)\b")
_LED_TO = phrase(rf"(?:\b(?:<<turn,copula>>|is|are|be|answer)|[:=>])[\s\"'(]{{0,4}}{MARK}")
"""What says such of an answer, and what leads to one."""
_THAT_IS = re.compile(rf"(?<={MARK})(\W{{1,4}})i\.e\.(?!\W*{MARK})")
_EXAMPLE = Guarded(rf"\b(?:e\.g\.|for (?:example|instance)|<<example>>)\s?[,:]?(?=[\s\"'(]{{1,4}}{MARK})")
_CAME_CLOSE = Guarded(
    rf"(?:,? ?\b(?:(?:even |al)?though|tho|altho|while|but"
    rf"|and)\b)?[\s\"'(]{{0,3}}{MARK}[\"')]{{0,2}} <<came close>>\b"
    rf"|\b(?:j'ai (?:(?:d'abord|aussi) )?(?:hésité avec|pensé à|envisagé)|(?:he|había) (?:pensado en"
    rf"|dudado con)"
    rf"|ho pensato a|pensei em|ik twijfelde over) [\"'(]{{0,2}}{MARK}"
    rf"|\b(?:i|we|one)(?:'d| had| have| could| might)? (?:(?:also|briefly|first|even) ){{0,2}}(?:considered"
    rf"|weighed"
    rf"|thought (?:of|about)|toyed with|looked at|entertained|discuss|mention"
    rf"|consider) [\"'(]{{0,2}}{MARK}[\"')]{{0,2}}(?: as well| too| also)?"
    rf"(?=[^.!?\n{MARK}]{{1,200}}\b(?:but|though|however|yet|since|because|already)\b)"
)
"""Another one that was not chosen: "A nearly had me", "I considered A, but"."""
_CONFIRMED = Guarded(
    rf"(?<={MARK})[\"')]{{0,2}}\?(?=\s{{1,2}}(?:yes|yeah|yep|yup|sure|ok|right)[,.!]? (?:that|this|it)(?:'s"
    rf"| is) (?:my|the|it)\b)"
)
"""A question that is answered: "A? Yeah, that's my answer"."""
_LIKE = re.compile(rf"\b(?:must|has to|have to)(?: have)? look(?:ed)? like (?:picture |frame )?(?={MARK})")
_LOOKS = Guarded(
    r"\b(?:should|must|would|has to|have to)(?: have)? look(?:ed)? like\b"
    rf"[^\n]{{0,80}}?(?=[\s\"'(]{{1,4}}{MARK})"
)
"""What gives the form of an answer, and so none."""
_ABBREVIATED = _EXAMPLE.bits | _LOOKS.bits | ABBREVIATIONS.bits
_RESPELT = _CAME_CLOSE.bits | _CONFIRMED.bits
_ANY_SERVES = (AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION_OR_NONE, AnswerKind.ACTION)
"""Kinds of which any right example is an answer."""
_COUNTED = (AnswerKind.ACTION, AnswerKind.INDEX)
"""Kinds of which a sentence that names several goes through a plan."""
_PERCENT = re.compile(r"\d\s?%")
_UNFINISHED = frozenset({"-", "--", *phrases("unfinished")})
_CANDIDATE = phrase(
    r"\W*(?:(?:candidate|attempt|try|idea)\s*(?:(?:#?\d|[a-e])\b|(?=:))"
    r"|(?:first|initial|second) (?:candidate|attempt|try|idea|thought|guess)\b)"
)
"""What names one of several that are tried."""
_TURNED = phrase(r"\W*<<turned>>\b")
_TAKEN = phrase(r"[\n.!?;-]\W{0,8}(?:no\W{1,4})?<<taken>>\b")
_NOTES = {CONCLUDED: "concluded", ALONE: "alone", MENTIONED: "the last one named"}


def choose(skeleton: Skeleton, request: Request, verdict: Verdict | None = None) -> Reading | None:
    """The one value claimed; None when nothing is claimed or denied."""
    text, values = _last(skeleton)
    text, of_text = _respelt(text, skeleton.signs, request.kind)
    parts = sentences(text, verdict, of_text)
    if request.kind is AnswerKind.ACTION:
        _strengthen_openings(parts)
    claims = [number for number, part in enumerate(parts) if part.claimed]
    if not claims:
        denied = next((part for part in parts if part.denied), None)
        if denied is None:
            return None
        shown = " ".join(denied.text.replace(MARK, "*").split())[:60]
        return malformed(f"only what is not the answer is named: {shown} (one of {len(values)})")
    number, thinks = 0, False
    if len(parts) > 1:
        claims = narrowed(text, parts, claims, values, request)
        thinks = text[: parts[claims[0]].start].strip(" \n\t\"'.:,;!#>-\x02\x03") != ""
        number = _decisive(parts, claims, values, request, thinks)
    part = parts[number]
    if request.first:
        earlier = (other for other in parts[:number] if other.pure and other.claimed and not other.asked)
        part = part if request.marked else next(earlier, part)
        return found(values[part.claimed[0]], _NOTES[part.strength])
    value = values[part.claimed[0]]
    distinct = [value] if len(part.claimed) == 1 else list(dict.fromkeys(values[n] for n in part.claimed))
    if len(distinct) > 1:
        return conflicting(distinct)
    later = (values[denied] for other in parts[number + 1 :] for denied in other.denied)
    if part.strength == MENTIONED and not request.marked and value in later:
        return malformed("what was only mentioned is denied later")
    against = _against(text, parts, claims, number, values)
    if against is not None:
        again = [later for later in claims if later > number and _repeats(parts[later], value, values)]
        if again:
            number, part = again[-1], parts[again[-1]]
            against = _against(text, parts, claims, number, values)
    if against is None and len(parts) > 1:
        against = _rival(text, parts, number, values, request, thinks)
    if against is not None:
        return against
    before = text[text.rfind("\n", 0, part.start) + 1 : part.end] if of_text & UNDECIDED.bits else ""
    if before and UNDECIDED.search(before) is not None:
        return open_answer(before)
    last = _last_confirming(parts[number:], values, value)
    rest, mentioned = last.rest() + text[last.end :], part.strength == MENTIONED
    said = behind(rest, request.kind, of_text=of_text, mentioned=mentioned)
    return found(value, _NOTES[part.strength]) if said is None else open_answer(said)


def _repeats(part: Sentence, value: Any, values: Sequence[Any]) -> bool:
    """Whether a sentence is this value and nothing else."""
    return part.pure and not part.open and {values[claim] for claim in part.claimed} == {value}


def _strengthen_openings(parts: list[Sentence]) -> None:
    """An action that a plan begins with is the answer, whatever stands alone before it."""
    for part in parts:
        if len(part.claimed) == 1 and _OPENING.match(part.text) is not None:
            part.strength = CONCLUDED


def _respelt(text: str, of_text: int, kind: AnswerKind) -> tuple[str, int]:
    """The text without what came close, examples and abbreviations, and its signs."""
    if of_text & _RESPELT:
        text = _CONFIRMED.sub(".", _CAME_CLOSE.sub(f" unlike {MARK}", text))
        of_text = signs(text)
    if of_text & _ABBREVIATED:
        text = _spelt_out(text, kind)
        of_text = signs(text)
    return text, of_text


def _spelt_out(text: str, kind: AnswerKind) -> str:
    """The text without abbreviations, and with a contrast before what is but an example."""
    text = _EXAMPLE.sub(" " if kind in _ANY_SERVES else "unlike", text)
    text = _LOOKS.sub("unlike", _LIKE.sub("is ", text) if kind is AnswerKind.LETTER else text)
    if "i.e." in text:
        text = _THAT_IS.sub(r"\1 meaning", text)
    return ABBREVIATIONS.sub(" ", text)


def _last_confirming(parts: list[Sentence], values: Sequence[Any], value: Any) -> Sentence:
    """Of the deciding sentence and those behind it the last one that gives the same value and no other."""
    last = parts[0]
    for part in parts[1:]:
        if part.strength >= ALONE and not part.open and {values[claim] for claim in part.claimed} == {value}:
            last = part
    return last


def _against(
    text: str, parts: list[Sentence], claims: list[int], number: int, values: Sequence[Any]
) -> Reading | None:
    """What leaves the deciding sentence open."""
    part = parts[number]
    if part.open or ("%" in part.text and _PERCENT.search(part.text) and len(set(values)) > 1):
        return open_answer(part.open or part.text)
    if part.against:
        return open_answer(" ".join(part.against))
    place = claims.index(number)
    earlier = parts[claims[place - 1]] if place else part
    if (
        earlier.open
        and len(earlier.claimed) < SEVERAL
        and earlier.line == part.line
        and part.strength < CONCLUDED
    ):
        return open_answer(earlier.open)
    if part.end >= len(text.rstrip()) and _breaks_off(text[-80:]):
        return malformed("the answer is cut off")
    return None


def _breaks_off(text: str) -> bool:
    """Whether the text ends as no sentence does."""
    words = text.split()
    if not words or words[-1][-1] in ":,(":
        return bool(words)
    if _WHOLE_END.search(text) is not None:
        return False
    return words[-1].lower() in _UNFINISHED and len(text.rstrip()) > len(words[-1])


def _rival(
    text: str, parts: list[Sentence], number: int, values: Sequence[Any], request: Request, thinks: bool
) -> Reading | None:
    """Another sentence that claims another value than the deciding one, or takes it back."""
    part, kind, least = parts[number], request.kind, ALONE if request.marked else CONCLUDED
    value = values[part.claimed[0]]
    others = [(other, other.strength) for other in parts[number + 1 :]]
    if thinks or not request.marked:
        differ = [
            other
            for other in parts[:number]
            if {values[claim] for claim in other.claimed} - {value}
            and not (part.strength == CONCLUDED and _narrows(part, other, values))
        ]
        others = _rivals(text, differ, part, kind) + others
    for other, strength in others:
        if other.asked and not other.pure:
            continue
        said = {values[claim] for claim in other.claimed}
        both = value in said and ("both" in other.text.lower().split() or (other.pure and len(said) > 1))
        aside = (
            kind is not AnswerKind.YES_NO and other.start > part.start and _stands(part) and not _gives(other)
        )
        if (both or (strength >= least and not aside)) and (
            differ := [v for n in other.claimed if (v := values[n]) != value]
        ):
            return conflicting([value, *differ])
    return None


def _narrows(one: Sentence, other: Sentence, values: Sequence[Any]) -> bool:
    """Whether the one value of a sentence is among the several of another: "that leaves A and C. ... A."."""
    left = {values[claim] for claim in other.claimed}
    return len(left) > 1 and {values[claim] for claim in one.claimed} < left


def _decisive(
    parts: list[Sentence], claims: list[int], values: Sequence[Any], request: Request, thinks: bool
) -> int:
    """The number of the sentence that gives the answer.

    A mark that does not promise the final answer may begin a thought (``thinks``): then its end counts.
    """
    claims = [number for number in claims if not parts[number].asked] or claims
    strong = [number for number in claims if parts[number].strength >= ALONE]
    if request.marked and not (thinks and not request.final):
        if claims[0] in strong or parts[claims[0]].leading:
            return claims[0]
        ranked = strong or claims
        return ranked[0] if request.final else ranked[-1]
    if _first_stands(parts, claims, values, request.kind):
        return claims[0]
    concluded = [number for number in strong if parts[number].strength == CONCLUDED]
    alone = [number for number in strong if parts[number].strength == ALONE]
    if concluded and alone and alone[-1] == claims[-1]:
        one, other = parts[alone[-1]], parts[concluded[-1]]
        narrows = one.start > other.start and _narrows(one, other, values)
        ends = one.text.split() == ["I", MARK] and one.start > other.start  # "I answer B."
        if one.line > other.line or (one.pure and (narrows or other.against or ends)):
            return alone[-1]
    return (concluded or alone or claims)[-1]


def _gives(part: Sentence) -> bool:
    """Whether a sentence is about the candidate that it names, and does not only mention it."""
    return part.pure or part.leading or part.affirmed or _LED_TO.search(part.text) is not None


def _stands(part: Sentence) -> bool:
    """Whether a sentence is an answer alone, or says of it that it is one."""
    return part.pure or _SUCH.match(part.text) is not None


def _first_stands(parts: list[Sentence], claims: list[int], values: Sequence[Any], kind: AnswerKind) -> bool:
    """Whether a response begins with an answer alone, and all others are only spoken of below it."""
    first = parts[claims[0]]
    if kind is AnswerKind.YES_NO or claims[0] or first.line or first.open or not _stands(first):
        return False
    given = {values[claim] for claim in first.claimed}
    return len(given) == 1 and not any(
        _gives(parts[claim]) and (parts[claim].open or {values[one] for one in parts[claim].claimed} - given)
        for claim in claims[1:]
    )


def _rivals(
    text: str, differ: list[Sentence], last: Sentence, kind: AnswerKind
) -> list[tuple[Sentence, int]]:
    """Without a mark: of those that differ what stands alone on the first line, and other answers alone."""
    if not differ:
        return []
    alone = last.strength == ALONE
    if kind in SINGLES and alone and not is_step(text, last):
        differ = [part for part in differ if not is_step(text, part)]
    turned = _TURNED.match(last.text) is not None
    return [
        (part, CONCLUDED)
        for part in differ
        if (
            (part.pure or (_BECAUSE.match(part.text) is not None and part.text[-2:] != ".."))
            and (part.line == last.line or len(part.text.split()) <= _LONE or last.strength == CONCLUDED)
            and not part.asked
            and not (last.strength == CONCLUDED and len(part.claimed) > 1 and part.line == last.line)
            and (alone or part.line == 0)
            and not (turned and part.line == last.line)
            and (_CANDIDATE.match(part.text) is None or _CANDIDATE.match(last.text) is not None)
            and not (kind in _COUNTED and len(part.claimed) > 1 and part.line != last.line)
            and _TAKEN.search(text, part.end, min(last.start, part.end + _NEAR)) is None
        )
        or (kind is AnswerKind.LETTER and part.affirmed and last.affirmed)
    ]


def latest(matches: Iterable[re.Match[str]], text: str) -> list[re.Match[str]]:
    """The last possible candidates of a text: twice what `choose` looks at."""
    return list(matches)[-2 * (FEW + len(text) // SPARSE) :]


def _last(skeleton: Skeleton) -> tuple[str, Sequence[Any]]:
    """The last candidates of a text that holds too many, and the text with them."""
    text, values = skeleton.text, skeleton.values
    most = FEW + len(text) // SPARSE
    if len(values) <= most:
        return text, values
    return MARK.join(text.split(MARK)[-most - 1 :]), values[-most:]


def choose_word(
    text: str, items: list[Item], of_text: int, request: Request, verdict: Verdict | None = None
) -> Reading | None:
    """`choose` among the items of a text with these signs; None when there are none."""
    return choose(masked(text, items, of_text), request, verdict) if items else None
