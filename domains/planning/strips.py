"""The grounded planning task: facts, states and operators as integer bitmasks.

Bit ``i`` of a state is fact ``task.facts[i]``.  Facts and operators stand in name order, so a task is a
function of its text alone.  All preconditions and goals are positive: the grounder gives a negated fluent
its complement as a fact of its own, written ``(not (p a b))`` (Gazen and Knoblock, 1997).

>>> move = Operator("(move a b)", pre=0b01, add=0b10, delete=0b01)
>>> task = Task(("(at a)", "(at b)"), (move,), init=0b01, goal=0b10)
>>> task.names(move.apply(task.init))
['(at b)']
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Operator:
    """A ground action; ``delete`` never meets ``add``, since adding wins in PDDL."""

    name: str
    pre: int
    add: int
    delete: int
    cost: int = 1

    def applicable(self, state: int) -> bool:
        """Whether every precondition holds in the state."""
        return self.pre & ~state == 0

    def apply(self, state: int) -> int:
        """The successor (s minus del) plus add; the caller has checked that the operator is applicable."""
        return (state & ~self.delete) | self.add


@dataclass(frozen=True)
class Task:
    """A grounded positive STRIPS task, pruned to what delete relaxation reaches from ``init``."""

    facts: tuple[str, ...]
    operators: tuple[Operator, ...]
    init: int
    goal: int
    goal_possible: bool = True  # False when a goal atom lies outside ``facts`` (``goal`` then holds the rest)
    index: dict[str, int] = field(init=False, repr=False, compare=False)
    by_name: dict[str, tuple[Operator, ...]] = field(init=False, repr=False, compare=False)
    """The operators of a name: one, or the cases of an action, of which a state allows at most one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {name: bit for bit, name in enumerate(self.facts)})
        named: dict[str, tuple[Operator, ...]] = {}
        for operator in self.operators:
            named[operator.name] = (*named.get(operator.name, ()), operator)
        object.__setattr__(self, "by_name", named)

    def applicable(self, state: int) -> Iterator[Operator]:
        """The operators applicable in a state, in name order."""
        return (operator for operator in self.operators if operator.pre & ~state == 0)

    def named(self, name: str, state: int) -> Operator | None:
        """The operator of that name that is applicable in a state, None where there is none."""
        return next((operator for operator in self.by_name.get(name, ()) if operator.applicable(state)), None)

    def satisfied(self, state: int) -> bool:
        """Whether the goal holds."""
        return self.goal_possible and self.goal & ~state == 0

    def mask(self, names: Iterable[str]) -> int:
        """The bitmask of facts given by name; KeyError for a name outside the task."""
        mask = 0
        for name in names:
            mask |= 1 << self.index[name]
        return mask

    def names(self, mask: int) -> list[str]:
        """The names of the facts in a bitmask, in name order."""
        return [self.facts[bit] for bit in bits(mask)]


def bits(mask: int) -> Iterator[int]:
    """The positions of the ones in a bitmask, ascending.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
