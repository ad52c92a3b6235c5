"""The forms of the language: the node of a program is a tuple of the name of a form and its parts.

("constant", value)  ("name", word)  ("unary", op, a)  ("binary", op, a, b)  ("logical", or?, a, b)
("if", c, a, b)  ("let", parts)  ("assign", word, a)  ("set", object, field, a)  ("function", words, a)
("get", a, field)  ("list", parts)  ("call", head, arguments)  ("cell", mentioned, arguments)

Each form here is given the parts of a node, and makes the code that does what the node says.
"""

from collections.abc import Callable
from operator import add, ge, gt, le, lt, mul, sub

from .running import CAPTURED, INSTANCE, Code, Env, Running
from .text import Node, ProgramError, fail
from .values import CELL, ELEM, POSITION, Expr, Function, Instance, Items, Native, Value
from .values import equal, inferred, put, sort, truthy, type_text, wrap


def _quotient(a: int, b: int) -> int:
    """Division cuts towards zero; dividing by zero ends the reference's process."""
    if b == 0 or (b == -1 and a == -(2**31)):
        raise ProgramError(f"division of {a} by {b}")
    return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))


_OPERATIONS = {"+": add, "-": sub, "*": mul, "<": lt, "<=": le, ">": gt, ">=": ge, "/": _quotient}
_OPERATIONS["%"] = lambda a, b: a - b * _quotient(a, b)
_MADE = {"Position": (POSITION, int, int), "RenderedElem": (ELEM, POSITION, str)}


def compiled(node: Node) -> Code:
    """What a node does, given the machine and the environment."""
    form, *parts = node
    return _FORMS[form](*parts)


def _constant(value: Value) -> Code:
    return lambda m, env: value


def _name(word: str) -> Code:
    def run(m: Running, env: Env | None) -> Value:
        while env is not None:
            value = env[0].get(word)
            if value is not None and word not in m.kinds:
                return value
            env = env[1]
        what = "an object type and no value" if word in m.kinds else "not defined"
        raise ProgramError(f"{word} is {what}")

    return run


def _function(words: tuple[str, ...], node: Node) -> Code:
    body = compiled(node)
    return lambda m, env: Function(words, node, body)


def _unary(word: str, node: Node) -> Code:
    part, wanted = compiled(node), bool if word == "!" else int

    def run(m: Running, env: Env) -> Value:
        value = part(m, env)
        if type(value) is not wanted:
            raise ProgramError(f"{word} of a value of another type")
        return not value if word == "!" else wrap(-value) if word == "-" else value

    return run


def _binary(word: str, *nodes: Node) -> Code:
    left, right = map(compiled, nodes)
    if word in ("==", "!="):
        return lambda m, env: equal(left(m, env), right(m, env)) is (word == "==")
    operation = _OPERATIONS[word]

    def run(m: Running, env: Env) -> Value:
        a, b = left(m, env), right(m, env)
        if type(a) is not int or type(b) is not int:
            raise ProgramError(f"{word} needs two numbers")
        result = operation(a, b)
        return wrap(result) if type(result) is int else result

    return run


def _logical(either: bool, *nodes: Node) -> Code:
    """``&`` and ``|``: operands that are functions are called; the result is a boolean."""
    left, right = map(compiled, nodes)

    def holds(part: Code, m: Running, env: Env) -> bool:
        value = part(m, env)
        return value if type(value) is bool else truthy(m.held(value, env))

    return lambda m, env: either if holds(left, m, env) is either else holds(right, m, env)


def _if(*nodes: Node) -> Code:
    condition, then, otherwise = map(compiled, nodes)
    return lambda m, env: (then if truthy(condition(m, env)) else otherwise)(m, env)


def _let(nodes: tuple[Node, ...]) -> Code:
    parts = [*map(compiled, nodes)]

    def run(m: Running, env: Env) -> Value:
        inner: Env = ({}, env, "")
        return [part(m, inner) for part in parts][-1]

    return run


