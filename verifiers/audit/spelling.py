"""Answers written out: canonical text, the sentences of the paper's grammar, and other ways to say the same.

>>> from ..reading.kinds import AnswerKind
>>> spell((["(at c0 l1)"], []), AnswerKind.EFFECTS), strictly((["(at c0 l1)"], []), AnswerKind.EFFECTS)
('[(at c0 l1)] []', '[(at c0 l1)][]')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..reading.kinds import LISTS, AnswerKind

_NAME = re.compile(r"\((?:[a-z][a-z0-9_-]*)(?: [a-z][a-z0-9_-]*)*\)", re.IGNORECASE)


def spell(value: Any, kind: AnswerKind) -> str:
    """The canonical text of a value of `verifiers.reading`."""
    if kind in LISTS:
        return f"[{', '.join(value)}]"
    if kind is AnswerKind.EFFECTS:
        return f"[{', '.join(value[0])}] [{', '.join(value[1])}]"
    if kind is AnswerKind.YES_NO:
        return "yes" if value else "no"
    return "None" if value == "none" else str(value)


def strictly(value: Any, kind: AnswerKind) -> str | None:
    """The value as a sentence of the grammar, or None where the grammar has none for it.

    The grammar knows no empty list of actions and no name that begins with a digit.
    """
    if kind in LISTS:
        return " ".join(value) if value and all(map(_NAME.fullmatch, value)) else None
    if kind is AnswerKind.EFFECTS:
        if not all(map(_NAME.fullmatch, (*value[0], *value[1]))):
            return None
        return "".join(f"[{','.join(part)}]" for part in value)
    text = spell(value, kind)
    return text if not text.startswith("(") or _NAME.fullmatch(text) else None


def disguises(text: str, kind: AnswerKind) -> Iterator[tuple[str, str]]:
    """Other ways to write the same answer, each with its name; a reader must see through them."""
    yield "upper case", text.upper()
    yield (
        "after reasoning",
        f"<think>Perhaps (x y) or 7, no.</think>\nI am sure.\n\n**Final Answer**: {text}\n",
    )
    yield "fenced", f"```\n{text}\n```"
    if kind in (*LISTS, AnswerKind.EFFECTS):
        yield "one item a line", text.replace(", ", ",\n").replace("] [", "]\n[")
