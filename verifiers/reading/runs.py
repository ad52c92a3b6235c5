"""Runs and acceptance in text that is no JSON.

run        = "states" ":" list [ ";" ] "outputs" ":" list              (in either order)
           | { "step" number ":" "state" number "," name "=" bit { "," ... } }  ... "state" number
list       = JSON list | digits { sep digits }, up to the end of the line; sep is "," or "->" or a blank
acceptance = "accepted" ":" word  "first bad step" ":" step
           | no  ... "step" step            "No, they first differ at step 5."
           | yes                            "Yes, all of the claimed outputs are right."
"""

import re
from typing import Any

from .beside import against, behind, strange
from .index import counted, read_index
from .kinds import AnswerKind
from .reading import Reading, Request, conflicting, found, malformed, no_answer, open_answer
from .remarks import CLOSING
from .values import decode
from .words import CONDITIONS, HEDGES, Guarded, phrase, rows
from .yes_no import BY_PREDICATE, read_yes_no

_SERIES = (
    r"\d{1,64}(?:(?:[ ]?(?:,|[-=]>)[ ]?\d{1,64}){1,4000}|(?:[ ]{1,4}\d{1,64}){1,4000})"
    r"(?=[ ]?\.?\s*(?:\n|$)|[ ]?;\s{0,4}(?:states?|outputs?)\s{0,4}[:=])"
)
_NUMBERS = phrase(
    r"(?<![\w.-])\d{1,64}(?:(?:[ ]?(?:,|[-=]>|[ ]/)[ ]?\d{1,64}){2,4000}|(?:[ ]\d{1,64}){2,4000})"
    r"(?:,?[ ]<<and>>[ ](?:finally |then )?\d{1,64}(?![\w,]|[ ]?[-=/]))?(?![\w-]|\.\d)"
    r"|\[ ?\"?\d{1,64}\"?(?: ?, ?\"?\d{1,64}\"?){1,4000} ?\]"
)
_OUT = phrase(r"\b(?:out(?:puts?)?|prints?|emits?)\b")
_DIGITS = 9
"""The number of a state has at most so many digits."""
_OPENS = r"[\"']?\s{0,4}(?:[:=]\s{0,4}|(?=\[))"
"""What stands between the name of a list and the list; at the beginning of a line a blank will do."""
_STATES = phrase(
    rf"(?:\bstates?(?: visited)?{_OPENS}|(?m:^)states {{1,8}}(?=\d))(\[[^\[\]]{{0,20000}}\]|{_SERIES})"
)
_OUTPUTS = phrase(
    rf"(?:\boutputs?{_OPENS}|(?m:^)outputs {{1,8}}(?=\d))"
    rf"(\[(?:[^\[\]]|\[[^\[\]]{{0,2000}}\]){{0,20000}}\]|{_SERIES})"
)
_BARE = re.compile(
    r"\s*(\[[\d\s,]{1,20000}\])[\s,;/]{1,9}(\[(?:[^\[\]]|\[[^\[\]]{0,2000}\]){1,20000}\])\s*\.?\s*"
)
_LINE = phrase(
    r"(?m)^[ \t*>-]{0,12}(?:step|t)\s?=?\s?(\d{1,6})\s?[:,|-]\s?(?:in )?state\s?=?\s?(\d{1,6})"
    r"(?:\s?[:,;|]|\s(?=\())(.*)$"
)
_LAST = phrase(
    r"(?m)^[^\n]{0,40}\b(?:after|final|finally|ends?|last)\b[^\n]{0,40}\bstate\s?[:=]?\s?(\d{1,6})\s?\.?\s*\Z"
)
_ROW = phrase(r"\bout(?:puts?)?\s?[:=]?\s?([01]{1,64})\b")
_BITS = re.compile(r"(\w{1,80})\s?=\s?([01])\b")
_ACCEPTED = phrase(
    r"\b(?<!not )accepted[\"']?(?:\s{0,4}[:=|]\s{0,4}|\sis\s|\s(?=true|false))[\"']?"
    r"(yes|no|true|false)\b(?! or\b)"
)
_KEY = phrase(r"[\"']accepted[\"']\s{0,4}:")
_FIRST_BAD = phrase(
    r"\bfirst[_ ](?:bad|wrong|differing|different|mismatch(?:ing)?|incorrect|deviating)[_ ]?step[\"']?"
    r"(?:\s{0,4}(?:[:=|]|is)\s{0,4}|\s)[\"']?(?:step\s)?(\d{1,9}(?!\d|\.\d)|null|none|n/a|-)"
)
_FIRST = Guarded(
    r"\bfirst (?:bad|wrong|differing|different|mismatch(?:ing|ed)?|incorrect|deviating|offending|disagreeing)"
    r" step(?: is(?: at)?| at| ?[:=])? ?(?:step ?)?(\d{1,9})(?![\w.-])(?! (?:or|to) )"
)
"""The first bad step, where it is named as such among others."""
_STEP = Guarded(
    r"\b<<step>>\s*(?:number |no\.? |index |is |ist |est |es |è )?#?(\d{1,9})(?![\w.]\d)"
    r"(?P<to>-\d| (?:to|or) \d)?"
)
_DIFFERS, _AGREES = Guarded(r"\b<<differs>>\b"), Guarded(r"\b<<agrees>>\b")
_FAULT, _FAULTLESS = Guarded(r"\b<<fault>>\b"), phrase(r"(?:\b<<faultless>>|n't|d')[ ](?:\w+ ){0,2}$")
_EXCEPT = Guarded(r"\b<<but for>>\b")
_REPORTED = Guarded(
    r"\b<<people>> (?:says?|said|claims?|claimed|thinks?|told|found|got|has|gave|meint|sagt|dit|dice|diz"
    r"|zegt)\b"
)
_NOT_OF_LOG = Guarded(r"\b<<not of the log>>\b")
"""What says of a fault that it is the writer's, another's or none."""
_NEAR = 24
_TURN = Guarded(r"(\b<<up to>> (?:<<step>> )?\d{1,9})[,;.]? <<but>>\b")
"""What leads from the steps that are right to the first one that is not."""
_SPOTLESS = Guarded(
    r"\b(?:i (?:see|found|find|saw) |there(?:'s| is| was) )?nothing (?:is |was |looks |at all )?"
    r"(?:wrong|amiss|off|odd|out of place)\b"
    r"(?! (?:\w+ ){0,3}(?:until|before|up to|till|so far|except|but|steps?|at|through|to|in the first)\b)"
)
"""What says that a log has no fault, and not only up to some step."""
_UNTIL = Guarded(r"\b<<up to>> (?:<<step>> )?(?=\d)")
"""What says of a step that all is well up to it."""
_FINE = phrase(r"[^.\n;,]{0,40}\b(?:ok|fine|agrees?|matches|correct|right|before|up to)\b")
_SO_FAR = Guarded(r"\b(?:so far|up to (?:and including )?step)\b")
_CUT = phrase(r"\s<<unfinished>>$")
_WORD = re.compile(r"[\w'-]+")
_ENGLISH = {
    said.replace("\u2423", " "): label.replace("\u2423", " ")
    for label, several in rows("label")
    for said in several
}
_FOREIGN = Guarded(rf"(?<!\w)(?:{'|'.join(sorted(_ENGLISH, key=len, reverse=True))})(?!\w)")
"""What runs are called in other languages."""
_OPEN = (HEDGES | CONDITIONS | {"or"}) - {"si", "se"}


