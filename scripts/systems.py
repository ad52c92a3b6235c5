"""Reactive systems for the commands: by key, from a file in any format, or synthesised from a specification.

Anything that a source leaves open (outputs, the strategy of a game, the machine of a specification) is chosen
by a fixed rule, and the commands report each choice in a sentence; ``strict`` refuses such a source instead.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..domains.reactive.aiger import read_aiger
from ..domains.reactive.hoa import canonical, named, placed, write_hoa
from ..domains.reactive.hoa_syntax import parse
from ..domains.reactive.ltl import Specification, specification
from ..domains.reactive.machine import Machine, Timing
from ..domains.reactive.systems import system, systems
from ..domains.reactive.tlsf import looks_like_tlsf, read_tlsf
from ..domains.reactive.words import read_trace, rows
from ..instances.errors import NameUnknownError, RecordError, UndecidedError, UnsupportedError, WorldError
from ..instances.lines import read_bytes, read_text
from ..instances.names import meant
from ..verifiers.engines import process, spot
from ..verifiers.engines.outcome import Undecided
from ..verifiers.reactive.synthesis import synthesised

FILE_LIMIT, TEXT_LIMIT = 32 << 20, 2**28  # the most bytes of a system, and of a trace or certificates
KINDS = {
    Timing.MEALY: "a Mealy machine",
    Timing.MOORE: "a Moore machine",
    Timing.MOORE_ENTERED: "a Moore machine whose outputs are those of the state entered",
}
_PATH = re.compile(r"[^\n\"&;!@\[\]{}]{0,1000}(?:/[^\n\"&;!@\[\]{}]{0,1000}|\.(?:csv|json|jsonl|txt|hoa))")
"""An argument with a slash or a file suffix, and no character of a trace or a certificate."""
_VERDICT = re.compile(r"\s*(REALIZABLE|UNREALIZABLE)[ \t\r]*(?=\n|$)")


@dataclass(frozen=True)
class System:
    """A canonical machine and its origin."""

    machine: Machine
    names: tuple[str, ...] = ()  # the state names of the file; empty if it has none
    choices: tuple[str, ...] = ()  # what the source left open and how it was chosen, in sentences
    notes: tuple[str, ...] = ()
    realisable: bool = True  # False for the counter-strategy to a specification that no machine satisfies

    def text(self) -> str:
        """Canonical HOA, with the names of the states if there are any."""
        return write_hoa(self.machine, self.names)


def load(
    source: str,
    *,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    deadline: float | None = None,
    strict: bool = False,
) -> System:
    """The system of a key, a file (HOA, ASCII AIGER, TLSF; LTL with the names given), or a formula.

    Raises NameUnknownError if it is none of these, WorldError with the position of a fault, UnsupportedError
    for unsupported features and, when ``strict``, for anything that leaves a choice; UndecidedError when a
    deadline passes; and whatever `verifiers.reactive.synthesis.synthesised` raises.
    """
    if any(row.key == source for row in systems()):
        return System(system(source))
    if source == "-" or _stands(source) == "file":
        loaded = _of_text(_text(source), source, inputs, outputs, deadline)
    elif inputs is not None or outputs is not None:
        loaded = _synthesised(specification(source, inputs, outputs), deadline)
    else:
        if _stands(source):
            raise NameUnknownError(f"{source[:200]!r} is a folder, not a file")
        near = meant(source, (row.key for row in systems()))
        raise NameUnknownError(
            f"{source[:200]!r} is neither a file nor a system; {near}{near and ' '}"
            "'certwright list systems' shows the systems, "
            "and 'certwright system FORMULA --inputs NAMES' (or --outputs) makes one of a formula"
        )
    if strict and loaded.choices:
        raise UnsupportedError(f"{source[:200]}: --strict refuses it: {'; '.join(loaded.choices)}")
    return loaded


def machine_of(source: str, *, strict: bool = False) -> tuple[Machine, tuple[str, ...]]:
    """The machine of a source and the choices made; UnsupportedError when no machine satisfies it."""
    loaded = load(source, strict=strict)
    if not loaded.realisable:
        raise UnsupportedError(f"{source[:200]}: unrealisable: no machine satisfies the specification")
    return loaded.machine, loaded.choices


def _stands(source: str) -> str:
    """What a path leads to: a ``file`` (or pipe, as of a process substitution), a ``folder``, or nothing."""
    with suppress(OSError, ValueError):  # a long text is no path
        if source and Path(source).exists():
            return "folder" if Path(source).is_dir() else "file"
    return ""


def text_of(argument: str) -> str:
    """The text of a file, or the argument itself; RecordError for a folder or a missing file's path."""
    if argument == "-" or _stands(argument) == "file":
        return read_text(argument, TEXT_LIMIT)
    if _stands(argument):
        raise RecordError("this is a folder, not a file", file=argument)
    if _PATH.fullmatch(argument):
        raise RecordError("there is no such file", file=argument)
    return argument


