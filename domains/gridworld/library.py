"""Which library functions run natively, and which must run as Autumn text.

Scope is dynamic: a library function assigns local names (``delta``, ``dir``, ``holes``), and so overwrites
variables of those names in the program; it calls other functions by names that the program may rebind.  A
function that such a name could affect is compiled from stdlib.sexp; all others are native.py's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import Any

from . import calls, cells, expressions, tree  # the rules register themselves
from .builtins import BUILTINS
from .compiler import Compiler
from .native import NATIVE
from .parser import parse
from .reference_names import LIBRARY_FUNCTIONS, LIBRARY_LOCALS, LIBRARY_PARAMETERS
from .scopes import analyse
from .support import space
from .tree import Node

Functions = dict[str, tuple[Callable[..., Any], int, int]]


@lru_cache(maxsize=1)
def texts() -> dict[str, tree.Assign]:
    """The library's definitions by name; their faults get the place of the program's call."""
    text = resources.files(__package__).joinpath("stdlib.sexp").read_text(encoding="utf-8")
    statements = parse(text, "stdlib.sexp")
    return {node.name: tree.unplaced(node) for node in statements if isinstance(node, tree.Assign)}


@lru_cache(maxsize=1)
def footprints() -> dict[str, frozenset[str]]:
    """For each library function the names that it or its callees read or assign, parameters left out."""
    direct = {}
    for name, node in texts().items():
        parts = list(tree.walk(node.value))
        parameters = {p for part in parts if isinstance(part, tree.Function) for p in part.parameters}
        names = {part.name for part in parts if isinstance(part, tree.Name | tree.Assign)}
        direct[name] = (names - parameters) | {name}
    while True:
        wider = {
            name: names.union(*(direct[other] for other in names if other in direct))
            for name, names in direct.items()
        }
        if wider == direct:
            return {name: frozenset(names - {"GRID_SIZE", "Position"}) for name, names in wider.items()}
        direct = wider


@lru_cache(maxsize=1)
def compiled() -> Functions:
    """The library compiled by itself, for programs that bind none of its names."""
    own = {n: node for n, node in texts().items() if n not in NATIVE and isinstance(node.value, tree.Function)}
    functions = BUILTINS | {name: (function, arity, arity) for name, (function, arity) in NATIVE.items()}
    statements = tuple(own.values())
    c = Compiler(analyse(statements, frozenset(BUILTINS) | LIBRARY_FUNCTIONS), {}, functions, {}, space())
    c.counted = False
    c.note_functions(statements, frozenset(functions))
    python = {name: c.python_name(node.value) for name, node in own.items()}
    made = c.finish()
    for name, node in own.items():
        arity = len(node.value.parameters)
        functions[name] = (made[python[name]], arity, arity)
    for name, node in texts().items():
        if isinstance(node.value, tree.Name):
            functions[name] = functions[node.value.name]
    return {name: functions[name] for name in texts()}


def choose(statements: tuple[Node, ...]) -> tuple[Functions, dict[str, tree.Assign]]:
    """The native functions, and the texts of those that cannot be."""
    native = compiled()
    bound = bound_names(statements)
    watched = LIBRARY_LOCALS | LIBRARY_FUNCTIONS | BUILTINS.keys()
    everything = bool(seen_while_drawing(statements) & LIBRARY_PARAMETERS)
    if not everything and not bound & watched:
        return native, {}
    as_text = {name for name, names in footprints().items() if everything or names & bound}
    wanted = mentioned(statements, as_text)
    return {name: entry for name, entry in native.items() if name not in as_text}, wanted


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
