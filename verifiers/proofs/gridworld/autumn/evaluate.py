"""The forms of the language: the node of a program is a tuple of the name of a form and its parts.

("constant", value)  ("boolean", value)  ("name", word)  ("unary", op, a)  ("binary", op, a, b)
("logical", or?, a, b)  ("if", c, a, b)  ("let", parts)  ("assign", word, a)  ("set", object, field, a)
("function", words, a)  ("get", a, field)  ("list", parts)  ("call", head, arguments)
("cell", mentioned, arguments)
"""

from operator import add, ge, gt, le, lt, mul, sub

from .comparing import equal, listed, need, put, sort, truthy, wrap
from .running import CAPTURED, INSTANCE, Code, Env, Running
from .text import Node, ProgramError, fail
from .values import CELL, ELEM, POSITION, Expr, Function, Instance, Items, Native, Value


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
    match node:
        case "constant" | "boolean", value:
            return lambda m, env: value
        case "name", word:
            return _variable(word)
        case "function", words, part:
            body = compiled(part)
            return lambda m, env: Function(words, part, body)
        case "unary", "!", part:
            negated = compiled(part)
            return lambda m, env: not need(negated(m, env), bool)
        case "unary", word, part:
            return _arithmetic(word, compiled(("constant", 0)), compiled(part))
        case "binary", "==" | "!=" as word, *parts:
            left, right = map(compiled, parts)
            return lambda m, env: equal(left(m, env), right(m, env)) is (word == "==")
        case "binary", word, *parts:
            return _arithmetic(word, *map(compiled, parts))
        case "logical", either, *parts:  # operands that are functions are called
            first, second = map(compiled, parts)
            return lambda m, env: either if _holds(first, m, env) is either else _holds(second, m, env)
        case "if", *parts:
            condition, then, otherwise = map(compiled, parts)
            return lambda m, env: (then if truthy(condition(m, env)) else otherwise)(m, env)
        case "let", parts:
            codes = [*map(compiled, parts)]
            return lambda m, env: _values(codes, m, ({}, env, ""))[-1]
        case "assign", word, part:
            given = compiled(part)
            return lambda m, env: m.assigned(word, given(m, env), env)
        case "set", part, field, new:  # changes the object itself, wherever it is shared
            target, given = compiled(part), compiled(new)
            return lambda m, env: put(target(m, env), field, given(m, env))
        case "get", part, field:
            whole = compiled(part)
            return lambda m, env: _field(whole(m, env), field)
        case "list", parts:
            codes = [*map(compiled, parts)]
            return lambda m, env: listed(tuple(_values(codes, m, env)))
        case "call", head, parts:
            return _call(head, parts)
    _, mentioned, parts = node
    return _cell(mentioned, parts)


def _values(codes: list[Code], m: Running, env: Env) -> list[Value]:
    return [code(m, env) for code in codes]


def _holds(code: Code, m: Running, env: Env) -> bool:
    value = code(m, env)
    return value if type(value) is bool else truthy(m.held(value, env))


def _variable(word: str) -> Code:
    def run(m: Running, env: Env | None) -> Value:
        while env is not None:
            value = env[0].get(word)
            if value is not None and word not in m.kinds:
                return value
            env = env[1]
        what = "an object type and no value" if word in m.kinds else "not defined"
        raise ProgramError(f"{word} is {what}")

    return run


def _arithmetic(word: str, left: Code, right: Code) -> Code:
    operation = _OPERATIONS[word]

    def run(m: Running, env: Env) -> Value:
        a, b = left(m, env), right(m, env)
        if type(a) is not int or type(b) is not int:
            raise ProgramError(f"{word} needs numbers")
        result = operation(a, b)
        return wrap(result) if type(result) is int else result

    return run


def _field(value: Value, field: str) -> Value:
    if type(value) is Instance:
        if field in value.kind.place:
            return value.values[value.kind.place[field]]
        if value.kind.cells and field == "render":
            return Native("render", 0, "v" * 9, lambda m, env, *ignored: rendered(m, value, env))
    raise ProgramError(f"the value has no field {field!r}")


def _call(head: Node, nodes: tuple[Node, ...]) -> Code:
    function, codes, word = compiled(head), [*map(compiled, nodes)], head[1] if head[0] == "name" else ""
    named = [node[1] for node in nodes if node[0] == "name"] if len(nodes) == 1 else []  # as prev takes it

    def run(m: Running, env: Env) -> Value:
        if word in m.kinds:
            return m.construct(m.kinds[word], _values(codes, m, env), env)
        if word in _MADE:
            kind, *sorts = _MADE[word]
            values = tuple(_values(codes, m, env))
            fail([*map(sort, values)] != sorts, f"{word} needs values of other types")
            return Instance(kind, values)
        called = function(m, env)
        by_name = named and type(called) is Native and called.name == "prev"
        return m.call(env, called, *(named if by_name else _values(codes, m, env)))

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
            constant = ("constant", value)
            return Expr(constant, compiled(constant), {}, value)
    except ProgramError:
        m.spend(10)
    return Expr(node, code, captured)


def rendered(m: Running, value: Value, env: Env) -> Items:
    """``((.. obj render))``: the cells as a list of RenderedElem."""
    cells = m.cells(value, env)
    return Items(tuple([Instance(ELEM, (Instance(POSITION, (x, y)), colour)) for x, y, colour in cells]))
