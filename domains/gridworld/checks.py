"""Static checks and facts of a program: types, what it assigns, what it can observe."""

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
            for part in node.body[-1:] if isinstance(node, tree.Let) else tree.children(node):
                if isinstance(part, tree.Declaration):
                    raise fault(part, "a type declaration has no value")
            if isinstance(node, tree.Function) and len(set(node.parameters)) < len(node.parameters):
                raise fault(node, "two parameters have one name")
    types(statements, text, file)


def types(statements: tuple[Node, ...], text: str, file: str) -> tuple[dict[str, ObjectKind], dict[str, str]]:
    """The object types, and the declared types of variables; unknown ones go unchecked, save in lists."""
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
        if not isinstance(part, tree.Call):
            continue
        name, arguments = tree.called(part), part.arguments
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
    functions = {user.node for user in users | {r for r in scopes.regions if scopes.reach[r] & users}}
    holders = {name for name, node in scopes.functions if node in functions}
    literals = {node for _, node in scopes.functions}
    if any(isinstance(node, tree.Function) and node not in literals for node in functions):
        holders = set(scopes.globals)  # a function without a name may be held by any of them
    called = region.mentions & holders

    def reads(node: Node) -> bool:
        return reads_click(node) or not called.isdisjoint(tree.named((node,)))

    def safe(node: Node) -> bool:
        if isinstance(node, tree.Logical) and not node.disjunction:
            return safe(node.left) and (click_holds(node.left) or safe(node.right))
        return not reads(node)

    for call in tree.within((clause,), tree.Call):
        if tree.called(call) in ("prev", "defined") and any(map(reads_click, call.arguments)):
            return False
    return safe(clause.condition) and (click_holds(clause.condition) or not reads(clause.body))


def click_holds(condition: Node) -> bool:
    """Whether a condition can only be true in a step with a click, and asks for it."""
    if isinstance(condition, tree.Logical):
        sides = click_holds(condition.left), click_holds(condition.right)
        return all(sides) if condition.disjunction else any(sides)
    return (condition.name if isinstance(condition, tree.Name) else tree.called(condition)) == "clicked"
