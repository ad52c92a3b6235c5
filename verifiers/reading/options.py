"""A text in which options are called by their letters, and nothing else looks like one.

    text = { prose | letter | the text of an option | its label | what is said of other options }

For the text of an option stands its letter; ticks, labels and other ways to name one become letters; what is
said of the others (a heading, a series of several options, a sentence about "the other options") is left out.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from .reading import Request
from .text import NO, YES
from .words import ANY, Guarded, lowered, phrase

LETTERS = "ABCDEFGH"
_REMEMBERED = 256
"""So many sets of options are remembered."""
_BLANKS = re.compile(r"\s*")
SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")
_FOREIGN_OR = Guarded(r"(?<![\w-])((?-i:[A-H])\)?) <<foreign or>> (?=\(?(?-i:[A-H])(?![\w-]))")
_PICKED = Guarded(
    r"\b((?:(?:gonna|going to) (?:say|pick|choose)"
    r"|i'?(?:d|ll)? (?:pick|choose|select|take|go (?:with|for)|say)|it'?s|it is|(?:going|gonna go|go)"
    r" with|yeah|yep|answer is|answer's|i think|must be|has to be|leaves|leaving|that'?s|thats|its),?)"
    r" ([b-h])"
    r"(?=\s{0,3}(?:[:.,;)\n]|--|$|(?:i think|because|cause|bc|since|on this|for this|for me|imo|here"
    r"|then|lol)\b))"
)
"""A letter in lower case that somebody picks."""
_CONCLUDED = re.compile(
    r"((?:\b(?:is|be|it's|its|say|saying|definitely|clearly|obviously|pick|vote|so)"
    r"|[:>]) +)([b-h])(?=[.!)\s]*\Z)"
    r"|((?:->|=>|\b(?:[Ss]o|[Tt]hus|[Hh]ence|[Tt]herefore):?),? ?)([a-h])(?=(?: it is)?[.!)\s]*(?:$|\n))"
)
"""A letter in lower case that ends a line behind an arrow or "so"."""
_ALONE = re.compile(r" [b-h](?![\w'-])")
_GIVEN_AS = Guarded(
    r"\b(?:is |was )?(?:annotated|labell?ed|marked|graded|recorded|entered|listed|tagged|noted|logged"
    r"|filed) as "
    r"(?:option |choice |letter )?(?=[\"'(]?(?-i:[A-H])\b)"
)
_THE_LETTER = Guarded(
    r"\bthe (?:correct |right |best |only |remaining |applicable |reachable |valid )?(?:letter|option"
    r"|choice|one|(?<=ble )(?:action|fact|statement|sequence))"
    r"(?: (?:to|that|which|i|we|you)\b[^.\n:]{0,40})? is (?=[\"'(]?(?-i:[A-H])\b)"
    r"|\b(?:i'm|i am|i'll be|we're) going with (?=[\"'(]?(?-i:[A-H])\b)"
)
_IS_THE = re.compile(r"(?<![\w'-])([A-H])'s (?=the )")
"""What says that a letter is the one: "the letter to write down is C", "D's the one"."""
_VARIABLE = re.compile(r"(?<![\w'])[A-Z][a-z*^']? ?= ?[A-Z]_(?=\(?[A-H]\b)")
"""What a letter of mathematics is said to be: "F = P_A"."""
_LEFT_OUT = re.compile(
    r"\b(?:(?:is|are) )?(?:redundant|superfluous|unnecessary|unneeded|dispensable|not needed|not necessary"
    r"|(?:(?:can|could|may)(?: be)? (?:safely )?)?(?:drop(?:ped)?|le(?:ave|ft) out|omit(?:ted)?|skip(?:ped)?"
    r"|remov(?:e|ed|able)|do without))\b(?! (?:nothing|any|no|all|every))",
    re.IGNORECASE,
)
"""What is said of the action that can be left out."""
_SERIES = re.compile(
    r"(?<![\w'-])(?:options? |letters? )?[\"']?(?-i:[A-H])[\"']?"
    r"(?:(?:, and|, nor|,| and| nor|(?= [B-H] )|,? (?:und|et|dan|och|og|e|y|i|en))"
    r" [\"']?(?-i:[A-H])[\"']?(?![\w'-])"
    r"|(?<=[A-H]) or (?-i:[A-H])(?![\w'-])(?=[^.\n]*\b(?:fails?|breaks?|without)\b)){1,7}"
    r"(?! [a-z]+ (?:fit|work|hold)s?\b)",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"[A-H](?<![\w'-].)(?![\w'-])")
_ALSO = phrase(
    r"\b(?:also|too|either(?! false)|equally|as well|likewise|both|or|maybe|perhaps|might|may|could|would"
    r"|possibl[ey]|plausible|candidates?|right(?! away| now)|correct|works?|fits?|fine|valid|similar|answers?"
    r"|between|i think|if|unless|depend\w*|true|applicable|reachable)\b"
)
"""What says of several options that they may be right."""
_OUT = phrase(r"\bso (?:those|these|they|both) are (?:out|wrong|excluded|eliminated)\b")
_NEGATED = re.compile(r"(?:^|(?<=[\s(\x02]))!\s?(?=\(?[A-H](?!\w))")
"""A sign that denies a letter: "! C"."""
_TICKED = re.compile(
    r"(?<![\w'-])([A-H])(?: ?[:=] ?(?:(\u2713)|\u2717)| ?(?:(\u2713)|\u2717)(?=\s*(?:[,;.)\]\n]|$)))"
)
"""An option and its tick or cross: "A: \u2717, B: \u2713"."""
_LEADERS = re.compile(r"(?m)^([ \t]*[A-H])[ ]?(?:\.[ ]?){3,}(?=\w)")
"""Dots that lead from an option to what is said of it."""
_TRUTH = re.compile(r"(\| *)([TF])(?= *(?:\||\n|$))")
"""A cell of a table that says true or false."""
_SMALL = re.compile(
    r"[\s\"'(]*([a-h])(?:(?<!a)(?=[\"')]*(?:[,.:;!)-]*\s(?!\()|,|$))"
    r"|(?=[\"')]*(?:[,.:;!)-]\s|\s(?:because|since|as|for sure|it is|is the)\b)))"
)
_LABEL_A, _LONE_SMALL = re.compile(r"\W*a[,.:;!)]"), re.compile(r"(?<![\w'@-])[b-h](?![\w'@-])")
_FIRST = re.compile(r"[\s\"']*([b-h])(?= \()")
"""Behind a mark a letter in lower case before a parenthesis."""
_LONE = re.compile(r"(?<![\w'])(?:[b-h]|[B-H]|A(?!\s[a-z])|^\W*a)(?![\w'@-])")
"""A letter in lower case that begins a text and is the only one in it: "a, because ..."."""
_RANGE = Guarded(r"\b(?-i:[A-H]) (?:through|thru|to) (?-i:[A-H])(?![\w'-])")
"""Options from one to another: none of them is named as the answer."""
_SO = Guarded(r"\b<<turn>>\b")
_LABELLED = re.compile(r"([A-Z][a-z]+ \d{1,4})(?= \()")
"""The label of an option: "Action 25 (let the ferry leave ...)"."""
_ECHO = re.compile(r"(?m)^[ \t>\"'-]*(?:\d[.)] ?)?(?:[Oo]ption )?([A-H]) -- its text[ \t.\"']*$")
"""An option as the question lists it; several of them answer nothing."""
_TOGETHER = re.compile(r" -- its text\s+(?=(?:and|or|&)\s[\s\"(]{0,2}(?:[Oo]ption )?[A-H] -- its text)")
"""Between two options that are given at once with their texts: the first text is no remark that ends all."""
_SECTION = re.compile(
    r"(?im)^[^\w\n]{0,20}(?:why (?:not )?|about |what about )?(?:all )?the (?:others?|other"
    r" (?:options|choices|ones))"
    r"(?: (?:are|do|were|is) [^\n]{1,30})?[^\w\n]{0,20}\n"
    r"(?:[ \t]*(?:[-*+>]|\d[.)])[ \t]"
    r"(?![^\n]*\b(?:also|too(?! \w)|equally|likewise|(?<!not )possibl[ey]|maybe|might|could|works|fine|true"
    r"|yes)\b)"
    r"[^\n]*(?:\n|\Z)){2,}(?![ \t]*(?:[-*+>]|\d[.)])[ \t])"
)
"""What is said of the other options under a heading of theirs, unless one of them may be right too."""
_OF_OTHERS = Guarded(
    r"(?:(?<=[.!?])|\n)[ \t]{0,3}<<of the others>>\b[^.\n]*?(?=,? (?:<<turn>>|which leaves)\b|[-=]>|[.\n]|$)"
    r"|(?<=[.!?\n])[ \t]?(?:\w+ ){0,2}<<of the others>>:(?:(?![.!] <<turn>>\b)[^\n])*"
)
"""A sentence about the other options, or what is said of them behind a colon."""
_IN_BRACKETS = re.compile(r"(?<=[A-H]) \((?=[A-H]:)[^()\n]*\)")
"""What is said of the others in brackets, a label each: "A (B: no key; C: too far)"."""
_SHORT, _NAMES_OPTIONS = (
    300,
    re.compile(r"(?<![\w'-])(?:[B-H]|A(?! [a-z]))(?![\w'-])|(?i:\boptions?\b|\bletter\b)"),
)
_OBJECT = re.compile(r"(?<![\w-])[a-z][\w-]*\d[\w-]*")
_AS_GOOD = phrase(r"\b<<as good>>\b")
_REFUSED = re.compile(
    r"(?im)^[^\n]*\b(?:isn't|is not|aren't|are not|not|false|wrong|ruled out|eliminated|excluded|incorrect)\b"
    r"[^\n]{0,20}:[ \t]*\n\s*(?:[ \t]*(?:[>*+-]|\d[.)])[ \t>*-]*\(?[A-H][).:][^\n]*(?:\n|\Z)){2,}"
)
"""A heading that denies the options listed under it, and these."""


def respelt(text: str, request: Request) -> tuple[str, int]:
    """The text with options called by their letters and without what names no answer, and its signs."""
    given, of_text = text, request.signs
    if 0 < len(request.choices) < LETTERS.index("F") + 1 and "| T" in text:
        text = _TRUTH.sub(lambda cell: f"{cell[1]}{YES if cell[2] == 'T' else NO} ", text)
    if ". ." in text or "..." in text:
        text = _LEADERS.sub(r"\1: ", text)
    if "the other" in lowered(text):
        text = _SECTION.sub("", text)
    text = _IN_BRACKETS.sub("", text) if " (" in text and ";" in text else text
    if of_text & _OF_OTHERS.bits:
        text = _OF_OTHERS.sub(lambda said: said[0] if _AS_GOOD.search(said[0]) else " ", text, of_text)
    if "\n" in text and ":\n" in text.replace(" ", ""):
        text = _REFUSED.sub("", text)
    small = _SMALL.match(text) or (_FIRST.match(text) if request.marked else None)
    if small is not None and (small[1] != "a" or len(_LONE.findall(text)) == 1 or _LABEL_A.match(text)):
        begin = f"{text[: small.start(1)]}{small[1].upper()}"
        text = begin + _LONE_SMALL.sub(lambda letter: letter[0].upper(), text[small.end(1) :])
    if request.choices:
        text = _with_letters(text, request.choices)
        of_text = of_text if text is given else ANY
    text = _GIVEN_AS.sub("is ", text, of_text)
    text = _THE_LETTER.sub("so the answer is ", text, of_text)
    if "'s the " in text:
        text = _IS_THE.sub(r"\1 is ", text)
    text = _VARIABLE.sub("", text) if "=" in text else text
    if "->" in text or "=>" in text or of_text & _SO.bits or text.rstrip(" .!)\n")[-2:-1] == " ":
        text = _CONCLUDED.sub(lambda said: (said[1] or said[3]) + (said[2] or said[4]).upper(), text)
    if of_text & _PICKED.bits and _ALONE.search(text) is not None:
        text = _PICKED.sub(r"\1 option \2", text, of_text)
    if YES in text or NO in text:
        text = _TICKED.sub(lambda said: f"{said[1]} ({'yes' if said[2] or said[3] else 'no'})", text)
    if "!" in text:
        text = _NEGATED.sub(" not ", text)
    if request.choices and all(choice.startswith("Action ") for choice in request.choices):
        text = _LEFT_OUT.sub("is right", text)  # what can be left out is asked
    text = _RANGE.sub("all", _FOREIGN_OR.sub(r"\1 or ", text, of_text), of_text)
    of_text = of_text if text is given else ANY
    return _without_series(text), of_text


def _without_series(text: str) -> str:
    """The text without series of options ("B, C and D") where another one stands alone: one is asked, so
    these are the others, unless their sentence says that they may be right as well."""
    if len(_CAPITAL.findall(text)) < 2:
        return text
    series = [one for one in _SERIES.finditer(text) if len({*_CAPITAL.findall(one[0])}) > 1]
    if not series:
        return text
    outside = {*_CAPITAL.findall(_SERIES.sub(" ", text))}
    others, end, may_be = list[re.Match[str]](), 0, False
    for one in series:
        if one.end() > end:
            end = _line_end(text, one.end() - 1)
            begin = max(text.rfind(sign, 0, one.start()) for sign in ".!?;\n") + 1
            may_be = _ALSO.search(text, begin, end) is not None and _OUT.search(text, begin, end) is None
        if not may_be and outside - {*_CAPITAL.findall(one[0])}:
            others.append(one)
    for one in reversed(others):
        text = f"{text[: one.start()]}the others{text[one.end() :]}"
    return text


def named_by_labels(text: str, choices: tuple[str, ...]) -> str:
    """A text without a letter, with letters for the labels of options that it names: "Action 6"."""
    for letter, label in zip(LETTERS, (_LABELLED.match(choice) for choice in choices), strict=False):
        if label is not None and sum(choice.startswith(label[0] + " (") for choice in choices) == 1:
            text = re.sub(rf"\b{label[1]}(?!\d| \()", f"option {letter}", text, flags=re.IGNORECASE)
    return text


def named_by_objects(text: str, choices: tuple[str, ...]) -> str:
    """A short text without a letter, with letters for the objects that one option alone names."""
    if len(text) > _SHORT or _NAMES_OPTIONS.search(text) is not None:
        return text
    named = [set(_OBJECT.findall(choice.lower())) for choice in choices]
    for letter, objects in zip(LETTERS, named, strict=False):
        for name in sorted(objects):
            if sum(name in others for others in named) == 1:
                text = re.sub(rf"(?<![\w-]){name}(?![\w-])", f"option {letter}", text, flags=re.IGNORECASE)
    return text


def _line_end(text: str, place: int) -> int:
    """Where the sentence ends in which a label's text begins."""
    end = SENTENCE_END.search(text, place + 1)
    return end.start() if end is not None else len(text)


