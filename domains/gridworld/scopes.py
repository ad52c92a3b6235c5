"""Which names of a program may live in slots, although scope is dynamic.

A function of the reference sees its *caller's* variables.  A local name behaves as under lexical scope
unless, while its binder runs, code outside the binder's text reads or assigns the same name.  This module
finds the names for which that could happen, by reachability in a conservative call graph; the compiler
keeps those on stacks, one a name, and all others in slots of a frame.

The unit is the *region*: a function that is not run in place, a clause, an initialiser, the cells of an
object type.  A function literal handed straight to map, filter and the like is run in place, as part of its
region.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ...instances.errors import AutumnError
from . import tree
from .tree import Node

MAX_ANALYSIS = 1_000_000
"""Nodes, and pairs of functions one of which may run in the other, over all rounds of the analysis."""
IN_PLACE = {"map": (0,), "filter": (0,), "any": (0,), "foldl": (0,), "updateObj": (1, 2), "removeObj": (1,)}
"""Builtins that call a function argument before they return, and the places of such arguments."""
MAX_LOOPS = 12  # loops that may stand in each other: Python allows 20 blocks
HIDDEN = ("origin", "elems")
PREDEFINED = ("GRID_SIZE", "background", "FRAME_RATE", "SpecialConditionTriggered")


@dataclass(eq=False)
class Region:
    """A piece of code with one frame."""

    node: Node
    loading: bool = False  # whether it runs while the program is loaded, when globals may not exist yet
    first: bool = False  # whether it is a statement, which runs before some functions exist
    binds: set[str] = field(default_factory=set)
    touches: set[str] = field(default_factory=set)  # names read or assigned, but not bound in its own text
    assigns_globals: set[str] = field(default_factory=set)  # global names assigned inside a local scope
    calls: set[str] = field(default_factory=set)
    mentions: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    inner: list[Node] = field(default_factory=list)
    calls_unknown: bool = False
    reads_outside: bool = False


@dataclass(frozen=True)
class Scopes:
    """What the compiler needs to know of a program's names."""

    globals: frozenset[str]
    dirty: frozenset[str]
    in_place: frozenset[Node]
    regions: tuple[Region, ...]
    reach: dict[Region, set[Region]]
    """For each region those that may run while it runs, itself only if it may run again."""
    functions: tuple[tuple[str, tree.Function], ...]
    """The names to which function literals are assigned, with the literals."""
    early: frozenset[Node]  # the nodes of the regions that may run before all functions exist
    again: frozenset[Node]  # those of the regions that may run again while they run


def own_assigns(parts: Iterable[Node]) -> Iterator[str]:
    """The names assigned in these nodes, outside nested scopes (let, functions)."""
    open_nodes = list(parts)
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, tree.Let | tree.Function):
            continue
        if isinstance(node, tree.Assign):
            yield node.name
        open_nodes.extend(tree.children(node))


def analyse(statements: tuple[Node, ...], builtin: frozenset[str]) -> Scopes:
    """The scopes of a program; ``builtin`` exist before it is loaded. AutumnError beyond MAX_ANALYSIS."""
    top = {name for node in statements if not isinstance(node, tree.On) for name in own_assigns((node,))}
    clauses = [node for node in statements if isinstance(node, tree.On)]
    names = builtin | top | set(own_assigns(part for on in clauses for part in (on.condition, on.body)))
    names |= {"click", "cacheRendered", *PREDEFINED}
    parts = list(tree.within(statements, Node))
    calls = (part for part in parts if isinstance(part, tree.Call))
    deletes = any(tree.called(call) == "removeObj" and len(call.arguments) < 2 for call in calls)
    certain = (top | builtin | set(PREDEFINED)) if not deletes else builtin - top
    bound = tree.parameters(statements) | tree.assigned(statements)
    assigns = tree.within(statements, tree.Assign)
    named = tuple((part.name, part.value) for part in assigns if isinstance(part.value, tree.Function))
    dirty: frozenset[str] = frozenset()
    work = MAX_ANALYSIS
    while True:
        walker = _Walker(frozenset(names), dirty, frozenset(IN_PLACE) - bound)
        regions = tuple(walker.program(statements))
        work -= len(parts)
        reach = _reachable(regions, statements, work)
        work -= sum(map(len, reach.values()))
        grown = dirty | walker.twice | _conflicts(regions, reach, frozenset(certain))
        if grown == dirty:
            early = frozenset(region.node for region in _running(regions, reach, "first"))
            again = frozenset(region.node for region in regions if region in reach[region])
            in_place = frozenset(walker.in_place)
            return Scopes(frozenset(names), dirty, in_place, regions, reach, named, early, again)
        dirty = grown


