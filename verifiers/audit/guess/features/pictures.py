"""Patches of a masked frame: beside what was seen, and beside each other under symmetries and colours."""

from collections import Counter
from collections.abc import Callable, Sequence

from .....instances.records import Json
from ..question import Question
from . import Measures

Patch = tuple[str, ...]


def measure(question: Question) -> Measures:
    """Nothing where the options are no pictures."""
    if "picture" not in question.options[0]:
        return {}
    options = [tuple(option["picture"]) for option in question.options]
    seen = _seen(question.instance.query)
    measures: dict[str, list[float]] = {
        "steps away from what was last seen": [_apart(option, seen[-1]) for option in options],
        "is what was last seen": [option == seen[-1] for option in options],
        "was seen before": [option in seen for option in options],
        "times seen before": [seen.count(option) for option in options],
        "steps away from all that was seen": [
            min(_apart(option, each) for each in seen) for option in options
        ],
        "colours unlike those last seen": [_colours_apart(option, seen[-1]) for option in options],
        "different colours": [len(set("".join(option))) for option in options],
        "cells of the commonest colour": [max(Counter("".join(option)).values()) for option in options],
        "symmetric in itself": [sum(option == turn(option) for turn in TURNS.values()) for option in options],
    }
    return measures | _beside(options)


def _beside(options: Sequence[Patch]) -> dict[str, list[float]]:
    others = [[other for other in options if other != one] or [one] for one in options]
    pairs = list(zip(options, others, strict=True))

    def over(total: Callable[..., float], relation: Callable[[Patch, Patch], float]) -> list[float]:
        """By option what a relation to each of the others comes to."""
        return [total(relation(one, other) for other in rest) for one, rest in pairs]

    turned = {
        f"{name} of another": over(sum, lambda one, other, turn=turn: turn(one) == other)  # type: ignore[misc]
        for name, turn in TURNS.items()
    }
    return {
        "apart from all others": over(sum, _apart),
        "apart from the nearest": over(min, _apart),
        "apart from the farthest": over(max, _apart),
        "majority of each cell": over(sum, lambda one, other: -float(_apart(one, other) ** 0.5)),
        "exchanged colours of another": over(sum, _exchanged),
        "as many cells of each colour as another": over(sum, lambda *pair: not _colours_apart(*pair)),
        "shift of another": over(sum, _shifted),
        "a cell away from another": over(sum, lambda one, other: _apart(one, other) == 1),
        **turned,
        "some symmetry of another": [float(any(column)) for column in zip(*turned.values(), strict=True)],
    }


def _seen(query: Json) -> list[Patch]:
    """The patches in the box of the frames that are not masked, in order."""
    left, top, width, height = query["box"]
    frames = query["pictures"]["frames"][: len(query["pictures"]["frames"]) - query["masked"]]
    return [tuple(row[left : left + width] for row in frame[top : top + height]) for frame in frames]


def _apart(one: Patch, other: Patch) -> int:
    return sum(a != b for a, b in zip("".join(one), "".join(other), strict=False))


def _colours_apart(one: Patch, other: Patch) -> int:
    left, right = Counter("".join(one)), Counter("".join(other))
    return sum(((left - right) + (right - left)).values())


def _exchanged(one: Patch, other: Patch) -> bool:
    """Whether a renaming of colours leads from one to the other."""
    pairs = set(zip("".join(one), "".join(other), strict=False))
    return one != other and len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def _shifted(one: Patch, other: Patch) -> bool:
    """Whether one is the other moved by a cell, what enters at the rim left open."""
    return (
        one[1:] == other[:-1]
        or one[:-1] == other[1:]
        or all(a[1:] == b[:-1] for a, b in zip(one, other, strict=False))
        or all(a[:-1] == b[1:] for a, b in zip(one, other, strict=False))
    )


def _transposed(patch: Patch) -> Patch:
    return tuple(map("".join, zip(*patch, strict=True)))


TURNS: dict[str, Callable[[Patch], Patch]] = {
    "mirror left to right": lambda patch: tuple(row[::-1] for row in patch),
    "mirror top to bottom": lambda patch: patch[::-1],
    "half turn": lambda patch: tuple(row[::-1] for row in patch[::-1]),
    "mirror on the diagonal": _transposed,
    "quarter turn": lambda patch: tuple(row[::-1] for row in _transposed(patch)),
    "quarter turn back": lambda patch: _transposed(patch)[::-1],
}
