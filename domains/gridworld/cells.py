"""Object types: the construction of objects and of their cells.

A cell keeps its three expressions.  At construction each is evaluated once among copies of the variables
that the cell mentions, the object's own fields left out; a number is frozen, anything else stays an
expression that is evaluated at each drawing with the object's fields visible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...instances.errors import AutumnError
from . import tree
from .builtins_objects import typed
from .compiling import FIRST_CELL_SLOT, FIRST_SLOT, Compiler, Env, Layout, Run, depth
from .limits import FAILURE_WORK
from .reference_names import LIBRARY_FUNCTIONS, LIBRARY_LEAVES
from .runtime import UNDEF, Frame
from .tree import Node
from .values import CELLS, UNKNOWN_LIST, Cell, CellExpr, Items, Kind, Obj, Pos, Value, inferred

_NEVER = frozenset[str]()


class CellsCode:
    """How objects of a type are made: from the values of the fields and the origin."""

    __slots__ = ("constant", "make")

    def __init__(self, make: Callable[[Any, tuple[Value, ...]], Obj], constant: bool):
        self.make, self.constant = make, constant


def object_type(c: Compiler, node: tree.ObjectType, kind: Kind) -> CellsCode:
    """Compile the cells of an object type."""
    layout = Layout()
    env = Env(layout)
    for name in (*kind.fields, "origin"):
        env = env.bind(name, sure=True)
    env = Env(layout, env.slots, env.parameters, kind_fields=frozenset((*kind.fields, "origin", "elems")))
    inside, _, stacked = c.scope(env, (node.cells,))
    body = c.compile(node.cells, inside)
    pushed = [(name, slot) for name, slot in env.slots.items() if name in c.scopes.dirty]
    stacked = sorted({*stacked, *(name for name, _ in pushed)})
    if stacked:
        body = c.with_stacks(body, stacked, pushed)
    pad, count = [UNDEF] * (layout.size - FIRST_SLOT - len(kind.fields) - 1), len(kind.fields) + 1
    cost = depth(node.cells) + 2
    constant = _constant(c, node.cells) and not c.turns
    shared: list[Items] = []

    def make(rt: Any, arguments: tuple[Value, ...]) -> Obj:
        if len(arguments) < count:
            raise AutumnError(f"{kind.name} takes {count} arguments, the origin last, not {len(arguments)}")
        *values, origin = arguments[:count]
        if type(origin) is not Pos:
            raise AutumnError(f"the last argument of {kind.name} must be a Position")
        for place, value in enumerate(values):
            if not typed(kind, place, value):
                raise AutumnError(f"field {kind.fields[place]} of {kind.name} has another type")
        if shared:
            return Obj(kind, tuple(values), origin, shared[0])
        before = rt.enter(cost)
        rt.instances += 1
        if rt.instances == 1:
            rt.skipped = {name: len(rt.stacks[name]) for name, _ in pushed}
        made = body([rt, rt.g, *values, origin, *pad])
        rt.depth = before
        rt.instances -= 1
        elems = made if type(made) is Items else Items((made,), inferred((made,)))
        if (elems.kind or UNKNOWN_LIST) not in (CELLS, UNKNOWN_LIST):
            raise AutumnError(f"the cells of {kind.name} must be a Cell or a list of Cells")
        if constant:
            shared.append(elems)
        return Obj(kind, tuple(values), origin, elems)

    return CellsCode(make, constant)


def _constant(c: Compiler, node: Node) -> bool:
    """Whether cells mention no name but Cell and list: such cells are the same for all objects."""
    allowed = (tree.Items, tree.Constant, tree.Unary)
    if isinstance(node, tree.Call) and isinstance(node.function, tree.Name) and node.function.name == "Cell":
        return all(isinstance(part, allowed) for argument in node.arguments for part in tree.walk(argument))
    return isinstance(node, tree.Items) and all(_constant(c, item) for item in node.items)


def construct(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(ObjName field1 ... origin)``."""
    assert isinstance(node.function, tree.Name)
    kind = c.kinds[node.function.name]
    arguments = [c.compile(argument, env) for argument in node.arguments]

    def make(f: Frame) -> Value:
        values = tuple([argument(f) for argument in arguments])
        try:
            return kind.cells.make(f[0], values)
        except AutumnError as error:
            raise c.located(node, error) from None

    return make


