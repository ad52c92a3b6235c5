"""A question about interventions: a system, a base trace, an effect and a budget, with what is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...domains.reactive.effect import Effect, OutputEffect
from ...domains.reactive.explicit import letter, machine_of
from ...domains.reactive.machine import Machine
from ...domains.reactive.product import Product
from ...instances.errors import LimitError
from ...instances.formats.gf01 import Gf01Instance
from .count import count
from .shadows import LIMIT


@dataclass(frozen=True)
class Interventions:
    """Certificates are asked for that make ``effect`` happen within the budgets.

    ``budget`` bounds the intervened timesteps, ``budget_atoms`` the single settings (None: it does not).
    """

    machine: Machine
    trace: tuple[int, ...]
    effect: Effect
    budget: int
    budget_atoms: int | None = None
    limit: int = LIMIT
    """Transitions that a count or a best match may take before it is undecided."""

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

    @cached_property
    def published(self) -> tuple[tuple[tuple[int, str, int], ...], ...]:
        """The valid certificates that GF-01's public code looks at; LimitError where that is undecided."""
        from .reference import found

        return found(self)

    @property
    def inputs(self) -> Sequence[str]:
        """The input propositions."""
        return self.machine.inputs
