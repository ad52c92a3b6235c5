"""A position in a sequence.

    index = digits | number word | "index" index

Digits in names are no numbers ("l4", "f1-2f"), nor is what stands in a parenthesis with letters, nor the
labels of a numbered list, nor what is counted ("3 actions"), nor where counting starts, nor an ordinal ("the
5th"): whether that counts from 0 or 1 would be a guess.  Which of several numbers is the answer is for
`single`; what is asked is what fails, so "index 3 is fine" denies 3 and "index 4 is not applicable" claims 4.
"""

import re

import msgspec

from .beside import doubted
from .lexer import Item
from .reading import Reading, Request, conflicting, found, malformed, open_answer
from .sentence import ASIDE, CLAIMED, DENIED
from .single import choose_word, latest
from .text import NO, YES
from .words import ANY, NEGATIONS, Guarded, listed, lower_phrase, lowered, phrase, remembered, words

DIGITS = 18
"""A number has at most so many digits."""
_NUMBERS = {name: str(value) for value, name in enumerate(listed("number"))}
_ONLY = phrase(
    r"[\s\"'#>|\[({:=\x02]*(?:(?:index|answer|position|step|action)\b[\s\"'#:=]*)?([+-]?\d+(?:\.\d+)?)"
    r"[\s\"'#\])},.;:!\x03]*"
)
_BOUND = re.compile(r"\s*>\d")
_ATOM = re.compile(r"\(([^()]*)\)")
_NAMED = phrase(
    r"\W*(?:with |at |i\.?e\.?,? |=|that is,? )?(?:the )?(?:zero-based |0-based |0-indexed )?(?:index"
    r"|position|idx)\b[\s:=]*(?:is |of )?(\d+)\W*"
)
_OPENS_AGAIN = phrase(
    r"\s*(?:if|(?:but )?only (?:if|when)|or|maybe|possibly|perhaps|unless|alternatively|else|could"
    r"|might|not)\b"
)
_I = re.compile(r"\bI\b")
_LETTERS = re.compile(r"[^\W\d_]")
_NUMBER = lower_phrase(
    r"(?<![\w.@#/+-])(?!(?:index|position)-\d)(?P<cue>(?:index|position|idx)\s*(?:number\s*|no\.?\s*|is\s*|of\s*|[:=#]\s*)*\(?)?"
    r"#?(?P<number>[+-]?\d+(?:\.\d+)?(?!\w|-\w|\.\d|%|/\d)|(?<![a-z])<<number>>(?![\w-]))"
)
_ORIGIN = Guarded("<<origin>>")
_FAILING = Guarded("<<failing>>")
_FROM_ONE = Guarded(
    r"\b(?:1|one)[- ]?(?:based|indexed)(?: (?:index|position|step|number))?\s?(?:is |[:=]\s?)?\d{1,18}\b"
    r"|(?<![\w.])\d{1,18}\s?\(?(?:in |with |using |when )?\b(?:1|one)[- ]?(?:based|indexed)\b"
    r"(?!\W{0,3}(?:index |is |it is |would be )?\d)[^\n.;,()]{0,20}\)?"
    r"|(?<![\w.])\d{1,18}[\s.,;(]{0,4}(?:if |when |i'm |i am )?<<counting>> (?:from|at|with) (?:1"
    r"|one)\b(?!,? (?:it|that|this)\b)\)?"
    r"|\b<<counting>> (?:from|at|with) (?:1|one)\b[^.\n;\d]{0,20}\d{1,18}\b"
)
"""A position counted from one: it is no answer."""
_IS_FIRST = Guarded(
    r"\bthe (?:very )?first (?:\w+ ){0,2}?(?:action|step|one|index)\b[^.:;\n]{0,60}? (?:is|has) "
    r"(?:the (?:one|action|step) (?:with|at) )?(?:index |number )?(?=\d)"
)
"""What says which action fails: "the first that is not applicable is the one with index 4"."""
_IS_FIRST_TOO = Guarded(
    r"\b(?:the|la|le|el|der|die|das|il|o|a|de|het|den|det) (?:very )?<<first>>\b[^.:;\n\d]{0,60}?"
    r" (?:is|has|es|est|ist|sind|è|é|är|er|jest)(?: (?:the|la|le|el|der|die|das|il|o|a|de|bei|at|on|number"
    r"|no\.|step"
    r"|action|index|índice|indice|indeks|número|numéro|nummer|numero|nr|schritt|aktion|acción|azione"
    r"|ação))* (?=\d)"
)
_CHAIN = re.compile(r"(?<![\w.])\d+(?:\s{0,3}[-=]>\s{0,3}\d+){2,}(?!\w|\.\d)")
"""Places gone through, one after the other: "12 -> 10 -> 8"."""
_AS_WELL = Guarded(r"\b(?:<<as well>>|as well|the same|no (?:bearing|role))\b")
_POSITION = re.compile(
    r"(?:[,;(]\s?|\s--?\s)?\b(?:(?:even though|although|though|tho|and|while|whereas|but|not) )?"
    r"(?:(?:the|action|index|step|number|no\.|one|at|later|on|in) ){0,4}#?(?<![\w.@-])(?<![\w.@-]#)(\d{1,18})"
    r"(?![\w@-])(?:(?:,? (?:and|&|und|et|y|e|en|och|og|i) |, )\d{1,18}(?![\w@-])){0,6}"
    r"(?:[^.;!?\n\d]|(?<=[\w-])\d){0,80}$",
    re.IGNORECASE,
)
_CLAUSE, _CLAUSE_REST = 100, re.compile(r"[^.;!?\n\d,():]*(?!\w)")
_NOT_LATER = words("might", "hedge") | {"or", "if", "unless", "answer", "correct", "right"}
"""What is said of a position that fails as well: the first one is asked."""
_APPOSED = re.compile(r",\s+\(\)\s*,")
_COUNT_OFF = re.compile(
    r"(?:\b\d+\W{0,3}(?:ok|okay|fine|good|yes|\u2713)\W{1,3}){3}(?:and )?\d+\W*$",
    re.IGNORECASE,
)
"""Positions gone through, the last one without a verdict."""
_ALL_FINE = Guarded(r"[^.!?\n\d]*\b<<all fine>>\b[^.!?\n\d]*")
_NOT_ALL_FINE = phrase(
    r"\b(?:before|until|till|up to|prior|preceding|earlier|previous|except|apart|first|if|whether|not true)\b"
)
_UP_TO = Guarded(
    r"\bfrom (?:(?:action|step|index|number) )?\d{1,18} (?:up to|to|through|until|till) (?:(?:action|step"
    r"|index|number) )?\d{1,18}\b"
    r"|\bup to (?:and including )?(?:(?:action|step|index|number) )?\d{1,18}\b"
)
"""How far all is well: no position that is asked."""
_FROM_ZERO = Guarded(
    r"\b(?:0|zero)[- ]?(?:based|indexed)\b[^.\n;:()\d]{0,30}[:\s]{1,3}(\d{1,18})\b(?![- ]?based)"
    r"|(?<![\w.])(\d{1,18})[\s,(]{1,3}(?:if |when )?<<counting>> (?:from|at|with) (?:0|zero)\b"
)
_MODIFIED = Guarded(
    r"(?:^|[\n:.;=\x02]|\b(?:is|answer|be)|'s)\s{0,4}(?:the |step |action |index |one |just |right |not )*"
    r"(?:before|after|preceding|following|prior to|at most|at least|around|about|roughly|beyond|past|up to"
    r"|near|(?:number|count|total) of (?:the )?\w+(?: is|:)?|no later than"
    r"|later than|earlier than|greater than|more than|less than"
    r"|au plus|au moins|après|avant|nach|vor|después de|antes de|dopo|prima di"
    r"|depois de|na|voor|efter|före|po|przed)\s(?:the |la |le |l'|el |o |a |den |dem |de )?"
    r"(?:index|step|action|position|indice|índice|indeks|schritt|paso|étape|passo)?\s?#?$"
)
_BOUNDED = re.compile(r"(?:[~\u2248\u2265\u2264<]=?\s?|>=\s?|(?<![-=])>|(?<=[\w:=]\s)>\s)$")
"""What makes of a number another one, or a bound."""
_NO_ANSWER = lower_phrase(
    r"[\s\"')]{0,3}(?:(?:is|was)?(?:n't| not) (?:the )?(?:answer|right|correct|one|it)"
    r"|(?:is|was) (?:wrong|incorrect)|(?:is|are|do|does|was|were)(?:n't| not) (?:relevant|matter|important"
    r"|asked|needed|considered|reached|interesting|count))\b"
)
_MENTIONED = re.compile(r"\b(?:from|since|by|through|than) (?:step |action |index |number )?$")
"""What stands before a position that is spoken of: "on the boat from step 8"."""
_LAST_GOOD_WORDS = (
    r"\blast\s+(?:<<able>>|good|working|correct|successful|ok|fine|intact|safe|passing|sound|unproblematic)\b"
)
_LAST_GOOD = Guarded(_LAST_GOOD_WORDS)
_GOOD_ONE = Guarded(rf"(?<=\d is the ){_LAST_GOOD_WORDS}|(?<=\d was the ){_LAST_GOOD_WORDS}")
_ENDS = re.compile(r"[ \t\"']*(?:$|[.\n)!])")
_SUMMED = re.compile(r" ?(?:\+(?!\w)|\u00b1|\+/-|[-+] \d+\W*$)")
_COUNTED = phrase(
    r"[ \t]+(?:failing\s+|(?:in|un)?(?:applicable|valid|executable|reachable) |redundant "
    r"|(?:im)?possible |(?:il)?legal )?<<counted>>\b"
    r"|[ \t]+(?!(?:is|was|as|has|does|fails|needs|breaks|violates|requires|lacks|goes|its|this|because"
    r"|since|es|s)\b)[a-z]+s\b(?! (?:it|the|an?|[a-z]+-?\d))"
)
_LABEL = phrase(
    r"(?m)^[ \t|>-]{0,12}(?:(?:step|action|index|#)\s?)?\(?(?P<digits>\d{1,6})\s?(?:[.):|]|->|-(?=\s)"
    r"|\s(?=\())[ \t]*(?=[^\s.)|])"
)

