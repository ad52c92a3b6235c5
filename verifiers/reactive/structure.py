"""Is what was submitted a certificate at all?  (GF-01, definitions 3 to 5.)

What comes from outside is any JSON.  A certificate is a list of atoms ``[timestep, "ap", value]``: the
timestep an integer inside the trace, the ap an input proposition, the value the number 0 or 1; no two atoms
give one (timestep, ap) different values.  The first fault in the order of the list is reported, in the words
of GF-01's public code where that has words for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...instances.records import Code
from .check import Flips, flips_of

ATOM_LIMIT = 1_000_000
SHOWN = 60
"""Characters of a faulty value that a message repeats."""

Atom = tuple[int, int, int]
"""(step, index of an input, value)."""


@dataclass(frozen=True)
class Structure:
    """The atoms as they stand, duplicates and all, or what is wrong."""

    atoms: tuple[Atom, ...]
    reason: str = ""
    code: Code = Code.OK

    @property
    def ok(self) -> bool:
        """Whether this is a certificate."""
        return self.code is Code.OK


def structure(raw: Any, inputs: Sequence[str], steps: int) -> Structure:
    """The atoms of a submitted certificate for a trace of so many steps."""
    if not isinstance(raw, list):
        return Structure((), f"{shown(raw)} is not a list of atoms", Code.MALFORMED)
    if len(raw) > ATOM_LIMIT:
        return Structure((), f"more than {ATOM_LIMIT} atoms", Code.TOO_LARGE)
    index = {ap: place for place, ap in enumerate(inputs)}
    values: dict[tuple[int, int], int] = {}
    atoms: list[Atom] = []
    for place, item in enumerate(raw):
        fault = _fault(place, item, index, steps)
        if fault is not None:
            return fault
        step, ap, value = item
        cell = (step, index[ap])
        if values.setdefault(cell, value) != value:
            return Structure((), f"conflicting assignments for {(step, ap)}", Code.CONFLICTING)
        atoms.append((*cell, value))
    return Structure(tuple(atoms))


def _fault(place: int, item: Any, index: dict[str, int], steps: int) -> Structure | None:
    """What is wrong with one atom by itself."""
    if not isinstance(item, list) or len(item) != 3:
        return Structure((), f"atom {place} is {shown(item)}, not [timestep, ap, value]", Code.MALFORMED)
    step, ap, value = item
    if type(step) is not int:
        return Structure((), f"timestep {shown(step)} is not an integer", Code.ILL_TYPED)
    if not 0 <= step < steps:
        return Structure((), f"timestep {shown(step)} out of range", Code.MALFORMED)
    if not isinstance(ap, str):
        return Structure((), f"ap {shown(ap)} is not a name", Code.ILL_TYPED)
    if ap not in index:
        return Structure((), f"ap {ap[:SHOWN]} not in AP_in", Code.UNKNOWN_SYMBOL)
    if type(value) is not int:
        return Structure((), f"value {shown(value)} is not the number 0 or 1", Code.ILL_TYPED)
    if value not in (0, 1):
        return Structure((), f"value {shown(value)} is invalid", Code.MALFORMED)
    return None


def shown(value: Any) -> str:
    """A faulty value as JSON, shortened; containers and huge numbers by their kind alone.

    >>> shown("3"), shown(True), shown(10**5000), shown([[]])
    ('"3"', 'true', 'of 16610 bits', 'a list')
    """
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, int) and value.bit_length() > 4 * SHOWN:
        return f"of {value.bit_length()} bits"
    text = json.dumps(value[:SHOWN] if isinstance(value, str) else value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def flips_in(atoms: Iterable[Atom], base: Sequence[int]) -> Flips:
    """The flips among the atoms: those that change the base trace."""
    return flips_of({(step, index) for step, index, value in atoms if value != base[step] >> index & 1})
