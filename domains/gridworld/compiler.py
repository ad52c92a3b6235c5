"""The compiler: from the syntax tree of a program to Python functions, by way of Python's own syntax trees.

Each function of the program, each kind's cells, each expression of a cell becomes a Python function; so do
the loading of the program and its step.  Where a name lives is settled here: in a Python variable of our own
naming, among the globals, or on its stack (scopes.py says for which names).  No text of a program is ever
handed to Python: names are keys of dicts and numbers of variables, literals are constants.

What a node's rule gives is a Python expression; what must run before it is emitted as statements.  The rules
register themselves by the type of node that they translate, in expressions.py, calls.py and cells.py.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ...instances.errors import AutumnError
from . import code, tree
from .scopes import Scopes, own_assigns
from .standard import LIBRARY_FUNCTIONS
from .tree import Node
from .values import Callable_, CompiledFunction, ObjectKind, Value

SCALARS = ("int", "bool", "str")
NEVER_DRAWN = (*SCALARS, "Pos", "Lambda")  # kinds of values that have no cells


class Val(NamedTuple):
    """A Python expression and, where it is known, the name of its value's Python type."""

    expr: ast.expr
    kind: str = ""

    @property
    def stable(self) -> bool:
        """Whether it means the same later in the block: a constant, or a variable that is set once."""
        if isinstance(self.expr, ast.Name):
            return self.expr.id[0] in "tk"
        return isinstance(self.expr, ast.Constant)


@dataclass(frozen=True)
class Env:
    """What the text around a node binds."""

    names: dict[str, str] = field(default_factory=dict)
    sure: frozenset[str] = frozenset()  # those that surely have a value
    root: bool = False  # whether an assignment to an unknown name makes a global
    stepping: bool = False  # whether the code runs in steps only, and in no function
    loading: bool = False  # whether it may run while the program is loaded, when globals may not exist yet
    in_cell: bool = False
    kind: ObjectKind | None = None  # the object type whose cells are made: cells do not capture its fields
    fields: frozenset[str] = frozenset()


