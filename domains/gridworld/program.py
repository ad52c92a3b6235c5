"""Programs: read once, compiled once, run by any number of machines.

>>> program = read_program('(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red")) '
...                        '(= dot (initnext (Dot (Position 1 1)) (prev dot))))')
>>> program.grid_size, program.background, [kind.name for kind in program.object_types]
(3, 'black', ['Dot'])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...instances.errors import AutumnError
from . import cells, checks, library, tree
from .builtins import BUILTINS
from .compiling import FIRST_SLOT, Compiler, Env, Layout, Run
from .hashing import Order
from .liveness import changing, list_types_matter
from .parser import parse
from .reference_names import LIBRARY_FUNCTIONS
from .runtime import UNDEF
from .scopes import Scopes, analyse
from .sexpr import fault
from .tree import Node
from .values import Callable_, Kind, Value

Entry = Callable[[Any], Value]
"""Compiled code of a statement, clause, INIT or NEXT: takes the runtime."""


@dataclass(frozen=True, eq=False)
class Program:
    """A program that passed the static checks.  ``file`` is what errors call it."""

    text: str
    file: str
    statements: tuple[Node, ...]

    @property
    def grid_size(self) -> int:
        """GRID_SIZE as the program sets it, 16 if it does not."""
        size = self._setting("GRID_SIZE", 16)
        return size if type(size) is int else 16

    @property
    def background(self) -> str:
        """The background colour as the program sets it, black if it does not."""
        return str(self._setting("background", "black"))

    def _setting(self, name: str, default: int | str) -> int | str:
        """The constant last assigned to a global by a statement."""
        found = default
        for node in self.statements:
            if isinstance(node, tree.Assign) and node.name == name and isinstance(node.value, tree.Constant):
                found = node.value.value
        return found

    @property
    def object_types(self) -> tuple[tree.ObjectType, ...]:
        """The object types, in file order."""
        return tuple(node for node in self.statements if isinstance(node, tree.ObjectType))

    @property
    def clauses(self) -> tuple[tree.On, ...]:
        """The on-clauses, in file order."""
        return tuple(node for node in self.statements if isinstance(node, tree.On))

    @property
    def variables(self) -> dict[str, tree.InitNext]:
        """The variables with initnext, in file order of their first declaration."""
        found: dict[str, tree.InitNext] = {}
        for node in self.statements:
            if isinstance(node, tree.Assign) and isinstance(node.value, tree.InitNext):
                found[node.name] = node.value
        return found

    @property
    def globals(self) -> tuple[str, ...]:
        """The names that statements assign, in file order."""
        return tuple(dict.fromkeys(node.name for node in self.statements if isinstance(node, tree.Assign)))

    def place(self, name: str) -> int:
        """The offset of the first statement that assigns a global; that of the program if none does."""
        found = (node.at for node in self.statements if isinstance(node, tree.Assign) and node.name == name)
        return next(found, 0)

    @cached_property
    def code(self) -> Code:
        """The compiled program."""
        return compile_program(self)


@dataclass(frozen=True, eq=False)
class Code:
    """A compiled program: what a machine runs."""

    statements: tuple[tuple[Entry, int], ...]
    """Each with its offset in the text; so are INITs and NEXTs."""
    initial: tuple[tuple[str, Entry, int], ...]
    """INITs in the order in which they run."""
    following: tuple[tuple[str, Entry, int], ...]
    """NEXTs, likewise."""
    clauses: tuple[tuple[Entry, Entry, tree.On], ...]
    variables: tuple[str, ...]
    """The initnext variables in file order: the order of drawing."""
    preset: dict[str, Value]
    """Builtins that the program rebinds: globals from the start."""
    stacks: frozenset[str]
    caching: bool
    """Whether drawn cells may be kept on objects: no field is set in place, nothing is rotated."""
    identity: bool
    """Whether identities of objects can be observed."""
    kinds: tuple[Kind, ...]
    scopes: Scopes
    changing: tuple[str, ...]
    """The globals that a state's key holds."""
    list_types: bool
    """Whether a state's key holds the static types of lists."""


