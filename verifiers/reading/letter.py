"""The letter of an option.

    letter = capital | "option" letter | "(" letter ")" | letter ")" text | the text of an option

A capital A before a small word that is no verb is an article.  Which of several letters is the answer is for
`single`; the text behind a label such as "B)" is a remark.
"""

import re

from .lexer import MARK, Item, Skeleton
from .options import LETTERS, SENTENCE_END, named_by_labels, respelt
from .reading import Reading, Request, found, malformed, open_answer
from .sentence import ASIDE, CLAIMED, DENIED
from .single import choose, latest
from .text import NO, YES
from .words import lower_phrase, phrase, words

_ONLY = phrase(
    r"[\s\"'#>|\[({:=.\x02-]*(?:(?:option|choice|answer|letter|it'?s|it is)\b[\s\"'(\[{:]*)?"
    r"([a-z])[\s\"'\])}.,:;!\x03]*"
)
# The first character stands in front as a set, so that the search skips all others.
_LETTER = re.compile(
    r"[(\[A-HLOSTa-hlost](?:(?<=[(\[])|(?<=[A-H])(?![A-Za-z0-9_\u00c0-\u024f])|(?=[pP][tT]|[hH][oOiI]|[eE][tTcC]"
    r"|[nN][sS]|[iI][rR]"
    r"|[oO][uU]|[aA][sS]))(?<![A-Za-z0-9_\u00c0-\u024f].)(?<!\w'.)(?<![A-H]-.)(?:"
    r"(?P<paren>(?<=[(\[])\s?(?:[A-H]|[a-h])\s?[)\]])"
    r"|(?P<cued>(?i:(?:(?<=o)ption|(?<=c)hoice|(?<=l)etter|(?<=a)nswer(?: is)?)"
    r"[ \t:\"'(]{1,5}[a-h](?![\w'-])))"
    r"|(?P<capital>(?<=[A-H])(?![A-Za-z0-9_^]|'\w|-[A-Za-z]))"
    r"|(?P<ordinal>(?i:(?:(?<=f)(?:irst|ourth)|(?<=s)econd|(?<=t)hird|(?<=l)ast)"
    r" (?:(?:option|choice)(?!s)\b|one(?=\W*(?:[,.:;!(\n]|$)))))"
    r")"
)
_ORDINALS = {"first": "A", "second": "B", "third": "C", "fourth": "D"}
_VERBS = words("letter verb")
_NO_LABEL = frozenset({*LETTERS[1:], "Why", "How", "Is", "Or"})
"""What behind a letter and a stop is no text of its option, but goes on."""
_LED = re.compile(
    r"\b(?:sequence|plan|number|candidate|statement|picture|frame|variant|right|pick(?:ed)?|with|choo?se"
    r"|it'?s|that'?s) $",
    re.IGNORECASE,
)
"""What stands before a letter and before no article."""
_IT_IS = re.compile(r"\b(?:it's|it is|that's|answer is|pick|choose) (?:the )?$", re.IGNORECASE)
_TOPIC = re.compile(
    r"(?:^|[\n.!?])[\s*-]{0,6}(?:as )?(?:for|regarding|concerning|about) (?:option )?[\"'(]?$",
    re.IGNORECASE,
)
"""What makes of a letter what is spoken of: "For A: it needs a key"."""
_SAID = re.compile(r"\b(?:is|as|be|it's|answer|choose|pick|with)[ :\"(]{1,4}(?:option )?$", re.IGNORECASE)
"""What a letter that is the answer stands behind: what follows its stop is another sentence."""
_ARTICLE = re.compile(r"A[ \t]+([a-z][\w'-]*)")
_LABEL_ENDS = frozenset(")].:")
_LABEL = re.compile(r"[)\].:][ \t\"']+([A-Za-z0-9(][\w'-]*)?|[ \t]+([A-Za-z0-9][\w'-]*)")
_RIGHT = lower_phrase(
    r"[\s\"')\].:|-]*(?:is |are )?(?:indeed |clearly |also )?(?:the )?(?:only )?<<letter right>>"
)
_WRONG = phrase(
    r"[\s\"')\].:|-]*(?:,\s(?=(?:is|was|are)\s))?(?:is |are |was )?"
    r"(?:clearly |also |simply )?<<letter wrong>>"
)
_ANOTHER_SAID = phrase(
    rf"(?<={MARK})(?:[\"')]| imo| imho| tbh| for me)?,(?= {MARK}"
    r" (?:[a-z]{2,12}s(?:n't)?|can(?:'t|not)?|would(?:n't)?|won't|never|had|ist|est|es)\b(?! (?:also|too"
    r"|as well|equally|just|the|more|better|best|<<able,good,right>>)\b))"
)
"""What parts an answer from what is said of another option: "D, A needs a key"."""
_BEFORE_SERIES = phrase(
    rf"^([^{MARK}]*{MARK}),(?=\s?{MARK}(?:,? ?(?:and|&|/|et|und|y|e|en|och|og|i),? ?{MARK}"
    rf"|, ?{MARK}){{1,3}},? [\w'])"
    r"(?![^.\n]*\b(?:also|too|as well|equally|better|best|work|<<able,good,right>>)\b)"
)
_IN_BRACKETS = re.compile(
    r"[\"')]*\s?\((?:(yes|ok|okay|correct|right|valid|true|\u2713)|no|nope|wrong|out|invalid|false"
    r"|fails?|\u2717)[!.\s]*\)"
)
"""What is said of one option in brackets: "A (no), B (yes)"."""
_CORRECTING = phrase(r"[)\].:;]+[ \t\"'(]*<<correcting>>\b")
_ANOTHER = re.compile(r"(?<![\w'-])(?:A(?!\s[a-z])|[B-H])(?![\w'-])|\([A-H]\)")
"""A letter that stands behind a label in its sentence: what is there is no text of an option."""
_REMARK = (
    r"[^\n]{0,300}?(?:-|:|\(|,(?: so| hence| thus)?(?= (?:no|yes)[.!]?[ \t]*(?:\n|$)))\s*"
    r"(?:this |it |that )?(?:one |option )?"
)
_REMARK_WRONG, _REMARK_RIGHT = (
    lower_phrase(_REMARK + "<<remark wrong>>"),
    lower_phrase(_REMARK + r"<<remark right>>(?![^\n]*\b(?:but|however)\b)"),
)


