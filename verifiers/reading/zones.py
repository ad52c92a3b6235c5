"""The final zone: which part of a response is its answer.

A mark opens a zone that lasts to the next mark or to the end:

- a box (``\\boxed{}``) or an answer tag (``<answer>``), where its content is the answer;
- ``####``; the word *answer* (in several languages; for plans also *plan*, after an adjective such as
  "simplified") followed by a colon, or alone on its line as a heading, or by "is" and its kin.

"Final" marks promise the answer; the others may begin a thought.  Marks are looked at from the last to the
first, MARKS of them at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from .kinds import AnswerKind
from .text import BOX, END

MARKS = 32
"""So many marks are looked at."""
LEAD = 48
"""So many characters before a word decide whether it is a mark."""


class Zone(NamedTuple):
    """The characters from ``start`` to ``end``, what opened them, whether that promises the final answer, and
    where the delimited content ends (``end`` for a mark that is not closed).
    """

    start: int
    end: int
    name: str
    final: bool
    close: int


_FOREIGN = (
    r"antwort|lösung|ergebnis|réponse|reponse|respuesta|risposta|resposta|ответ|antwoord|odpowiedź|svar"
    r"|cevap|답변|정답"
    r"|答案|最终答案|最終回答|最终结果|结论|答え|回答|解答|正解|結論"
)
_ENGLISH = r"answers?|verdict|conclusion|result|solution|submission|tl;dr"
_WORD = re.compile(rf"{BOX}|####|(?<![a-z_-])(?:{_ENGLISH})(?![\w-])|(?<!\w)(?:{_FOREIGN})")
_ASCII_WORD = re.compile(
    rf"{BOX}|####|(?<![a-z_-])(?:{_ENGLISH}|antwort|respuesta|risposta|resposta|reponse)(?![\w-])"
)
_PLAN_WORD = re.compile(
    rf"{BOX}|####|(?<![a-z_-])(?:{_ENGLISH}|plan|sequence|antwort|respuesta)(?![\w-])|(?<!\w)(?:{_FOREIGN})"
)
_STEMS = (BOX, "####", "answer", "verdict", "conclusion", "result", "solution", "submission", "tl;dr")
_ASCII_STEMS = (*_STEMS, "antwort", "respuesta", "risposta", "resposta", "reponse")
_FOREIGN_STEMS = (*_STEMS, *_FOREIGN.split("|"))
_PLAN_STEMS = (*_FOREIGN_STEMS, "plan", "sequence")
"""A mark holds one of these; what stands before the first of them is not searched for marks."""


def _backwards(words: str) -> str:
    return "|".join(word[::-1] for word in words.split("|"))


_FINAL = _backwards("final|finale|finalen|endgültige|список|итоговый|окончательный")
_CHINESE_FINAL = _backwards("最終的な|最終|最终|최종")
_ARTICLE = _backwards(
    "the correct|the corrected|the revised|the updated|my corrected|my revised|my updated|my new|corrected"
    "|revised|updated|new|overall|definitive|actual|my|the|our|your|this|correct|model|direct|short|complete|die|la|le|el|a|il|o|meine|ma|mi|so"
)
_OF = _backwards(
    "of|for|to|about|than|as|whether|if|what|which|an|no|any|each|possible|candidate|wrong|what's"
)
_LEAD = re.compile(
    rf"\n?(?P<final>[\s_-]{{0,4}}(?:(?:{_FINAL})\b|{_CHINESE_FINAL}))?"
    rf"(?P<lead>[ \t]+(?:{_ARTICLE})\b)?(?P<of>[ \t]+(?:{_OF})\b)?"
)
"""The words before a mark, from right to left: so the search begins where they end."""
_OPENS_SENTENCE = re.compile(r"(?:^|[\n.!?;:,>#|)\]}\"-])[ \t_#>\d.]{0,8}$")
_BEFORE_PLAN = re.compile(
    r"\b(?:simplified|simpler|resulting|final|shortened|shorter|reduced|new|revised|valid|minimal"
    r"|modified|updated"
    r"|remaining|shortest|trimmed|optimized|cleaned(?:-up)?)[\s_-]{1,4}(?:action[\s_-])?$"
)
_AFTER_FOREIGN = re.compile(r"(?:\s?(?:finale?|definitiv[ao]|final))?")
_COLON = re.compile(r"[ \t\"]{0,8}(?:\([^()\n]{0,60}\)[ \t]{0,8})?(?::|=(?!=)|->|--)[ \t]*")
_PLAN_COLON = re.compile(r"[^\n:.()\[\]{}]{0,80}:[ \t]*")
_HEADING = re.compile(r"[ \t#\"]{0,12}(?:\n|$)")
_COPULA = re.compile(
    r"[ \t]{0,8}(?:(?:is|are|(?:would|will|should|must)[ ]be|lautet|ist|est|es|è|é|это|=|是|为|は|が|jest"
    r"|is)(?![a-z])"
    r"|to (?:the|this) question is)(?:[ ](?:thus|therefore|simply|hence|then|clearly|definitely"
    r"|indeed))?[ \t]*:?[ \t]*"
)
_FINAL_WORDS = frozenset(["final", "finale"])


def zones(text: str, kind: AnswerKind) -> Iterator[Zone]:
    """The zones of the marks in ``text``, the last one first: seldom is another one asked for."""
    limit = len(text)
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = text
    if kind is AnswerKind.PLAN:
        pattern, stems = _PLAN_WORD, _PLAN_STEMS
    elif text.isascii():
        pattern, stems = _ASCII_WORD, _ASCII_STEMS
    else:
        pattern, stems = _WORD, _FOREIGN_STEMS
    first = min([at for stem in stems if (at := lowered.find(stem)) >= 0], default=len(lowered))
    for begin, end in islice(reversed([word.span() for word in pattern.finditer(lowered, first)]), 4 * MARKS):
        zone = _zone(lowered, begin, end, limit)
        if zone is not None:
            yield zone
            limit = begin


def _zone(text: str, begin: int, end: int, limit: int) -> Zone | None:
    """The zone that a word opens, up to ``limit`` at most; None when the word is no mark."""
    if text[begin] == BOX:
        close = text.find(END, end)
        return Zone(end, max(end, limit), "in the box", True, limit if close < 0 else min(close, limit))
    if text[begin] == "#":
        return Zone(end, max(end, limit), "after '####'", True, limit)
    word = text[begin:end]
    if begin and text[begin - 1] in "\"'" and text[end : end + 1] == text[begin - 1]:
        return None  # a key of JSON
    before = _LEAD.match(text[max(0, begin - LEAD) : begin][::-1])
    assert before is not None
    if word in ("plan", "sequence"):
        opened = _after_plan(text, begin, end)
    else:
        opened = _after_answer(text, begin, end, before)
    if opened is None:
        return None
    start, name, final = opened
    return Zone(start, max(start, limit), name, final, max(start, limit))


def _after_plan(text: str, begin: int, end: int) -> tuple[int, str, bool] | None:
    before = _BEFORE_PLAN.search(text, max(0, begin - LEAD), begin)
    if before is None:
        return None
    name = f"{before[0].strip(' _').capitalize()} {text[begin:end]}"
    colon = _COLON.match(text, end) or _PLAN_COLON.match(text, end)
    if colon is not None:
        return colon.end(), f"after '{name}:'", True
    heading = _HEADING.match(text, end)
    if heading is not None:
        return heading.end(), f"under '{name}'", True
    copula = _COPULA.match(text, end)
    return None if copula is None else (copula.end(), f"after '{name} is'", True)


def _after_answer(text: str, begin: int, end: int, before: re.Match[str]) -> tuple[int, str, bool] | None:
    final = before["final"] is not None
    english = text[begin] in "arcvst" and text[begin:end].isascii()
    weak = text[begin : begin + 3] in ("con", "res", "sol", "ver", "tl;")
    behind = _AFTER_FOREIGN.match(text, end)
    if behind is not None and behind.end() > end:
        final, end = True, behind.end()
    name = "Final answer" if final else "Answer"
    start = begin - before.end()
    opens = _OPENS_SENTENCE.search(text, max(0, start - 16), start) is not None
    colon = _COLON.match(text, end)
    if (
        colon is not None
        and before["of"] is None
        and (final or opens or (before["lead"] and not weak) or not english)
    ):
        return colon.end(), f"after '{name}:'", final
    heading = _HEADING.match(text, end)
    if (
        heading is not None
        and opens
        and before["of"] is None
        and not text[text.rfind("\n", 0, start) + 1 : start].strip(" \t#>_*-.0123456789")
    ):
        return heading.end(), f"under '{name}'", final
    if weak or before["of"] is not None:
        return None
    copula = _COPULA.match(text, end)
    if copula is None and not english and begin:
        return None
    return None if copula is None else (copula.end(), f"after '{name} is'", final)


__all__ = ["MARKS", "Zone", "zones"]
