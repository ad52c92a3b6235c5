"""Right and wrong answers to released questions, as values that the styles write out.

A value is what its shape holds: atoms "(name args)" in lists, a number, a truth value, a letter, literals
"name@t" and "!name@t", clauses of them, a run, a list of changes.
"""

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from certwright.instances.records import Instance
from certwright.instances.store import read_instances

RELEASED = Path(__file__).parents[3] / "instances"
FILES = (
    "planning/gen.jsonl.gz",
    "planning/bool.jsonl.gz",
    "planning/mcq.jsonl.gz",
    "reactive/gen.jsonl.gz",
    "reactive/bool.jsonl.gz",
    "gridworld/problems.jsonl",
)
_ATOM = re.compile(r"\([^()]*\)")
_FIRST_STEP = re.compile(r"^step 0:.*$", re.MULTILINE)
_NAME = re.compile(r"(\w+)=[01]")
SHAPES = {
    ("planning", "app"): "actions",
    ("planning", "prog"): "effects",
    ("planning", "reach"): "atom_or_none",
    ("planning", "land"): "atom_or_none",
    ("planning", "areach"): "action_or_none",
    ("planning", "nexta"): "action",
    ("planning", "val"): "index",
    ("planning", "just"): "plan",
    ("reactive", "simulate"): "run",
    ("reactive", "accept"): "acceptance",
    ("reactive", "butfor"): "literals",
    ("reactive", "sufficient"): "literals",
    ("reactive", "breaking"): "literals",
    ("reactive", "cause"): "formula",
    ("reactive", "intervene"): "interventions",
    ("gridworld", "mfp"): "grid_option",
}


class Case(NamedTuple):
    """A question with its right answer and some that are wrong for certain."""

    instance: Instance
    shape: str
    right: Any
    wrong: tuple[Any, ...]


@cache
def released(file: str) -> tuple[Instance, ...]:
    """The questions of a released file that are answered by text."""
    rows = read_instances(RELEASED / file)
    return tuple(row for row in rows if isinstance(row, Instance) and shape_of(row) is not None)


def shape_of(instance: Instance) -> str | None:
    """The shape of an answer to this question; None where it is a list of moves."""
    if instance.form in ("bool", "mcq"):
        return {"bool": "yes_no", "mcq": "letter"}[instance.form]
    return SHAPES.get((instance.family, instance.task))


def case(instance: Instance) -> Case:
    """The right answer that the record holds, and near misses of it."""
    shape = shape_of(instance)
    assert shape is not None
    right = _right(instance, shape)
    rng = random.Random(instance.id)
    misses = _MISSES[shape](instance, right, rng) if shape in _MISSES else _lists(instance, right, rng)
    return Case(instance, shape, right, tuple(miss for miss in misses if miss != right))


def _right(instance: Instance, shape: str) -> Any:
    gold = instance.gold or ""
    if shape in ("actions", "plan"):
        return _ATOM.findall(gold)
    if shape == "effects":
        return [_ATOM.findall(part) for part in gold.split("] [")]
    if shape == "index":
        return int(gold)
    if shape == "yes_no":
        return gold == "yes"
    if shape == "literals":
        return [] if gold == "none" else [literal(cell) for cell in json.loads(gold)]
    if shape == "formula":
        return [] if gold == "true" else [[literal(cell) for cell in row] for row in json.loads(gold)["cnf"]]
    if shape in ("run", "acceptance", "interventions"):
        return json.loads(gold)
    return gold


def literal(cell: list[Any]) -> str:
    """[step, name, value] as a literal."""
    return f"{'' if cell[2] else '!'}{cell[1]}@{cell[0]}"


def flipped(text: str) -> str:
    """The other literal of the same input and step."""
    return text[1:] if text.startswith("!") else "!" + text


def cells(instance: Instance) -> list[str]:
    """The literals that hold in the given inputs."""
    names = _NAME.findall(_FIRST_STEP.search(instance.prompt.context)[0])  # type: ignore[index]
    return [
        literal([step, name, int(bit)])
        for step, row in enumerate(instance.query["trace"])
        for name, bit in zip(names, row, strict=False)
    ]


def _foreign(atom: str) -> str:
    """An atom with the same name about a thing that the world does not have."""
    name, *arguments = atom[1:-1].split()
    return f"({' '.join([name, *arguments[:-1], 'zz99'])})" if arguments else f"({name} zz99)"


