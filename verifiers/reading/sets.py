"""Answers to reactive questions that are data: literals, formulas, runs, acceptance in a JSON value.

    literals   = [ atom { atom } ] | {step: literal text or list}       atoms: [step, "name", bit],
    atom       = list of three | {"t": .., "ap": .., "value": ..} | literal text "a@3"
    formula    = literals (a conjunction) | [clause ..] | {"cnf": [clause ..]} | {"dnf": [clause ..]} | truth
    run        = {"states": [..], "outputs": [..]} | {"step_0": {"current state": ..}, ..}
    acceptance = {"accepted": .., "first_bad_step": ..}

What a value inside an atom is, is left as it came, but for the words and signs that are bits: types and
ranges are checked by the judge.  Silence is no answer: an empty list or object is read, and is ``silent``.
"""

import re
from collections.abc import Mapping
from typing import Any

from .formulas import Formula, normal, read_formula
from .kinds import SETS, AnswerKind
from .literals import NONE, read_literals
from .notations import BITS, lex_literals
from .reading import Reading, Request, conflicting, found, malformed, no_answer
from .text import plain
from .values import key_of

_FIELDS = (
    ("t", "step", "time", "timestep", "at_step", "time_step", "at", "step_index"),
    ("ap", "input", "name", "proposition", "variable", "signal", "input_name"),
    ("v", "val", "value", "new_value", "bit", "to", "set_to", "new", "set", "becomes", "to_value", "new_bit"),
)
_TEMPO = re.compile(r"\s*(!|not\s|~|¬)?\s*([A-Za-z_][\w.\[\]]*|\"[^\"]+\")\s*", re.IGNORECASE)
_AND = re.compile(r"\band\b|&&?|,|∧", re.IGNORECASE)
_SAID = frozenset({"none", "empty", "empty set", "the empty set", "∅", "no constraints"})
_UNSAID = frozenset({"", "[]", "{}", "()"})
_TRUTHS = {"yes": True, "true": True, "no": False, "false": False, "accepted": True, "rejected": False}
_TRUTHS |= {"accept": True, "valid": True, "reject": False, "invalid": False, "not accepted": False}
_NO_STEP = ("none", "null", "n/a", "-", "")
_RUN = {
    "states": re.compile(r"(?:(?!next|final|initial)[a-z]+_)*states?(?:_[a-z]+)*"),
    "outputs": re.compile(r"(?:[a-z]+_)*outputs?(?:_[a-z]+)*"),
}
_ACCEPTANCE = {
    "accepted": re.compile(
        r"(?:(?:is|the|log|trace|run|claim|claimed|outputs?|all|sequence)_)*"
        r"(?:verdict|decision|outcome|status|accepted?|correct|valid|consistent|match(?:es)?|agrees?"
        r"|ok)(?:_(?:log|trace|run|sequence|all))?"
    ),
    "first_bad_step": re.compile(
        r"(?:(?:first|earliest|index|of|the|at|bad|wrong|fail(?:ing|ed|ure)|mismatch(?:ed|ing)?"
        r"|incorrect|violati(?:ng|on)"
        r"|inconsistent|reject(?:ed|ing)|deviati(?:ng|on)|error|diverg(?:ing|ence)|differing|offending"
        r"|invalid)_)*"
        r"(?:step|index)|(?:first|earliest)_[a-z_]{3,40}"
        r"|(?:mismatch|deviation|difference|error|failure|differs|deviates|fails)_(?:at|step"
        r"|index)(?:_(?:step|index))?"
    ),
}
"""The keys under which a run or a verdict stands in other words: "states_visited", "first_mismatch_step"."""
SILENT = Formula(())
"""A formula that was not said."""
_UNKNOWN = re.compile(r"[xX?.*_-]+|[01?*]*[?*][01?*]*").fullmatch
_NOTHING = object()


def silent(value: Any) -> bool:
    """Whether an answer of literals, or a formula, is an empty list or object and says nothing."""
    return bool(value == [] or value == SILENT)


