"""The library compiled once for all against its text among a program: the same values, the same failures."""

# ruff: noqa: E501 -- programs as texts

import random

import pytest
from testkit.sampling import every

from certwright.domains.gridworld import program
from certwright.domains.gridworld.standard import (
    BEFORE_LIBRARY,
    FIRST_GLOBALS,
    LIBRARY_FUNCTIONS,
    LIBRARY_LEAVES,
    LIBRARY_LOCALS,
    LIBRARY_PARAMETERS,
    mentioned,
    texts,
)
from certwright.domains.gridworld.tree import Function
from certwright.instances.errors import AutumnError

WORLD = """(= GRID_SIZE 5)
(object Dot (Cell 0 0 "red")) (object Bar (: wide Bool) (list (Cell 0 0 "blue") (Cell 1 0 (if wide then "red" else "blue"))))
(= dots (initnext (list (Dot (Position 0 3)) (Dot (Position 2 2)) (Dot (Position 4 4)) (Dot (Position 9 1))) (prev dots)))
(= bar (initnext (Bar true (Position 1 4)) (prev bar)))
(= result 0) (on true (= out EXPRESSION))"""
OBJECTS = [
    "bar",
    *(f"(at dots {i})" for i in range(4)),
    "(Dot (Position -3 2))",
    "(Bar false (Position 3 4))",
]
NUMBERS = ["0", "1", "-1", "2", "5", "2147483647", "(- -2147483647 1)"]
POSITIONS = [
    "(Position 0 0)",
    "(Position 2 3)",
    "(Position -1 5)",
    "(.. bar origin)",
    "(Position 2147483647 0)",
]
ELEMS = ["(head ((.. bar render)))", '(RenderedElem (Position 1 4) "red")']
KINDS = {
    "obj": OBJECTS,
    "dir": POSITIONS,
    "x": NUMBERS,
    "y": NUMBERS,
    "obj2": OBJECTS,
    "pos": POSITIONS,
    "pos1": POSITIONS,
    "pos2": POSITIONS,
    "p1": POSITIONS,
    "p2": POSITIONS,
    "e1": ELEMS,
    "e2": ELEMS,
    "obj1": OBJECTS,
    "unitSize": NUMBERS,
    "target": OBJECTS,
    "objs": ["dots", "(list bar)", "(list)"],
    "a": NUMBERS,
    "b": NUMBERS,
    "listObjs": ["dots", "(list)", "(list bar)"],
    "listPoss": ["(list)", "(rect (Position 0 0) (Position 3 2))"],
    "l": ["(range 0 4)", "(list)", "(list (list 1) (list 2))"],
    "e": NUMBERS,
    "elems1": ["((.. bar render))", "(list)", "(renderValue dots)"],
    "elems2": ["((.. bar render))", "(list)", "(renderValue dots)"],
    "elems": ["((.. bar render))", "(list)", "(renderValue dots)"],
    "poss": ["(list)", "(rect (Position 0 0) (Position 3 4))"],
    "prev_obj": [*OBJECTS, "dots"],
    "start": NUMBERS[:4],
    "end": NUMBERS[:5],
    "holes": ["(list)", "(rect (Position 0 4) (Position 5 5))"],
    "closestHole": POSITIONS,
}
ALIASES = {"displacement": "deltaPos", "nextSolid": "moveDownNoCollision"}


def parameters(name):
    value = texts()[ALIASES.get(name, name)].value
    return value.parameters if isinstance(value, Function) else ("l",)


def as_text(statements):
    return {}, mentioned(statements, set(LIBRARY_FUNCTIONS))


def outcome(machine, plain, expression, seed):
    try:
        found = machine(WORLD.replace("EXPRESSION", expression), "click 1 4", seed=seed)
    except AutumnError as error:
        return "failed", "takes" in error.message
    return plain(found.runtime.g["out"]), found.rng_state, found.frame()


def test_the_tables_of_names_are_those_of_the_text():
    assert set(program.shared_library()) == LIBRARY_FUNCTIONS == set(texts())
    assert not set(BEFORE_LIBRARY) & LIBRARY_FUNCTIONS
    assert FIRST_GLOBALS[:2] == ("GRID_SIZE", "map") and len(FIRST_GLOBALS) == len(set(FIRST_GLOBALS)) == 94
    assert {"abs", "sign", "max", "min", "deltaPos", "displacement", "movePos", "vcat"} == LIBRARY_LEAVES
    assert {"delta", "holes", "dir", "ret"} <= LIBRARY_LOCALS and len(LIBRARY_LOCALS) == 21
    assert {"obj", "holes", "elem", "p"} <= LIBRARY_PARAMETERS and len(LIBRARY_PARAMETERS) == 37
    for name in texts():
        assert len(parameters(name)) == program.shared_library()[name][1], name


@pytest.mark.parametrize("name", every(3, sorted(LIBRARY_FUNCTIONS)))
def test_shared_is_text(name, machine, as_python, monkeypatch):
    rng = random.Random(name)
    for _ in range(8):
        arguments = [rng.choice(KINDS[parameter]) for parameter in parameters(name)]
        if name in ("renderValue", "intersects", "isFree", "adjacentObjs", "adjacentObjsDiag"):
            arguments[0] = rng.choice([*OBJECTS, "dots"])
        expression = f"({name} {' '.join(arguments)})"
        fast = outcome(machine, as_python, expression, 5)
        with monkeypatch.context() as patch:
            patch.setattr(program, "library_for", as_text)
            assert outcome(machine, as_python, expression, 5) == fast, expression


def test_every_kind_of_choice_is_made(machine):
    from certwright.domains.gridworld.program import read_program

    def texts(text):
        return set(program.library_for(read_program(f"(program {text})").statements)[1])

    used = "(= u (--> q (let (sqdist q q) (move q q) (nextLiquid q) (max q q))))"
    assert not texts("(object Dot (: c String) (Cell 0 0 c)) (= f (--> obj (moveLeft obj)))" + used)
    assert texts("(= delta 1)" + used) >= {"sqdist"}
    assert "move" not in texts("(= delta 1)" + used)
    assert texts("(= f (--> holes holes))" + used) == {"nextLiquid"}
    assert {"max", "move"} <= texts('(= obj "red") (object Dot (Cell 0 0 obj))' + used)
