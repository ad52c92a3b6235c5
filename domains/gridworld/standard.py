"""The standard library's text, the names that exist before a program is loaded, what a program needs of it.

Scope is dynamic: a library function assigns local names (``delta``, ``dir``, ``holes``), and so overwrites
variables of those names in the program; it calls other functions by names that the program may rebind.  The
local names are part of the language for that reason.
"""

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


@lru_cache(maxsize=1)
def footprints() -> dict[str, frozenset[str]]:
    """For each library function the names that it or its callees read or assign, parameters left out."""
    direct = {}
    for name, node in texts().items():
        value = (node.value,)
        direct[name] = (tree.named(value) | tree.assigned(value)) - tree.parameters(value) | {name}
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
    if isinstance(value, tree.Name):
        return value.name not in texts() or _is_leaf(value.name)
    return footprints()[name] == {name}


FIRST_GLOBALS = (*BEFORE_LIBRARY, "FRAME_RATE", "background", *texts(), "SpecialConditionTriggered")
"""The globals that exist before a program is loaded, in the order in which the reference defines them."""
LIBRARY_FUNCTIONS = frozenset(texts())
LIBRARY_LOCALS = frozenset(tree.assigned(node.value for node in texts().values()))
"""Names that library functions assign in local scopes, and so overwrite in their callers."""
LIBRARY_PARAMETERS = frozenset(tree.parameters(texts().values()))
"""Parameters of library functions, which cell expressions drawn inside of them could see."""
LIBRARY_LEAVES = frozenset(filter(_is_leaf, texts()))  # library functions that call no other function


def mentioned(statements: tuple[Node, ...], names: set[str]) -> dict[str, tree.Assign]:
    """The texts, among those of some names, that a program can reach, in the library's order."""
    used: set[str] = set()
    open_nodes = list(statements)
    while open_nodes:
        for part in tree.walk(open_nodes.pop()):
            word = part.value if isinstance(part, tree.Constant) else getattr(part, "name", "")
            if word in names and word not in used and isinstance(part, tree.Name | tree.Constant):
                used.add(str(word))
                open_nodes.append(texts()[str(word)])
    return {name: node for name, node in texts().items() if name in used}


def _fields(statements: tuple[Node, ...]) -> set[str]:
    return {field.name for kind in tree.within(statements, tree.ObjectType) for field in kind.fields}


def bound_names(statements: tuple[Node, ...]) -> frozenset[str]:
    """The names that a program binds anywhere: variables, parameters, fields."""
    return frozenset(tree.assigned(statements) | tree.parameters(statements) | _fields(statements))


def seen_while_drawing(statements: tuple[Node, ...]) -> frozenset[str]:
    """The names in cell expressions that are no fields: they may be looked up among callers when drawn."""
    names: set[str] = set()
    for call in tree.within(statements, tree.Call):
        if tree.called(call) == "Cell":
            names |= tree.named(call.arguments) - tree.parameters(call.arguments)
    return frozenset(names - _fields(statements) - {"origin", "elems"})
