"""ASCII AIGER: circuits against a plain simulation, and where faults are."""

import random

import pytest
from testkit.mutations import COUNTS, survive

from certwright.domains.reactive import aiger
from certwright.domains.reactive.aiger import read_aiger
from certwright.instances.errors import LimitError, UnsupportedError, WorldError

HOLD = "aag 3 1 1 1 1\n2\n4 7\n5\n6 3 5\ni0 r\nl0 held\no0 g\nc\nanything\n"


def random_circuit(draw):
    """Text of a circuit, and what it does: a function from letters to the words of its outputs."""
    inputs, latches, gates = draw.randint(0, 3), draw.randint(0, 3), draw.randint(0, 8)
    outputs = draw.randint(1, 3)
    known = inputs + latches
    rows = [
        (2 * (known + place + 1), *(draw.randrange(2 * (known + place) + 2) for _ in "lr"))
        for place in range(gates)
    ]
    literals = 2 * (known + gates) + 2
    following = [(draw.randrange(literals), draw.randrange(2)) for _ in range(latches)]
    out = [draw.randrange(literals) for _ in range(outputs)]
    shuffled = draw.sample(rows, len(rows))
    lines = [f"aag {known + gates} {inputs} {latches} {outputs} {gates}"]
    lines += [f"{2 * place + 2}" for place in range(inputs)]
    lines += [f"{2 * (inputs + place) + 2} {then} {first}" for place, (then, first) in enumerate(following)]
    lines += [*map(str, out), *(" ".join(map(str, row)) for row in shuffled)]

    def run(letters):
        state, words = [first for _, first in following], []
        for letter in letters:
            values = [0, *(letter >> bit & 1 for bit in range(inputs)), *state]

            def value(literal, values=values):
                return values[literal >> 1] ^ (literal & 1)

            for _, left, right in rows:
                values.append(value(left) & value(right))
            words.append(sum(value(literal) << bit for bit, literal in enumerate(out)))
            state = [value(then) for then, _ in following]
        return tuple(words)

    return "\n".join(lines), run, inputs


def test_circuits_do_what_their_gates_say():
    draw = random.Random(3)
    states = 0
    for _ in range(150):
        text, run, inputs = random_circuit(draw)
        machine = read_aiger(text)
        letters = [draw.randrange(1 << inputs) for _ in range(12)]
        assert machine.run(letters).outputs == run(letters), text
        states = max(states, machine.states)
    assert states > 4


def test_names_come_from_the_symbols():
    machine = read_aiger(HOLD)
    assert (machine.inputs, machine.outputs) == (("r",), ("g",))
    assert read_aiger(HOLD.split("i0")[0]).outputs == ("o0",)


FAULTS = {
    "header": ("aag 3", "aag x", WorldError, r"^a:1: an AIGER file begins"),
    "binary": ("aag", "aig", UnsupportedError, r"^a:1: binary AIGER; 'aigtoaig'"),
    "sum": ("aag 3", "aag 2", WorldError, r"^a:1: 3 variables are used, M says 2"),
    "bad states": ("1 1 1 1\n", "1 1 1 1 2\n", UnsupportedError, r"^a:1: 2 bad states: a circuit with"),
    "short": ("6 3 5", "6 3", WorldError, r"^a:5: a gate has 3 numbers, found '6 3'"),
    "end": (HOLD[14:], "", WorldError, r"^a:2: an input has 1 numbers, found"),
    "range": ("6 3 5", "6 3 9", WorldError, r"^a:5: the literal 9 exceeds M, 3"),
    "negated": ("6 3 5", "7 3 5", WorldError, r"^a:5: 7 is defined; a variable has an even literal"),
    "twice": ("6 3 5", "4 3 5", WorldError, r"^a:5: the literal 4 is defined in line 3 as well"),
    "itself": ("6 3 5", "6 3 7", WorldError, r"^a:5: the gate 6 depends on itself"),
    "undefined": ("3 1 1 1 1\n2\n4 7", "4 1 1 1 1\n2\n4 9", WorldError, r"^a: the literal 8 is used"),
    "no first value": ("4 7", "4 7 4", UnsupportedError, r"^a:3: the latch 4 has no first value"),
    "first value": ("4 7", "4 7 6", WorldError, r"^a:3: the first value of a latch is 0 or 1, found 6"),
    "symbol": ("o0 g", "o1 g", WorldError, r"^a:8: o1 is named, which the circuit does not have"),
    "no symbol": ("o0 g", "o g", WorldError, r"^a:8: a name is given as 'i0 NAME'"),
    "one name": ("o0 g", "o0 r", WorldError, r"^a: an atomic proposition is declared twice"),
    "game": ("i0 r", "i0 controllable_r", UnsupportedError, r"^a:6: the input 'controllable_r'"),
    "large": ("aag 3 1", "aag 3 21", LimitError, r"^a: 21 inputs and 1 outputs; at most 20"),
}


@pytest.mark.parametrize(("old", "new", "kind", "message"), FAULTS.values(), ids=FAULTS)
def test_faults_have_their_place(old, new, kind, message):
    assert old in HOLD
    with pytest.raises(kind, match=message):
        read_aiger(HOLD.replace(old, new, 1), file="a")


def test_a_counter_with_too_many_states_is_refused(monkeypatch):
    monkeypatch.setattr(aiger, "WORK_LIMIT", 100_000)
    bits = 22
    lines, carry, gate = [], 1, 2 * bits + 2
    rows = []
    for bit in range(bits):
        own = 2 * bit + 2
        both, neither = gate, gate + 2
        rows += [
            f"{both} {own} {carry}",
            f"{neither} {own ^ 1} {carry ^ 1}",
            f"{gate + 4} {both ^ 1} {neither ^ 1}",
        ]
        lines.append(f"{own} {gate + 4}")
        carry, gate = both, gate + 6
    text = "\n".join([f"aag {4 * bits} 0 {bits} 1 {3 * bits}", *lines, "2", *rows])
    with pytest.raises(LimitError, match="are too many for a table"):
        read_aiger(text, file="a")


@pytest.mark.parametrize("count", COUNTS)
def test_mutated_files(count):
    draw = random.Random(5)
    texts = [HOLD, *(random_circuit(draw)[0] for _ in range(5))]
    assert 0 < survive(read_aiger, texts, count) < count
