"""Short Autumn programs to test with, and where AutumnBench's example lies."""

from pathlib import Path

import pytest

from certwright.domains.gridworld.actions import Action
from certwright.domains.gridworld.machine import Machine
from certwright.domains.gridworld.program import read_program

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "autumnbench"


@pytest.fixture(scope="session")
def autumnbench() -> Path:
    """The folder of AutumnBench's example problem and its recorded traces."""
    if not DATA.is_dir():
        pytest.skip("the AutumnBench example (../shared/data/autumnbench) is not beside this checkout")
    return DATA


def start(text: str, *actions: str, seed: int = 42) -> Machine:
    """A machine that runs a program's statements and has taken some actions."""
    machine = Machine(read_program(f"(program {text})"), seed)
    for action in actions:
        machine.step(Action.parse(action))
    return machine


@pytest.fixture
def machine():
    """The function that starts a machine."""
    return start


@pytest.fixture
def value():
    """The function that evaluates an expression and says what comes out, seen through its colour.

    The expression's value is shown by comparing it with candidates inside the language.
    """

    def evaluate(expression: str, before: str = "", *actions: str, seed: int = 42):
        found = start(f"{before} (= result {expression})", *actions, seed=seed).runtime.g["result"]
        return plain(found)

    return evaluate


def plain(value: object) -> object:
    """A value as Python data."""
    kind = type(value).__name__
    if kind == "Items":
        return [plain(item) for item in value.items]
    if kind == "Pos":
        return (value.x, value.y)
    if kind == "Obj":
        return (value.kind.name, *map(plain, value.values), plain(value.origin))
    if kind == "Elem":
        return (plain(value.position), value.colour)
    return value


@pytest.fixture
def as_python():
    """The function that shows a value as Python data."""
    return plain
