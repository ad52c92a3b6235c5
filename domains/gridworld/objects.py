"""Objects and lists: equality, and the builtins that make new ones from old or look up globals by name."""

from operator import is_
from typing import Any

from ...instances.errors import AutumnError
from .hashing import in_hash_order
from .runtime import Runtime, fits, signed, truthy, wrap
from .standard import FIRST_GLOBALS
from .values import (
    FIELDS,
    INSTANCES,
    Cell,
    CellExpr,
    Elem,
    Items,
    Obj,
    Pos,
    Value,
    appended,
    inferred,
    is_function,
    type_text,
    typed,
)


def hash_order(rt: Runtime) -> list[str]:
    """The names of globals in the order in which the reference iterates over them."""
    names = tuple(rt.g)
    if rt.hashed[0] != names:
        rt.hashed = (names, in_hash_order([*FIRST_GLOBALS, *names]))
    return rt.hashed[1]


def all_objs(rt: Runtime) -> Items:
    """``((allObjs))``: the objects of all variables, the variables in the reference's hash order.

    They are kept as long as no variable holds another value, where none changes in place.
    """
    values = [value for value in rt.g.values() if type(value) is Obj or type(value) is Items]
    known, objects = rt.gathered
    if not rt.caching or len(known) != len(values) or not all(map(is_, known, values)):
        instances: list[Obj] = []
        for name in hash_order(rt) if len(values) > 1 else list(rt.g):
            if name in rt.g:
                _gather(rt, rt.g[name], instances)
        objects = tuple(instances)
        rt.gathered = (values, objects)
    rt.spend(len(objects))
    return Items(objects)


def _gather(rt: Runtime, value: Value, instances: list[Obj]) -> None:
    if type(value) is Obj:
        instances.append(value)
    elif type(value) is Items:
        rt.spend(len(value.items) + 1)
        for item in value.items:
            _gather(rt, item, instances)


def with_field(rt: Runtime, obj: Obj, field: str, value: Value) -> Obj:
    """A copy of an object with one field changed; the old fields' types are checked, the new one's is not."""
    kind = obj.kind
    _refuse_mistyped(obj)
    if field == "origin":
        if type(value) is Pos and kind.objects is not None and obj.elems is kind.shared:
            return kind.standing(obj.values, value)
        new = Obj(kind, obj.values, value, obj.elems)
        new.shape = obj.shape
        new.mistyped = type(value) is not Pos
        return new
    if field == "elems":
        return Obj(kind, obj.values, obj.origin, value)
    place = kind.index.get(field)
    if place is None:
        raise AutumnError(f"{kind.name} has no field {field!r}")
    values = (*obj.values[:place], value, *obj.values[place + 1 :])
    if kind.objects is not None and obj.elems is kind.shared and typed(kind, place, value):
        return kind.standing(values, obj.origin)
    new = Obj(kind, values, obj.origin, obj.elems)
    new.mistyped = not typed(kind, place, value)
    if kind.fixed:
        new.shape = obj.shape
    return new


def _refuse_mistyped(obj: Obj) -> None:
    if obj.mistyped:
        raise AutumnError(f"a field of {obj.kind.name} holds a value of another type than declared")


def copy(rt: Runtime, value: Value) -> Value:
    """A copy as addObj makes it: another identity, all else shared."""
    kind = type(value)
    if kind is Obj:
        _refuse_mistyped(value)
        new = Obj(value.kind, value.values, value.origin, value.elems)
        new.shape, new.drawn = value.shape, value.drawn
        return new
    if kind is Pos:
        return Pos(value.x, value.y)
    if kind is Items:
        return Items(tuple([copy(rt, item) for item in value.items]), inferred(value.items))
    if kind is Elem:
        return Elem(value.position, value.colour)
    return Cell(value.x, value.y, value.colour) if kind is Cell else value


