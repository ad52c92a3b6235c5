"""The compiler: from the syntax tree to Python closures, one a node.

A closure takes a frame (runtime.Frame) and returns the value of its node.  Where a name lives is settled
here: in a slot of the frame, among the globals, or on its stack (scopes.py says for which names).  No text
of a program is ever handed to Python: names are keys of dicts and numbers of slots.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ...instances.errors import AutumnError
from . import sexpr, tree
from .reference_names import LIBRARY_FUNCTIONS
from .runtime import UNDEF, Frame
from .scopes import Scopes, own_assigns
from .tree import Node
from .values import Callable_, Kind, Lambda, Value

Run = Callable[[Frame], Value]
FIRST_SLOT = 2
"""Slots 0 and 1 of a frame hold the runtime and the globals."""
FIRST_CELL_SLOT = 6
"""Frames of cell expressions also hold captured values, object, cell, and whether they are drawn."""


@dataclass(eq=False)
class Layout:
    """The slots of a region's frame."""

    size: int = FIRST_SLOT
    nesting: int = 1

    def slot(self) -> int:
        """A new slot."""
        self.size += 1
        return self.size - 1


@dataclass(frozen=True)
class Env:
    """What the text around a node binds."""

    layout: Layout
    slots: dict[str, int] = field(default_factory=dict)
    parameters: frozenset[str] = frozenset()
    """The names among the slots that surely have a value."""
    root: bool = False
    """Whether an assignment to an unknown name makes a global."""
    in_cell: bool = False
    kind_fields: frozenset[str] = frozenset()
    """Fields of the object type whose cells are made here: cells do not capture them."""

    def bind(self, name: str, sure: bool) -> Env:
        """The environment with one more name in a slot of its own."""
        slot = self.layout.slot()
        sure_names = self.parameters | {name} if sure else self.parameters - {name}
        return replace(
            self,
            slots={**self.slots, name: slot},
            parameters=sure_names,
            root=False,
            kind_fields=self.kind_fields - {name},
        )


class Compiler:
    """Compiles the nodes of one program."""

    def __init__(
        self,
        text: str,
        file: str,
        scopes: Scopes,
        kinds: dict[str, Kind],
        functions: dict[str, tuple[Callable[..., Value], int, int]],
        declared: dict[str, str],
        bodies: dict[str, tree.Function],
        turns: bool,
    ):
        self.text, self.file, self.scopes, self.kinds = text, file, scopes, kinds
        self.functions, self.declared = functions, declared
        self.bodies, self.turns = bodies, turns
        self.values = {name: self._as_value(name) for name in functions}

    def _as_value(self, name: str) -> Callable_:
        """A builtin as a value."""
        function, fewest, most = self.functions[name]

        def call(rt: Any, arguments: tuple[Value, ...]) -> Value:
            if len(arguments) < fewest or (len(arguments) > most and name not in LIBRARY_FUNCTIONS):
                raise AutumnError(f"{name} takes {fewest} to {most} arguments, not {len(arguments)}")
            return function(rt, *arguments[:most])

        return Callable_(call, name)

    def error(self, node: Node, message: str) -> AutumnError:
        """An error at a node; the caller raises it.  One at a node of the library has no place as yet."""
        if node.at == tree.NOWHERE:
            return AutumnError(message)
        return sexpr.fault(self.text, self.file, node.at, message)

    def located(self, node: Node, error: AutumnError) -> AutumnError:
        """An error with the place of a node, unless it has one."""
        return error if error.line is not None else self.error(node, error.message)

    def compile(self, node: Node, env: Env) -> Run:
        """The closure of a node."""
        from .expressions import EXPRESSIONS

        return EXPRESSIONS[type(node)](self, node, env)

    def scope(self, env: Env, parts: tuple[Node, ...]) -> tuple[Env, list[int], list[str]]:
        """The environment inside a let or a function: slots for its own names, and its names on stacks."""
        fresh: list[int] = []
        stacked: list[str] = []
        inside = replace(env, root=False)
        for name in sorted(set(own_assigns(parts))):
            if name in self.scopes.dirty:
                stacked.append(name)
            elif name not in inside.slots and name not in self.scopes.globals:
                inside = inside.bind(name, sure=False)
                fresh.append(inside.slots[name])
        return inside, fresh, stacked

    def function(self, node: tree.Function, env: Env) -> Callable[[], Lambda]:
        """What makes the value of a function literal that is not run in place."""
        layout = Layout()
        inside = Env(layout)
        for name in node.parameters:
            inside = inside.bind(name, sure=True)
        inside, _, stacked = self.scope(inside, (node.body,))
        body = self.compile(node.body, inside)
        pad = [UNDEF] * (layout.size - FIRST_SLOT - len(node.parameters))
        arity = len(node.parameters)
        pushed = [name for name in node.parameters if name in self.scopes.dirty]
        stacked = sorted(set(stacked) | set(pushed))
        if stacked:
            body = self.with_stacks(
                body, stacked, [(n, FIRST_SLOT + node.parameters.index(n)) for n in pushed]
            )
        text, cost = tree.spell(node), depth(node.body) + 2

        def call(rt: Any, arguments: tuple[Value, ...]) -> Value:
            if len(arguments) < arity:
                raise AutumnError(f"the function takes {arity} arguments, {len(arguments)} are given")
            before = rt.enter(cost)
            value = body([rt, rt.g, *arguments[:arity], *pad])
            rt.depth = before
            return value

        return lambda: Lambda(call, text, arity, body, pad, cost, True)

    def with_stacks(self, body: Run, stacked: list[str], pushed: list[tuple[str, int]]) -> Run:
        """A body that pushes parameters before it runs and cuts its stacks afterwards."""

        def run(f: Frame) -> Value:
            stacks = f[0].stacks
            marks = [len(stacks[name]) for name in stacked]
            for name, slot in pushed:
                stacks[name].append(f[slot])
            value = body(f)
            for name, mark in zip(stacked, marks, strict=True):
                del stacks[name][mark:]
            return value

        return run

    def builtin_value(self, name: str) -> Value:
        """The value of a name that the program does not bind, or UNDEF."""
        return self.values.get(name, UNDEF)


def depth(node: Node) -> int:
    """The nesting of a node's closures."""
    deepest = 0
    open_nodes = [(node, 1)]
    while open_nodes:
        current, level = open_nodes.pop()
        deepest = max(deepest, level)
        open_nodes.extend((part, level + 2) for part in tree.children(current))
    return deepest
