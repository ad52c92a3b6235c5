"""Answers that are data: the atoms, formula, run or acceptance in a JSON value; shapes only, not yet judged.

Sets of atoms are lists of ``[step, "name", 0 or 1]``, of ``{"t": .., "ap": .., "value": ..}`` or of
literals as text (``"a@3"``, ``"!b@0"``); TempoBench's objects ``{effect: {step: ["a", "!b"]}}`` are read too.
A formula is such a list (the conjunction), a list of lists of literals or ``{"cnf": ...}`` (clauses),
``{"dnf": ...}``, or text.  What a value inside an atom is, is left as it came: types and ranges are checked
by the judge.

Silence is no answer: that a set of literals is empty must be said by a word (``"none"``), that nothing can
prevent an effect by ``true``.  An empty list or object is read, and is ``silent``.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

from ...instances.errors import CertwrightError
from .formula import LITERAL, Formula, literal_of, normal, parse

NOTHING = object()
"""No answer of the shape is here."""
NONE: tuple[Any, ...] = ()
"""The set of literals that was said to be empty."""

_KEYS = {
    "answer",
    "final_answer",
    "finalanswer",
    "result",
    "output",
    "solution",
    "atoms",
    "certificate",
    "literals",
    "interventions",
    "intervention",
    "flips",
    "set",
    "cause",
    "causes",
    "formula",
    "items",
    "butfor",
    "but_for",
    "but_for_set",
    "sufficient",
    "breaking",
    "explanation",
    "run",
    "acceptance",
}
_STEP, _NAME, _VALUE = (
    ("t", "step", "time", "timestep"),
    ("ap", "input", "name", "proposition"),
    ("v", "value"),
)
_DEPTH = 6
_TEMPO = re.compile(r"\s*(!|not\s|~|¬)?\s*([A-Za-z_][\w.\[\]]*|\"[^\"]+\")\s*", re.IGNORECASE)
_AND = re.compile(r"\band\b|&&?|,|∧", re.IGNORECASE)
_OR = re.compile(r"\||\bor\b", re.IGNORECASE)
_SAID = frozenset({"none", "empty", "empty set", "the empty set", "∅", "no constraints"})
_UNSAID = frozenset({"", "[]", "{}", "()"})


class Shape(Enum):
    """What an answer looks like."""

    ATOMS = "a list of atoms"
    LITERALS = "literals, or none"
    FORMULA = "a formula"
    RUN = "states and outputs"
    ACCEPTANCE = "accepted or not, with the first bad step"


def of_data(value: Any, shape: Shape) -> Any:
    """The answer of a shape in a JSON value; NOTHING when there is none.

    Atoms and literals come as a list of raw atoms (or NONE), formulas as ``Formula``, runs as (states,
    outputs), acceptance as (accepted, first bad step).
    """
    for _ in range(_DEPTH):
        if not isinstance(value, dict) or _is_atom(value):
            break
        found = _READERS[shape](value)
        if found is not NOTHING:
            return found
        inner = [item for key, item in value.items() if str(key).lower().replace(" ", "_") in _KEYS]
        if len(inner) != 1:
            return NOTHING
        value = inner[0]
    return _READERS[shape](value)


def silent(value: Any) -> bool:
    """Whether an answer of literals, or a formula, is an empty list or object and says nothing."""
    return bool(value == [] or value == SILENT)


SILENT = Formula(())
"""A formula that was not said."""


def same(one: Any, other: Any) -> bool:
    """Whether two answers of one shape say the same: lists of atoms are compared as sets."""
    if isinstance(one, list) and isinstance(other, list):
        return {repr(atom) for atom in one} == {repr(atom) for atom in other}
    return bool(one == other)


def _atoms(value: Any) -> Any:
    found = _said(value)
    return list(found) if isinstance(found, tuple) else found


def _said(value: Any) -> Any:
    """A list of raw atoms, or NONE."""
    if value is None:
        return []
    if isinstance(value, str):
        return _literals(value)
    if _is_atom(value):
        return [_triple(value)]
    if isinstance(value, dict):
        return _tempobench(value)
    if not isinstance(value, list):
        return NOTHING
    found: list[Any] = []
    said = False
    for item in value:
        if isinstance(item, str):
            literals = _literals(item)
            if literals is NOTHING:
                return NOTHING
            said = said or literals == NONE
            found += literals
        else:
            found.append(_triple(item))
    return NONE if said and not found else found


def _is_atom(value: Any) -> bool:
    """Whether a value looks like one atom, right or wrong."""
    if isinstance(value, dict):
        return any(key in value for key in _STEP) and any(key in value for key in _NAME)
    return isinstance(value, list) and len(value) == 3 and isinstance(value[1], str) and "@" not in value[1]


def _triple(value: Any) -> Any:
    """An atom as a list of three; anything else as it is."""
    if not isinstance(value, dict):
        return value
    fields = [[value[key] for key in keys if key in value] for keys in (_STEP, _NAME, _VALUE)]
    if len(value) != 3 or any(len(field) != 1 for field in fields):
        return value
    return [field[0] for field in fields]


def _literals(text: str) -> Any:
    """The literals of a text that holds nothing else but what separates them; NOTHING for another text."""
    bare = text.strip().strip("`*$.").strip()
    if not bare:
        return NOTHING
    if bare.lower() in _SAID:
        return NONE
    if bare in _UNSAID:
        return []
    bare = bare.strip("{}[]() ")
    if "@" not in bare or _OR.search(bare):
        return NOTHING
    found = [list(literal_of(match)) for match in LITERAL.finditer(bare)]
    rest = _AND.sub(" ", LITERAL.sub(" ", bare)).replace(";", " ").replace('"', " ").replace("'", " ")
    return found if found and not rest.strip() else NOTHING


def _tempobench(value: dict[Any, Any]) -> Any:
    """``{effect: {step: literals}}`` with one effect, or ``{step: literals}``."""
    if len(value) == 1:
        inner = next(iter(value.values()))
        if isinstance(inner, dict):
            value = inner
    if not all(isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 10 for key in value):
        return NOTHING
    found: list[Any] = []
    said = False
    for step, texts in value.items():
        for text in texts if isinstance(texts, list) else [texts]:
            if not isinstance(text, str):
                return NOTHING
            if text.strip().lower() in _SAID | _UNSAID:
                said = said or text.strip().lower() in _SAID
                continue
            for part in _AND.split(text):
                match = _TEMPO.fullmatch(part)
                if match is None:
                    return NOTHING
                found.append([int(step), match[2].strip('"'), 0 if match[1] else 1])
    return NONE if said and not found else found


def _formula(value: Any) -> Any:
    if isinstance(value, bool):
        return Formula((value,))
    if isinstance(value, str):
        try:
            return parse(value.strip().strip("`*$").strip().rstrip("."))
        except CertwrightError:
            return NOTHING
    if isinstance(value, dict):
        for key, (inner, outer) in {"cnf": ("|", "&"), "dnf": ("&", "|")}.items():
            if key in value:
                return _clauses(value[key], inner, outer)
        return NOTHING
    if (
        isinstance(value, list)
        and value
        and all(isinstance(item, list) and not _is_atom(item) for item in value)
    ):
        return _clauses(value, "|", "&")
    atoms = _atoms(value) if isinstance(value, list) else NOTHING
    return NOTHING if atoms is NOTHING else _clauses([atoms], "&", "|") if atoms else SILENT


def _clauses(value: Any, inner: str, outer: str) -> Any:
    """A normal form; each clause a list of literals."""
    if not isinstance(value, list):
        return NOTHING
    if not value:
        return SILENT
    clauses = []
    for clause in value:
        atoms = _atoms(clause)
        if atoms is NOTHING or not all(isinstance(atom, list) and len(atom) == 3 for atom in atoms):
            return NOTHING
        clauses.append([tuple(atom) for atom in atoms])
    return normal(clauses, inner, outer)


def _run(value: Any) -> Any:
    if isinstance(value, dict) and "step_0" in value:
        return _tempobench_run(value)
    if isinstance(value, dict) and isinstance(value.get("states"), list):
        outputs = value.get("outputs")
        return (value["states"], outputs) if isinstance(outputs, list) else NOTHING
    return NOTHING


def _tempobench_run(value: dict[Any, Any]) -> Any:
    """``{"step_0": {"current state": 0, "defining inputs": "g and r", "next state": 1}, ...}``."""
    states: list[Any] = []
    outputs: list[Any] = []
    after = None
    while isinstance(step := value.get(f"step_{len(outputs)}"), dict):
        states.append(step.get("current state"))
        outputs.append(step.get("defining inputs"))
        after = step.get("next state")
    return [*states, after], outputs


def _acceptance(value: Any) -> Any:
    if not isinstance(value, dict) or "accepted" not in value:
        return NOTHING
    accepted = value["accepted"]
    if isinstance(accepted, str):
        accepted = {"yes": True, "true": True, "no": False, "false": False}.get(
            accepted.strip().lower(), accepted
        )
    return accepted, value.get("first_bad_step")


_READERS = {
    Shape.ATOMS: _atoms,
    Shape.LITERALS: _said,
    Shape.FORMULA: _formula,
    Shape.RUN: _run,
    Shape.ACCEPTANCE: _acceptance,
}
