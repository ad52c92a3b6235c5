"""The rules of grid worlds: for each kind of certificate its body, the theorem, and why it is sound.

All searches take every action in every state, clicks by classes that act alike (``world.py``), and a state
that is met again has the same future.  ``states`` says how many states were met when the certificate was
made; it bounds the work here and proves nothing.
"""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from ..fields import Stated, constant, integer, optional, string
from ..refused import RefusedError, refuse
from ..tasks import rule
from .knowledge import Knowledge, bound
from .questions import LETTERS, TEST_STEPS, patch
from .world import CERTAIN, KEYS, Ends, Grid, Layer, Move, Partial, Places, World, agrees, least, within

STEPS, MANY = (1, 1), 10**7
"""What waiting costs, and any other action, where steps are counted; more than the actions of any plan."""
Pair = tuple[Hashable, Any, Layer]
"""The changed world's key and state, and the base world's states."""
_number = integer(1, 10**6)


@rule(scope=constant("every-realisation", "trajectory"))
def support(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`support` {scope}: which options are possible.

    Rule.  The *belief support* after a run is the set of states that the world may be in: every successor of
    every state, by every outcome of every draw, whose frame agrees with what was seen.  An option is possible
    exactly when some state of the last support shows it in the box.  With the scope ``every-realisation`` the
    same is found where nothing is regarded as seen.

    Sound, since the support is computed in full (Bertoli, Cimatti, Roveri & Traverso, AIJ 170, 2006, call it
    a belief state), by the plain interpreter.
    """
    knowledge.expect("support", "mfp")
    question = knowledge.question
    world, options = knowledge.plain(question.program), list(zip(LETTERS, question.options, strict=False))
    possible = knowledge.facts["support"] = []
    for seen in (question.seen, ()) if stated.scope == "every-realisation" else (question.seen,):
        *_, last = world.believed(question.rng_seed, question.actions, seen)
        patches = {patch(world.frame(*place), question.box) for place in last.items()}
        possible.append([letter for letter, option in options if option in patches])


@rule(steps=_number, states=_number)
def search(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`search` {steps, states}: the least number of steps to the goal, in a world without chance.

    Rule.  States are taken by the steps that lead to them; none before ``steps`` shows the goal, and the
    stored plan shows it after so many, whatever is drawn.
    """
    world, seed, goal, states = knowledge.sought("search", stated)
    plan = knowledge.stored
    steps = world.least(seed, goal, STEPS, stated.steps, states)
    refuse(steps is not None, f"{name}: steps is {stated.steps}, but the least number is {steps}")
    *_, last = world.believed(seed, plan)
    if len(plan) != stated.steps or len(world.showing(last, goal)) < len(last):
        raise RefusedError(f"{name}: the stored plan does not show the goal after {stated.steps} steps")
    knowledge.facts["search"] = stated.steps


@rule(actions=integer(0, 10**6), states=_number)
def actions(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`actions` {actions, states}: the least number of actions but ``noop``, in a world without chance.

    Rule.  As `search`, but waiting costs nothing, any other action 1, and states are taken by the least cost
    of a way to them, so that the first one that shows the goal at the end of a step has the least number.
    """
    world, seed, goal, states = knowledge.sought("actions", stated)
    least = world.least(seed, goal, (0, 1), inf, states)
    refuse(least != stated.actions, f"{name}: actions is {stated.actions}, but the least number is {least}")
    knowledge.facts["actions"] = stated.actions


class AsDrawn(World):
    """A world in which the generator draws; moves are not kept, since a search asks for each once."""

    def key(self, state: Any) -> Hashable:
        """What tells a state apart, with the generator's state."""
        return (super().key(state), state.rng_state)

    def ends(self, state: Any, action: str) -> tuple[Ends, set[Places]]:
        """The one end of a step."""
        self.steps += 1
        after = self.machine.step(state, action)
        return [(CERTAIN, self.key(after), after)], self.machine.compared

    def frame(self, key: Any, state: Any) -> Grid:
        """What is seen, whatever the generator's state."""
        return super().frame(key[0], state)

    def moves(self, key: Hashable, state: Any) -> list[Move]:
        """All that can be done in a state."""
        return list(self._tried(key, state))


@rule(steps=_number, actions=integer(0, 10**6), states=_number)
def drawn(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`drawn` {steps, actions, states}: the least number of steps as the question's own seed draws.

    Rule.  As `search`, but each step is taken with the generator as it stands, and states are told apart by
    the generator's state as well: then a step has one end, also where it is random.  Among the plans of the
    least number of steps ``actions`` is the least number that are not ``noop``: a step costs ``MANY``, and 1
    more if it is no ``noop``.  Nothing is said of what other draws would allow.
    """
    world, seed, goal, states = knowledge.sought("drawn", stated)
    claimed, plan = (stated.steps, stated.actions), knowledge.stored
    drawn = AsDrawn(world.machine, knowledge.question.program)
    refuse(drawn.showing(drawn.start(seed), goal), "query.pictures: the initial frame shows the goal")
    cost = drawn.least(seed, goal, (MANY, MANY + 1), stated.steps * MANY + stated.actions, states)
    world.steps += drawn.steps
    if cost is not None:
        raise RefusedError(f"{name}: steps and actions are {claimed}, but the least are {divmod(cost, MANY)}")
    *_, last = world.frames(seed, plan)
    if (len(plan), sum(action != "noop" for action in plan)) != claimed or not agrees(last, goal):
        raise RefusedError(f"{name}: the stored plan does not show the goal with {claimed} steps and actions")
    knowledge.facts["drawn"] = claimed


@rule(steps=optional(_number), states=_number)
def policy(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`policy` {steps, states}: within how many steps a policy shows the goal whatever is drawn.

    Rule.  Rank 0 have the states that show the goal; a state has rank k when some action leads, by whatever
    draws, to states of rank below k, and no smaller rank.  The rank of the initial state, whose own frame
    does not count, is the least number within which a policy surely shows the goal (strong planning; Cimatti,
    Pistore, Roveri & Traverso, AIJ 147, 2003).  With ``steps`` null it has no rank: no policy is sure.

    Sound, since the whole space is here and the ranks are a least fixed point.
    """
    rank = sure_rank(*knowledge.sought("policy", stated))
    refuse(rank != stated.steps, f"{name}: steps is {stated.steps}, but the least number is {rank}")
    knowledge.facts["policy"] = rank


def sure_rank(world: World, seed: int, goal: Partial, bound: int) -> int | None:
    """The least k such that a policy shows the goal within k steps whatever is drawn; None for no such k."""
    waiting = [*world.start(seed).items()]
    initial, leads, reached = waiting[0][0], dict[Hashable, list[set[Hashable]]](), set[Hashable]()
    while waiting:
        key, state = waiting.pop()
        if key not in leads:
            moves = world.moves(key, state)
            leads[key] = [{end for _, end, _ in move.ends} for move in moves]
            within(len(leads), bound)
            waiting += [(after, end) for move in moves for _, after, end in move.ends if after not in leads]
            reached |= set(world.showing({key: state}, goal)) - {initial}
    rank, size = 0, -1
    while initial not in reached and len(reached) != size:
        rank, size = rank + 1, len(reached)
        reached |= {key for key, ways in leads.items() if any(way <= reached for way in ways)}
    return rank if initial in reached else None


@rule(steps=_number, states=_number, probability=string(2000))
def luck(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`luck` {steps, states, probability}: what draws allow, and how likely the stored plan shows the goal.

    Rule.  As `search`, over every outcome of every draw: nothing before ``steps`` shows the goal, and the
    stored plan may show it after so many (weak planning; Cimatti et al., AIJ 147, 2003).  The probability of
    the plan is added up over all ways in which its draws turn out, each uniform and independent, in
    fractions, on the plain interpreter.
    """
    world, seed, goal, states = knowledge.sought("luck", stated)
    plan = knowledge.stored
    likely = odds(knowledge.plain(knowledge.question.program), seed, plan, goal, states)
    refuse(stated.probability != str(likely), f"{name}: the plan shows the goal with probability {likely}")
    steps = world.least(seed, goal, STEPS, stated.steps, states, chance=True)
    refuse(steps is not None, f"{name}: steps is {stated.steps}, but the least number is {steps}")
    if len(plan) != stated.steps or not likely:
        raise RefusedError(f"{name}: the stored plan cannot show the goal after {stated.steps} steps")
    knowledge.facts["luck"] = (stated.steps, likely)


def odds(world: World, seed: int, plan: Sequence[str], goal: Partial, bound: int) -> Fraction:
    """The probability that the goal shows after the last step of a plan, every draw uniform."""
    layer = world.start(seed)
    chances: dict[Hashable, Fraction] = dict.fromkeys(layer, Fraction(1))
    for action in plan:
        ends = [(chances[key], world.ends(state, action)[0]) for key, state in layer.items()]
        layer = {key: end for _, each in ends for _, key, end in each}
        chances = dict.fromkeys(layer, Fraction(0))
        for chance, each in ends:
            for share, key, _ in each:
                chances[key] += chance * share
        within(len(layer), bound)
    return sum((chances[key] for key in world.showing(layer, goal)), Fraction(0))


@rule()
def witness(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`witness` {}: the stored actions show the change, as the seed draws, at their last step and not before.

    Rule.  The changed world is played on the plain interpreter; the base world's belief support, given the
    frames that it shows, becomes empty at the last step.  An empty support means that no draws of the base
    world give what was seen.
    """
    knowledge.expect("witness", "change")
    check_witness(knowledge, knowledge.stored, name)
    knowledge.facts["witness"] = len(knowledge.stored)


def check_witness(knowledge: Knowledge, actions: Sequence[str], what: str) -> None:
    """RefusedError unless, as the seed draws, the last of these steps is the first to show the change."""
    if len(actions) >= TEST_STEPS:
        raise RefusedError(f"{what}: {len(actions)} steps, an episode has fewer than {TEST_STEPS}")
    question = knowledge.question
    base, changed = knowledge.plain(question.program), knowledge.plain(question.changed)
    shown = changed.frames(question.rng_seed, actions)
    for step, layer in enumerate(base.believed(question.rng_seed, actions, shown)):
        if not layer and step < len(actions):
            when = f"at step {step} already" if step else "before the first step"
            raise RefusedError(f"{what}: the change shows {when}")
    refuse(layer, f"{what}: the base world can show all of it")


@rule(steps=integer(1, TEST_STEPS - 1), states=_number)
def distinction(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """`distinction` {steps, states}: no shorter sequence of actions may show the change than the stored one.

    Rule.  A pair is a state of the changed world and the base world's belief support given all that was done
    and seen; the change shows where the support is empty.  Over all pairs, by every action and every draw,
    none shows it in fewer steps; along the stored actions some draws show it.
    """
    knowledge.expect("distinction", "change")
    question, path = knowledge.question, knowledge.stored
    if len(path) != stated.steps:
        raise RefusedError(f"{name}: steps is {stated.steps}, but the stored actions are {len(path)}")
    base, changed = knowledge.searched(question.program), knowledge.searched(question.changed)
    check_shortest(base, changed, question.rng_seed, path, bound(stated.states))
    knowledge.facts["distinction"] = stated.steps


def check_shortest(base: World, changed: World, seed: int, actions: Sequence[str], bound: int) -> None:
    """RefusedError when fewer steps may show the change, when ``actions`` cannot, or beyond the bound.

    That fewer steps cannot takes all pairs; that these can, their own pairs.
    """

    def led(pair: Pair, action: str) -> Iterator[tuple[Hashable, Pair]]:
        """The pairs that an action may lead to."""
        belief = base.after(pair[2], action)
        for _, key, end in changed.taken(pair[0], pair[1], action):
            left = base.showing(belief, changed.frame(key, end))
            yield (key, frozenset(left)), (key, end, left)

    def ways(name: Hashable, pair: Pair, acting: bool) -> Iterator[tuple[str, Hashable, Pair]]:
        """One click of each class that is a class in both worlds and in all of their states, and the keys."""
        key, state, layer = pair
        partitions = [changed.classes(key, state), *(base.classes(*place) for place in layer.items())]
        kinds: dict[tuple[str | None, ...], str] = {}
        for click in partitions[0]:
            kinds.setdefault(tuple([partition.get(click) for partition in partitions]), click)
        for action in (*KEYS, *kinds.values()):
            yield from ((action, *end) for end in led(pair, action))

    ((key, state),) = changed.start(seed).items()
    first: dict[Hashable, Pair] = {
        key: (key, state, base.showing(base.start(seed), changed.frame(key, state)))
    }
    shown = (
        0
        if not first[key][2]
        else least((key, first[key]), ways, lambda _, pair: not pair[2], STEPS, len(actions), bound)
    )
    refuse(shown is not None, f"distinction: {shown} steps show the change already")
    for action in actions:
        first = {name: end for pair in first.values() for name, end in led(pair, action)}
    if all(layer for _, _, layer in first.values()):
        raise RefusedError("distinction: the stored actions do not show the change")
