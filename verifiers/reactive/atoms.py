"""Atoms at the border: JSON from outside as sets of cells, sets of cells as JSON and text.

An *atom* ``[step, "name", value]`` says that an input has the value, 0 or 1, at a step: in text ``a@3`` or
``!b@0``.  As a literal of a cause it repeats the base trace; as a setting of an intervention it changes the
trace, or agrees with it and changes nothing (*idle*).  What comes from outside is any JSON; the first fault
in the order of the list is reported, of interventions in the words of GF-01's public code (definitions 3 to
5).

>>> read_settings([[1, "r", 1], [0, "r", 0]], ("r",), (0, 0))
Settings(flips=2, idle=1)
>>> atoms(2, ("r",), (0, 0), flipped=True)
[[1, 'r', 1]]
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...domains.reactive.machine import Machine
from ...instances.errors import RecordError
from ...instances.records import Code
from .cells import Cells, members

ATOM_LIMIT = 1_000_000
SHOWN = 60  # characters of a faulty value that a message repeats

Words = Mapping[str, tuple[Code, str]]  # what can be wrong with atoms: code, and message about the value
GF01_WORDS: Words = {
    "list": (Code.MALFORMED, "{0} is not a list of atoms"),
    "atom": (Code.MALFORMED, "atom {place} is {0}, not [timestep, ap, value]"),
    "integer": (Code.ILL_TYPED, "timestep {0} is not an integer"),
    "range": (Code.MALFORMED, "timestep {0} out of range"),
    "name": (Code.ILL_TYPED, "ap {0} is not a name"),
    "output": (Code.UNKNOWN_SYMBOL, "ap {1} not in AP_in"),
    "unknown": (Code.UNKNOWN_SYMBOL, "ap {1} not in AP_in"),
    "number": (Code.ILL_TYPED, "value {0} is not the number 0 or 1"),
    "bit": (Code.MALFORMED, "value {0} is invalid"),
    "twice": (Code.CONFLICTING, "conflicting assignments for {1}"),
}
LITERAL_WORDS: Words = {
    "list": (Code.MALFORMED, "an array of atoms [t, ap, value] expected, found {0}"),
    "atom": (Code.MALFORMED, "atom {place}: [t, ap, value] expected, found {0}"),
    "integer": (Code.ILL_TYPED, "atom {place}: the step is {0}, no integer"),
    "range": (Code.ILL_TYPED, "atom {place}: {0} is no step; steps are 0 to {last}"),
    "name": (Code.ILL_TYPED, "atom {place}: the proposition is {0}, no name"),
    "output": (Code.ILL_TYPED, "atom {place}: {1!r} is an output; only inputs can be set"),
    "unknown": (Code.UNKNOWN_SYMBOL, "atom {place}: {1!r} is no proposition of the system"),
    "number": (Code.ILL_TYPED, "atom {place}: the value is {0}, not 0 or 1"),
    "bit": (Code.ILL_TYPED, "atom {place}: the value is {0}, not 0 or 1"),
    "twice": (Code.CONFLICTING, "atom {place} gives a second value to {1}"),
}


class AtomFault(NamedTuple):
    """Why something submitted is no set of atoms of the question."""

    code: Code
    message: str


class Settings(NamedTuple):
    """A submitted certificate: the cells that it flips, and those that it sets to their base value."""

    flips: Cells
    idle: Cells = 0

    @property
    def cells(self) -> Cells:
        """All cells that are set."""
        return self.flips | self.idle


def read_settings(raw: Any, inputs: Sequence[str], base: Sequence[int]) -> Settings | AtomFault:
    """The certificate in JSON, or what is wrong with it, in GF-01's words."""
    values = _read(raw, inputs, len(base), GF01_WORDS)
    return values if isinstance(values, AtomFault) else settings(values, len(inputs), base)


def settings(values: Mapping[tuple[int, int], int], inputs: int, base: Sequence[int]) -> Settings:
    """The certificate that gives cells (step, input) values on a base trace."""
    flips = idle = 0
    for (step, index), value in values.items():
        flipped = base[step] >> index & 1 ^ value
        flips |= flipped << step * inputs + index
        idle |= (1 ^ flipped) << step * inputs + index
    return Settings(flips, idle)


