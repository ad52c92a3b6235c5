"""Object types: the construction of objects and of their cells.

A cell keeps its three expressions.  At construction each is evaluated once among copies of the variables
that the cell mentions, the object's own fields left out; a number is frozen, anything else stays an
expression that is evaluated at each drawing with the object's fields visible.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...instances.errors import AutumnError
from . import tree
from .calls import CONSTRUCTORS
from .compiler import Compiler, Env, Val
from .runtime import FAILURE_WORK, UNDEF, Runtime
from .standard import LIBRARY_FUNCTIONS, LIBRARY_LEAVES
from .tree import Node
from .values import Cell, CellExpr, ObjectKind, Value

PARAMETERS = ["rt", "captured", "obj", "cell", "drawn"]
"""What a cell's expression is evaluated with: values captured, object, cell, and whether it is drawn."""
_NEVER = frozenset[str]()


def object_type(c: Compiler, node: tree.ObjectType, kind: ObjectKind) -> None:
    """Compile the cells of an object type; ``kind.cells`` is set when the compiler finishes."""
    fields = (*kind.fields, "origin")
    start = Env(loading=node in c.scopes.early, kind=kind, fields=frozenset((*fields, "elems")))
    bound = c.bind(Env(loading=start.loading), fields, sure=True)
    env = Env(bound.names, bound.sure, loading=start.loading, kind=kind, fields=start.fields)
    with c.nested() as block:
        inside, fresh, stacked = c.scope(env, (node.cells,))
        c.clear(inside, fresh)
        pushed = {name: env.names[name] for name in fields if name in c.scopes.dirty}
        marks = c.marks(sorted({*stacked, *pushed}), pushed)
        c.emit("return VALUE", VALUE=c.cut(marks, c.value(node.cells, inside)))
    kind.pushed = tuple(pushed)
    kind.cost = c.cost(node.cells)
    kind.fixed = not c.turns and _same_for_all(node.cells, frozenset())
    own = frozenset(fields) - c.scopes.globals - c.scopes.dirty - {"e"}
    kind.shares = kind.fixed or (not c.turns and _same_for_all(node.cells, own))
    kind.shapes = {} if kind.shares and kind.plain is not None else None
    function = c.new_function(["rt", *(env.names[name] for name in fields)], block)
    c.afterwards(lambda space: setattr(kind, "cells", space[function]))


_PURE = tree.Items | tree.Constant | tree.Unary | tree.Binary | tree.Logical | tree.If | tree.Name | tree.Get


def _same_for_all(node: Node, own: frozenset[str]) -> bool:
    """Whether cells are the same for all objects: they mention none but some fields, and call nothing."""
    if isinstance(node, tree.Items):
        return all(_same_for_all(item, own) for item in node.items)
    if not isinstance(node, tree.Call) or tree.called(node) != "Cell":
        return False
    pure = all(isinstance(part, _PURE) for part in tree.within(node.arguments, Node))
    return pure and _mentioned(*node.arguments) <= own


def cell(c: Compiler, node: tree.Call, env: Env) -> Val:
    """``(Cell x y color)``."""
    if len(node.arguments) != 3:
        return c.failing(f"Cell takes 3 arguments, not {len(node.arguments)}")
    plans = [_plan(c, argument, number < 2, env) for number, argument in enumerate(node.arguments)]
    names = tuple(sorted(_mentioned(*node.arguments)))
    if not names and all(plan.literal is not None for plan in plans):
        return c.make("Cell(*ARGS)", ARGS=[c.make("K", K=c.held(plan.literal)) for plan in plans])
    held = [c.make("K", K=c.held(plan)) for plan in plans]
    reads = [_capture(c, name, env) for name in names]
    return c.make("make_cell(rt, NAMES, (*READS,), *PLANS)", NAMES=c.held(names), READS=reads, PLANS=held)


CONSTRUCTORS["Cell"] = cell


def _mentioned(*nodes: Node) -> set[str]:
    """The names that a cell captures: variables, and the fields of ``..`` forms."""
    return tree.named(nodes) | {part.field for part in tree.within(nodes, tree.Get)}


