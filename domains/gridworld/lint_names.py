"""Lint rules on names: dynamic scope, the library's local names, order of initialisation and NEXT, click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from . import tree
from .builtins import BUILTINS
from .checks import click_is_live
from .lint_facts import Facts, Found, head
from .standard import LIBRARY_FUNCTIONS, LIBRARY_LOCALS, footprints
from .tree import Node


def dynamic_scope(facts: Facts) -> Iterator[Found]:
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


def library_names(facts: Facts) -> Iterator[Found]:
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


def initial_order(facts: Facts) -> Iterator[Found]:
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


def stale_click(facts: Facts) -> Iterator[Found]:
    """``click`` where no click of the same step is sure."""
    if not click_is_live(facts.scopes):
        return
    for node in facts.nodes:
        if isinstance(node, tree.Name) and node.name == "click":
            yield node.at, "click", "some use of click may see an older click, or none; ask for clicked first"
            return


def undefined(facts: Facts) -> Iterator[Found]:
    """Names that nothing binds."""
    bound = {p for function in facts.functions for p in function.parameters}
    bound |= {field.name for kind in facts.kinds.values() for field in kind.fields}
    bound |= {node.name for node in facts.assigns} | facts.scopes.globals | facts.kinds.keys()
    bound |= {"Position", "Cell", "RenderedElem", "origin", "elems"}
    for node in facts.nodes:
        if isinstance(node, tree.Name) and node.name not in bound:
            yield node.at, "undefined", f"nothing defines {node.name}"


def drawn_order(facts: Facts) -> Iterator[Found]:
    """Variables that come into being in a clause."""
    for clause in facts.program.clauses:
        for name in sorted(set(_root_assigns(clause.body)) - facts.top - {"click"}):
            yield (
                clause.at,
                "late-variable",
                f"{name} is defined by a clause only, and is drawn after all others",
            )


def _root_assigns(node: Node) -> Iterator[str]:
    """The names that a clause assigns outside of let and functions."""
    from .scopes import own_assigns

    return own_assigns((node,))


RULES: tuple[Callable[[Facts], Iterator[Found]], ...] = (
    dynamic_scope,
    library_names,
    initial_order,
    stale_click,
    undefined,
    drawn_order,
)