class Compiler:
    """Compiles the nodes of one program; ``space`` is what the generated code finds by name."""

    def __init__(
        self,
        scopes: Scopes,
        kinds: dict[str, ObjectKind],
        functions: dict[str, tuple[Callable[..., Any], int, int]],
        declared: dict[str, str],
        space: dict[str, Any],
        *,
        turns: bool = False,
        counted: bool = True,
        shares: bool = False,
    ):
        """``turns``: whether cells may be turned in place; ``counted``: whether calls are counted against the
        limits, as those of the library are not; ``shares``: whether constant lists and positions are made
        once, where nothing changes or identifies them."""
        self.scopes, self.kinds, self.functions, self.declared = scopes, kinds, functions, declared
        self.turns, self.counted, self.shares = turns, counted, shares
        self.visible: set[str] = set()  # globals that may hold an object or a list
        self.space = space
        self.module: list[ast.stmt] = []
        self.block: list[ast.stmt] = []
        self.line = 1
        self._count = 0
        self._codes: dict[tree.Function, str] = {}
        self._waiting: list[tuple[tree.Function, str, CompiledFunction]] = []
        self._last: list[Callable[[dict[str, Any]], object]] = []
        self.bodies: dict[str, tree.Function] = {}
        self.direct: dict[str, tree.Function] = {}  # globals that hold one function from their assignment on
        self.lasting: frozenset[str] = frozenset()  # globals that exist in every step

    def value(self, node: Node, env: Env) -> Val:
        """The expression of a node."""
        outer, self.line = self.line, code.line_of(node.at)
        try:
            made: Val = RULES[type(node)](self, node, env)
            return made
        finally:
            self.line = outer

    def values(self, nodes: Sequence[Node], env: Env) -> list[Val]:
        """The expressions of nodes that are evaluated one after the other, whatever each emits."""
        made: list[Val] = []
        for node in nodes:
            mark = len(self.block)
            value = self.value(node, env)
            if len(self.block) > mark:
                later, self.block[mark:] = self.block[mark:], []
                made = [self.save(before) for before in made]
                self.block += later
            made.append(value)
        return made

    def make(self, text: str, kind: str = "", /, **parts: Any) -> Val:
        """A template of an expression, filled."""
        return Val(code.expression(text, self.line, **{n: _plain(part) for n, part in parts.items()}), kind)

    def emit(self, text: str, /, **parts: Any) -> None:
        """Statements, filled, at the end of the block."""
        self.block += code.statements(text, self.line, **{n: _plain(part) for n, part in parts.items()})

    def discard(self, value: Val) -> None:
        """Evaluate what nobody looks at."""
        if not isinstance(value.expr, ast.Name | ast.Constant):
            self.emit("VALUE", VALUE=value)

    def at(self, node: Node) -> None:
        """Emit what follows at the place of a node."""
        self.line = code.line_of(node.at)

    def text(self, value: Any) -> ast.expr:
        """A constant, a text too."""
        return code.constant(value, self.line)

    def temporary(self) -> str:
        """A new Python variable that is set once."""
        self._count += 1
        return f"t{self._count}"

    def save(self, value: Val) -> Val:
        """The value in a variable, unless it is stable already."""
        if value.stable:
            return value
        name = self.temporary()
        self.emit("NAME = VALUE", NAME=name, VALUE=value)
        return self.make("NAME", value.kind, NAME=name)

    def assignment(self, name: str, value: Val) -> list[ast.stmt]:
        """The statement that sets a Python variable."""
        return code.statements("NAME = VALUE", self.line, NAME=name, VALUE=value.expr)

    def builtin(self, word: str) -> str:
        """The name in the space of a builtin or library function."""
        self.space.setdefault(f"b_{word}", self.functions[word][0])
        return f"b_{word}"

    def builtin_value(self, word: str) -> str:
        """The name in the space of such a function as a value."""
        self.space.setdefault(f"value_{word}", builtin_value(word, *self.functions[word]))
        return f"value_{word}"

    def held(self, value: Any) -> str:
        """A name in the space for a Python object."""
        self._count += 1
        self.space[f"k{self._count}"] = value
        return f"k{self._count}"

    def constants(self, values: Sequence[Val]) -> tuple[Value, ...] | None:
        """The values of expressions that are all constants, where constants may be shared; else None."""
        known: list[Value] = []
        for value in values:
            if isinstance(value.expr, ast.Constant):
                known.append(value.expr.value)
            elif value.kind in ("Pos", "Items") and isinstance(value.expr, ast.Name):
                known.append(self.space.get(value.expr.id))
            else:
                return None
        return tuple(known) if self.shares and None not in known else None

    def held_value(self, value: Value) -> Val:
        """A value that is made once."""
        return self.make("HELD", type(value).__name__, HELD=self.held(value))

    def may_hold(self, word: str, value: Val) -> None:
        """Take down that a global may hold a value."""
        if value.kind not in NEVER_DRAWN:
            self.visible.add(word)

    @contextmanager
    def nested(self) -> Iterator[list[ast.stmt]]:
        """Emit into a block of its own."""
        outer, self.block = self.block, []
        try:
            yield self.block
        finally:
            self.block = outer

    def failing(self, message: str) -> Val:
        """An expression that can only fail."""
        return self.make("fail(MESSAGE)", MESSAGE=self.text(message))

    def bind(self, env: Env, names: Sequence[str], sure: bool) -> Env:
        """The environment with names in Python variables of their own."""
        fresh = {}
        for name in names:
            self._count += 1
            fresh[name] = f"v{self._count}"
        known = env.sure | fresh.keys() if sure else env.sure - fresh.keys()
        return replace(
            env, names={**env.names, **fresh}, sure=known, root=False, fields=env.fields - fresh.keys()
        )

    def scope(self, env: Env, parts: tuple[Node, ...]) -> tuple[Env, list[str], list[str]]:
        """The environment inside a let or a function; its own names in variables, and its names on stacks."""
        assigned = sorted(set(own_assigns(parts)))
        stacked = [name for name in assigned if name in self.scopes.dirty]
        known = self.scopes.dirty | env.names.keys() | self.scopes.globals
        fresh = [name for name in assigned if name not in known]
        return self.bind(replace(env, root=False), fresh, sure=False), fresh, stacked

    def clear(self, env: Env, names: Sequence[str]) -> None:
        """Take their values from names."""
        for name in names:
            self.emit("NAME = undef", NAME=env.names[name])

    def marks(self, stacked: Sequence[str], pushed: dict[str, str]) -> list[tuple[str, str]]:
        """Note where stacks stand, and push the values of some names; for ``cut``."""
        made = []
        for name in stacked:
            stack, mark = self.temporary(), self.temporary()
            self.emit("S = rt.stacks[WORD]; M = len(S)", S=stack, M=mark, WORD=self.text(name))
            if name in pushed:
                self.emit("S.append(VALUE)", S=stack, VALUE=pushed[name])
            made.append((stack, mark))
        return made

    def cut(self, marks: list[tuple[str, str]], value: Val) -> Val:
        """Cut stacks back, once a value is known."""
        if marks:
            value = self.save(value)
        for stack, mark in marks:
            self.emit("del S[M:]", S=stack, M=mark)
        return value

    def note_functions(self, statements: Sequence[Node], builtin: frozenset[str]) -> None:
        """Find the functions by name, and those that no other value ever replaces."""
        assigns = list(tree.within(statements, tree.Assign))
        count = Counter(node.name for node in assigns)
        self.bodies = {n.name: n.value for n in assigns if isinstance(n.value, tree.Function)}
        for node in statements:
            if isinstance(node, tree.Assign) and isinstance(node.value, tree.Function):
                name = node.name
                if count[name] == 1 and name not in self.scopes.dirty and name not in builtin:
                    self.direct[name] = node.value

    def signature(self, node: tree.Function) -> str:
        """The name in the space of a function's Code; its body is compiled later."""
        if node not in self._codes:
            made = CompiledFunction(node)
            self._codes[node] = self.held(made)
            self._waiting.append((node, self._codes[node].replace("k", "f"), made))
        return self._codes[node]

    def python_name(self, node: tree.Function) -> str:
        """The Python function that runs a function of the program."""
        return self.signature(node).replace("k", "f")

    def define(self, name: str, parameters: Sequence[str], body: list[ast.stmt]) -> None:
        """A Python function."""
        listed = [ast.arg(parameter, lineno=1, col_offset=0) for parameter in parameters]
        arguments = ast.arguments(posonlyargs=[], args=listed, kwonlyargs=[], kw_defaults=[], defaults=[])
        self.module.append(
            ast.FunctionDef(name, arguments, body or code.statements("pass", 1), [], lineno=1, col_offset=0)
        )

    def new_function(self, parameters: Sequence[str], body: list[ast.stmt]) -> str:
        """A Python function under a name of its own, which is answered."""
        self._count += 1
        self.define(f"f{self._count}", parameters, body)
        return f"f{self._count}"

    def function(self, node: tree.Function, name: str, made: CompiledFunction) -> None:
        """The Python function of a function of the program."""
        body, pushed = node.body, [word for word in node.parameters if word in self.scopes.dirty]
        self.line = 1  # a call that takes too much is placed where it stands
        start = Env(loading=node in self.scopes.early)
        outside = self.bind(start, node.parameters, sure=True)
        with self.nested() as block:
            inside, fresh, stacked = self.scope(outside, (body,))
            self.clear(inside, fresh)
            counted = self.counted and node in self.scopes.again
            if counted:
                self.emit("depth = rt.enter(COST)", COST=self.cost(body))
            elif self.counted and not _is_leaf(body):
                self.emit("rt.work -= 1\nif rt.work < 0: rt.spend(0)")
            marks = self.marks(sorted({*stacked, *pushed}), {word: outside.names[word] for word in pushed})
            value = self.cut(marks, self.value(body, inside))
            if counted:
                value = self.save(value)
                self.emit("rt.depth = depth")
            self.emit("return VALUE", VALUE=value)
        self.define(name, ["rt", *(outside.names[word] for word in node.parameters)], block)
        self.afterwards(lambda space: setattr(made, "run", space[name]))

    def cost(self, node: Node) -> int:
        """What evaluating a function's body takes of MAX_CALL_COST: twice the nesting of its text."""
        deepest, open_nodes = 0, [(node, 1)]
        while open_nodes:
            current, level = open_nodes.pop()
            deepest = max(deepest, level)
            open_nodes.extend((part, level + 2) for part in tree.children(current))
        return deepest + 2

    def afterwards(self, action: Callable[[dict[str, Any]], object]) -> None:
        """Do something with the space once all is compiled."""
        self._last.append(action)

    def finish(self) -> dict[str, Any]:
        """Compile what waits, and run the module: the space with all functions in it."""
        while self._waiting:
            self.function(*self._waiting.pop())
        module = ast.Module(self.module, [])
        exec(compile(module, code.FILE, "exec"), self.space)
        for action in self._last:
            action(self.space)
        return self.space


