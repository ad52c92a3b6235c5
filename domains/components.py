"""The strongly connected parts of a graph (Tarjan, 1972; without recursion).

>>> components({"a": ["b"], "b": ["a", "c"], "c": []})
[['c'], ['a', 'b']]
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(edges: Mapping[Node, Sequence[Node]]) -> list[list[Node]]:
    """The parts, each after those that it leads to; every node is a key of ``edges``."""
    parts: list[list[Node]] = []
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}  # the least number that a node is known to lead to within its part
    waiting: list[Node] = []  # nodes whose part is not known yet
    for root in edges:
        path = [(root, iter(edges[root]))] if root not in number else []
        while path:
            node, rest = path[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                waiting.append(node)
            following = next(rest, None)
            if following is not None:
                if following not in number:
                    path.append((following, iter(edges[following])))
                else:
                    lowest[node] = min(lowest[node], lowest[following])
                continue
            path.pop()
            if path:
                lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
            if lowest[node] == number[node]:
                part: list[Node] = []
                while not part or part[-1] != node:
                    part.append(waiting.pop())
                parts.append(part[::-1])
                lowest.update(dict.fromkeys(part, len(edges)))
    return parts
