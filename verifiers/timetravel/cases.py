"""Symbolic execution of an action and of the rules that it sets off, case by case.

What is known of the state is kept as two bitmasks, the facts known to be true and those known to be false;
of the others the action and its rules have not touched any, so a fact that is split on is one of the state
before the action.  Rules are looked at only once something that they depend on has changed: before the
action none of them would have changed anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...domains.planning.strips import Operator, bits
from ...domains.timetravel.kernel import World


class Case(NamedTuple):
    """A set of states given by literals, and what the action does in each of them.  All are bitmasks."""

    true: int
    """Facts that hold before the action."""
    false: int
    """Facts that do not hold before the action."""
    made: int
    """Facts that hold after it and may not have held before."""
    ended: int
    """Facts that do not hold after it and may have held before."""


class _Known(NamedTuple):
    """A branch of the execution: the literals assumed of the state before, and what has been set since."""

    true: int
    false: int
    on: int
    off: int


def cases(world: World, operator: Operator, split: int = 0) -> Iterator[Case]:
    """The cases of an action: disjoint, and together all settled states in which it is valid.

    Of the facts in ``split`` that a case makes or ends it also tells whether they held before.
    """
    opposite = world.opposite
    first = _known(opposite, operator.pre, 0)
    if first is None:
        return
    on, off = _both(opposite, operator.add, operator.delete)
    stack = [_Known(*first, on, off)]
    while stack:
        branch = stack.pop()
        fact = _settle(world, branch)
        if isinstance(fact, _Known):
            unsaid = (fact.on | fact.off) & split & ~(fact.true | fact.false)
            if not unsaid:
                yield Case(fact.true, fact.false, fact.on & ~fact.true, fact.off & ~fact.false)
                continue
            fact = unsaid & -unsaid
        for true, false in ((fact, 0), (0, fact)):
            known = _known(opposite, branch.true | true, branch.false | false)
            if known is not None:
                stack.append(branch._replace(true=known[0], false=known[1]))


def _settle(world: World, known: _Known) -> _Known | int:
    """Fire rules as far as their conditions are known; a fact to split on where one is not."""
    on, off = known.on, known.off
    fired = True
    while fired:
        fired = False
        for rule in world.rules:
            if not (rule.pre & on or rule.add & off or rule.delete & on):
                continue
            true = on | known.true & ~off
            false = off | known.false & ~on
            if rule.pre & false or not (rule.add & ~true or rule.delete & ~false):
                continue
            unknown = rule.pre & ~true
            if unknown:
                return unknown & -unknown
            more, less = _both(world.opposite, rule.add, rule.delete)
            on, off, fired = on & ~less | more, off & ~more | less, True
    return known._replace(on=on, off=off)


def _known(opposite: dict[int, int], true: int, false: int) -> tuple[int, int] | None:
    """Literals closed under complements; None when they contradict each other."""
    more = true | _opposites(opposite, false)
    less = false | _opposites(opposite, true)
    return None if more & less else (more, less)


def _both(opposite: dict[int, int], add: int, delete: int) -> tuple[int, int]:
    """What is set and what is unset by an effect, complements included."""
    delete &= ~add
    return add | _opposites(opposite, delete), delete | _opposites(opposite, add)


def _opposites(opposite: dict[int, int], mask: int) -> int:
    return sum(opposite.get(1 << bit, 0) for bit in bits(mask))
