"""The strongly connected parts of a graph (Kosaraju's algorithm, without recursion).

>>> components({"a": ["b"], "b": ["a", "c"], "c": []})
[['c'], ['a', 'b']]
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(edges: Mapping[Node, Sequence[Node]]) -> list[list[Node]]:
    """The parts, each after those that it leads to; every node is a key of ``edges``."""
    backward: dict[Node, list[Node]] = {node: [] for node in edges}
    for node, targets in edges.items():
        for target in targets:
            backward[target].append(node)
    parts: list[list[Node]] = []
    placed: set[Node] = set()
    for node in reversed(_finished(backward)):
        if node not in placed:
            parts.append(_closure(node, edges, placed))
            placed.update(parts[-1])
    return parts


def _finished(edges: Mapping[Node, Sequence[Node]]) -> list[Node]:
    """The nodes in the order in which a depth-first search leaves them."""
    left: list[Node] = []
    seen: set[Node] = set()
    for root in edges:
        stack = [(root, iter(edges[root]))] if root not in seen else []
        seen.add(root)
        while stack:
            node, rest = stack[-1]
            following = next((other for other in rest if other not in seen), None)
            if following is None:
                left.append(node)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(edges[following])))
    return left


def _closure(start: Node, edges: Mapping[Node, Sequence[Node]], without: set[Node]) -> list[Node]:
    reached, waiting = {start: None}, [start]
    while waiting:
        fresh = [other for other in edges[waiting.pop()] if other not in without and other not in reached]
        reached.update(dict.fromkeys(fresh))
        waiting += fresh
    return list(reached)
