"""Which names of a program may live in slots, although scope is dynamic.

A function of the reference sees its *caller's* variables.  A local name behaves as under lexical scope
unless, while its binder runs, code outside the binder's text reads or assigns the same name.  This module
finds the names for which that could happen, by reachability in a conservative call graph; the compiler
keeps those on stacks, one a name, and all others in slots of a frame.

The unit is the *region*: a function that is not run in place, a clause, an initialiser, the cells of an
object type.  A function literal handed straight to map, filter and the like is run in place, as part of its
region.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...instances.errors import AutumnError
from . import tree
from .tree import Node

MAX_ANALYSIS = 1_000_000
"""Nodes, and pairs of functions one of which may run in the other, over all rounds of the analysis."""
IN_PLACE = {"map": (0,), "filter": (0,), "any": (0,), "foldl": (0,), "updateObj": (1, 2), "removeObj": (1,)}
"""Builtins that call a function argument before they return, and the places of such arguments."""
MAX_LOOPS = 12
"""Loops that may stand in each other: Python allows 20 blocks."""
HIDDEN = ("origin", "elems")
PREDEFINED = ("GRID_SIZE", "background", "FRAME_RATE", "SpecialConditionTriggered")


@dataclass(eq=False)
class Region:
    """A piece of code with one frame."""

    node: Node
    loading: bool = False
    """Whether it runs while the program is loaded, when globals may not exist yet."""
    first: bool = False
    """Whether it is a statement, which runs before some functions exist."""
    binds: set[str] = field(default_factory=set)
    touches: set[str] = field(default_factory=set)
    """Names read or assigned that are not bound in the region's own text."""
    assigns_globals: set[str] = field(default_factory=set)
    """Global names assigned inside a local scope."""
    calls: set[str] = field(default_factory=set)
    mentions: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    """Names read other than to be called."""
    inner: list[Node] = field(default_factory=list)
    calls_unknown: bool = False
    reads_outside: bool = False
    """Whether a cell mentions a name that is no field of its object type."""


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
    early: frozenset[Node]
    """The nodes of the regions that may run before all functions exist."""
    again: frozenset[Node]
    """Those of the regions that may run again while they run."""


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
    """The scopes of a program; ``builtin`` are the names that exist before it is loaded.

    Raises AutumnError, without a place, beyond MAX_ANALYSIS: a round may find one name only.
    """
    top = {name for node in statements if not isinstance(node, tree.On) for name in own_assigns((node,))}
    clauses = [node for node in statements if isinstance(node, tree.On)]
    names = builtin | top | set(own_assigns(part for on in clauses for part in (on.condition, on.body)))
    names |= {"click", "cacheRendered", *PREDEFINED}
    deletes = any(_deletes(node) for statement in statements for node in tree.walk(statement))
    certain = (top | builtin | set(PREDEFINED)) if not deletes else builtin - top
    bound = {
        p for s in statements for n in tree.walk(s) if isinstance(n, tree.Function) for p in n.parameters
    }
    bound |= {n.name for s in statements for n in tree.walk(s) if isinstance(n, tree.Assign)}
    parts = [part for statement in statements for part in tree.walk(statement)]
    named = tuple(
        (p.name, p.value) for p in parts if isinstance(p, tree.Assign) and isinstance(p.value, tree.Function)
    )
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


def _deletes(node: Node) -> bool:
    """Whether a node may delete a global variable: removeObj of one argument, or removeObj as a value."""
    if isinstance(node, tree.Call) and isinstance(node.function, tree.Name):
        return node.function.name == "removeObj" and len(node.arguments) < 2
    return False