def reactive_data(value: Any, request: Request) -> Reading | None:
    """The reading of a value of the kind asked; None where it may wrap one, or is text."""
    kind = request.kind
    if kind in SETS:
        answer = _literals(value, request)
        answer = [] if answer == NONE and kind is AnswerKind.INTERVENTIONS else answer
    elif kind is AnswerKind.FORMULA:
        answer = _formula(value, request)
    elif isinstance(value, Mapping):
        answer = _run(value) if kind is AnswerKind.RUN else _acceptance(value)
    else:
        return None
    return None if answer is _NOTHING else answer if isinstance(answer, Reading) else found(answer, "data")


def _literals(value: Any, request: Request) -> Any:
    """A list of raw atoms, or NONE."""
    if _is_atom(value):
        return [_triple(value)]
    if isinstance(value, Mapping):
        return _tempobench(value) if value else []
    if not isinstance(value, (list, tuple)):
        return _NOTHING
    atoms: list[Any] = []
    said = False
    for item in value:
        if isinstance(item, Mapping) and len(item) == 1 and isinstance(next(iter(item.values())), str):
            item = next(iter(item.values()))  # {"literal": "a@3"}
        if isinstance(item, str):
            reading = read_literals(plain(item), request)
            if reading is None or reading.code is not None:
                return _NOTHING
            said = said or (not reading.value and bool(item.strip("[]{}() ")))
            atoms += list(reading.value)
        else:
            atoms.append(_triple(item))
    return NONE if said and not atoms else atoms


def _is_atom(value: Any) -> bool:
    """Whether a value looks like one atom, right or wrong."""
    if isinstance(value, Mapping):
        given = {key_of(key) for key in list(value)[:8]}
        return all(not given.isdisjoint(keys) for keys in _FIELDS[:2])
    return (
        isinstance(value, (list, tuple))
        and len(value) == 3
        and isinstance(value[1], str)
        and "@" not in value[1]
    )


def _triple(value: Any) -> Any:
    """An atom as a list of three with a bit; anything else as it is."""
    if isinstance(value, Mapping):
        fields = [[item for key, item in value.items() if key_of(key) in keys] for keys in _FIELDS]
        if len(value) < 3 or any(len(field) != 1 for field in fields):
            return value
        value = [field[0] for field in fields]
    if isinstance(value, (list, tuple)) and len(value) == 3:
        bit = value[2].strip().lower() if isinstance(value[2], str) else value[2]
        if isinstance(bit, bool) or (isinstance(bit, str) and bit in BITS):
            return [value[0], value[1], BITS[bit] if isinstance(bit, str) else int(bit)]
    return value


def _tempobench(value: Mapping[Any, Any]) -> Any:
    """``{effect: {step: literals}}`` with one effect, or ``{step: literals}``."""
    if len(value) == 1:
        inner = next(iter(value.values()))
        wraps = isinstance(inner, Mapping) and not any(item in (0, 1) for item in inner.values())
        value = inner if wraps else value
    if not all(isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 10 for key in value):
        return _NOTHING
    atoms: list[Any] = []
    said = False
    for step, texts in value.items():
        if isinstance(texts, Mapping) and all(bit in (0, 1) for bit in texts.values()):
            atoms += [[int(step), str(name), int(bit)] for name, bit in texts.items()]
            continue
        for text in texts if isinstance(texts, list) else [texts]:
            if not isinstance(text, str):
                return _NOTHING
            if text.strip().lower() in _SAID | _UNSAID:
                said = said or text.strip().lower() in _SAID
                continue
            for part in _AND.split(text):
                match = _TEMPO.fullmatch(part)
                if match is None:
                    return _NOTHING
                atoms.append([int(step), match[2].strip('"'), 0 if match[1] else 1])
    return NONE if said and not atoms else atoms


def _formula(value: Any, request: Request) -> Any:
    if isinstance(value, (list, tuple)) and len(value) == 1 and isinstance(value[0], bool):
        value = value[0]
    if isinstance(value, bool):
        return Formula((value,))
    if isinstance(value, Mapping):
        for key, (inner, outer) in {"cnf": ("|", "&"), "dnf": ("&", "|")}.items():
            if key in value:
                return _clauses(value[key], inner, outer, request)
        return _NOTHING
    if not isinstance(value, (list, tuple)):
        return _NOTHING
    if value and all(isinstance(item, list) and not _is_atom(item) for item in value):
        return _clauses(value, "|", "&", request)
    if len(value) == 1 and isinstance(value[0], str):
        reading = read_formula(plain(value[0]), request)
        return reading.value if reading is not None and reading.code is None else _NOTHING
    texts = [plain(item) for item in value if isinstance(item, str)]
    if any(len(lex_literals(text, request.vocabulary)) != 1 for text in texts):
        return _NOTHING
    atoms = _literals(value, request)
    return _NOTHING if atoms is _NOTHING else _clauses([atoms], "&", "|", request) if atoms else SILENT


