"""What generated code calls: the parts of a program's evaluation that are not worth writing out each time.

Errors have no place here; they get that of the generated code that called (code.py).
"""

from typing import Any

from ...instances.errors import AutumnError
from .builtins import a_list
from .drawing import elems_of, run_cell
from .objects import equal, update_obj, with_field
from .runtime import UNDEF, Runtime, signed, truthy, wrap
from .values import (
    FIELDS,
    INSTANCES,
    Callable_,
    Cell,
    CellExpr,
    Elem,
    Items,
    Lambda,
    Obj,
    Pos,
    Value,
    appended,
    inferred,
    is_function,
    type_text,
    typed,
)


def fail(message: str) -> Any:
    """Raise an error."""
    raise AutumnError(message)


def dynamic(rt: Runtime, word: str, otherwise: Value) -> Value:
    """A variable that the nearest caller with such a name provides, else a global."""
    stack = rt.stacks[word]
    value = stack[-1] if stack else rt.g.get(word, otherwise)
    if value is UNDEF:
        raise AutumnError(f"{word} is not defined")
    return value


def captured_dynamic(rt: Runtime, word: str) -> Value:
    """What a cell captures of such a variable: not what the outermost object has."""
    stack = rt.stacks[word]
    top = len(stack) - 1
    top -= bool(rt.instances) and top == rt.skipped.get(word)
    return stack[top] if top >= 0 else rt.g.get(word, UNDEF)


def cell_name(
    rt: Runtime,
    captured: dict[str, Value],
    obj: Any,
    cell: Value,
    drawn: bool,
    word: str,
    otherwise: Value,
    stacked: bool,
) -> Value:
    """A name in a cell's expression: captured, else a field of the object, else a caller's or a global."""
    if word in captured:
        return captured[word]
    if obj is not None:
        if word == "e":
            return cell
        place = obj.kind.index.get(word)
        if place is not None:
            return obj.values[place]
        if word == "origin" or word == "elems":
            return getattr(obj, word)
    value: Value = UNDEF
    if drawn:
        stack = rt.stacks[word] if stacked else None
        value = stack[-1] if stack else rt.g.get(word, otherwise)
    return fail(f"{word} is not defined") if value is UNDEF else value


def before(rt: Runtime, word: str, otherwise: Value) -> Value:
    """``(prev name)``."""
    if rt.prev is None:
        raise AutumnError("prev before the first step")
    value = rt.prev.get(word, otherwise)
    if value is UNDEF:
        raise AutumnError(f"prev: there was no variable {word}")
    return value


def replaced(rt: Runtime, word: str, value: Value, old: Value) -> Value:
    """The new value of a local name, if it may take the old one's place."""
    if old is not UNDEF and (type(old) is not type(value) or hasattr(value, "id")):
        rt.check(word, old, value)
    return value


def set_global(rt: Runtime, word: str, value: Value) -> Value:
    """Assign a global, or make one."""
    old = rt.g.get(word, UNDEF)
    if old is UNDEF:
        rt.define(word, value)
        return value
    kind = type(value)
    if kind is not type(old) or (kind is not int and kind is not bool and kind is not str):
        rt.check(word, old, value)
    rt.g[word] = value
    rt.updated.add(word)
    return value


def set_next(rt: Runtime, word: str, value: Value) -> None:
    """Give an initnext variable its NEXT."""
    old = rt.g.get(word, UNDEF)
    if old is UNDEF:
        rt.define(word, value)
    elif old is not value:
        rt.assign(word, value)


def set_dynamic(rt: Runtime, word: str, value: Value, root: bool) -> Value:
    """Assign the nearest caller's variable, else a global, else make one: local, or global at the root."""
    stack = rt.stacks[word]
    if stack:
        rt.check(word, stack[-1], value)
        stack[-1] = value
    elif word in rt.g:
        rt.assign(word, value)
    elif root:
        rt.define(word, value)
    else:
        stack.append(value)
    return value


def of_type(value: Value, declared: str, word: str) -> Value:
    """A value, if it is of the type declared for its variable."""
    if type_text(value) != declared:
        raise AutumnError(f"the value of {word} is not of its declared type")
    return value