class _Walker:
    """Collects regions under an assumption about which names are dirty."""

    def __init__(self, names: frozenset[str], dirty: frozenset[str], inlining: frozenset[str]):
        self.names, self.dirty, self.inlining = names, dirty, inlining
        self.in_place: set[Node] = set()
        self.loops = 0
        """How many literals run in place around the current node."""
        self.twice: set[str] = set()
        self.regions: list[Region] = []

    def program(self, statements: tuple[Node, ...]) -> list[Region]:
        """The regions of all statements."""
        for node in statements:
            if isinstance(node, tree.ObjectType):
                region = self.region(node)
                fields = {*(declared.name for declared in node.fields), *HIDDEN, "allCells"}
                region.binds |= fields
                self.visit(node.cells, region, frozenset(fields), False)
            elif isinstance(node, tree.On):
                region = self.region(node)
                self.visit(node.condition, region, frozenset(), True)
                self.visit(node.body, region, frozenset(), True)
            elif isinstance(node, tree.Assign) and isinstance(node.value, tree.InitNext):
                region = self.region(node.value.initial)
                region.loading = True
                self.visit(node.value.initial, region, frozenset(), True)
                self.visit(node.value.next, self.region(node.value.next), frozenset(), True)
            elif isinstance(node, tree.Assign) and isinstance(node.value, tree.Function):
                self.function(node.value)
            else:
                region = self.region(node)
                region.loading = region.first = True
                self.visit(node, region, frozenset(), True)
        return self.regions

    def region(self, node: Node) -> Region:
        """Open a region."""
        region = Region(node)
        self.regions.append(region)
        return region

    def function(self, node: tree.Function) -> None:
        """A function that is a region of its own."""
        region = self.region(node)
        region.binds |= set(node.parameters)
        bound = self.scope(set(own_assigns((node.body,))), region, frozenset(node.parameters))
        self.visit(node.body, region, bound, False)

    def scope(self, assigned: set[str], region: Region, bound: frozenset[str]) -> frozenset[str]:
        """The names bound inside a new scope that assigns some names directly."""
        fresh = set()
        for name in assigned:
            if name in bound:
                continue
            if name in self.names:
                region.assigns_globals.add(name)
                region.touches.add(name)
                if name in self.dirty:
                    region.binds.add(name)
            else:
                fresh.add(name)
                region.touches.add(name)
                region.binds.add(name)
        return bound | fresh

    def visit(self, node: Node, region: Region, bound: frozenset[str], at_root: bool) -> None:
        """Record what a node reads, assigns, binds and calls."""
        if isinstance(node, tree.Name):
            region.values.add(node.name)
            self.read(node.name, region, bound)
        elif isinstance(node, tree.Let):
            assigned = set(own_assigns(node.body))
            self.twice |= {name for name in assigned & bound if self.is_local(name, region)}
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

    def is_local(self, name: str, region: Region) -> bool:
        """Whether a bound name may be a local variable rather than a parameter."""
        return name in region.touches

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
                region.binds |= set(argument.parameters)
                inside = bound | set(argument.parameters)
                assigned = set(own_assigns((argument.body,)))
                self.twice |= {
                    n for n in assigned & bound - set(argument.parameters) if self.is_local(n, region)
                }
                self.loops += 1
                self.visit(argument.body, region, self.scope(assigned, region, inside), False)
                self.loops -= 1
            elif place in places and isinstance(argument, tree.Name) and argument.name in bound:
                region.calls_unknown = True
                self.visit(argument, region, bound, at_root)
            else:
                self.visit(argument, region, bound, at_root)

    def capture(self, node: tree.Call, region: Region) -> None:
        """A cell captures by name what it mentions, and reads the rest by name when it is drawn."""
        for part in tree.walk(node):
            if isinstance(part, tree.Name | tree.Get):
                region.touches.add(part.name if isinstance(part, tree.Name) else part.field)
        fields = set(HIDDEN)
        if isinstance(region.node, tree.ObjectType):
            fields |= {declared.name for declared in region.node.fields}
        mentioned = {part.name for part in tree.walk(node) if isinstance(part, tree.Name)}
        region.reads_outside |= bool(mentioned - fields - {"Cell"})

    def fits(self, function: tree.Function, name: str | None) -> bool:
        """Whether a function literal can be run in place: arguments enough, no name on a stack."""
        given = 2 if name == "foldl" else 1
        names = {*function.parameters, *own_assigns((function.body,))}
        return self.loops < MAX_LOOPS and len(function.parameters) <= given and not names & self.dirty


def _reachable(
    regions: tuple[Region, ...], statements: tuple[Node, ...], work: int
) -> dict[Region, set[Region]]:
    """For each region those that may run while it runs, itself only if it may run again.

    Raises AutumnError for more pairs than ``work``.
    """
    functions: dict[str, set[Region]] = {}
    kinds: dict[str, Region] = {}
    by_node = {region.node: region for region in regions}
    for node in statements:
        for part in tree.walk(node):
            if isinstance(part, tree.Assign) and isinstance(part.value, tree.Function):
                functions.setdefault(part.name, set()).add(by_node[part.value])
        if isinstance(node, tree.ObjectType):
            kinds[node.name] = by_node[node]
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
    """The marked regions and all that may run while they do."""
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
