"""Closures for calls: of builtins, of the program's functions, of whatever a value turns out to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...instances.errors import AutumnError
from . import cells, in_place, tree
from .compiling import Compiler, Env, Run
from .drawing import run_cell
from .limits import MAX_CALL_COST
from .reference_names import LIBRARY_FUNCTIONS
from .runtime import UNDEF, Frame
from .tree import Node
from .values import Callable_, CellExpr, Elem, Lambda, Pos, Value


def call(c: Compiler, node: tree.Call, env: Env) -> Run:
    """A call, by what its head is."""
    if isinstance(node.function, tree.Get):
        return call_value(c, node, env)
    word = node.function.name
    bound = word in env.slots or word in c.scopes.dirty
    if word in CONSTRUCTORS:
        return CONSTRUCTORS[word](c, node, env)
    if word in c.kinds:
        return cells.construct(c, node, env)
    if bound or word not in c.functions:
        return call_value(c, node, env) if bound or env.in_cell else call_global(c, node, env)
    if word == "prev":
        return previous(c, node, env)
    if (run := in_place.call(c, node, env)) is not None:
        return run
    return call_builtin(c, node, env)


def guarded(c: Compiler, node: Node, run: Run) -> Run:
    """A closure whose errors without a place get that of the node."""

    def attempt(f: Frame) -> Value:
        try:
            return run(f)
        except AutumnError as error:
            raise c.located(node, error) from None

    return attempt


def call_builtin(c: Compiler, node: tree.Call, env: Env) -> Run:
    """A builtin or library function, by its name."""
    assert isinstance(node.function, tree.Name)
    function, fewest, most = c.functions[node.function.name]
    arguments = [c.compile(argument, env) for argument in node.arguments]
    if node.function.name in LIBRARY_FUNCTIONS and len(arguments) > most:
        return guarded(c, node, lambda f: function(f[0], *[argument(f) for argument in arguments][:most]))
    if not fewest <= len(arguments) <= most:
        return wrong_number(c, node, f"{node.function.name} takes {fewest} to {most} arguments", arguments)
    if not arguments:
        return guarded(c, node, lambda f: function(f[0]))
    if len(arguments) == 1:
        (only,) = arguments

        def call1(f: Frame) -> Value:
            try:
                return function(f[0], only(f))
            except AutumnError as error:
                raise c.located(node, error) from None

        return call1
    if len(arguments) == 2:
        first, second = arguments

        def call2(f: Frame) -> Value:
            try:
                return function(f[0], first(f), second(f))
            except AutumnError as error:
                raise c.located(node, error) from None

        return call2
    return guarded(c, node, lambda f: function(f[0], *[argument(f) for argument in arguments]))


def wrong_number(c: Compiler, node: Node, message: str, arguments: list[Run]) -> Run:
    """A call that fails once its arguments are evaluated."""

    def fail(f: Frame) -> Value:
        for argument in arguments:
            argument(f)
        raise c.error(node, f"{message}, not {len(arguments)}")

    return fail


def call_global(c: Compiler, node: tree.Call, env: Env) -> Run:
    """A function of the program, by the name of a global; its frame is filled here."""
    assert isinstance(node.function, tree.Name)
    word = node.function.name
    arguments = [c.compile(argument, env) for argument in node.arguments]
    given = len(arguments)

    def run(f: Frame) -> Value:
        g = f[1]
        function = g.get(word, UNDEF)
        if type(function) is not Lambda or function.arity > given:
            return not_a_lambda(f, function)
        frame = [f[0], g]
        for argument in arguments:
            frame.append(argument(f))
        if function.arity < given:
            del frame[2 + function.arity :]
        if function.pad:
            frame += function.pad
        rt = f[0]
        depth = rt.depth
        rt.depth = deeper = depth + function.cost
        rt.work -= 1
        if deeper > MAX_CALL_COST or rt.work < 0:
            exhausted(c, node, f)
        value = function.body(frame)
        rt.depth = depth
        return value

    def not_a_lambda(f: Frame, function: Value) -> Value:
        if function is UNDEF:
            raise c.error(node, f"{word} is not defined")
        return apply(c, node, f, function, tuple([argument(f) for argument in arguments]))

    of_library = word in c.bodies and c.bodies[word].at == tree.NOWHERE
    return guarded(c, node, run) if of_library else run


def exhausted(c: Compiler, node: Node, f: Frame) -> None:
    """Say which budget a call has used up."""
    try:
        f[0].depth -= 1
        f[0].enter(1)
    except AutumnError as error:
        raise c.located(node, error) from None


def call_value(c: Compiler, node: tree.Call, env: Env) -> Run:
    """A call of whatever the head's value is."""
    head = c.compile(node.function, env)
    arguments = [c.compile(argument, env) for argument in node.arguments]
    return lambda f: apply(c, node, f, head(f), tuple([argument(f) for argument in arguments]))