Rule = Callable[[Compiler, Any, Env], Val]
RULES: dict[type, Rule] = {}  # how each type of node is translated


def rule(kind: type) -> Callable[[Rule], Rule]:
    """Register the rule of a type of node."""

    def register(function: Rule) -> Rule:
        RULES[kind] = function
        return function

    return register


def builtin_value(word: str, function: Callable[..., Any], fewest: int, most: int) -> Callable_:
    """A builtin or library function as a value; the latter leave arguments out that are too many."""

    def call(rt: Any, arguments: tuple[Value, ...]) -> Value:
        if len(arguments) < fewest or (len(arguments) > most and word not in LIBRARY_FUNCTIONS):
            raise AutumnError(f"{word} takes {fewest} to {most} arguments, not {len(arguments)}")
        return function(rt, *arguments[:most])

    return Callable_(call, word)


def _plain(part: Any) -> Any:
    if isinstance(part, Val):
        return part.expr
    if isinstance(part, list) and part and isinstance(part[0], Val):
        return [value.expr for value in part]
    return part


def _is_leaf(body: Node) -> bool:
    """Whether a function's body calls nothing, so that calling it need not be counted."""
    calls = any(tree.called(call) != "Position" for call in tree.within((body,), tree.Call))
    return not calls and not any(tree.within((body,), tree.Logical))