def add_obj(rt: Runtime, value: Value, added: Value) -> Items:
    """``(addObj l obj|list)``: elements of ``l`` are copied, so that they get another identity."""
    if type(value) is not Items:
        raise AutumnError("addObj needs a list")
    items: tuple[Any, ...] = value.items
    rt.spend(len(items) + 1)
    if rt.identity or not rt.caching or any(type(item) is Obj and item.mistyped for item in items):
        items = tuple([copy(rt, item) for item in items])
    if type(added) is Items:
        fits(len(items) + len(added.items))
        return Items(items + added.items, inferred(items))
    if type(added) not in INSTANCES:
        raise AutumnError("addObj needs an object or a list to add")
    fits(len(items) + 1)
    if inferred(items) == "Unknown":
        raise AutumnError("addObj to a list of objects of several types")
    return Items((*items, added), f"List<{type_text(added)}>")


def remove_obj(rt: Runtime, value: Value, removed: Value = None) -> Value:
    """``(removeObj l f|obj|list)`` by test or identity; ``(removeObj obj)`` deletes a global variable."""
    if removed is None:
        return _delete(rt, value)
    kind = type(removed)
    if type(value) is not Items:
        raise AutumnError("removeObj needs a list")
    rt.spend(len(value.items))
    if is_function(removed):
        items = tuple([item for item in value.items if not truthy(removed.call(rt, (item,)))])
    elif kind is Items or kind in INSTANCES:
        listed = removed.items if kind is Items else (removed,)
        if kind is Items:
            rt.spend(len(listed))
        gone = {_mark(rt, item) for item in listed}
        items = tuple([item for item in value.items if _mark(rt, item) not in gone])
    else:
        raise AutumnError("removeObj needs a function, an object or a list to remove")
    return Items(items, inferred(items))


def _mark(rt: Runtime, value: Value) -> Any:
    """What removeObj compares: the identity; numbers, booleans and strings have none here but their value."""
    return rt.ident(value) if hasattr(value, "id") else (type(value).__name__, value)


def _delete(rt: Runtime, value: Value) -> Value:
    """Delete the first global variable that holds a value, in the reference's order of globals."""
    if not hasattr(value, "id"):
        raise AutumnError("removeObj of one argument needs an object or a list")
    mark = rt.ident(value)
    held = {name for name, other in rt.g.items() if hasattr(other, "id") and other.id == mark}
    for name in hash_order(rt) if len(held) > 1 else held:
        if name in held:
            del rt.g[name]
            break
    return value


def update_obj(rt: Runtime, value: Value, second: Value, third: Value = None) -> Value:
    """``(updateObj obj "field" v)``, ``(obj f)``, ``(list f)`` or ``(list f pred)``."""
    if type(value) is Items:
        if not is_function(second):
            raise AutumnError("updateObj of a list needs a function")
        rt.spend(len(value.items))
        if third is None:
            return Items(tuple([second.call(rt, (item,)) for item in value.items]))
        if not is_function(third):
            raise AutumnError("updateObj needs a function to choose with")
        changed = [
            second.call(rt, (item,)) if truthy(third.call(rt, (item,))) else item for item in value.items
        ]
        return appended(tuple(changed))
    if type(value) not in INSTANCES:
        raise AutumnError("updateObj needs an object or a list")
    if third is None:
        if not is_function(second):
            raise AutumnError("updateObj of an object needs a function")
        return second.call(rt, (value,))
    if type(second) is not str:
        raise AutumnError("updateObj needs the name of a field as a string")
    if type(value) is Obj:
        return with_field(rt, value, second.strip('"'), third)
    if type(value) is Pos and second in ("x", "y") and type(third) is int:
        return Pos(third, value.y) if second == "x" else Pos(value.x, third)
    raise AutumnError(f"updateObj cannot set {second!r} of this value")


def rotate(rt: Runtime, value: Value) -> Obj:
    """``(rotate obj)``: a copy of the object; the shared cells are turned in place: x' = -y, y' = x."""
    if type(value) is not Obj:
        raise AutumnError("rotate needs an object")
    new = copy(rt, value)
    assert isinstance(new, Obj)
    if type(value.elems) is not Items:
        raise AutumnError("rotate needs an object with a list of cells")
    rt.spend(len(value.elems.items))
    for cell in value.elems.items:
        if type(cell) is not Cell:
            raise AutumnError("rotate needs an object made of cells")
        cell.x, cell.y = _negated(cell.y), cell.x
    return new


