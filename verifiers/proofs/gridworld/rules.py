"""The rules of grid worlds: for each kind of certificate its body, the theorem, and why it is sound.

All searches take every action in every state, clicks by classes that act alike (``world.py``), and a state
that is met again has the same future.  ``states`` says how many states were met when the certificate was
made; it bounds the work here and proves nothing.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from ..fields import Stated, constant, integer, optional, string
from ..refused import RefusedError, refuse
from ..search import explore
from ..tasks import rule
from .knowledge import Knowledge
from .world import KEYS, MAX_STATES, World, least

STEPS, MANY = (1, 1), 10**7
"""What waiting costs, and any other action, where steps are counted; more than the actions of any plan."""
TEST_STEPS = 1000  # an episode in which a change is to be found has fewer steps
SLACK, MORE = 20, 1000  # a search may meet so many times the states that were counted, and some more
Pair = tuple[int, frozenset[int]]  # a state of the changed world, and states of the base world
_steps, _states, _actions = integer(1, 10**6), integer(1, 10**6), integer(0, 10**6)


def _expect(knowledge: Knowledge, name: str, task: str) -> None:
    """A certificate of a kind belongs to one task, and stands once."""
    kind = name.split()[0]
    other = knowledge.record.task != task or kind in knowledge.facts
    refuse(other, f"{kind}: not a certificate of this task, or twice there")


def _sought(knowledge: Knowledge, name: str, stated: Stated) -> tuple[World, int, Any, int]:
    """The world, seed, goal and bound of the search of a certificate about a goal."""
    _expect(knowledge, name, "planning")
    question, bound = knowledge.question, SLACK * stated.states + MORE
    return knowledge.searched(question.program), question.rng_seed, question.goal, bound


@rule(scope=constant("every-realisation", "trajectory"))
def support(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`support` {scope}: which options are possible.

    Rule.  The *belief support* after a run (Bertoli, Cimatti, Roveri & Traverso, AIJ 170, 2006, call it a
    belief state) is the set of states that the world may be in: every successor of every state, by every
    outcome of every draw, whose frame agrees with what was seen.  An option is possible exactly when some
    state of the last support, computed in full on the plain interpreter, shows it in the box.  With the scope
    ``every-realisation`` the same is found where nothing is regarded as seen.
    """
    _expect(knowledge, name, "mfp")
    question, possible = knowledge.question, list[list[str]]()
    world, (left, top, width, height) = knowledge.plain(question.program), question.box
    for seen in (question.seen, ()) if stated.scope == "every-realisation" else (question.seen,):
        *_, last = world.believed(question.rng_seed, question.actions, seen)
        shown = [world.frame(state)[top : top + height] for state in last]
        patches = {tuple(row[left : left + width] for row in rows) for rows in shown}
        possible.append([letter for letter, option in question.options.items() if option in patches])
    knowledge.facts["support"] = possible


