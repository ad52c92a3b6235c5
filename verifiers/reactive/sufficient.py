"""Sufficient sets of literals: kept, they force the effect whatever all other inputs are.

A minimal one is an abductive explanation (AXp; Marques-Silva, 2022; Ignatiev et al., 2019), a prime
implicant of the cause C*.  Sufficiency is monotone: every superset of a sufficient set is sufficient.  So a
set is minimal when no single literal can be set free, and setting literals free one after the other, in any
order, ends at a minimal set.  In the order from the last step to the first the sweeps of ``passes`` decide
each literal at once, and the whole takes O(T (S + n) 2^n).

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> from certwright.domains.reactive.product import Product
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> passes = Passes(Product.of(latch, (1, 1), OutputEffect("o", at=1)))
>>> check(passes, 0b11)
Sufficiency(sufficient=True, removable=3)
>>> check(passes, 0b10), one(passes), one(passes, late=True)
(Sufficiency(sufficient=True, removable=0), 1, 2)
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..reading.kinds import AnswerKind
from ..task import Task
from .cells import by_step, everything
from .passes import Passes, image


class Sufficiency(NamedTuple):
    """Whether a set forces the effect, and the set of those literals each of which it does not need."""

    sufficient: bool
    removable: int

    @property
    def minimal(self) -> bool:
        """Sufficient, and no literal can be left out."""
        return self.sufficient and not self.removable


def check(passes: Passes, held: int) -> Sufficiency:
    """Check a set of literals (cells beyond the horizon hold nothing, and are removable)."""
    product = passes.product
    inputs, horizon = product.inputs, product.horizon
    row = (1 << inputs) - 1
    free = [row & ~mask for mask in by_step(held, inputs, horizon)]
    reached, safe = passes.reached(free), passes.safe(free)
    if not safe[0] & 1:
        return Sufficiency(False, 0)
    removable = held & ~everything(inputs, horizon)
    for step, mask in enumerate(free):
        for index in range(inputs):
            if not mask >> index & 1:
                after = image(passes.after(step, mask | 1 << index), reached[step])
                if after & ~safe[step + 1] == 0:
                    removable |= 1 << step * inputs + index
    return Sufficiency(True, removable)


def one(passes: Passes, *, late: bool = False) -> int:
    """A minimal sufficient set: late literals are set free first, or kept with preference (``late``).

    WorldError when the effect does not happen on the base trace.
    """
    passes.require_effect()
    return _keep_late(passes) if late else _keep_early(passes)


def _keep_early(passes: Passes) -> int:
    """From the last step to the first: before the step the run is that of the base trace."""
    product = passes.product
    nodes = [0]
    for table, letter in zip(product.tables, product.base, strict=False):
        nodes.append(table[nodes[-1]][letter])
    safe, held = passes.accepting, 0
    for step in reversed(range(product.horizon)):
        free = 0
        for index in reversed(range(product.inputs)):
            if passes.after(step, free | 1 << index)[nodes[step]] & ~safe:
                held |= 1 << step * product.inputs + index
            else:
                free |= 1 << index
        safe = passes.safe_before(step, free, safe)
    return held


def _keep_late(passes: Passes) -> int:
    """From the first step to the last: after the step the letters are those of the base trace."""
    product = passes.product
    safe = passes.safe([0] * product.horizon)
    reached, held = 1, 0
    for step in range(product.horizon):
        free = 0
        for index in range(product.inputs):
            if image(passes.after(step, free | 1 << index), reached) & ~safe[step + 1]:
                held |= 1 << step * product.inputs + index
            else:
                free |= 1 << index
        reached = image(passes.after(step, free), reached)
    return held


def _label(question: Any) -> Any:
    from .labelling import sufficient_label

    return sufficient_label(question)


def _judge(question: Any, options: Any) -> Any:
    from .judging_causes import judge_sufficient

    return judge_sufficient(question, question.truth)


TASK = Task(
    key="sufficient",
    family="reactive",
    number=4,
    title="minimal sufficient set",
    paper="AXp",
    groups={"gen": "reactive_sufficient_gen"},
    shape=AnswerKind.LITERALS,
    label=_label,
    judge=_judge,
)
