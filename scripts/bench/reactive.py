"""Reactive systems: simulation beside Spot's bindings; intervention certificates beside the published method.

For certificates the systems are random Mealy tables from a fixed seed, the effect is an output at the last
step, as in GF-01's generator.  The baseline reimplements the method of GF-01's public code: depth first over
the sets of flips of each size, a full rerun of the system for each and for each of its atoms, valuations as
mappings, the next state looked up by the text of a valuation.
"""

import random
from collections.abc import Iterator, Sequence

from ...domains.reactive.effect import OutputEffect
from ...domains.reactive.hoa import write_hoa
from ...domains.reactive.machine import Batch, Machine
from ...domains.reactive.systems import system
from ...generators.rng import Rng
from ...instances.formats.gf01 import transition_keys
from ...verifiers.engines.child import PACKAGE, Returned, in_child
from ...verifiers.engines.registry import present
from ...verifiers.reactive.atoms import settings
from ...verifiers.reactive.best_match import best_match
from ...verifiers.reactive.cells import everything
from ...verifiers.reactive.certificates import Enumeration, Sampler, count
from ...verifiers.reactive.check import cheapest, check
from ...verifiers.reactive.question import Interventions
from .measurement import Measurement, best, timed

CHECK, RUN = "interventions", "simulate"
SEED = 12
RUNS = 3


def question(steps: int, inputs: int, states: int, budget: int) -> Interventions:
    """A random system with two outputs, a random trace, and the first output at the last step."""
    rng = random.Random(f"{SEED} {steps} {inputs} {states}")
    letters = range(1 << inputs)
    machine = Machine(
        tuple(f"in{index}" for index in range(inputs)),
        ("out0", "out1"),
        0,
        tuple(tuple(rng.randrange(states) for _ in letters) for _ in range(states)),
        tuple(tuple(rng.randrange(4) for _ in letters) for _ in range(states)),
    )
    trace = tuple(rng.randrange(1 << inputs) for _ in range(steps))
    # the effect is a value that the base run does not have
    wanted = not machine.run(trace).outputs[-1] & 1
    return Interventions(machine, trace, OutputEffect("out0", steps - 1, wanted), budget)


