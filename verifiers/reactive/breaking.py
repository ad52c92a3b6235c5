"""Breaking sets of literals: if all of them may change, the effect can be avoided.

A minimal one is a contrastive explanation (CXp; Ignatiev et al., 2020), a prime implicate of the cause C*,
and flipping exactly its cells avoids the effect.  All of them are found backwards over (step, node): the
minimal sets of flips from a node on are the minimal ones among ``f`` now with a minimal set from the node
that ``f`` leads to.  A family that outgrows the stated count is given up, not cut short.

>>> from certwright.domains.reactive.effect import OutputEffect
>>> from certwright.domains.reactive.machine import Machine
>>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
>>> passes = Passes(Product.of(latch, (1, 1), OutputEffect("o", at=1)))
>>> check(passes, 0b11), check(passes, 0b01).breaking, every(passes.product, 10)
(Breaking(breaking=True, removable=0), False, (3,))
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...domains.reactive.product import Product
from ..reading.kinds import AnswerKind
from ..task import Task
from .antichains import minimal
from .cells import by_step, everything, steps_of, submasks
from .passes import Passes, image


class Breaking(NamedTuple):
    """Whether the effect can be avoided by flips in a set, and the set of cells that it does not need."""

    breaking: bool
    removable: int

    @property
    def minimal(self) -> bool:
        """Breaking, and no cell can be left out."""
        return self.breaking and not self.removable


def check(passes: Passes, flips: int) -> Breaking:
    """Check a set of cells; cells beyond the horizon are removable."""
    product = passes.product
    inputs, horizon = product.inputs, product.horizon
    free = by_step(flips, inputs, horizon)
    reached, safe = passes.reached(free), passes.safe(free)
    if safe[0] & 1:
        return Breaking(False, 0)
    removable = flips & ~everything(inputs, horizon)
    for step, mask in enumerate(free):
        for index in range(inputs):
            if mask >> index & 1:
                after = image(passes.after(step, mask & ~(1 << index)), reached[step])
                if after & ~safe[step + 1]:
                    removable |= 1 << step * inputs + index
    return Breaking(True, removable)


def every(product: Product, cap: int) -> tuple[int, ...] | None:
    """All minimal breaking sets, small ones first; none when the effect is forced.

    None when some node has more than ``cap`` minimal sets.  WorldError when the effect does not happen.
    """
    passes = Passes(product)
    passes.require_effect()
    inputs = product.inputs
    all_free = (1 << inputs) - 1
    reached = passes.reached([all_free] * product.horizon)
    later: dict[int, list[int]] = {node: [] if good else [0] for node, good in enumerate(product.accepting)}
    for step in reversed(range(product.horizon)):
        table, letter, shift = product.tables[step], product.base[step], step * inputs
        now: dict[int, list[int]] = {}
        for node in range(product.nodes):
            if reached[step] >> node & 1:
                row = table[node]
                family = minimal(
                    flips << shift | rest
                    for flips in submasks(all_free)
                    for rest in later[row[letter ^ flips]]
                )
                if len(family) > cap:
                    return None
                now[node] = family
        later = now
    return tuple(later[0])


def one(passes: Passes) -> int | None:
    """A minimal breaking set, cells of late steps kept with preference; None when the effect is forced."""
    product = passes.product
    passes.require_effect()
    row = (1 << product.inputs) - 1
    free = [row] * product.horizon
    safe = passes.safe(free)
    if safe[0] & 1:
        return None
    reached, flips = 1, 0
    for step in range(product.horizon):
        mask = row
        for index in range(product.inputs):
            fewer = mask & ~(1 << index)
            if image(passes.after(step, fewer), reached) & ~safe[step + 1]:
                mask = fewer
        reached = image(passes.after(step, mask), reached)
        flips |= mask << step * product.inputs
    return flips


def cheapest(family: tuple[int, ...], inputs: int) -> int:
    """Of a family that is not empty: fewest steps, then fewest cells, then the smallest number."""
    return min(family, key=lambda one: (steps_of(one, inputs), one.bit_count(), one))


def _label(question: Any) -> Any:
    from .labelling import breaking_label

    return breaking_label(question)


def _judge(question: Any, options: Any) -> Any:
    from .judging_causes import judge_breaking

    return judge_breaking(question, question.truth)


TASK = Task(
    key="breaking",
    family="reactive",
    number=5,
    title="minimal breaking set",
    paper="CXp",
    groups={"gen": "reactive_breaking_gen"},
    shape=AnswerKind.LITERALS,
    label=_label,
    judge=_judge,
)
