"""Automata over infinite words: which lassos one accepts, by the definition of HOA v1.

Nondeterminism, several initial states and every acceptance condition of the format are read; alternation is
not.  A lasso is accepted when its product with the automaton, a finite graph, has a reachable cycle that
satisfies the condition; `_fair` decides that as Baier et al. do ("Generic emptiness check for fun and
profit", ATVA 2019).

>>> states = "State: 0 [0] 1 State: 1 [t] 0"
>>> even = read_recogniser(f'HOA: v1 AP: 1 "a" Start: 0 Acceptance: 0 t --BODY-- {states} --END--')
>>> even.accepts([{"a"}, set()], 0), even.accepts([{"a"}], 0), even.accepts([set(), {"a"}], 0)
(True, True, False)
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ...instances.errors import LimitError, UnsupportedError, WorldError
from ..components import components
from .hoa import quoted
from .hoa_rows import RowBuilder, interface
from .hoa_syntax import Acceptance, Marks, parse
from .labels import Valuations, evaluated, label_text

SET_LIMIT = 32  # acceptance sets; Spot has no more
SPLIT_LIMIT = 20_000
"""Parts of one product that are looked at: a condition with many ``Fin`` may need 2 to the power of them."""

_Node = tuple[int, int]
_Edge = tuple[_Node, _Node, frozenset[int]]


@dataclass(frozen=True)
class Recogniser:
    """An automaton that reads valuations of ``aps``; a table is a set of valuations (`labels.py`)."""

    aps: tuple[str, ...]
    starts: tuple[int, ...]
    edges: Mapping[int, tuple[tuple[int, int, frozenset[int]], ...]]
    """By state: table, target, and the acceptance sets of edge and state."""
    acceptance: Acceptance
    ap_line: int | None = None

    def accepts(self, word: Sequence[Collection[str]], loop: int) -> bool:
        """Whether a lasso (steps of propositions, then step ``loop`` again) is accepted; LimitError."""
        letters = [sum((ap in names) << bit for bit, ap in enumerate(self.aps)) for names in word]
        order: dict[_Node, None] = dict.fromkeys((0, start) for start in self.starts)
        product: list[_Edge] = []
        for node in (waiting := list(order)):
            step, state = node
            following = step + 1 if step + 1 < len(word) else loop
            for table, after, sets in self.edges[state]:
                if table >> letters[step] & 1:
                    product.append((node, (following, after), sets))
                    if (following, after) not in order:
                        order[following, after] = None
                        waiting.append((following, after))
        return _fair(product, self.acceptance)

    def text(self) -> str:
        """The automaton as HOA text that claims nothing about it; the last line ends."""
        space = Valuations(len(self.aps))
        lines = ["HOA: v1", *(f"Start: {start}" for start in self.starts)]
        lines.append(" ".join(["AP:", str(len(self.aps)), *map(quoted, self.aps)]))
        lines += [f"Acceptance: {self.acceptance.sets} {self.acceptance.text}", "--BODY--"]
        for state, row in self.edges.items():
            lines.append(f"State: {state}")
            for table, target, sets in row:
                marks = f" {{{' '.join(map(str, sorted(sets)))}}}" if sets else ""
                lines.append(f"[{label_text(space.cover(table))}] {target}{marks}")
        return "\n".join([*lines, "--END--", ""])


def read_recogniser(text: str, *, file: str = "effect.hoa") -> Recogniser:
    """The automaton of a HOA text; WorldError or UnsupportedError with the place, LimitError for size."""
    automaton = parse(text, file)
    acceptance = automaton.acceptance
    if acceptance.sets > SET_LIMIT:
        message = f"{acceptance.sets} acceptance sets; at most {SET_LIMIT} are read"
        raise LimitError(f"{file}:{acceptance.line}: {message}")
    lines = [automaton.start_line] if any(len(start) > 1 for start in automaton.starts) else []
    lines += [edge.line for state in automaton.states for edge in state.edges if len(edge.targets) > 1]
    if lines:
        message = "a conjunction of states: alternating automata are not read"
        raise UnsupportedError(f"{file}:{lines[0]}: {message}")
    reader = RowBuilder(automaton, interface(automaton, ()), choose=True)
    edges = {}
    for state in automaton.states:
        row = []
        for edge, table in reader.edges(state):
            target = edge.targets[0]
            if target not in reader.states:
                message = f"state {target} is reached but not defined"
                raise WorldError(message, file=file, line=edge.line)
            row.append((table, target, frozenset((*state.sets, *edge.sets))))
        edges[state.number] = tuple(row)
    starts = tuple(dict.fromkeys(start for (start,) in automaton.starts))
    if missing := [start for start in starts if start not in edges]:
        message = f"state {missing[0]} is reached but not defined"
        raise WorldError(message, file=file, line=automaton.start_line)
    return Recogniser(automaton.propositions, starts, edges, acceptance, automaton.ap_line or None)


def _fair(product: list[_Edge], acceptance: Acceptance) -> bool:
    """Whether some cycle of a graph satisfies a condition.

    A cycle through all edges of a part visits all of its sets.  Where that is not enough, one mark ``Fin`` is
    either satisfied, by a cycle without the edges of its set, or taken to be false.
    """
    marks = [mark for mark in dict.fromkeys(acceptance.condition) if not isinstance(mark, str)]
    waiting: list[tuple[list[_Edge], frozenset[Marks]]] = [(product, frozenset())]
    for count, (edges, false) in enumerate(waiting):
        if count > SPLIT_LIMIT:
            raise LimitError(f"a condition that divides one product into more than {SPLIT_LIMIT} parts")
        for part in _parts(edges):
            kept = [sets for _, _, sets in part]
            visited = {mark: any(_within(mark, sets) for sets in kept) for mark in marks}
            if _value(acceptance, {mark: (mark[0] == "Inf") == seen for mark, seen in visited.items()}):
                return True
            fins = [mark for mark, seen in visited.items() if mark[0] == "Fin" and seen]
            open_marks = [mark for mark in fins if mark not in false]
            best = {mark: (mark[0] == "Inf") == seen or mark in open_marks for mark, seen in visited.items()}
            if open_marks and _value(acceptance, best):
                mark = open_marks[0]
                waiting.append(([edge for edge in part if not _within(mark, edge[2])], false))
                waiting.append((part, false | {mark}))
    return False


def _parts(edges: Sequence[_Edge]) -> list[list[_Edge]]:
    targets: dict[_Node, list[_Node]] = {}
    for source, target, _ in edges:
        targets.setdefault(source, []).append(target)
        targets.setdefault(target, [])
    number = {node: place for place, part in enumerate(components(targets)) for node in part}
    parts: dict[int, list[_Edge]] = {}
    for edge in edges:
        if number[edge[0]] == number[edge[1]]:
            parts.setdefault(number[edge[0]], []).append(edge)
    return list(parts.values())


def _within(mark: Marks, sets: Collection[int]) -> bool:
    """Whether an edge with these sets is in the set of a mark, or in its complement."""
    return (mark[1] in sets) == mark[2]


def _value(acceptance: Acceptance, marks: Mapping[Marks, bool]) -> bool:
    condition = acceptance.condition
    return bool(evaluated(condition, lambda item: item == "t" if isinstance(item, str) else marks[item]))
