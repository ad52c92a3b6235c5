"""A fast look at a level: breadth-first search by the compiled kernels, on the compilation.

It finds the optimum some ten times faster than exhaustive search in the kernel of the family, and serves to
sort out candidates; what is kept is searched and proven anew.
"""

from __future__ import annotations

from typing import NamedTuple

from ...domains.timetravel.kernel import World
from .compilation import compile_level


class Look(NamedTuple):
    """A shortest plan and its length; None and empty when the level is unsolvable."""

    length: int | None
    plan: tuple[str, ...]


def look(world: World, *, limit: int, whole: bool = True) -> Look | None:
    """Search the compilation of a level; None when it has more than ``limit`` states.

    Unless the ``whole`` space is asked for, a plan found among the first ``limit`` states is enough.
    """
    from ..search.explicit import explore

    compiled = compile_level(world)
    if not world.solvable:
        return Look(None, ())
    found = explore(compiled.task, limit=limit)
    if whole and not found.complete:
        return None
    goals = found.goal_states()
    nearest = int(goals.argmax())
    if goals[nearest]:
        path = [compiled.task.operators[number].name for number in found.path(nearest)]
        return Look(len(path), compiled.actions(path))
    return Look(None, ()) if found.complete else None
