"""Closures for constants, names, operators, conditions, scopes, assignments and fields."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ...instances.errors import AutumnError
from . import calls, tree
from .builtins_objects import typed
from .compiling import Compiler, Env, Run
from .drawing import elems_of
from .equality import equal
from .runtime import INT_MAX, UNDEF, Frame, truthy, wrap
from .tree import Node
from .values import Callable_, Cell, Elem, Items, Lambda, Obj, Pos, Value, inferred, type_text

INT_MIN = -INT_MAX - 1


def constant(c: Compiler, node: tree.Constant, env: Env) -> Run:
    """A number, boolean or string."""
    value = node.value
    return lambda f: value


def name(c: Compiler, node: tree.Name, env: Env) -> Run:
    """A variable, wherever it lives."""
    word = node.name
    if env.in_cell and word not in env.slots:
        return calls.cell_name(c, node)
    if word in c.kinds:
        return failing(c, node, f"{word} is an object type and no value")
    if word in env.slots and word not in c.scopes.dirty:
        slot = env.slots[word]
        if word in env.parameters:
            return lambda f: f[slot]

        def local(f: Frame) -> Value:
            value = f[slot]
            if value is UNDEF:
                raise c.error(node, f"{word} has no value yet")
            return value

        return local
    if word in c.scopes.dirty:
        return stacked(c, node)
    if word in c.functions:
        value = c.builtin_value(word)
        return lambda f: value

    def read(f: Frame) -> Value:
        try:
            return f[1][word]
        except KeyError:
            raise c.error(node, f"{word} is not defined") from None

    return read


def stacked(c: Compiler, node: tree.Name) -> Run:
    """A variable that the nearest caller with such a name provides, else a global."""
    word = node.name
    fallback = c.builtin_value(word)

    def read(f: Frame) -> Value:
        stack = f[0].stacks[word]
        if stack:
            return stack[-1]
        value = f[1].get(word, fallback)
        if value is UNDEF:
            raise c.error(node, f"{word} is not defined")
        return value

    return read


def failing(c: Compiler, node: Node, message: str) -> Run:
    """A node that can only fail."""

    def fail(f: Frame) -> Value:
        raise c.error(node, message)

    return fail


def unary(c: Compiler, node: tree.Unary, env: Env) -> Run:
    """``- + !``."""
    operand, word = c.compile(node.operand, env), node.operator
    if isinstance(node.operand, tree.Constant) and type(node.operand.value) is int and word != "!":
        value = -node.operand.value if word == "-" else node.operand.value
        return lambda f: value

    def negate(f: Frame) -> Value:
        value = operand(f)
        if type(value) is not bool:
            raise c.error(node, "! needs a boolean; a key or clicked is asked with two parentheses: ((left))")
        return not value

    def sign(f: Frame) -> Value:
        value = operand(f)
        if type(value) is not int:
            raise c.error(node, f"{word} needs a number")
        return wrap(-value) if word == "-" else value

    return negate if word == "!" else sign


def quotient(a: int, b: int) -> int:
    """Division that cuts towards zero."""
    value = abs(a) // abs(b)
    return value if (a < 0) == (b < 0) else -value


def remainder(a: int, b: int) -> int:
    """Remainder with the sign of the dividend."""
    value = abs(a) % abs(b)
    return value if a >= 0 else -value


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": quotient,
    "%": remainder,
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def binary(c: Compiler, node: tree.Binary, env: Env) -> Run:
    """Arithmetic and comparison."""
    left, right, word = c.compile(node.left, env), c.compile(node.right, env), node.operator
    if word in ("==", "!="):
        return equality(left, right, word == "==")
    if word in _COMPARISONS:
        compare = _COMPARISONS[word]

        def comparison(f: Frame) -> Value:
            a, b = left(f), right(f)
            if type(a) is int and type(b) is int:
                return compare(a, b)
            raise c.error(node, f"{word} needs two numbers")

        return comparison
    compute, divides = _ARITHMETIC[word], word in "/%"

    def arithmetic(f: Frame) -> Value:
        a, b = left(f), right(f)
        if type(a) is int and type(b) is int:
            if divides and (b == 0 or (b == -1 and a == INT_MIN)):
                raise c.error(node, f"division of {a} by {b}")
            value = compute(a, b)
            return value if INT_MIN <= value <= INT_MAX else wrap(value)
        raise c.error(node, f"{word} needs two numbers")

    return arithmetic


def equality(left: Run, right: Run, wanted: bool) -> Run:
    """``==`` and ``!=``."""

    def compare(f: Frame) -> Value:
        a, b = left(f), right(f)
        kind = type(a)
        if kind is type(b) and (kind is int or kind is str or kind is bool):
            return (a == b) is wanted
        return equal(f[0], a, b) is wanted

    return compare


def logical(c: Compiler, node: tree.Logical, env: Env) -> Run:
    """``&`` and ``|``: operands that are functions are called; the result is a boolean."""
    left, right = c.compile(node.left, env), c.compile(node.right, env)
    disjunction = node.disjunction

    def decide(f: Frame) -> Value:
        value = left(f)
        if type(value) is not bool:
            value = held(f, value)
        if value is disjunction:
            return value
        value = right(f)
        return value if type(value) is bool else held(f, value)

    def held(f: Frame, value: Value) -> bool:
        if type(value) is Lambda or type(value) is Callable_:
            try:
                value = value.call(f[0], ())
            except AutumnError as error:
                raise c.located(node, error) from None
        return truthy(value)

    return decide


def condition(c: Compiler, node: tree.If, env: Env) -> Run:
    """``if``: a function as the condition is true, it is not called."""
    test, then = c.compile(node.condition, env), c.compile(node.then, env)
    otherwise = c.compile(node.otherwise, env)

    def choose(f: Frame) -> Value:
        value = test(f)
        if value is True or (value is not False and truthy(value)):
            return then(f)
        return otherwise(f)

    return choose


def let(c: Compiler, node: tree.Let, env: Env) -> Run:
    """A scope; the last part must have a value."""
    inside, fresh, on_stacks = c.scope(env, node.body)
    *first, last = [c.compile(part, inside) for part in node.body]
    if not first and not fresh:
        body = last
    else:

        def body(f: Frame) -> Value:
            for slot in fresh:
                f[slot] = UNDEF
            for part in first:
                part(f)
            return last(f)

    return c.with_stacks(body, on_stacks, []) if on_stacks else body


def declaration(c: Compiler, node: tree.Declaration, env: Env) -> Run:
    """A type declaration inside an expression has no value."""
    return lambda f: None


def items(c: Compiler, node: tree.Items, env: Env) -> Run:
    """``(list ...)``."""
    parts = [c.compile(item, env) for item in node.items]

    def build(f: Frame) -> Value:
        values = tuple([part(f) for part in parts])
        return Items(values, inferred(values))

    return build


def function(c: Compiler, node: tree.Function, env: Env) -> Run:
    """A function as a value."""
    make = c.function(node, env)
    return lambda f: make()


def assign(c: Compiler, node: tree.Assign, env: Env) -> Run:
    """``(= name value)``: the nearest such variable, else a new one in this scope."""
    word, value_of = node.name, c.compile(node.value, env)
    declared = c.declared.get(word)
    if declared is not None:
        value_of = checked(c, node, value_of, declared)
    if word in c.scopes.dirty:
        return assign_stacked(c, node, value_of, env)
    if word in env.slots:
        slot = env.slots[word]

        def assign_local(f: Frame) -> Value:
            value, old = value_of(f), f[slot]
            if old is not UNDEF and (type(old) is not type(value) or hasattr(value, "id")):
                try:
                    f[0].check(word, old, value)
                except AutumnError as error:
                    raise c.located(node, error) from None
            f[slot] = value
            return value

        return assign_local

    def assign_global(f: Frame) -> Value:
        value = value_of(f)
        rt, g = f[0], f[1]
        if word not in g:
            rt.define(word, value)
            return value
        if type(g[word]) is not type(value) or hasattr(value, "id"):
            try:
                rt.check(word, g[word], value)
            except AutumnError as error:
                raise c.located(node, error) from None
        g[word] = value
        rt.updated.add(word)
        return value

    return assign_global


def checked(c: Compiler, node: tree.Assign, value_of: Run, declared: str) -> Run:
    """A value whose type must be the declared one."""

    def check(f: Frame) -> Value:
        value = value_of(f)
        if type_text(value) != declared:
            raise c.error(node, f"the value of {node.name} is not of its declared type")
        return value

    return check


def assign_stacked(c: Compiler, node: tree.Assign, value_of: Run, env: Env) -> Run:
    """An assignment to the nearest caller's variable, else to a global, else to a new one."""
    word, root = node.name, env.root

    def run(f: Frame) -> Value:
        value = value_of(f)
        rt = f[0]
        stack = rt.stacks[word]
        try:
            if stack:
                rt.check(word, stack[-1], value)
                stack[-1] = value
            elif word in f[1]:
                rt.assign(word, value)
            elif root:
                rt.define(word, value)
            else:
                stack.append(value)
        except AutumnError as error:
            raise c.located(node, error) from None
        return value

    return run


