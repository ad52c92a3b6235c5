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
from .standard import LIBRARY_FUNCTIONS, LIBRARY_LOCALS, bound_names, footprints
from .tree import Node, called

Found = Iterator[tuple[Node, str, str]]
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
        self.nodes = list(tree.within(self.statements, Node))
        self.calls = list(tree.within(self.statements, tree.Call))
        self.functions = list(tree.within(self.statements, tree.Function))
        self.assigns = list(tree.within(self.statements, tree.Assign))
        self.parameters = tree.parameters(self.statements)
        self.variables = program.variables
        self.kinds = {node.name: node for node in program.object_types}
        self.named = {node.name: node.value for node in self.assigns if isinstance(node.value, tree.Function)}

    def reads(self, node: Node) -> set[str]:
        """The variables whose current value a piece of code reads, itself or in functions that it names."""
        names_read: set[str] = set()
        seen: set[str] = set()
        open_nodes: list[tuple[Node, frozenset[str]]] = [(node, frozenset())]
        while open_nodes:
            current, bound = open_nodes.pop()
            if called(current) == "prev":
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


def operators(facts: ProgramNames) -> Found:
    """``||``, and conditions that are functions."""
    functions = INPUT | facts.named.keys()
    for node in facts.nodes:
        if isinstance(node, tree.Logical) and node.word == "||":
            yield node, "logic", "|| means *and* in the reference; write |"
        if isinstance(node, tree.If) and getattr(node.condition, "name", "") in functions:
            name = getattr(node.condition, "name", "")
            yield node.condition, "condition", f"{name} is a function and so always true; write (({name}))"
        if isinstance(node, tree.Unary) and node.operator == "!" and isinstance(node.operand, tree.Name):
            name = node.operand.name
            if name in functions:
                yield node, "condition", f"{name} is a function, of which ! fails; write (! (({name})))"


def lists(facts: ProgramNames) -> Found:
    """Comparisons of lists, ``tail``, lists of several types, very long maps."""
    made = {name for name, pair in facts.variables.items() if _is_list(pair.initial)}
    made |= {node.name for node in facts.nodes if isinstance(node, tree.Declaration) and node.type.lists}
    for node in facts.nodes:
        if isinstance(node, tree.Binary) and node.operator in ("==", "!="):
            sides = (node.left, node.right)
            named = any(isinstance(side, tree.Name) and side.name in made for side in sides)
            if named or any(map(_is_list, sides)):
                yield node, "list-equality", "lists compare by printed text, static types included"
        if isinstance(node, tree.Items) and len(facts.kinds.keys() & map(called, node.items)) > 1:
            yield node, "mixed-list", "a list of several object types cannot be added to"
        if called(node) == "tail":
            yield node, "tail", "tail is the last element, not the rest of the list"
        if called(node) == "arrayEqual":
            text = "arrayEqual gives a list of booleans, and fails on different lengths"
            yield node, "array-equal", text


def _is_list(node: Node) -> bool:
    return isinstance(node, tree.Items) or called(node) in _LISTS


def cells(facts: ProgramNames) -> Found:
    """Cells that mention more than fields, or whose fields are captured from variables of the same name."""
    local = facts.parameters | tree.assigned(facts.statements)
    for kind in facts.kinds.values():
        fields = {field.name for field in kind.fields}
        own = tree.parameters((kind.cells,))
        for call in tree.within((kind.cells,), tree.Call):
            for part in tree.within(call.arguments, Node) if called(call) == "Cell" else ():
                if called(part) in _CHANCE:
                    text = "chance in a cell is drawn again whenever the cell is looked at"
                    yield part, "chance-in-cell", text
                if not isinstance(part, tree.Name) or part.name in own or part.name not in local:
                    continue
                if part.name in fields:
                    text = f"field {part.name} has a variable's name, whose value the cell may keep for good"
                    yield part, "captured-field", text
                else:
                    text = f"{part.name} is no field: the cell keeps the value it had, or looks it up"
                    yield part, "cell-name", text


def in_place(facts: ProgramNames) -> Found:
    """Features that change shared objects."""
    for node in facts.nodes:
        if isinstance(node, tree.SetField):
            yield node, "set-field", "setting a field changes the object itself, also what prev returns"
        if called(node) in ("rotate", "rotateNoCollision"):
            yield node, "rotate", "rotate turns the cells that all copies of the object share"


def identity(facts: ProgramNames) -> Found:
    """Removal by identity, deletion of variables."""
    for call in facts.calls:
        name, given = called(call), call.arguments
        if name == "removeObj" and len(given) == 1:
            yield call, "delete", "removeObj of one argument deletes a global variable"
        elif name == "removeObj" and given:
            by_name = isinstance(given[-1], tree.Name) and given[-1].name in facts.named
            if not by_name and not isinstance(given[-1], tree.Function):
                text = "removal by identity: addObj and updateObj make copies that are not found"
                yield call, "identity", text
        if name == "prev" and len(given) == 1 and not isinstance(given[0], tree.Name | tree.Constant):
            yield call, "identity", "prev of a value looks for a variable of the same identity"