def read_run(text: str, request: Request) -> Reading | None:
    """The run whose states and outputs are labelled lists in ``text``."""
    text = _in_english(text)
    labelled = [list(label.finditer(text)) for label in (_STATES, _OUTPUTS)]
    if not any(labelled) and (bare := _BARE.fullmatch(text)) is not None:
        return _side_by_side(bare)
    if not all(labelled):
        return _by_step(text) or _unlabelled(text)
    states, outputs = ([match[1] for match in matches] for matches in labelled)
    lists = [_values(states[-1], numbers=True), _values(outputs[-1], numbers=False)]
    if lists[0] is None or lists[1] is None:
        return malformed("states and outputs are two lists")
    if any(_widths(series) > 1 for series in outputs):
        return malformed("the outputs have several widths")
    if len(set(states)) > 1 or len(set(outputs)) > 1:
        return conflicting(states if len(set(states)) > 1 else outputs)
    said = behind(text[max(matches[-1].end() for matches in labelled) :], AnswerKind.RUN)
    return open_answer(said) if said is not None else found((lists[0][0], lists[1][0]), "labelled lists")


def _side_by_side(lists: re.Match[str]) -> Reading | None:
    """A list of states, and one of outputs that is shorter by one."""
    states, outputs = decode(lists[1]), decode(lists[2])
    if states is None or outputs is None or len(states[0]) != len(outputs[0]) + 1:
        return None
    return found((states[0], outputs[0]), "two lists side by side")