@rule(steps=_steps, states=_states)
def search(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`search` {steps, states}: the least number of steps to the goal, in a world without chance.

    Rule.  States are taken by the steps that lead to them; none before ``steps`` shows the goal, and the
    stored plan shows it after so many, whatever is drawn.
    """
    likely = _fewest_steps(knowledge, name, stated, chance=False)
    refuse(likely < 1, f"{name}: the stored plan does not show the goal after {stated.steps} steps")
    knowledge.facts["search"] = stated.steps, likely


@rule(steps=_steps, states=_states, probability=string(2000))
def luck(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`luck` {steps, states, probability}: what draws allow, and how likely the stored plan shows the goal.

    Rule.  As `search`, over every outcome of every draw: nothing before ``steps`` shows the goal, and the
    stored plan may show it after so many (weak planning; Cimatti et al., AIJ 147, 2003).  The probability of
    the plan is added up over all ways in which its draws turn out, each uniform and independent, in
    fractions, on the plain interpreter.
    """
    likely = _fewest_steps(knowledge, name, stated, chance=True)
    refuse(stated.probability != str(likely), f"{name}: the plan shows the goal with probability {likely}")
    knowledge.facts["luck"] = stated.steps, likely


def _fewest_steps(knowledge: Knowledge, name: str, stated: Stated, chance: bool) -> Fraction:
    """How likely the stored plan shows the goal after ``steps`` steps; RefusedError where fewer can."""
    world, seed, goal, bound = _sought(knowledge, name, stated)
    plan, plain = knowledge.stored, knowledge.plain(knowledge.question.program)
    steps = world.least(seed, goal, STEPS, stated.steps, bound, chance)
    refuse(steps is not None, f"{name}: steps is {stated.steps}, but the least number is {steps}")
    likely = plain.odds(seed, plan, goal, bound)
    if len(plan) != stated.steps or not likely:
        raise RefusedError(f"{name}: the stored plan does not show the goal after {stated.steps} steps")
    return likely


@rule(actions=_actions, states=_states)
def actions(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`actions` {actions, states}: the least number of actions but ``noop``, in a world without chance.

    Rule.  As `search`, but waiting costs nothing, any other action 1, and states are taken by the least cost
    of a way to them, so that the first one that shows the goal at the end of a step has the least number.
    """
    world, seed, goal, bound = _sought(knowledge, name, stated)
    fewest = world.least(seed, goal, (0, 1), inf, bound)
    refuse(fewest != stated.actions, f"{name}: actions is {stated.actions}, but the least number is {fewest}")
    knowledge.facts["actions"] = fewest


@rule(steps=_steps, actions=_actions, states=_states)
def drawn(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`drawn` {steps, actions, states}: the least number of steps as the question's own seed draws.

    Rule.  As `search`, but each step is taken with the generator as it stands, and states are told apart by
    the generator's state as well: then a step has one end, also where it is random.  Among the plans of the
    least number of steps ``actions`` is the least number that are not ``noop``: a step costs ``MANY``, and 1
    more if it is no ``noop``, and no way to the goal costs less than the stored plan, which ``tasks.py``
    plays.  Nothing is said of what other draws would allow.
    """
    world, seed, goal, bound = _sought(knowledge, name, stated)
    claimed, drawn = (stated.steps, stated.actions), World(world.machine, knowledge.question.program, True)
    refuse(drawn.showing([drawn.start(seed)], goal), "query.pictures: the initial frame shows the goal")
    cost = drawn.least(seed, goal, (MANY, MANY + 1), stated.steps * MANY + stated.actions, bound)
    world.steps += drawn.steps
    if cost is not None:
        raise RefusedError(f"{name}: steps and actions are {claimed}, but the least are {divmod(cost, MANY)}")
    knowledge.facts["drawn"] = claimed


@rule(steps=optional(_steps), states=_states)
def policy(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`policy` {steps, states}: within how many steps a policy shows the goal whatever is drawn.

    Rule.  Rank 0 have the states that show the goal; a state has rank k when some action leads, by whatever
    draws, to states of rank below k, and no smaller rank.  The rank of the initial state, whose own frame
    does not count, is the least number within which a policy surely shows the goal (strong planning; Cimatti,
    Pistore, Roveri & Traverso, AIJ 147, 2003).  With ``steps`` null it has no rank: no policy is sure.  The
    whole space is here, and the ranks are its least fixed point.
    """
    world, seed, goal, bound = _sought(knowledge, name, stated)
    first = world.start(seed)

    def after(state: int) -> Iterator[int]:
        return (end for _, ends, _ in world.moves(state) for end in ends)

    states, _ = explore(name, first, after, min(bound, MAX_STATES), edges=False)
    ranked, rank, size = world.showing(states, goal) - {first}, 0, -1
    while first not in ranked and len(ranked) != size:
        rank, size = rank + 1, len(ranked)
        ranked |= {at for at in states if any(ends.keys() <= ranked for _, ends, _ in world.moves(at))}
    fewest = rank if first in ranked else None
    refuse(fewest != stated.steps, f"{name}: steps is {stated.steps}, but the least number is {fewest}")
    knowledge.facts["policy"] = fewest, 1


@rule()
def witness(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`witness` {}: the stored actions show the change, as the seed draws, at their last step and not before.

    Rule.  The changed world is played on the plain interpreter; the base world's belief support, given the
    frames that it shows, becomes empty at the last step.  An empty support means that no draws of the base
    world give what was seen.
    """
    _expect(knowledge, name, "change")
    check_witness(knowledge, knowledge.stored, name)
    knowledge.facts["witness"] = True


def check_witness(knowledge: Knowledge, actions: Sequence[str], what: str) -> None:
    """RefusedError unless, as the seed draws, the last of these steps is the first to show the change."""
    if len(actions) >= TEST_STEPS:
        raise RefusedError(f"{what}: {len(actions)} steps, an episode has fewer than {TEST_STEPS}")
    question = knowledge.question
    base, changed = knowledge.plain(question.program), knowledge.drawn(question.changed)
    frames = (changed.frame(*layer) for layer in changed.believed(question.rng_seed, actions, ()))
    for step, layer in enumerate(base.believed(question.rng_seed, actions, frames)):
        if not layer and step < len(actions):
            when = f"at step {step} already" if step else "before the first step"
            raise RefusedError(f"{what}: the change shows {when}")
    refuse(layer, f"{what}: the base world can show all of it")


@rule(steps=integer(1, TEST_STEPS - 1), states=_states)
def distinction(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`distinction` {steps, states}: no shorter sequence of actions may show the change than the stored one.

    Rule.  A pair is a state of the changed world and the base world's belief support given all that was done
    and seen; the change shows where the support is empty.  Over all pairs, by every action and every draw,
    none shows it in fewer steps; along the stored actions some draws show it.
    """
    _expect(knowledge, name, "change")
    question, path = knowledge.question, knowledge.stored
    if len(path) != stated.steps:
        raise RefusedError(f"{name}: steps is {stated.steps}, but the stored actions are {len(path)}")
    base, changed = knowledge.searched(question.program), knowledge.searched(question.changed)
    check_shortest(base, changed, question.rng_seed, path, SLACK * stated.states + MORE)
    knowledge.facts["distinction"] = True


def check_shortest(base: World, changed: World, seed: int, actions: Sequence[str], bound: int) -> None:
    """RefusedError when fewer steps may show the change, when ``actions`` cannot, or beyond the bound.

    That fewer steps cannot takes all pairs; that these can, their own.
    """

    def led(pair: Pair, action: str) -> Iterator[Pair]:
        """The pairs that an action may lead to."""
        belief = base.after(pair[1], action)
        for end in changed.taken(pair[0], action):
            yield end, frozenset(base.showing(belief, changed.frame(end)))

    def ways(pair: Pair, acting: bool) -> Iterator[tuple[str, Pair]]:
        """One click of each class that is a class in both worlds and in all of their states, and the keys."""
        partitions = [changed.classes(pair[0]), *map(base.classes, pair[1])]
        kinds = {tuple([partition.get(click) for partition in partitions]): click for click in partitions[0]}
        for action in (*KEYS, *kinds.values()):
            yield from ((action, end) for end in led(pair, action))

    state = changed.start(seed)
    first = state, frozenset(base.showing([base.start(seed)], changed.frame(state)))
    refuse(not first[1], "distinction: 0 steps show the change already")
    shown = least(first, ways, lambda pair: not pair[1], STEPS, len(actions), bound)
    refuse(shown is not None, f"distinction: {shown} steps show the change already")
    pairs = {first}
    for action in actions:
        pairs = {end for pair in pairs for end in led(pair, action)}
    refuse(all(belief for _, belief in pairs), "distinction: the stored actions do not show the change")