_ONE_OF_SEVERAL = re.compile(
    r"(?i:(?<!only )(?<!remaining )(?<!other )\bpossible (?:answer|option|choice)(?: is|:))"
    r" ?[\"'(]*[A-H](?![\w'-])"
)
"""What gives one of several answers: "a possible answer is B"."""


def read_letter(text: str, request: Request) -> Reading | None:
    """The capital letter of an option in ``text``, or None when it holds none as an answer."""
    only = _ONLY.fullmatch(text)
    if only is not None:
        return _checked(only[1], request.choices)
    if "ossible" in text and (one := _ONE_OF_SEVERAL.search(text)) is not None:
        return open_answer(one[0])
    text, of_text = respelt(text, request)
    pieces, items, place = [], [], 0
    for match in latest(_LETTER.finditer(text), text):
        value = _value(match)
        if value is None or _is_topic(text, match):
            continue
        items.append(Item(match.start(), match.end(), value))
        pieces += [text[place : match.start()], MARK]
        place = match.end()
        after = _behind_label(text, match)
        if after is not None:
            pieces.append(": ")
            place = after
    if not items:
        named = named_by_labels(text, request.choices)
        return None if named == text else read_letter(named, request)
    skeleton = _ANOTHER_SAID.sub(".", "".join([*pieces, text[place:]]))
    if items[0].value > items[-1].value:  # "D, A and B need a key": a series would be in order
        skeleton = _BEFORE_SERIES.sub(r"\1.", skeleton)
    reading = choose(Skeleton(skeleton, items, of_text), request, _verdict)
    if reading is None or reading.code is not None:
        return reading
    checked = _checked(reading.value, request.choices)
    return checked if checked.code is not None else reading


def _is_topic(text: str, match: re.Match[str]) -> bool:
    """Whether a letter stands before what is said of its option."""
    start = match.start()
    topic = _TOPIC.search(text, max(0, start - 24), start) is not None
    return topic and text.startswith((":", ","), match.end())


def _behind_label(text: str, match: re.Match[str]) -> int | None:
    """Where the text begins that a letter is the label of, as in "B. The truck ..."; None if it is none."""
    place = match.end()
    if text[place : place + 1] not in _LABEL_ENDS and match.lastgroup != "paren":
        return None
    label = _LABEL.match(text, place)
    word = (label[1] or label[2]) if label is not None else None
    if label is None or not word or word in _NO_LABEL or word.lower() in _VERBS:
        return None
    said = _SAID.search(text[max(0, match.start() - 24) : match.start()])
    if (
        (text[place] == "." and word[0].isupper() and said)
        or _WRONG.match(text, place, place + 40)
        or _CORRECTING.match(text, place)
        or _names_another(text, place)
    ):
        return None
    return label.start(label.lastindex or 0)


def _names_another(text: str, place: int) -> bool:
    """Whether another letter stands in the sentence behind a label."""
    another = _ANOTHER.search(text, place)
    return another is not None and SENTENCE_END.search(text, place + 1, another.start() + 1) is None


def _value(match: re.Match[str]) -> str | None:
    if match.lastgroup == "capital":
        if match[0] == "A" and _LED.search(match.string, max(0, match.start() - 16), match.start()):
            return match[0]
        article = _ARTICLE.match(match.string, match.start()) if match[0] == "A" else None
        return None if article is not None and article[1] not in _VERBS else match[0]
    if match.lastgroup == "ordinal":
        start = match.start()
        if match[0].endswith("one") and not _IT_IS.search(match.string, max(0, start - 16), start):
            return None
        return _ORDINALS.get(match[0].split()[0].lower())
    return next(sign for sign in reversed(match[0]) if sign.isalpha()).upper()


_TICKED = re.compile(rf"[^\n{YES}{NO}]*([{YES}{NO}])[ \t]*(?=\n|$)")
"""What ends the line of an option: a tick or a cross."""


def _verdict(after: str) -> int:
    said = _IN_BRACKETS.match(after)
    if said is not None:
        return CLAIMED if said[1] else DENIED
    if after.startswith((": ", " -- its text")):
        ticked = _TICKED.match(after)
        if ticked is not None:
            return CLAIMED if ticked[1] == YES else DENIED
        if _REMARK_WRONG.match(after):
            return DENIED
        if _REMARK_RIGHT.match(after):
            return CLAIMED
    if _RIGHT.match(after):
        return CLAIMED
    return DENIED if _WRONG.match(after) else ASIDE


def _checked(letter: str, choices: tuple[str, ...]) -> Reading:
    """The reading of a letter; it must be that of an option where the options are known."""
    if choices and letter.upper() not in LETTERS[: len(choices)]:
        return malformed(f"there is no option {letter.upper()}")
    return found(letter.upper(), "the whole answer")


def letter_of(text: str) -> Reading | None:
    """The letter that ``text`` is, None when it is more than that."""
    only = _ONLY.fullmatch(text) if len(text) <= 64 else None
    return None if only is None else found(only[1].upper(), "the whole answer")
