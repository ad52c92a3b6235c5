"""Small random machines for tests, and a second way to say what they do."""

import random

from certwright.domains.reactive.machine import Machine


def random_machine(seed, states=5, inputs=2, outputs=2):
    draw = random.Random(seed)
    letters = range(1 << inputs)
    return Machine(
        tuple(f"i{place}" for place in range(inputs)),
        tuple(f"o{place}" for place in range(outputs)),
        draw.randrange(states),
        tuple(tuple(draw.randrange(states) for _ in letters) for _ in range(states)),
        tuple(tuple(draw.randrange(1 << outputs) for _ in letters) for _ in range(states)),
    )


def behaviour(machine, depth):
    """What the machine emits on every word of this length: equal for equivalent machines."""
    found = {}
    waiting = [((), machine.initial, ())]
    while waiting:
        word, state, emitted = waiting.pop()
        found[word] = emitted
        if len(word) < depth:
            for letter in range(1 << len(machine.inputs)):
                step = machine.successors[state][letter], (*emitted, machine.emitted[state][letter])
                waiting.append(((*word, letter), *step))
    return found