_GOOD, _BAD = words("able", "good") - {"belongs", "belong"}, words("unable", "bad", "failing noun")
_NO_VERDICT = lower_phrase(r"[\"')\]]*,\s(?!<<verdict>>\b)")
"""What goes on behind a comma without a verdict: "8, no room for c4"."""
_FIRST_ONE = lower_phrase(
    r"[\s\"')]*(?:is|was|es|est|ist|è|é|är|er|jest) (?:(?:the|la|le|el|der|die|das|il|o|a|de|het|den"
    r"|det) )?(?:very )?"
    r"<<first>>(?:(?: \w+)? (?:that|to|which|where|with|one|que|qui|che|der|die|das|som|wo|où|donde|dove"
    r"|onde)\b|\W*$)"
)
"""What says that a position is the first of its kind: of those that fail, unless these are fine."""
_SAID = re.compile(r"[^\W_](?:[\w'-]*\w)?|[\u2713\u2717]|[.;:,\n\x01\x02\x03|?]")
_CLAUSE_ENDS = frozenset(".;\n\x01\x02\x03|?") | words("clause end", "every", "time")
_DIGIT = re.compile(r"\d")
_COUNTED_OFF = 120
"""So many characters at the end of a text show that positions were gone through."""


def read_index(text: str, request: Request) -> Reading | None:
    """The position in ``text``, or None when it holds no candidate."""
    only = _ONLY.fullmatch(text)
    if only is not None and not _BOUND.match(text):
        return integer(only[1], "the whole answer")
    if request.signs & _AS_WELL.bits:
        rest, later = _without_later(text)
        first = _read(rest, msgspec.structs.replace(request, signs=ANY)) if later else None
        if first is not None and first.code is None and first.value < min(later):
            return first
    return _read(text, request)


