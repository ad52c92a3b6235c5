"""Simulation speed: our tables and Spot's bindings, on the same machine and trace, in the same run."""

from collections.abc import Iterator

from ...domains.reactive.hoa import write_hoa
from ...domains.reactive.machine import Batch
from ...domains.reactive.systems import system
from ...generators.rng import Rng
from ...verifiers.engines.child import PACKAGE, Returned, in_child
from ...verifiers.engines.registry import present
from .measurement import Measurement, best

PART = "simulate"
SYSTEM = "traffic_3"
STEPS = 20_000
TRACES = 10_000
BATCH_STEPS = 100
ROUNDS = 3
"""Rounds, of which the best counts, for us and for Spot."""


def measure() -> Iterator[Measurement]:
    """Microseconds per step for one trace and in batches, and the speed-up over Spot's bindings."""
    import numpy as np

    machine, rng = system(SYSTEM), Rng("bench", "simulate")
    letters = [rng.below(1 << len(machine.inputs)) for _ in range(STEPS)]
    single = best(lambda: machine.run(letters), ROUNDS) / STEPS
    note = f"{SYSTEM}: {machine.states} states, {len(machine.inputs)} inputs; {STEPS:,} steps"
    yield Measurement(PART, "one trace", single * 1e6, "us/step", note)
    size = TRACES * BATCH_STEPS
    drawn = np.array([rng.below(1 << len(machine.inputs)) for _ in range(size)], dtype=np.int32)
    rows, batches = drawn.reshape(TRACES, BATCH_STEPS), Batch(machine)
    batch = best(lambda: batches.run(rows), ROUNDS) / size
    yield Measurement(PART, "batch", batch * 1e6, "us/step", f"{TRACES:,} x {BATCH_STEPS} steps")
    if not present("spot"):
        return
    payload = {
        "hoa": write_hoa(machine),
        "inputs": list(machine.inputs),
        "letters": letters,
        "rounds": ROUNDS,
    }
    answer = in_child(f"{PACKAGE}.spot_tasks:walk", payload, engine="spot")
    if not isinstance(answer, Returned) or answer.value["end"] != machine.run(letters).states[-1]:
        yield Measurement(PART, "one trace, Spot", None, "us/step", f"no comparable run: {answer!r:.100}")
        return
    spot = answer.value["seconds"] / STEPS
    yield Measurement(PART, "one trace, Spot", spot * 1e6, "us/step", "edges tried in order, letters as BDDs")
    yield Measurement(PART, "one trace, ratio", spot / single, "x", "at least 30")
    yield Measurement(PART, "batch, ratio", spot / batch, "x", "at least 300")
