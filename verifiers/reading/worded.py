"""Values of inputs told in words, as literals: "w is 1 at step 3" for w@3.

    told  = name verb bit "at" steps { "and" bit "at" steps } | name "at" steps ( verb bit | "(" ... bit ")" )
          | "set" name "to" bit "at" steps              where changes are asked, of several steps
    steps = ( "step" | "steps" ) number { ( "," | "and" ) number }

Names are those of the question's inputs.  A text that has a literal in notation is left as it is.
"""

import re
from functools import lru_cache

from .words import phrase

_VALUES = {"0": False, "false": False, "low": False, "1": True, "true": True, "high": True}
_BIT = rf"(?P<bit{{0}}>{'|'.join(_VALUES)})(?!\w)"
_STEPS = (
    r"(?:at|in|during|on)\s(?:(?:each|all|every one) of )?(?:the )?(?:time ?)?steps?\s"
    r"(?P<steps{0}>\d{{1,6}}(?:(?:,\s|,?\s(?:and|&)\s)(?:(?:at|in) )?(?:steps? )?\d{{1,6}}"
    r"(?!\s(?:at|in|to)\s|\s?[:=])){{0,99}})(?![\w@]|\.\d)"
)
_VERB = (
    r"(?:is|are|being|be|stays?|kept|equals?"
    r"|(?:has|have|needs?|must|should)(?: to)? (?:be|stay)|(?:set|held) to)"
)
_SET, _TO = "(?:set|change|flip|put|switch|turn|make)", r"(?:from [01] )?to\s"
_NUMBER = re.compile(r"\d+")
_MORE = phrase(rf",?\s(?:and|but)\s(?:is |be )?{_BIT.format(0)}\s{_STEPS.format(0)}")
"""Another value of the same input."""
_FORMS, _WORDINGS = 4, 64


def in_notation(text: str, names: frozenset[str], *, changes: bool = False) -> str:
    """The text with literals for what it tells of inputs, or of ``changes``, in words."""
    if "@" in text or "step" not in text.lower():
        return text
    pieces, place = [], 0
    for told in _pattern(names, changes).finditer(text):
        form = next(form for form in range(_FORMS) if told.groupdict().get(f"bit{form}") is not None)
        name = next(name for name in names if name.lower() == told["name"].lower())
        literals, end = _literals(told, form, name), told.end()
        while not form and (more := _MORE.match(text, end)) is not None:
            literals += _literals(more, form, name)
            end = more.end()
        pieces += [text[place : told.start()], ", ".join(literals)]
        place = end
    return "".join([*pieces, text[place:]])


def _literals(told: re.Match[str], form: int, name: str) -> list[str]:
    sign = "" if _VALUES[told[f"bit{form}"].lower()] else "!"
    return [f"{sign}{name}@{step}" for step in _NUMBER.findall(told[f"steps{form}"])]


@lru_cache(_WORDINGS)
def _pattern(names: frozenset[str], changes: bool) -> re.Pattern[str]:
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    steps, bits = ([part.format(form) for form in range(_FORMS)] for part in (_STEPS, _BIT))
    set_to = rf"|{_TO}{bits[3]}\s{steps[3].replace('steps?', 'steps')}" if changes else ""
    return phrase(
        rf"(?<![\w@!~-])(?<!\bif )(?:{_SET} )?(?:(?:the )?input )?(?P<name>{name})(?![\w@])\s{{0,2}}"
        rf"(?:{_VERB}\s{{0,2}}{bits[0]}\s{steps[0]}|{steps[1]}\s{_VERB}\s{bits[1]}{set_to}"
        rf"|{steps[2]}\s\((?:which is|value|currently|is|now|=)?\s?{bits[2]}\))"
    )
