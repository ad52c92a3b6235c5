"""A greedy solver of interventions: what a question should not fall to.

Setting by setting it adds the one that maximises (effect happens, steps of the window at which the output
has the value), until the effect happens or the budget is used up, then drops settings that are not needed.
Ties go to the first cell or to the last one; a question falls when either of them solves it.
"""

from ...domains.reactive.effect import LtlfEffect
from ...verifiers.reactive.cells import Cells, by_step, members, steps_of
from ...verifiers.reactive.check import check
from ...verifiers.reactive.question import Interventions


def falls(question: Interventions) -> bool:
    """Whether the greedy solver finds a valid certificate within the budget of steps."""
    tried = (greedily(question, last=last) for last in (False, True))
    return any(chosen is not None and check(question.product, chosen).valid for chosen in tried)


def _gain(question: Interventions, flips: Cells) -> tuple[bool, int]:
    machine, effect, product = question.machine, question.effect, question.product
    letters = list(question.trace)
    for step, mask in by_step(flips, product.inputs):
        letters[step] ^= mask
    happens = product.happens(letters)
    if isinstance(effect, LtlfEffect):
        return happens, 0
    bit = machine.outputs.index(effect.ap)
    emitted = machine.run(letters[: effect.at + 1]).outputs[effect.first :]
    return happens, sum((word >> bit & 1) == effect.value for word in emitted)


def greedily(question: Interventions, *, last: bool = False) -> Cells | None:
    """What the greedy solver ends with, valid or not; None when the budget is used up before."""
    inputs, chosen = question.product.inputs, 0
    order = range(question.product.horizon * inputs)[:: -1 if last else 1]
    while not _gain(question, chosen)[0]:
        steps = steps_of(chosen, inputs)
        spare = steps.bit_count() < question.budget
        allowed = [c for c in order if not chosen >> c & 1 and (spare or steps >> c // inputs & 1)]
        if not allowed:
            return None
        chosen |= 1 << max(allowed, key=lambda cell: _gain(question, chosen | 1 << cell))
    for cell in reversed(members(chosen)):
        if _gain(question, chosen & ~(1 << cell))[0]:
            chosen &= ~(1 << cell)
    return chosen
