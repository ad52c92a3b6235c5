"""Lint rules on values: operators, lists, cells, objects, chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import tree
from .lint_facts import Facts, Found, head

KEYS = frozenset(("left", "right", "up", "down", "clicked"))
_LISTS = frozenset(
    [
        "map",
        "filter",
        "concat",
        "range",
        "addObj",
        "allPositions",
        "adjPositions",
        "rect",
        "randomPositions",
        "allObjs",
        "renderValue",
        "adjacentObjs",
        "adjacentObjsDiag",
        "objClicked",
        "vcat",
    ]
)
_ORDERED = frozenset(["head", "tail", "at", "foldl", "closest", "uniformChoice", "map", "updateObj"])
_CHANCE = frozenset(("uniformChoice", "randomPositions"))


def operators(facts: Facts) -> Iterator[Found]:
    """``||``, and conditions that are functions."""
    for node in facts.nodes:
        if isinstance(node, tree.Logical) and node.word == "||":
            yield node.at, "logic", "|| means *and* in the reference; write |"
        if isinstance(node, tree.If) and isinstance(node.condition, tree.Name):
            name = node.condition.name
            if name in KEYS or name in facts.named:
                yield (
                    node.condition.at,
                    "condition",
                    f"{name} is a function and so always true; write (({name}))",
                )
        if isinstance(node, tree.Unary) and node.operator == "!" and isinstance(node.operand, tree.Name):
            name = node.operand.name
            if name in KEYS or name in facts.named:
                yield node.at, "condition", f"{name} is a function, of which ! fails; write (! (({name})))"


def lists(facts: Facts) -> Iterator[Found]:
    """Comparisons of lists, ``tail``, lists of several types, very long maps."""
    made = {name for name, pair in facts.variables.items() if _is_list(pair.initial)}
    made |= {node.name for node in facts.nodes if isinstance(node, tree.Declaration) and node.type.lists}
    for node in facts.nodes:
        if isinstance(node, tree.Binary) and node.operator in ("==", "!="):
            sides = (node.left, node.right)
            named = any(isinstance(side, tree.Name) and side.name in made for side in sides)
            if named or any(map(_is_list, sides)):
                yield node.at, "list-equality", "lists compare by printed text, static types included"
        if isinstance(node, tree.Items):
            kinds = {head(item) for item in node.items if head(item) in facts.kinds}
            if len(kinds) > 1:
                yield node.at, "mixed-list", "a list of several object types cannot be added to"
    for call in facts.calls:
        if head(call) == "tail":
            yield call.at, "tail", "tail is the last element, not the rest of the list"
        if head(call) == "arrayEqual":
            yield (
                call.at,
                "array-equal",
                "arrayEqual gives a list of booleans, and fails on different lengths",
            )


def _is_list(node: tree.Node) -> bool:
    """Whether an expression surely is a list."""
    return isinstance(node, tree.Items) or head(node) in _LISTS


def cells(facts: Facts) -> Iterator[Found]:
    """Cells that mention more than fields, or whose fields are captured from variables of the same name."""
    local = {name for function in facts.functions for name in function.parameters}
    local |= {node.name for node in facts.assigns}
    for kind in facts.kinds.values():
        fields = {field.name for field in kind.fields}
        for call in [node for node in tree.walk(kind.cells) if isinstance(node, tree.Call)]:
            if head(call) != "Cell":
                continue
            inside = [part for argument in call.arguments for part in tree.walk(argument)]
            own = {p for part in inside if isinstance(part, tree.Function) for p in part.parameters}
            own |= _loop_names(kind.cells)
            for part in inside:
                if head(part) in _CHANCE:
                    yield (
                        part.at,
                        "chance-in-cell",
                        "chance in a cell is drawn again whenever the cell is looked at",
                    )
                if not isinstance(part, tree.Name) or part.name in own:
                    continue
                if part.name in fields and part.name in local:
                    text = f"field {part.name} has a variable's name, whose value the cell may keep for good"
                    yield part.at, "captured-field", text
                elif part.name not in fields and part.name in local:
                    text = f"{part.name} is no field: the cell keeps the value it had, or looks it up"
                    yield part.at, "cell-name", text


def _loop_names(node: tree.Node) -> set[str]:
    """The parameters of functions around the cells of an object type."""
    return {p for part in tree.walk(node) if isinstance(part, tree.Function) for p in part.parameters}


def in_place(facts: Facts) -> Iterator[Found]:
    """Features that change shared objects."""
    for node in facts.nodes:
        if isinstance(node, tree.SetField):
            yield node.at, "set-field", "setting a field changes the object itself, also what prev returns"
        if isinstance(node, tree.Call) and head(node) in ("rotate", "rotateNoCollision"):
            yield node.at, "rotate", "rotate turns the cells that all copies of the object share"


def identity(facts: Facts) -> Iterator[Found]:
    """Removal by identity, deletion of variables."""
    for call in facts.calls:
        if head(call) != "removeObj":
            continue
        if len(call.arguments) == 1:
            yield call.at, "delete", "removeObj of one argument deletes a global variable"
            continue
        if not call.arguments:
            continue
        removed = call.arguments[-1]
        by_test = isinstance(removed, tree.Function) or (
            isinstance(removed, tree.Name) and removed.name in facts.named
        )
        if not by_test:
            yield (
                call.at,
                "identity",
                "removal by identity: addObj and updateObj make copies that are not found",
            )
    for call in facts.calls:
        if head(call) == "prev" and len(call.arguments) == 1:
            argument = call.arguments[0]
            if not isinstance(argument, tree.Name | tree.Constant):
                yield call.at, "identity", "prev of a value looks for a variable of the same identity"


def order(facts: Facts) -> Iterator[Found]:
    """Uses of the order of ``allObjs``, which is that of a hash table."""
    for call in facts.calls:
        for argument in call.arguments:
            if head(argument) in ("allObjs", "adjacentObjs", "adjacentObjsDiag") and head(call) in _ORDERED:
                yield (
                    argument.at,
                    "hash-order",
                    f"{head(argument)} lists objects in the order of a hash table",
                )


def arity(facts: Facts) -> Iterator[Found]:
    """Calls of the program's functions with another number of arguments."""
    counts: dict[str, int] = {}
    for node in facts.assigns:
        counts[node.name] = counts.get(node.name, 0) + 1
    for call in facts.calls:
        name = head(call)
        if name in facts.named and counts.get(name) == 1:
            wanted, given = len(facts.named[name].parameters), len(call.arguments)
            if given != wanted:
                yield call.at, "arity", f"{name} takes {wanted} arguments, {given} are given"


RULES: tuple[Callable[[Facts], Iterator[Found]], ...] = (
    operators,
    lists,
    cells,
    in_place,
    identity,
    order,
    arity,
)
