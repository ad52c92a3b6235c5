"""States of grid worlds as values: keys to tell them apart by, and what a step may lead to.

A key leaves out what cannot make a difference: constants and functions; ``click`` where it is read only after
a click in the same step; the static types of lists where lists are neither compared nor stand in typed
fields; the generator and the clock.
"""

from collections.abc import Collection, Hashable
from fractions import Fraction
from functools import lru_cache
from math import prod

from ...domains.gridworld import tree
from ...domains.gridworld.actions import Action
from ...domains.gridworld.checks import click_is_live
from ...domains.gridworld.frames import Grid
from ...domains.gridworld.machine import Machine, Snapshot
from ...domains.gridworld.program import Program, read_program
from ...domains.gridworld.runtime import DrawSource, Runtime, Script
from ...domains.gridworld.values import Cell, CellExpr, Elem, Items, Obj, Pos, Value
from ...instances.errors import AutumnError, LimitError

MAX_NODES = 2_000_000
MAX_BRANCHES = 4_096  # ways that the random choices of one step may turn out, when all of them are enumerated
CERTAIN = Fraction(1)
Outcomes = list[tuple[Fraction, Snapshot]]  # the states that a step may lead to, each with its probability
Places = Collection[tuple[int, int]]
_SCALAR_CALLS = frozenset(
    ("clicked", "length", "abs", "sign", "min", "max", "sqrt", "sum", "sqdist", "Position", "movePos",
     "deltaPos", "isFreePos", "isWithinBounds", "intersects", "defined", "unitVector", "unitVectorObjPos",
     "unitVectorSinglePos")
)  # fmt: skip


def state_key(machine: Machine) -> Hashable:
    """The state of a machine: equal keys mean equal futures, up to random draws."""
    if machine.key is None:
        program = machine.program
        names, list_types = changing(program), list_types_matter(program)
        machine.key = machine.guarded(lambda: key(machine.runtime, names, list_types))
    return machine.key


def key(rt: Runtime, names: tuple[str, ...], list_types: bool) -> Hashable:
    """The globals of some names as a hashable value; objects and lists that cannot change keep their part."""
    encoder = _Encoder(list_types, rt.identity, rt.caching and not rt.identity)
    g, encoded = rt.g, encoder.encoded
    held = tuple(
        [
            (value if type(value := g[name]) is int else encoded(value)) if name in g else None
            for name in names
        ]
    )
    wanted = set(names)
    drawn_later = tuple([name for name in rt.order if name in rt.g and name in wanted])
    return held, drawn_later


def successors(machine: Machine, action: Action, limit: int = MAX_BRANCHES) -> Outcomes:
    """Every state that a step may lead to, with its probability, each draw taken as uniform.

    The machine stays as it is, and the snapshots hold their keys.  Branches that end in one state are added
    up.  Raises LimitError beyond ``limit`` branches and AutumnError when a branch fails.
    """
    start = machine.snapshot()
    reached_states: dict[Hashable, tuple[Fraction, Snapshot]] = {}
    choices: list[int] = []
    branches = 0
    try:
        while True:
            branches += 1
            if branches > limit:
                raise LimitError(f"a step has more than {limit} random outcomes")
            machine.restore(start)
            script = Script(choices, start.rng_state)
            machine.draw_from(script)
            machine.step(action)
            share = Fraction(1, prod(script.bounds)) if script.bounds else CERTAIN
            known = reached_states.get(reached := state_key(machine))
            reached_states[reached] = (
                (share, machine.snapshot()) if known is None else (known[0] + share, known[1])
            )
            choices += [0] * (len(script.bounds) - len(choices))
            while choices and choices[-1] + 1 == script.bounds[len(choices) - 1]:
                choices.pop()
            if not choices:
                return list(reached_states.values())
            choices[-1] += 1
    finally:
        machine.restore(start)


def compared(machine: Machine, action: Action) -> tuple[Outcomes, list[frozenset[tuple[int, int]]]]:
    """The successors, and every set of places that the click was compared with on the way to them."""
    probe: list[Places] = []
    machine.runtime.probe = probe
    try:
        outcomes = successors(machine, action)
    finally:
        machine.runtime.probe = None
    return outcomes, list(dict.fromkeys(map(frozenset, probe)))


class FastMachine:
    """One program as the checker's searches ask for it (``proofs/gridworld/world.py``): steps and states."""

    def __init__(self, text: str):
        self._program = read_program(text)
        self._machine: Machine | None = None
        self._here: Snapshot | None = None  # the state that the machine is in
        self._actions: dict[str, Action] = {}
        self._numbers: dict[Hashable, int] = {}
        """States by all that tells them apart: searches look up a number faster."""
        self._left_out = () if click_is_live(self._program.code.scopes) else ("click",)
        self.compared: set[frozenset[tuple[int, int]]] = set()

    def start(self, seed: int) -> Snapshot:
        """The state that loading gives."""
        self._machine = Machine(self._program, seed)
        self._here = self._machine.snapshot()
        return self._here

    def _at(self, state: Snapshot) -> Machine:
        assert self._machine is not None
        if self._here is not state:
            self._machine.restore(state)
            self._here = state
        return self._machine

    def step(self, state: Snapshot, action: str, source: DrawSource | None = None) -> Snapshot:
        """The state after an action; ``source`` stands in for the generator."""
        assert self._machine is not None
        machine, probe = self._machine, list[Places]()
        machine.restore(state)
        self._here = None
        if action not in self._actions:
            self._actions[action] = Action.parse(action)
        if source is not None:
            machine.draw_from(source)
        machine.runtime.probe = probe
        try:
            machine.step(self._actions[action])
        finally:
            machine.runtime.probe = None
        self.compared = set(map(frozenset, probe))
        self._here = machine.snapshot()
        return self._here

    def state_key(self, state: Snapshot) -> int:
        """What tells a state apart, a number: every global but a dead ``click``, and what is drawn."""
        machine = self._at(state)
        rt = machine.runtime
        names = tuple([name for name in rt.g if name not in self._left_out])
        held = machine.guarded(lambda: key(rt, names, True)), tuple(rt.g), tuple(rt.drawn.groups)
        return self._numbers.setdefault((held, tuple(rt.order)), len(self._numbers))

    def frame(self, state: Snapshot) -> Grid:
        """What is seen in a state."""
        return self._at(state).frame()


