"""Witnesses that facts and operators are reachable, where the state space is too large to store.

A tree of states is grown by *widening*, breadth first, where a successor is kept when it makes a fact true or
an operator applicable that no node shows yet (the width-based IW(1) of Lipovetzky and Geffner, ECAI 2012);
and by *reaching*: for something not shown, greedy search from the nodes that miss fewest preconditions, and
from node 0.  Searches that fail are repeated with a larger share of the bound, those that ran dry excepted.
What stays uncovered is not thereby unreachable.  The result depends on the task and the bound alone.

>>> from certwright.domains.planning.strips import Operator, Task
>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> witness_runs(task, facts=0b111, operators=0b11)
StateTree(parents=(0, 1), operators=(1, 0))
"""

from collections.abc import Iterator

import numpy as np

from ...domains.planning.strips import Task, bits
from . import cover_kernels as kernels
from .greedy import Searcher
from .runs import StateTree
from .tables import Words, bitset, mask, row

LIMIT = 300_000
FIRST_SHARE = 200  # states evaluated for one target in round one, ``GROWTH`` times as many in each later one
GROWTH = 8
SEEDS = 4
ADDERS = 16


class _Tree:
    """The nodes so far and what they show."""

    def __init__(self, task: Task, limit: int) -> None:
        self.searcher = Searcher.of(task)
        self.left = limit
        self.states = np.zeros((64, self.searcher.words), dtype=np.uint64)
        self.states[0] = row(task.init, self.searcher.words)
        self.parent, self.via = np.full(64, -1, dtype=np.int32), np.full(64, -1, dtype=np.int32)
        self.count, self.head = 1, 0
        self.open = np.zeros(len(task.operators), dtype=np.bool_)
        self.facts = np.zeros(64 * self.searcher.words, dtype=np.bool_)
        self.operators = np.zeros(len(task.operators), dtype=np.bool_)
        self.buffer = np.empty(max(self.facts.size, self.operators.size), dtype=np.int32)
        self._note(0)

    def _note(self, node: int) -> None:
        kernels.note(
            self.searcher.tables, self.open, self.states[node], self.facts, self.operators, self.buffer
        )

    def widen(self) -> None:
        tree, seen = (self.states, self.parent, self.via, self.open), (self.facts, self.operators)
        self.states, self.parent, self.via, self.count, self.head = kernels.widen(
            self.searcher.tables, self.searcher.relations, tree, self.count, self.head, seen
        )

    def reach(self, goal: Words, near: Words, share: int) -> bool:
        """Search for ``goal`` from the nodes nearest to a row of ``near``; False to try with more."""
        nodes = kernels.nearest(self.states, self.count, near, SEEDS).tolist()
        nodes += [0] if 0 not in nodes else []
        result = self.searcher.search_rows(self.states[nodes], goal, self.open, min(share, self.left))
        self.left -= result.evaluated
        if result.plan is None:
            return result.exhausted
        node = nodes[result.seed]
        for operator in result.plan:
            node = self._append(node, operator)
        self.widen()
        return True

    def _append(self, node: int, operator: int) -> int:
        if self.count == self.states.shape[0]:
            grown = [self.states, self.parent, self.via]
            self.states, self.parent, self.via = (np.concatenate([a, np.zeros_like(a)]) for a in grown)
        new = self.count
        after = self.searcher.task.operators[operator].apply(mask(self.states[node]))
        self.states[new] = row(after, self.searcher.words)
        self.parent[new], self.via[new] = node, operator
        self.count += 1
        self._note(new)
        return new


def witness_runs(task: Task, *, facts: int, operators: int, limit: int = LIMIT) -> StateTree:
    """Runs that show as many of the wanted facts and operators as ``limit`` evaluated states allow."""
    tree = _Tree(task, limit)
    tree.widen()
    share, done = FIRST_SHARE, False
    while not done and tree.left > 0:
        done = True
        for goal, near in _targets(task, tree, facts, operators):
            if tree.left <= 0:
                break
            if not tree.reach(goal, near, share):
                done = False
        share *= GROWTH
    parents, via = (tuple(numbers[1 : tree.count].tolist()) for numbers in (tree.parent, tree.via))
    return StateTree(parents, via).pruned(task, facts=facts, operators=operators)


def _targets(task: Task, tree: _Tree, facts: int, operators: int) -> Iterator[tuple[Words, Words]]:
    """What to reach for each wanted thing that is not shown when its turn comes, and what to be near to."""
    words = tree.searcher.words
    for number in bits(operators & ~bitset(tree.operators)):
        if not tree.operators[number]:
            goal = row(task.operators[number].pre, words)
            yield goal, goal.reshape(1, words)
    for fact in bits(facts & ~bitset(tree.facts)):
        if not tree.facts[fact]:
            relations = tree.searcher.relations
            adders = relations.adders[relations.adder_start[fact] : relations.adder_start[fact + 1]][:ADDERS]
            if adders.size:
                needs = [row(task.operators[int(number)].pre, words) for number in adders]
                yield row(1 << fact, words), np.stack(needs)