def cell(c: Compiler, node: tree.Call, env: Env) -> Run:
    """``(Cell x y color)``."""
    if len(node.arguments) != 3:

        def wrong(f: Frame) -> Value:
            raise c.error(node, f"Cell takes 3 arguments, not {len(node.arguments)}")

        return wrong
    makers = [_expression(c, argument, number < 2) for number, argument in enumerate(node.arguments)]
    mentioned = sorted({name for argument in node.arguments for name in _mentioned(argument)})
    captures = [(name, _capture(c, name, env)) for name in mentioned]
    if not captures and all(_literal(argument) for argument in node.arguments):
        fixed = [maker(None, {}) for maker in makers]
        return lambda f: Cell(*fixed)

    def make(f: Frame) -> Value:
        captured = {}
        for name, read in captures:
            value = read(f)
            if value is not UNDEF:
                captured[name] = value
        return Cell(*[maker(f, captured) for maker in makers])

    return make


def _literal(node: Node) -> bool:
    """Whether an expression is a constant, or one with a sign: its value needs no frame."""
    return isinstance(node.operand if isinstance(node, tree.Unary) else node, tree.Constant)


def _mentioned(node: Node) -> set[str]:
    """The names that a cell captures: variables, and the fields of ``..`` forms."""
    names = {part.name for part in tree.walk(node) if isinstance(part, tree.Name)}
    return names | {part.field for part in tree.walk(node) if isinstance(part, tree.Get)}


def _capture(c: Compiler, name: str, env: Env) -> Run:
    """What reads a variable for a cell: UNDEF where there is none, or only the outermost object's own."""
    if env.in_cell:
        return lambda f: f[2].get(name, UNDEF)
    if name in c.scopes.dirty:

        def read(f: Frame) -> Value:
            rt, stack = f[0], f[0].stacks[name]
            top = len(stack) - 1
            if rt.instances and top == rt.skipped.get(name):
                top -= 1
            return stack[top] if top >= 0 else f[1].get(name, UNDEF)

        return read
    if name not in env.slots:
        return lambda f: f[1].get(name, UNDEF)
    slot, own = env.slots[name], name in env.kind_fields
    return lambda f: f[1].get(name, UNDEF) if own and f[0].instances == 1 else f[slot]


def _expression(c: Compiler, node: Node, is_number: bool) -> Callable[[Any, dict[str, Value]], CellExpr]:
    """What makes one of a cell's expressions, from the frame and the captured values."""
    text = tree.spell(node)
    if _literal(node) and not (isinstance(node, tree.Constant) and type(node.value) is not int):
        value = c.compile(node, Env(Layout()))([])
        if type(value) is int:
            fixed = CellExpr(value, None, {}, str(value), _NEVER)
            return lambda f, captured: fixed
    layout = Layout(size=FIRST_CELL_SLOT)
    inner = c.compile(node, Env(layout, in_cell=True))
    pad = [UNDEF] * (layout.size - FIRST_CELL_SLOT)
    run: Run = (lambda f: inner(f + pad)) if pad else inner
    parts = list(tree.walk(node))
    names = frozenset(part.name for part in parts if isinstance(part, tree.Name))
    complex_ = any(
        isinstance(part, tree.Call | tree.Function | tree.Assign | tree.SetField) for part in parts
    )
    if isinstance(node, tree.Constant):
        literal = CellExpr(None, run, {}, text, _NEVER)
        return lambda f, captured: literal
    evaluated = is_number or complex_
    blind = complex_ and _calls_outside(c, node)

    def make(f: Frame, captured: dict[str, Value]) -> CellExpr:
        if evaluated and not blind:
            mark = f[0].nested()
            try:
                value = run([f[0], f[1], captured, None, None, False])
                if type(value) is int:
                    return CellExpr(value, None, captured, str(value), _NEVER)
            except AutumnError:
                f[0].unwind(mark)
                f[0].work -= FAILURE_WORK
        return CellExpr(None, run, captured, text, None if complex_ else names - captured.keys())

    return make


def _calls_outside(c: Compiler, node: Node) -> bool:
    """Whether a function called in a cell reads what the cell does not mention.

    Evaluation at construction must fail then: it happens among the captured variables alone.
    """
    mentioned = _mentioned(node)
    if any(name in LIBRARY_FUNCTIONS - LIBRARY_LEAVES and name in c.functions for name in mentioned):
        return True
    open_names = [name for name in mentioned if name in c.bodies]
    seen = set(open_names)
    while open_names:
        body = c.bodies[open_names.pop()]
        own = set(body.parameters) | {p.name for p in tree.walk(body) if isinstance(p, tree.Assign)}
        for part in tree.walk(body):
            if isinstance(part, tree.Function):
                own |= set(part.parameters)
        outside = {p.name for p in tree.walk(body) if isinstance(p, tree.Name)} - own - c.kinds.keys()
        if outside - mentioned - {"Position", "Cell", "RenderedElem"}:
            return True
        more = [name for name in outside if name in c.bodies and name not in seen]
        seen.update(more)
        open_names += more
    return False