def _negated(expr: CellExpr) -> CellExpr:
    text = f"(- {expr.text})"
    if expr.constant is not None:
        return CellExpr(wrap(-expr.constant), None, expr.captured, text, expr.wants)
    inner = expr.run
    assert inner is not None
    return CellExpr(None, lambda *given: signed(inner(*given), "-"), expr.captured, text, expr.wants)


def defined(rt: Runtime, value: Value) -> bool:
    """``(defined "name")``: whether there is such a global."""
    if type(value) is not str:
        raise AutumnError("defined needs a string")
    return value in rt.g or value in FIRST_GLOBALS


def prev(rt: Runtime, value: Value) -> Value:
    """``(prev "name")``: a global at the start of the step; ``(prev value)``: the one with its identity."""
    if rt.prev is None:
        raise AutumnError("prev before the first step")
    if type(value) is str:
        if value in rt.prev:
            return rt.prev[value]
        raise AutumnError(f"prev: there was no variable {value}")
    if hasattr(value, "id"):
        mark = rt.ident(value)
        for name in rt.order:
            held = rt.prev.get(name)
            if held is not None and hasattr(held, "id") and held.id == mark:
                return held
    raise AutumnError("prev: no variable holds this value")


def equal(rt: Runtime, left: Value, right: Value) -> bool:
    """``(== left right)`` as the reference decides it.

    Numbers equal numbers, and booleans on their right by 0 and 1; objects are equal when they have the same
    fields with equal values, whatever their types are called; lists compare by their printed text, which
    holds the static type of each list and of each element.
    """
    kind = type(left)
    if kind is int:
        return (type(right) is int or type(right) is bool) and bool(left == right)
    if kind is str or kind is bool:
        return type(right) is kind and bool(left == right)
    if kind is Pos and type(right) is Pos:
        return bool(left.x == right.x and left.y == right.y)
    if kind is Elem and type(right) is Elem:
        return left.colour == right.colour and equal(rt, left.position, right.position)
    if left is right:
        return True
    if kind is Items:
        return type(right) is Items and printed(rt, left) == printed(rt, right)
    return kind in INSTANCES and _same_fields(rt, left, right)


def _fields(value: Value) -> dict[str, Value]:
    named = dict(zip(value.kind.fields, value.values, strict=True)) if type(value) is Obj else {}
    return {**named, **{name: getattr(value, slot) for name, slot in FIELDS[type(value)].items()}}


def _same_fields(rt: Runtime, left: Value, right: Value) -> bool:
    rt.spend(1)
    if type(left) is Obj and type(right) is Obj and left.kind is right.kind:
        if not all(map(equal, [rt] * len(left.values), left.values, right.values)):
            return False
        return equal(rt, left.origin, right.origin) and equal(rt, left.elems, right.elems)
    if type(right) not in INSTANCES:
        return False
    mine, theirs = _fields(left), _fields(right)
    return mine.keys() == theirs.keys() and all(equal(rt, mine[name], theirs[name]) for name in mine)


def printed(rt: Runtime, value: Value) -> str:
    """A text that is equal for two values exactly when the reference prints them alike."""
    rt.spend(1)
    kind = type(value)
    if kind is Items:
        inside = ", ".join([printed(rt, item) for item in value.items])
        if len(inside) > 10_000_000:
            raise AutumnError("a list is too long to be compared")
        return f"([{inside}] :{type_text(value)})"
    if kind in INSTANCES:
        name = value.kind.name if kind is Obj else {Pos: "Position", Elem: "RenderedElem", Cell: "Cell"}[kind]
        return f"{name}{{{','.join(f'{key}: {printed(rt, item)}' for key, item in _fields(value).items())}}}"
    if kind is CellExpr:
        return f"({value.text}: Expr)"
    if is_function(value):
        return f"<native fn: {value.text}>"
    return f"({value!r}: {type_text(value)})"
