"""Effects and atoms of records: what is well formed is read, anything else is refused by its reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certwright.domains.reactive.effect import LtlfEffect, OutputEffect
from certwright.domains.reactive.machine import Machine
from certwright.domains.reactive.records import Atom, atoms, atoms_json, effect, effect_json
from certwright.instances.errors import CertwrightError, IllegalItemError, RecordError, WorldError

MACHINE = Machine(("b", "a"), ("g",), 0, ((0,) * 4,), ((0, 1, 1, 0),))


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "output", "ap": "g", "value": 0, "at": 3, "window": 2},
        {"kind": "output", "ap": "g", "value": 1, "at": 0, "window": 0},
        {"kind": "ltlf", "formula": "F(g & X a)"},
    ],
)
def test_effects_are_written_as_they_are_read(value):
    assert effect_json(effect(value)) == value


def test_value_and_window_have_defaults():
    assert effect({"kind": "output", "ap": "g", "at": 3}) == OutputEffect("g", 3, True, 0)
    assert isinstance(effect({"kind": "ltlf", "formula": "g"}), LtlfEffect)


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ([], "effect"),
        ({}, "effect.kind"),
        ({"kind": "both"}, "effect.kind"),
        ({"kind": "output", "at": 1}, "effect.ap"),
        ({"kind": "output", "ap": "g"}, "effect.at"),
        ({"kind": "output", "ap": "g", "at": "1"}, "effect.at"),
        ({"kind": "output", "ap": "g", "at": True}, "effect.at"),
        ({"kind": "output", "ap": "g", "at": -1}, "effect.at"),
        ({"kind": "output", "ap": "g", "at": 1, "window": -1}, "effect.window"),
        ({"kind": "output", "ap": "g", "at": 1, "value": True}, "effect.value"),
        ({"kind": "output", "ap": "g", "at": 1, "value": 2}, "effect.value"),
        ({"kind": "output", "ap": "g", "at": 1, "step": 2}, "effect.step"),
        ({"kind": "ltlf", "formula": 3}, "effect.formula"),
        ({"kind": "ltlf", "formula": "g", "at": 3}, "effect.at"),
    ],
)
def test_broken_effects_name_their_field(value, field):
    with pytest.raises(RecordError) as caught:
        effect(value)
    assert caught.value.field == field


def test_a_broken_formula_is_refused():
    with pytest.raises(WorldError, match="operand"):
        effect({"kind": "ltlf", "formula": "F("})


def test_atoms_are_a_sorted_set():
    found = atoms([[2, "a", 1], [0, "a", 0], [0, "b", 1], [2, "a", 1]], MACHINE, 3)
    assert found == (Atom(0, "b", 1), Atom(0, "a", 0), Atom(2, "a", 1))
    assert atoms(atoms_json(found), MACHINE, 3) == found


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
    with pytest.raises(IllegalItemError) as caught:
        atoms(value, MACHINE, 3)
    assert caught.value.code == code
    assert len(str(caught.value)) < 200


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["a", "b"])
)


@given(st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4), max_leaves=12))
def test_any_json_is_read_or_refused(value):
    try:
        found = atoms(value, MACHINE, 3)
    except CertwrightError:
        return
    assert list(found) == sorted(set(found), key=lambda atom: (atom.step, MACHINE.inputs.index(atom.ap)))
