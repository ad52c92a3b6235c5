"""What interventions cost, and how many valid ones there are (``rules.cheapest``, ``rules.counting``)."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import reduce
from operator import or_

from .product import Product, Table
from .question import Question, members

Cost = tuple[int, int]  # timesteps and atoms
State = tuple[int, int]  # the node of the run, and those of its shadows as a set


def least_cost(question: Question, what: str) -> Cost | None:
    """The least cost of allowed flips that make the effect happen; None when none do."""
    product, (_, most) = question.product, question.budget
    fronts: dict[int, list[Cost]] = {0: [(0, 0)]}
    for table, letter in zip(product.tables, product.base, strict=True):
        after = defaultdict[int, set[Cost]](set)
        for node, front in fronts.items():
            question.spend(what, (1 + len(front)) << question.inputs)
            for flips in range(1 << question.inputs):
                reached, taken, changed = after[table[node][letter ^ flips]], flips > 0, flips.bit_count()
                reached.update([(steps + taken, atoms + changed) for steps, atoms in front])
        fronts = {node: _thinned(costs, most) for node, costs in after.items()}
    ends = (costs for node, costs in fronts.items() if not product.rejecting >> node & 1)
    return min((cost for costs in ends for cost in costs), default=None)


def _thinned(costs: set[Cost], most: int) -> list[Cost]:
    """The costs of at most so many atoms that no other one equals or betters in both."""
    kept = []
    for steps, atoms in sorted(costs):
        if atoms <= most:
            kept.append((steps, atoms))
            most = atoms - 1
    return kept


def recount(question: Question, what: str) -> list[int]:
    """How many valid certificates have exactly 0, 1, ... timesteps, up to the budget or the horizon.

    RefusedError when that takes too much work.
    """
    product, (timesteps, settings) = question.product, question.budget
    budget = min(timesteps, product.horizon)
    bounded = settings < budget * question.inputs
    ways: dict[State, Counter[Cost]] = {(0, 0): Counter({(0, 0): 1})}
    question.spend(what, sum(map(len, product.tables)) << question.inputs)
    for table, letter, fates in zip(product.tables, product.base, _fates(product), strict=True):
        after = defaultdict[State, Counter[Cost]](Counter)
        for state, counts in ways.items():
            question.spend(what, (1 + state[1].bit_count()) << question.inputs)
            for flips, target in _moves(table, letter, state, fates):
                question.spend(what, len(counts))
                for (steps, atoms), number in counts.items():
                    cost = steps + (flips > 0), atoms + (flips.bit_count() if bounded else 0)
                    if cost[0] <= budget and cost[1] <= settings:
                        after[target][cost] += number
        ways = after
    by_timesteps = [0] * (budget + 1)
    for counts in ways.values():
        for (steps, _), number in counts.items():
            by_timesteps[steps] += number
    return by_timesteps


def _moves(table: Table, letter: int, state: State, fates: tuple[int, int]) -> Iterator[tuple[int, State]]:
    """The choices of flips that are not lost, each with the state that it leads to."""
    row, others, (hopeful, doubtful) = table[state[0]], members(state[1]), fates
    for flips in range(len(row)):
        read, shadows = letter ^ flips, 0
        if hopeful >> row[read] & 1:
            for shadow in others:
                shadows |= 1 << table[shadow][read]
            for index in members(flips):
                shadows |= 1 << row[read ^ 1 << index]
            if not shadows & ~doubtful and not shadows >> row[read] & 1:
                yield flips, (row[read], shadows & hopeful)


def _fates(product: Product) -> list[tuple[int, int]]:
    """For each step the nodes from which, after it, acceptance and rejection can still be reached."""
    fates = [(~product.rejecting, product.rejecting)]
    for table in reversed(product.tables[1:]):
        reached = [reduce(or_, (1 << target for target in row)) for row in table]
        hopeful, doubtful = (
            sum(1 << node for node, targets in enumerate(reached) if targets & ends) for ends in fates[-1]
        )
        fates.append((hopeful, doubtful))
    return fates[::-1]
