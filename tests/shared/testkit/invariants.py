"""The definition of an inductive set of cubes."""

from collections.abc import Sequence

from certwright.domains.planning.strips import Task


def inductive(task: Task, cubes: Sequence[int], without: int = 0) -> bool:
    """Whether no cube holds initially, and no step from a state without cubes leads into one."""
    if any(not cube & ~task.init for cube in cubes):
        return False
    return all(
        any(not other & ~(cube & ~operator.add | operator.pre) for other in cubes)
        for cube in cubes
        for operator in task.operators
        if operator.add & cube and not (operator.add & without or operator.delete & cube)
    )
