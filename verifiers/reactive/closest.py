"""Longest paths through the automaton of M(I), where only those above a bound are wanted.

Each flip has a worth; wanted are certificates whose sum reaches ``need``.  A relaxation looks at the main run
alone, shadows aside: its table says for each class at each step what at most k further timesteps can still
bring.  A forward pass over the automaton keeps the states that, with it, can reach the need; a backward pass
over those gives the exact table, one best sum for each number of further timesteps.
"""

from collections.abc import Callable, Iterable

from .automaton import CertificateAutomaton
from .cells import Cells, members

Worth = Callable[[int, int], int]  # from a step and a mask, not 0, to what flipping it there is worth
Row = list[int | None]  # a best sum for each number of timesteps, or None where there is none
Ways = tuple[tuple[int, bool, int | None], ...]
"""(next state or class, whether without a flip, the best worth of a flip) for each next one."""


class Weighted:
    """The automaton with a worth for each flip; the worth is the same at all steps outside ``special``."""

    def __init__(self, automaton: CertificateAutomaton, worth: Worth, special: frozenset[int], budget: int):
        self.automaton, self.worth, self.special, self.budget = automaton, worth, special, budget
        self._plain: dict[tuple[str, object], Ways] = {}
        self.bounds = self._relax()

    def reaches(self, need: int) -> bool:
        """Whether the relaxation reaches the need at all."""
        return self._hopeful(0, 0, [0], need)

    def table(self, need: int) -> list[dict[int, Row]]:
        """``table[step][state][k]``: the best sum with exactly k timesteps, where the need is reached."""
        layers = self._forward(need)
        table: list[dict[int, Row]] = [{} for _ in layers]
        for step in range(self.automaton.horizon - 1, -1, -1):
            for state in layers[step]:
                row: Row = [0 if self.automaton.settled(step, state) else None, *[None] * self.budget]
                for target, still, gain in self._of_state(step, state):
                    far = self.row(table, step + 1, target)
                    if still:
                        raise_to(row, far, 0, 1, 0)
                    if gain is not None:
                        raise_to(row, far, gain, 0, 1)
                table[step][state] = row
        return table

    def row(self, table: list[dict[int, Row]], step: int, state: int) -> Row:
        """The row of a state; where the table has none, what holds without further timesteps."""
        known = table[step].get(state)
        return known if known is not None else [0 if self.automaton.settled(step, state) else None]

    def first(self, table: list[dict[int, Row]], left: int) -> Cells:
        """The best certificate with ``left`` timesteps whose list of cells comes first."""
        automaton, cells = self.automaton, 0
        step, state = 0, automaton.start
        assert state is not None
        while left:
            value = self.row(table, step, state)[left]
            assert value is not None
            arcs = automaton.arcs(step, state)
            for mask, target in arcs if left > 1 else sorted(arcs, key=_ending):
                gain, rest = self.worth(step, mask) if mask else 0, left - (mask > 0)
                far = self.row(table, step + 1, target)
                if rest < len(far) and (after := far[rest]) is not None and after + gain == value:
                    break
            cells |= mask << step * automaton.inputs
            step, state, left = step + 1, target, left - (mask > 0)
        return cells

    def _forward(self, need: int) -> list[list[int]]:
        """The states at each step that can reach the need and have a timestep left."""
        automaton, budget = self.automaton, self.budget
        reached: dict[int, Row] = {}
        if automaton.start is not None and budget:
            reached[automaton.start] = [0, *[None] * (budget - 1)]
        layers: list[list[int]] = []
        for step in range(automaton.horizon):
            kept = [state for state, row in reached.items() if self._hopeful(step, state, row, need)]
            layers.append(kept)
            after: dict[int, Row] = {}
            for state in kept:
                row = reached[state]
                automaton.spend(budget)
                for target, still, gain in self._of_state(step, state):
                    far = after.get(target)
                    if far is None:
                        far = after[target] = [None] * budget
                    if still:
                        raise_to(far, row, 0, 0, 0)
                    if gain is not None:
                        raise_to(far, row, gain, 0, 1)
            reached = after
        return [*layers, []]

    def _hopeful(self, step: int, state: int, row: Row, need: int) -> bool:
        bound = self.bounds[step][self.automaton.main_class(state)]
        return any(
            value is not None and (most := bound[self.budget - used]) is not None and value + most >= need
            for used, value in enumerate(row)
        )

    def _relax(self) -> list[list[Row]]:
        """For each step and class: the best sum of at most k further timesteps that lead to acceptance."""
        automaton, budget = self.automaton, self.budget
        after: list[Row] = [[None] * (budget + 1), [0] * (budget + 1)]
        table = [after]
        for step in range(automaton.horizon - 1, -1, -1):
            before: list[Row] = []
            automaton.spend(len(automaton.layers[step]) * (budget + 1))
            for place in range(len(automaton.layers[step])):
                row: Row = [None] * (budget + 1)
                for target, still, gain in self._of_class(step, place):
                    far = after[target]
                    if still:
                        raise_to(row, far, 0, 0, 0)
                    if gain is not None:
                        raise_to(row, far, gain, 0, 1)
                before.append(row)
            table.append(before)
            after = before
        table.reverse()
        return table

    def _of_state(self, step: int, state: int) -> Ways:
        arcs = self.automaton.arcs(step, state)
        return self._ways("state", step, arcs, id(arcs))

    def _of_class(self, step: int, place: int) -> Ways:
        row, base = self.automaton.layers[step][place], self.automaton.base[step]
        arcs = ((base ^ letter, after) for letter, after in enumerate(row))
        return self._ways("class", step, arcs, (id(row), base))

    def _ways(self, kind: str, step: int, arcs: Iterable[tuple[int, int]], key: object) -> Ways:
        plain = step not in self.special
        if plain and (kind, key) in self._plain:
            return self._plain[kind, key]
        listed = tuple(arcs)
        self.automaton.spend(len(listed))
        best: dict[int, tuple[bool, int | None]] = {}
        for mask, target in listed:
            still, gain = best.get(target, (False, None))
            if mask:
                worth = self.worth(step, mask)
                gain = worth if gain is None else max(worth, gain)
            best[target] = (still or not mask, gain)
        ways = tuple((target, *way) for target, way in best.items())
        if plain:
            self._plain[kind, key] = ways
        return ways


def raise_to(row: Row, far: Row, gain: int, first: int, shift: int) -> None:
    """``row[k + shift]`` becomes at least ``far[k] + gain``, for k from ``first`` on."""
    for place in range(first, min(len(far), len(row) - shift)):
        if (value := far[place]) is not None:
            known = row[place + shift]
            row[place + shift] = value + gain if known is None else max(known, value + gain)


def _ending(arc: tuple[int, int]) -> tuple[bool, list[int]]:
    """The order of masks where the list of cells ends with this step: a beginning comes before the longer."""
    mask = arc[0]
    return mask == 0, members(mask)