def _text(source: str) -> str:
    try:
        return read_bytes(source, FILE_LIMIT).decode()
    except UnicodeDecodeError as error:
        raise WorldError(f"invalid UTF-8 (byte {error.start})", file=source) from None


def _of_text(
    text: str, file: str, inputs: Sequence[str] | None, outputs: Sequence[str] | None, deadline: float | None
) -> System:
    if verdict := _VERDICT.match(text):  # as ltlsynt prints it; the line stays, so that places are right
        if verdict[1] == "UNREALIZABLE":
            raise UnsupportedError(f"{file}:1: UNREALIZABLE: the file holds no machine")
        text = text[: verdict.start(1)] + text[verdict.end(1) :]
    if text.lstrip().startswith(("aag", "aig")):
        return _settled(read_aiger(text, file=file))
    if looks_like_tlsf(text):
        return _synthesised(read_tlsf(text, file=file), deadline)
    if text.lstrip().startswith("HOA:") or (inputs is None and outputs is None):
        if outputs is None and inputs is not None:
            names = parse(text, file).propositions
            if strange := [name for name in inputs if name not in names]:
                raise WorldError(f"{strange[0]!r} is no proposition of the automaton", file=file)
            outputs = [name for name in names if name not in inputs]
        read = spot.imported(text, file=file, outputs=outputs, deadline=deadline or process.DEADLINE)
        return _settled(read.machine, read.notes, read.names)
    lines = [re.sub(r"^\s*(#|//).*", "", line) for line in text.split("\n")]
    try:
        return _synthesised(specification(" ".join(lines), inputs, outputs), deadline)
    except WorldError as error:
        line, column = _place(lines, error.column) if error.column else (None, None)
        message = re.sub(r"^[0-9:]+ ", "", str(error))
        raise WorldError(message, file=file, line=line, column=column) from None


def _place(lines: Sequence[str], column: int) -> tuple[int, int]:
    """Line and column of a position in the lines joined by blanks."""
    for number, line in enumerate(lines, start=1):
        if column <= len(line) + 1 or number == len(lines):
            return number, column
        column -= len(line) + 1
    return 1, column


def _settled(machine: Machine, choices: Sequence[str] = (), names: Sequence[str | None] = ()) -> System:
    """The canonical system of a machine, with a note when states were merged."""
    smaller, number = placed(machine)
    left = machine.states - smaller.states
    notes = (f"{left} states were equivalent to others",) if left else ()
    return System(smaller, named(names, number), tuple(choices), notes)


def _synthesised(wanted: Specification, deadline: float | None) -> System:
    answer = synthesised(wanted, deadline=deadline or process.DEADLINE)
    if isinstance(answer, Undecided):
        raise UndecidedError(f"the synthesis stays undecided: {answer.reason}; --deadline gives it more time")
    if not answer.realisable:
        return System(canonical(answer.machine), realisable=False)
    chosen = "of the machines that satisfy the specification, the one that Spot's synthesis gives was taken"
    checked = "every run satisfies the specification (Spot); no lasso tried violates it (our own check)"
    return System(answer.machine, choices=(chosen,), notes=(checked,))


def description(machine: Machine) -> str:
    """A description of a machine in one line."""
    count = "1 state" if machine.states == 1 else f"{machine.states} states"
    inputs, outputs = ", ".join(machine.inputs) or "none", ", ".join(machine.outputs) or "none"
    return f"{KINDS[machine.timing]} of {count}; inputs {inputs}; outputs {outputs}"


def trace_rows(machine: Machine, trace: str | None) -> tuple[str, ...] | None:
    """The rows of a trace (a file or the text) over the inputs of a machine; None for None."""
    if trace is None:
        return None
    letters = read_trace(text_of(trace), machine.inputs, others=machine.outputs)
    return tuple(rows(letters, len(machine.inputs)))
