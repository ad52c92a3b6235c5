"""Effects: what is asked to happen on a run, and the monitor that watches for it.

An *output effect* is a literal of an output proposition at step ``at`` (GF-01's hard mode, TempoBench), or at
one of the steps from ``at - window`` to ``at`` (normal mode: DEC-014, ``E_norm`` of section 4.2).  An *LTLf
effect* is a formula over inputs and outputs that the finite run must satisfy; it comes with the deterministic
automaton of the formula (``ltlf.py``).

In records an effect is ``{"kind": "output", "ap": "g", "value": 1, "at": 3, "window": 0}`` or
``{"kind": "ltlf", "formula": "F g"}``.

>>> effect_json(read_effect({"kind": "output", "ap": "g", "at": 3}))
{'kind': 'output', 'ap': 'g', 'value': 1, 'at': 3, 'window': 0}
"""

from dataclasses import dataclass
from typing import Any

from ...instances.errors import RecordError, WorldError
from .ltlf import Monitor, monitor


@dataclass(frozen=True)
class OutputEffect:
    """``ap`` has the value at one of the steps ``first .. at``; ``window`` 0 asks for exactly ``at``."""

    ap: str
    at: int
    value: bool = True
    window: int = 0

    def __post_init__(self) -> None:
        """WorldError for a step or a window below 0."""
        if self.at < 0 or self.window < 0:
            raise WorldError("the step and the window of an effect are at least 0")

    @property
    def first(self) -> int:
        """The first step of the window."""
        return max(0, self.at - self.window)


@dataclass(frozen=True)
class LtlfEffect:
    """The run of all T steps satisfies ``formula``; ``monitor`` is its automaton."""

    formula: str
    monitor: Monitor


Effect = OutputEffect | LtlfEffect


def read_effect(value: Any) -> Effect:
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
    bit = value.get("value", 1)
    if type(bit) is not int or bit not in (0, 1):
        raise RecordError("0 or 1 expected", field="effect.value")
    steps = {"at": value.get("at"), "window": value.get("window", 0)}
    for name, step in steps.items():
        if type(step) is not int or step < 0:
            raise RecordError("a step count from 0 expected", field=f"effect.{name}")
    return OutputEffect(value["ap"], steps["at"], bool(bit), steps["window"])


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
