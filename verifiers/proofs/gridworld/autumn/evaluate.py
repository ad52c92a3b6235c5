"""Evaluation: each node of the tree becomes a Python function of the environment.

Scope is dynamic: an environment is enclosed by that of its *caller*, and an assignment overwrites the nearest
variable of its name.  Environments of constructors and of drawn objects are marked as *instances*, since the
outermost of them is left out of what a cell captures.
"""

from collections.abc import Callable
from typing import Any

from .comparing import equal, inferred, put, sort, truthy, type_text, wrap
from .running import Running
from .text import Node, ProgramError, fail, walk
from .values import CELL, ELEM, POSITION, Captured, Env, Expr, Function, Instance, Items, Native, Value

Run = Callable[[Env], Value]


class Evaluator:
    """Turns the nodes of one machine's program into functions."""

    def __init__(self, machine: Running):
        self.machine = machine

    def run(self, node: Node) -> Run:
        """What evaluates a node in an environment."""
        made: Run = getattr(self, f"_{node[0]}")(*node[1:])
        return made

    def _constant(self, value: Value) -> Run:
        return lambda env: value

    def _declare(self, word: str, kind: str, lists: int) -> Run:
        return lambda env: None

    def _name(self, word: str) -> Run:
        if word in self.machine.kinds:
            return lambda env: fail(True, f"{word} is an object type and no value")

        def read(env: Env | None) -> Value:
            while env is not None:
                value = env.names.get(word)
                if value is not None:
                    return value
                env = env.parent
            raise ProgramError(f"{word} is not defined")

        return read

    def _unary(self, word: str, node: Node) -> Run:
        operand = self.run(node)

        def compute(env: Env) -> Value:
            value = operand(env)
            if type(value) is not (bool if word == "!" else int):
                raise ProgramError(f"{word} of a value of another type")
            return not value if word == "!" else wrap(-value) if word == "-" else value

        return compute

    def _binary(self, word: str, left_node: Node, right_node: Node) -> Run:
        left, right = self.run(left_node), self.run(right_node)
        if word == "==":
            return lambda env: equal(left(env), right(env))
        if word == "!=":
            return lambda env: not equal(left(env), right(env))
        operation = _OPERATIONS[word]

        def compute(env: Env) -> Value:
            a, b = left(env), right(env)
            if type(a) is int and type(b) is int:
                return operation(a, b)
            raise ProgramError(f"{word} needs two numbers")

        return compute

    def _logical(self, disjunction: bool, left_node: Node, right_node: Node) -> Run:
        """``&`` and ``|``: operands that are functions are called; the result is a boolean."""
        left, right = self.run(left_node), self.run(right_node)

        def held(value: Value, env: Env) -> bool:
            called = type(value) is Function or type(value) is Native
            return truthy(self.machine.call(env, value, []) if called else value)

        def decide(env: Env) -> Value:
            if held(left(env), env) is disjunction:
                return disjunction
            return held(right(env), env)

        return decide

    def _if(self, condition: Node, then_node: Node, else_node: Node) -> Run:
        test, then, otherwise = self.run(condition), self.run(then_node), self.run(else_node)
        return lambda env: then(env) if truthy(test(env)) else otherwise(env)

    def _let(self, nodes: tuple[Node, ...]) -> Run:
        if nodes[-1][0] == "declare":
            raise ProgramError("a type declaration has no value")
        *first, last = [self.run(node) for node in nodes]

        def body(env: Env) -> Value:
            inner = Env({}, env)
            for part in first:
                part(inner)
            return last(inner)

        return body

    def _assign(self, word: str, node: Node) -> Run:
        """The nearest variable of that name, else a new one; the type may not change, except to a list."""
        value_of, machine = self.run(node), self.machine
        declared = machine.declared.get(word)

        def assign(env: Env) -> Value:
            value = value_of(env)
            if declared is not None and type_text(value) != declared:
                raise ProgramError(f"the value of {word} is not of its declared type")
            machine.assign(word, value, env)
            return value

        return assign

    def _set(self, object_node: Node, field: str, node: Node) -> Run:
        """``(= (.. object field) value)`` changes the object itself, wherever it is shared."""
        target, value_of = self.run(object_node), self.run(node)

        def change(env: Env) -> Value:
            obj, value = target(env), value_of(env)
            put(obj, field, value)
            return value

        return change

    def _function(self, parameters: tuple[str, ...], node: Node) -> Run:
        value = Function(parameters, self.run(node), repr((parameters, node)))
        return lambda env: value

    def _get(self, node: Node, field: str) -> Run:
        target = self.run(node)

        def read(env: Env) -> Value:
            value = target(env)
            if type(value) is Instance and field in value.kind.place:
                return value.values[value.kind.place[field]]
            if type(value) is Instance and value.kind.cells and field == "render":
                return Native(lambda inner: self.machine.rendered(value, inner), 0, 9, "render")
            raise ProgramError(f"the value has no field {field!r}")

        return read

    def _list(self, nodes: tuple[Node, ...]) -> Run:
        parts = [self.run(node) for node in nodes]

        def build(env: Env) -> Value:
            values = tuple([part(env) for part in parts])
            return Items(values, inferred(values))

        return build

    def _call(self, head: Node, nodes: tuple[Node, ...]) -> Run:
        machine, word = self.machine, head[1]
        if any(node[0] == "declare" for node in nodes):
            raise ProgramError("a type declaration has no value")
        if head[0] == "name" and word == "Cell":
            return self._cell(nodes)
        arguments = [self.run(node) for node in nodes]
        if head[0] == "name" and (word in ("Position", "RenderedElem") or word in machine.kinds):
            if word in machine.kinds:
                kind = machine.kinds[word]
                return lambda env: machine.construct(kind, [argument(env) for argument in arguments], env)
            made, sorts = (POSITION, (int, int)) if word == "Position" else (ELEM, (POSITION, str))

            def construct(env: Env) -> Value:
                values = tuple([argument(env) for argument in arguments])
                fail(tuple(map(sort, values)) != sorts, f"{word} needs values of other types")
                return Instance(made, values)

            return construct
        function, names_prev = self.run(head), len(nodes) == 1 and nodes[0][0] == "name"

        def call(env: Env) -> Value:
            called = function(env)
            if called is machine.prev_function and names_prev:
                return machine.previous(nodes[0][1])
            return machine.call(env, called, [argument(env) for argument in arguments])

        return call

    def _cell(self, nodes: tuple[Node, ...]) -> Run:
        """``(Cell x y colour)``: captures what it mentions; what evaluates to a number is frozen to it."""
        if len(nodes) != 3:
            return lambda env: fail(True, f"Cell takes 3 arguments, not {len(nodes)}")
        parts = [part for node in nodes for part in walk(node)]
        mentioned = {part[1] for part in parts if part[0] == "name"}
        mentioned |= {part[2] for part in parts if part[0] == "get"}
        expressions = [(node, self.run(node), repr(node)) for node in nodes]

        def make(env: Env) -> Value:
            chain: list[Env] = []
            enclosing: Env | None = env
            while enclosing is not None:
                chain.append(enclosing)
                enclosing = enclosing.parent
            skipped = next((outer for outer in reversed(chain) if outer.instance), None)
            captured: dict[str, Value] = {}
            for outer in reversed(chain):
                if outer is not skipped and mentioned:
                    captured |= {word: outer.names[word] for word in mentioned & outer.names.keys()}
            return Instance(CELL, tuple([self._frozen(*each, captured) for each in expressions]))

        return make

    def _frozen(self, node: Node, run: Run, text: str, captured: dict[str, Value]) -> Expr:
        if node[0] == "constant" and type(node[1]) is not int:
            return Expr(node[1], run, {}, text)
        try:
            value = run(Captured(captured, None))
            if type(value) is int:
                return Expr(value, None, {}, str(value))
        except ProgramError:
            self.machine.spend(10)
        return Expr(None, run, captured, text)


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
