"""Reactive questions as the verifiers use them: machine, letters, effect, and the product of the three."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from ...domains.reactive.effect import Effect, OutputEffect, Product, read_effect
from ...domains.reactive.explicit import letter, machine_of
from ...domains.reactive.hoa import read_hoa
from ...domains.reactive.machine import Machine
from ...domains.reactive.words import letters
from ...instances.canonical import encode
from ...instances.errors import LimitError, RecordError
from ...instances.formats.gf01 import Gf01Instance
from ...instances.records import Answer, Certificate, Grades, Instance, Json
from ..task import Judgement, Labelled
from .atoms import atom_text, atoms
from .automaton import LIMIT
from .cells import Cells
from .certificates import count
from .passes import Passes

Judged = Callable[[Answer], tuple[Judgement, Any]]  # from an answer to its judgement and what was read
NONE, TRUE = "none", "true"  # the gold answers that a set is empty, and that nothing can prevent the effect


def labelled(
    truth: Json, proofs: Iterable[Certificate], proven: int, undecided: int = 0, gold: Any = None
) -> Labelled:
    """A truth with its proofs and an answer that scores, which may be text or JSON."""
    text = gold if isinstance(gold, str) or gold is None else encode(gold).decode()
    return Labelled(truth, tuple(proofs), Grades(certified=proven, undecided=undecided), text)


@dataclass(frozen=True)
class Question:
    """The world, the trace, the query and the truth of one record."""

    machine: Machine
    trace: tuple[int, ...]
    query: Json
    truth: Json = field(default_factory=dict)

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

    @property
    def interventions(self) -> Interventions:
        """The question as GF-01 asks it; RecordError for a malformed budget."""
        budget, settings = self.query.get("budget_timestep"), self.query.get("budget_atoms")
        if type(budget) is not int or budget < 0:
            raise RecordError("a budget is a number of steps", field="query.budget_timestep")
        if settings is not None and (type(settings) is not int or settings < 0):
            raise RecordError("a budget of single settings is a number or null", field="query.budget_atoms")
        return Interventions(self.machine, self.trace, self.effect, budget, settings)

    def atoms(self, cells: Cells) -> list[list[Any]]:
        """A set of cells as atoms with the values of the trace."""
        return atoms(cells, self.machine.inputs, self.trace)

    def first(self, cells: Cells) -> str:
        """The first literal of a set of cells, as text."""
        return atom_text(self.atoms(cells & -cells)[0])


@lru_cache(128)
def read_machine(text: str) -> Machine:
    """The machine of canonical HOA text."""
    return read_hoa(text)


@dataclass(frozen=True, eq=False)
class Interventions:
    """Certificates that make the effect happen within ``budget`` timesteps and ``budget_atoms`` settings."""

    machine: Machine
    trace: tuple[int, ...]
    effect: Effect
    budget: int
    budget_atoms: int | None = None
    limit: int = LIMIT  # transitions that a count or a best match may take before it is undecided

    @classmethod
    def of(cls, instance: Gf01Instance) -> Interventions:
        """The question of a GF-01 instance."""
        machine = machine_of(instance.automaton)
        trace = tuple(letter(valuation, machine.inputs) for valuation in instance.base_trace)
        effect = OutputEffect(instance.effect_ap, instance.t_star, True, instance.window)
        return cls(machine, trace, effect, instance.budget_timestep, instance.budget_atoms)

    @cached_property
    def product(self) -> Product:
        """The product of the three."""
        return Product.of(self.machine, self.trace, self.effect)

    def excess(self, timesteps: int, settings: int) -> str:
        """Which budget a certificate of that size exceeds, as a sentence; empty when it is within both."""
        if timesteps > self.budget:
            return f"{timesteps} timesteps are set, the budget is {self.budget}"
        if self.budget_atoms is not None and settings > self.budget_atoms:
            return f"{settings} single settings are made, the budget is {self.budget_atoms}"
        return ""

    @cached_property
    def size(self) -> int | None:
        """|M(I)|; None where that is undecided."""
        try:
            return count(self.product, self.budget, settings=self.budget_atoms, limit=self.limit).count
        except LimitError:
            return None

    @cached_property
    def without_settings(self) -> Interventions:
        """The question as GF-01's public code asks it, which bounds timesteps alone."""
        return self if self.budget_atoms is None else replace(self, budget_atoms=None)

    @property
    def inputs(self) -> Sequence[str]:
        """The input propositions."""
        return self.machine.inputs

    def flipped(self, cells: Cells) -> list[list[Any]]:
        """A certificate as atoms with the values that it sets."""
        return atoms(cells, self.machine.inputs, self.trace, flipped=True)