def get(c: Compiler, node: tree.Get, env: Env) -> Run:
    """``(.. object field)``."""
    target, field = c.compile(node.object, env), node.field

    def other(f: Frame, value: Value) -> Value:
        return field_of(c, node, f, value)

    if field == "origin":

        def origin(f: Frame) -> Value:
            value = target(f)
            return value.origin if type(value) is Obj else other(f, value)

        return origin
    if field == "x":

        def x(f: Frame) -> Value:
            value = target(f)
            return value.x if type(value) is Pos else other(f, value)

        return x
    if field == "y":

        def y(f: Frame) -> Value:
            value = target(f)
            return value.y if type(value) is Pos else other(f, value)

        return y

    def any_field(f: Frame) -> Value:
        value = target(f)
        if type(value) is Obj:
            place = value.kind.index.get(field)
            if place is not None:
                return value.values[place]
        return other(f, value)

    return any_field


def field_of(c: Compiler, node: tree.Get, f: Frame, value: Value) -> Value:
    """A field of any instance, or the ``render`` method of an object."""
    kind, field = type(value), node.field
    if kind is Obj:
        if field in value.kind.index:
            return value.values[value.kind.index[field]]
        if field == "elems":
            return value.elems
        if field == "render":
            return Callable_(lambda rt, arguments: elems_of(rt, value), "render")
    found: Any = None
    if kind is Elem:
        found = {"position": value.position, "color": value.colour}.get(field)
    elif kind is Cell:
        found = {"x": value.x, "y": value.y, "color": value.colour}.get(field)
    if found is None:
        raise c.error(node, f"the value has no field {field!r}")
    return found


