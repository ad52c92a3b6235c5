"""The syntax tree of an Autumn program; every node knows its offset in the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """Part of a program; ``at`` is its offset in the text, in characters."""

    at: int


@dataclass(frozen=True, eq=False, slots=True)
class Constant(Node):
    """An integer, a boolean or a string (without its quotes)."""

    value: int | bool | str


@dataclass(frozen=True, eq=False, slots=True)
class Name(Node):
    """A variable, a function or a type."""

    name: str


@dataclass(frozen=True, eq=False, slots=True)
class Unary(Node):
    """``- + !`` of one operand."""

    operator: str
    operand: Node


@dataclass(frozen=True, eq=False, slots=True)
class Binary(Node):
    """Arithmetic or comparison of two operands."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, eq=False, slots=True)
class Logical(Node):
    """``&`` or ``|``; ``word`` is the operator as written: ``||`` is no disjunction in the reference."""

    word: str
    left: Node
    right: Node

    @property
    def disjunction(self) -> bool:
        """Whether the reference evaluates it as *or*."""
        return self.word in ("|", "or")


@dataclass(frozen=True, eq=False, slots=True)
class If(Node):
    """``(if C then A else B)``."""

    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True, eq=False, slots=True)
class Let(Node):
    """A local scope; its value is that of its last part."""

    body: tuple[Node, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Assign(Node):
    """``(= name value)``."""

    name: str
    value: Node


@dataclass(frozen=True, eq=False, slots=True)
class SetField(Node):
    """``(= (.. object field) value)``."""

    object: Node
    field: str
    value: Node


@dataclass(frozen=True, eq=False, slots=True)
class Function(Node):
    """``(--> (x y) body)``."""

    parameters: tuple[str, ...]
    body: Node


@dataclass(frozen=True, eq=False, slots=True)
class Get(Node):
    """``(.. object field)``."""

    object: Node
    field: str


@dataclass(frozen=True, eq=False, slots=True)
class Items(Node):
    """``(list a b ...)``."""

    items: tuple[Node, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Call(Node):
    """A call of a name or of a ``..`` form."""

    function: Name | Get
    arguments: tuple[Node, ...]


@dataclass(frozen=True, eq=False, slots=True)
class InitNext(Node):
    """``(initnext INIT NEXT)``: the value at the start, and at each step."""

    initial: Node
    next: Node


@dataclass(frozen=True, eq=False, slots=True)
class TypeText(Node):
    """A type: a name, inside ``lists`` many ``(List ...)``."""

    name: str
    lists: int = 0


@dataclass(frozen=True, eq=False, slots=True)
class Declaration(Node):
    """``(: name Type)``."""

    name: str
    type: TypeText


@dataclass(frozen=True, eq=False, slots=True)
class ObjectType(Node):
    """``(object Name (: field Type) ... CELLS)``."""

    name: str
    fields: tuple[Declaration, ...]
    cells: Node


@dataclass(frozen=True, eq=False, slots=True)
class On(Node):
    """``(on CONDITION BODY)``."""

    condition: Node
    body: Node


_CHILDREN: dict[type, Callable[[Any], tuple[Node, ...]]] = {
    Unary: lambda node: (node.operand,),
    Binary: lambda node: (node.left, node.right),
    Logical: lambda node: (node.left, node.right),
    If: lambda node: (node.condition, node.then, node.otherwise),
    Let: lambda node: node.body,
    Items: lambda node: node.items,
    Assign: lambda node: (node.value,),
    SetField: lambda node: (node.object, node.value),
    Function: lambda node: (node.body,),
    Get: lambda node: (node.object,),
    Call: lambda node: (node.function, *node.arguments),
    InitNext: lambda node: (node.initial, node.next),
    ObjectType: lambda node: (node.cells,),
    On: lambda node: (node.condition, node.body),
}


def children(node: Node) -> tuple[Node, ...]:
    """The direct parts of a node, in the order in which they are evaluated."""
    parts = _CHILDREN.get(type(node))
    return () if parts is None else parts(node)


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes below it, parents first, in text order."""
    open_nodes = [node]
    while open_nodes:
        current = open_nodes.pop()
        yield current
        parts = _CHILDREN.get(type(current))
        if parts is not None:
            open_nodes += parts(current)[::-1]


_SPELT = {Unary: "operator", Binary: "operator", Logical: "word"}


def spell(node: Node) -> str:
    """A canonical text of a node: equal for equal trees, whatever their layout."""
    match node:
        case Constant(value=value):
            return ("true" if value else "false") if isinstance(value, bool) else repr(value)
        case Name(name=name):
            return name
        case Function(parameters=parameters, body=body):
            return f"(--> ({' '.join(parameters)}) {spell(body)})"
        case Get(object=target, field=name):
            return f"(.. {spell(target)} {name})"
        case Assign(name=name, value=value):
            return f"(= {name} {spell(value)})"
        case SetField(object=target, field=name, value=value):
            return f"(= (.. {spell(target)} {name}) {spell(value)})"
        case Call(function=function, arguments=arguments):
            return f"(({spell(function)}) {' '.join(map(spell, arguments))})"
        case Declaration(name=name, type=kind):
            return f"(: {name} {'List ' * kind.lists}{kind.name})"
    head = getattr(node, _SPELT[type(node)]) if type(node) in _SPELT else type(node).__name__.lower()
    return f"({head} {' '.join(map(spell, children(node)))})"
