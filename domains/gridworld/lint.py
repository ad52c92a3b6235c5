"""The linter: places of a program whose result rests on a quirk of the reference interpreter.

Each rule is a function from the facts of a program to findings: offset, rule, message.  A program without
findings means the same under lexical scope, under declaration order of variables, and to a reader who does
not know the reference.

>>> from .program import read_program
>>> for finding in lint(read_program("(program (= a 0) (on (|| left right) (= a (tail (list 1 2)))))")):
...     print(finding)
program.sexp:1:22: logic: || means *and* in the reference; write |
program.sexp:1:43: tail: tail is the last element, not the rest of the list
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from . import tree
from .actions import KEYS
from .builtins import BUILTINS
from .checks import click_is_live
from .parser import notes, place
from .program import Program
from .scopes import own_assigns
from .standard import LIBRARY_FUNCTIONS, LIBRARY_LOCALS, footprints
from .tree import Node

Found = Iterator[tuple[int, str, str]]
"""Offset, rule, message."""
INPUT = frozenset((*KEYS, "clicked"))
_LISTS = frozenset((
    "map", "filter", "concat", "range", "addObj", "allPositions", "adjPositions", "rect",
    "randomPositions", "allObjs", "renderValue", "adjacentObjs", "adjacentObjsDiag", "objClicked",
    "vcat",
))  # fmt: skip
_ORDERED = frozenset(["head", "tail", "at", "foldl", "closest", "uniformChoice", "map", "updateObj"])
_CHANCE = frozenset(("uniformChoice", "randomPositions"))


@dataclass(frozen=True, order=True, slots=True)
class Finding:
    """A place in a program's text, the rule that found it, and what is odd there."""

    line: int
    column: int
    rule: str
    message: str
    file: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.rule}: {self.message}"


class ProgramNames:
    """A program with its nodes listed and its names sorted by what they stand for."""

    def __init__(self, program: Program):
        self.program, self.statements = program, program.statements
        self.scopes = program.code.scopes
        self.nodes = [node for statement in self.statements for node in tree.walk(statement)]
        self.calls = [node for node in self.nodes if isinstance(node, tree.Call)]
        self.functions = [node for node in self.nodes if isinstance(node, tree.Function)]
        self.assigns = [node for node in self.nodes if isinstance(node, tree.Assign)]
        self.variables = program.variables
        self.kinds = {node.name: node for node in program.object_types}
        self.top = {node.name for node in self.statements if isinstance(node, tree.Assign)}
        self.named: dict[str, tree.Function] = {}
        for node in self.assigns:
            if isinstance(node.value, tree.Function):
                self.named[node.name] = node.value

    def reads(self, node: Node) -> set[str]:
        """The variables whose current value a piece of code reads, itself or in functions that it names."""
        names_read: set[str] = set()
        seen: set[str] = set()
        open_nodes: list[tuple[Node, frozenset[str]]] = [(node, frozenset())]
        while open_nodes:
            current, bound = open_nodes.pop()
            if isinstance(current, tree.Call) and head(current) == "prev":
                continue
            if isinstance(current, tree.Name) and current.name not in bound:
                names_read.add(current.name)
                if current.name in self.named and current.name not in seen:
                    seen.add(current.name)
                    open_nodes.append((self.named[current.name], frozenset()))
            if isinstance(current, tree.Function):
                bound |= set(current.parameters)
            open_nodes.extend((part, bound) for part in tree.children(current))
        return names_read


def head(node: Node) -> str:
    """The name that a call calls, or the empty string."""
    if isinstance(node, tree.Call) and isinstance(node.function, tree.Name):
        return node.function.name
    return ""


def operators(facts: ProgramNames) -> Found:
    """``||``, and conditions that are functions."""
    for node in facts.nodes:
        if isinstance(node, tree.Logical) and node.word == "||":
            yield node.at, "logic", "|| means *and* in the reference; write |"
        if isinstance(node, tree.If) and isinstance(node.condition, tree.Name):
            name = node.condition.name
            if name in INPUT or name in facts.named:
                yield (
                    node.condition.at,
                    "condition",
                    f"{name} is a function and so always true; write (({name}))",
                )
        if isinstance(node, tree.Unary) and node.operator == "!" and isinstance(node.operand, tree.Name):
            name = node.operand.name
            if name in INPUT or name in facts.named:
                yield node.at, "condition", f"{name} is a function, of which ! fails; write (! (({name})))"


def lists(facts: ProgramNames) -> Found:
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


def cells(facts: ProgramNames) -> Found:
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


def in_place(facts: ProgramNames) -> Found:
    """Features that change shared objects."""
    for node in facts.nodes:
        if isinstance(node, tree.SetField):
            yield node.at, "set-field", "setting a field changes the object itself, also what prev returns"
        if isinstance(node, tree.Call) and head(node) in ("rotate", "rotateNoCollision"):
            yield node.at, "rotate", "rotate turns the cells that all copies of the object share"


def identity(facts: ProgramNames) -> Found:
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


def order(facts: ProgramNames) -> Found:
    """Uses of the order of ``allObjs``, which is that of a hash table."""
    for call in facts.calls:
        for argument in call.arguments:
            if head(argument) in ("allObjs", "adjacentObjs", "adjacentObjsDiag") and head(call) in _ORDERED:
                yield (
                    argument.at,
                    "hash-order",
                    f"{head(argument)} lists objects in the order of a hash table",
                )


