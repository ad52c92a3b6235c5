"""Which parts of a state can make a difference: what a state's key must hold.

Constants and functions cannot.  ``click`` can only where it is read without a click in the same step before;
the static type of a list only where lists may be compared or stand in typed fields.
"""

from __future__ import annotations

from . import tree
from .scopes import Region, Scopes
from .tree import Node

_SCALAR_CALLS = frozenset(
    [
        "length",
        "abs",
        "sign",
        "min",
        "max",
        "sqrt",
        "sum",
        "sqdist",
        "Position",
        "movePos",
        "deltaPos",
        "clicked",
        "isFreePos",
        "isWithinBounds",
        "intersects",
        "defined",
        "unitVector",
        "unitVectorObjPos",
        "unitVectorSinglePos",
    ]
)


def changing(statements: tuple[Node, ...], scopes: Scopes) -> tuple[str, ...]:
    """The globals whose values may differ between states, ``click`` only where it is live."""
    names: dict[str, None] = {}
    for node in statements:
        later = isinstance(node, tree.On | tree.ObjectType)
        if isinstance(node, tree.Assign):
            later = isinstance(node.value, tree.InitNext | tree.Function)
            if isinstance(node.value, tree.InitNext):
                names.setdefault(node.name)
        for part in tree.walk(node) if later else ():
            if isinstance(part, tree.Assign) and part is not node and part.name in scopes.globals:
                names.setdefault(part.name)
    names.pop("click", None)
    return (*names, "click") if click_is_live(scopes) else tuple(names)


def click_is_live(scopes: Scopes) -> bool:
    """Whether some code may read a ``click`` that an earlier step has left."""
    users = {region for region in scopes.regions if reads_click(region.node)}
    for region in scopes.regions:
        if isinstance(region.node, tree.Function | tree.ObjectType):
            continue
        uses = region in users or bool(scopes.reach[region] & users)
        if uses and not (isinstance(region.node, tree.On) and _guarded(region.node, region, scopes, users)):
            return True
    return False


def reads_click(node: Node) -> bool:
    """Whether ``click`` stands in a piece of code, by name or as a text."""
    return any(
        (isinstance(part, tree.Name | tree.Assign) and part.name == "click")
        or (isinstance(part, tree.Constant) and part.value == "click")
        for part in tree.walk(node)
    )


def _guarded(clause: tree.On, region: Region, scopes: Scopes, users: set[Region]) -> bool:
    """Whether a clause reads ``click`` only after ``clicked`` has held in the same step."""
    functions = {user.node: user for user in users | {r for r in scopes.regions if scopes.reach[r] & users}}
    called = {name for name in region.mentions if name in _names_of(scopes, functions)}

    def reads(node: Node) -> bool:
        return reads_click(node) or any(
            isinstance(part, tree.Name) and part.name in called for part in tree.walk(node)
        )

    def safe(node: Node) -> bool:
        if isinstance(node, tree.Logical) and not node.disjunction:
            return safe(node.left) and (click_holds(node.left) or safe(node.right))
        return not reads(node)

    if any(isinstance(part, tree.Call) and _is_prev_click(part) for part in tree.walk(clause)):
        return False
    return safe(clause.condition) and (click_holds(clause.condition) or not reads(clause.body))


def _is_prev_click(call: tree.Call) -> bool:
    """``(prev click)`` or ``(defined "click")``."""
    return (
        isinstance(call.function, tree.Name)
        and call.function.name in ("prev", "defined")
        and any(reads_click(argument) for argument in call.arguments)
    )


def _names_of(scopes: Scopes, functions: dict[Node, Region]) -> set[str]:
    """The globals that hold functions which may read ``click``; all names when one has no name."""
    named = {name for name, node in scopes.functions if node in functions}
    nameless = any(
        isinstance(node, tree.Function) and node not in {n for _, n in scopes.functions} for node in functions
    )
    return set(scopes.globals) if nameless else named


def click_holds(condition: Node) -> bool:
    """Whether a condition can only be true in a step with a click, and asks for it."""
    if isinstance(condition, tree.Name):
        return condition.name == "clicked"
    if isinstance(condition, tree.Call):
        return isinstance(condition.function, tree.Name) and condition.function.name == "clicked"
    if isinstance(condition, tree.Logical):
        sides = click_holds(condition.left), click_holds(condition.right)
        return all(sides) if condition.disjunction else any(sides)
    return False


def list_types_matter(statements: tuple[Node, ...]) -> bool:
    """Whether the static type of a list may be observed: lists compared, or fields of list type."""
    fields: dict[str, bool] = {"x": True, "y": True, "origin": True, "position": True, "color": True}
    variables: set[str] = {"GRID_SIZE", "click", "background"}
    for node in statements:
        if isinstance(node, tree.ObjectType):
            for field in node.fields:
                fields[field.name] = fields.get(field.name, True) and not field.type.lists
                if field.type.lists:
                    return True
        elif isinstance(node, tree.Declaration) and not node.type.lists:
            variables.add(node.name)

    def scalar(node: Node) -> bool:
        if isinstance(node, tree.Constant | tree.Unary | tree.Binary | tree.Logical):
            return True
        if isinstance(node, tree.Get):
            return fields.get(node.field, False)
        if isinstance(node, tree.Call) and isinstance(node.function, tree.Name):
            name = node.function.name
            if name == "prev" and len(node.arguments) == 1:
                return scalar(node.arguments[0])
            return name in _SCALAR_CALLS
        return isinstance(node, tree.Name) and node.name in variables

    return any(
        isinstance(part, tree.Binary)
        and part.operator in ("==", "!=")
        and not (scalar(part.left) or scalar(part.right))
        for node in statements
        for part in tree.walk(node)
    )
