"""Static checks and facts of a program: types, what it assigns, what it can observe."""

from __future__ import annotations

from collections.abc import Iterable

from ...instances.errors import AutumnError
from . import parser, tree
from .scopes import Region, Scopes
from .tree import Node
from .values import CELL, ELEM, POSITION, ObjectKind

BUILTIN_TYPES = {
    "Bool": "Bool",
    "String": "String",
    "Number": "Number",
    "Int": "Number",
    "Position": POSITION,
    "Cell": CELL,
    "RenderedElem": ELEM,
}


def check(statements: tuple[Node, ...], text: str, file: str) -> None:
    """Refuse programs that break a static rule.

    The rules: an object type is defined once and under a name of its own, its fields have distinct names and
    are not called origin or elems, and a type declaration stands where no value is wanted.
    """

    def fault(node: Node, message: str) -> AutumnError:
        return parser.fault(text, file, node.at, message)

    seen: set[str] = set()
    for statement in statements:
        if isinstance(statement, tree.ObjectType):
            if statement.name in seen or statement.name in BUILTIN_TYPES:
                raise fault(statement, f"object type {statement.name} is defined twice")
            seen.add(statement.name)
            names = [declared.name for declared in statement.fields] + ["origin", "elems"]
            for declared in statement.fields:
                if names.count(declared.name) > 1:
                    raise fault(declared, f"field {declared.name} is defined twice, or built in")
        for node in tree.walk(statement):
            for part in _wanted(node):
                if isinstance(part, tree.Declaration):
                    raise fault(part, "a type declaration has no value")
            if isinstance(node, tree.Function) and len(set(node.parameters)) < len(node.parameters):
                raise fault(node, "two parameters have one name")
    types(statements, text, file)


def _wanted(node: Node) -> Iterable[Node]:
    """The parts of a node whose values are used."""
    if isinstance(node, tree.Let):
        return node.body[-1:]
    return tree.children(node)


def assigned(statements: tuple[Node, ...]) -> frozenset[str]:
    """The names that a program assigns anywhere."""
    parts = (part for statement in statements for part in tree.walk(statement))
    return frozenset(part.name for part in parts if isinstance(part, tree.Assign))


def types(statements: tuple[Node, ...], text: str, file: str) -> tuple[dict[str, ObjectKind], dict[str, str]]:
    """The object types, and the declared types of variables that assignments are checked against.

    A type that is not known yet where it is named is not checked, as in the reference; inside a list it is an
    error there too.
    """
    known = dict(BUILTIN_TYPES)
    kinds: dict[str, ObjectKind] = {}
    declared: dict[str, str] = {}

    def resolve(declaration: tree.Declaration) -> str | None:
        kind = declaration.type
        resolved = known.get(kind.name)
        if resolved is None and kind.lists:
            raise parser.fault(text, file, kind.at, f"type {kind.name} is not known here")
        return None if resolved is None else "List<" * kind.lists + resolved + ">" * kind.lists

    for statement in statements:
        if isinstance(statement, tree.ObjectType):
            fields = tuple(field.name for field in statement.fields)
            kind = ObjectKind(statement.name, fields, tuple(resolve(field) for field in statement.fields))
            kinds[statement.name] = kind
            known[statement.name] = kind.text
        elif isinstance(statement, tree.Declaration):
            resolved = resolve(statement)
            if resolved is not None and not statement.type.lists:
                declared[statement.name] = resolved
    return kinds, declared


def observes_identity(parts: list[Node]) -> bool:
    """Whether a program can tell an object from an equal one, by removeObj or prev of a value."""
    safe: set[Node] = set()
    values: dict[str, bool] = {}
    for part in parts:
        if isinstance(part, tree.Assign):
            is_function = isinstance(part.value, tree.Function)
            values[part.name] = values.get(part.name, True) and is_function
    for part in parts:
        if not isinstance(part, tree.Call) or not isinstance(part.function, tree.Name):
            continue
        name, arguments = part.function.name, part.arguments
        if name == "removeObj" and len(arguments) == 2:
            removed = arguments[1]
            named = isinstance(removed, tree.Name) and values.get(removed.name, False)
            if isinstance(removed, tree.Function) or named:
                safe.add(part.function)
        if name == "prev" and len(arguments) == 1 and isinstance(arguments[0], tree.Name | tree.Constant):
            safe.add(part.function)
    return any(
        isinstance(part, tree.Name) and part.name in ("removeObj", "prev") and part not in safe
        for part in parts
    )


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
