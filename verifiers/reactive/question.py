"""A reactive question as the verifiers use it: machine, letters, effect, and the product of the three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from ...domains.reactive.effect import Effect
from ...domains.reactive.hoa import read_hoa
from ...domains.reactive.machine import Machine
from ...domains.reactive.product import Product
from ...domains.reactive.records import effect as read_effect
from ...domains.reactive.words import letters
from ...instances.errors import RecordError
from ...instances.records import Instance
from .cells import literals
from .passes import Passes


@dataclass(frozen=True)
class Question:
    """The world and the trace of one question."""

    machine: Machine
    trace: tuple[int, ...]
    query: dict[str, Any]
    truth: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, instance: Instance) -> Question:
        """The question of a record; RecordError or WorldError when it is malformed."""
        world, query = instance.world, instance.query
        if world.get("kind") != "hoa" or not isinstance(world.get("hoa"), str):
            raise RecordError('the world is not {"kind": "hoa", "hoa": text}', field="world")
        machine = read_machine(world["hoa"])
        if not isinstance(query.get("trace"), list):
            raise RecordError("the query has no trace", field="query.trace")
        return cls(machine, tuple(letters(query["trace"], len(machine.inputs))), query, instance.truth or {})

    @cached_property
    def effect(self) -> Effect:
        """What is asked to happen; RecordError when the query has none."""
        if not isinstance(self.query.get("effect"), dict):
            raise RecordError("the query has no effect", field="query.effect")
        return read_effect(self.query["effect"])

    @cached_property
    def product(self) -> Product:
        """The product that interventions are asked of."""
        return Product.of(self.machine, self.trace, self.effect)

    @cached_property
    def passes(self) -> Passes:
        """The sweeps over the product."""
        return Passes(self.product)

    @cached_property
    def outputs(self) -> tuple[int, ...]:
        """The claimed outputs of the question ``accept``."""
        claimed = tuple(letters(self.query["outputs"], len(self.machine.outputs)))
        if len(claimed) != len(self.trace):
            raise RecordError("the claimed outputs are not as long as the trace", field="query.outputs")
        return claimed

    def atoms(self, cells: int) -> list[list[Any]]:
        """A set of cells as atoms with the values of the trace."""
        return literals(cells, self.machine.inputs, self.trace)


@lru_cache(128)
def read_machine(text: str) -> Machine:
    """The machine of canonical HOA text."""
    return read_hoa(text)


def cells_mask(atoms: Sequence[Sequence[Any]], machine: Machine) -> int:
    """The cells of atoms out of a truth record; RecordError when one is no atom of the machine."""
    mask, inputs = 0, len(machine.inputs)
    for atom in atoms:
        step, name, _ = atom
        if name not in machine.inputs or type(step) is not int or step < 0:
            raise RecordError(f"{atom!r} is no atom of the machine", field="truth")
        mask |= 1 << step * inputs + machine.inputs.index(name)
    return mask
