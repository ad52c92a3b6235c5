"""A greedy solver of interventions: what a question should not fall to.

Setting by setting it adds the one that maximises (effect happens, steps of the window at which the output
has the value), until the effect happens or the budget is used up, then drops settings that are not needed.
Ties go to the first cell or to the last one; a question falls when either of them solves it.
"""

from __future__ import annotations

from collections.abc import Callable

from ...domains.reactive.effect import Effect, LtlfEffect
from ...domains.reactive.machine import Machine
from ...domains.reactive.product import Product
from ...verifiers.reactive.check import Flips, check, flips_of

Cell = tuple[int, int]
Gain = tuple[bool, int]


def falls(machine: Machine, trace: tuple[int, ...], effect: Effect, product: Product, budget: int) -> bool:
    """Whether the greedy solver finds a valid certificate within the budget of steps."""
    gain = _gain(machine, trace, effect, product)
    return any(_solves(product, budget, gain, last=last) for last in (False, True))


def greedily(
    machine: Machine, trace: tuple[int, ...], effect: Effect, product: Product, budget: int
) -> Flips | None:
    """What the greedy solver ends with, valid or not; None when the budget is used up before."""
    chosen = _chosen(product, budget, _gain(machine, trace, effect, product), last=False)
    return None if chosen is None else flips_of(chosen)


def _gain(
    machine: Machine, trace: tuple[int, ...], effect: Effect, product: Product
) -> Callable[[list[Cell]], Gain]:
    def gain(cells: list[Cell]) -> Gain:
        letters = list(trace)
        for step, index in cells:
            letters[step] ^= 1 << index
        happens = product.happens(letters)
        if isinstance(effect, LtlfEffect):
            return happens, 0
        bit = machine.outputs.index(effect.ap)
        emitted = machine.run(letters[: effect.at + 1]).outputs[effect.first :]
        return happens, sum((word >> bit & 1) == effect.value for word in emitted)

    return gain


def _solves(product: Product, budget: int, gain: Callable[[list[Cell]], Gain], *, last: bool) -> bool:
    chosen = _chosen(product, budget, gain, last=last)
    return chosen is not None and check(product, flips_of(chosen)).valid


def _chosen(
    product: Product, budget: int, gain: Callable[[list[Cell]], Gain], *, last: bool
) -> list[Cell] | None:
    """The cells that are chosen, after those that are not needed have been dropped."""
    chosen: list[Cell] = []
    order = [(step, index) for step in range(product.horizon) for index in range(product.inputs)]
    if last:
        order.reverse()
    while not gain(chosen)[0]:
        steps = {step for step, _ in chosen}
        allowed = [cell for cell in order if cell not in chosen and (cell[0] in steps or len(steps) < budget)]
        if not allowed:
            return None
        chosen.append(max(allowed, key=lambda cell: gain([*chosen, cell])))
    for cell in sorted(chosen, reverse=True):
        rest = [one for one in chosen if one != cell]
        if gain(rest)[0]:
            chosen = rest
    return chosen