def _without_later(text: str) -> tuple[str, list[int]]:
    """The text without what is said of positions that fail as well, and these positions."""
    pieces, later, place = list[str](), list[int](), 0
    for said in _AS_WELL.finditer(text):
        begin = max(place, said.start() - _CLAUSE)
        if said.start() < place or _DIGIT.search(text, begin, said.start()) is None:
            continue
        position = _POSITION.search(text[begin : said.start()])
        if position is None:
            continue
        near = re.split(r"[.;!?\n]", text[said.end() : said.end() + _CLAUSE], maxsplit=1)[0]
        if _NOT_LATER.isdisjoint(f"{position[0]} {near}".lower().replace(",", " ").split()):
            pieces += [text[place : begin + position.start()], " "]
            rest = _CLAUSE_REST.match(text, said.end())
            place = rest.end() if rest is not None else said.end()
            later.append(int(position[1]))
    return "".join([*pieces, text[place:]]), later


def _read(text: str, request: Request) -> Reading | None:
    if request.marked:
        text = text.rstrip(f" \n\t.{YES}")  # a tick behind the answer confirms it
    given, of_text, of_fine = text, request.signs, request.signs & _ALL_FINE.bits
    from_zero = {position for position, _ in _from_zero(text)}
    text = _prepared(text, of_text)
    of_text = of_text if text is given else ANY
    items = []
    for match in latest(_NUMBER.finditer(lowered(text)), text):
        word, cue = match["number"], match["cue"]
        if _mentioned(text, match) or _COUNTED.match(text, match.end()):
            continue
        if not word.isalpha() or cue or _alone(text, match):
            digits = _NUMBERS.get(word, word).lstrip("+")
            value = digits.lstrip("0") or "0" if digits.isdigit() else digits
            if _modified(text, match):
                value = f"~{value}"
            items.append(Item(match.start("number") if cue else match.start(), match.end(), value))
    reading = choose_word(text, items, of_text, request, _verdict)
    if reading is None or reading.code is not None:
        return reading
    if from_zero and from_zero != {reading.value}:
        return conflicting([reading.value, *sorted(from_zero)])
    named = max((digit.end() for digit in _DIGIT.finditer(given)), default=0)
    for fine in _ALL_FINE.finditer(given) if of_fine else ():
        if fine.start() >= named and _NOT_ALL_FINE.search(fine[0]) is None:
            return open_answer(fine[0])
    if _COUNT_OFF.search(text[-_COUNTED_OFF:]) is not None:
        return malformed("the response is cut off")
    return integer(reading.value, reading.note)


