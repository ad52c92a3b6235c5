"""The forms of the language: each takes the machine, the environment and the parts of a node, and evaluates.

The nodes are tuples of the name of a form and its parts:

    ("constant", value)  ("name", word)  ("unary", op, a)  ("binary", op, a, b)  ("logical", or?, a, b)
    ("if", c, a, b)  ("let", parts)  ("assign", word, a)  ("set", object, field, a)  ("function", words, a)
    ("get", a, field)  ("list", parts)  ("call", head, arguments)  ("cell", mentioned, arguments)
    ("declare", word, type, lists)
"""

from collections.abc import Callable
from typing import Any

from .comparing import equal, inferred, put, sort, truthy, type_text, wrap
from .running import CAPTURED, INSTANCE, Env, Running
from .text import Node, ProgramError, fail
from .values import CELL, ELEM, POSITION, Expr, Function, Instance, Items, Native, Value


def _name(m: Running, env: Env | None, word: str) -> Value:
    if word in m.kinds:
        raise ProgramError(f"{word} is an object type and no value")
    while env is not None:
        value = env[0].get(word)
        if value is not None:
            return value
        env = env[1]
    raise ProgramError(f"{word} is not defined")


def _unary(m: Running, env: Env, word: str, node: Node) -> Value:
    value = m.value(node, env)
    if type(value) is not (bool if word == "!" else int):
        raise ProgramError(f"{word} of a value of another type")
    return not value if word == "!" else wrap(-value) if word == "-" else value


def _binary(m: Running, env: Env, word: str, left: Node, right: Node) -> Value:
    a, b = m.value(left, env), m.value(right, env)
    if word in ("==", "!="):
        return equal(a, b) is (word == "==")
    if type(a) is int and type(b) is int:
        return _OPERATIONS[word](a, b)
    raise ProgramError(f"{word} needs two numbers")


def _quotient(a: int, b: int) -> int:
    """Division cuts towards zero; dividing by zero ends the reference's process."""
    if b == 0 or (b == -1 and a == -(2**31)):
        raise ProgramError(f"division of {a} by {b}")
    return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))


_OPERATIONS: dict[str, Callable[[int, int], Any]] = {
    "+": lambda a, b: wrap(a + b),
    "-": lambda a, b: wrap(a - b),
    "*": lambda a, b: wrap(a * b),
    "/": _quotient,
    "%": lambda a, b: a - b * _quotient(a, b),
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _logical(m: Running, env: Env, disjunction: bool, *nodes: Node) -> bool:
    """``&`` and ``|``: operands that are functions are called; the result is a boolean."""
    for node in nodes:
        held = truthy(m.holds(m.value(node, env), env))
        if held is disjunction:
            break
    return held


def _if(m: Running, env: Env, condition: Node, then: Node, otherwise: Node) -> Value:
    return m.value(then if truthy(m.value(condition, env)) else otherwise, env)


def _let(m: Running, env: Env, nodes: tuple[Node, ...]) -> Value:
    inner: Env = ({}, env, "")
    for node in nodes:
        value = m.value(node, inner)
    return value


def _assign(m: Running, env: Env, word: str, node: Node) -> Value:
    """The nearest variable of that name, else a new one; the type may not change, except to a list."""
    value = m.value(node, env)
    if word in m.declared and type_text(value) != m.declared[word]:
        raise ProgramError(f"the value of {word} is not of its declared type")
    m.assign(word, value, env)
    return value


def _set(m: Running, env: Env, target: Node, field: str, node: Node) -> Value:
    """``(= (.. object field) value)`` changes the object itself, wherever it is shared."""
    obj, value = m.value(target, env), m.value(node, env)
    put(obj, field, value)
    return value


def _get(m: Running, env: Env, node: Node, field: str) -> Value:
    value = m.value(node, env)
    if type(value) is Instance:
        if field in value.kind.place:
            return value.values[value.kind.place[field]]
        if value.kind.cells and field == "render":
            return Native("render", 0, "v" * 9, lambda m, env, *ignored: rendered(m, value, env))
    raise ProgramError(f"the value has no field {field!r}")


def rendered(m: Running, value: Value, env: Env) -> Items:
    """``((.. obj render))``: the cells as a list of RenderedElem."""
    cells = m.cells(value, env)
    return Items(tuple([Instance(ELEM, (Instance(POSITION, (x, y)), colour)) for x, y, colour in cells]))


def _list(m: Running, env: Env, nodes: tuple[Node, ...]) -> Items:
    values = tuple([m.value(node, env) for node in nodes])
    return Items(values, inferred(values))


def _call(m: Running, env: Env, head: Node, nodes: tuple[Node, ...]) -> Value:
    word = head[1] if head[0] == "name" else ""
    if word in ("Position", "RenderedElem"):
        kind, sorts = (POSITION, (int, int)) if word == "Position" else (ELEM, (POSITION, str))
        values = tuple([m.value(node, env) for node in nodes])
        fail(tuple(map(sort, values)) != sorts, f"{word} needs values of other types")
        return Instance(kind, values)
    if word in m.kinds:
        return m.construct(m.kinds[word], [m.value(node, env) for node in nodes], env)
    function = m.value(head, env)
    if type(function) is Native and function.name == "prev" and len(nodes) == 1 and nodes[0][0] == "name":
        return m.previous(nodes[0][1])
    return m.call(env, function, *[m.value(node, env) for node in nodes])


def _cell(m: Running, env: Env, mentioned: tuple[str, ...], nodes: tuple[Node, ...]) -> Instance:
    """``(Cell x y colour)``: captures what it mentions; what evaluates to a number is frozen to it.

    The outermost of the environments of constructors and drawn objects is left out.
    """
    fail(len(nodes) != 3, f"Cell takes 3 arguments, not {len(nodes)}")
    chain: list[Env] = []
    enclosing: Env | None = env
    while enclosing is not None:
        chain.insert(0, enclosing)
        enclosing = enclosing[1]
    skipped = next((outer for outer in chain if outer[2] == INSTANCE), None)
    captured: dict[str, Value] = {}
    for outer in chain:
        if outer is not skipped:
            captured |= {word: outer[0][word] for word in mentioned if word in outer[0]}
    return Instance(CELL, tuple([_expression(m, node, captured) for node in nodes]))


def _expression(m: Running, node: Node, captured: dict[str, Value]) -> Expr:
    if node[0] == "constant" and type(node[1]) is not int:
        return Expr(node, {}, node[1])
    try:
        value = m.value(node, (captured, None, CAPTURED))
        if type(value) is int:
            return Expr(("constant", value), {}, value)
    except ProgramError:
        m.spend(10)
    return Expr(node, captured)


FORMS: dict[str, Callable[..., Value]] = {
    "constant": lambda m, env, value: value,
    "declare": lambda m, env, *declared: None,
    "function": lambda m, env, parameters, body: Function(parameters, body),
    "name": _name,
    "unary": _unary,
    "binary": _binary,
    "logical": _logical,
    "if": _if,
    "let": _let,
    "assign": _assign,
    "set": _set,
    "get": _get,
    "list": _list,
    "call": _call,
    "cell": _cell,
}
