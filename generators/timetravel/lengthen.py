"""Making an optimum longer by exactly so much: the ways that its plan walks get more cells.

Each way counts how often the plan walks it; lengthened by one cell, the plan takes that many steps more, and
lengths are chosen that add up.  Another plan may then be shorter, so the caller searches again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..rng import Rng
from .blueprint import Blueprint
from .render import Names
from .scenario import Scenario

MOST_CELLS = 3
"""Cells that one way is lengthened by at a time."""


def lengthened(
    blueprint: Blueprint, names: Names, scenario: Scenario, plan: Sequence[str], more: int, rng: Rng
) -> Blueprint | None:
    """The blueprint with longer ways, on which ``plan`` takes ``more`` steps more; None when none fits."""
    walked = walks(blueprint, names, scenario, plan)
    added = _summing([place for place in rng.shuffle(sorted(walked)) if walked[place]], walked, more)
    if added is None:
        return None
    places = list(blueprint.places)
    for place, cells in added.items():
        places[place] = replace(places[place], length=places[place].length + cells)
    return replace(blueprint, places=tuple(places))


def walks(blueprint: Blueprint, names: Names, scenario: Scenario, plan: Sequence[str]) -> dict[int, int]:
    """For each place how often a plan walks the way between it and its parent, there or back."""
    home = {cell: place for place, cells in enumerate(names.cells) for cell in cells}
    walk, steps = scenario.word("walk"), dict.fromkeys(range(len(blueprint.places)), 0)
    for action in plan:
        head, *arguments = action[1:-1].split(" ")
        if head == walk:
            one, other = (home[cell] for cell in arguments[1:3])
            steps[other if blueprint.places[other].parent == one else one] += 1
    return {place: count // blueprint.places[place].length for place, count in steps.items()}


def _summing(places: Sequence[int], walked: dict[int, int], more: int) -> dict[int, int] | None:
    """How many cells to add to which place so that the steps sum up to ``more``; places come first served."""
    best: dict[int, dict[int, int]] = {0: {}}
    for place in places:
        for total, chosen in list(best.items()):
            for cells in range(1, MOST_CELLS + 1):
                reached = total + cells * walked[place]
                if reached <= more and reached not in best:
                    best[reached] = {**chosen, place: cells}
    return best.get(more)