def _prepared(text: str, of_text: int) -> str:
    """The text without numbers that are no candidates, and with what fails in the words for it."""
    given = text
    text = _CHAIN.sub(" ", text) if "->" in text or "=>" in text else text
    text = _UP_TO.sub(" ", _FROM_ONE.sub(" ", text, of_text), of_text)
    if "(" in text:
        text = _APPOSED.sub(" ", _ATOM.sub(lambda parenthesis: _inside(parenthesis[1]), text))
    of_text = of_text if text is given else ANY
    text = _GOOD_ONE.sub(" fine ", _ORIGIN.sub(" ", text, of_text), of_text)
    text = _FAILING.sub(" failing ", _unlabelled(_LAST_GOOD.sub(" not ", text, of_text)), of_text)
    for first in (_IS_FIRST, _IS_FIRST_TOO):
        text = first.sub(" so the answer is ", text, of_text)
    return text


def counted(text: str, position: int) -> str | None:
    """Words of the text that count the position from one, or name another one counted from zero."""
    one = _FROM_ONE.search(text)
    if one is not None:
        return one[0]
    return next((said for other, said in _from_zero(text) if other != str(position)), None)


def _from_zero(text: str) -> list[tuple[str, str]]:
    """The positions that a text counts from zero, and the words that say so."""
    return [(str(int(zero[1] or zero[2])), zero[0]) for zero in _FROM_ZERO.finditer(text)]


