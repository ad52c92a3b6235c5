"""A greedy solver of interventions: what a question should not fall to.

Setting by setting it adds the one that maximises (effect happens, steps of the window at which the output
has the value), until the effect happens or the budget is used up, then drops settings that are not needed.
Ties go to the first cell or to the last one; a question falls when either of them solves it.
"""

from collections.abc import Callable

from ...domains.reactive.effect import Effect, LtlfEffect, Product
from ...domains.reactive.machine import Machine
from ...verifiers.reactive.cells import Cells, by_step, members, steps_of
from ...verifiers.reactive.check import check

Gain = tuple[bool, int]


def falls(machine: Machine, trace: tuple[int, ...], effect: Effect, product: Product, budget: int) -> bool:
    """Whether the greedy solver finds a valid certificate within the budget of steps."""
    gain = _gain(machine, trace, effect, product)
    tried = (_chosen(product, budget, gain, last=last) for last in (False, True))
    return any(chosen is not None and check(product, chosen).valid for chosen in tried)


def greedily(
    machine: Machine, trace: tuple[int, ...], effect: Effect, product: Product, budget: int
) -> Cells | None:
    """What the greedy solver ends with, valid or not; None when the budget is used up before."""
    return _chosen(product, budget, _gain(machine, trace, effect, product), last=False)


def _gain(
    machine: Machine, trace: tuple[int, ...], effect: Effect, product: Product
) -> Callable[[Cells], Gain]:
    inputs = product.inputs

    def gain(flips: Cells) -> Gain:
        letters = list(trace)
        for step, mask in by_step(flips, inputs):
            letters[step] ^= mask
        happens = product.happens(letters)
        if isinstance(effect, LtlfEffect):
            return happens, 0
        bit = machine.outputs.index(effect.ap)
        emitted = machine.run(letters[: effect.at + 1]).outputs[effect.first :]
        return happens, sum((word >> bit & 1) == effect.value for word in emitted)

    return gain


def _chosen(product: Product, budget: int, gain: Callable[[Cells], Gain], *, last: bool) -> Cells | None:
    """The cells that are chosen, after those that are not needed have been dropped."""
    inputs, chosen = product.inputs, 0
    order = range(product.horizon * inputs)[:: -1 if last else 1]
    while not gain(chosen)[0]:
        steps = steps_of(chosen, inputs)
        spare = steps.bit_count() < budget
        allowed = [c for c in order if not chosen >> c & 1 and (spare or steps >> c // inputs & 1)]
        if not allowed:
            return None
        chosen |= 1 << max(allowed, key=lambda cell: gain(chosen | 1 << cell))
    for cell in reversed(members(chosen)):
        if gain(chosen & ~(1 << cell))[0]:
            chosen &= ~(1 << cell)
    return chosen
