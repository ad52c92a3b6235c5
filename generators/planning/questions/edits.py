"""Edits that turn a plan into a sequence which fails somewhere.

Most of them only use what the plan itself holds: an action comes earlier or later, or two objects are
exchanged all through some steps.  So the action that fails is one of many that look the same, and what looks
strange need not fail: a strange action may be applicable, or stand behind the first failure.
"""

from collections.abc import Callable, Sequence

from ....domains.planning import atoms
from ...rng import Rng
from ..distractors import other_arguments
from ..states import Scene

MOST = 3
"""Edits of one sequence."""
THROUGH = 4
"""Out of so many exchanges one concerns two steps alone."""


def edited(scene: Scene, names: Sequence[str], rng: Rng) -> list[str]:
    """The sequence after one to three drawn edits, as long as before."""
    sequence = list(names)
    for number in range(1 + rng.fork("many").below(MOST)):
        draw = rng.fork("edit", number)
        sequence = draw.choice(EDITS)(scene, sequence, draw)
    return sequence


def run(scene: Scene, names: Sequence[str]) -> tuple[int, int]:
    """How many of the actions apply, each in its turn, and the state that these lead to."""
    state = scene.task.init
    for index, name in enumerate(names):
        operator = scene.task.named(name, state)
        if operator is None:
            return index, state
        state = operator.apply(state)
    return len(names), state


def first_failing(scene: Scene, names: Sequence[str]) -> int | None:
    """The index of the first action that is not applicable in its turn; None where all are."""
    index, _ = run(scene, names)
    return index if index < len(names) else None


def moved(scene: Scene, names: list[str], rng: Rng) -> list[str]:
    """One action earlier or later."""
    start, end = rng.fork("moved").sample(range(len(names)), 2)
    rest = [*names[:start], *names[start + 1 :]]
    return [*rest[:end], names[start], *rest[end:]]


def exchanged(scene: Scene, names: list[str], rng: Rng) -> list[str]:
    """Two objects exchanged in some steps."""
    changed = exchange(scene, names, rng.fork("exchanged"))
    return [changed.get(place, name) for place, name in enumerate(names)]


def altered(scene: Scene, names: list[str], rng: Rng) -> list[str]:
    """Another object in one action."""
    place = rng.fork("altered").below(len(names))
    other = next(other_arguments(scene.problem, atoms.parse(names[place]), rng.fork("argument")), None)
    return [*names[:place], atoms.text(other) if other else names[place], *names[place + 1 :]]


def exchange(scene: Scene, names: Sequence[str], rng: Rng) -> dict[int, str]:
    """The steps that are different when two objects are exchanged, all through some steps or in two of them.

    Exchanged all through, the steps still follow from each other as those of a plan do.
    """
    rows = [atoms.parse(name) for name in names]
    first, last = sorted(rng.fork("steps").sample(range(len(rows)), 2))
    spanned = range(first, last + 1) if rng.fork("through").below(THROUGH) else (first, last)
    types = scene.problem.objects
    words = sorted({word for n in spanned for word in rows[n][1:] if word in types})
    pairs = [(a, b) for a in words for b in words if a < b and types[a] == types[b]]
    if not pairs:
        return {}
    a, b = rng.fork("objects").choice(pairs)
    other = {a: b, b: a}
    changed = {n: atoms.text(tuple(other.get(word, word) for word in rows[n])) for n in spanned}
    return {n: text for n, text in changed.items() if text != names[n]}


EDITS: tuple[Callable[[Scene, list[str], Rng], list[str]], ...] = (moved, exchanged, altered)
