"""What stands behind an answer and says nothing of it: it is taken out before ``beside`` judges the rest.

remark = offer | "why?" | doubt that is over | other answer that was looked at and fails
       | "there may be others", where any serves | what was not asked
"""

import re

from .kinds import ANY_SERVES, PLANS, SINGLES, AnswerKind
from .lexer import MARK
from .words import IDIOMS, Guarded, signs

CLOSING = Guarded(
    r"(?<![\w'])<<closing>>\b[^\n]*?(?:[.!?]|$|\n)|(?:^|[\n.!?])\s{0,4}(?:#{1,6} )?(?:why|how)\b[^.!?\n]*\?"
)
_OTHERS = Guarded(
    r"\bthere (?:may|might|could) (?:well |also |even )?be (?:others?"
    r"|(?:other|more|several|many|further|equally|shorter|better|alternat(?:iv)?e|different)"
    r" (?:(?:valid|possible|equally|good|correct|suitable) ){0,2}\w+s)(?=\s?(?:[,.;]|(?:but|too|as well"
    r"|that)\b|$))"
)
"""What leaves an answer standing where any right one serves."""
_CONSIDERED = Guarded(
    r"\n[ \t-]*(?:the |my )?(?:runner-up|second choice|close second), (?:which|that) (?:i|we) "
    rf"(?:rejected|discarded|excluded|dropped|ruled out):[ \t]*{MARK}"
)
"""Another one that was looked at and is no answer."""
_BYGONE = Guarded(
    r"(?<=[.!?;\n])[^\S\n]*(?:(?:at first|initially|first|originally|for a (?:moment|while|second)),? )?"
    r"i(?:'d| had| have)?(?: also| briefly| first| initially)*"
    r" (?:(?:was )?(?:unsure|not sure|in doubt|tempted|hesitant|torn|wondering|asking)|wondered|hesitated"
    r"|thought|considered|asked)\b"
    r"(?:(?<=briefly unsure)|(?=[^.!?\n]*\b(?:at first|initially|originally|for a (?:while|moment|second|bit)"
    r"|but)\b))"
    r"(?![^.!?\n]*\b(?:wrong|mistaken?|misread|error|may|might|also (?:right|works?|fits?)|as well)\b)"
    r"[^.!?\n]*(?=[.!\n]|$)"
)
"""A doubt that the writer had on his way, and has no more."""
_RESOLVED = Guarded(
    rf"(?<=[.!?;\n])[^.!?;\n{MARK}\x04]*\b(?:at first|initially|for a (?:while|moment|second|minute|bit))\b"
    rf"[^.!?;\n{MARK}\x04]*? but\b(?! (?:<<unresolved>>)\b)"
)
"""A doubt that its sentence settles: "I was unsure at first, but the rules say so"."""
_ASKED_ONESELF = Guarded(
    r"(?<=[.!?\n])[^\S\n]*(?:but )?(?:hm+|wait|hold on),? "
    rf"(?:[^.!?\n{MARK}]{{8,200}}\?\s{{1,2}}(?:yes|sure|of course|(?=one\b))"
    r"|[^.!?\n]{8,200}\?\s{1,2}(?:no(?=[,.:;!])|(?=(?:no|none|nothing|both)\b)))[,.:;!]?"
)
"""A question on the way that its writer answers at once: "Hmm, is it consistent? Yes, so it is"."""
_LEFT_OUT = Guarded(r"(?<![\w'])i(?:'ve| have)? left out\b")
"""What the writer of a shorter plan has done."""
_OUTSIDE = Guarded(rf"(?<=[.!?;\n])[^.!?;\n{MARK}\x04]*\b<<not asked>>\b[^.!?\n{MARK}\x04]*(?=[.!\n)]|$)")
"""A sentence about what was not asked, or does not matter."""
_ANSWERED = re.compile(r"(?<=\w)\?[ \t]+(?:no|nope),(?=[ ]\w)(?<!right\?.{4})(?<!correct\?.{4})")
"""A question that is answered at once, and no."""
_REMOVED = IDIOMS.bits | CLOSING.bits


def spoken_of_answer(text: str, kind: AnswerKind, of_text: int) -> str:
    """The text behind an answer, in lower case, without remarks; ``of_text``: the `signs` of all text."""
    text = _ASKED_ONESELF.sub(" so ", _BYGONE.sub(" ", text, of_text), of_text)
    text = _RESOLVED.sub("", _OUTSIDE.sub(" ", _ANSWERED.sub("? ", text) if "?" in text else text))
    if of_text & _REMOVED and signs(text) & _REMOVED:
        text = IDIOMS.sub(" ", CLOSING.sub("\n", text))
    if kind in PLANS:
        text = _LEFT_OUT.sub(" ", text)
    if kind in ANY_SERVES:
        text = _OTHERS.sub(" ", text)
    if kind in SINGLES or kind is AnswerKind.LETTER:
        text = _CONSIDERED.sub(" ", text)
    return text