def _modified(text: str, number: re.Match[str]) -> bool:
    """Whether "before", "at most", "~" and their kin make of the number another one, or a bound."""
    start = number.start()
    before = text[max(0, start - 60) : start]
    if _SUMMED.match(text, number.end()) is not None:
        return True
    if _ENDS.match(text, number.end()) is None:
        return False
    return _bounds(before)


@remembered
def _bounds(before: str) -> bool:
    """Whether the words before a number make of it another one, or a bound."""
    return _MODIFIED.search(before) is not None or _BOUNDED.search(before[-4:]) is not None


@remembered
def _inside(content: str) -> str:
    """A parenthesis: numbers stay, and an index that it names; the rest goes."""
    if not _LETTERS.search(content):
        return f"({content})" if content.strip() else " "
    if _OPENS_AGAIN.match(content) or doubted(content.lower()) or _I.search(content):
        return f"({content})"
    named = _NAMED.fullmatch(content)
    return f", index {named[1]}," if named is not None else " () "


def _unlabelled(text: str) -> str:
    """The text without the numbers that label the lines of a list."""
    labels = list(_LABEL.finditer(text))
    bare = labels and not text[: labels[0].start()].strip()
    if not labels or (len(labels) == 1 and bare):
        return text  # "4: (board c1 l0)" and nothing before: the answer with its action
    kept, place = [], 0
    for label in labels:
        kept += [text[place : label.start()], " "]
        place = label.end()
    return "".join(kept) + text[place:]


def _mentioned(text: str, number: re.Match[str]) -> bool:
    """Whether a position is where something else began, and not "from 8 on"."""
    start = number.start()
    began = _MENTIONED.search(text, max(0, start - 24), start) is not None
    return began and not text.startswith(" on", number.end())


def _alone(text: str, match: re.Match[str]) -> bool:
    """Whether a number word is set off as an answer is."""
    before = text[max(0, match.start() - 24) : match.start()].rstrip(" \"'(").lower()
    after = text[match.end() : match.end() + 4].lstrip(" \"')")
    announced = not before or before.endswith((":", "\n", " is", "\x02", "be", "=", "answer"))
    return announced and (not after or after[0] in ".,;:!(-\n\x03")


def _verdict(after: str) -> int:
    """What the clause behind a number says of it: what fails is the answer, what passes is not."""
    if _NO_ANSWER.match(after):
        return DENIED
    if _NO_VERDICT.match(after):
        return ASIDE
    negated, first = False, _FIRST_ONE.match(after) is not None
    for said in _SAID.finditer(after, 0, 100):
        word = said[0]
        if word.partition("'")[0] in _CLAUSE_ENDS or (word in ",:" and said.start() > (word == ":")):
            break
        if word in NEGATIONS and word != NO:
            negated = not negated
        elif word in _BAD:
            return DENIED if negated else CLAIMED
        elif word in _GOOD:
            return CLAIMED if negated else DENIED
    return CLAIMED if negated or first else ASIDE


def integer(digits: str, note: str) -> Reading:
    """A position from its digits; a sign, a fraction or too many digits make it malformed."""
    if "." in digits or digits[0] in "+-~":
        return malformed(f"{digits[:40]} is no index")
    return malformed("the index has too many digits") if len(digits) > DIGITS else found(int(digits), note)
