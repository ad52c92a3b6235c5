"""The standard library's text, the names that exist before a program is loaded, what a program needs of it.

Scope is dynamic: a library function assigns local names (``delta``, ``dir``, ``holes``), and so overwrites
variables of those names in the program; it calls other functions by names that the program may rebind.  The
local names are part of the language for that reason.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from . import tree
from .parser import parse
from .tree import Node

_BEFORE = """
GRID_SIZE map concat filter foldl length head at tail renderAll defined arrayEqual sqrt prev any isList
uniformChoice adjPositions addObj isFreePos range print removeObj updateObj randomPositions allPositions
clicked left right up down isWithinBounds allObjs rotate
"""
BEFORE_LIBRARY = re.findall(r"\w+", _BEFORE)
"""The globals that the reference defines before it reads its library, in its order."""


@lru_cache(maxsize=1)
def texts() -> dict[str, tree.Assign]:
    """The library's definitions by name, in order; their faults get the place of the program's call."""
    text = resources.files(__package__).joinpath("stdlib.sexp").read_text(encoding="utf-8")
    statements = parse(text, "stdlib.sexp", placed=False)
    return {node.name: node for node in statements if isinstance(node, tree.Assign)}


def _parts(name: str) -> list[Node]:
    """The nodes of a definition."""
    return list(tree.walk(texts()[name].value))


def _bound(parts: list[Node]) -> set[str]:
    """The parameters among some nodes."""
    return {p for part in parts if isinstance(part, tree.Function) for p in part.parameters}


@lru_cache(maxsize=1)
def footprints() -> dict[str, frozenset[str]]:
    """For each library function the names that it or its callees read or assign, parameters left out."""
    direct = {}
    for name in texts():
        parts = _parts(name)
        names = {part.name for part in parts if isinstance(part, tree.Name | tree.Assign)}
        direct[name] = (names - _bound(parts)) | {name}
    while True:
        wider = {
            name: names.union(*(direct[other] for other in names if other in direct))
            for name, names in direct.items()
        }
        if wider == direct:
            return {name: frozenset(names - {"GRID_SIZE", "Position"}) for name, names in wider.items()}
        direct = wider


def _is_leaf(name: str) -> bool:
    """Whether a function reads nothing but its parameters; a second name of a function does."""
    value = texts()[name].value
    return (
        (isinstance(value, tree.Name) and value.name not in texts())
        or footprints()[name] == {name}
        or (isinstance(value, tree.Name) and _is_leaf(value.name))
    )


FIRST_GLOBALS = (*BEFORE_LIBRARY, "FRAME_RATE", "background", *texts(), "SpecialConditionTriggered")
"""The globals that exist before a program is loaded, in the order in which the reference defines them."""
LIBRARY_FUNCTIONS = frozenset(texts())
LIBRARY_LOCALS = frozenset(
    part.name for name in texts() for part in _parts(name) if isinstance(part, tree.Assign)
)
"""Names that library functions assign in local scopes, and so overwrite in their callers."""
LIBRARY_PARAMETERS = frozenset().union(*(_bound(_parts(name)) for name in texts()))
"""Parameters of library functions, which cell expressions drawn inside of them could see."""
LIBRARY_LEAVES = frozenset(filter(_is_leaf, texts()))
"""Library functions that call no other function."""


def mentioned(statements: tuple[Node, ...], names: set[str]) -> dict[str, tree.Assign]:
    """The texts, among those of some names, that a program can reach, in the library's order."""
    used: set[str] = set()
    open_nodes = list(statements)
    while open_nodes:
        for part in tree.walk(open_nodes.pop()):
            word = (
                part.name
                if isinstance(part, tree.Name)
                else part.value
                if isinstance(part, tree.Constant)
                else ""
            )
            if word in names and word not in used:
                used.add(str(word))
                open_nodes.append(texts()[str(word)])
    return {name: node for name, node in texts().items() if name in used}


def bound_names(statements: tuple[Node, ...]) -> frozenset[str]:
    """The names that a program binds anywhere: variables, parameters, fields."""
    names: set[str] = set()
    for statement in statements:
        for part in tree.walk(statement):
            if isinstance(part, tree.Assign):
                names.add(part.name)
            elif isinstance(part, tree.Function):
                names.update(part.parameters)
            elif isinstance(part, tree.ObjectType):
                names.update(declared.name for declared in part.fields)
    return frozenset(names)


def seen_while_drawing(statements: tuple[Node, ...]) -> frozenset[str]:
    """The names in cell expressions that are no fields: they may be looked up among callers when drawn."""
    names: set[str] = set()
    fields: set[str] = {"origin", "elems"}
    for statement in statements:
        for part in tree.walk(statement):
            if isinstance(part, tree.ObjectType):
                fields.update(declared.name for declared in part.fields)
            if (
                isinstance(part, tree.Call)
                and isinstance(part.function, tree.Name)
                and part.function.name == "Cell"
            ):
                inside = [inner for argument in part.arguments for inner in tree.walk(argument)]
                own = {p for inner in inside if isinstance(inner, tree.Function) for p in inner.parameters}
                names |= {inner.name for inner in inside if isinstance(inner, tree.Name)} - own
    return frozenset(names - fields)
