"""Compilation of a level to classical planning, events and decay compiled away exactly, step for step.

*Events.*  What rules do after an action depends only on the facts that the rules it stirs look at, so each
action is executed symbolically (``cases``); every case is a classical operator: the precondition with the
facts that were split on, and the net effect of action and rules.

*Decay.*  With a window of w actions a clock runs through 0..w; a fact created when the clock is set to c is
stamped c.  It is older than w exactly when the clock comes round to its stamp again, so an action that sets
the clock to c needs every unstable fact that it does not end or create to bear another stamp.  An action that
solves the level may expire what it likes: each case has also a winning operator, which needs no stamp.

Nothing here uses the kernel's step: it is another way to the same number.

>>> from certwright.domains.timetravel.kernel import World
>>> from certwright.domains.timetravel.level import shipped
>>> found = compile_level(World(shipped("L02")))
>>> len(found.task.operators), found.actions(["(c1 dig brann spade yard-past channel)"])
(15, ('(dig brann spade yard-past channel)',))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...domains.planning.strips import Operator, Task, bits
from ...domains.timetravel.kernel import World
from ...instances.errors import LimitError
from .cases import Case, cases

MAX_OPERATORS = 200_000
WON = "(@won)"
"""Names that begin so are no names in PDDL, so they meet none of a level."""


@dataclass(frozen=True)
class Compilation:
    """A classical task whose shortest plans are those of a level."""

    task: Task
    groups: tuple[int, ...]
    """Sets of facts of which at most one holds in any reachable state, as bitmasks."""

    @staticmethod
    def actions(plan: Iterable[str]) -> tuple[str, ...]:
        """The level's actions that the operators of a compiled plan stand for."""
        return tuple("(" + name.split(" ", 1)[1] for name in plan)


class _Draft(NamedTuple):
    """An operator over names of facts."""

    name: str
    pre: frozenset[str]
    add: frozenset[str]
    delete: frozenset[str]


def compile_level(world: World) -> Compilation:
    """Compile a level; LimitError for more than MAX_OPERATORS operators."""
    drafts: list[_Draft] = []
    for operator in world.operators:
        for case in cases(world, operator, split=sum(world.unstable)):
            if world.unstable:
                drafts += _timed(world, operator, case, len(drafts))
            else:
                drafts.append(_plain(world, operator, case, len(drafts)))
        if len(drafts) > MAX_OPERATORS:
            raise LimitError(f"{world.level.name}: more than {MAX_OPERATORS} compiled operators")
    init = set(world.task.names(world.initial.facts))
    if not world.unstable:
        return _assemble(world, drafts, init, world.task.names(world.goal_mask))
    init |= _marks(world)
    return _assemble(world, drafts, init | {WON} if world.goal(world.initial) else init, [WON])


def _marks(world: World) -> set[str]:
    """The initial clock and stamps: unstable facts that hold from the start are created at 0."""
    marks = {_clock(0)}
    for bit in world.unstable:
        for tick in range(world.window + 1):
            stamp = _stamp(world, bit, tick)
            marks.add(stamp if tick == 0 and bit & world.initial.facts else _not(stamp))
    return marks


def _clock(tick: int) -> str:
    return f"(@clock {tick})"


def _stamp(world: World, bit: int, tick: int) -> str:
    return f"(@stamp{tick} {world.task.facts[bit.bit_length() - 1][1:]}"


def _not(name: str) -> str:
    return f"(not {name})"


def _literals(world: World, true: int, false: int) -> set[str]:
    """The facts that say so: for what must be false the complement."""
    return {*world.task.names(true), *(_false(world, bit) for bit in bits(false))}


def _false(world: World, bit: int) -> str:
    """The complement of a fact: the grounder's where it made one."""
    other = world.opposite.get(1 << bit)
    return world.task.facts[other.bit_length() - 1] if other else _not(world.task.facts[bit])


def _effects(world: World, case: Case) -> tuple[set[str], set[str]]:
    """What a case adds and deletes, complements included."""
    add = _literals(world, case.made, case.ended)
    delete = {*world.task.names(case.ended), *(_false(world, bit) for bit in bits(case.made))}
    return add, delete - add


def _name(operator: Operator, number: int) -> str:
    return f"(c{number} {operator.name[1:]}"


def _plain(world: World, operator: Operator, case: Case, number: int) -> _Draft:
    add, delete = _effects(world, case)
    pre = frozenset(_literals(world, case.true, case.false))
    return _Draft(_name(operator, number), pre, frozenset(add), frozenset(delete))


def _timed(world: World, operator: Operator, case: Case, number: int) -> Iterator[_Draft]:
    """One operator for each reading of the clock, and the winning one."""
    plain = _plain(world, operator, case, number)
    if not world.goal_mask & case.ended and world.solvable:
        rest = world.goal_mask & ~case.made
        wins = plain.pre | set(world.task.names(rest))
        yield _Draft(plain.name, wins, frozenset({WON}), frozenset())
    window = world.window + 1
    for tick in range(window):
        after = (tick + 1) % window
        pre, add, delete = set(plain.pre), set(plain.add), set(plain.delete)
        pre.add(_clock(tick))
        add.add(_clock(after))
        delete.add(_clock(tick))
        for bit in world.unstable:
            stamp = _stamp(world, bit, after)
            if bit & case.ended:
                marks = {_stamp(world, bit, each) for each in range(window)}
                delete |= marks
                add |= {_not(mark) for mark in marks}
            elif bit & case.made and bit & case.false:
                add.add(stamp)
                delete.add(_not(stamp))
            else:
                pre.add(_not(stamp))
        yield _Draft(_name(operator, number + tick + 1), frozenset(pre), frozenset(add), frozenset(delete))


def _assemble(world: World, drafts: Sequence[_Draft], init: set[str], goal: Sequence[str]) -> Compilation:
    """The task over the facts that some operator or the goal needs; complements start out opposite."""
    needed = set(goal).union(*(draft.pre for draft in drafts)) if drafts else set(goal)
    facts = tuple(sorted(needed))
    for name in facts:
        if name.startswith("(not ") and name not in world.task.index and name[5:-1] in world.task.index:
            bit = world.task.index[name[5:-1]]
            if not world.initial.facts >> bit & 1:
                init.add(name)
    index = {name: 1 << number for number, name in enumerate(facts)}

    def mask(names: Iterable[str]) -> int:
        return sum(index.get(name, 0) for name in names)

    operators = tuple(
        Operator(draft.name, mask(draft.pre), mask(draft.add), mask(draft.delete))
        for draft in sorted(drafts, key=lambda draft: draft.name)
    )
    task = Task(facts, operators, mask(init), mask(goal), world.solvable)
    return Compilation(task, tuple(_groups(world, index)))


def _groups(world: World, index: dict[str, int]) -> Iterator[int]:
    """A fact and its complement; the readings of the clock; the stamps of a fact."""
    for name, bit in index.items():
        if (other := index.get(_not(name))) is not None:
            yield bit | other
    if world.unstable:
        yield sum(index.get(_clock(tick), 0) for tick in range(world.window + 1))
