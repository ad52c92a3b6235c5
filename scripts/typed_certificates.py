"""Certificates typed by a person: JSON atoms, or literals such as ``r@3 !q@4``.

Answers of models are read leniently; on the command line the whole text must be the certificate, and any
other part of it is reported.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from ..instances.errors import RecordError
from ..instances.hostile import decode
from ..verifiers.reactive.atoms import atom_text
from ..verifiers.reading.kinds import AnswerKind
from ..verifiers.reading.literals import lex_literals
from ..verifiers.reading.scanner import read
from ..verifiers.reading.text import plain

_BETWEEN = re.compile(r"[\s,;&()]+|\band\b", re.IGNORECASE)


def typed_atoms(text: str, inputs: Collection[str]) -> Any:
    """The atoms of a text, unchecked: ``[[step, name, value], ...]`` or other JSON.

    RecordError for text that is neither JSON nor a set of literals.

    >>> typed_atoms("r@3 !q@4", ("r", "q"))
    [[3, 'r', 1], [4, 'q', 0]]
    """
    text = text.strip()
    if not text:
        raise RecordError("the certificate is blank; one that changes nothing is []")
    if text[0] in "[{":
        value = decode(text.encode())
        return value.get("certificate", value) if isinstance(value, dict) else value
    reading = read(text, AnswerKind.INTERVENTIONS, data=False)
    if reading.code is not None:
        raise RecordError(_fault(plain(text), frozenset(inputs)) or reading.note)
    return [list(atom) for atom in reading.value]


def _fault(text: str, inputs: frozenset[str]) -> str:
    """What is wrong with literals that were not read; empty if each of them is valid."""
    literals = lex_literals(text, inputs)
    if fault := next((literal.fault for literal in literals if literal.fault), ""):
        return fault
    ends = [0, *(literal.end for literal in literals)]
    starts = [*(literal.start for literal in literals), len(text)]
    for end, start in zip(ends, starts, strict=True):
        if rest := _BETWEEN.sub(" ", text[end:start]).strip():
            return f'neither JSON atoms [[3, "r", 1]] nor literals r@3 !q@4: {rest[:60]!r}'
    values: dict[Any, Any] = {}
    for step, name, value in (literal.value for literal in literals):
        if values.setdefault((step, name), value) != value:
            both = " and ".join(atom_text([step, name, bit]) for bit in (values[step, name], value))
            return f"conflicting assignments for {name} at step {step}: {both}"
    return ""
