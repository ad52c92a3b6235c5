"""What a second opinion on an invariant is asked and how its answer reads, for SAT and SMT alike.

A set of positive cubes is inductive if the initial state contains none and no operator leads from a state
that contains none into one that does (Bradley, 2011; for planning Suda, 2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...domains.planning.strips import Task, bits
from .outcome import Answer, Proven, Refuted, Undecided, Why

INITIAL = "initial state"


def broken(engine: str, task: Task, cubes: Sequence[int], init: int | None) -> Refuted | None:
    """The refutation of a set with a cube that holds initially; None when there is none."""
    state = task.init if init is None else init
    for cube in cubes:
        if not cube & ~state:
            return Refuted(engine, (INITIAL, *task.names(cube)))
    return None


def obligations(task: Task, cubes: Sequence[int], without: int) -> dict[str, Any]:
    """The query as JSON data: the facts in the cubes and in operators that could bring one about."""
    touched = 0
    for cube in cubes:
        touched |= cube
    chosen = [
        (number, operator)
        for number, operator in enumerate(task.operators)
        if operator.add & touched and not operator.add & without
    ]
    facts = touched
    for _, operator in chosen:
        facts |= operator.pre
    index = {fact: position for position, fact in enumerate(bits(facts))}

    def numbers(mask: int) -> list[int]:
        return [index[fact] for fact in bits(mask & facts)]

    return {
        "facts": len(index),
        "numbers": [number for number, _ in chosen],
        "operators": [
            [numbers(operator.pre), numbers(operator.add), numbers(operator.delete & ~operator.add)]
            for _, operator in chosen
        ],
        "cubes": [numbers(cube) for cube in cubes],
    }


def invariant_answer(
    engine: str, task: Task, cubes: Sequence[int], payload: dict[str, Any], found: list[int] | None
) -> Answer:
    """Proven when nothing was found; a pair (operator, cube) is checked by hand before it refutes."""
    if found is None:
        statement = f"no state reachable contains any of {len(cubes)} cubes"
        return Proven(engine, statement, f"inductive under {len(payload['numbers'])} operators")
    operator, cube = task.operators[payload["numbers"][found[0]]], cubes[found[1]]
    weakest = operator.pre | (cube & ~operator.add)
    if not operator.add & cube or operator.delete & ~operator.add & cube:
        return Undecided(engine, Why.OUTPUT, f"{operator.name} does not bring about the cube it named")
    if any(not other & ~weakest for other in cubes):
        return Undecided(engine, Why.OUTPUT, f"{operator.name} needs a state that contains a cube already")
    return Refuted(engine, (operator.name, *task.names(cube)))
