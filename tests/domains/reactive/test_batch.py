"""Runs in batches are the runs one by one."""

import random

import numpy as np
import pytest

from certwright.domains.reactive.machine import Batch, Machine
from certwright.domains.reactive.systems import system
from certwright.instances.errors import WorldError


@pytest.mark.parametrize("key", ["simple_arbiter_4", "delay_5", "traffic_3", "vending_7", "multiplexer_2"])
def test_batches_are_single_runs(key):
    machine, draw = system(key), random.Random(key)
    traces = [[draw.randrange(1 << len(machine.inputs)) for _ in range(40)] for _ in range(25)]
    found = Batch(machine).run(traces)
    for trace, states, outputs in zip(traces, found.states.tolist(), found.outputs.tolist(), strict=True):
        run = machine.run(trace)
        assert (tuple(states), tuple(outputs)) == (run.states, run.outputs)


def test_another_initial_state_is_kept():
    machine = Machine(("r",), ("o",), 1, ((0, 1), (0, 1)), ((0, 1), (1, 0)))
    assert Batch(machine).run([[1, 0, 1]]).states.tolist() == [[1, 1, 0, 1]]


def test_no_steps():
    found = Batch(system("delay_2")).run(np.zeros((2, 0), dtype=int))
    assert found.states.tolist() == [[0], [0]] and found.outputs.shape == (2, 0)


@pytest.mark.parametrize("letters", [[0, 1], [[0, 2]], [[0, -1]], [[0.0, 1.0]], [["0"]]])
def test_other_tables_are_refused(letters):
    with pytest.raises(WorldError):
        Batch(system("delay_2")).run(letters)