def _with_letters(text: str, choices: tuple[str, ...]) -> str:
    """The text with the letter of an option for its text; behind its own letter the text is left out."""
    lower = lowered(text)
    for letter, said in _longest_first(choices):
        spans = list(_spans(lower, said)) if said[-1] in lower else []
        if not spans:
            continue
        for start, end in reversed(spans):
            text = f"{text[:start]}\x07{text[end:]}"
        lead, other = _around(letter, len(choices))
        text = other.sub(rf" \1 or {letter} ", text)
        text = lead.sub(f" {letter} -- its text ", text).replace("\x07", f" {letter} ")
        lower = text.lower()
    for letter, other in _labels(choices):
        text = other.sub(rf" \1 or {letter} ", text)
    if " -- its text" not in text:
        return text
    echoed = len({echo[1] for echo in _ECHO.finditer(text)}) > 1
    return _TOGETHER.sub(" ", _ECHO.sub("", text) if echoed else text)


@lru_cache(_REMEMBERED)
def _longest_first(choices: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """The letters and words of the options of more than one word, the longest text first."""
    texts = sorted(zip(LETTERS, choices, strict=False), key=lambda pair: -len(pair[1]))
    return [(letter, said) for letter, text in texts if len(said := text.lower().split()) > 1]


@lru_cache(_REMEMBERED)
def _labels(choices: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    """Behind the letter of another option the label of one: "B (action 25", where action 25 is D's."""
    labels = [_LABELLED.match(choice) for choice in choices]
    if not all(labels):
        return []
    return [
        (letter, re.compile(rf"{_another(letter, len(choices))}{label[1]}(?!\d)", re.IGNORECASE))
        for letter, label in zip(LETTERS, labels, strict=False)
        if label is not None
    ]


def _another(letter: str, count: int) -> str:
    """The letter of another option, and what says that it has the text that follows."""
    return (
        rf"(?<![A-Za-z])((?!(?-i:{letter}))(?-i:[{LETTERS[:count]}]))"
        r"(?:[)\].:][ \"'(]{0,2}| ?[(\[]|,? (?:that is|i\.e\.|meaning|namely|which is),? )"
    )


def _spans(text: str, words: list[str]) -> Iterator[tuple[int, int]]:
    """Where these words stand in a text with nothing but blanks between."""
    at = text.find(words[0])
    while at >= 0:
        end = at + len(words[0])
        for word in words[1:]:
            blanks = _BLANKS.match(text, end)
            begin = end if blanks is None else blanks.end()
            if begin == end or not text.startswith(word, begin):
                break
            end = begin + len(word)
        else:
            if not (_is_inner(text[at - 1 : at]) or _is_inner(text[end : end + 1])):
                yield at, end
                at = end - 1
        at = text.find(words[0], at + 1)


def _is_inner(sign: str) -> bool:
    """Whether no word ends or begins beside this sign."""
    return sign.isalnum() or sign in ("_", "-")


@cache
def _around(letter: str, count: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """An option's text behind its own letter, and behind another one of so many."""
    lead = rf"(?:[(\[]|(?<![A-Za-z])){letter}[)\].:\"' -]{{1,6}}\x07"
    other = (
        rf"(?<![A-Za-z])((?!{letter})[{LETTERS[:count]}])"
        r"(?:(?:[)\].:]| {0,3}(?:-{1,3}|=))[ \"'(]{0,3}\x07"
        r"|(?: ?[(\[]|,? (?:that is|i\.e\.|meaning|namely|which is),? )\x07(?=\s*(?:[,)\].]|$)))"
    )
    return re.compile(lead, re.IGNORECASE), re.compile(other)