def divide(a: Value, b: Value, word: str) -> int:
    """``/`` cuts towards zero, ``%`` has the sign of the dividend."""
    if type(a) is not int or type(b) is not int:
        raise AutumnError(f"{word} needs two numbers")
    if b == 0 or (b == -1 and a == -(2**31)):
        raise AutumnError(f"division of {a} by {b}")
    if word == "/":
        return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))
    return abs(a) % abs(b) if a >= 0 else -(abs(a) % abs(b))


def held(rt: Runtime, value: Value) -> bool:
    """Whether an operand of ``&`` or ``|`` counts as true; a function is called."""
    return truthy(value.call(rt, ()) if is_function(value) else value)


def fires(rt: Runtime, value: Value) -> bool:
    """Whether the condition of a clause holds; a function is called."""
    if is_function(value):
        value = value.call(rt, ())
    if type(value) is not bool:
        raise AutumnError("the condition of an on-clause must be a boolean")
    return value


def call_value(rt: Runtime, function: Value, arguments: tuple[Value, ...]) -> Value:
    """Call a function, or evaluate a cell's expression."""
    if is_function(function):
        return function.call(rt, arguments)
    if type(function) is CellExpr:
        return run_cell(rt, function, None, None)
    raise AutumnError("only functions can be called")


def a_new_list(*values: Value) -> Items:
    """``(list a b ...)``."""
    return Items(values, inferred(values))


def single(value: Value) -> tuple[Value, ...]:
    """What updateObj of no list has to change: one object."""
    if type(value) not in INSTANCES:
        raise AutumnError("updateObj needs an object or a list")
    return (value,)


def not_updated(value: Value) -> Any:
    """Refuse updateObj with a choice for what is no list."""
    single(value)
    raise AutumnError("updateObj needs the name of a field as a string")


def update_field(rt: Runtime, obj: Value, field: str, value: Value) -> Value:
    """``(updateObj obj "field" v)``."""
    return with_field(rt, obj, field, value) if type(obj) is Obj else update_obj(rt, obj, field, value)


def rendered_elem(*values: Value) -> Elem:
    """``(RenderedElem position color)``."""
    if [type(value) for value in values] != [Pos, str]:
        raise AutumnError("RenderedElem needs a Position and a string")
    return Elem(values[0], values[1])


def field_of(value: Value, field: str) -> Value:
    """A field of any instance, or the ``render`` method of an object."""
    kind = type(value)
    if kind is Obj:
        if field in value.kind.index:
            return value.values[value.kind.index[field]]
        if field == "render":
            return Callable_(lambda rt, arguments: elems_of(rt, value), "render")
    names: dict[str, str] = FIELDS.get(kind, {})
    if field not in names:
        raise AutumnError(f"the value has no field {field!r}")
    return getattr(value, names[field])


def rendered(rt: Runtime, value: Value) -> Value:
    """``((.. object render))``."""
    if type(value) is Obj and "render" not in value.kind.index:
        return elems_of(rt, value)
    return call_value(rt, field_of(value, "render"), ())


def set_field(obj: Value, field: str, value: Value) -> Value:
    """``(= (.. object field) value)``: changes the object itself, wherever it is shared."""
    if type(obj) is Pos and field in ("x", "y") and type(value) is int:
        setattr(obj, field, value)
        return value
    if type(obj) is not Obj:
        raise AutumnError("only fields of objects can be set")
    if field in obj.kind.index:
        place = obj.kind.index[field]
        obj.values = (*obj.values[:place], value, *obj.values[place + 1 :])
        obj.mistyped = obj.mistyped or not typed(obj.kind, place, value)
    elif field == "origin":
        obj.origin, obj.mistyped = value, obj.mistyped or type(value) is not Pos
    elif field == "elems":
        obj.elems = value
    else:
        raise AutumnError(f"{obj.kind.name} has no field {field!r}")
    return value


FUNCTIONS = (
    fail, dynamic, captured_dynamic, cell_name, before, replaced, set_global, set_next, set_dynamic,
    of_type, signed, divide, held, fires, call_value, a_new_list,
    single, not_updated, update_field, rendered_elem, field_of, set_field, a_list, appended,
    rendered, equal, truthy, wrap, Items, Obj, Pos, Cell, Elem, Lambda, type, len, tuple, int, bool, str,
)  # fmt: skip


def space() -> dict[str, Any]:
    """The names that generated code finds, and no others."""
    return {"__builtins__": {}, "undef": UNDEF, **{function.__name__: function for function in FUNCTIONS}}
