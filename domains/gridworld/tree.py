"""The syntax tree of an Autumn program; every node knows its offset in the text."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

N = TypeVar("N", bound="Node")


class Node(msgspec.Struct, frozen=True, eq=False):
    """Part of a program; ``at`` is its offset in the text, in characters."""

    at: int


class Constant(Node, frozen=True):
    """An integer, a boolean or a string (without its quotes)."""

    value: int | bool | str


class Name(Node, frozen=True):
    """A variable, a function or a type."""

    name: str


class Unary(Node, frozen=True):
    """``- + !`` of one operand."""

    operator: str
    operand: Node


class Binary(Node, frozen=True):
    """Arithmetic or comparison of two operands."""

    operator: str
    left: Node
    right: Node


class Logical(Node, frozen=True):
    """``&`` or ``|``; ``word`` is the operator as written: ``||`` is no disjunction in the reference."""

    word: str
    left: Node
    right: Node

    @property
    def disjunction(self) -> bool:
        """Whether the reference evaluates it as *or*."""
        return self.word in ("|", "or")


class If(Node, frozen=True):
    """``(if C then A else B)``."""

    condition: Node
    then: Node
    otherwise: Node


class Let(Node, frozen=True):
    """A local scope; its value is that of its last part."""

    body: tuple[Node, ...]


class Assign(Node, frozen=True):
    """``(= name value)``."""

    name: str
    value: Node


class SetField(Node, frozen=True):
    """``(= (.. object field) value)``."""

    object: Node
    field: str
    value: Node


class Function(Node, frozen=True):
    """``(--> (x y) body)``."""

    parameters: tuple[str, ...]
    body: Node


class Get(Node, frozen=True):
    """``(.. object field)``."""

    object: Node
    field: str


class Items(Node, frozen=True):
    """``(list a b ...)``."""

    items: tuple[Node, ...]


class Call(Node, frozen=True):
    """A call of a name or of a ``..`` form."""

    function: Name | Get
    arguments: tuple[Node, ...]


class InitNext(Node, frozen=True):
    """``(initnext INIT NEXT)``: the value at the start, and at each step."""

    initial: Node
    next: Node


class TypeText(Node, frozen=True):
    """A type: a name, inside ``lists`` many ``(List ...)``."""

    name: str
    lists: int = 0


class Declaration(Node, frozen=True):
    """``(: name Type)``."""

    name: str
    type: TypeText


class ObjectType(Node, frozen=True):
    """``(object Name (: field Type) ... CELLS)``."""

    name: str
    fields: tuple[Declaration, ...]
    cells: Node


class On(Node, frozen=True):
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


def within(nodes: Iterable[Node], kind: type[N]) -> Iterator[N]:
    """The nodes of a type among some nodes and all below them."""
    return (part for node in nodes for part in walk(node) if isinstance(part, kind))


def named(nodes: Iterable[Node]) -> set[str]:
    """The names that stand in some nodes, those of assignments left out."""
    return {part.name for part in within(nodes, Name)}


def assigned(nodes: Iterable[Node]) -> set[str]:
    """The names that assignments in some nodes bind."""
    return {part.name for part in within(nodes, Assign)}


def parameters(nodes: Iterable[Node]) -> set[str]:
    """The parameters of all functions in some nodes."""
    return {name for part in within(nodes, Function) for name in part.parameters}


def called(node: Node) -> str:
    """The name that a call calls; the empty string for all else."""
    return node.function.name if isinstance(node, Call) and isinstance(node.function, Name) else ""


def is_previous(node: Node, name: str) -> bool:
    """Whether a node is ``(prev name)``."""
    given = node.arguments if isinstance(node, Call) and called(node) == "prev" else ()
    return len(given) == 1 and isinstance(given[0], Name) and given[0].name == name


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
