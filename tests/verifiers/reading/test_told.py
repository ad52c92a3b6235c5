"""Atoms told in the words of their question."""

import pytest

from certwright.verifiers.reading.told import told

TEMPLATES = (
    ("stack", "put block {0} onto block {1}"),
    ("stack", "below block {0} goes block {1}"),
    ("on", "block {1} is below block {0}"),
    ("handempty", "the arm is empty"),
)
OBJECTS = frozenset({"b1", "b2", "b10"})


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        ("so put block b1 onto block b2.", ["(stack b1 b2)"]),
        ("put b10 onto the b2, then put the block b2\nonto b1", ["(stack b10 b2)", "(stack b2 b1)"]),
        ("with b1 being below block b2 and the arm is empty", ["(on b2 b1)", "(handempty)"]),
        ("block b1 is below b2", ["(on b2 b1)"]),
        ("put b3 onto b2, put b1 b2, put b1-x onto b2, input b1 onto b2", []),
    ],
)
def test_objects_stand_where_the_template_has_them(text: str, atoms: list[str]) -> None:
    found = list(told(text, TEMPLATES, frozenset({"block"}), OBJECTS))
    assert [atom for _, _, atom in found] == atoms
    assert all(end - start >= len("the arm") for start, end, _ in found)
