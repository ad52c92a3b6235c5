"""The greedy solver of interventions, against its rule written down once more."""

import random

import pytest

from certwright.generators.reactive.questions import tasks as greedy
from certwright.generators.reactive.worlds import random_machine
from certwright.generators.rng import Rng
from certwright.verifiers.reactive.question import Interventions, read_effect


def asked(seed, value=1):
    rng = random.Random(seed)
    machine = random_machine(Rng("greedy", seed), 3 + seed % 3, 2, 1)
    trace = tuple(rng.randrange(4) for _ in range(5))
    at = 4 - seed % 2
    effect = {"kind": "output", "ap": machine.outputs[0], "value": value, "at": at, "window": seed % 3}
    return Interventions(machine, trace, read_effect(effect), 1 + seed % 3)


def gain(question, flips):
    """Whether the output has the value at a step of the window, and at how many."""
    letters = [letter ^ (flips >> 2 * step & 3) for step, letter in enumerate(question.trace)]
    emitted, effect = question.machine.run(letters).outputs, question.effect
    hits = sum(emitted[step] == effect.value for step in range(effect.first, effect.at + 1))
    return hits > 0, hits


def by_rule(question, last):
    chosen, cells = 0, list(range(2 * question.product.horizon))
    while not gain(question, chosen)[0]:
        steps = {cell // 2 for cell in cells if chosen >> cell & 1}
        free = [
            cell
            for cell in cells
            if not chosen >> cell & 1 and (len(steps) < question.budget or cell // 2 in steps)
        ]
        if not free:
            return None
        best = max(gain(question, chosen | 1 << cell) for cell in free)
        ties = [cell for cell in free if gain(question, chosen | 1 << cell) == best]
        chosen |= 1 << (ties[-1] if last else ties[0])
    for cell in reversed(cells):
        if chosen >> cell & 1 and gain(question, chosen & ~(1 << cell))[0]:
            chosen &= ~(1 << cell)
    return chosen


@pytest.mark.parametrize("value", [0, 1])
@pytest.mark.parametrize("last", [False, True])
def test_it_adds_what_gains_most_and_drops_what_is_not_needed(value, last):
    found = [
        (greedy.greedily(one, last=last), by_rule(one, last))
        for one in (asked(seed, value) for seed in range(80))
    ]
    assert [ours for ours, _ in found] == [theirs for _, theirs in found]
    assert len({ours for ours, _ in found}) > 4


def test_it_gains_steps_of_the_window():
    for seed in range(40):
        one = asked(seed)
        for flips in (0, 1, 6, 0b1001000010):
            if flips >> 2 * one.product.horizon == 0:
                assert greedy._gain(one, flips) == gain(one, flips)
