"""A position in a sequence.

    index = digits | number word | "index" index

Digits in names are no numbers ("l4", "f1-2f"), nor is what stands in a parenthesis with letters, nor the
labels of a numbered list, nor what is counted ("3 actions"), nor where counting starts, nor an ordinal ("the
5th"): whether that counts from 0 or 1 would be a guess.  Which of several numbers is the answer is for
`single`; what is asked is what fails, so "index 3 is fine" denies 3 and "index 4 is not applicable" claims 4.
"""

from __future__ import annotations

import re

from .lexer import MARK
from .reading import Reading, Request, found, malformed
from .single import ASIDE, CLAIMED, DENIED, choose, latest

DIGITS = 18
"""A number has at most so many digits."""
_NUMBER_WORDS = {
    name: value
    for value, name in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
_WORD = "|".join(sorted(_NUMBER_WORDS, key=lambda name: -len(name)))
_ONLY = re.compile(
    r"[\s\"'#>|\[({:=\x02]*(?:(?:index|answer|position|step"
    r"|action)\b[\s\"'#:=]*)?([+-]?\d+(?:\.\d+)?)[\s\"'#\])},.;:!\x03]*",
    re.IGNORECASE,
)
_ATOM = re.compile(r"\(([^()]*)\)")
_NAMED = re.compile(
    r"\W*(?:with |at |i\.?e\.?,? |=|that is,? )?(?:the )?(?:zero-based |0-based |0-indexed )?(?:index"
    r"|position|idx)\b[\s:=]*(?:is |of )?(\d+)\W*",
    re.IGNORECASE,
)
_OPENS_AGAIN = re.compile(
    r"\s*(?:or|maybe|possibly|perhaps|unless|if|alternatively|else|could|might|not)\b", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]")
_NUMBER = re.compile(
    rf"(?<![\w.@#/-])(?P<cue>(?:index|position|idx)\s*(?:number\s*|no\.?\s*|is\s*|of\s*|[:=#]\s*)*\(?)?"
    rf"#?(?P<number>[+-]?\d+(?:\.\d+)?(?!\w|-\w|\.\d|%|/\d)|(?<![a-z])(?:{_WORD})(?![\w-]))",
    re.IGNORECASE,
)
_ORIGIN = re.compile(
    r"\b(?:start\w*|begin\w*|count\w*|number\w*|index(?:ed|ing)|based|origin)(?:\s{1,4}(?:at|from|with"
    r"|by|is|the|index|indices|position|action|of|counting|has|being)){0,5}\s{1,4}(?:0|zero|1|one)\b"
    r"|\b(?:0|1|zero|one)[- ]?(?:based|indexed|index(?:ing)?(?! \d))\b|\bthe first (?:action "
    r"|one )?(?:has|is|being|with|=) (?:index )?0\b|\bindex 0 is the first\b|\b(?:0|1)\s?=\s?first\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s+(?:more\s+|other\s+|previous\s+|preceding\s+|earlier\s+|further\s+|of the |of these )?(?:steps"
    r"|actions|cars|times|items|blocks|facts|preconditions?|effects"
    r"|objects|arguments|indices|states|conditions|moves|positions|entries|elements|lines|characters"
    r"|hands?|things)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?m)^[ \t|>-]{0,12}(?:(?:step|action|index|#)\s?)?\(?(?P<digits>\d{1,6})\s?(?:[.):|]|->|-(?=\s)"
    r"|\s(?=\())[ \t]*(?=[^\s.)|])",
    re.IGNORECASE,
)
_FAILING = re.compile(
    r"(?:\bnot|n't)\s(?:yet |be |currently |actually )?(?:applicable|executable|valid|satisfied"
    r"|possible|met|hold|holds|applied|executed|performed|true|legal|work|allowed|fulfilled|apply|at\b)"
    r"|\binapplicable\b|\binvalid\b|\bnon-applicable\b"
    r"|\b(?:cannot|can't|can not|could not|couldn't)\s(?:be\s)?(?:applied|executed|performed|taken|done"
    r"|apply|happen)|\b(?:fails?|failed|violat(?:es|ed|ion|ions)|unsatisfied|unmet|blocked|illegal"
    r"|impossible|broken)\b|\u2717",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"[^,.;\n]{0,80}?\b(?:not|n't|inapplicable|fails?|failed|failing|cannot|can't|isn't|aren't|invalid"
    r"|violat\w+|unsatisfied|blocked|illegal|impossible|unmet|breaks|offending|problem)\b"
)
_AGREES = re.compile(
    r"[^,.;\n]{0,40}?(?:\b(?:fine|ok|okay|applicable|valid|executable|satisfied|legal|possible|works"
    r"|succeeds|passes|holds|good)\b|\u2713)"
)


def read_index(text: str, request: Request) -> Reading | None:
    """The position in ``text``, or None when it holds no candidate."""
    only = _ONLY.fullmatch(text)
    if only is not None:
        return integer(only[1], "the whole answer")
    text = _ATOM.sub(_inside, text)
    text = _ORIGIN.sub(" ", text)
    text = _FAILING.sub(" failing ", _unlabelled(text))
    pieces: list[str] = []
    values: list[str] = []
    matches, place = latest(_NUMBER.finditer(text), text)
    for match in matches:
        word = match["number"].lower()
        if _COUNTED.match(text, match.end()) or (
            word.isalpha() and not match["cue"] and not _alone(text, match)
        ):
            continue
        pieces.append(text[place : match.start("cue") if match["cue"] else match.start()])
        values.append(str(_NUMBER_WORDS.get(word, word)).lstrip("+"))
        if match["cue"]:
            pieces[-1] += "index "
        place = match.end()
    if not values:
        return None
    numbers = [value.lstrip("0") or "0" if value.isdigit() else value for value in values]
    reading = choose(MARK.join([*pieces, text[place:]]), numbers, request, _verdict)
    return reading if reading is None or reading.code is not None else integer(reading.value, reading.note)


def _inside(parenthesis: re.Match[str]) -> str:
    """A parenthesis: numbers stay, and an index that it names; the rest goes."""
    if not _LETTERS.search(parenthesis[1]):
        return parenthesis[0] if parenthesis[1].strip() else " "
    if _OPENS_AGAIN.match(parenthesis[1]):
        return parenthesis[0]
    named = _NAMED.fullmatch(parenthesis[1])
    return f", index {named[1]}," if named is not None else " () "


def _unlabelled(text: str) -> str:
    """The text without the numbers that label the lines of a list."""
    labels = list(_LABEL.finditer(text))
    if not labels or (len(labels) == 1 and not text[: labels[0].start()].strip()):
        return text  # "4: (board c1 l0)" and nothing before: the answer with its action
    if not text[: labels[0].start()].strip() and int(labels[1]["digits"]) != int(labels[0]["digits"]) + 1:
        labels = labels[1:]
    kept, place = [], 0
    for label in labels:
        kept += [text[place : label.start()], " "]
        place = label.end()
    return "".join(kept) + text[place:]


def _alone(text: str, match: re.Match[str]) -> bool:
    """Whether a number word is set off as an answer is."""
    before, after = (
        text[max(0, match.start() - 24) : match.start()].rstrip(" \"'(").lower(),
        text[match.end() : match.end() + 4].lstrip(" \"')"),
    )
    return (not after or after[0] in ".,;:!(-\n\x03") and (
        not before or before.endswith((":", "\n", " is", "\x02", "be", "=", "answer"))
    )


def _verdict(after: str) -> int:
    if _DENIES.match(after):
        return CLAIMED
    return DENIED if _AGREES.match(after) else ASIDE


def integer(digits: str, note: str) -> Reading:
    """A position from its digits; a sign, a fraction or too many digits make it malformed."""
    if "." in digits or digits[0] in "+-":
        return malformed(f"{digits[:40]} is no index")
    if len(digits) > DIGITS:
        return malformed("the index has too many digits")
    return found(int(digits), note)


def index_of(text: str) -> Reading | None:
    """The position that ``text`` is, None when it is more than that."""
    only = _ONLY.fullmatch(text) if len(text) <= 64 else None
    return None if only is None else integer(only[1], "the whole answer")


__all__ = ["index_of", "integer", "read_index"]