def order(facts: ProgramNames) -> Found:
    """Uses of the order of ``allObjs``, which is that of a hash table."""
    for call in facts.calls:
        for argument in call.arguments if called(call) in _ORDERED else ():
            name = called(argument)
            if name in ("allObjs", "adjacentObjs", "adjacentObjsDiag"):
                yield argument, "hash-order", f"{name} lists objects in the order of a hash table"


def arity(facts: ProgramNames) -> Found:
    """Calls of the program's functions with another number of arguments."""
    counts = Counter(node.name for node in facts.assigns)
    for call in facts.calls:
        name = called(call)
        if name in facts.named and counts[name] == 1:
            wanted, given = len(facts.named[name].parameters), len(call.arguments)
            if given != wanted:
                yield call, "arity", f"{name} takes {wanted} arguments, {given} are given"


def dynamic_scope(facts: ProgramNames) -> Found:
    """Local names that other functions may see or overwrite while their binder runs."""
    for name in facts.scopes.dirty:
        for function in facts.functions:
            if name in function.parameters:
                text = f"code called from here sees or sets its own {name} as this one"
                yield function, "dynamic-scope", text
        for scope in tree.within(facts.statements, tree.Let):
            for node in scope.body:
                if isinstance(node, tree.Assign) and node.name == name:
                    text = f"{name} may be a caller's, a global or a local variable, as it comes"
                    yield node, "dynamic-scope", text
    top = {node.name for node in facts.statements if isinstance(node, tree.Assign)}
    known = top | facts.scopes.globals | facts.kinds.keys()
    for function in facts.functions:
        inside = tree.assigned((function,)) | tree.parameters((function,)) | known
        for node in tree.walk(function.body) if function not in facts.scopes.in_place else ():
            if isinstance(node, tree.Name) and node.name in facts.parameters - inside:
                yield node, "dynamic-scope", f"{node.name} is found only if the caller has such a variable"


def library_names(facts: ProgramNames) -> Found:
    """Names of the program that the library's functions overwrite, or that hide builtins."""
    used = tree.named(facts.statements) & LIBRARY_FUNCTIONS
    touched = LIBRARY_LOCALS & frozenset().union(*(footprints()[name] for name in used))
    binders: list[tuple[Node, tuple[str, ...]]] = [(node, (node.name,)) for node in facts.assigns]
    binders += [(function, function.parameters) for function in facts.functions]
    for node, names in binders:
        for name in names:
            if name in touched:
                yield node, "library-name", f"a library function called by the program overwrites {name}"
            elif name in LIBRARY_FUNCTIONS or name in BUILTINS:
                text = f"{name} is a builtin or library function, and is rebound here"
                yield node, "library-name", text


def initial_order(facts: ProgramNames) -> Found:
    """Initialisers and NEXTs that read other variables: they run in the order of a hash table."""
    moving = set()
    for name, pair in facts.variables.items():
        stays = isinstance(pair.next, tree.Name) and pair.next.name == name
        if not stays and not tree.is_previous(pair.next, name):
            moving.add(name)
    for name, pair in facts.variables.items():
        others = facts.reads(pair.initial) & facts.variables.keys()
        if others:
            text = f"INIT of {name} reads {', '.join(sorted(others))}; INITs run in the order of a hash table"
            yield pair.initial, "init-order", text
        others = (facts.reads(pair.next) & moving) - {name}
        if others:
            text = f"NEXT of {name} reads {', '.join(sorted(others))} without prev; NEXTs run in hash order"
            yield pair.next, "next-order", text


def stale_click(facts: ProgramNames) -> Found:
    """``click`` where no click of the same step is sure."""
    clicks = [node for node in tree.within(facts.statements, tree.Name) if node.name == "click"]
    if click_is_live(facts.scopes):
        text = "some use of click may see an older click, or none; ask for clicked first"
        yield from ((node, "click", text) for node in clicks[:1])


def undefined(facts: ProgramNames) -> Found:
    """Names that nothing binds."""
    bound = bound_names(facts.statements) | facts.scopes.globals | facts.kinds.keys()
    bound |= {"Position", "Cell", "RenderedElem", "origin", "elems"}
    for node in tree.within(facts.statements, tree.Name):
        if node.name not in bound:
            yield node, "undefined", f"nothing defines {node.name}"


def drawn_order(facts: ProgramNames) -> Found:
    """Variables that come into being in a clause."""
    top = {node.name for node in facts.statements if isinstance(node, tree.Assign)}
    for clause in facts.program.clauses:
        for name in set(own_assigns((clause.body,))) - top - {"click"}:
            text = f"{name} is defined by a clause only, and is drawn after all others"
            yield clause, "late-variable", text


RULES: tuple[Callable[[ProgramNames], Found], ...] = (
    operators, lists, cells, in_place, identity, order, arity,
    dynamic_scope, library_names, initial_order, stale_click, undefined, drawn_order,
)  # fmt: skip


def lint(program: Program) -> tuple[Finding, ...]:
    """All findings of a program, in text order."""
    facts = ProgramNames(program)
    findings = [(at, "ignored", message) for at, message in notes(program.text, program.file)]
    findings += [(node.at, name, text) for rule in RULES for node, name, text in rule(facts)]
    return tuple(
        sorted({Finding(*place(program.text, at), rule, text, program.file) for at, rule, text in findings})
    )
