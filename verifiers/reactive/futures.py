"""Nodes of a product with equal futures, step by step: what is left to tell apart.

Two nodes at step t are *equal in future* when the same letters from t on lead both to acceptance or neither;
a certificate's worth is decided by classes of nodes alone.  The classes come from one backward pass: at the
horizon there are two, and a node's class at t is the row of its successors' classes at t + 1 (Myhill and
Nerode, on an acyclic unrolling).  Class ``LOST``: no letters lead to acceptance; class ``WON``: all do.

Equal layers are one object, so a long trace in one phase costs no more than a short one.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...domains.reactive.product import Product, Table

LOST, WON = 0, 1


@dataclass(frozen=True)
class Futures:
    """``layers[t][class][letter]`` is the class at t + 1; ``start`` is the class of node 0 at step 0."""

    start: int
    layers: tuple[Table, ...]


def futures(product: Product) -> Futures:
    """Merge the product's nodes, backward from the horizon."""
    classes = tuple(WON if accepting else LOST for accepting in product.accepting)
    known: dict[tuple[int, tuple[int, ...]], tuple[Table, tuple[int, ...]]] = {}
    layers: list[Table] = []
    for table in reversed(product.tables):
        key = (id(table), classes)
        if key not in known:
            known[key] = _merge(table, classes)
        layer, classes = known[key]
        layers.append(layer)
    return Futures(classes[0], tuple(reversed(layers)))


def _merge(table: Table, after: tuple[int, ...]) -> tuple[Table, tuple[int, ...]]:
    """The classes before a step, numbered by their first node, and their rows."""
    letters = len(table[0])
    number = {(LOST,) * letters: LOST, (WON,) * letters: WON}
    classes = tuple(number.setdefault(tuple(after[node] for node in row), len(number)) for row in table)
    return tuple(number), classes


def undisturbed(merged: Futures, base: tuple[int, ...]) -> tuple[int, ...]:
    """For each step and the end: the classes, as a mask, that the base letters lead to acceptance."""
    accepted = 1 << WON
    known: dict[tuple[int, int, int], int] = {}
    masks = [accepted]
    for layer, letter in zip(reversed(merged.layers), reversed(base), strict=True):
        key = (id(layer), letter, accepted)
        if key not in known:
            known[key] = sum(1 << place for place, row in enumerate(layer) if accepted >> row[letter] & 1)
        accepted = known[key]
        masks.append(accepted)
    return tuple(reversed(masks))