def _clauses(value: Any, inner: str, outer: str, request: Request) -> Any:
    """A normal form; each clause a list of literals."""
    if not isinstance(value, list):
        return _NOTHING
    clauses = []
    for clause in value:
        atoms = _literals([clause] if isinstance(clause, str) or _is_atom(clause) else clause, request)
        if atoms is _NOTHING or not all(isinstance(atom, (list, tuple)) and len(atom) == 3 for atom in atoms):
            return _NOTHING
        clauses.append([tuple(atom) for atom in atoms])
    return normal(clauses, inner, outer) if clauses else SILENT


def _run(value: Mapping[Any, Any]) -> Any:
    if "step_0" in value:
        return _tempobench_run(value)
    keys = _renamed({key: item for key, item in value.items() if isinstance(item, list)}, _RUN)
    keys |= {key: item for key, item in _keys(value).items() if key in _RUN}
    if "states" not in keys and "outputs" not in keys:
        return _NOTHING
    states, outputs = keys.get("states"), keys.get("outputs")
    if not isinstance(states, list) or not isinstance(outputs, list):
        return malformed("states and outputs are two lists")
    if any(isinstance(row, str) and _UNKNOWN(row) for row in outputs):
        return malformed("an output is left open")
    if len({len(row) for row in outputs if isinstance(row, str) and row.isdigit()}) > 1:
        return malformed("the outputs have several widths")
    return [_number(state) for state in states], outputs


def _number(text: Any) -> Any:
    """The number that a string of digits is; anything else as it is."""
    digits = isinstance(text, str) and text.isascii() and text.strip().isdigit() and len(text) < 10
    return int(text) if digits else text


def _tempobench_run(value: Mapping[Any, Any]) -> Any:
    """``{"step_0": {"current state": 0, "defining inputs": "g and r", "next state": 1}, ...}``."""
    states: list[Any] = []
    outputs: list[Any] = []
    after = None
    while isinstance(step := value.get(f"step_{len(outputs)}"), Mapping):
        states.append(step.get("current state"))
        outputs.append(step.get("defining inputs"))
        after = step.get("next state")
    return [*states, after], outputs


def _keys(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {key_of(key): item for key, item in list(value.items())[:100]}


def _renamed(value: Mapping[Any, Any], names: Mapping[str, re.Pattern[str]]) -> dict[str, Any]:
    """The items under their names, or under the one key each that says it in other words."""
    keys = _keys(value)
    for name, worded in names.items():
        others = [item for key, item in keys.items() if worded.fullmatch(key)]
        if name not in keys and len(others) == 1:
            keys[name] = others[0]
    return keys


def _acceptance(value: Mapping[Any, Any]) -> Any:
    keys = _renamed(value, _ACCEPTANCE)
    if "accepted" not in keys:
        return _NOTHING
    accepted, step = keys["accepted"], keys.get("first_bad_step")
    if isinstance(accepted, Mapping):  # {"verdict": {"accepted": false, ...}}
        nested = any(isinstance(item, Mapping) for item in accepted.values())
        return _NOTHING if nested or step is not None else _acceptance(accepted)
    if isinstance(accepted, str):
        accepted = _TRUTHS.get(accepted.strip().lower(), accepted)
    if isinstance(step, str):
        step = None if step.strip().lower() in _NO_STEP else _number(step)
    if accepted is None:
        return no_answer("accepted is null")
    if isinstance(accepted, str):
        return malformed("accepted is neither yes nor no")
    if accepted is True and step is not None and not isinstance(step, (float, list, str)):
        return conflicting(["accepted", f"first bad step {step}"])
    return (
        malformed("the first bad step is no number")
        if isinstance(step, (float, list, str))
        else (accepted, step)
    )
