"""Effects and atoms as they stand in records.

An *atom* ``[t, "ap", v]`` says that input ``ap`` has the value v, 0 or 1, at step t.  An effect is
``{"kind": "output", "ap": "g", "value": 1, "at": 3, "window": 0}`` or ``{"kind": "ltlf", "formula": "F g"}``.

>>> effect_json(effect({"kind": "output", "ap": "g", "at": 3}))
{'kind': 'output', 'ap': 'g', 'value': 1, 'at': 3, 'window': 0}
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ...instances.errors import IllegalItemError, RecordError
from .effect import Effect, LtlfEffect, OutputEffect
from .ltlf import monitor
from .machine import Machine


class Atom(NamedTuple):
    """Input ``ap`` has the value at the step."""

    step: int
    ap: str
    value: int


def effect(value: Any) -> Effect:
    """The effect of a record; RecordError names the field at fault, LimitError a formula too large."""
    if not isinstance(value, dict):
        raise RecordError("an effect is an object", field="effect")
    kind = value.get("kind")
    if kind == "ltlf":
        _keys(value, ("kind", "formula"))
        if not isinstance(value.get("formula"), str):
            raise RecordError("a formula is a string", field="effect.formula")
        return LtlfEffect(value["formula"], monitor(value["formula"]))
    if kind != "output":
        raise RecordError(f"the kind of an effect is output or ltlf, not {kind!r:.60}", field="effect.kind")
    _keys(value, ("kind", "ap", "value", "at", "window"))
    if not isinstance(value.get("ap"), str):
        raise RecordError("the name of an output is a string", field="effect.ap")
    wanted = value.get("value", 1)
    if type(wanted) is not int or wanted not in (0, 1):
        raise RecordError("0 or 1 expected", field="effect.value")
    steps = {"at": value.get("at"), "window": value.get("window", 0)}
    for name, step in steps.items():
        if type(step) is not int or step < 0:
            raise RecordError("a step count from 0 expected", field=f"effect.{name}")
    return OutputEffect(value["ap"], steps["at"], bool(wanted), steps["window"])


def _keys(value: dict[str, Any], known: tuple[str, ...]) -> None:
    if unknown := sorted(set(value) - set(known)):
        raise RecordError("no such field", field=f"effect.{unknown[0]}")


def effect_json(effect: Effect) -> dict[str, Any]:
    """The effect as a record has it; the monitor of a formula is made again when it is read."""
    if isinstance(effect, LtlfEffect):
        return {"kind": "ltlf", "formula": effect.formula}
    return {
        "kind": "output",
        "ap": effect.ap,
        "value": int(effect.value),
        "at": effect.at,
        "window": effect.window,
    }


def atoms(value: Any, machine: Machine, horizon: int) -> tuple[Atom, ...]:
    """The set of atoms of a JSON array, sorted by step and input; a repeated atom counts once.

    Raises IllegalItemError for what is no atom of this machine's first ``horizon`` steps (codes malformed,
    ill_typed, unknown_symbol), and for two atoms that give one cell two values (conflicting).
    """
    if not isinstance(value, list):
        raise IllegalItemError(
            f"an array of atoms [t, ap, value] expected, found {_kind(value)}", code="malformed"
        )
    found: dict[tuple[int, int], int] = {}
    for place, item in enumerate(value):
        atom = _atom(item, place, machine, horizon)
        cell = atom.step, machine.inputs.index(atom.ap)
        if found.setdefault(cell, atom.value) != atom.value:
            raise IllegalItemError(
                f"atom {place} gives {atom.ap!r} at step {atom.step} a second value", code="conflicting"
            )
    return tuple(Atom(step, machine.inputs[index], bit) for (step, index), bit in sorted(found.items()))


def _atom(item: Any, place: int, machine: Machine, horizon: int) -> Atom:
    if not isinstance(item, list | tuple) or len(item) != 3:
        raise IllegalItemError(
            f"atom {place}: [t, ap, value] expected, found {_kind(item)}", code="malformed"
        )
    step, name, bit = item
    if type(step) is not int:
        raise IllegalItemError(f"atom {place}: the step is {_kind(step)}, no integer", code="ill_typed")
    if not 0 <= step < horizon:
        raise IllegalItemError(
            f"atom {place}: {_kind(step)} is no step; steps are 0 to {horizon - 1}", code="ill_typed"
        )
    if not isinstance(name, str):
        raise IllegalItemError(f"atom {place}: the proposition is {_kind(name)}, no name", code="ill_typed")
    if name in machine.outputs:
        raise IllegalItemError(
            f"atom {place}: {name!r} is an output; only inputs can be set", code="ill_typed"
        )
    if name not in machine.inputs:
        raise IllegalItemError(
            f"atom {place}: {name[:60]!r} is no proposition of the system", code="unknown_symbol"
        )
    if type(bit) is not int or bit not in (0, 1):
        raise IllegalItemError(f"atom {place}: the value is {_kind(bit)}, not 0 or 1", code="ill_typed")
    return Atom(step, name, bit)


def atoms_json(atoms: Iterable[Atom]) -> list[list[Any]]:
    """The atoms as JSON."""
    return [[atom.step, atom.ap, atom.value] for atom in atoms]


def _kind(value: Any) -> str:
    """A value in words that are short whatever it is."""
    names = {list: "an array", tuple: "an array", dict: "an object", type(None): "null", bool: "a boolean"}
    if type(value) in names:
        return names[type(value)]
    if isinstance(value, str):
        return f"the string {value[:40]!r}"
    huge = isinstance(value, int) and value.bit_length() > 64
    return "a huge number" if huge else f"the number {str(value)[:20]}"
