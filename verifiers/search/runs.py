"""Trees of runs: the witnesses that facts and operators are reachable.

Node 0 is the initial state; every other node names an earlier node and the operator applied there.
``pruned`` keeps what a set of claims needs (greedy set cover, rarest claim first); ``bodies`` writes the tree
as certificates of kind ``runs``, each complete from node 0 and bounded in size.

>>> from certwright.domains.planning.strips import Operator, Task
>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> runs = StateTree.from_plans(task, [[1, 0]])
>>> runs.covered(task)
(7, 3)
>>> runs.pruned(task, facts=0b010, operators=0b01).bodies(task)
[{'actions': ['(move a b)'], 'steps': [0, 0]}]
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...domains.planning.strips import Task, bits
from ...instances.errors import CertificateError, LimitError
from ...instances.records import Json
from . import cover_kernels as kernels
from .kernels import inverted
from .tables import bitset, mask, row, rows, tables, words_of

MAX_BYTES = 60_000


@dataclass(frozen=True)
class StateTree:
    """A tree of states: node ``k + 1`` results from operator ``operators[k]`` in node ``parents[k]``."""

    parents: tuple[int, ...] = ()
    operators: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many nodes there are, node 0 included."""
        return len(self.parents) + 1

    def states(self, task: Task) -> list[int]:
        """The state of every node as a bitmask."""
        states = [task.init]
        for parent, operator in zip(self.parents, self.operators, strict=True):
            states.append(task.operators[operator].apply(states[parent]))
        return states

    def path(self, node: int) -> list[int]:
        """The operators that lead from node 0 to a node."""
        plan = []
        while node > 0:
            plan.append(self.operators[node - 1])
            node = self.parents[node - 1]
        return plan[::-1]

    def covered(self, task: Task) -> tuple[int, int]:
        """The facts that hold and the operators that are applicable in some node, as bitsets."""
        everything = np.ones(len(task.operators), dtype=np.bool_)
        nodes = rows(self.states(task), words_of(task))
        facts = np.bitwise_or.reduce(nodes, axis=0)
        _, shown = kernels.claims(tables(task), nodes, np.zeros_like(facts), everything)
        operators = np.zeros(len(task.operators), dtype=np.bool_)
        operators[shown - 64 * nodes.shape[1]] = True
        return mask(facts), bitset(operators)

    def pruned(self, task: Task, *, facts: int, operators: int) -> StateTree:
        """A part of the tree that shows the same of the given facts and operators (bitsets)."""
        states = rows(self.states(task), words_of(task))
        wanted = np.zeros(len(task.operators), dtype=np.bool_)
        wanted[list(bits(operators))] = True
        starts, shown = kernels.claims(tables(task), states, row(facts, states.shape[1]), wanted)
        parents = np.array([0, *self.parents], dtype=np.int32)
        into, showing = inverted(starts, shown, 64 * states.shape[1] + len(task.operators))
        rarest_first = np.argsort(np.diff(into), kind="stable")
        keep = kernels.cover(parents, starts, shown, into, showing, rarest_first)
        place = np.cumsum(keep) - 1
        nodes = [int(node) for node in np.flatnonzero(keep)[1:]]
        above = tuple(int(place[self.parents[node - 1]]) for node in nodes)
        return StateTree(above, tuple(self.operators[node - 1] for node in nodes))

    def bodies(self, task: Task, *, max_bytes: int = MAX_BYTES) -> list[Json]:
        """Bodies of certificates of kind ``runs`` that have every node between them.

        Each is a tree from node 0 of its own and takes at most ``max_bytes`` of canonical JSON.  Raises
        LimitError when a single branch does not fit.
        """
        bodies = [_Body()]
        for branch in self._branches():
            if not bodies[-1].take(self, task, branch, max_bytes):
                bodies.append(_Body())
                if not bodies[-1].take(self, task, branch, max_bytes):
                    raise LimitError(f"a run of {len(branch)} steps does not fit in {max_bytes} bytes")
        return [{"actions": list(body.actions), "steps": body.steps} for body in bodies]

    def _branches(self) -> Iterator[list[int]]:
        """The nodes from below the root down to each leaf, depth first."""
        children: list[list[int]] = [[] for _ in range(self.count)]
        for k, parent in enumerate(self.parents):
            children[parent].append(k + 1)
        stack = children[0][::-1]
        while stack:
            branch = [stack.pop()]
            stack += children[branch[0]][::-1]
            if not children[branch[0]]:
                while above := self.parents[branch[-1] - 1]:
                    branch.append(above)
                yield branch[::-1]

    @classmethod
    def from_plans(cls, task: Task, plans: Iterable[Sequence[int]]) -> StateTree:
        """The tree of sequences of operators from the initial state; equal states become one node."""
        return cls.union(task, (cls(tuple(range(len(plan))), tuple(plan)) for plan in plans))

    @classmethod
    def union(cls, task: Task, parts: Iterable[StateTree]) -> StateTree:
        """One tree that visits the states of all, each once; CertificateError for a step that cannot be."""
        states, number = [task.init], {task.init: 0}
        parents, operators = list[int](), list[int]()
        for part in parts:
            nodes = [0]
            for place, chosen in zip(part.parents, part.operators, strict=True):
                node, operator = nodes[place], task.operators[chosen]
                if not operator.applicable(states[node]):
                    raise CertificateError(f"{operator.name} is not applicable in node {node} of the runs")
                state = operator.apply(states[node])
                if state not in number:
                    number[state] = len(states)
                    states.append(state)
                    parents.append(node)
                    operators.append(chosen)
                nodes.append(number[state])
        return cls(tuple(parents), tuple(operators))


class _Body:
    """A certificate body under construction, with its size in canonical JSON."""

    def __init__(self) -> None:
        self.nodes, self.actions, self.steps = {0: 0}, dict[str, int](), list[int]()
        self.size = len('{"actions":[],"steps":[]}')

    def take(self, runs: StateTree, task: Task, branch: Sequence[int], max_bytes: int) -> bool:
        """Add the nodes of a branch; False where it would grow too large: the body is closed then."""
        actions, steps, size = len(self.actions), len(self.steps), self.size
        for node in (node for node in branch if node not in self.nodes):
            action = task.operators[runs.operators[node - 1]].name
            if action not in self.actions:
                self.actions[action] = len(self.actions)
                size += len(json.dumps(action, ensure_ascii=False).encode()) + 1
            step = self.nodes[runs.parents[node - 1]], self.actions[action]
            self.nodes[node] = len(self.nodes)
            self.steps += step
            size += sum(len(str(number)) + 1 for number in step)
        if size <= max_bytes:
            self.size = size
            return True
        del self.steps[steps:]
        self.actions = dict(list(self.actions.items())[:actions])
        return False
