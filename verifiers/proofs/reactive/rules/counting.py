"""`counting`, body ``by_timesteps``, decimal texts: how many valid certificates are within the budgets.

Number k of the list counts those with exactly k timesteps.  Rule: the checker counts them anew.

A certificate is valid when its run is accepted and the run without any one of its flips is rejected.  Those
other runs, the *shadows*, read the same letters from there on, so what the future holds depends on the node
of the run and the set of nodes of its shadows alone (GF-01's Min1 as a regular condition).  Before that the
nodes of each step are merged when the same letters lead both to acceptance or neither; then a run that can
no longer be accepted, a shadow that can no longer be rejected, and a shadow where the run is, end the count.

Forward over the steps, ``ways[state][k, a]`` is the number of choices so far with k timesteps and a flips
that lead to the state, both within the budgets.  Where there are more flips to spend than cells within the
budget of timesteps, a stays 0.  What can follow a state depends on layer, letter and state, and is kept.
"""

import re
from itertools import zip_longest
from typing import Any

from ...fields import Stated, exactly, listing
from ...refused import RefusedError, clip
from ..knowledge import Knowledge
from ..product import Table
from ..question import Question, members

REJECTED, ACCEPTED = 0, 1
State = tuple[int, int]
"""The merged node of the run, and those of its shadows as a bit set."""
Counts = dict[tuple[int, int], int]
"""How many choices there are, by timesteps and flips."""
Moves = list[tuple[State, list[tuple[int, int]]]]
"""(next state, (flips, choices with so many flips))."""
_NUMBER = re.compile(r"0|[1-9][0-9]{0,3999}")


def number(place: str, value: Any) -> str:
    """A whole number from 0 in decimal digits."""
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        raise RefusedError(f"{place}: {clip(value)} is no number in decimal digits")
    return value


BODY = exactly(by_timesteps=listing(number, 10_000))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Count, and compare."""
    counts = recount(knowledge.question, name)
    for timesteps, (given, counted) in enumerate(zip_longest(stated.by_timesteps, map(str, counts))):
        if given != counted:
            shown = f"{clip(given, 40)} are stated, {clip(counted, 40)} are counted"
            raise RefusedError(f"{name}: of {timesteps} timesteps {shown}")
    knowledge.counts = tuple(counts)


def recount(question: Question, what: str) -> list[int]:
    """How many valid certificates have exactly 0, 1, ... timesteps, up to the budget or the horizon.

    RefusedError when that takes too much work.
    """
    timesteps, settings = question.budget
    budget = min(timesteps, question.product.horizon)
    bounded = settings < budget * question.inputs
    start, layers = merged(question, what)
    ways: dict[State, Counts] = {} if start == REJECTED else {(start, 0): {(0, 0): 1}}
    known: dict[tuple[int, int], dict[State, Moves]] = {}
    for layer, letter in zip(layers, question.product.base, strict=True):
        moves = known.setdefault((id(layer), letter), {})
        after: dict[State, Counts] = {}
        for state, counts in ways.items():
            if state not in moves:
                question.spend(what, (1 + state[1].bit_count()) << question.inputs)
                moves[state] = _moves(layer, letter, *state)
            for target, choices in moves[state]:
                question.spend(what, 1 + len(counts) * len(choices))
                for (used, flipped), number in counts.items():
                    for flips, ways_to_flip in choices:
                        place = used + (flips > 0), flipped + flips if bounded else 0
                        if place[0] <= budget and place[1] <= settings:
                            reached = after.setdefault(target, {})
                            reached[place] = reached.get(place, 0) + number * ways_to_flip
        ways = after
    by_timesteps = [0] * (budget + 1)
    for counts in ways.values():
        for (used, _), number in counts.items():
            by_timesteps[used] += number
    return by_timesteps


def _moves(layer: Table, letter: int, node: int, shadows: int) -> Moves:
    """The choices of flips that are not lost, by the state that they lead to."""
    row, others = layer[node], members(shadows)
    choices: dict[State, dict[int, int]] = {}
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
            by_flips = choices.setdefault((target, gone & ~(1 << REJECTED)), {})
            by_flips[flips.bit_count()] = by_flips.get(flips.bit_count(), 0) + 1
    return [(state, list(by_flips.items())) for state, by_flips in choices.items()]


def merged(question: Question, what: str) -> tuple[int, list[Table]]:
    """The start and the layers over merged nodes, made backward from the end."""
    product = question.product
    classes = tuple(ACCEPTED if good else REJECTED for good in product.accepting)
    known: dict[tuple[int, tuple[int, ...]], tuple[Table, tuple[int, ...]]] = {}
    layers: list[Table] = []
    for table in reversed(product.tables):
        key = (id(table), classes)
        if key not in known:
            question.spend(what, len(table) << question.inputs)
            known[key] = _merge(table, classes, 1 << question.inputs)
        layer, classes = known[key]
        question.spend(what, 1 + len(classes) // 16)
        layers.append(layer)
    return classes[0], layers[::-1]


def _merge(table: Table, after: tuple[int, ...], letters: int) -> tuple[Table, tuple[int, ...]]:
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
