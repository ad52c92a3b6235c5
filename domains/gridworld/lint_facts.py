"""What the linter's rules look at: the nodes of a program, its names, its functions."""

from __future__ import annotations

from . import tree
from .program import Program
from .tree import Node

Found = tuple[int, str, str]
"""Offset, rule, message."""


class Facts:
    """A program with its nodes listed and its names sorted by what they stand for."""

    def __init__(self, program: Program):
        self.program, self.statements = program, program.statements
        self.scopes = program.code.scopes
        self.nodes = [node for statement in self.statements for node in tree.walk(statement)]
        self.calls = [node for node in self.nodes if isinstance(node, tree.Call)]
        self.functions = [node for node in self.nodes if isinstance(node, tree.Function)]
        self.assigns = [node for node in self.nodes if isinstance(node, tree.Assign)]
        self.variables = program.variables
        self.kinds = {node.name: node for node in program.object_types}
        self.top = {node.name for node in self.statements if isinstance(node, tree.Assign)}
        self.named: dict[str, tree.Function] = {}
        for node in self.assigns:
            if isinstance(node.value, tree.Function):
                self.named[node.name] = node.value

    def reads(self, node: Node) -> set[str]:
        """The variables whose current value a piece of code reads, itself or in functions that it names."""
        found: set[str] = set()
        seen: set[str] = set()
        open_nodes: list[tuple[Node, frozenset[str]]] = [(node, frozenset())]
        while open_nodes:
            current, bound = open_nodes.pop()
            if isinstance(current, tree.Call) and head(current) == "prev":
                continue
            if isinstance(current, tree.Name) and current.name not in bound:
                found.add(current.name)
                if current.name in self.named and current.name not in seen:
                    seen.add(current.name)
                    open_nodes.append((self.named[current.name], frozenset()))
            if isinstance(current, tree.Function):
                bound |= set(current.parameters)
            open_nodes.extend((part, bound) for part in tree.children(current))
        return found


def head(node: Node) -> str:
    """The name that a call calls, or the empty string."""
    if isinstance(node, tree.Call) and isinstance(node.function, tree.Name):
        return node.function.name
    return ""
