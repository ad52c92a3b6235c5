"""The checker's own count of the valid certificates, by the number of timesteps at which they intervene.

A certificate is valid when its run is accepted and the run without any one of its flips is rejected.  Those
other runs, the *shadows*, read the same letters from there on, so what the future holds depends on the node
of the run and the set of nodes of its shadows alone (GF-01's Min1 as a regular condition).  Before that the
nodes of each step are merged when the same letters lead both to acceptance or neither; then a run that can
no longer be accepted, a shadow that can no longer be rejected, and a shadow where the run is, end the count.

Forward over the steps, ``ways[state][k]`` is the number of choices so far with k timesteps that lead to the
state; flips of one step are tried in Gray order, so that one input changes at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

from .question import Question, members

REJECTED, ACCEPTED = 0, 1
Ways = dict[tuple[int, int], list[int]]
Layer = list[list[int]]
"""``layer[node][letter]``: the merged node after the step."""


def recount(question: Question, what: str, budget: int) -> list[int]:
    """How many valid certificates have exactly 0, 1, ..., ``budget`` timesteps; CertificateError if too many
    steps of work are needed."""
    start, layers = merged(question, what)
    if start == REJECTED:
        return [0] * (budget + 1)
    ways: Ways = {(start, 0): [1] + [0] * budget}
    for layer, letter in zip(layers, question.product.base, strict=False):
        after: Ways = {}
        for (node, shadows), counts in ways.items():
            question.spend(what, (1 + shadows.bit_count()) << question.inputs)
            for flips, state in _choices(layer, letter, node, members(shadows)):
                _add(after, state, counts, bool(flips))
        question.spend(what, len(after) * budget)
        ways = {state: counts for state, counts in after.items() if any(counts)}
    ends = [counts for (node, shadows), counts in ways.items() if node == ACCEPTED and not shadows >> 1 & 1]
    return [sum(counts[k] for counts in ends) for k in range(budget + 1)]


def _choices(
    layer: Layer, letter: int, node: int, shadows: list[int]
) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each choice of flips that is not lost, with the state that it leads to."""
    row = layer[node]
    for number in range(len(row)):
        flips = number ^ number >> 1
        read = letter ^ flips
        target = row[read]
        if target == REJECTED:
            continue
        gone = 0
        for shadow in shadows:
            gone |= 1 << layer[shadow][read]
        for index in members(flips):
            gone |= 1 << row[read ^ 1 << index]
        if not gone & (1 << ACCEPTED | 1 << target):
            yield flips, (target, gone & ~(1 << REJECTED))


def _add(ways: Ways, state: tuple[int, int], counts: list[int], flipped: bool) -> None:
    """Enter ways to a state; a flip costs a timestep, and more than the budget is dropped."""
    known = ways.setdefault(state, [0] * len(counts))
    if flipped:
        for k, number in enumerate(counts[:-1]):
            known[k + 1] += number
    else:
        for k, number in enumerate(counts):
            known[k] += number


def merged(question: Question, what: str) -> tuple[int, list[Layer]]:
    """The start and the layers over merged nodes, made backward from the end."""
    product = question.product
    classes = [ACCEPTED if good else REJECTED for good in product.accepting]
    letters, layers = 1 << question.inputs, []
    for table in reversed(product.tables):
        question.spend(what, len(table) * letters)
        rows = [[REJECTED] * letters, [ACCEPTED] * letters]
        number = {tuple(row): place for place, row in enumerate(rows)}
        before = []
        for node in range(len(table)):
            row = [classes[target] for target in table[node]]
            place = number.setdefault(tuple(row), len(rows))
            if place == len(rows):
                rows.append(row)
            before.append(place)
        classes = before
        layers.append(rows)
    return classes[0], layers[::-1]
