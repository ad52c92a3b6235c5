"""What each part of a level is good for: the optimum of the level without it.

Where a part is missing, only the length of a shortest plan is asked for, so the search ends at the first
solved state, and a goal that relaxed reachability excludes needs no search at all.
"""

from __future__ import annotations

from ...domains.timetravel.ablation import parts, without
from ...domains.timetravel.kernel import World
from ...domains.timetravel.level import Level
from ...instances.errors import LimitError
from .optimum import MAX_STATES


def shortest_length(world: World, *, limit: int = MAX_STATES) -> int | None:
    """The length of a shortest plan, None when there is none; LimitError beyond ``limit`` states."""
    if world.goal(world.initial):
        return 0
    if not world.solvable:
        return None
    seen, layer, depth = {world.initial}, [world.initial], 0
    while layer:
        depth += 1
        fresh = []
        for state in layer:
            for operator in world.applicable(state):
                after = world.successor(state, operator)
                if after is None or after in seen:
                    continue
                if world.goal(after):
                    return depth
                seen.add(after)
                fresh.append(after)
        if len(seen) > limit:
            raise LimitError(f"{world.level.name}: more than {limit} states")
        layer = fresh
    return None


def lengths_without(level: Level, *, limit: int = MAX_STATES) -> dict[str, int | None]:
    """For each part of a level the optimum of the level without it; LimitError as ``shortest_length``."""
    return {part: shortest_length(World(without(level, part)), limit=limit) for part in sorted(parts(level))}


def load_bearing(length: int | None, lengths: dict[str, int | None]) -> bool:
    """Whether the optimum changes with every part that is taken away."""
    return all(other != length for other in lengths.values())
