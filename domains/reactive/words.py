"""Traces: finite words over the inputs of a system, as people and tools write them.

``read_trace`` knows four spellings: rows over "01" (character i is the value of ``inputs[i]``); CSV with a
header of input names and perhaps a column ``step``; JSON (an array of rows, of arrays of bits, or of objects
from input to bit); and Spot's words, ``a&!b; !a&b; cycle{1}``, where what is repeated for ever lies after the
trace and is left out.  Every step must say the value of every input.

>>> read_trace("a&!b; a&b; cycle{1}", ("a", "b"))
(1, 3)
>>> rows((1, 3), 2)
['10', '11']
>>> letters(["10", "11"], 2)
(1, 3)
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ...instances.errors import LimitError, RecordError
from ...instances.hostile import decode

STEP_LIMIT = 1_000_000
STEP_COLUMNS = ("step", "t", "time")
BITS: Mapping[str, int] = {"0": 0, "1": 1, "false": 0, "true": 1}

_LITERAL = re.compile(r"""(!*)\s*(?:"([^"]*)"|([A-Za-z_][A-Za-z0-9_.\[\]-]*)|([01]))""")
"""No blanks at either end: with them a long run of blanks would be tried in every division."""


def rows(trace: Iterable[int], width: int) -> list[str]:
    """One string over "01" a step; character i is bit i."""
    return ["".join("1" if letter >> bit & 1 else "0" for bit in range(width)) for letter in trace]


def letters(trace: Sequence[str], width: int) -> tuple[int, ...]:
    """The letters of rows over "01"; RecordError for a row of another length or with another character."""
    if len(trace) > STEP_LIMIT:
        raise LimitError(f"{len(trace)} steps; a trace has at most {STEP_LIMIT}")
    return tuple(_letter(row, step, width) for step, row in enumerate(trace))


def _letter(row: object, step: int, width: int) -> int:
    if not isinstance(row, str) or len(row) != width or row.strip("01"):
        raise RecordError(
            f"a row of {width} characters 0 or 1 expected, found {row!r:.60}", field=f"[{step}]"
        )
    return sum((char == "1") << bit for bit, char in enumerate(row))


def read_trace(text: str, inputs: Sequence[str], *, others: Collection[str] = ()) -> tuple[int, ...]:
    """The letters of a trace in any spelling, ``others`` skipped; RecordError names the step; LimitError."""
    text = text.strip()
    if text[:1] in ("[", "{"):
        letters_read = _of_json(decode(text.encode()), inputs, others)
    elif inputs and re.fullmatch(r"[01\s,;]+", text):
        letters_read = letters(re.split(r"[\s,;]+", text.strip(" \n\t\r,;")), len(inputs))
    else:
        lines = [line for line in text.splitlines() if line.strip()]
        header = [name.strip().strip('"') for name in lines[0].split(",")] if lines else []
        known = {*inputs, *others, *STEP_COLUMNS}
        if header and set(header) <= known and (len(lines) > 1 or len(header) > 1):
            letters_read = _of_table(header, lines[1:], inputs)
        elif inputs and re.fullmatch(r"[0-9\s,;]+", text):
            raise RecordError(_no_row(text, len(inputs)))
        else:
            letters_read = _of_word(text, inputs, others)
    if not letters_read:
        raise RecordError("the trace has no step")
    if len(letters_read) > STEP_LIMIT:
        raise LimitError(f"{len(letters_read)} steps; a trace has at most {STEP_LIMIT}")
    return letters_read


def _no_row(text: str, width: int) -> str:
    """What is wrong with the first of these rows of digits that is not over "01"."""
    digits = re.split(r"[\s,;]+", text.strip(" \n\t\r,;"))
    step = next(step for step, row in enumerate(digits) if row.strip("01"))
    return f"step {step}: {digits[step][:60]!r} is no row of {width} characters 0 or 1"


def _of_json(value: Any, inputs: Sequence[str], others: Collection[str]) -> tuple[int, ...]:
    if isinstance(value, dict) and "trace" in value:
        value = value["trace"]
    if not isinstance(value, list):
        raise RecordError("a trace is an array of steps")
    letters_read = []
    for step, item in enumerate(value):
        if isinstance(item, dict):
            letters_read.append(_of_object(item, step, inputs, others))
        elif isinstance(item, list):
            if len(item) != len(inputs):
                raise RecordError(f"{len(item)} values for {len(inputs)} inputs", field=f"[{step}]")
            letters_read.append(sum(_bit(value, f"[{step}]") << bit for bit, value in enumerate(item)))
        else:
            letters_read.append(_letter(item, step, len(inputs)))
    return tuple(letters_read)