class _Walker:
    """Collects regions under an assumption about which names are dirty."""

    def __init__(self, names: frozenset[str], dirty: frozenset[str], inlining: frozenset[str]):
        self.names, self.dirty, self.inlining = names, dirty, inlining
        self.in_place: set[Node] = set()
        self.loops = 0
        self.twice: set[str] = set()
        self.regions: list[Region] = []

    def program(self, statements: tuple[Node, ...]) -> list[Region]:
        """The regions of all statements."""
        for node in statements:
            value = getattr(node, "value", None)
            if isinstance(node, tree.ObjectType):
                fields = {*(declared.name for declared in node.fields), *HIDDEN, "allCells"}
                self.visit(node.cells, self.region(node, binds=fields), frozenset(fields), False)
            elif isinstance(node, tree.On):
                region = self.region(node)
                self.visit(node.condition, region, frozenset(), True)
                self.visit(node.body, region, frozenset(), True)
            elif isinstance(value, tree.InitNext):
                self.visit(value.initial, self.region(value.initial, loading=True), frozenset(), True)
                self.visit(value.next, self.region(value.next), frozenset(), True)
            elif isinstance(value, tree.Function) and isinstance(node, tree.Assign):
                self.function(value)
            else:
                self.visit(node, self.region(node, loading=True, first=True), frozenset(), True)
        return self.regions

    def region(self, node: Node, **known: Any) -> Region:
        """Open a region."""
        self.regions.append(Region(node, **known))
        return self.regions[-1]

    def function(self, node: tree.Function) -> None:
        """A function that is a region of its own."""
        region = self.region(node, binds=set(node.parameters))
        bound = self.scope(set(own_assigns((node.body,))), region, frozenset(node.parameters))
        self.visit(node.body, region, bound, False)

    def scope(self, assigned: set[str], region: Region, bound: frozenset[str]) -> frozenset[str]:
        """The names bound inside a new scope that assigns some names directly."""
        assigned = assigned - bound
        fresh = assigned - self.names
        region.touches |= assigned
        region.assigns_globals |= assigned & self.names
        region.binds |= fresh | (assigned & self.dirty)
        return bound | fresh

    def visit(self, node: Node, region: Region, bound: frozenset[str], at_root: bool) -> None:
        """Record what a node reads, assigns, binds and calls."""
        if isinstance(node, tree.Name):
            region.values.add(node.name)
            self.read(node.name, region, bound)
        elif isinstance(node, tree.Let):
            assigned = set(own_assigns(node.body))
            self.twice |= assigned & bound & region.touches  # local variables rather than parameters
            inside = self.scope(assigned, region, bound)
            for part in node.body:
                self.visit(part, region, inside, False)
        elif isinstance(node, tree.Function):
            region.inner.append(node)
            self.function(node)
        elif isinstance(node, tree.Call):
            self.call(node, region, bound, at_root)
        else:
            if isinstance(node, tree.Assign) and at_root:
                region.touches.add(node.name)
            for part in tree.children(node):
                self.visit(part, region, bound, at_root)

    def read(self, name: str, region: Region, bound: frozenset[str]) -> None:
        """A name is read."""
        region.mentions.add(name)
        if name not in bound or name in self.dirty:
            region.touches.add(name)

    def call(self, node: tree.Call, region: Region, bound: frozenset[str], at_root: bool) -> None:
        """A call; function literals that it runs in place belong to the region."""
        name = node.function.name if isinstance(node.function, tree.Name) else None
        if name is None:
            self.visit(node.function, region, bound, at_root)
        else:
            region.calls.add(name)
            if name in bound or name not in self.names:
                region.calls_unknown = True
            self.read(name, region, bound)
        if name == "Cell":
            self.capture(node, region)
        places = IN_PLACE.get(name, ()) if name in self.inlining and name not in bound else ()
        for place, argument in enumerate(node.arguments):
            if place in places and isinstance(argument, tree.Function) and self.fits(argument, name):
                self.in_place.add(argument)
                parameters = set(argument.parameters)
                region.binds |= parameters
                assigned = set(own_assigns((argument.body,)))
                self.twice |= assigned & (bound - parameters) & region.touches
                self.loops += 1
                self.visit(argument.body, region, self.scope(assigned, region, bound | parameters), False)
                self.loops -= 1
            else:
                held = place in places and isinstance(argument, tree.Name) and argument.name in bound
                region.calls_unknown |= held
                self.visit(argument, region, bound, at_root)

    def capture(self, node: tree.Call, region: Region) -> None:
        """A cell captures by name what it mentions, and reads the rest by name when it is drawn."""
        mentioned = tree.named((node,))
        region.touches |= mentioned | {part.field for part in tree.within((node,), tree.Get)}
        own = region.node.fields if isinstance(region.node, tree.ObjectType) else ()
        fields = {*HIDDEN, *(declared.name for declared in own)}
        region.reads_outside |= bool(mentioned - fields - {"Cell"})

    def fits(self, function: tree.Function, name: str | None) -> bool:
        """Whether a function literal can be run in place: arguments enough, no name on a stack."""
        given = 2 if name == "foldl" else 1
        names = {*function.parameters, *own_assigns((function.body,))}
        return self.loops < MAX_LOOPS and len(function.parameters) <= given and not names & self.dirty


