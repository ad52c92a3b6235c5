"""The checker's own count of the valid certificates, by the number of timesteps at which they intervene.

A certificate is valid when its run is accepted and the run without any one of its flips is rejected.  Those
other runs, the *shadows*, read the same letters from there on, so what the future holds depends on the node
of the run and the set of nodes of its shadows alone (GF-01's Min1 as a regular condition).  Before that the
nodes of each step are merged when the same letters lead both to acceptance or neither; then a run that can
no longer be accepted, a shadow that can no longer be rejected, and a shadow where the run is, end the count.

Forward over the steps, ``ways[state][k]`` is the number of choices so far with k timesteps that lead to the
state, for k below the budget; with the last timestep of the budget the rest is the base trace, and what it
leads to is known.  What can follow a state depends on layer, letter and state alone, and is kept.
"""

from __future__ import annotations

from ....domains.reactive.product import Table
from .question import Question, members

REJECTED, ACCEPTED = 0, 1
State = tuple[int, int]
"""The merged node of the run, and those of its shadows as a bit set."""
Ways = dict[State, list[int]]
Layer = list[list[int]]
"""``layer[node][letter]``: the merged node after the step; equal layers are one object."""
Moves = list[tuple[State, int, int]]
"""(next state, choices without a flip, choices with flips)."""


def recount(question: Question, what: str, budget: int) -> list[int]:
    """How many valid certificates have exactly 0, 1, ..., ``budget`` timesteps.

    CertificateError when that takes too much work.
    """
    start, layers = merged(question, what)
    won = _undisturbed(layers, question.product.base)
    if start == REJECTED:
        return [0] * (budget + 1)
    if budget == 0:
        return [int(_valid((start, 0), won[0]))]
    ways: Ways = {(start, 0): [1] + [0] * (budget - 1)}
    known: dict[tuple[int, int], dict[State, Moves]] = {}
    last = 0
    for step, layer in enumerate(layers):
        letter = question.product.base[step]
        moves = known.setdefault((id(layer), letter), {})
        after: Ways = {}
        for state, counts in ways.items():
            if state not in moves:
                question.spend(what, (1 + state[1].bit_count()) << question.inputs)
                moves[state] = _moves(layer, letter, *state)
            question.spend(what, (1 + len(moves[state])) * (1 + budget // 8))
            for target, still, flipped in moves[state]:
                if flipped and counts[-1] and _valid(target, won[step + 1]):
                    last += counts[-1] * flipped
                _add(after, target, counts, still, flipped)
        ways = {state: counts for state, counts in after.items() if any(counts)}
    ends = [counts for state, counts in ways.items() if _valid(state, won[-1])]
    return [*(sum(counts[k] for counts in ends) for k in range(budget)), last]


def _undisturbed(layers: list[Layer], base: tuple[int, ...]) -> list[int]:
    """For each step and the end, the merged nodes from which the letters of the trace lead to acceptance."""
    won = [1 << ACCEPTED]
    for layer, letter in zip(reversed(layers), reversed(base[: len(layers)]), strict=True):
        won.append(sum(1 << node for node, row in enumerate(layer) if won[-1] >> row[letter] & 1))
    return won[::-1]


def _valid(state: State, won: int) -> bool:
    """Whether the run is accepted and no shadow is, when nothing more is flipped."""
    node, shadows = state
    return bool(won >> node & 1) and not shadows & won


def _moves(layer: Layer, letter: int, node: int, shadows: int) -> Moves:
    """The choices of flips that are not lost, by the state that they lead to."""
    row, others = layer[node], members(shadows)
    found: dict[State, list[int]] = {}
    for flips in range(len(row)):
        read = letter ^ flips
        target = row[read]
        if target == REJECTED:
            continue
        gone = 0
        for shadow in others:
            gone |= 1 << layer[shadow][read]
        for index in members(flips):
            gone |= 1 << row[read ^ 1 << index]
        if not gone & (1 << ACCEPTED | 1 << target):
            choices = found.setdefault((target, gone & ~(1 << REJECTED)), [0, 0])
            choices[flips > 0] += 1
    return [(state, still, flipped) for state, (still, flipped) in found.items()]


def _add(ways: Ways, state: State, counts: list[int], still: int, flipped: int) -> None:
    """Enter ways to a state; flips cost a timestep, and more than the budget is dropped."""
    known = ways.setdefault(state, [0] * len(counts))
    if still:
        for k, number in enumerate(counts):
            known[k] += number
    if flipped:
        for k, number in enumerate(counts[:-1]):
            known[k + 1] += number * flipped


def merged(question: Question, what: str) -> tuple[int, list[Layer]]:
    """The start and the layers over merged nodes, made backward from the end."""
    product = question.product
    classes = tuple(ACCEPTED if good else REJECTED for good in product.accepting)
    known: dict[tuple[int, tuple[int, ...]], tuple[Layer, tuple[int, ...]]] = {}
    layers: list[Layer] = []
    for table in reversed(product.tables):
        key = (id(table), classes)
        if key not in known:
            question.spend(what, len(table) << question.inputs)
            known[key] = _merge(table, classes, 1 << question.inputs)
        layer, classes = known[key]
        question.spend(what, 1 + len(classes) // 16)
        layers.append(layer)
    return classes[0], layers[::-1]


def _merge(table: Table, after: tuple[int, ...], letters: int) -> tuple[Layer, tuple[int, ...]]:
    """One layer, and the merged node of each node before the step."""
    rows = [[REJECTED] * letters, [ACCEPTED] * letters]
    number = {tuple(row): place for place, row in enumerate(rows)}
    before = []
    for successors in table:
        row = [after[target] for target in successors]
        place = number.setdefault(tuple(row), len(rows))
        if place == len(rows):
            rows.append(row)
        before.append(place)
    return rows, tuple(before)
