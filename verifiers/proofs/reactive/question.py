"""What a record asks, read strictly: machine, base trace, effect; and sets of cells out of its atoms.

A *cell* is an input at a step.  A set of cells is an integer: bit ``step * inputs + index``.  The checker's
unit of work is one look at one entry of a table; `spend` bounds it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any

import msgspec

from ....domains.reactive.effect import Effect, LtlfEffect
from ....domains.reactive.hoa import read_hoa
from ....domains.reactive.machine import Machine
from ....domains.reactive.product import Product
from ....domains.reactive.records import effect as read_effect
from ....domains.reactive.words import letters
from ....instances.errors import CertificateError, RecordError
from ....instances.records import Instance
from ..bodies import Count, Name, read

MAX_STEPS = 100_000
MAX_EFFORT = 40_000_000
"""Entries of tables that the proof of one question may make the checker look at."""

Bit = Annotated[int, msgspec.Meta(ge=0, le=1)]
Atoms = list[tuple[Count, Name, Bit]]
Rows = Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=MAX_STEPS)]


class World(msgspec.Struct, forbid_unknown_fields=True):
    """The world of a record."""

    kind: str
    hoa: str


class Question:
    """The machine, the trace and the query of one record."""

    def __init__(self, instance: Instance):
        """CertificateError for what is no reactive question; WorldError for a malformed machine."""
        world = read("world", World, instance.world)
        if world.kind != "hoa":
            raise CertificateError("world: not {kind: hoa, hoa: text}")
        self.machine: Machine = read_hoa(world.hoa)
        self.query: dict[str, Any] = instance.query
        self.inputs = len(self.machine.inputs)
        rows = read("query trace", Rows, self.query.get("trace"))
        if not rows:
            raise CertificateError("query trace: it has no step")
        self.trace = letters(rows, self.inputs)
        self._effort = 0

    def spend(self, what: str, entries: int) -> None:
        """Count work; CertificateError beyond all bounds."""
        self._effort += entries
        if self._effort > MAX_EFFORT:
            raise CertificateError(f"{what}: the proof asks for more than {MAX_EFFORT} steps of checking")

    @cached_property
    def effect(self) -> Effect:
        """What is asked to happen."""
        try:
            return read_effect(self.query.get("effect"))
        except RecordError as error:
            raise CertificateError(f"query: {error}") from None

    @cached_property
    def product(self) -> Product:
        """The product of machine, trace and effect."""
        size = self.machine.states << self.inputs
        if isinstance(self.effect, LtlfEffect):
            size *= len(self.effect.monitor.accepting)
        self.spend("effect", size)
        return Product.of(self.machine, self.trace, self.effect)

    def happens(self) -> None:
        """CertificateError when the effect does not happen on the trace: there is nothing to explain then."""
        if not self.product.happens(self.trace):
            raise CertificateError("query effect: it does not happen on the trace")

    def claimed(self) -> tuple[int, ...]:
        """The outputs that the query claims, a bitmask a step."""
        rows = read("query outputs", Rows, self.query.get("outputs"))
        if len(rows) != len(self.trace):
            raise CertificateError(f"query outputs: {len(rows)} rows for {len(self.trace)} steps")
        return letters(rows, len(self.machine.outputs))

    def cells(self, what: str, atoms: Atoms, *, actual: bool) -> int:
        """The cells of atoms, which must strictly ascend and have the value of the trace, or the other one.

        CertificateError names the first atom at fault.
        """
        mask, last, names = 0, -1, self.machine.inputs
        for place, (step, name, value) in enumerate(atoms):
            where = f"{what} atom {place}"
            if step >= len(self.trace):
                raise CertificateError(f"{where}: the trace has no step {step}")
            if name not in names:
                raise CertificateError(f"{where}: {name!r} is no input")
            cell = step * self.inputs + names.index(name)
            if cell <= last:
                raise CertificateError(f"{where}: the atoms are not sorted and free of repetitions")
            if (self.trace[step] >> names.index(name) & 1 == value) != actual:
                word = "not the value" if actual else "the value"
                raise CertificateError(f"{where}: {name}={value} is {word} of the trace at step {step}")
            mask |= 1 << cell
            last = cell
        return mask

    def masks(self, cells: int) -> list[int]:
        """A set of cells as one mask of inputs for each step of the horizon."""
        row = (1 << self.inputs) - 1
        return [cells >> step * self.inputs & row for step in range(self.product.horizon)]

    def atoms(self, cells: int) -> list[list[Any]]:
        """A set of cells as atoms with the values of the trace."""
        found = []
        for cell in range(cells.bit_length()):
            if cells >> cell & 1:
                step, index = divmod(cell, self.inputs)
                found.append([step, self.machine.inputs[index], self.trace[step] >> index & 1])
        return found


def members(cells: int) -> list[int]:
    """The elements of a set, in order.

    >>> members(0b1010)
    [1, 3]
    """
    found = []
    while cells:
        low = cells & -cells
        found.append(low.bit_length() - 1)
        cells ^= low
    return found
