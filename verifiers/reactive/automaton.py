"""The automaton of M(I): which flips, step by step, make a valid certificate.

Two nodes of the product at step t are *equal in future* when the same letters from t on lead both to
acceptance or neither.  These classes come from one backward pass: a node's class at t is the row of its
successors' classes at t + 1 (Myhill and Nerode, on an acyclic unrolling).  Class ``LOST``: no letters lead to
acceptance; ``WON``: all do.  Equal layers are one object, so a long trace in one phase costs no more.

A state holds the class of the main run and the set of classes of its *shadows*, the runs that leave out one
flip.  Flipping mask f at step t moves all of them by the same letter and adds, for each input a of f, the
shadow that reads the letter without a's flip.  The word of masks is a valid certificate exactly when the main
run is accepted and no shadow is; so a state is dead when the main run is lost, when a shadow is won, or meets
the main run; lost shadows are dropped.  With ``subset_minimal`` the shadows are the runs of all proper
subsets (the optional diagnostic, definition 14).

With one timestep left, ``closing`` counts the letters that lead the main run to acceptance and no shadow.
"""

from functools import reduce
from operator import or_

from ...domains.reactive.effect import Product, Table
from ...instances.errors import LimitError
from .cells import mask_order, members

LIMIT = 10_000_000  # transitions that one question may look at before it is left undecided
LOST, WON = 0, 1
START = 0  # the state in which a word of masks begins, where that is not dead

Arcs = tuple[tuple[int, int], ...]  # (mask, next state) of each flip that is not dead, by ``mask_order``


class CertificateAutomaton:
    """States are numbered as they are met; what follows from them is kept for each phase of the product."""

    def __init__(self, product: Product, *, subset_minimal: bool = False, limit: int = LIMIT):
        """The automaton of ``product``; ``limit`` bounds ``spent``."""
        start, self.layers = classes(product)
        self.base, self.inputs = product.base, product.inputs
        self.subset_minimal, self.limit, self.spent = subset_minimal, limit, 0
        self.start: int | None = None if start == LOST else START
        self._states: list[tuple[int, int]] = [(start, 0)]
        self._number = {self._states[0]: 0}
        self._undisturbed = _undisturbed(self.layers, self.base)
        self._grouped: dict[int, tuple[tuple[int, int, int], ...]] = {}
        phases: dict[tuple[int, int], _Phase] = {}
        ends: dict[tuple[int, int, int], _End] = {}
        self._ends: list[_End] = []
        for layer, letter, accepted in zip(self.layers, self.base, self._undisturbed[1:], strict=True):
            key, end = (id(layer), letter), (id(layer), letter, accepted)
            if key not in phases:
                phases[key] = _Phase(layer, letter, self.inputs, subset_minimal)
            if end not in ends:
                ends[end] = _End(phases[key], accepted)
            self._ends.append(ends[end])

    @property
    def horizon(self) -> int:
        """The number of steps."""
        return len(self.layers)

    def main_class(self, state: int) -> int:
        """The class of the main run in a state."""
        return self._states[state][0]

    def spend(self, amount: int) -> None:
        """Count work; LimitError when there was too much."""
        self.spent += amount
        if self.spent > self.limit:
            raise LimitError(f"more than {self.limit} transitions of the certificates' automaton")

    def settled(self, step: int, state: int) -> bool:
        """Whether the certificate is valid when nothing is flipped from ``step`` on."""
        main, shadows = self._states[state]
        accepted = self._undisturbed[step]
        return bool(accepted >> main & 1) and not shadows & accepted

    def closing(self, step: int, state: int) -> int:
        """The number of flips at ``step`` that make a valid certificate with no flip after them."""
        end = self._ends[step]
        if state not in end.known:
            self.spend(1)
            end.known[state] = end.flips(*self._states[state])
        return end.known[state]

    def still(self, step: int, state: int) -> int | None:
        """The next state when nothing is flipped at ``step``; None where that is dead."""
        phase = self._ends[step].phase
        if state not in phase.still:
            self.spend(1)
            after = phase.follow(*self._states[state])
            phase.still[state] = None if after is None else self._intern(after)
        return phase.still[state]

    def arcs(self, step: int, state: int) -> Arcs:
        """The transitions of a state at a step."""
        phase = self._ends[step].phase
        if state not in phase.arcs:
            self.spend(1 << self.inputs)
            expanded = phase.expand(*self._states[state])
            phase.arcs[state] = tuple((mask, self._intern(after)) for mask, after in expanded)
        return phase.arcs[state]

    def grouped(self, arcs: Arcs) -> tuple[tuple[int, int, int], ...]:
        """(next state, ways without a flip, ways with flips) for each next state of ``arcs``."""
        if id(arcs) not in self._grouped:
            ways: dict[int, list[int]] = {}
            for mask, state in arcs:
                ways.setdefault(state, [0, 0])[mask > 0] += 1
            self._grouped[id(arcs)] = tuple((state, still, moved) for state, (still, moved) in ways.items())
        return self._grouped[id(arcs)]

    def reachable(self, budget: int) -> tuple[tuple[int, ...], ...]:
        """For each step, the states reached by less than ``budget`` intervened timesteps."""
        reached = {} if self.start is None or budget < 1 else {self.start: 0}
        steps = [tuple(reached)]
        for step in range(self.horizon):
            after: dict[int, int] = {}
            for state, used in reached.items():
                for target, still, _ in self.grouped(self.arcs(step, state)):
                    least = used + (not still)
                    if least < after.get(target, budget):
                        after[target] = least
            self.spend(len(after))
            reached = after
            steps.append(tuple(reached))
        return tuple(steps)

    def _intern(self, state: tuple[int, int]) -> int:
        number = self._number.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number