def _assign(word: str, node: Node) -> Code:
    part = compiled(node)

    def run(m: Running, env: Env) -> Value:
        value = part(m, env)
        if word in m.declared and type_text(value) != m.declared[word]:
            raise ProgramError(f"the value of {word} is not of its declared type")
        m.assign(word, value, env)
        return value

    return run


def _set(target: Node, field: str, node: Node) -> Code:
    """``(= (.. object field) value)`` changes the object itself, wherever it is shared."""
    part, given = compiled(target), compiled(node)

    def run(m: Running, env: Env) -> Value:
        obj, value = part(m, env), given(m, env)
        put(obj, field, value)
        return value

    return run


def _get(node: Node, field: str) -> Code:
    part = compiled(node)

    def run(m: Running, env: Env) -> Value:
        value = part(m, env)
        if type(value) is Instance:
            if field in value.kind.place:
                return value.values[value.kind.place[field]]
            if value.kind.cells and field == "render":
                return Native("render", 0, "v" * 9, lambda m, env, *ignored: rendered(m, value, env))
        raise ProgramError(f"the value has no field {field!r}")

    return run


def _list(nodes: tuple[Node, ...]) -> Code:
    parts = [*map(compiled, nodes)]

    def run(m: Running, env: Env) -> Items:
        values = tuple([part(m, env) for part in parts])
        return Items(values, inferred(values))

    return run


def _call(head: Node, nodes: tuple[Node, ...]) -> Code:
    called, parts, word = compiled(head), [*map(compiled, nodes)], head[1] if head[0] == "name" else ""
    bare = [node[1] for node in nodes if [node[0] for node in nodes] == ["name"]]  # the one name given to prev

    def run(m: Running, env: Env) -> Value:
        if word in m.kinds:
            return m.construct(m.kinds[word], [part(m, env) for part in parts], env)
        if word in _MADE:
            kind, *sorts = _MADE[word]
            values = tuple([part(m, env) for part in parts])
            fail([*map(sort, values)] != sorts, f"{word} needs values of other types")
            return Instance(kind, values)
        function = called(m, env)
        if bare and type(function) is Native and function.name == "prev":
            return m.call(env, function, *bare)
        return m.call(env, function, *[part(m, env) for part in parts])

    return run


def _cell(mentioned: tuple[str, ...], nodes: tuple[Node, ...]) -> Code:
    """``(Cell x y colour)``: captures what it mentions; what evaluates to a number is frozen to it.

    The outermost of the environments of constructors and drawn objects is left out.
    """
    parts = [(node, compiled(node)) for node in nodes]

    def run(m: Running, env: Env) -> Instance:
        fail(len(nodes) != 3, f"Cell takes 3 arguments, not {len(nodes)}")
        chain: list[Env] = [env]
        while (enclosing := chain[0][1]) is not None:
            chain.insert(0, enclosing)
        skipped = next((outer for outer in chain if outer[2] == INSTANCE), None)
        around = [outer[0] for outer in chain if outer is not skipped]
        captured = {word: names[word] for names in around for word in mentioned if word in names}
        return Instance(CELL, tuple([_expression(m, *part, captured) for part in parts]))

    return run


def _expression(m: Running, node: Node, code: Code, captured: dict[str, Value]) -> Expr:
    if node[0] == "constant" and type(node[1]) is not int:
        return Expr(node, code, {}, node[1])
    try:
        value = code(m, (captured, None, CAPTURED))
        if type(value) is int:
            return Expr(("constant", value), _constant(value), {}, value)
    except ProgramError:
        m.spend(10)
    return Expr(node, code, captured)


def rendered(m: Running, value: Value, env: Env) -> Items:
    """``((.. obj render))``: the cells as a list of RenderedElem."""
    cells = m.cells(value, env)
    return Items(tuple([Instance(ELEM, (Instance(POSITION, (x, y)), colour)) for x, y, colour in cells]))


_FORMS: dict[str, Callable[..., Code]] = {"constant": _constant, "name": _name, "function": _function}
_FORMS |= {"unary": _unary, "binary": _binary, "logical": _logical, "if": _if, "let": _let, "assign": _assign}
_FORMS |= {"set": _set, "get": _get, "list": _list, "call": _call, "cell": _cell}