def read_program(text: str, *, file: str = "program.sexp") -> Program:
    """Read and check a program.

    Raises AutumnError, with line and column, for text that is no program, exceeds a limit, or breaks a static
    rule (checks.py).
    """
    statements = parse(text, file)
    checks.check(statements, text, file)
    return Program(text, file, statements)


def compile_program(program: Program) -> Code:
    """Compile all statements of a program."""
    statements = program.statements
    rebound = checks.assigned(statements)
    natives, texts = library.choose(statements)
    available = BUILTINS | natives
    preset_names = sorted(rebound & (BUILTINS.keys() | LIBRARY_FUNCTIONS))
    functions = {
        name: entry for name, entry in available.items() if name not in rebound and name not in texts
    }
    whole = (*(node for name, node in texts.items() if name not in rebound), *statements)
    try:
        scopes = analyse(whole, frozenset(BUILTINS) | LIBRARY_FUNCTIONS)
    except AutumnError as error:
        raise fault(program.text, program.file, 0, error.message) from None
    kinds, declared = checks.types(statements, program.text, program.file)
    parts = [part for node in whole for part in tree.walk(node)]
    turns = any(isinstance(p, tree.Name) and p.name in ("rotate", "rotateNoCollision") for p in parts)
    caching = not turns and not any(isinstance(p, tree.SetField) for p in parts)
    bodies = {
        p.name: p.value for p in parts if isinstance(p, tree.Assign) and isinstance(p.value, tree.Function)
    }
    c = Compiler(program.text, program.file, scopes, kinds, functions, declared, bodies, turns)
    preset = {name: _preset(name, available, texts, c) for name in preset_names if name in available}
    for node in program.object_types:
        kinds[node.name].cells = cells.object_type(c, node, kinds[node.name])
    run_order = Order(program.variables).names()
    variables = program.variables
    plain = [n for n in whole if not isinstance(n, tree.On | tree.ObjectType | tree.Declaration)]
    return Code(
        statements=tuple((entry(c, n), n.at) for n in plain if not _is_initnext(n)),
        initial=tuple(_timed(c, name, variables[name].initial) for name in run_order),
        following=tuple(_timed(c, name, variables[name].next) for name in run_order),
        clauses=tuple((entry(c, on.condition), entry(c, on.body), on) for on in program.clauses),
        variables=tuple(variables),
        preset=preset,
        stacks=scopes.dirty,
        caching=caching,
        identity=checks.observes_identity(parts),
        kinds=tuple(kinds.values()),
        scopes=scopes,
        changing=changing(whole, scopes),
        list_types=list_types_matter(whole),
    )


def _preset(name: str, available: dict[str, Any], texts: dict[str, tree.Assign], c: Compiler) -> Value:
    """A builtin as the value that a program finds under its name before it assigns another."""
    function, fewest, most = available[name]

    def call(rt: Any, arguments: tuple[Value, ...]) -> Value:
        if not fewest <= len(arguments):
            raise AutumnError(f"{name} takes {fewest} to {most} arguments, not {len(arguments)}")
        return function(rt, *arguments[:most])

    return Callable_(call, name)


def _is_initnext(node: Node) -> bool:
    """Whether a statement is the assignment of an initnext."""
    return isinstance(node, tree.Assign) and isinstance(node.value, tree.InitNext)


def _timed(c: Compiler, name: str, node: Node) -> tuple[str, Entry, int]:
    """An INIT or NEXT of a variable."""
    return name, entry(c, node), node.at


def entry(c: Compiler, node: Node) -> Entry:
    """Compile code that runs at the root: its assignments to unknown names make globals."""
    layout = Layout()
    run: Run = c.compile(node, Env(layout, root=True))
    pad = [UNDEF] * (layout.size - FIRST_SLOT)
    return lambda rt: run([rt, rt.g, *pad])
