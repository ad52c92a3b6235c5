"""No two worlds are one program with other names, colours and order of statements, nor share half of it."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from certwright.domains.gridworld import tree
from certwright.domains.gridworld.catalog import world, worlds
from certwright.domains.gridworld.program import read_program

SMALL = 12
"""Statements of fewer parts (a variable that keeps its value, a key that calls a function) may recur."""
SHARED = 0.5


def own_names(program):
    """What the author of a program has named: variables, functions, parameters, types and fields."""
    names = set()
    for part in (part for statement in program.statements for part in tree.walk(statement)):
        if isinstance(part, tree.Assign | tree.Declaration | tree.ObjectType):
            names.add(part.name)
        if isinstance(part, tree.ObjectType):
            names |= {field.name for field in part.fields}
        if isinstance(part, tree.Function):
            names |= set(part.parameters)
    return names - {"GRID_SIZE", "background"}


def abstract(part, own):
    """A part as nested tuples without places, in which own names and texts are blanks."""
    if isinstance(part, tree.Constant) and isinstance(part.value, str):
        return "text"
    if isinstance(part, tree.Node):
        fields = (getattr(part, name) for name in part.__struct_fields__ if name != "at")
        return type(part).__name__, *(abstract(one, own) for one in fields)
    if isinstance(part, tuple):
        return tuple(abstract(one, own) for one in part)
    return "name" if part in own else repr(part)


def statements(text):
    """The abstract statements of a program, sorted."""
    program = read_program(text)
    own = own_names(program)
    return tuple(sorted(repr(abstract(statement, own)) for statement in program.statements))


@cache
def of_world(key):
    return statements(world(key).program)


def large(found):
    return Counter(one for one in found if one.count("(") >= SMALL)


def test_no_two_worlds_have_the_same_statements():
    found = [of_world(key) for key in worlds()]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("key", worlds())
def test_no_other_world_holds_half_of_the_rules(key):
    mine = large(of_world(key))
    for other in worlds():
        if other != key:
            common = mine & large(of_world(other))
            assert common.total() <= SHARED * mine.total(), other


@pytest.mark.parametrize("key", worlds())
def test_changed_programs_are_unlike_the_world_and_each_other(key):
    one = world(key)
    texts = [of_world(key), *map(statements, one.changed)]
    assert all(first != second for first, second in combinations(texts, 2))


def test_names_colours_and_order_do_not_count_and_numbers_do():
    lamp = """(program (= GRID_SIZE 4) (object Lamp (: lit Bool) (Cell 0 0 (if lit then "gold" else "gray")))
      (: lamp Lamp) (= lamp (initnext (Lamp false (Position 1 2)) (prev lamp)))
      (= flip (--> one (updateObj one "lit" (! (.. one lit))))) (on clicked (= lamp (flip lamp))))"""
    door = """(program (= GRID_SIZE 4) (object Door (: open Bool) (Cell 0 0 (if open then "tan" else "red")))
      (= push (--> it (updateObj it "open" (! (.. it open))))) (on clicked (= door (push door)))
      (: door Door) (= door (initnext (Door false (Position 1 2)) (prev door))))"""
    assert statements(lamp) == statements(door)
    assert statements(lamp) != statements(door.replace("Position 1 2", "Position 2 1"))
    assert statements(lamp) != statements(door.replace("on clicked", "on up"))
