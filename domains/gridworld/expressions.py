"""Closures for constants, names, scopes, lists, functions and fields, and the table of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import assignments, calls, operators, tree
from .compiling import Compiler, Env, Run
from .drawing import elems_of
from .runtime import UNDEF, Frame
from .tree import Node
from .values import Callable_, Cell, Elem, Items, Obj, Pos, Value, inferred


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


EXPRESSIONS: dict[type, Callable[[Compiler, Any, Env], Run]] = {
    tree.Constant: constant,
    tree.Name: name,
    tree.Unary: operators.unary,
    tree.Binary: operators.binary,
    tree.Logical: operators.logical,
    tree.If: operators.condition,
    tree.Let: let,
    tree.Declaration: declaration,
    tree.Items: items,
    tree.Function: function,
    tree.Assign: assignments.assign,
    tree.SetField: assignments.set_field,
    tree.Get: get,
    tree.Call: calls.call,
}
