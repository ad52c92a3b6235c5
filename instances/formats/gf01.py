"""GF-01's instances as its bundles hold them: JSON in, typed records out.

An instance is an explicit Mealy automaton, a base trace, an effect (an output proposition, a step, a mode and
a window) and budgets (specification, definition 9).  Fields that the public loader ignores are ignored here
too; everything that it lets pass unread (bits that are booleans, rows that are missing, steps outside the
trace) is refused, with the field's name.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import msgspec

from ..errors import LimitError, RecordError
from ..hostile import explain
from ..places import PACKAGE
from . import Format

Bit = Literal[0, 1]

INPUT_LIMIT = 16
"""An explicit automaton has 2^inputs rows a state."""


class Gf01Target(msgspec.Struct, frozen=True):
    """Where a transition leads and what it emits; an output that is not named is 0."""

    next_state: str
    output: dict[str, Bit]


class Gf01Automaton(msgspec.Struct, frozen=True):
    """``transitions[state]["a=0|b=1"]``, the inputs in the order of ``input_aps``."""

    states: tuple[str, ...]
    initial_state: str
    input_aps: tuple[str, ...]
    output_aps: tuple[str, ...]
    transitions: dict[str, dict[str, Gf01Target]]


class Gf01Instance(msgspec.Struct, frozen=True, kw_only=True):
    """One GF-01 instance; ``read_instance`` has checked that its parts fit."""

    automaton: Gf01Automaton
    base_trace: tuple[dict[str, Bit], ...]
    effect_ap: str
    t_star: int
    mode: Literal["normal", "hard"]
    window_size: int
    budget_timestep: int
    instance_id: str = ""
    budget_atoms: int | None = None
    seed: int | None = None
    complexity: dict[str, float] = {}
    identifiability: dict[str, Any] = {}
    split_id: str = "public_dev"
    renderer_track: str = "json"
    normalization_version: str = ""
    content_hash: str = ""
    provenance: dict[str, Any] = {}

    @property
    def window(self) -> int:
        """How many steps before ``t_star`` count as well: none in hard mode."""
        return self.window_size if self.mode == "normal" else 0


def read_instance(value: Any, *, file: str | None = None, line: int | None = None) -> Gf01Instance:
    """The instance in decoded JSON; RecordError with file, line and field for any fault."""
    try:
        instance = msgspec.convert(value, Gf01Instance)
    except (msgspec.ValidationError, RecursionError, OverflowError) as error:
        message, field = explain(error)
        raise RecordError(message, field=field, file=file, line=line) from None
    for field, message in _faults(instance):
        raise RecordError(message, field=field, file=file, line=line)
    return instance


def transition_keys(inputs: tuple[str, ...]) -> list[str]:
    """The keys of a state's transitions: place i is the letter whose bit k is the value of ``inputs[k]``.

    >>> transition_keys(("a", "b"))
    ['a=0|b=0', 'a=1|b=0', 'a=0|b=1', 'a=1|b=1']
    """
    if len(inputs) > INPUT_LIMIT:
        raise LimitError(f"an explicit automaton with more than {INPUT_LIMIT} inputs")
    bits = (bits[::-1] for bits in product((0, 1), repeat=len(inputs)))
    return ["|".join(f"{ap}={bit}" for ap, bit in zip(inputs, row, strict=True)) for row in bits]


def _faults(instance: Gf01Instance) -> Any:
    """(field, message) for each fault, the first of which is reported."""
    yield from _automaton_faults(instance.automaton)
    steps = len(instance.base_trace)
    if not steps:
        yield "base_trace", "the base trace has no step"
    wanted = set(instance.automaton.input_aps)
    for step, valuation in enumerate(instance.base_trace):
        if set(valuation) != wanted:
            yield f"base_trace[{step}]", "does not give one value to each input proposition"
    if instance.effect_ap not in instance.automaton.output_aps:
        yield "effect_ap", f"{instance.effect_ap!r} is no output proposition"
    for field, least, most in (
        ("t_star", 0, steps - 1),
        ("window_size", 1, None),
        ("budget_timestep", 1, steps),
        ("budget_atoms", 0, None),
    ):
        number = getattr(instance, field)
        if number is None:
            continue
        if number < least or (most is not None and number > most):
            yield field, f"{number} is not in {least}..{'' if most is None else most}"


def _automaton_faults(automaton: Gf01Automaton) -> Any:
    names = (*automaton.input_aps, *automaton.output_aps)
    if len(set(names)) != len(names) or "" in names:
        yield "automaton", "propositions are named, and each once"
    if len(automaton.input_aps) > INPUT_LIMIT:
        yield "automaton.input_aps", f"more than {INPUT_LIMIT} input propositions"
        return
    states = set(automaton.states)
    if len(states) != len(automaton.states):
        yield "automaton.states", "a state stands twice"
    if automaton.initial_state not in states:
        yield "automaton.initial_state", f"{automaton.initial_state!r} is no state"
    if set(automaton.transitions) != states:
        yield "automaton.transitions", "there is not one table for each state"
    keys = set(transition_keys(automaton.input_aps))
    outputs = set(automaton.output_aps)
    for state, rows in automaton.transitions.items():
        field = f"automaton.transitions[{state}]"
        if odd := sorted(keys ^ set(rows)):
            what = "is missing" if odd[0] in keys else "is no valuation of the inputs"
            yield field, f"{odd[0]!r} {what}"
        for key, target in rows.items():
            if target.next_state not in states:
                yield f"{field}[{key}].next_state", f"{target.next_state!r} is no state"
            if not outputs.issuperset(target.output):
                yield f"{field}[{key}].output", "names what is no output proposition"


ROW = Format(
    "gf01",
    "GF-01 bundles, lists, single instances and formal tasks",
    read=f"{PACKAGE}.scripts.gf01.bundles:read",
    write=f"{PACKAGE}.scripts.gf01.bundles:write",
    forms=("gen", "episode"),
)