def _reachable(
    regions: tuple[Region, ...], statements: tuple[Node, ...], work: int
) -> dict[Region, set[Region]]:
    """As ``Scopes.reach``; AutumnError for more pairs than ``work``."""
    functions: dict[str, set[Region]] = {}
    by_node = {region.node: region for region in regions}
    for part in tree.within(statements, tree.Assign):
        if isinstance(part.value, tree.Function):
            functions.setdefault(part.name, set()).add(by_node[part.value])
    kinds = {node.name: by_node[node] for node in statements if isinstance(node, tree.ObjectType)}
    named = {region for group in functions.values() for region in group}
    loose = {region for region in regions if isinstance(region.node, tree.Function) and region not in named}
    for region in regions:
        for name in region.values:
            loose |= functions.get(name, set())
    drawing = {
        region for region in kinds.values() if region.calls - {"Cell"} or region.inner or region.reads_outside
    }
    edges: dict[Region, set[Region]] = {}
    for region in regions:
        targets = {by_node[node] for node in region.inner} | drawing
        for name in region.mentions:
            targets |= functions.get(name, set())
            targets |= {kinds[name]} if name in kinds else set()
        edges[region] = targets | loose if region.calls_unknown else targets
    reach: dict[Region, set[Region]] = {}
    for region in regions:
        seen: set[Region] = set()
        open_regions = [region]
        while open_regions:
            for other in edges[open_regions.pop()]:
                if other not in seen:
                    seen.add(other)
                    open_regions.append(other)
        reach[region] = seen
        work -= len(seen)
        if work < 0:
            raise AutumnError("too many functions that call each other in too many ways")
    return reach


def _running(regions: tuple[Region, ...], reach: dict[Region, set[Region]], mark: str) -> set[Region]:
    marked = {region for region in regions if getattr(region, mark)}
    return marked.union(*(reach[region] for region in marked))


def _conflicts(
    regions: tuple[Region, ...], reach: dict[Region, set[Region]], certain: frozenset[str]
) -> frozenset[str]:
    """The names whose local bindings other code may see, or which may be global or local by turns."""
    dirty: set[str] = set()
    while_loading = _running(regions, reach, "loading")
    for region in regions:
        dirty |= region.assigns_globals if region in while_loading else region.assigns_globals - certain
        for other in reach[region]:
            dirty |= region.binds & other.touches
    return frozenset(dirty)