def _unlabelled(text: str) -> Reading | None:
    """The only two series of a text, spoken of as states or outputs; the states are longer by one."""
    series = list(_NUMBERS.finditer(text))
    if len(series) != 2:
        return None
    rows = {one: re.findall(r"\d+", one[0]) for one in series}
    outputs, states = sorted(series, key=lambda one: len(rows[one]))
    if len(rows[states]) != len(rows[outputs]) + 1 or len(max(rows[states], key=len)) > _DIGITS:
        return None
    leads = {series[0]: text[: series[0].start()].rpartition("\n")[2]}
    leads[series[1]] = text[series[0].end() : series[1].start()]
    named = text[series[0].start()] == "[" or "state" in text.lower() or _OUT.search(text) is not None
    if not named or "input" in leads[outputs].lower() or _widths(outputs[0]) > 1:
        return None
    doubts = (lead for lead in leads.values() if strange(lead) or _REPORTED.search(lead))
    said = next(filter(None, (against(lead, "") for lead in leads.values())), None) or next(doubts, None)
    said = said or behind(text[series[1].end() :], AnswerKind.RUN)
    return (
        open_answer(said)
        if said is not None
        else found(([int(state) for state in rows[states]], rows[outputs]), "two series")
    )


def _in_english(text: str) -> str:
    """The text with English labels."""
    if not _FOREIGN.possible(text):
        return text
    return _FOREIGN.pattern.sub(lambda said: _ENGLISH[said[0].lower()], text)


def _by_step(text: str) -> Reading | None:
    """A run told step by step, a line each, with the state behind the last one."""
    steps, last = list(_LINE.finditer(text)), _LAST.search(text)
    if not steps or last is None or [int(step[1]) for step in steps] != list(range(len(steps))):
        return None
    rows: list[Any] = [{name: int(bit) for name, bit in _BITS.findall(step[3])} for step in steps]
    told = [_ROW.search(step[3]) for step in steps]
    if all(told) and not any(rows):
        outputs = [row[1] for row in told if row is not None]
        same = len({len(row) for row in outputs}) == 1
        return found(([int(step[2]) for step in steps] + [int(last[1])], outputs), "lines") if same else None
    if not rows[0] or any(row.keys() != rows[0].keys() for row in rows):
        return None
    return found(([int(step[2]) for step in steps] + [int(last[1])], rows), "a line for each step")


def _values(text: str, *, numbers: bool) -> tuple[Any] | None:
    """A list in brackets, or a series of numbers or of rows of bits."""
    if text[0] == "[":
        return decode(text)
    rows = re.findall(r"\d+", text)
    return ([int(row) for row in rows] if numbers and len(max(rows, key=len)) < 10 else rows,)


def _widths(text: str) -> int:
    """How many different widths the rows of a series have; 0 for a list in brackets."""
    return 0 if text[0] == "[" else len({len(row) for row in re.findall(r"\d+", text)})


