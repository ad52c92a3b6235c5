"""Closures for assignments: to slots, to globals, to names on stacks, to fields in place."""

from __future__ import annotations

from ...instances.errors import AutumnError
from . import tree
from .builtins_objects import typed
from .compiling import Compiler, Env, Run
from .runtime import UNDEF, Frame
from .values import Obj, Pos, Value, type_text


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
