"""What phrases of a sentence, and commas and arrows in it, mean before its words are gone through."""

import re

from .lexer import MARK
from .words import IDIOMS, Guarded

_RELATIVE = Guarded(
    rf"\b(?:that|which|que|qui|che|die|der|das|welche[rs]?|som)\b[^.,:;\n{MARK}]{{0,60}}"
    rf"(?=\s(?:(?:is|are|has|er|är)\b:?\s{{0,2}}(?:[^\W\d]{{1,7}} ){{0,4}}"
    rf"|(?:es|est|è|é|ist|sind)\b:?\s{{0,2}}(?:[^\W\d][\w']{{0,11}} ){{0,4}})[\"'(]{{0,2}}{MARK})"
)
"""What tells which one is asked: "the one that can never be applied is"."""
_THOUGHT = Guarded(
    r"\b(?:(?:at first|first|initially|originally),? i(?: had|'d)?"
    r"|i (?:had )?(?:at first|first|initially|originally)) "
    r"(?:thought|assumed|guessed|figured|suspected|had|took|picked|chose|wanted|said|wrote|read)\b(?=[^.]{0,300}\bbut\b)"
    r"|\b<<thought first>>(?=\s[^.]{0,300}\b<<but alone>>\b)"
)
"""What was thought before: "First I thought it was A, but"."""
_CHOOSING = Guarded(
    rf"\b(?:choosing|picking|taking|selecting)(?= [\"'(]?{MARK}[\"')]? (?:would|means|fails|leads))"
)
"""What one would have to do to be wrong: "choosing A would require"."""
_MIGHT_SAY = Guarded(
    r"^\W*(?:one|you|we|someone|a reader) (?:might|could|may) (?:be tempted to |first |at first |also )?"
    r"(?:think|say|argue|assume|believe|expect|object|suspect|guess|conclude|answer)\b"
)
"""What one might say, and the writer does not."""
_WONDERED = Guarded(
    r"\b(?:i|we)(?:'d| had| have|'ve| was| were)? (?:(?:also|briefly|even|first|then|just) ){0,3}"
    r"(?:ask(?:ed|ing) (?:myself|ourselves)|wonder(?:ed|ing)|consider(?:ed|ing)|debat(?:ed|ing)) (?:whether"
    r"|if)\b"
)
"""What the writer asked himself."""
_STARTS = re.compile(
    rf"^\W*(?:since|as|because)\b[^{MARK}]*{MARK}[^{MARK},.]{{0,20}}, (?:so )?(?:it|this|that)(?:'s| is)? "
    r"(?:the (?:first|right|next|one|action|answer|correct|best)|starts?|begins?|qualifies)\b"
    r"(?!.*(?:\bnot\b|n't|\bonly\b|\bif\b|\bmight\b|\bmay\b))"
)
"""What says of the answer in a reason that it is the one: "since d drops under (x), it starts a plan"."""
_ONLY_NEVER = Guarded(
    rf"(?<=\bonly {MARK}) (?:never|avoids|escapes|lacks)\b(?! (?:applicable|reachable|possible|true|holds))"
)
"""What singles out an answer: "only D never lifts a held block"."""
_ASIDE = Guarded(
    r", (?:too|also|however|though|in turn|likewise|meanwhile|on the other hand),(?= (?:is|are|was)\b)"
)
"""What stands between commas and ends no clause."""
PHRASES = (
    _ASIDE.bits
    | _ONLY_NEVER.bits
    | _CHOOSING.bits
    | _RELATIVE.bits
    | _THOUGHT.bits
    | _MIGHT_SAY.bits
    | _WONDERED.bits
    | IDIOMS.bits
)
"""The signs of what is looked for."""
_SHORT_LEAD = 2
"""So many words and signs before an arrow may be a label, "not =>", and are no reason."""


def rephrased(text: str, of_text: int) -> str:
    """The sentence without idioms and relative clauses, and with "not" for what was thought before;
    ``of_text``: the `signs` of its text."""
    text = _ASIDE.sub("", _ONLY_NEVER.sub("", text, of_text), of_text)
    text = _CHOOSING.sub("not", _THOUGHT.sub("not ", text, of_text), of_text)
    return _RELATIVE.sub(" ", IDIOMS.sub(" ", text, of_text), of_text)


def starts(text: str) -> bool:
    """Whether a reason names the answer, of which the sentence says that it is the one."""
    return _STARTS.search(text) is not None


def imagined(text: str, of_text: int) -> bool:
    """Whether a sentence says what would be if something were so: it claims nothing."""
    if of_text and any(said.search(text, of_text=of_text) for said in (_MIGHT_SAY, _WONDERED)):
        return True
    if "would" not in text:
        return False
    said = set(text.lower().split())
    return {"would", "if"} <= said and not said.isdisjoint(("were", "was", "had"))


def reasoned(said: list[str]) -> bool:
    """Whether the clause before an arrow is more than a label."""
    comma = next((place for place in reversed(range(len(said))) if said[place] == ","), -1)
    clause = said[comma + 1 :]
    return len(clause) > _SHORT_LEAD or any(word.endswith(("'s", "n't")) for word in clause)


def enumerates(place: int, said: list[str]) -> bool:
    """Whether a comma stands between candidates of one enumeration."""
    following = said[place + 1 : place + 3]
    return (
        place > 0
        and said[place - 1] == MARK
        and (
            following[:1] == [MARK]
            or (following[:1] in (["and"], ["or"], ["nor"]) and following[1:] == [MARK])
        )
    )