def set_field(c: Compiler, node: tree.SetField, env: Env) -> Run:
    """``(= (.. object field) value)``: changes the object itself, wherever it is shared."""
    target, value_of, field = c.compile(node.object, env), c.compile(node.value, env), node.field

    def change(f: Frame) -> Value:
        obj, value = target(f), value_of(f)
        if type(obj) is Pos and field in ("x", "y") and type(value) is int:
            setattr(obj, field, value)
            return value
        if type(obj) is not Obj:
            raise c.error(node, "only fields of objects can be set")
        if field in obj.kind.index:
            place = obj.kind.index[field]
            obj.values = (*obj.values[:place], value, *obj.values[place + 1 :])
            obj.mistyped = obj.mistyped or not typed(obj.kind, place, value)
        elif field == "origin":
            obj.origin, obj.mistyped = value, obj.mistyped or type(value) is not Pos
        elif field == "elems":
            obj.elems = value
        else:
            raise c.error(node, f"{obj.kind.name} has no field {field!r}")
        return value

    return change


EXPRESSIONS: dict[type, Callable[[Compiler, Any, Env], Run]] = {
    tree.Constant: constant,
    tree.Name: name,
    tree.Unary: unary,
    tree.Binary: binary,
    tree.Logical: logical,
    tree.If: condition,
    tree.Let: let,
    tree.Declaration: declaration,
    tree.Items: items,
    tree.Function: function,
    tree.Assign: assign,
    tree.SetField: set_field,
    tree.Get: get,
    tree.Call: calls.call,
}
