"""Effects of records: what is well formed is read, anything else is refused by its field."""

import pytest

from certwright.domains.reactive.effect import LtlfEffect, OutputEffect, effect_json, read_effect
from certwright.instances.errors import RecordError, WorldError


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "output", "ap": "g", "value": 0, "at": 3, "window": 2},
        {"kind": "output", "ap": "g", "value": 1, "at": 0, "window": 0},
        {"kind": "ltlf", "formula": "F(g & X a)"},
    ],
)
def test_effects_are_written_as_they_are_read(value):
    assert effect_json(read_effect(value)) == value


def test_value_and_window_have_defaults():
    assert read_effect({"kind": "output", "ap": "g", "at": 3}) == OutputEffect("g", 3, True, 0)
    assert isinstance(read_effect({"kind": "ltlf", "formula": "g"}), LtlfEffect)


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
        read_effect(value)
    assert caught.value.field == field


def test_a_broken_formula_is_refused():
    with pytest.raises(WorldError, match="operand"):
        read_effect({"kind": "ltlf", "formula": "F("})
