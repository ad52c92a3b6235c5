"""GF-01's explicit automata: read with their faults named, and turned into machines and back."""

import copy
import random
from itertools import product

import msgspec
import pytest

from certwright.domains.reactive.explicit import automaton_of, letter, machine_of
from certwright.domains.reactive.machine import Machine
from certwright.instances.errors import LimitError, RecordError
from certwright.instances.formats.gf01 import read_instance, transition_keys


def instance():
    rows = {
        f"a={a}|b={b}": {"next_state": "q" if a else "p", "output": {"o": a & b}}
        for a, b in product((0, 1), repeat=2)
    }
    return {
        "instance_id": "gf01-x",
        "automaton": {
            "states": ["p", "q"],
            "initial_state": "q",
            "input_aps": ["a", "b"],
            "output_aps": ["o"],
            "transitions": {"p": rows, "q": copy.deepcopy(rows)},
        },
        "base_trace": [{"a": 0, "b": 1}, {"b": 0, "a": 1}],
        "effect_ap": "o",
        "t_star": 1,
        "mode": "normal",
        "window_size": 2,
        "budget_timestep": 1,
        "unknown": "ignored",
    }


def test_an_instance():
    read = read_instance(instance())
    assert read.window == 2 and read.budget_atoms is None
    machine = machine_of(read.automaton)
    assert machine == Machine(("a", "b"), ("o",), 1, ((0, 1, 0, 1),) * 2, ((0, 0, 0, 1),) * 2)
    assert [letter(step, machine.inputs) for step in read.base_trace] == [2, 1]
    assert read_instance({**instance(), "mode": "hard"}).window == 0


FAULTS = [
    # path to the changed place, new value (None: removed), field, message
    ("base_trace", [], "base_trace", "no step"),
    ("base_trace.0", {"a": 0}, "base_trace[0]", "one value to each"),
    ("base_trace.1.b", True, "base_trace[1]", "expected `int`, got `bool`"),
    ("base_trace.1.b", 2, "base_trace[1]", "2"),
    ("base_trace.1.b", "1", "base_trace[1]", "got `str`"),
    ("base_trace.1.c", 1, "base_trace[1]", "one value to each"),
    ("effect_ap", "a", "effect_ap", "'a' is no output"),
    ("effect_ap", None, "effect_ap", "missing"),
    ("t_star", 2, "t_star", "2 is not in 0..1"),
    ("t_star", -1, "t_star", "-1 is not in 0..1"),
    ("t_star", 1.0, "t_star", "float"),
    ("mode", "soft", "mode", "soft"),
    ("window_size", 0, "window_size", "0 is not in 1.."),
    ("budget_timestep", 3, "budget_timestep", "3 is not in 1..2"),
    ("budget_timestep", "1", "budget_timestep", "got `str`"),
    ("automaton.initial_state", "r", "automaton.initial_state", "'r' is no state"),
    ("automaton.states", ["p", "p", "q"], "automaton.states", "twice"),
    ("automaton.states", ["p", "q", "r"], "automaton.transitions", "one table for each"),
    ("automaton.input_aps", ["a", "o"], "automaton", "each once"),
    ("automaton.input_aps", [f"i{n}" for n in range(40)], "automaton.input_aps", "more than 16"),
    ("automaton.transitions.p.a=0|b=0", None, "automaton.transitions[p]", "'a=0|b=0' is missing"),
    (
        "automaton.transitions.p.b=0|a=0",
        {"next_state": "p", "output": {}},
        "automaton.transitions[p]",
        "no valuation",
    ),
    (
        "automaton.transitions.q.a=0|b=1.next_state",
        "z",
        "automaton.transitions[q][a=0|b=1].next_state",
        "'z' is no",
    ),
    (
        "automaton.transitions.q.a=0|b=1.output",
        {"x": 1},
        "automaton.transitions[q][a=0|b=1].output",
        "no output",
    ),
    ("automaton.transitions.q.a=0|b=1.output.o", 3, "automaton.transitions", "3"),
]


@pytest.mark.parametrize(
    ("path", "value", "field", "message"), FAULTS, ids=[f"{f[0]}-{n}" for n, f in enumerate(FAULTS)]
)
def test_faults_name_the_field(path, value, field, message):
    whole = instance()
    *parents, last = path.split(".")
    place = whole
    for key in parents:
        place = place[int(key) if isinstance(place, list) else key]
    if value is None:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    with pytest.raises(RecordError) as fault:
        read_instance(whole, file="b.json")
    assert field in (fault.value.field or "") and message in str(fault.value)
    assert str(fault.value).startswith("b.json: ")


@pytest.mark.parametrize("value", [None, 3, [], "x", {}, {"automaton": []}])
def test_what_is_no_instance(value):
    with pytest.raises(RecordError):
        read_instance(value)


def test_machines_and_automata_round_trip():
    for seed in range(40):
        rng = random.Random(seed)
        inputs, outputs, states = rng.randint(0, 3), rng.randint(1, 3), rng.randint(1, 6)
        letters = range(1 << inputs)
        machine = Machine(
            tuple(f"i{n}" for n in range(inputs)),
            tuple(f"o{n}" for n in range(outputs)),
            rng.randrange(states),
            tuple(tuple(rng.randrange(states) for _ in letters) for _ in range(states)),
            tuple(tuple(rng.randrange(1 << outputs) for _ in letters) for _ in range(states)),
        )
        automaton = automaton_of(machine)
        assert machine_of(automaton) == machine
        assert msgspec.json.decode(msgspec.json.encode(automaton), type=type(automaton)) == automaton


def test_keys():
    assert transition_keys(()) == [""]
    with pytest.raises(LimitError):
        transition_keys(tuple(map(str, range(20))))
