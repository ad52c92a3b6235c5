"""Trees of runs: the witnesses that facts and operators are reachable.

Node 0 is the initial state; every other node names an earlier node and the operator applied there.
Whatever is true, or applicable, in a node is reachable, so one tree witnesses thousands of claims at
once.  ``pruned`` keeps what a given set of claims needs (greedy set cover: rarest claim first, by the
cheapest node that shows it) and ``bodies`` writes the tree as certificates of kind ``runs``, each
complete from node 0 and bounded in size.

>>> from certwright.domains.planning.strips import Operator, Task
>>> ahead = Operator("(move a b)", pre=0b001, add=0b010, delete=0b001)
>>> fall = Operator("(fall b c)", pre=0b010, add=0b100, delete=0b010)
>>> task = Task(("(at a)", "(at b)", "(at c)"), (fall, ahead), init=0b001, goal=0b100)
>>> runs = Runs.from_plans(task, [[1, 0]])
>>> runs.covered(task)
(7, 3)
>>> runs.pruned(task, facts=0b010, operators=0b01).bodies(task)
[{'actions': ['(move a b)'], 'steps': [0, 0]}]
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...domains.planning.strips import Task, bits
from ...instances.errors import CertificateError, LimitError
from ...instances.records import Json
from . import kernels
from .explicit import Exploration
from .tables import Words, tables, words_of

MAX_BYTES = 60_000
CHOICES = 64
"""How many of the nodes that show a claim are compared when one is picked."""


@dataclass(frozen=True)
class Runs:
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
        facts = 0
        operators = 0
        for state in self.states(task):
            facts |= state
        for number in np.unique(_applicable(task, self.states(task))[1]):
            operators |= 1 << int(number)
        return facts, operators

    def pruned(self, task: Task, *, facts: int, operators: int) -> Runs:
        """A part of the tree that shows the same of the given facts and operators (bitsets)."""
        shown = _claims(task, self.states(task), facts, operators)
        keep = _cover(self.parents, shown)
        number = {node: k for k, node in enumerate(keep)}
        return Runs(
            tuple(number[self.parents[node - 1]] for node in keep[1:]),
            tuple(self.operators[node - 1] for node in keep[1:]),
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
    def from_plans(cls, task: Task, plans: Iterable[Sequence[int]]) -> Runs:
        """The tree of sequences of operators from the initial state; equal states become one node."""
        growth = Growth(task.init)
        for plan in plans:
            node = 0
            for operator in plan:
                node = growth.step(task, node, operator)
        return growth.runs()

    @classmethod
    def union(cls, task: Task, parts: Iterable[Runs]) -> Runs:
        """One tree that visits the states of all."""
        growth = Growth(task.init)
        for part in parts:
            nodes = [0]
            for parent, operator in zip(part.parents, part.operators, strict=True):
                nodes.append(growth.step(task, nodes[parent], operator))
        return growth.runs()

    @classmethod
    def from_exploration(cls, exploration: Exploration, *, facts: int, operators: int) -> Runs:
        """Shortest runs to the first states that show each of the facts and operators (bitsets).

        For an exploration that began in the initial state.
        """
        wanted = {int(exploration.first_holding[fact]) for fact in bits(facts)}
        wanted |= {int(exploration.first_applicable[operator]) for operator in bits(operators)}
        nodes = {0}
        for number in wanted:
            while number > 0 and number not in nodes:
                nodes.add(number)
                number = int(exploration.parent[number])
        order = sorted(nodes)
        place = {number: k for k, number in enumerate(order)}
        tree = cls(
            tuple(place[int(exploration.parent[number])] for number in order[1:]),
            tuple(int(exploration.via[number]) for number in order[1:]),
        )
        return tree.pruned(exploration.task, facts=facts, operators=operators)


class Growth:
    """A tree under construction that has one node a state."""

    def __init__(self, init: int) -> None:
        self.states = [init]
        self.number = {init: 0}
        self.parents: list[int] = []
        self.operators: list[int] = []

    def step(self, task: Task, node: int, operator: int) -> int:
        """The node of the state that an operator makes of a node's state.

        Raises CertificateError when the operator is not applicable there.
        """
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

    def runs(self) -> Runs:
        """The tree so far."""
        return Runs(tuple(self.parents), tuple(self.operators))


class _Body:
    """A certificate body under construction, with its size in canonical JSON."""

    def __init__(self) -> None:
        self.nodes = {0: 0}
        self.actions: dict[int, int] = {}
        self.names: list[str] = []
        self.steps: list[int] = []
        self.size = len('{"actions":[],"steps":[]}')

    def take(self, runs: Runs, task: Task, branch: Sequence[int], max_bytes: int) -> bool:
        """Add the nodes of a branch unless the body grows too large."""
        nodes: dict[int, int] = {}
        actions: dict[int, int] = {}
        names: list[str] = []
        steps: list[int] = []
        size = self.size
        for node in (node for node in branch if node not in self.nodes):
            operator, parent = runs.operators[node - 1], runs.parents[node - 1]
            if operator not in self.actions and operator not in actions:
                actions[operator] = len(self.actions) + len(actions)
                names.append(task.operators[operator].name)
                size += len(json.dumps(names[-1], ensure_ascii=False).encode()) + 1
            place = self.nodes[parent] if parent in self.nodes else nodes[parent]
            steps += [place, self.actions.get(operator, actions.get(operator, 0))]
            nodes[node] = len(self.nodes) + len(nodes)
            size += len(str(steps[-2])) + len(str(steps[-1])) + 2
        if size > max_bytes:
            return False
        self.nodes.update(nodes)
        self.actions.update(actions)
        self.size = size
        self.names += names
        self.steps += steps
        return True

    def json(self) -> Json:
        """The body."""
        return {"actions": self.names, "steps": self.steps}


def _rows(task: Task, states: Sequence[int]) -> Words:
    words = words_of(task)
    joined = b"".join(state.to_bytes(8 * words, "little") for state in states)
    return np.frombuffer(joined, dtype=np.uint64).reshape(len(states), words)


def _applicable(task: Task, states: Sequence[int]) -> tuple[list[int], list[int]]:
    """The operators applicable in each state, as (starts, numbers)."""
    closed = np.zeros(len(task.operators), dtype=np.bool_)
    starts, operators = kernels.all_applicable(tables(task), closed, _rows(task, states))
    return starts.tolist(), operators.tolist()


def _claims(task: Task, states: Sequence[int], facts: int, operators: int) -> list[list[int]]:
    """Which of the wanted facts (by number) and operators (by -1 - number) each state shows."""
    starts, numbers = _applicable(task, states)
    wanted = set(bits(operators))
    return [
        list(bits(state & facts))
        + sorted(-1 - number for number in numbers[starts[node] : starts[node + 1]] if number in wanted)
        for node, state in enumerate(states)
    ]


def _cover(parents: Sequence[int], shown: Sequence[Sequence[int]]) -> list[int]:
    """Nodes, closed under parents and ascending, that show each claim some node shows."""
    showing: dict[int, list[int]] = {}
    for node, claims in enumerate(shown):
        for claim in claims:
            showing.setdefault(claim, []).append(node)
    times = Counter(shown[0])
    kept = {0}
    for claim in sorted(showing, key=lambda claim: (len(showing[claim]), claim)):
        if times[claim]:
            continue
        branches = (_missing(parents, node, kept) for node in showing[claim][:CHOICES])
        for node in min(branches, key=lambda branch: (len(branch), branch)):
            kept.add(node)
            times.update(shown[node])
    children = Counter(parents[node - 1] for node in kept if node)
    for node in sorted(kept, reverse=True):
        if node and not children[node] and all(times[claim] > 1 for claim in shown[node]):
            kept.remove(node)
            times.subtract(shown[node])
            children[parents[node - 1]] -= 1
    return sorted(kept)


def _missing(parents: Sequence[int], node: int, kept: set[int]) -> list[int]:
    """A node and those above it that are not yet kept."""
    branch = []
    while node not in kept:
        branch.append(node)
        node = parents[node - 1]
    return branch
