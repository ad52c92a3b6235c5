"""The functions of ``certwright autumn``: read programs and actions, print frames as text, write and check
traces."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..domains.gridworld import trace
from ..domains.gridworld.actions import Action
from ..domains.gridworld.catalog import RGB, UNKNOWN
from ..domains.gridworld.frames import CODE, Grid
from ..domains.gridworld.machine import Machine
from ..domains.gridworld.parser import MAX_CHARACTERS
from ..domains.gridworld.program import Program, read_program
from ..instances.errors import AutumnError, CertwrightError, RecordError
from ..instances.hostile import decode
from ..instances.lines import read_bytes, read_lines
from .agents.pictures import ansi
from .cli.common import Faults

TRACE_BYTES = 64 * 2**20


def load(name: str) -> Program:
    """Read a program's file; ``-`` is stdin.  AutumnError for text that is not a program."""
    try:
        text = read_bytes(name, 4 * MAX_CHARACTERS).decode("utf-8")
    except UnicodeDecodeError as error:
        raise AutumnError(f"invalid UTF-8 (byte {error.start})", file=name) from None
    return read_program(text, file=name)


def read_actions(text: str) -> list[Action]:
    """A list of actions separated by commas; or ``@FILE``, or a ``.json`` file with a list of them."""
    if not text.startswith("@") and not text.endswith(".json"):
        return [Action.parse(part) for part in text.split(",") if part.strip()]
    name = text.removeprefix("@")
    values = decode(read_bytes(name, TRACE_BYTES))
    if isinstance(values, dict):
        values = values.get("actions")
    if not isinstance(values, list):
        message = "expected a JSON list of actions, or an object with one"
        raise RecordError(message, file=name, field="actions")
    return [Action.from_json(value) for value in values]


def frames(
    program: Program, actions: Sequence[Action], rng_seed: int, *, colour: bool, last: bool = False
) -> Iterator[str]:
    """The first frame and that after each action, or only the last; without colour a legend of letters."""
    machine = Machine(program, rng_seed)
    letters: dict[str, str] = {}
    for number in range(len(actions) + 1):
        if number:
            machine.step(actions[number - 1])
        if not last or number == len(actions):
            head = f"step {number}: {actions[number - 1]}" if number else "step 0"
            yield f"{head}\n{picture(machine.frame(), letters, colour)}"
    if not colour:
        yield "colours: " + ", ".join(f"{letter} {name}" for name, letter in letters.items())


def picture(frame: Grid, letters: dict[str, str], colour: bool) -> str:
    """A frame as lines: two coloured spaces per cell, or one letter per cell; ``letters`` is extended as
    needed."""
    if colour:
        return "\n".join("".join(ansi(RGB.get(name.lower(), UNKNOWN), "  ") for name in row) for row in frame)
    names = [name for row in frame for name in row]
    if not letters:
        letters[Counter(names).most_common(1)[0][0]] = "."
    for name in names:
        if name not in letters:
            wanted = [*name.lower(), *name.upper(), *CODE]
            letters[name] = next((letter for letter in wanted if letter not in letters.values()), "?")
    return "\n".join("".join(letters[name] for name in row) for row in frame)


def trace_line(program: str, actions: str, label: str, rng_seed: int) -> str:
    """One JSON record of a run."""
    name = Path(program).stem
    record = trace.record(load(program), read_actions(actions), rng_seed=rng_seed, name=name, label=label)
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def check_traces(file: str, folder: Path, faults: Faults) -> Iterator[tuple[str, bool]]:
    """A line for each recorded trace, and whether it differs; bad records go to ``faults``."""
    programs: dict[str, Program | None] = {}
    number = 0
    for number, line in read_lines(file, TRACE_BYTES):
        try:
            if isinstance(line, RecordError):
                raise line
            yield _checked(decode(line), folder, programs)
        except RecordError as error:
            faults.report(error.within(file, number))
    if not number:
        faults.report(RecordError("there is no trace in it", file=file))


def _checked(record: Any, folder: Path, programs: dict[str, Program | None]) -> tuple[str, bool]:
    if not isinstance(record, dict) or not isinstance(name := record.get("program"), str):
        raise RecordError("expected an object with the name of a program", field="program")
    if name not in programs:
        paths = [folder / file for file in trace.candidates(name) if Path(file).name == file]
        path = next((path for path in paths if path.is_file()), None)
        programs[name] = None if path is None else load(str(path))
    program = programs[name]
    if program is None:
        raise RecordError(f"no program {name}.sexp in {folder}", field="program")
    head = f"{name} {record.get('label', '')} seed {record.get('rng_seed')}"
    try:
        fault = trace.difference(program, record)
    except RecordError:
        raise
    except CertwrightError as error:
        raise RecordError(str(error)) from None
    steps = len(record["frames"]) - 1
    return (f"{head}: {steps} steps agree", False) if fault is None else (f"{head}: {fault}", True)