def _lists(instance: Instance, right: list[str], rng: random.Random) -> list[Any]:
    """Applicable actions: one dropped, one added, one exchanged."""
    at = rng.randrange(len(right))
    odd = _foreign(right[at])
    return [[*right[:at], *right[at + 1 :]], [*right, odd], [*right[:at], odd, *right[at + 1 :]]]


def _effects(instance: Instance, right: list[list[str]], rng: random.Random) -> list[Any]:
    true, false = right
    odd = _foreign((true + false)[0])
    return [[false, true], [true, [*false, odd]], [true[1:], false], [[*true, odd], false], [true, false[1:]]]


def _one(instance: Instance, right: str, rng: random.Random) -> list[Any]:
    if right.lower() == "none":
        return ["(zz99)"]
    return [_foreign(right), "None"]


def _next(instance: Instance, right: str, rng: random.Random) -> list[Any]:
    worse = instance.truth["not_closer"]  # type: ignore[index]
    return [*rng.sample(worse, min(2, len(worse))), _foreign(right)]


def _plan(instance: Instance, right: list[str], rng: random.Random) -> list[Any]:
    return [instance.query["plan"], [*right, _foreign(right[0])]]


def _index(instance: Instance, right: int, rng: random.Random) -> list[Any]:
    return [right + 1, right + 10, max(right - 1, 0)]


def _letter(instance: Instance, right: str, rng: random.Random) -> list[Any]:
    return [letter for letter in ("ABCDEF" if instance.form == "episode" else "ABCD") if letter != right]


def _literals(instance: Instance, right: list[str], rng: random.Random) -> list[Any]:
    others = sorted(set(cells(instance)) - set(right))
    added = [[*right, rng.choice(others)]] if others else []
    if not right:
        return added
    at = rng.randrange(len(right))
    turned = [*right[:at], flipped(right[at]), *right[at + 1 :]]
    return [*added, turned, *([[*right[:at], *right[at + 1 :]]] if len(right) > 1 else [])]


def _formula(instance: Instance, right: list[list[str]], rng: random.Random) -> list[Any]:
    used = {text for clause in right for text in clause}
    others = sorted(set(cells(instance)) - used)
    added = [[*right, [rng.choice(others)]]] if others else []
    turned = [[[flipped(text) for text in clause] for clause in right]] if right else []
    return [*added, *turned]


def _run(instance: Instance, right: dict[str, Any], rng: random.Random) -> list[Any]:
    states, outputs = right["states"], right["outputs"]
    at = rng.randrange(len(outputs))
    row = ("1" if outputs[at][0] == "0" else "0") + outputs[at][1:]
    changed = [*outputs[:at], row, *outputs[at + 1 :]]
    return [
        {"states": states, "outputs": changed},
        {"states": [*states[:-1], states[-1] + 1], "outputs": outputs},
        {"states": states, "outputs": outputs[:-1]},
    ]


def _acceptance(instance: Instance, right: dict[str, Any], rng: random.Random) -> list[Any]:
    if right["accepted"]:
        return [{"accepted": False, "first_bad_step": step} for step in (0, 2)]
    return [
        {"accepted": False, "first_bad_step": right["first_bad_step"] + 1},
        {"accepted": True, "first_bad_step": None},
    ]


def _interventions(instance: Instance, right: list[list[Any]], rng: random.Random) -> list[Any]:
    taken = {(step, name) for step, name, _ in right}
    free = [text for text in cells(instance) if _place(text) not in taken]
    step, name = _place(rng.choice(free))
    odd = [step, name, int(f"!{name}@{step}" in free)]
    turned = [[step, name, 1 - value] for step, name, value in right]
    return [[*right, odd], turned, right[1:]]


def _place(text: str) -> tuple[int, str]:
    name, step = text.lstrip("!").split("@")
    return int(step), name


_MISSES = {
    "effects": _effects,
    "atom_or_none": _one,
    "action_or_none": _one,
    "action": _next,
    "plan": _plan,
    "index": _index,
    "letter": _letter,
    "grid_option": _letter,
    "yes_no": lambda instance, right, rng: [not right],
    "literals": _literals,
    "formula": _formula,
    "run": _run,
    "acceptance": _acceptance,
    "interventions": _interventions,
}
