"""A second opinion on levels, and a fast look: a level compiled to classical planning, and searched as such.

The second opinion is Fast Downward's, by blind A*; its plan is replayed in the kernel.  The fast look is
breadth-first search by the compiled kernels, some ten times faster, to sort out candidates.  Events and decay
are compiled away exactly, step for step.

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
>>> len(compile_level(World(shipped("L02"))).operators), actions(["(c1 dig brann spade yard-past channel)"])
(15, ('(dig brann spade yard-past channel)',))
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ...domains.planning.strips import Operator, Task, bits
from ...domains.timetravel.kernel import World
from ...instances.errors import EnginesDisagreeError, LimitError
from ..engines import fast_downward
from ..engines.outcome import Answer, Proven, Refuted, Undecided, Why
from ..engines.query import Query
from ..search.explicit import explore
from .optimum import Optimum

MAX_OPERATORS = 200_000
WON = "(@won)"  # names that begin so are no names in PDDL, so they meet none of a level


class Case(NamedTuple):
    """A set of states given by literals, and what the action does in each of them.  All are bitmasks."""

    true: int  # facts that hold before the action
    false: int  # facts that do not hold before the action
    made: int  # facts that hold after it and may not have held before
    ended: int  # facts that do not hold after it and may have held before


class _Known(NamedTuple):
    """A branch of the execution: the literals assumed of the state before, and what has been set since."""

    true: int
    false: int
    on: int
    off: int


def cases(world: World, operator: Operator, split: int = 0) -> Iterator[Case]:
    """The cases of an action: disjoint, and together all settled states in which it is valid. Of the facts in
    ``split`` that a case makes or ends it tells whether they held before."""
    opposite = world.opposite
    if (first := _known(opposite, operator.pre, 0)) is None:
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
            if (known := _known(opposite, branch.true | true, branch.false | false)) is not None:
                stack.append(branch._replace(true=known[0], false=known[1]))


def _settle(world: World, known: _Known) -> _Known | int:
    """Fire rules as far as their conditions are known; a fact to split on where one is not. Only rules of
    which something has changed: before the action none would have changed anything."""
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
            if unknown := rule.pre & ~true:
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


def actions(plan: Iterable[str]) -> tuple[str, ...]:
    """The level's actions that the operators of a compiled plan stand for."""
    return tuple("(" + name.split(" ", 1)[1] for name in plan)


class _Draft(NamedTuple):
    """An operator over names of facts."""

    name: str
    pre: frozenset[str]
    add: frozenset[str]
    delete: frozenset[str]


def compile_level(world: World) -> Task:
    """The classical task whose shortest plans are those of a level; LimitError beyond MAX_OPERATORS."""
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


def _literals(world: World, true: int, false: int) -> frozenset[str]:
    """The facts that say so: for what must be false the complement."""
    return frozenset([*world.task.names(true), *(_false(world, bit) for bit in bits(false))])


def _false(world: World, bit: int) -> str:
    """The complement of a fact: the grounder's where it made one."""
    other = world.opposite.get(1 << bit)
    return world.task.facts[other.bit_length() - 1] if other else _not(world.task.facts[bit])


def _name(operator: Operator, number: int) -> str:
    return f"(c{number} {operator.name[1:]}"


def _plain(world: World, operator: Operator, case: Case, number: int) -> _Draft:
    pre, add = _literals(world, case.true, case.false), _literals(world, case.made, case.ended)
    return _Draft(_name(operator, number), pre, add, _literals(world, case.ended, case.made) - add)


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
        pre, add = {*plain.pre, _clock(tick)}, {*plain.add, _clock(after)}
        delete = {*plain.delete, _clock(tick)}
        for bit in world.unstable:
            stamp = _stamp(world, bit, after)
            if bit & case.ended:
                marks = {_stamp(world, bit, each) for each in range(window)}
                delete |= marks
                add |= set(map(_not, marks))
            elif bit & case.made and bit & case.false:
                add.add(stamp)
                delete.add(_not(stamp))
            else:
                pre.add(_not(stamp))
        yield _Draft(_name(operator, number + tick + 1), frozenset(pre), frozenset(add), frozenset(delete))


def _assemble(world: World, drafts: Sequence[_Draft], init: set[str], goal: Sequence[str]) -> Task:
    """The task over the facts that some operator or the goal needs; complements start out opposite."""
    facts = tuple(sorted(set(goal).union(*(draft.pre for draft in drafts))))
    for name in facts:
        if name.startswith("(not ") and name not in world.task.index and name[5:-1] in world.task.index:
            bit = world.task.index[name[5:-1]]
            if not world.initial.facts >> bit & 1:
                init.add(name)
    index = {name: 1 << number for number, name in enumerate(facts)}

    def mask(names: Iterable[str]) -> int:
        return sum(index.get(name, 0) for name in names)

    ordered = sorted(drafts, key=lambda draft: draft.name)
    operators = (Operator(each.name, mask(each.pre), mask(each.add), mask(each.delete)) for each in ordered)
    return Task(facts, tuple(operators), mask(init), mask(goal), world.solvable)


def shortest(world: World, **limits: Any) -> Answer:
    """A shortest plan by Fast Downward (Refuted), Proven when there is none, or Undecided."""
    answer = fast_downward.plan(Query(compile_level(world), **limits), search="blind")
    if not isinstance(answer, Refuted):
        return answer
    plan = actions(answer.witness)
    if (failure := fault(world, plan)) is not None:
        return Undecided(answer.engine, Why.OUTPUT, f"its plan does not replay: {failure}")
    return Refuted(answer.engine, plan, answer.optimal)


def fault(world: World, plan: tuple[str, ...]) -> str | None:
    """Replay a plan in the kernel: None when it solves the level, else a sentence about where it fails."""
    state = world.initial
    for step, name in enumerate(plan):
        operator = world.operator(name)
        if world.goal(state):
            return f"step {step}: the level is solved already"
        if operator.pre & ~state.facts:
            return f"step {step}: {name} is not valid"
        transition = world.step(state, operator)
        if transition.failed:
            return f"step {step}: {transition.expired[0]} decays"
        state = transition.state
    return None if world.goal(state) else "the goal does not hold at the end"


def agreed(optimum: Optimum, **limits: Any) -> bool:
    """Whether Fast Downward finds the same length; False when undecided, else EnginesDisagreeError."""
    answer = shortest(optimum.world, **limits)
    if isinstance(answer, Undecided) or (isinstance(answer, Refuted) and not answer.optimal):
        return False
    length = None if isinstance(answer, Proven) else answer.cost
    if length != optimum.length:
        ours = f"{optimum.world.level.name}: our search finds length {optimum.length}"
        raise EnginesDisagreeError(f"{ours}, {answer.engine} finds {length}")
    return True


class Look(NamedTuple):
    """A shortest plan and its length; None and empty when the level is unsolvable."""

    length: int | None
    plan: tuple[str, ...]


def look(world: World, *, limit: int, whole: bool = True) -> Look | None:
    """A shortest plan by the compilation; None beyond ``limit`` states, if the ``whole`` is asked for."""
    task = compile_level(world)
    if not world.solvable:
        return Look(None, ())
    space = explore(task, limit=limit)
    if whole and not space.complete:
        return None
    if (nearest := space.find(task.goal)) is not None:
        plan = actions(task.operators[number].name for number in space.path(nearest))
        return Look(len(plan), plan)
    return Look(None, ()) if space.complete else None