def read_literals(raw: Any, machine: Machine, base: Sequence[int]) -> Cells | AtomFault:
    """The literals in JSON, or what is wrong with them; all must hold on the base trace."""
    names = machine.inputs
    values = _read(raw, names, len(base), LITERAL_WORDS, machine.outputs)
    if isinstance(values, AtomFault):
        return values
    given = settings(values, len(names), base)
    if given.flips:
        step, name, value = atoms(given.flips, names, base)[0]
        return AtomFault(Code.WRONG, f"{name} is {value} at step {step} of the trace, not {1 - value}")
    return given.idle


def _read(
    raw: Any, inputs: Sequence[str], steps: int, words: Words, outputs: Sequence[str] = ()
) -> dict[tuple[int, int], int] | AtomFault:
    """The value that each cell (step, input) is given; a repeated atom counts once."""
    if not isinstance(raw, list):
        return _fault(words, "list", raw)
    if len(raw) > ATOM_LIMIT:
        return AtomFault(Code.TOO_LARGE, f"more than {ATOM_LIMIT} atoms")
    index = {name: place for place, name in enumerate(inputs)}
    values: dict[tuple[int, int], int] = {}
    for place, item in enumerate(raw):
        if not isinstance(item, list | tuple) or len(item) != 3:
            return _fault(words, "atom", item, place)
        step, name, value = item
        if (wrong := _wrong(step, name, value, steps, index, outputs)) is not None:
            return _fault(words, *wrong, place, steps - 1)
        if values.setdefault((step, index[name]), value) != value:
            return _fault(words, "twice", (step, name), place)
    return values


def _wrong(
    step: Any, name: Any, value: Any, steps: int, index: Mapping[str, int], outputs: Sequence[str]
) -> tuple[str, Any] | None:
    """What is wrong with the parts of one atom by themselves, and the part."""
    if type(step) is not int:
        return "integer", step
    if not 0 <= step < steps:
        return "range", step
    if not isinstance(name, str):
        return "name", name
    if name not in index:
        return "output" if name in outputs else "unknown", name
    if type(value) is not int:
        return "number", value
    return None if value in (0, 1) else ("bit", value)


def _fault(words: Words, kind: str, value: Any, place: int = 0, last: int = 0) -> AtomFault:
    code, message = words[kind]
    plain = value[:SHOWN] if isinstance(value, str) else value
    return AtomFault(code, message.format(shown(value), plain, place=place, last=last))


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


def atoms(
    cells: Cells, names: Sequence[str], base: Sequence[int], *, flipped: bool = False
) -> list[list[Any]]:
    """The cells as JSON atoms with the values of the base trace, or with the other ones (``flipped``)."""
    places = (divmod(cell, len(names)) for cell in members(cells))
    return [[step, names[index], (base[step] >> index & 1) ^ flipped] for step, index in places]


def setting_atoms(given: Settings, names: Sequence[str], base: Sequence[int]) -> list[list[Any]]:
    """A certificate as JSON atoms, by step and input."""
    listed = atoms(given.cells, names, base)
    for atom, cell in zip(listed, members(given.cells), strict=True):
        atom[2] ^= given.flips >> cell & 1
    return listed


def stored_cells(listed: Sequence[Sequence[Any]], names: Sequence[str]) -> Cells:
    """The cells of atoms out of a truth record; RecordError when one is no atom of the machine."""
    cells = 0
    for step, name, value in listed:
        if name not in names or type(step) is not int or step < 0:
            raise RecordError(f"{[step, name, value]!r} is no atom of the machine", field="truth")
        cells |= 1 << step * len(names) + names.index(name)
    return cells


def atom_text(atom: Sequence[Any]) -> str:
    """An atom as text.

    >>> atom_text([3, "a", 1]), atom_text([0, "b", 0])
    ('a@3', '!b@0')
    """
    step, name, value = atom
    return f"{'' if value else '!'}{name}@{step}"