def read_acceptance(text: str, request: Request) -> Reading | None:
    """Acceptance in labelled lines or a sentence of ``text``."""
    text = _in_english(text)
    matched = [list(label.finditer(text)) for label in (_ACCEPTED, _FIRST_BAD)]
    labels, steps = ({match[1].lower() for match in matches} for matches in matched)
    if not labels:
        return (
            malformed("an object whose values are not given")
            if _KEY.search(text)
            else _sentence(text, request)
        )
    if len(labels) > 1 or len(steps) > 1:
        return conflicting(sorted(labels | steps))
    accepted = labels.pop() in ("yes", "true")
    step = steps.pop() if steps else "null"
    if step.isdigit() is accepted:
        return conflicting([f"accepted: {accepted}", f"first bad step: {step}"])
    said = behind(text[max(matches[-1].end() for matches in matched if matches) :], AnswerKind.ACCEPTANCE)
    if said is not None:
        return open_answer(said)
    return found((accepted, int(step) if step.isdigit() else None), "labelled lines")


def _faulty(text: str, faults: Guarded = _FAULT) -> bool:
    """Whether a fault is spoken of, and not to say that there is none."""
    return any(
        _FAULTLESS.search(text, max(0, fault.start() - _NEAR), fault.start()) is None
        or text[fault.end() : fault.end() + 7].startswith((" until ", " till "))
        for fault in faults.finditer(text)
    )


def _sentence(text: str, request: Request) -> Reading | None:
    given = _SPOTLESS.sub("it matches", text)
    text = _TURN.sub(r"\1. ", given)
    said = behind(text, AnswerKind.ACCEPTANCE)
    if (
        said is not None
        or text.rstrip()[-1:] == "?"
        or not _OPEN.isdisjoint(word.lower() for word in _WORD.findall(CLOSING.sub("\n", text[:2000])))
    ):
        return open_answer(said or text)
    verdict = read_yes_no(text, Request(AnswerKind.YES_NO, marked=request.marked, signs=request.signs))
    if verdict is not None and verdict.code is not None:
        return verdict
    if verdict is not None and verdict.note == BY_PREDICATE and (text != given or _faulty(text)):
        verdict = None
    differs = _faulty(text, _DIFFERS) or (verdict is None and (text != given or _faulty(text)))
    agrees = _AGREES.search(text) is not None
    if (verdict is None or verdict.note == BY_PREDICATE) and not differs and not agrees:
        return None
    if verdict is None and (_REPORTED.search(text) or _NOT_OF_LOG.search(text)):
        return open_answer(text)
    steps = {int(match[1]) for match in _FIRST.finditer(text)}
    if len(steps) != 1:
        named = [match for match in _STEP.finditer(text) if not _FINE.match(text, match.end())]
        steps = {int(match[1]) for match in named}
        if len(steps) > 1:
            bounds = {until.end() for until in _UNTIL.finditer(text)}
            steps = {int(match[1]) for match in named if match.start(1) not in bounds}
    if verdict.value if verdict is not None else not differs:
        limited = verdict is None and (steps or _UNTIL.search(text) or _EXCEPT.search(text))
        if limited or _SO_FAR.search(text) or _CUT.search(text.rstrip()):
            return open_answer(text)
        if differs:
            return conflicting(["accepted", *(f"step {step}" for step in steps)])
        return found((True, None), "a sentence")
    if not steps:
        index = read_index(text, Request(AnswerKind.INDEX, marked=True))
        steps = {index.value} if index is not None and index.code is None else steps
    if len(steps) != 1:
        return conflicting(sorted(steps)) if steps else no_answer("no first bad step is named")
    odd = counted(text, *steps) or next((step[0] for step in _STEP.finditer(text) if step["to"]), None)
    if odd is not None:
        return open_answer(odd)
    return found((False, steps.pop()), "a sentence")