def apply(c: Compiler, node: Node, f: Frame, function: Value, arguments: tuple[Value, ...]) -> Value:
    """Call a function, or evaluate a cell's expression."""
    try:
        if type(function) is Lambda or type(function) is Callable_:
            return function.call(f[0], arguments)
        if type(function) is CellExpr:
            return run_cell(f[0], function, None, None)
    except AutumnError as error:
        raise c.located(node, error) from None
    raise c.error(node, "only functions can be called")


def previous(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(prev name)``: the name is not evaluated."""
    if len(node.arguments) != 1 or not isinstance(node.arguments[0], tree.Name):
        return call_builtin(c, node, env)
    word = node.arguments[0].name
    fallback = c.builtin_value(word)

    def read(f: Frame) -> Value:
        before = f[0].prev
        if before is None:
            raise c.error(node, "prev before the first step")
        value = before.get(word, fallback)
        if value is UNDEF:
            raise c.error(node, f"prev: there was no variable {word}")
        return value

    return read


def position(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(Position x y)``."""
    if len(node.arguments) != 2:
        return wrong_number(
            c, node, "Position takes 2 arguments", [c.compile(a, env) for a in node.arguments]
        )
    first, second = (c.compile(argument, env) for argument in node.arguments)

    def make(f: Frame) -> Value:
        x, y = first(f), second(f)
        if type(x) is int and type(y) is int:
            return Pos(x, y)
        raise c.error(node, "Position needs two numbers")

    return make


def rendered_elem(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(RenderedElem position color)``."""
    arguments = [c.compile(argument, env) for argument in node.arguments]

    def make(f: Frame) -> Value:
        values = [argument(f) for argument in arguments]
        if [type(value) for value in values] == [Pos, str]:
            return Elem(values[0], values[1])
        raise c.error(node, "RenderedElem needs a Position and a string")

    return make


def cell_name(c: Compiler, node: tree.Name) -> Run:
    """A name in a cell's expression: captured, else a field of the object, else the caller's or a global."""
    word = node.name
    fallback = c.builtin_value(word)
    on_stack = word in c.scopes.dirty

    def missing(f: Frame) -> Value:
        raise c.error(node, f"{word} is not defined")

    def read(f: Frame) -> Value:
        if word in f[2]:
            return f[2][word]
        obj: Any = f[3]
        if obj is not None:
            if word == "e":
                return f[4]
            place = obj.kind.index.get(word)
            if place is not None:
                return obj.values[place]
            if word == "origin" or word == "elems":
                return getattr(obj, word)
        if f[5]:
            if on_stack and f[0].stacks[word]:
                return f[0].stacks[word][-1]
            value = f[1].get(word, fallback)
            if value is not UNDEF:
                return value
        return missing(f)

    return missing if word in c.kinds else read


CONSTRUCTORS: dict[str, Callable[[Compiler, tree.Call, Env], Run]] = {
    "Position": position,
    "Cell": cells.cell,
    "RenderedElem": rendered_elem,
}