def interventions() -> Iterator[Measurement]:
    """Our figures, then those of the published method and the ratio."""
    for steps, repeat, unit, scale in ((12, 2000, "us", 1e6), (10_000, 10, "ms", 1e3)):
        problem = question(steps, 3, 5, 3)
        flips = sum(1 << steps * place // 3 * 3 + place for place in range(3))  # three atoms, spread evenly
        taken = best(lambda: check(problem.product, flips), RUNS, repeat)  # noqa: B023
        yield Measurement(CHECK, f"check, T = {steps:,}", taken * scale, unit, "3 inputs, 5 states, 3 atoms")
    problem = question(10_000, 3, 5, 3)
    every = everything(3, 10_000)
    taken = best(lambda: check(problem.product, every), RUNS)
    yield Measurement(CHECK, "check, T = 10,000", taken * 1e3, "ms", "the same, 30,000 atoms")
    yield from _counts()
    problem = question(400, 4, 20, 400)
    taken = best(lambda: cheapest(problem.product), RUNS)
    yield Measurement(CHECK, "cheapest, T = 400", taken, "s", "4 inputs, 20 states")
    problem = question(50, 3, 5, 10)
    given = settings({(step, step % 3): step % 2 for step in range(0, 50, 7)}, 3, problem.trace)
    taken = best(lambda: best_match(problem.product, problem.budget, given), RUNS)
    yield Measurement(CHECK, "exact best match, T = 50", taken, "s", f"budget 10, |M(I)| = {problem.size:,}")
    yield from _beside_the_published_method()


def _counts() -> Iterator[Measurement]:
    for steps, budget, runs in ((10_000, 20, 1), (100, 10, RUNS), (1000, 20, RUNS)):
        problem = question(steps, 3, 5, budget)
        counted = count(problem.product, budget)
        taken = best(lambda: count(problem.product, problem.budget), runs)  # noqa: B023
        size = f"{counted.count:.3e}, at most {counted.peak} states a step"
        note = f"3 inputs, 5 states, budget {budget}; {size}"
        yield Measurement(CHECK, f"|M(I)|, T = {steps:,}", taken, "s", note)
    with timed() as clock:
        sampler, rng = Sampler(problem.product, 20), random.Random(0)
    yield Measurement(CHECK, "table to draw from, T = 1000", clock.wall, "s", "the same")
    taken = best(lambda: sampler.draw(rng.randrange), RUNS, 20)
    yield Measurement(CHECK, "draw from M(I)", taken * 1e3, "ms", "the same, one certificate")


def _beside_the_published_method() -> Iterator[Measurement]:
    problem = question(12, 3, 5, 3)
    with timed() as clock:
        listed = published(problem)
    ours = best(lambda: Enumeration(problem.product, 3).first(10**6), RUNS)
    certificates, _ = Enumeration(problem.product, 3).first(10**6)
    assert len(certificates) == len(listed) == problem.size
    note = f"T = 12, 3 inputs, budget 3; {len(listed)} certificates"
    yield Measurement(CHECK, "published method, all of M(I)", clock.wall, "s", note)
    yield Measurement(CHECK, "ours, all of M(I) listed", ours * 1e3, "ms", "the same")
    yield Measurement(CHECK, "ratio", clock.wall / ours, "times", "published / ours, listing")
    counted = best(lambda: count(problem.product, 3), RUNS)
    yield Measurement(CHECK, "ratio", clock.wall / counted, "times", "published / ours, counting")


Valuation = dict[str, int]
Atom = tuple[int, str, int]


def published(problem: Interventions) -> list[tuple[Atom, ...]]:
    """M(I) by trying every set of flips within the budget."""
    machine, budget = problem.machine, problem.budget
    keys = transition_keys(machine.inputs)
    rows: dict[int, dict[str, tuple[int, Valuation]]] = {
        state: {
            key: (after, {ap: word >> bit & 1 for bit, ap in enumerate(machine.outputs)})
            for key, after, word in zip(keys, machine.successors[state], machine.emitted[state], strict=True)
        }
        for state in range(machine.states)
    }
    base = [{ap: letter >> bit & 1 for bit, ap in enumerate(machine.inputs)} for letter in problem.trace]

    def happens(atoms: Sequence[Atom]) -> bool:
        trace = [dict(valuation) for valuation in base]
        for step, ap, value in atoms:
            trace[step][ap] = value
        state, outputs = machine.initial, []
        for valuation in trace:
            key = "|".join(f"{ap}={valuation[ap]}" for ap in machine.inputs)
            state, emitted = rows[state][key]
            outputs.append(dict(emitted))
        return outputs[-1]["out0"] == problem.effect.value  # type: ignore[union-attr]

    flips = [(step, ap, 1 - base[step][ap]) for step in range(len(base)) for ap in machine.inputs]
    certificates = []

    def extend(chosen: tuple[Atom, ...], start: int, left: int) -> None:
        if left == 0:
            parts = (chosen[:place] + chosen[place + 1 :] for place in range(len(chosen)))
            if happens(chosen) and not any(map(happens, parts)):
                certificates.append(chosen)
            return
        for place in range(start, len(flips) - left + 1):
            longer = (*chosen, flips[place])
            if len({step for step, _, _ in longer}) <= budget:
                extend(longer, place + 1, left - 1)

    for size in range(budget * len(machine.inputs) + 1):
        extend((), 0, size)
    return certificates


SYSTEM = "traffic_3"
STEPS = 20_000
TRACES = 10_000
BATCH_STEPS = 100
ROUNDS = 3  # rounds, of which the best counts, for us and for Spot


def simulation() -> Iterator[Measurement]:
    """Microseconds per step for one trace and in batches; Spot's bindings on the same machine and trace."""
    import numpy as np

    machine, rng = system(SYSTEM), Rng("bench", "simulate")
    letters = [rng.below(1 << len(machine.inputs)) for _ in range(STEPS)]
    single = best(lambda: machine.run(letters), ROUNDS) / STEPS
    note = f"{SYSTEM}: {machine.states} states, {len(machine.inputs)} inputs; {STEPS:,} steps"
    yield Measurement(RUN, "one trace", single * 1e6, "us/step", note)
    size = TRACES * BATCH_STEPS
    drawn = np.array([rng.below(1 << len(machine.inputs)) for _ in range(size)], dtype=np.int32)
    rows, batches = drawn.reshape(TRACES, BATCH_STEPS), Batch(machine)
    batch = best(lambda: batches.run(rows), ROUNDS) / size
    yield Measurement(RUN, "batch", batch * 1e6, "us/step", f"{TRACES:,} x {BATCH_STEPS} steps")
    if not present("spot"):
        return
    given = {"hoa": write_hoa(machine), "inputs": list(machine.inputs), "letters": letters, "rounds": ROUNDS}
    answer = in_child(f"{PACKAGE}.spot_tasks:walk", given, engine="spot")
    if not isinstance(answer, Returned) or answer.value["end"] != machine.run(letters).states[-1]:
        yield Measurement(RUN, "one trace, Spot", None, "us/step", f"no comparable run: {answer!r:.100}")
        return
    spot = answer.value["seconds"] / STEPS
    yield Measurement(RUN, "one trace, Spot", spot * 1e6, "us/step", "edges tried in order, letters as BDDs")
    yield Measurement(RUN, "one trace, ratio", spot / single, "x", "at least 30")
    yield Measurement(RUN, "batch, ratio", spot / batch, "x", "at least 300")
