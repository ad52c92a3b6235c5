"""Calls of map, filter, any, foldl, updateObj and removeObj with a function literal: loops over its body.

The literal's parameters are slots of the surrounding frame, so that no call is made at all.
"""

from __future__ import annotations

from collections.abc import Callable

from ...instances.errors import AutumnError
from . import tree
from .builtins import a_list
from .builtins_objects import update_obj
from .compiling import Compiler, Env, Run
from .runtime import UNDEF, Frame, truthy
from .values import INSTANCES, Items, Value, appended, inferred


def call(c: Compiler, node: tree.Call, env: Env) -> Run | None:
    """The loop that does a call's work; None for a call that is not of this kind."""
    assert isinstance(node.function, tree.Name)
    word, arguments = node.function.name, node.arguments
    shape = tuple(argument in c.scopes.in_place for argument in arguments)
    maker = _MAKERS.get((word, shape))
    if maker is None:
        return None
    run = maker(c, node, env)

    def attempt(f: Frame) -> Value:
        try:
            return run(f)
        except AutumnError as error:
            raise c.located(node, error) from None

    return attempt


def body_of(c: Compiler, node: tree.Node, env: Env) -> tuple[Run, list[int]]:
    """The body of a literal, with its own names reset before each run, and the slots of its parameters."""
    assert isinstance(node, tree.Function)
    inside = env
    for name in node.parameters:
        inside = inside.bind(name, sure=True)
    slots = [inside.slots[name] for name in node.parameters]
    inside, fresh, _ = c.scope(inside, (node.body,))
    body = c.compile(node.body, inside)
    if not fresh:
        return body, slots

    def run(f: Frame) -> Value:
        for slot in fresh:
            f[slot] = UNDEF
        return body(f)

    return run, slots


def one_parameter(c: Compiler, node: tree.Node, env: Env) -> tuple[Run, int]:
    """The body of a literal of one parameter and its slot; one without parameters gets a slot for nothing."""
    body, slots = body_of(c, node, env)
    return body, slots[0] if slots else env.layout.slot()


def map_(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(map (--> x body) l)``."""
    body, slot = one_parameter(c, node.arguments[0], env)
    source = c.compile(node.arguments[1], env)

    def run(f: Frame) -> Value:
        items = a_list(source(f), "map")
        f[0].spend(len(items))
        made = []
        for item in items:
            f[slot] = item
            made.append(body(f))
        return Items(tuple(made))

    return run


def filter_(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(filter (--> x body) l)``."""
    body, slot = one_parameter(c, node.arguments[0], env)
    source = c.compile(node.arguments[1], env)

    def run(f: Frame) -> Value:
        items = a_list(source(f), "filter")
        f[0].spend(len(items))
        kept = []
        for item in items:
            f[slot] = item
            value = body(f)
            if value is True or (value is not False and truthy(value)):
                kept.append(item)
        return appended(tuple(kept))

    return run


def any_(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(any (--> x body) l)``."""
    body, slot = one_parameter(c, node.arguments[0], env)
    source = c.compile(node.arguments[1], env)

    def run(f: Frame) -> Value:
        items = a_list(source(f), "any")
        f[0].spend(len(items))
        for item in items:
            f[slot] = item
            value = body(f)
            if value is True or (value is not False and truthy(value)):
                return True
        return False

    return run


def foldl(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(foldl (--> (acc x) body) start l)``."""
    body, slots = body_of(c, node.arguments[0], env)
    slots += [env.layout.slot() for _ in range(2 - len(slots))]
    so_far, slot = slots
    start, source = c.compile(node.arguments[1], env), c.compile(node.arguments[2], env)

    def run(f: Frame) -> Value:
        value = start(f)
        items = a_list(source(f), "foldl")
        f[0].spend(len(items))
        for item in items:
            f[so_far] = value
            f[slot] = item
            value = body(f)
        return value

    return run


def update(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(updateObj l (--> x body))`` or ``(updateObj obj (--> x body))``."""
    source = c.compile(node.arguments[0], env)
    body, slot = one_parameter(c, node.arguments[1], env)

    def run(f: Frame) -> Value:
        value = source(f)
        if type(value) is not Items:
            if type(value) not in INSTANCES:
                raise AutumnError("updateObj needs an object or a list")
            f[0].spend(1)
            f[slot] = value
            return body(f)
        f[0].spend(len(value.items))
        made = []
        for item in value.items:
            f[slot] = item
            made.append(body(f))
        return Items(tuple(made))

    return run


def update_chosen(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(updateObj l (--> x body) (--> x test))``."""
    source = c.compile(node.arguments[0], env)
    body, slot = one_parameter(c, node.arguments[1], env)
    test, test_slot = one_parameter(c, node.arguments[2], env)

    def run(f: Frame) -> Value:
        value = source(f)
        if type(value) is not Items:
            return update_obj(f[0], value, None, False)
        f[0].spend(len(value.items))
        made = []
        for item in value.items:
            f[test_slot] = item
            if truthy(test(f)):
                f[slot] = item
                item = body(f)
            made.append(item)
        return appended(tuple(made))

    return run


def remove(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(removeObj l (--> x test))``."""
    source = c.compile(node.arguments[0], env)
    test, slot = one_parameter(c, node.arguments[1], env)

    def run(f: Frame) -> Value:
        items = a_list(source(f), "removeObj")
        f[0].spend(len(items))
        kept = []
        for item in items:
            f[slot] = item
            if not truthy(test(f)):
                kept.append(item)
        rest = tuple(kept)
        return Items(rest, inferred(rest))

    return run


_MAKERS: dict[tuple[str, tuple[bool, ...]], Callable[[Compiler, tree.Call, Env], Run]] = {
    ("map", (True, False)): map_,
    ("filter", (True, False)): filter_,
    ("any", (True, False)): any_,
    ("foldl", (True, False, False)): foldl,
    ("updateObj", (False, True)): update,
    ("updateObj", (False, True, True)): update_chosen,
    ("removeObj", (False, True)): remove,
}
