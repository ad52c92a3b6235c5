"""Reactive systems for the shell: by the name of one that ships with the package, or from a HOA file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..domains.reactive.hoa import canonical, write_hoa
from ..domains.reactive.machine import Machine, Timing
from ..domains.reactive.systems.catalog import system, systems
from ..instances.errors import NameUnknownError, WorldError

FILE_LIMIT = 32 << 20
"""Bytes of a HOA file."""
KINDS = {
    Timing.MEALY: "a Mealy machine",
    Timing.MOORE: "a Moore machine",
    Timing.MOORE_ENTERED: "a Moore machine whose outputs are those of the state entered",
}


def canonical_text(
    source: str, outputs: Sequence[str] | None = None, deadline: float | None = None
) -> tuple[str, tuple[str, ...]]:
    """The canonical HOA of a system, and sentences about how it was come by and what it is.

    Raises what `verifiers.engines.spot.imported` raises, NameUnknownError for what is neither key nor file.
    """
    if any(one.key == source for one in systems()):
        machine = system(source)
        notes: tuple[str, ...] = ()
    elif source == "-" or Path(source).is_file():
        machine, notes = _read(source, outputs, deadline)
    else:
        raise NameUnknownError(
            f"{source!r} is neither a file nor a system; 'certwright list systems' shows them"
        )
    return write_hoa(machine), (*notes, description(machine))


def _read(
    source: str, outputs: Sequence[str] | None, deadline: float | None
) -> tuple[Machine, tuple[str, ...]]:
    """The canonical machine of a file."""
    from ..instances.lines import read_bytes
    from ..verifiers.engines import process, spot

    try:
        text = read_bytes(source, FILE_LIMIT).decode()
    except UnicodeDecodeError as error:
        raise WorldError(f"invalid UTF-8 (byte {error.start})", file=source) from None
    found = spot.imported(text, file=source, outputs=outputs, deadline=deadline or process.DEADLINE)
    machine = canonical(found.machine)
    left = found.machine.states - machine.states
    notes = (f"{left} states were equivalent to others",) if left else ()
    return machine, (*found.notes, *notes)


def description(machine: Machine) -> str:
    """What a machine is, in a line."""
    count = "1 state" if machine.states == 1 else f"{machine.states} states"
    inputs, outputs = ", ".join(machine.inputs) or "none", ", ".join(machine.outputs) or "none"
    return f"{KINDS[machine.timing]} of {count}; inputs {inputs}; outputs {outputs}"


def given(system: str, trace: str | None) -> tuple[str, tuple[str, ...] | None]:
    """Canonical HOA text of a system (a key or a file), and the rows of a trace (a file or the text)."""
    from ..domains.reactive.hoa import read_hoa
    from ..domains.reactive.words import read_trace, rows
    from .certificates import text_of

    text, _ = canonical_text(system)
    if trace is None:
        return text, None
    machine = read_hoa(text)
    letters = read_trace(text_of(trace), machine.inputs, others=machine.outputs)
    return text, tuple(rows(letters, len(machine.inputs)))
