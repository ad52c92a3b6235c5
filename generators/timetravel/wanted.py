"""What a level is to be like: its optimum and how many of each part it has.

The curriculum has six levels of difficulty, after those of EPOCH-Bench: from a single transfer to decaying
signals in several epochs.  A level draws what is not asked for explicitly.
"""

from dataclasses import dataclass
from itertools import product

from ...instances.errors import LimitError
from ..rng import Rng

MAX_LENGTH = 40
MAX_EPOCHS = 4
MAX_CHARACTERS = 5
RULES = {"work": 2, "carve": 1, "grant": 2, "sync": 2}
"""Events that each kind of mechanism brings into a domain (one less for brief work)."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The wishes; None leaves a part to the draw."""

    length: int | None = None
    epochs: int | None = None
    characters: int | None = None
    locks: int | None = None
    rules: int | None = None
    decay: bool | None = None
    milestones: int | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made, nothing left open."""

    shortest: int
    longest: int  # bounds of the optimum; equal when a length was wished for
    epochs: int
    characters: int
    locks: int
    rules: int
    decay: bool
    milestones: int
    kinds: tuple[str, ...]  # not in order; carved stones count as locks, since they open by a dial
    brief: bool
    decoys: int  # how many mechanisms get a twin that wastes their item
    flood: bool  # whether work floods a place with something in it that is needed
    dead_ends: float  # the least share of dead ends among the states


@dataclass(frozen=True, slots=True)
class Range:
    """From where a difficulty draws: inclusive bounds."""

    length: tuple[int, int]
    epochs: tuple[int, int]
    extra: int  # characters beyond one an epoch, at most
    locks: tuple[int, int]
    rules: tuple[int, int]
    decay: bool
    decoys: tuple[int, int] = (0, 0)
    needs: tuple[str, ...] = ()
    """Mechanisms that occur in every level, for the competency that the difficulty stands for."""


CURRICULUM = {
    1: Range((5, 10), (2, 2), 0, (0, 1), (0, 1), False),
    2: Range((7, 14), (2, 3), 0, (0, 1), (1, 2), False, needs=("work",)),
    3: Range((11, 20), (2, 3), 1, (1, 2), (1, 3), False, (1, 2), ("carve",)),
    4: Range((15, 26), (3, 3), 1, (1, 3), (1, 4), False, (1, 2), ("lock",)),
    5: Range((18, 36), (3, 4), 1, (2, 3), (4, 5), False, (1, 2), ("lock", "work", "carve", "grant")),
    6: Range((14, 36), (2, 3), 0, (1, 2), (2, 3), True, (1, 1)),
}
HARD = 3  # from this difficulty on play can go wrong for good: decoys, floods, and this share of dead ends
DEAD_ENDS = 0.1


def mixtures(locks: int, rules: int, decay: bool) -> list[tuple[tuple[str, ...], bool]]:
    """The multisets of mechanisms with so many locks and rules, and whether work is brief in each.

    >>> mixtures(1, 1, False)
    [(('carve',), False), (('lock', 'work'), True)]
    """
    mixtures = []
    for work, carve, grant, brief in product((0, 1), (0, 1), (0, 1), (False, True)):
        events = work * (1 if brief else 2) + carve + 2 * grant + 2 * decay
        if events != rules or carve > locks or (brief and not work):
            continue
        kinds = ["lock"] * (locks - carve) + ["work"] * work + ["carve"] * carve + ["grant"] * grant
        mixtures.append((tuple(kinds + ["sync"] * decay), brief))
    return mixtures


def order(wanted: Wanted, difficulty: int, rng: Rng) -> Order:
    """Draw what is not wished for; LimitError when no level can be like that."""
    span = CURRICULUM[difficulty]
    epochs = wanted.epochs if wanted.epochs is not None else _within(span.epochs, rng)
    decay = wanted.decay if wanted.decay is not None else span.decay
    characters = wanted.characters if wanted.characters is not None else epochs + rng.below(span.extra + 1)
    if not (2 <= epochs <= MAX_EPOCHS and epochs <= characters <= MAX_CHARACTERS):
        allowed = f"2 to {MAX_EPOCHS} epochs, at least one character each and at most {MAX_CHARACTERS}"
        raise LimitError(f"{epochs} epochs, {characters} characters: {allowed} in all")
    locks, rules, kinds, brief = _mixture(wanted, span, decay, rng)
    decoys = _within(span.decoys, rng)
    milestones = wanted.milestones if wanted.milestones is not None else len(kinds)
    bounds = span.length if wanted.length is None else (wanted.length, wanted.length)
    if not 1 <= bounds[0] <= MAX_LENGTH:
        raise LimitError(f"an optimum of {bounds[0]} steps: 1 to {MAX_LENGTH} can be asked for")
    drawn = *bounds, epochs, characters, locks, rules, decay, milestones, kinds, brief, decoys
    flood = difficulty >= HARD and not decay and rng.below(3) > 0
    return Order(*drawn, flood=flood, dead_ends=DEAD_ENDS if difficulty >= HARD else 0.0)


def _mixture(wanted: Wanted, span: Range, decay: bool, rng: Rng) -> tuple[int, int, tuple[str, ...], bool]:
    """How many locks and rules, by which kinds of mechanisms, and whether briefly; LimitError for none."""
    least = wanted.milestones or 0
    # who wishes for locks or rules gets them, even where they leave no room for the difficulty's competency
    needs = set(span.needs) if wanted.locks is None and wanted.rules is None else set()
    pairs: dict[tuple[int, int], list[tuple[tuple[str, ...], bool]]] = {}
    for pair in product(_choices(wanted.locks, span.locks), _choices(wanted.rules, span.rules)):
        for mixed in mixtures(*pair, decay):
            if len(mixed[0]) >= least and needs <= set(mixed[0]):
                pairs.setdefault(pair, []).append(mixed)
    if not pairs:
        raise LimitError(
            f"no level has {_said(wanted.locks)} locks, {_said(wanted.rules)} rules and {least} milestones"
            f" {'with' if decay else 'without'} decay"
        )
    chosen = rng.choice(sorted(pairs))
    return (*chosen, *rng.choice(pairs[chosen]))


def _within(bounds: tuple[int, int], rng: Rng) -> int:
    return bounds[0] + rng.below(bounds[1] - bounds[0] + 1)


def _said(wish: int | None) -> str:
    return "so many" if wish is None else str(wish)


def _choices(wanted: int | None, bounds: tuple[int, int]) -> range:
    return range(bounds[0], bounds[1] + 1) if wanted is None else range(wanted, wanted + 1)
