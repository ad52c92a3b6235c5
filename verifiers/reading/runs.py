"""Runs and acceptance in text that is no JSON.

run        = "states" ":" list  "outputs" ":" list
acceptance = "accepted" ":" word  "first bad step" ":" step
           | no  ... "step" step            "No, they first differ at step 5."
           | yes                            "Yes, all of the claimed outputs are right."
"""

from __future__ import annotations

import re
from typing import Any

from .index import read_index
from .kinds import AnswerKind
from .reading import Reading, Request, conflicting, found, malformed, no_answer, open_answer
from .values import decode
from .words import CONDITIONS, HEDGES
from .yes_no import read_yes_no

_SERIES = r"[01\d]{1,64}(?:[ ]?(?:,|->)[ ]?\d{1,64}){1,4000}(?=[ ]?\.?\s*(?:\n|$))"
_STATES = re.compile(
    rf"\bstates?[\"']?\s{{0,4}}[:=]\s{{0,4}}(\[[^\[\]]{{0,20000}}\]|{_SERIES})", re.IGNORECASE
)
_OUTPUTS = re.compile(
    rf"\boutputs?[\"']?\s{{0,4}}[:=]\s{{0,4}}(\[(?:[^\[\]]|\[[^\[\]]{{0,2000}}\]){{0,20000}}\]|{_SERIES})",
    re.IGNORECASE,
)
_ACCEPTED = re.compile(
    r"\baccepted[\"']?\s{0,4}[:=|]\s{0,4}[\"']?(yes|no|true|false)\b(?! or\b)", re.IGNORECASE
)
_KEY = re.compile(r"[\"']accepted[\"']\s{0,4}:", re.IGNORECASE)
_FIRST_BAD = re.compile(
    r"\bfirst[_ ](?:bad|wrong|differing|different|mismatch(?:ing)?|incorrect"
    r"|deviating)[_ ]?step[\"']?\s{0,4}(?:[:=|]|is)\s{0,4}[\"']?(?:step\s)?(\d{1,9}(?![\d.])|null|none"
    r"|n/a|-)",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"\b(?:step|at|t\s?=|schritt|paso|étape|pas|шаг\w*|步骤?|ステップ|index)\s*(?:number |no\.? "
    r"|index )?#?(\d{1,9})(?![\w.]\d)|第\s?(\d{1,9})\s?[步ス]",
    re.IGNORECASE,
)
_REJECTED = re.compile(
    r"\b(?:rejected|not accepted|does(?: not|n't) (?:match|agree|accept)|do not (?:match|agree)"
    r"|deviates?|departs?|differs?|mismatch|wrong|incorrect|not (?:all|correct|accept\w*)|inconsistent"
    r"|first (?:bad|wrong))\b",
    re.IGNORECASE,
)
_AGREES = re.compile(
    r"\b(?:accepted|all (?:of )?(?:the|them|\d+|claimed|outputs)|matches|agrees?|no (?:step|bad"
    r"|difference|mismatch)|consistent)\b",
    re.IGNORECASE,
)
_FINE = re.compile(r"[^.\n;,]{0,40}\b(?:ok|fine|agrees?|matches|correct|right|before|up to)\b", re.IGNORECASE)
_WORD = re.compile(r"[\w'-]+")


def read_run(text: str, request: Request) -> Reading | None:
    """The run whose states and outputs are labelled lists in ``text``."""
    states, outputs = list(_STATES.finditer(text)), list(_OUTPUTS.finditer(text))
    if not states or not outputs:
        return None
    lists = [_values(states[-1][1], numbers=True), _values(outputs[-1][1], numbers=False)]
    if lists[0] is None or lists[1] is None:
        return malformed("states and outputs are two lists")
    if any(match[1] != states[-1][1] for match in states) or any(
        match[1] != outputs[-1][1] for match in outputs
    ):
        return conflicting([match[0] for match in states])
    return found((lists[0][0], lists[1][0]), "labelled lists")


def _values(text: str, *, numbers: bool) -> tuple[Any] | None:
    """A list in brackets, or a series of numbers or of rows of bits."""
    if text[0] == "[":
        return decode(text)
    words = re.findall(r"\d+", text)
    return ([int(word) for word in words] if numbers and len(max(words, key=len)) < 10 else words,)


def read_acceptance(text: str, request: Request) -> Reading | None:
    """Acceptance in labelled lines or a sentence of ``text``."""
    labels, steps = (
        {match[1].lower() for match in _ACCEPTED.finditer(text)},
        {match[1].lower() for match in _FIRST_BAD.finditer(text)},
    )
    if len(labels) > 1 or (labels and len(steps) > 1):
        return conflicting(sorted(labels | steps))
    if labels:
        accepted = labels.pop() in ("yes", "true")
        step = steps.pop() if steps else "null"
        if step.isdigit() is accepted:
            return conflicting([f"accepted: {accepted}", f"first bad step: {step}"])
        return found((accepted, int(step) if step.isdigit() else None), "labelled lines")
    if _KEY.search(text):
        return malformed("an object whose values are not given")
    return _sentence(text, request)


def _sentence(text: str, request: Request) -> Reading | None:
    said = {word.lower() for word in _WORD.findall(text[:2000])}
    if not said.isdisjoint(HEDGES | (CONDITIONS - {"si", "se"})) or "or" in said:
        return open_answer(text)
    if "?" in text and text.rstrip().endswith("?"):
        return None
    steps = {
        int(match[1] or match[2]) for match in _STEP.finditer(text) if not _FINE.match(text, match.end())
    }
    verdict = read_yes_no(text, Request(AnswerKind.YES_NO, marked=request.marked))
    if verdict is not None and verdict.code is not None:
        return verdict
    accepted = verdict.value if verdict is not None else None
    if accepted is None:
        accepted = False if _REJECTED.search(text) else True if _AGREES.search(text) else None
    if accepted is None:
        return None
    if accepted:
        return (
            conflicting([f"accepted, step {step}" for step in steps])
            if _REJECTED.search(text)
            else found((True, None), "a sentence")
        )
    if len(steps) != 1:
        index = read_index(text, Request(AnswerKind.INDEX, marked=True)) if not steps else None
        if index is not None and index.code is None:
            return found((False, index.value), "a sentence")
        return conflicting(sorted(steps)) if steps else no_answer("no first bad step is named")
    return found((False, steps.pop()), "a sentence")


__all__ = ["read_acceptance", "read_run"]
