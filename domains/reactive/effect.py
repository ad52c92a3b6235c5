"""Effects: what is asked to happen on a run, and the product of a machine, a trace and an effect.

An *output effect* is a literal of an output proposition at step ``at`` (GF-01's hard mode, TempoBench), or at
one of the steps from ``at - window`` to ``at`` (normal mode: DEC-014, ``E_norm`` of section 4.2).  An *LTLf
effect* is a formula over inputs and outputs that the finite run must satisfy; it comes with the deterministic
automaton of the formula (``ltlf.py``).

In records an effect is ``{"kind": "output", "ap": "g", "value": 1, "at": 3, "window": 0}`` or
``{"kind": "ltlf", "formula": "F g"}``.

>>> effect_json(read_effect({"kind": "output", "ap": "g", "at": 3}))
{'kind': 'output', 'ap': 'g', 'value': 1, 'at': 3, 'window': 0}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...instances.errors import RecordError, WorldError
from .ltlf import Monitor, monitor
from .machine import Machine, breadth_first, explored


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


Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Product:
    """What every question about interventions is asked of; ``tables[t][node][letter]`` is the next node.

    A node stands for a state of the machine together with what the effect's monitor has seen.  A run of the
    product over any letters ends in an accepting node exactly when the effect happens; steps after
    ``horizon`` cannot matter.  Node 0 is initial; the numbering is by breadth-first search over states and
    letters, so it is a function of the tables alone.  Equal tables are one object, so identity tells phases.

    >>> latch = Machine(("r",), ("o",), 0, ((0, 1), (1, 1)), ((0, 1), (1, 1)))
    >>> product = Product.of(latch, (0, 0, 0), OutputEffect("o", at=1))
    >>> product.horizon, product.happens([0, 0]), product.happens([1, 0])
    (2, False, True)
    """

    inputs: int  # the number of input propositions; letters are below ``1 << inputs``
    base: tuple[int, ...]  # the letters of the base trace, ``horizon`` of them
    tables: tuple[Table, ...]
    accepting: tuple[bool, ...]

    @classmethod
    def of(cls, machine: Machine, trace: Sequence[int], effect: Effect) -> Product:
        """The product; WorldError when the effect lies after the trace or names no proposition of it."""
        if any(not 0 <= letter < 1 << len(machine.inputs) for letter in trace):
            raise WorldError("a letter of the trace is out of range")
        if isinstance(effect, OutputEffect):
            return _with_output(machine, tuple(trace), effect)
        return _with_monitor(machine, tuple(trace), effect)

    @property
    def horizon(self) -> int:
        """The number of steps that can matter."""
        return len(self.tables)

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.accepting)

    def end(self, letters: Sequence[int]) -> int:
        """The node after the first ``horizon`` letters."""
        node = 0
        for table, letter in zip(self.tables, letters, strict=False):
            node = table[node][letter]
        return node

    def happens(self, letters: Sequence[int]) -> bool:
        """Whether the effect happens on the run over these letters (at least ``horizon`` of them)."""
        return self.accepting[self.end(letters)]


def _with_output(machine: Machine, trace: tuple[int, ...], effect: OutputEffect) -> Product:
    if effect.at >= len(trace):
        raise WorldError(f"the effect is at step {effect.at}, the trace has steps 0 to {len(trace) - 1}")
    if effect.ap not in machine.outputs:
        raise WorldError(f"{effect.ap!r} is no output proposition of the machine")
    bit, letters = machine.outputs.index(effect.ap), range(1 << len(machine.inputs))
    order, number = breadth_first(machine.initial, machine.successors)
    done = len(order)
    stay = (done,) * len(letters)
    outside = [tuple(number[after] for after in machine.successors[state]) for state in order]
    inside = [
        tuple(
            done if (machine.emitted[state][letter] >> bit & 1) == effect.value else outside[node][letter]
            for letter in letters
        )
        for node, state in enumerate(order)
    ]
    before, within = (*outside, stay), (*inside, stay)
    tables = (before,) * effect.first + (within,) * (effect.at + 1 - effect.first)
    accepting = (False,) * done + (True,)
    return Product(len(machine.inputs), trace[: effect.at + 1], tables, accepting)


def _with_monitor(machine: Machine, trace: tuple[int, ...], effect: LtlfEffect) -> Product:
    monitor, letters = effect.monitor, range(1 << len(machine.inputs))
    known = (*machine.inputs, *machine.outputs)
    if missing := [ap for ap in monitor.aps if ap not in known]:
        raise WorldError(f"{missing[0]!r} is no proposition of the machine")
    places = [known.index(ap) for ap in monitor.aps]

    def after(node: tuple[int, int]) -> Iterator[tuple[int, int]]:
        state, watching = node
        for letter in letters:
            valuation = letter | machine.emitted[state][letter] << len(machine.inputs)
            seen = sum((valuation >> place & 1) << bit for bit, place in enumerate(places))
            yield machine.successors[state][letter], monitor.successors[watching][seen]

    order, rows = explored((machine.initial, 0), after)
    accepting = tuple(monitor.accepting[watching] for _, watching in order)
    return Product(len(machine.inputs), trace, (tuple(rows),) * len(trace), accepting)
