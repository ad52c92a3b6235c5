"""`evaluation`, with an empty body: the truth is what one pass over the run shows.

Rule: nothing is searched; the task's own definition is evaluated by the checker (the run, the first step at
which claimed outputs differ, the but-for set).  The certificate only says that this is enough.
"""

from __future__ import annotations

from typing import Any

from ... import fields
from ..knowledge import Knowledge

_BODY = fields.record()


def check(knowledge: Knowledge, name: str, body: Any) -> None:
    """The body is empty."""
    _BODY(name, body)
    knowledge.evaluated = name