def classes(product: Product) -> tuple[int, tuple[Table, ...]]:
    """The class of node 0 at step 0, and ``layers[t][class][letter]``, the class at t + 1."""
    now = tuple(WON if accepting else LOST for accepting in product.accepting)
    known: dict[tuple[int, tuple[int, ...]], tuple[Table, tuple[int, ...]]] = {}
    layers: list[Table] = []
    for table in reversed(product.tables):
        key = (id(table), now)
        if key not in known:
            known[key] = _merge(table, now)
        layer, now = known[key]
        layers.append(layer)
    return now[0], tuple(reversed(layers))


def _merge(table: Table, after: tuple[int, ...]) -> tuple[Table, tuple[int, ...]]:
    """The classes before a step, numbered by their first node, and their rows."""
    letters = len(table[0])
    number = {(LOST,) * letters: LOST, (WON,) * letters: WON}
    numbers = tuple(number.setdefault(tuple(after[node] for node in row), len(number)) for row in table)
    return tuple(number), numbers


def _undisturbed(layers: tuple[Table, ...], base: tuple[int, ...]) -> tuple[int, ...]:
    """For each step and the end: the classes, as a mask, that the base letters lead to acceptance."""
    known: dict[tuple[int, int, int], int] = {}
    masks = [1 << WON]
    for layer, letter in zip(reversed(layers), reversed(base), strict=True):
        key = (id(layer), letter, masks[-1])
        if key not in known:
            known[key] = sum(1 << place for place, row in enumerate(layer) if masks[-1] >> row[letter] & 1)
        masks.append(known[key])
    return tuple(reversed(masks))


class _Phase:
    """The steps with one layer and one base letter, and what has been found out about them."""

    def __init__(self, layer: Table, base: int, inputs: int, subset_minimal: bool):
        self.layer, self.base, self.inputs, self.subset_minimal = layer, base, inputs, subset_minimal
        self.arcs: dict[int, Arcs] = {}
        self.still: dict[int, int | None] = {}
        self.masks = mask_order(inputs)
        # entered[class][mask]: the class that the mask leads to, as a set
        self.entered = [[1 << row[base ^ mask] for mask in range(1 << inputs)] for row in layer]
        self._left: dict[int, list[int]] = {}

    def follow(self, main: int, shadows: int) -> tuple[int, int] | None:
        after = self.layer[main][self.base]
        moved = reduce(or_, (self.entered[other][0] for other in members(shadows)), 0)
        if after == LOST or moved & (1 << WON | 1 << after):
            return None
        return after, moved & ~(1 << LOST)

    def expand(self, main: int, shadows: int) -> list[tuple[int, tuple[int, int]]]:
        """(mask, state after it) for each that is not dead."""
        left, row, base, ways = self.left(main), self.layer[main], self.base, []
        moved = [0] * len(left)
        for other in members(shadows):
            moved = list(map(or_, moved, self.entered[other]))
        if self.subset_minimal:
            close(moved, self.inputs)
        for mask in self.masks:
            after, shadow = row[base ^ mask], moved[mask] | left[mask]
            if after != LOST and not shadow & (1 << WON | 1 << after):
                ways.append((mask, (after, shadow & ~(1 << LOST))))
        return ways

    def left(self, main: int) -> list[int]:
        """For each mask the classes of the runs that leave out one of its flips (or any number of them)."""
        if main not in self._left:
            parts = list(self.entered[main])
            if self.subset_minimal:
                close(parts, self.inputs)
            self._left[main] = [
                reduce(or_, (parts[mask ^ 1 << place] for place in members(mask)), 0)
                for mask in range(len(parts))
            ]
        return self._left[main]


class _End:
    """A step with the classes that are accepted when nothing is flipped after it; masks stand in bit sets."""

    def __init__(self, phase: _Phase, accepted: int):
        self.phase, self.accepted = phase, accepted
        self.known: dict[int, int] = {}
        self._to_acceptance: dict[int, int] = {}
        self._alone: dict[int, int] = {}

    def flips(self, main: int, shadows: int) -> int:
        """How many masks, not 0, lead the main run to acceptance and no shadow."""
        good = self.alone(main)
        for other in members(shadows):
            if not good:
                break
            good &= ~self.to_acceptance(other)
        return good.bit_count()

    def to_acceptance(self, place: int) -> int:
        """The masks that lead a class to acceptance; for subset-minimality those with such a submask."""
        if place not in self._to_acceptance:
            reaching = [int(entered & self.accepted > 0) for entered in self.phase.entered[place]]
            if self.phase.subset_minimal:
                close(reaching, self.phase.inputs)
            self._to_acceptance[place] = sum(bit << mask for mask, bit in enumerate(reaching))
        return self._to_acceptance[place]

    def alone(self, main: int) -> int:
        """The masks, not 0, that lead the main run to acceptance and none of the shadows that they make."""
        if main not in self._alone:
            left = self.phase.left(main)
            self._alone[main] = sum(
                1 << mask
                for mask, entered in enumerate(self.phase.entered[main])
                if mask and entered & self.accepted and not left[mask] & self.accepted
            )
        return self._alone[main]


def close(sets: list[int], inputs: int) -> None:
    """Make ``sets[mask]`` the union over all submasks, in place."""
    for bit in (1 << place for place in range(inputs)):
        for mask in range(len(sets)):
            if mask & bit:
                sets[mask] |= sets[mask ^ bit]
