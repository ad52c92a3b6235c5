"""Mealy machines out of HOA text, in the one form in which records hold them.

HOA v1 (Babiak et al., CAV 2015) with SYNTCOMP's ``controllable-AP``: one item a line; the inputs, then the
outputs, which are controllable; the acceptance is ``0 t``; every edge has a label and one target; no aliases,
no remarks.  A run must reach each state, which has, for each letter, one valuation of the outputs and target.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..refused import RefusedError, clip, refuse
from ..search import explore
from .ltlf import Formula, variables

MAX_PROPOSITIONS = 20
MAX_TABLE = 1_000_000  # the most entries of a machine's table: states times letters
MAX_BITS = 1 << 36  # the most bits of truth tables that the labels of one text may take
_HEADER = {
    "HOA": re.compile(r"v1"),
    "States": re.compile(r"([0-9]{1,6})"),
    "Start": re.compile(r"([0-9]{1,6})"),
    "AP": re.compile(r'([0-9]{1,6})((?: "(?:[^"\\]|\\.)*")*)'),
    "controllable-AP": re.compile(r"((?: ?[0-9]{1,6})*)"),
    "Acceptance": re.compile(r"0 t"),
    "acc-name": re.compile(r"[a-z]+"),
    "properties": re.compile(r"[a-z-]+(?: [a-z-]+)*"),
}
_REQUIRED = ("HOA", "States", "Start", "AP", "controllable-AP", "Acceptance")
_STATE = re.compile(r"State: ([0-9]{1,6})")
_EDGE = re.compile(r"\[([0-9tf!&|() ]+)\] ([0-9]{1,6})")
_WORD = re.compile(r"[0-9]+|[tf!&|()]")
_SIGNS = {"t": "true", "f": "false"}


@dataclass(frozen=True, slots=True)
class Machine:
    """``successors[state][letter]`` and ``emitted[state][letter]``; bit i of a letter is ``inputs[i]``."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    initial: int
    successors: tuple[tuple[int, ...], ...]
    emitted: tuple[tuple[int, ...], ...]

    def run(self, letters: Sequence[int]) -> tuple[list[int], list[int]]:
        """The states before each step and after the last one, and the outputs of each step."""
        states, outputs = [self.initial], []
        for letter in letters:
            outputs.append(self.emitted[states[-1]][letter])
            states.append(self.successors[states[-1]][letter])
        return states, outputs


@lru_cache(maxsize=8)  # neighbours in a file often ask about one machine
def read(text: str) -> Machine:
    """The machine of a text; RefusedError with the line for everything else."""
    lines = text.split("\n")
    if lines[-1] or "--BODY--" not in lines or lines[-2] != "--END--":
        raise RefusedError("hoa: a header, --BODY--, the states and --END-- were expected")
    body = lines.index("--BODY--")
    header = _header(lines[:body])
    count, initial = int(header["States"][1]), int(header["Start"][1])
    names = [re.sub(r"\\(.)", r"\1", name) for name in re.findall(r'"((?:[^"\\]|\\.)*)"', header["AP"][2])]
    controlled = [int(number) for number in header["controllable-AP"][1].split()]
    width, inputs = len(names), len(names) - len(controlled)
    if width != int(header["AP"][1]) or len(set(names)) < width or width > MAX_PROPOSITIONS:
        raise RefusedError(f"hoa: AP must name {header['AP'][1]} propositions, at most {MAX_PROPOSITIONS}")
    if controlled != list(range(inputs, width)):
        raise RefusedError("hoa: controllable-AP: the outputs must be the last propositions, in their order")
    if count << inputs > MAX_TABLE:
        raise RefusedError(f"hoa: {count} states over {inputs} inputs, more than {MAX_TABLE} entries")
    rows = _rows(lines[body + 1 : -2], body + 2, count, width, inputs)
    successors, emitted = zip(*[zip(*row, strict=True) for row in rows], strict=True) if rows else ((), ())
    reached, _ = explore("hoa", initial, lambda state: successors[state] if state < count else (), count + 1)
    for strange in sorted({*range(count)} ^ {*reached}):  # another reader might leave it out and count anew
        raise RefusedError(f"hoa: no run reaches state {strange}, or it is not there")
    return Machine(tuple(names[:inputs]), tuple(names[inputs:]), initial, successors, emitted)


def _header(lines: list[str]) -> dict[str, re.Match[str]]:
    items: dict[str, re.Match[str]] = {}
    for number, line in enumerate(lines, 1):
        key, _, value = line.partition(":")
        item = _HEADER[key].fullmatch(value.removeprefix(" ")) if key in _HEADER else None
        if item is None or key in items or (key == "HOA") != (number == 1):
            raise RefusedError(f"hoa:{number}: {clip(line)} is no item that the header of a machine has here")
        items[key] = item
    if missing := [key for key in _REQUIRED if key not in items]:
        raise RefusedError(f"hoa: the header has no {missing[0]}")
    return items


def _rows(lines: list[str], first: int, count: int, width: int, inputs: int) -> list[list[tuple[int, int]]]:
    """By state and letter, target and outputs; RefusedError where any is missing, twice or ambiguous."""
    rows: dict[int, dict[int, tuple[int, int]]] = {}
    state, bits = -1, 0
    for number, line in enumerate(lines, first):
        if begin := _STATE.fullmatch(line):
            state = int(begin[1])
            if state in rows or state >= count:
                raise RefusedError(f"hoa:{number}: state {state} occurs twice, or States: is less")
            rows[state] = {}
            continue
        edge = _EDGE.fullmatch(line)
        if edge is None or state < 0 or int(edge[2]) >= count:
            raise RefusedError(f"hoa:{number}: {clip(line)} is no edge [label] target of a state")
        target, row, words = int(edge[2]), rows[state], _WORD.findall(edge[1])
        bits += len(words) << width
        if bits > MAX_BITS or any(word.isdigit() and (len(word) > 2 or int(word) >= width) for word in words):
            raise RefusedError(f"hoa:{number}: the label is too large, or speaks of no proposition")
        try:
            for one in re.finditer("1", f"{_label(tuple(words), width):b}"[::-1]):
                letter, word = one.start() & (1 << inputs) - 1, one.start() >> inputs
                refuse(row.setdefault(letter, (target, word)) != (target, word), "a letter has two edges")
        except RefusedError as error:
            raise RefusedError(f"hoa:{number}: {error}") from None
    for state in range(count):
        refuse(len(rows.get(state, ())) != 1 << inputs, f"hoa: state {state} has no edge for some letter")
    return [[rows[state][letter] for letter in range(1 << inputs)] for state in range(count)]


@lru_cache(maxsize=256)  # many states have the same labels
def _label(words: tuple[str, ...], width: int) -> int:
    """The truth table of a label: bit v for the valuation v, whose bit i is the value of proposition i."""
    signs = [("proposition", word) if word.isdigit() else (_SIGNS.get(word, word), "") for word in words]
    formula, true = Formula(signs, len(signs)), variables(width)
    known = {number: true[int(name)] for number, name in formula.names.items()}
    return formula.tables((1 << (1 << width)) - 1, known)[formula.root]
