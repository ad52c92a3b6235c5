"""The library's functions as a program finds them: compiled once for all programs, or with the program.

A program that binds a name which a library function calls, assigns or lets cells see gets that function
compiled among its own; all others share one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from . import calls, cells, tree  # noqa: F401 -- the rules register themselves
from .builtins import BUILTINS
from .compiler import Compiler
from .scopes import analyse
from .standard import LIBRARY_FUNCTIONS, LIBRARY_LOCALS, LIBRARY_PARAMETERS, footprints, texts
from .support import space
from .tree import Node

Functions = dict[str, tuple[Callable[..., Any], int, int]]
"""Name -> (function, fewest arguments, most arguments)."""


@lru_cache(maxsize=1)
def compiled() -> Functions:
    """The library compiled by itself, for programs that bind none of its names."""
    own = {name: node.value for name, node in texts().items() if isinstance(node.value, tree.Function)}
    statements = tuple(texts()[name] for name in own)
    c = Compiler(analyse(statements, frozenset(BUILTINS) | LIBRARY_FUNCTIONS), {}, BUILTINS, {}, space())
    c.counted = False
    c.note_functions(statements, frozenset(BUILTINS))
    python = {name: c.python_name(function) for name, function in own.items()}
    made = c.finish()
    functions = dict(BUILTINS)
    for name, function in own.items():
        functions[name] = (made[python[name]], len(function.parameters), len(function.parameters))
    for name, node in texts().items():
        if isinstance(node.value, tree.Name):
            functions[name] = functions[node.value.name]
    return {name: functions[name] for name in texts()}


def choose(statements: tuple[Node, ...]) -> tuple[Functions, dict[str, tree.Assign]]:
    """The shared functions, and the texts of those that the program needs compiled among its own."""
    shared, bound = compiled(), bound_names(statements)
    everything = bool(seen_while_drawing(statements) & LIBRARY_PARAMETERS)
    if not everything and not bound & (LIBRARY_LOCALS | LIBRARY_FUNCTIONS | BUILTINS.keys()):
        return shared, {}
    own = {name for name, names in footprints().items() if everything or names & bound}
    return {name: entry for name, entry in shared.items() if name not in own}, mentioned(statements, own)


def mentioned(statements: tuple[Node, ...], names: set[str]) -> dict[str, tree.Assign]:
    """The texts, among those of some names, that a program can reach, in the library's order."""
    found: set[str] = set()
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
            if word in names and word not in found:
                found.add(str(word))
                open_nodes.append(texts()[str(word)])
    return {name: node for name, node in texts().items() if name in found}


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