class _Encoder:
    """Turns values into hashable ones; identities are numbered in order of appearance."""

    def __init__(self, list_types: bool, identity: bool, keep: bool):
        self.list_types, self.identity, self.keep = list_types, identity, keep
        self.numbers: dict[int, int] = {}
        self.budget = MAX_NODES

    def encoded(self, value: Value) -> Hashable:
        """The part of one value; types are told apart, as 1 and true are."""
        kind = type(value)
        if kind is int:
            number: int = value
            return number
        if kind is str:
            return f"s{value}"
        if kind is bool:
            return "T" if value else "F"
        # a value that is reached in two ways counts twice: hashing a key goes through it twice as well
        self.budget -= 1
        if self.budget < 0:
            raise AutumnError("the state is too large to be compared")
        if self.keep and (kind is Obj or kind is Items):
            if value.key is None:
                before = self.budget
                plain = self.plain(value, kind)
                value.key = (plain, before - self.budget)
            else:
                self.budget -= value.key[1]
            known: Hashable = value.key[0]
            return known
        if self.identity and hasattr(value, "id") and value.id is not None:
            return ("#", self.numbers.setdefault(value.id, len(self.numbers)), self.plain(value, kind))
        return self.plain(value, kind)

    def plain(self, value: Value, kind: type) -> Hashable:
        """The part of one object, list or cell."""
        encoded = self.encoded
        if kind is Pos:
            return ("p", value.x, value.y)
        if kind is Obj:
            origin = value.origin
            if type(origin) is Pos and not self.identity:  # as it nearly always is: without a call
                self.budget -= 1
                place: Hashable = (origin.x, origin.y)
            else:
                place = encoded(origin)
            elems = () if value.kind.shares else encoded(value.elems)
            fields = [item if type(item) is int else encoded(item) for item in value.values]
            return (value.kind.name, place, elems, *fields)
        if kind is Items:
            return ("l", value.kind if self.list_types else None, *[encoded(item) for item in value.items])
        if kind is Cell:
            return ("c", encoded(value.x), encoded(value.y), encoded(value.colour))
        if kind is CellExpr:
            held = [(name, encoded(item)) for name, item in sorted(value.captured.items())]
            return ("e", value.text, *held)
        if kind is Elem:
            return ("d", encoded(value.position), value.colour)
        return ("f", value.text)


@lru_cache(256)
def changing(program: Program) -> tuple[str, ...]:
    """The globals whose values may differ between states, ``click`` only where it is live."""
    names: dict[str, None] = {}
    scopes = program.code.scopes
    for node in program.code.whole:
        later = isinstance(node, tree.On | tree.ObjectType)
        if isinstance(node, tree.Assign):
            later = isinstance(node.value, tree.InitNext | tree.Function)
            if isinstance(node.value, tree.InitNext):
                names.setdefault(node.name)
        for part in tree.walk(node) if later else ():
            if isinstance(part, tree.Assign) and part is not node and part.name in scopes.globals:
                names.setdefault(part.name)
    names.pop("click", None)
    return (*names, "click") if click_is_live(scopes) else tuple(names)


@lru_cache(256)
def list_types_matter(program: Program) -> bool:
    """Whether the static type of a list may be observed: lists compared, or fields of list type."""
    fields: set[str] = {"x", "y", "origin", "position", "color"}
    variables: set[str] = {"GRID_SIZE", "click", "background"}
    for node in program.code.whole:
        if isinstance(node, tree.ObjectType):
            for field in node.fields:
                if field.type.lists:
                    return True
                fields.add(field.name)
        elif isinstance(node, tree.Declaration) and not node.type.lists:
            variables.add(node.name)

    def scalar(node: tree.Node) -> bool:
        if isinstance(node, tree.Constant | tree.Unary | tree.Binary | tree.Logical):
            return True
        if isinstance(node, tree.Get):
            return node.field in fields
        if isinstance(node, tree.Call) and isinstance(node.function, tree.Name):
            name = node.function.name
            if name == "prev" and len(node.arguments) == 1:
                return scalar(node.arguments[0])
            return name in _SCALAR_CALLS
        return isinstance(node, tree.Name) and node.name in variables

    parts = (part for node in program.code.whole for part in tree.walk(node) if isinstance(part, tree.Binary))
    compared = (part for part in parts if part.operator in ("==", "!="))
    return any(not (scalar(part.left) or scalar(part.right)) for part in compared)
