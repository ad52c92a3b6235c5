"""HOA text: what is written is read back, every form of label means the same, canonical text is canonical."""

import random

import pytest
from testkit.table_machines import behaviour, random_machine

from certwright.domains.reactive.hoa import canonical, read_hoa, write_hoa
from certwright.domains.reactive.machine import Machine, Timing
from certwright.domains.reactive.systems import system, systems
from certwright.instances.errors import UnsupportedError


@pytest.mark.parametrize("seed", range(60))
def test_what_is_written_is_read_back(seed):
    sizes = random.Random(seed)
    machine = canonical(random_machine(seed, sizes.randint(1, 8), sizes.randint(0, 4), sizes.randint(0, 3)))
    assert read_hoa(write_hoa(machine)) == machine
    assert write_hoa(read_hoa(write_hoa(machine))) == write_hoa(machine)


@pytest.mark.parametrize("seed", range(40))
def test_canonical_machines_behave_alike_and_are_minimal(seed):
    machine = random_machine(seed, states=6, inputs=1, outputs=1)
    small = canonical(machine)
    assert behaviour(machine, 9) == behaviour(small, 9)
    alike = [
        behaviour(Machine(small.inputs, small.outputs, state, small.successors, small.emitted), 6)
        for state in range(small.states)
    ]
    assert all(alike[one] != alike[two] for one in range(len(alike)) for two in range(one))


@pytest.mark.parametrize("seed", range(30))
def test_renumbered_machines_have_the_same_canonical_text(seed):
    machine = random_machine(seed, states=7)
    order = list(range(7))
    random.Random(seed).shuffle(order)
    place = {state: new for new, state in enumerate(order)}
    renumbered = Machine(
        machine.inputs,
        machine.outputs,
        place[machine.initial],
        tuple(tuple(place[after] for after in machine.successors[state]) for state in order),
        tuple(machine.emitted[state] for state in order),
    )
    assert write_hoa(canonical(machine)) == write_hoa(canonical(renumbered))
    text = write_hoa(renumbered)
    assert behaviour(read_hoa(text), 4) == behaviour(machine, 4)


HEADER = """HOA: v1
name: "a latch /* not a comment */ with \\"quotes\\""
tool: "by hand" "1"
{states}Start: 0
acc-name: all
Acceptance: 0 t
AP: 2 "o" "r"  /* the output /* stands */ first */
controllable-AP: 0
{alias}properties: trans-labels
--BODY--
"""
LATCH = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
BODIES = {
    "explicit": "State: 0\n[!0&!1] 0\n[0&1] 1\nState: 1\n[0] 1\n",
    "disjunction": "State: 0\n[!(0|1)] 0\n[!(!0 | !1)] 1\nState: 1\n[0&!1 | 0&1] 1\n",
    "aliases": "State: 0\n[!@both & !@one & !1] 0\n[@both] 1\nState: 1\n[@one&!1 | @both] 1\n",
    "one line": 'State: 0 "off" [!0&!1] 0 [0&1] 1 State: 1 "on" [0&t] 1 [f] 0',
    "state labels": "State: 0\n[!0&!1] 0\n[0&1] 1\nState: [0] 1\n1\n",
    "useless edges": "State: 0\n[!0&!1] 0\n[0&1] 1\n[0&!0] 0\n[1&0] 1\nState: 1\n[0] 1\n",
}


@pytest.mark.parametrize("states", ["", "States: 2\n"], ids=["uncounted", "counted"])
@pytest.mark.parametrize("body", BODIES)
def test_every_form_of_label_is_read(body, states):
    alias = "Alias: @one 0\nAlias: @both @one & 1\n" if body == "aliases" else ""
    assert read_hoa(HEADER.format(states=states, alias=alias) + BODIES[body] + "--END--") == LATCH


def test_implicit_labels_go_through_the_valuations_in_order():
    # edge i is taken under the valuation whose bit j is the value of AP j; 2 leads nowhere but to itself
    text = """HOA: v1 States: 2 Start: 0 AP: 1 "a" controllable-AP: Acceptance: 0 t
    --BODY-- State: 0 1 0 State: 1 1 1 --END--"""
    assert read_hoa(text) == Machine(("a",), (), 0, ((1, 0), (1, 1)), ((0, 0), (0, 0)))


def test_states_that_no_run_reaches_are_left_out():
    text = HEADER.format(states="", alias="") + BODIES["explicit"].replace("1\n", "7\n") + "State: 3\n--END--"
    text = text.replace("State: 7", "State: 7").replace("State: 1", "State: 7")
    assert read_hoa(text) == LATCH


OPEN = """HOA: v1 Start: 0 AP: 3 "i" "x" "y" controllable-AP: 1 2 Acceptance: 0 t
--BODY-- State: 0 [0 & !(1&2) & (1|2)] 0 [!0] 1 State: 1 [1 | 2] 0 --END--"""


def test_open_outputs_are_refused_or_the_first_row_is_taken():
    with pytest.raises(UnsupportedError, match=r"state 0 leaves the outputs open for i"):
        read_hoa(OPEN)
    machine = read_hoa(OPEN, choose=True)
    # rows over "xy": 01 stands before 10; bit 1 is y
    assert machine.emitted == ((0b00, 0b10), (0b10, 0b10))
    assert machine.successors == ((1, 0), (0, 0))


def test_outputs_may_be_named_by_the_caller():
    text = HEADER.format(states="", alias="").replace("controllable-AP: 0\n", "")
    text += BODIES["explicit"] + "--END--"
    with pytest.raises(UnsupportedError, match="controllable-AP"):
        read_hoa(text)
    assert read_hoa(text, outputs=["o"]) == LATCH


@pytest.mark.parametrize("entry", systems(), ids=lambda entry: entry.key)
def test_the_tables_of_the_catalog_are_canonical(entry):
    machine = system(entry.key)
    assert canonical(machine) == machine
    assert (machine.states, machine.inputs, machine.outputs) == (entry.states, entry.inputs, entry.outputs)
    assert machine.timing is Timing(entry.timing)


def test_names_keep_quotes_and_backslashes():
    machine = Machine(('a"b', "c\\"), ("é",), 0, ((0,) * 4,), ((0, 1, 1, 0),))
    assert read_hoa(write_hoa(machine)) == machine