def _capture(c: Compiler, name: str, env: Env) -> Val:
    """What reads a variable for a cell: UNDEF where there is none, or only the outermost object's own."""
    word = c.text(name)
    if env.in_cell:
        return c.make("captured.get(WORD, undef)", WORD=word)
    if name in c.scopes.dirty:
        return c.make("captured_dynamic(rt, WORD)", WORD=word)
    if name not in env.names:
        return c.make("rt.g.get(WORD, undef)", WORD=word)
    if name in env.fields:
        return c.make(
            "rt.g.get(WORD, undef) if rt.instances == 1 else LOCAL", WORD=word, LOCAL=env.names[name]
        )
    return c.make("LOCAL", LOCAL=env.names[name])


@dataclass(eq=False)
class Construction:
    """How one of a cell's expressions is made, from the values that the cell captures."""

    text: str
    evaluated: bool  # whether it is evaluated at construction, to be frozen if it is a number
    wants: frozenset[str] | None
    """The names that it mentions; None where it calls something, and so may look at anything."""
    run: Callable[..., Value] | None = None
    literal: CellExpr | None = None

    def make(self, rt: Runtime, captured: dict[str, Value]) -> CellExpr:
        """The expression, or the number that it is."""
        if self.literal is not None:
            return self.literal
        assert self.run is not None
        if self.evaluated:
            mark = rt.nested()
            try:
                value = self.run(rt, captured, None, None, False)
                if type(value) is int:
                    return CellExpr(value, None, captured, str(value), _NEVER)
            except AutumnError:
                rt.unwind(mark)
                rt.work -= FAILURE_WORK
        wants = None if self.wants is None else self.wants - captured.keys()
        return CellExpr(None, self.run, captured, self.text, wants)


def _plan(c: Compiler, node: Node, is_number: bool, env: Env) -> Construction:
    calls = any(
        isinstance(p, tree.Call | tree.Function | tree.Assign | tree.SetField) for p in tree.walk(node)
    )
    blind = calls and _calls_outside(c, node)
    wants = None if calls else frozenset(tree.named((node,)))
    plan = Construction(tree.spell(node), (is_number or calls) and not blind, wants)
    with c.nested() as block:
        value = c.value(node, Env(in_cell=True, kind=env.kind, fields=env.fields))
        c.emit("return VALUE", VALUE=value)
    bare = node.operand if isinstance(node, tree.Unary) else node
    if isinstance(bare, tree.Constant) and value.kind == "int" and isinstance(value.expr, ast.Constant):
        number: Any = value.expr.value
        plan.literal = CellExpr(number, None, {}, str(number), _NEVER)
        return plan
    name = c.new_function(PARAMETERS, block)
    literal = CellExpr(None, None, {}, plan.text, _NEVER) if isinstance(node, tree.Constant) else None
    plan.literal = literal

    def compiled(space: dict[str, Any]) -> None:
        plan.run = space[name]
        if literal is not None:
            literal.run = space[name]

    c.afterwards(compiled)
    return plan


def make_cell(rt: Runtime, names: tuple[str, ...], values: tuple[Value, ...], *plans: Construction) -> Cell:
    """A cell from the plans for x, y and colour, with the values of some variables, where they have any."""
    captured = {name: value for name, value in zip(names, values, strict=True) if value is not UNDEF}
    return Cell(*[plan.make(rt, captured) for plan in plans])


def _calls_outside(c: Compiler, node: Node) -> bool:
    """Whether a function called in a cell reads what the cell does not mention, which must fail then."""
    mentioned = _mentioned(node)
    if any(name in LIBRARY_FUNCTIONS - LIBRARY_LEAVES and name in c.functions for name in mentioned):
        return True
    bodies = c.bodies
    open_names = [name for name in mentioned if name in bodies]
    seen = set(open_names)
    while open_names:
        body = (bodies[open_names.pop()],)
        outside = tree.named(body) - tree.assigned(body) - tree.parameters(body) - c.kinds.keys()
        if outside - mentioned - {"Position", "Cell", "RenderedElem"}:
            return True
        more = [name for name in outside if name in bodies and name not in seen]
        seen.update(more)
        open_names += more
    return False