def _of_object(item: Mapping[str, Any], step: int, inputs: Sequence[str], others: Collection[str]) -> int:
    for name in item:
        if name not in inputs and name not in others:
            raise RecordError(f"{name!r} is no input; they are {', '.join(inputs)}", field=f"[{step}]")
    if missing := [name for name in inputs if name not in item]:
        raise RecordError(f"the step says nothing about {missing[0]!r}", field=f"[{step}]")
    return sum(_bit(item[name], f"[{step}].{name}") << bit for bit, name in enumerate(inputs))


def _bit(value: object, field: str) -> int:
    if value is True or value is False or (type(value) is int and value in (0, 1)):
        return int(value)
    raise RecordError(f"0 or 1 expected, found {value!r:.60}", field=field)


def _of_table(header: Sequence[str], lines: Sequence[str], inputs: Sequence[str]) -> tuple[int, ...]:
    if len(set(header)) < len(header):
        raise RecordError("a column occurs twice in the header", line=1)
    if missing := [name for name in inputs if name not in header]:
        raise RecordError(f"no column for the input {missing[0]!r}", line=1)
    clock = next((name for name in STEP_COLUMNS if name in header and name not in inputs), None)
    letters_read = []
    for step, line in enumerate(lines):
        values = [value.strip().lower() for value in line.split(",")]
        if len(values) != len(header):
            raise RecordError(f"{len(values)} values in {len(header)} columns", line=step + 2)
        row = dict(zip(header, values, strict=True))
        if clock is not None and row[clock] != str(step):
            raise RecordError(f"step {row[clock][:20]!r}, expected {step}", line=step + 2)
        if wrong := [name for name in inputs if row[name] not in BITS]:
            raise RecordError(f"0 or 1 expected, found {row[wrong[0]][:20]!r}", line=step + 2, field=wrong[0])
        letters_read.append(sum(BITS[row[name]] << bit for bit, name in enumerate(inputs)))
    return tuple(letters_read)


def _of_word(text: str, inputs: Sequence[str], others: Collection[str]) -> tuple[int, ...]:
    """A word in Spot's syntax: conjunctions of literals between semicolons, then ``cycle{...}``."""
    prefix, cycle, _ = text.partition("cycle{")
    if cycle and not re.fullmatch(r"\s*(1|t|true)\s*\}\s*", text[len(prefix) + len(cycle) :]):
        raise RecordError("only cycle{1} is read: a trace is finite, write its steps before the cycle")
    steps = prefix.strip().strip(";").split(";") if prefix.strip().strip(";") else []
    letters_read = []
    for step, cube in enumerate(steps):
        values = _cube(cube, step, inputs, others)
        open_inputs = [name for name in inputs if name not in values]
        if open_inputs:
            name = open_inputs[0]
            raise RecordError(f"step {step} leaves {name!r} open; write {name} or !{name}")
        letters_read.append(sum(values[name] << bit for bit, name in enumerate(inputs)))
    return tuple(letters_read)


def read_lasso(
    text: str, inputs: Sequence[str], *, others: Collection[str] = ()
) -> tuple[tuple[int, ...], int]:
    """The letters of an infinite trace in Spot's syntax, and the step that follows the last one.

    RecordError that names the step, or says that the cycle is missing or empty.

    >>> read_lasso("a&!b; cycle{!a&b; a&b}", ("a", "b"))
    ((1, 2, 3), 1)
    """
    head, brace, tail = text.strip().partition("{")
    before, repeated = head.rstrip(), tail.removesuffix("}")
    braces = "}" in head or "{" in repeated or "}" in repeated
    if not brace or not before.endswith("cycle") or repeated == tail or braces or not repeated.strip(" ;"):
        raise RecordError("an infinite trace is steps between semicolons and then cycle{...}, not empty")
    prefix = _of_word(before.removesuffix("cycle"), inputs, others)
    cycle = _of_word(repeated, inputs, others)
    if len(prefix) + len(cycle) > STEP_LIMIT:
        raise LimitError(f"{len(prefix) + len(cycle)} steps; a trace has at most {STEP_LIMIT}")
    return (*prefix, *cycle), len(prefix)


def _cube(text: str, step: int, inputs: Sequence[str], others: Collection[str]) -> dict[str, int]:
    values: dict[str, int] = {}
    for part in re.split(r"&&?", text):
        match = _LITERAL.fullmatch(part.strip())
        if match is None:
            raise RecordError(f"step {step}: a literal expected, found {part.strip()[:40]!r}")
        negations, quoted, plain, constant = match.groups()
        if constant is not None:
            if (constant == "1") == (len(negations) % 2 == 1):
                raise RecordError(f"step {step} is false: no letter fits it")
            continue
        name, value = quoted if quoted is not None else plain, 1 - len(negations) % 2
        if name not in inputs and name not in others:
            raise RecordError(f"step {step}: {name!r} is no input; they are {', '.join(inputs)}")
        if values.setdefault(name, value) != value:
            raise RecordError(f"step {step} says both {name} and !{name}")
    return values
