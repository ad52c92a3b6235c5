"""Which claims of a text are made, and which belong to what is gone through on the way to them.

    text = { reason | step of a plan | option or row gone through } claim { reason | option gone through }

A section of reasons, the steps of a plan, the rows of a table and the options gone through, a line each, name
answers without giving one, where one that stands alone is given above or below them.
"""

import re
from collections.abc import Sequence
from typing import Any

from .kinds import AnswerKind
from .lexer import MARK
from .reading import Request
from .sentence import CONCLUDED, Sentence
from .words import Guarded, phrase, words

_SECTION = phrase(r"[ \t.\"'\x03]*\n\s*(?:#+[ \t]*)?<<section>>[ \t]*[:?]")
_GOOD, _NOT = (
    words("good", "able", "yes") | {"fits", "qualifies", "right"},
    words("predicate negation", "negation"),
)
_BULLETS, SEVERAL, _VERDICT = " \t-*>|\"'(", 2, 3
"""What stands before the letter of an option; so many others are gone through below an answer; a line of so
few words ("A - fits") says that its option is right."""
_CLOSE = Guarded(
    rf"^\W*{MARK}[\"')]? (?:is|was|came|looked|seemed|looks|seems) (?:\w+ ){{0,2}}"
    r"(?:close|tempting|promising|plausible)\b.{0,40}\bbut\b.*(?:n't|\bnot|\bfails?|\bmisses|\blacks)\b"
)
"""What says of an option that it came close, and why it is none."""
_MAY_FAIL = (AnswerKind.ATOM_OR_NONE, AnswerKind.ACTION_OR_NONE, AnswerKind.INDEX)
"""Kinds of which a table may say "yes" of what is no answer."""
_STEP = re.compile(r"(?:^|\n)[ \t\"'*-]*\d{1,3}[.):]?\s?$")
"""What begins a step of a plan, which an action alone below it is not at odds with."""
_PLAN = phrase(r"\b(?:plan|sequence|solution|steps)\b")
"""What stands above the steps of a plan, of which the first is the next action."""


def narrowed(
    text: str, parts: list[Sentence], claims: list[int], values: Sequence[Any], request: Request
) -> list[int]:
    """The claims without those that reasons, steps, options gone through and tables make."""
    claims = _outside_reasons(text, parts, claims, values)
    if request.kind is AnswerKind.ACTION:
        claims = _without_steps(text, parts, claims, values)
    if request.kind is AnswerKind.LETTER and not request.marked:
        claims = _not_close(parts, claims)
    if request.kind is AnswerKind.LETTER:
        claims = _without_options(parts, claims, values)
    if request.kind is AnswerKind.LETTER or request.kind in _MAY_FAIL:
        claims = _below_table(parts, claims)
    if request.kind in _MAY_FAIL and any(parts[claim].pure and not _is_row(parts[claim]) for claim in claims):
        claims = [claim for claim in claims if not _is_row(parts[claim])]
    last = parts[claims[-1]]
    if (
        request.kind is AnswerKind.YES_NO
        and last.asked
        and last.pure
        and not text[last.end :].strip(" .!\n\"'\x03")
    ):
        last.asked, last.strength = False, CONCLUDED
    return claims


def _without_steps(text: str, parts: list[Sentence], claims: list[int], values: Sequence[Any]) -> list[int]:
    """Of the steps of a plan the first, or none where what stands below it says which action is the next."""
    steps = [claim for claim in claims if is_step(text, parts[claim])]
    if len(steps) < SEVERAL:
        return claims
    if len(steps) == len(claims):
        return claims[: 1 if _PLAN.search(text, 0, parts[claims[0]].start) else None]
    others = [claim for claim in claims if claim not in steps]
    first = values[parts[steps[0]].claimed[0]]
    confirms = {values[claim] for other in others[-1:] for claim in parts[other].claimed} == {first}
    return others if confirms else claims


def is_step(text: str, part: Sentence) -> bool:
    """Whether a sentence is a line of a numbered list."""
    return _STEP.search(text, max(0, part.start - 12), part.start + 1) is not None


def _outside_reasons(text: str, parts: list[Sentence], claims: list[int], values: Sequence[Any]) -> list[int]:
    """The claims without those of a section of reasons that name several values: these are no answer."""
    first = parts[claims[0]]
    section = _SECTION.match(text, first.end) if first.pure else None
    if section is None:
        return claims
    of_others = "why" in section[0].lower()
    for part in parts[claims[0] + 1 :]:
        if of_others or len({values[claim] for claim in part.claimed}) > 1:
            part.claimed = []
    return [number for number in claims if parts[number].claimed]


def _without_options(parts: list[Sentence], claims: list[int], values: Sequence[Any]) -> list[int]:
    """The claims without those of the options gone through, a line each, below an answer alone."""
    first = parts[claims[0]]
    if _is_row(first):
        return claims  # itself a row of the table
    listed = [
        part
        for part in parts[claims[0] + 1 :]
        if part.line > first.line
        and part.text.lstrip(_BULLETS)[:1] == MARK
        and part.claimed[:1] == [part.first]
    ]
    if not first.pure or len({values[part.first] for part in listed}) < SEVERAL:
        return claims
    for part in listed:
        said = part.text.lower().split()
        praised = part.affirmed or not (_GOOD.isdisjoint(said) or _NOT & {*said})
        if values[part.first] == values[first.claimed[0]]:
            continue
        if not praised:
            part.claimed = []
        elif len(said) <= _VERDICT:
            part.pure, part.strength = True, CONCLUDED
    return [number for number in claims if parts[number].claimed]


def _not_close(parts: list[Sentence], claims: list[int]) -> list[int]:
    """The claims without those of later sentences that say of another option that it came close, but."""
    for number in claims[1:]:
        if _CLOSE.search(parts[number].text) is not None:
            parts[number].claimed = []
    return [number for number in claims if parts[number].claimed]


def _is_row(part: Sentence) -> bool:
    """Whether a sentence is a row of a table."""
    return part.text.lstrip().startswith("|")


def _below_table(parts: list[Sentence], claims: list[int]) -> list[int]:
    """The last claim where it stands alone below the rows of a table that hold all others."""
    *rows, last = claims
    if not (all(_is_row(parts[row]) for row in rows) and parts[last].pure and not _is_row(parts[last])):
        return claims
    for row in rows:
        parts[row].claimed = []
    return [last]