def arity(facts: ProgramNames) -> Found:
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


def dynamic_scope(facts: ProgramNames) -> Found:
    """Local names that other functions may see or overwrite while their binder runs."""
    known = facts.top | facts.scopes.globals | facts.kinds.keys()
    for name in sorted(facts.scopes.dirty):
        for function in facts.functions:
            if name in function.parameters:
                yield (
                    function.at,
                    "dynamic-scope",
                    f"code called from here sees or sets its own {name} as this one",
                )
        for scope in [node for node in facts.nodes if isinstance(node, tree.Let)]:
            for node in scope.body:
                if isinstance(node, tree.Assign) and node.name == name:
                    text = f"{name} may be a caller's, a global or a local variable, as it comes"
                    yield node.at, "dynamic-scope", text
    binders = Counter(p for function in facts.functions for p in set(function.parameters))
    for function in facts.functions:
        if function in facts.scopes.in_place:
            continue
        inside = set(function.parameters) | {
            n.name for n in tree.walk(function) if isinstance(n, tree.Assign)
        }
        inside |= {p for n in tree.walk(function) if isinstance(n, tree.Function) for p in n.parameters}
        for node in tree.walk(function.body):
            name = node.name if isinstance(node, tree.Name) else ""
            if binders[name] and name not in inside and name not in known:
                yield node.at, "dynamic-scope", f"{name} is found only if the caller has such a variable"


def library_names(facts: ProgramNames) -> Found:
    """Names of the program that the library's functions overwrite, or that hide builtins."""
    used = {node.name for node in facts.nodes if isinstance(node, tree.Name)} & LIBRARY_FUNCTIONS
    touched: set[str] = set()
    for name in used:
        touched |= footprints()[name] & LIBRARY_LOCALS
    hidden = LIBRARY_FUNCTIONS | BUILTINS.keys()
    for node in facts.nodes:
        names: tuple[str, ...] = ()
        if isinstance(node, tree.Assign):
            names = (node.name,)
        elif isinstance(node, tree.Function):
            names = node.parameters
        for name in names:
            if name in touched:
                yield node.at, "library-name", f"a library function called by the program overwrites {name}"
            elif name in hidden:
                yield node.at, "library-name", f"{name} is a builtin or library function, and is rebound here"


def initial_order(facts: ProgramNames) -> Found:
    """Initialisers and NEXTs that read other variables: they run in the order of a hash table."""
    for name, pair in facts.variables.items():
        others = facts.reads(pair.initial) & facts.variables.keys()
        if others:
            text = f"INIT of {name} reads {', '.join(sorted(others))}; INITs run in the order of a hash table"
            yield pair.initial.at, "init-order", text
        moving = {other for other, its in facts.variables.items() if not _stays(its.next, other)}
        others = (facts.reads(pair.next) & moving) - {name}
        if others:
            text = f"NEXT of {name} reads {', '.join(sorted(others))} without prev; NEXTs run in hash order"
            yield pair.next.at, "next-order", text


def _stays(node: Node, name: str) -> bool:
    """Whether a NEXT is ``(prev name)`` or the name itself."""
    if isinstance(node, tree.Name):
        return node.name == name
    if isinstance(node, tree.Call) and head(node) == "prev" and node.arguments:
        return isinstance(node.arguments[0], tree.Name) and node.arguments[0].name == name
    return False


def stale_click(facts: ProgramNames) -> Found:
    """``click`` where no click of the same step is sure."""
    if not click_is_live(facts.scopes):
        return
    for node in facts.nodes:
        if isinstance(node, tree.Name) and node.name == "click":
            yield node.at, "click", "some use of click may see an older click, or none; ask for clicked first"
            return


def undefined(facts: ProgramNames) -> Found:
    """Names that nothing binds."""
    bound = {p for function in facts.functions for p in function.parameters}
    bound |= {field.name for kind in facts.kinds.values() for field in kind.fields}
    bound |= {node.name for node in facts.assigns} | facts.scopes.globals | facts.kinds.keys()
    bound |= {"Position", "Cell", "RenderedElem", "origin", "elems"}
    for node in facts.nodes:
        if isinstance(node, tree.Name) and node.name not in bound:
            yield node.at, "undefined", f"nothing defines {node.name}"


def drawn_order(facts: ProgramNames) -> Found:
    """Variables that come into being in a clause."""
    for clause in facts.program.clauses:
        for name in sorted(set(own_assigns((clause.body,))) - facts.top - {"click"}):
            yield (
                clause.at,
                "late-variable",
                f"{name} is defined by a clause only, and is drawn after all others",
            )


RULES: tuple[Callable[[ProgramNames], Found], ...] = (
    operators, lists, cells, in_place, identity, order, arity,
    dynamic_scope, library_names, initial_order, stale_click, undefined, drawn_order,
)  # fmt: skip


def lint(program: Program) -> tuple[Finding, ...]:
    """All findings of a program, in text order."""
    facts = ProgramNames(program)
    findings = [(at, "ignored", message) for at, message in notes(program.text, program.file)]
    findings += [finding for rule in RULES for finding in rule(facts)]
    return tuple(
        sorted({Finding(*place(program.text, at), rule, text, program.file) for at, rule, text in findings})
    )
