"""Atoms at the border: what is well formed becomes cells, anything else is refused by its reason."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certwright.domains.reactive.machine import Machine
from certwright.instances.errors import RecordError
from certwright.instances.records import Code
from certwright.verifiers.reactive import atoms as border
from certwright.verifiers.reactive.atoms import (
    SHOWN,
    AtomFault,
    Settings,
    atoms,
    read_literals,
    read_settings,
    setting_atoms,
    shown,
    stored_cells,
)

MACHINE = Machine(("b", "a"), ("g",), 0, ((0,) * 4,), ((0, 1, 1, 0),))
BASE = (1, 0, 2)
"""b at step 0, nothing at step 1, a at step 2."""


def test_literals_are_a_set_that_holds_on_the_trace():
    found = read_literals([[2, "a", 1], [0, "a", 0], [0, "b", 1], [2, "a", 1]], MACHINE, BASE)
    assert found == 0b100011
    assert atoms(found, MACHINE.inputs, BASE) == [[0, "b", 1], [0, "a", 0], [2, "a", 1]]


def test_a_literal_that_does_not_hold_is_wrong():
    fault = read_literals([[0, "b", 1], [1, "a", 1]], MACHINE, BASE)
    assert fault == AtomFault(Code.WRONG, "a is 0 at step 1 of the trace, not 1")


def test_settings_flip_or_are_idle():
    given = read_settings([[0, "b", 0], [1, "a", 1], [2, "a", 1]], MACHINE.inputs, BASE)
    assert given == Settings(flips=0b001001, idle=0b100000)
    assert setting_atoms(given, MACHINE.inputs, BASE) == [[0, "b", 0], [1, "a", 1], [2, "a", 1]]
    assert atoms(given.flips, MACHINE.inputs, BASE, flipped=True) == [[0, "b", 0], [1, "a", 1]]


def test_atoms_of_a_truth_are_of_the_machine():
    assert stored_cells([[1, "a", 0]], MACHINE.inputs) == 0b1000
    for wrong in ([0, "g", 1], [-1, "a", 1], ["0", "a", 1]):
        with pytest.raises(RecordError, match="is no atom of the machine"):
            stored_cells([wrong], MACHINE.inputs)


FAULTS = {
    "object": ({}, "malformed"),
    "null": (None, "malformed"),
    "bare atom": ([0, "a", 1], "malformed"),
    "short": ([[0, "a"]], "malformed"),
    "long": ([[0, "a", 1, 1]], "malformed"),
    "mapping": ([{"t": 0}], "malformed"),
    "step string": ([["0", "a", 1]], "ill_typed"),
    "step float": ([[0.0, "a", 1]], "ill_typed"),
    "step bool": ([[False, "a", 1]], "ill_typed"),
    "step below": ([[-1, "a", 1]], "ill_typed"),
    "step beyond": ([[3, "a", 1]], "ill_typed"),
    "step huge": ([[10**5000, "a", 1]], "ill_typed"),
    "output": ([[0, "g", 1]], "ill_typed"),
    "unknown": ([[0, "z", 1]], "unknown_symbol"),
    "name number": ([[0, 1, 1]], "ill_typed"),
    "value bool": ([[0, "a", True]], "ill_typed"),
    "value string": ([[0, "a", "1"]], "ill_typed"),
    "value two": ([[0, "a", 2]], "ill_typed"),
    "value null": ([[0, "a", None]], "ill_typed"),
    "conflict": ([[0, "a", 1], [0, "a", 0]], "conflicting"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_broken_atoms_have_a_code(fault):
    value, code = FAULTS[fault]
    fault = read_literals(value, MACHINE, BASE)
    assert isinstance(fault, AtomFault) and fault.code.value == code
    assert 0 < len(fault.message) < 200


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["a", "b"])
)


@settings(deadline=None)
@given(st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4), max_leaves=12))
def test_any_json_is_read_or_refused(value):
    found = read_literals(value, MACHINE, BASE)
    if not isinstance(found, AtomFault):
        assert read_literals(atoms(found, MACHINE.inputs, BASE), MACHINE, BASE) == found
    given = read_settings(value, MACHINE.inputs, BASE)
    if not isinstance(given, AtomFault):
        written = setting_atoms(given, MACHINE.inputs, BASE)
        assert read_settings(written, MACHINE.inputs, BASE) == given


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a" * (SHOWN - 2), json.dumps("a" * (SHOWN - 2))),
        ("a" * (SHOWN - 1), f'"{"a" * (SHOWN - 1)}...'),
        ("a" * SHOWN * 2, f'"{"a" * (SHOWN - 1)}...'),
        (2 ** (4 * SHOWN) - 1, f"{str(2 ** (4 * SHOWN) - 1)[:SHOWN]}..."),
        (2 ** (4 * SHOWN), f"of {4 * SHOWN + 1} bits"),
        (None, "null"),
        ({}, "an object"),
        ((), "a list"),
    ],
)
def test_faulty_values_are_shown_in_brief(value, text):
    assert shown(value) == text


def test_so_many_atoms_are_read_and_no_more(monkeypatch):
    monkeypatch.setattr(border, "ATOM_LIMIT", 3)
    given = [[0, "b", 1]] * 3
    for read in (
        lambda raw: read_settings(raw, MACHINE.inputs, BASE),
        lambda raw: read_literals(raw, MACHINE, BASE),
    ):
        assert not isinstance(read(given), AtomFault)
        assert read([*given, [0, "b", 1]]) == AtomFault(Code.TOO_LARGE, "more than 3 atoms")
