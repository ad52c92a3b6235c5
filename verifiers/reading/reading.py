"""The result of reading an answer: its value, or the code and the sentence that say why there is none."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ...instances.records import Code
from .kinds import NONE_ALLOWED, AnswerKind
from .symbols import Symbols
from .words import ANY


class Reading(msgspec.Struct, frozen=True):
    """The value found, or None with a code; ``note`` says which reading was taken, or what is wrong.

    Values by kind: see `kinds`.  Atoms are canonical: lower case, single blanks.  Codes: EMPTY, NO_ANSWER,
    CONFLICTING, MALFORMED, TOO_LARGE.
    """

    value: Any
    code: Code | None
    note: str


class Request(msgspec.Struct, frozen=True):
    """What is wanted from a text, and where the text stands.

    ``vocabulary``: the names that an answer may begin with (actions, predicates) or the names of the inputs.
    ``choices``: the texts of the options.  ``first``: of several different answers the first is wanted.
    ``marked``: the text follows a mark.  ``final``: the mark says "final", so that the first answer counts,
    not the last.  ``signs``: the `words.signs` of the text.
    ``symbols`` gives the names and objects of the world.
    ``decoded``: reads a text of JSON; without it none is looked for, as in a string out of JSON.
    """

    kind: AnswerKind
    vocabulary: frozenset[str] | None = None
    choices: tuple[str, ...] = ()
    first: bool = False
    marked: bool = False
    final: bool = False
    signs: int = ANY
    symbols: Callable[[], Symbols] | None = None
    decoded: "Callable[[str, Request], Reading | None] | None" = None


def empty(text: str) -> Reading | None:
    """The empty list where nothing but a pair of brackets stands there."""
    bare = text.strip(" \n\t\"'.:;=\x02\x03").replace(" ", "")
    return found([], "an empty list") if bare in ("[]", "{}", "()") else None


def found(value: Any, note: str) -> Reading:
    """A successful reading."""
    return Reading(value, None, note)


def malformed(note: str) -> Reading:
    """There is an answer, and it is not of the kind that was asked."""
    return Reading(None, Code.MALFORMED, note)


def conflicting(answers: Iterable[Any]) -> Reading:
    """Several different answers of equal rank."""
    texts = [str(answer)[:80] for answer in answers]
    shown = ", ".join(texts[:4]) + (", ..." if len(texts) > 4 else "")
    return Reading(None, Code.CONFLICTING, f"several different answers: {shown}")


def open_answer(words: str) -> Reading:
    """An answer that the words around it deny, hedge or make conditional."""
    shown = " ".join(
        words.replace("\x01", "*").replace("\x04", "[*]").replace("\x02", " ").replace("\x03", " ").split()
    )
    return Reading(None, Code.CONFLICTING, f"the answer is left open or taken back: {shown[:80]!r}")


def no_answer(note: str) -> Reading:
    """Nothing in the text is an answer of the kind that was asked."""
    return Reading(None, Code.NO_ANSWER, note)


def too_large(note: str) -> Reading:
    """The answer is beyond the stated size."""
    return Reading(None, Code.TOO_LARGE, note)


def none_answer(kind: AnswerKind, note: str) -> Reading:
    """The answer None: "none" or an empty list where the kind allows it, no answer elsewhere."""
    if kind is AnswerKind.LITERALS:
        return found((), note)
    if kind is AnswerKind.INTERVENTIONS:
        return found([], note)
    if kind in NONE_ALLOWED:
        return found([] if kind is AnswerKind.ACTIONS else "none", note)
    return no_answer(f"None is no answer of the kind {kind.value}")
