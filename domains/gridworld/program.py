"""Programs: read once, compiled once, run by any number of machines.

>>> program = read_program('(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red")) '
...                        '(= dot (initnext (Dot (Position 1 1)) (prev dot))))')
>>> program.grid_size, program.background, [kind.name for kind in program.object_types]
(3, 'black', ['Dot'])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ...instances.errors import AutumnError
from . import checks, code, standard, tree
from .builtins import BUILTINS
from .cells import make_cell, object_type
from .compiler import Compiler, Env, builtin_value
from .expressions import asked
from .hashing import in_hash_order
from .parser import fault, parse
from .scopes import Scopes, analyse
from .standard import LIBRARY_FUNCTIONS, LIBRARY_LOCALS, LIBRARY_PARAMETERS, footprints, texts
from .support import space
from .tree import Node
from .values import Value

DRAWS = frozenset({"uniformChoice", "randomPositions"})


@dataclass(frozen=True, eq=False)
class Program:
    """A program that passed the static checks.  ``file`` is what errors call it."""

    text: str
    file: str
    statements: tuple[Node, ...]

    @cached_property
    def grid_size(self) -> int:
        """GRID_SIZE as the program sets it, 16 if it does not."""
        size = self._setting("GRID_SIZE", 16)
        return size if type(size) is int else 16

    @cached_property
    def background(self) -> str:
        """The background colour as the program sets it, black if it does not."""
        return str(self._setting("background", "black"))

    @cached_property
    def _assigns(self) -> list[tree.Assign]:
        return [node for node in self.statements if isinstance(node, tree.Assign)]

    def _setting(self, name: str, default: int | str) -> int | str:
        values = [node.value for node in self._assigns if node.name == name]
        return [default, *(value.value for value in values if isinstance(value, tree.Constant))][-1]

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
        return {node.name: node.value for node in self._assigns if isinstance(node.value, tree.InitNext)}

    @property
    def globals(self) -> tuple[str, ...]:
        """The names that statements assign, in file order."""
        return tuple(dict.fromkeys(node.name for node in self._assigns))

    def place(self, name: str) -> int:
        """The offset of the first statement that assigns a global; that of the program if none does."""
        return next((node.at for node in self._assigns if node.name == name), 0)

    @cached_property
    def code(self) -> Compiled:
        """The compiled program."""
        return compile_program(self)


@dataclass(frozen=True, eq=False)
class Compiled:
    """A compiled program: what a machine runs."""

    load: Callable[[Any], None]  # runs the statements, then the INITs
    advance: Callable[[Any], None]  # runs the clauses, then the NEXTs
    variables: tuple[str, ...]  # the initnext variables in file order: the order of drawing
    preset: dict[str, Value]  # builtins that the program rebinds: globals from the start
    stacks: frozenset[str]
    visible: frozenset[str]  # the globals that may ever hold an object or a list
    caching: bool  # whether drawn cells may be kept on objects: no field is set in place, nothing is rotated
    identity: bool
    scopes: Scopes
    whole: tuple[Node, ...]  # the statements, after those of the library that are compiled with them


def read_program(text: str, *, file: str = "program.sexp") -> Program:
    """Read and check a program; AutumnError with line and column for what ``parser`` or ``checks`` refuse."""
    statements = parse(text, file)
    checks.check(statements, text, file)
    return Program(text, file, statements)


@lru_cache(64)
def kept_program(text: str, file: str = "program.sexp") -> Program:
    """As `read_program`; a text that was read lately is neither read nor compiled again."""
    return read_program(text, file=file)


Functions = dict[str, tuple[Callable[..., Any], int, int]]  # by name: function, fewest and most arguments


@lru_cache(maxsize=1)
def shared_library() -> Functions:
    """The library compiled by itself, for programs that bind none of its names."""
    own = {name: node.value for name, node in texts().items() if isinstance(node.value, tree.Function)}
    statements = tuple(texts()[name] for name in own)
    scopes = analyse(statements, frozenset(BUILTINS) | LIBRARY_FUNCTIONS)
    c = Compiler(scopes, {}, BUILTINS, {}, space(), counted=False)
    c.note_functions(statements, frozenset(BUILTINS))
    python = {name: c.python_name(function) for name, function in own.items()}
    made = c.finish()
    functions = dict(BUILTINS)
    for name, function in own.items():
        functions[name] = (made[python[name]], len(function.parameters), len(function.parameters))
    for name, node in texts().items():
        if isinstance(node.value, tree.Name):
            functions[name] = functions[node.value.name]
    return {name: functions[name] for name in texts()}


def library_for(statements: tuple[Node, ...]) -> tuple[Functions, dict[str, tree.Assign]]:
    """The shared functions, and the texts of those that the program needs compiled among its own."""
    shared, bound = shared_library(), standard.bound_names(statements)
    everything = bool(standard.seen_while_drawing(statements) & LIBRARY_PARAMETERS)
    if not everything and not bound & (LIBRARY_LOCALS | LIBRARY_FUNCTIONS | BUILTINS.keys()):
        return shared, {}
    own = {name for name, names in footprints().items() if everything or names & bound}
    needed = standard.mentioned(statements, own)
    return {name: entry for name, entry in shared.items() if name not in own}, needed


def compile_program(program: Program) -> Compiled:
    """Compile all statements of a program."""
    statements = program.statements
    rebound = tree.assigned(statements)
    natives, own = library_for(statements)
    available = BUILTINS | natives
    functions = {name: entry for name, entry in available.items() if name not in rebound and name not in own}
    whole = (*(node for name, node in own.items() if name not in rebound), *statements)
    try:
        scopes = analyse(whole, frozenset(BUILTINS) | LIBRARY_FUNCTIONS)
    except AutumnError as error:
        raise fault(program.text, program.file, 0, error.message) from None
    kinds, declared = checks.types(statements, program.text, program.file)
    parts = [part for node in whole for part in tree.walk(node)]
    turns = any(isinstance(p, tree.Name) and p.name in ("rotate", "rotateNoCollision") for p in parts)
    caching = not turns and not any(isinstance(p, tree.SetField) for p in parts)
    identity = checks.observes_identity(parts)
    named = {**space(), "make_cell": make_cell}
    shares = caching and not identity
    c = Compiler(scopes, kinds, functions, declared, named, turns=turns, shares=shares)
    c.note_functions(whole, frozenset(available))
    c.lasting = frozenset(() if _deletes(parts) else program.variables) - {"click"}
    for node in program.object_types:
        object_type(c, node, kinds[node.name])
    _load(c, whole, program)
    _advance(c, program)
    made = c.finish()
    for kind in kinds.values():
        kind.objects = {} if kind.shapes is not None and shares else None
    preset = sorted(rebound & available.keys())
    return Compiled(
        load=made["load"],
        advance=made["advance"],
        variables=tuple(program.variables),
        preset={name: builtin_value(name, *available[name]) for name in preset},
        stacks=scopes.dirty,
        visible=frozenset(c.visible),
        caching=caching,
        identity=identity,
        scopes=scopes,
        whole=whole,
    )


def _deletes(parts: list[Node]) -> bool:
    """Whether a program may delete a global variable: by removeObj of one argument."""
    harmless = {part.function for part in parts if isinstance(part, tree.Call) and len(part.arguments) > 1}
    return any(isinstance(p, tree.Name) and p.name == "removeObj" and p not in harmless for p in parts)


def _load(c: Compiler, whole: tuple[Node, ...], program: Program) -> None:
    """The function that loads the program; its assignments to unknown names make globals."""
    env = Env(root=True, loading=True)
    later = tree.On | tree.ObjectType | tree.Declaration
    with c.nested() as block:
        for node in whole:
            if not isinstance(node, later) and not isinstance(getattr(node, "value", None), tree.InitNext):
                c.at(node)
                c.discard(c.value(node, env))
        for name in in_hash_order(program.variables):
            initial = program.variables[name].initial
            c.at(initial)
            value = c.value(initial, Env(root=True))
            c.may_hold(name, value)
            c.emit("rt.define(WORD, VALUE)", WORD=c.text(name), VALUE=value)
    c.define("load", ["rt"], block)


def _advance(c: Compiler, program: Program) -> None:
    """The function of a step: the clauses, then the NEXTs of what no clause has assigned."""
    env = Env(root=True, stepping=True)
    with c.nested() as block:
        for number, clause in enumerate(program.clauses):
            c.at(clause.condition)
            holds = asked(c, clause.condition, env, "fires")
            with c.nested() as body:
                c.emit("covered.add(NUMBER)", NUMBER=number)
                c.at(clause.body)
                c.discard(c.value(clause.body, env))
            c.emit("if TEST: BODY", TEST=holds, BODY=body)
        for name in in_hash_order(program.variables):
            following = program.variables[name].next
            lasts = name in c.lasting and "prev" in c.functions and "prev" not in c.scopes.dirty
            if lasts and tree.is_previous(following, name):
                continue  # what nothing assigns in a step has that value already
            c.at(following)
            with c.nested() as body:
                value = c.value(following, env)
                c.may_hold(name, value)
                c.emit("set_next(rt, WORD, VALUE)", WORD=c.text(name), VALUE=value)
            c.emit("if WORD not in updated and WORD in rt.g: BODY", WORD=c.text(name), BODY=body)
    first = code.statements("updated = rt.updated\ncovered = rt.covered", 1)
    c.define("advance", ["rt"], [*first, *block])


def chance(program: Program) -> bool:
    """Whether a program draws random numbers."""
    return not DRAWS.isdisjoint(tree.named(program.statements))
