"""What interventions cost, and how many valid ones there are (``rules.cheapest``, ``rules.counting``)."""

from .product import Table
from .question import Question, members

Front = dict[int, int]  # for a number of timesteps, the least number of atoms
REJECTED, ACCEPTED = 0, 1
State = tuple[int, int]  # the merged node of the run, and those of its shadows as a bit set
Counts = dict[tuple[int, int], int]  # how many choices there are, by timesteps and flips
Moves = list[tuple[State, list[tuple[int, int]]]]  # (next state, (flips, choices with so many flips))


def least_cost(question: Question, what: str) -> tuple[int, int] | None:
    """The least (timesteps, atoms) of allowed flips that make the effect happen; None when none do."""
    product, (_, most) = question.product, question.budget
    fronts: dict[int, Front] = {0: {0: 0}}
    for table, letter in zip(product.tables, product.base, strict=True):
        after: dict[int, Front] = {}
        for node, front in fronts.items():
            question.spend(what, len(front) << question.inputs)
            row = table[node]
            for flips in range(len(row)):
                reached, changed = after.setdefault(row[letter ^ flips], {}), flips.bit_count()
                for steps, atoms in front.items():
                    place = steps + (flips > 0)
                    if atoms + changed <= min(most, reached.get(place, most)):
                        reached[place] = atoms + changed
        fronts = {node: thinned(front) for node, front in after.items() if front}
    ends = [cost for node, front in fronts.items() if product.accepting[node] for cost in front.items()]
    return min(ends, default=None)


def thinned(front: Front) -> Front:
    """Without the pairs that another one equals or betters in both: {1: 3, 2: 3} becomes {1: 3}."""
    kept: Front = {}
    for steps in sorted(front):
        if all(front[steps] < atoms for atoms in kept.values()):
            kept[steps] = front[steps]
    return kept


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
    product, letters = question.product, 1 << question.inputs
    classes = tuple(ACCEPTED if good else REJECTED for good in product.accepting)
    known: dict[tuple[int, tuple[int, ...]], tuple[Table, tuple[int, ...]]] = {}
    layers: list[Table] = []
    for table in reversed(product.tables):
        key = (id(table), classes)
        if key not in known:
            question.spend(what, len(table) * letters)
            rows = [(REJECTED,) * letters, (ACCEPTED,) * letters]
            rows += [tuple([classes[target] for target in successors]) for successors in table]
            number = {row: place for place, row in enumerate(dict.fromkeys(rows))}
            known[key] = [list(row) for row in number], tuple([number[row] for row in rows[2:]])
        layer, classes = known[key]
        question.spend(what, 1 + len(classes) // 16)
        layers.append(layer)
    return classes[0], layers[::-1]
