"""Formulas over ground fluents as reduced ordered decision diagrams (Bryant, 1986).

A diagram is a number: 0 is false, 1 is true, any other a node that asks for one fact.  Equal functions have
equal numbers, whatever formulas they come from, so comparing two of them is comparing two numbers.

>>> diagrams = Diagrams()
>>> p, q = diagrams.fact(("p",)), diagrams.fact(("q",))
>>> diagrams.choose(p, diagrams.choose(q, 1, 0), 0) == diagrams.choose(q, p, 0)
True
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...instances.errors import LimitError
from .tree import Fact

MAX_NODES = 100_000
MAX_STEPS = 1_000_000  # diagrams that taking one action apart may look at


class Literal(NamedTuple):
    """A ground fluent, or derived fact, that must be true, or must be false."""

    fact: Fact
    wanted: bool


class Node(NamedTuple):
    """What a diagram asks first, by its place in the order, and what follows where it is false and true."""

    place: int
    low: int
    high: int


Key = tuple[int, int, int]


class Diagrams:
    """Diagrams over one order of facts: that in which they are first named."""

    def __init__(self) -> None:
        self._facts: list[Fact] = []
        self._places: dict[Fact, int] = {}
        self._nodes = [Node(-1, 0, 0), Node(-1, 1, 1)]
        self._numbers: dict[Node, int] = {}
        self._chosen: dict[Key, int] = {}

    def fact(self, fact: Fact) -> int:
        """The diagram that is true where a fact is."""
        place = self._places.setdefault(fact, len(self._places))
        if place == len(self._facts):
            self._facts.append(fact)
        return self._node(place, 0, 1)

    def choose(self, test: int, yes: int, no: int) -> int:
        """One diagram where ``test`` is true, another where it is false; LimitError beyond ``MAX_NODES``."""
        open_keys = [(test, yes, no)]
        while open_keys:
            key = open_keys[-1]
            if self._value(key) is not None:
                open_keys.pop()
                continue
            place = min(self._nodes[number].place for number in key if number > 1)
            parts = [self._split(number, place) for number in key]
            low_key: Key = (parts[0].low, parts[1].low, parts[2].low)
            high_key: Key = (parts[0].high, parts[1].high, parts[2].high)
            low, high = self._value(low_key), self._value(high_key)
            if low is None:
                open_keys.append(low_key)
            elif high is None:
                open_keys.append(high_key)
            else:
                self._chosen[key] = self._node(place, low, high)
        value = self._value((test, yes, no))
        assert value is not None
        return value

    def _value(self, key: Key) -> int | None:
        test, yes, no = key
        if test < 2 or yes == no:
            return yes if test else no
        return test if (yes, no) == (1, 0) else self._chosen.get(key)

    def _split(self, number: int, place: int) -> Node:
        """The two sides of a diagram at a place that is not after its own."""
        node = self._nodes[number]
        return node if node.place == place else Node(place, number, number)

    def _node(self, place: int, low: int, high: int) -> int:
        if low == high:
            return low
        node = Node(place, low, high)
        number = self._numbers.get(node)
        if number is None:
            if len(self._nodes) > MAX_NODES:
                raise LimitError(f"its conditions need a decision diagram of more than {MAX_NODES} nodes")
            number = self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return number

    def branches(
        self, wanted: int, others: Sequence[int]
    ) -> Iterator[tuple[tuple[Literal, ...], tuple[int, ...]]]:
        """The short assignments that make a diagram true, and the others' values; LimitError for steps."""
        stack: list[tuple[tuple[int, ...], tuple[Literal, ...]]] = [((wanted, *others), ())]
        steps = 0
        while stack:
            numbers, known = stack.pop()
            steps += len(numbers)
            if steps > MAX_STEPS:
                raise LimitError(f"its cases need more than {MAX_STEPS} steps to be told apart")
            if numbers[0] == 0:
                continue
            if max(numbers) < 2:
                yield known, numbers[1:]
                continue
            place = min(self._nodes[number].place for number in numbers if number > 1)
            parts = [self._split(number, place) for number in numbers]
            fact = self._facts[place]
            stack.append((tuple([part.low for part in parts]), (*known, Literal(fact, False))))
            stack.append((tuple([part.high for part in parts]), (*known, Literal(fact, True))))

    def literals(self, number: int) -> list[Literal] | None:
        """The literals of a diagram that is a conjunction of some; None for any other."""
        literals = []
        while number > 1:
            node = self._nodes[number]
            if 0 not in (node.low, node.high):
                return None
            literals.append(Literal(self._facts[node.place], node.low == 0))
            number = node.high if node.low == 0 else node.low
        return literals if number else None
