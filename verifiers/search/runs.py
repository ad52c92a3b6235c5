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
        return StateTree(
            tuple(int(place[self.parents[node - 1]]) for node in nodes),
            tuple(self.operators[node - 1] for node in nodes),
        )

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
        return [body.json() for body in bodies]

    def _branches(self) -> Iterator[list[int]]:
        """The nodes from below the root down to each leaf, depth first."""
        children: list[list[int]] = [[] for _ in range(self.count)]
        for k, parent in enumerate(self.parents):
            children[parent].append(k + 1)
        branch: list[int] = []
        depth = [0] * self.count
        stack = children[0][::-1]
        while stack:
            node = stack.pop()
            above = self.parents[node - 1]
            depth[node] = depth[above] + 1
            del branch[depth[above] :]
            branch.append(node)
            if children[node]:
                stack.extend(children[node][::-1])
            else:
                yield list(branch)

    @classmethod
    def from_plans(cls, task: Task, plans: Iterable[Sequence[int]]) -> StateTree:
        """The tree of sequences of operators from the initial state; equal states become one node."""
        growth = Growth(task.init)
        for plan in plans:
            node = 0
            for operator in plan:
                node = growth.step(task, node, operator)
        return growth.runs()

    @classmethod
    def union(cls, task: Task, parts: Iterable[StateTree]) -> StateTree:
        """One tree that visits the states of all."""
        growth = Growth(task.init)
        for part in parts:
            nodes = [0]
            for parent, operator in zip(part.parents, part.operators, strict=True):
                nodes.append(growth.step(task, nodes[parent], operator))
        return growth.runs()


class Growth:
    """A tree under construction that has one node a state."""

    def __init__(self, init: int) -> None:
        self.states = [init]
        self.number = {init: 0}
        self.parents: list[int] = []
        self.operators: list[int] = []

    def step(self, task: Task, node: int, operator: int) -> int:
        """The node of the state that an operator makes of a node's; CertificateError for none."""
        if not task.operators[operator].applicable(self.states[node]):
            name = task.operators[operator].name
            raise CertificateError(f"{name} is not applicable in node {node} of the runs")
        state = task.operators[operator].apply(self.states[node])
        known = self.number.get(state)
        if known is not None:
            return known
        self.number[state] = len(self.states)
        self.states.append(state)
        self.parents.append(node)
        self.operators.append(operator)
        return len(self.states) - 1

    def runs(self) -> StateTree:
        """The tree so far."""
        return StateTree(tuple(self.parents), tuple(self.operators))


class _Body:
    """A certificate body under construction, with its size in canonical JSON."""

    def __init__(self) -> None:
        self.nodes = {0: 0}
        self.actions: dict[str, int] = {}
        self.steps: list[int] = []
        self.size = len('{"actions":[],"steps":[]}')

    def take(self, runs: StateTree, task: Task, branch: Sequence[int], max_bytes: int) -> bool:
        """Add the nodes of a branch unless the body grows too large."""
        nodes: dict[int, int] = {}
        actions: dict[str, int] = {}
        steps: list[int] = []
        size = self.size
        for node in (node for node in branch if node not in self.nodes):
            action, parent = task.operators[runs.operators[node - 1]].name, runs.parents[node - 1]
            if action not in self.actions and action not in actions:
                actions[action] = len(self.actions) + len(actions)
                size += len(json.dumps(action, ensure_ascii=False).encode()) + 1
            place = self.nodes[parent] if parent in self.nodes else nodes[parent]
            steps += [place, self.actions.get(action, actions.get(action, 0))]
            nodes[node] = len(self.nodes) + len(nodes)
            size += len(str(steps[-2])) + len(str(steps[-1])) + 2
        if size > max_bytes:
            return False
        self.nodes.update(nodes)
        self.actions.update(actions)
        self.size = size
        self.steps += steps
        return True

    def json(self) -> Json:
        return {"actions": list(self.actions), "steps": self.steps}
