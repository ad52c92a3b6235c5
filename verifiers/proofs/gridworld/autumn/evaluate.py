"""The forms of the language: the node of a program is a tuple of the name of a form and its parts.

("constant", value)  ("name", word)  ("unary", op, a)  ("binary", op, a, b)  ("logical", or?, a, b)
("if", c, a, b)  ("let", parts)  ("assign", word, a)  ("set", object, field, a)  ("function", words, a)
("get", a, field)  ("list", parts)  ("call", head, arguments)  ("cell", mentioned, arguments)
("declare", word, type, lists)
"""

from operator import add, ge, gt, le, lt, mul, sub
from typing import Any

from .comparing import equal, inferred, put, sort, truthy, type_text, wrap
from .running import CAPTURED, INSTANCE, Env, Running
from .text import Node, ProgramError, fail
from .values import CELL, ELEM, POSITION, Expr, Function, Instance, Items, Native, Value


def _quotient(a: int, b: int) -> int:
    """Division cuts towards zero; dividing by zero ends the reference's process."""
    if b == 0 or (b == -1 and a == -(2**31)):
        raise ProgramError(f"division of {a} by {b}")
    return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))


_OPERATIONS = {"+": add, "-": sub, "*": mul, "<": lt, "<=": le, ">": gt, ">=": ge, "/": _quotient}
_MADE = {"Position": (POSITION, int, int), "RenderedElem": (ELEM, POSITION, str)}
_OPERATIONS["%"] = lambda a, b: a - b * _quotient(a, b)


def linked(node: Any) -> Any:
    """The node, and all below it, with the form in the place of its name."""
    if not isinstance(node, tuple):
        return node
    if not node or not isinstance(node[0], str):
        return tuple(map(linked, node))
    kept = 2 if node[0] in ("function", "cell") else 1
    return (getattr(Evaluator, f"_{node[0]}"), *node[1:kept], *map(linked, node[kept:]))


class Evaluator(Running):
    """The forms: each is given the environment and the node, which begins with the form."""

    def _constant(self, env: Env, node: Node) -> Value:
        return node[1]

    def _name(self, env: Env | None, node: Node) -> Value:
        word = node[1]
        while env is not None:
            value = env[0].get(word)
            if value is not None and word not in self.kinds:
                return value
            env = env[1]
        what = "an object type and no value" if word in self.kinds else "not defined"
        raise ProgramError(f"{word} is {what}")

    def _declare(self, env: Env, node: Node) -> None:
        """A declaration is no value; where it stands as a statement it does nothing."""

    def _function(self, env: Env, node: Node) -> Function:
        return Function(node[1], node[2])

    def _unary(self, env: Env, node: Node) -> Value:
        _, word, part = node
        value = part[0](self, env, part)
        if type(value) is not (bool if word == "!" else int):
            raise ProgramError(f"{word} of a value of another type")
        return not value if word == "!" else wrap(-value) if word == "-" else value

    def _binary(self, env: Env, node: Node) -> Value:
        _, word, left, right = node
        a, b = left[0](self, env, left), right[0](self, env, right)
        if word in ("==", "!="):
            return equal(a, b) is (word == "==")
        if type(a) is not int or type(b) is not int:
            raise ProgramError(f"{word} needs two numbers")
        result = _OPERATIONS[word](a, b)
        return wrap(result) if type(result) is int else result

    def _logical(self, env: Env, node: Node) -> bool:
        """``&`` and ``|``: operands that are functions are called; the result is a boolean."""
        for part in node[2:]:
            value = part[0](self, env, part)
            held = value if type(value) is bool else truthy(self.held(value, env))
            if held is node[1]:
                break
        return held

    def _if(self, env: Env, node: Node) -> Value:
        _, condition, then, otherwise = node
        taken = then if truthy(condition[0](self, env, condition)) else otherwise
        return taken[0](self, env, taken)

    def _let(self, env: Env, node: Node) -> Value:
        inner: Env = ({}, env, "")
        for part in node[1]:
            value = part[0](self, inner, part)
        return value

    def _assign(self, env: Env, node: Node) -> Value:
        """The nearest variable of that name, else a new one; the type may not change, except to a list."""
        word, value = node[1], self.value(node[2], env)
        if word in self.declared and type_text(value) != self.declared[word]:
            raise ProgramError(f"the value of {word} is not of its declared type")
        self.assign(word, value, env)
        return value

    def _set(self, env: Env, node: Node) -> Value:
        """``(= (.. object field) value)`` changes the object itself, wherever it is shared."""
        obj, value = self.value(node[1], env), self.value(node[3], env)
        put(obj, node[2], value)
        return value

    def _get(self, env: Env, node: Node) -> Value:
        _, part, field = node
        value = part[0](self, env, part)
        if type(value) is Instance:
            if field in value.kind.place:
                return value.values[value.kind.place[field]]
            if value.kind.cells and field == "render":
                return Native("render", 0, "v" * 9, lambda m, env, *ignored: m.rendered(value, env))
        raise ProgramError(f"the value has no field {field!r}")

    def _list(self, env: Env, node: Node) -> Items:
        values = tuple([part[0](self, env, part) for part in node[1]])
        return Items(values, inferred(values))

    def _call(self, env: Env, node: Node) -> Value:
        _, head, nodes = node
        word = head[1] if head[0] is Evaluator._name else ""
        if word in self.kinds:
            return self.construct(self.kinds[word], [part[0](self, env, part) for part in nodes], env)
        if word in _MADE:
            kind, *sorts = _MADE[word]
            values = tuple([part[0](self, env, part) for part in nodes])
            fail([*map(sort, values)] != sorts, f"{word} needs values of other types")
            return Instance(kind, values)
        function = head[0](self, env, head)
        prev = type(function) is Native and function.name == "prev"
        if prev and [part[0] for part in nodes] == [Evaluator._name]:
            return self.call(env, function, nodes[0][1])
        return self.call(env, function, *[part[0](self, env, part) for part in nodes])

    def _cell(self, env: Env, node: Node) -> Instance:
        """``(Cell x y colour)``: captures what it mentions; what evaluates to a number is frozen to it.

        The outermost of the environments of constructors and drawn objects is left out.
        """
        _, mentioned, nodes = node
        fail(len(nodes) != 3, f"Cell takes 3 arguments, not {len(nodes)}")
        chain: list[Env] = [env]
        while (enclosing := chain[0][1]) is not None:
            chain.insert(0, enclosing)
        skipped = next((outer for outer in chain if outer[2] == INSTANCE), None)
        around = [outer[0] for outer in chain if outer is not skipped]
        captured = {word: names[word] for names in around for word in mentioned if word in names}
        return Instance(CELL, tuple([self._expression(part, captured) for part in nodes]))

    def _expression(self, node: Node, captured: dict[str, Value]) -> Expr:
        if node[0] is Evaluator._constant and type(node[1]) is not int:
            return Expr(node, {}, node[1])
        try:
            value = self.value(node, (captured, None, CAPTURED))
            if type(value) is int:
                return Expr((Evaluator._constant, value), {}, value)
        except ProgramError:
            self.spend(10)
        return Expr(node, captured)

    def rendered(self, value: Value, env: Env) -> Items:
        """``((.. obj render))``: the cells as a list of RenderedElem."""
        cells = self.cells(value, env)
        return Items(tuple([Instance(ELEM, (Instance(POSITION, (x, y)), colour)) for x, y, colour in cells]))
