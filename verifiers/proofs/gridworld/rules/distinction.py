"""``distinction`` {steps, states}: no shorter sequence of actions may show the change than the stored one.

Rule.  A pair is a state of the changed world and the base world's belief support given all that was done and
seen; the change shows where the support is empty.  Breadth first over all pairs, by every action and every
draw, none shows it in fewer steps; along the stored actions some draws show it.  ``states`` bounds the work.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from ...fields import Stated, exactly, integer
from ...refused import RefusedError
from ..knowledge import Knowledge, bound
from ..questions import TEST_STEPS
from ..world import KEYS, Layer, World, layers

Pairs = dict[Hashable, tuple[Hashable, Any, Layer]]
"""Pairs by what tells them apart: the changed world's key and state, and the base world's states."""

BODY = exactly(steps=integer(1, TEST_STEPS - 1), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish that the stored actions are a shortest sequence that may show the change."""
    knowledge.expect("distinction", "change")
    question = knowledge.question
    path = knowledge.stored
    if len(path) != stated.steps:
        raise RefusedError(f"{name}: steps is {stated.steps}, but the stored actions are {len(path)}")
    base, changed = knowledge.searched(question.program), knowledge.searched(question.changed)
    check_shortest(base, changed, question.rng_seed, path, bound(stated.states))
    knowledge.facts["distinction"] = stated.steps


def initial(base: World, changed: World, seed: int) -> Pairs:
    """The pair before the first step."""
    ((key, state),) = changed.start(seed).items()
    return {key: (key, state, base.showing(base.start(seed), changed.machine.frame(state)))}


def led(base: World, changed: World, pairs: Pairs, action: str) -> Pairs:
    """The pairs that an action may lead to."""
    following: Pairs = {}
    for key, state, layer in pairs.values():
        belief = base.after(layer, action)
        for _, after, end in changed.taken(key, state, action):
            left = base.showing(belief, changed.frame(after, end))
            following[after, frozenset(left)] = (after, end, left)
    return following


def check_shortest(base: World, changed: World, seed: int, actions: Sequence[str], bound: int) -> None:
    """RefusedError when fewer steps may show the change, when ``actions`` cannot, or beyond the bound.

    That fewer steps cannot takes every pair of every layer but the last; that these can, their own pairs.
    """
    first = along = initial(base, changed, seed)

    def following(front: Pairs) -> Pairs:
        pairs: Pairs = {}
        for name, pair in front.items():
            for action in _common(base, changed, pair):
                pairs.update(led(base, changed, {name: pair}, action))
        return pairs

    for step, front in zip(range(len(actions)), layers(first, following, bound), strict=False):
        if any(not layer for _, _, layer in front.values()):
            raise RefusedError(f"distinction: {step} steps show the change already")
    for action in actions:
        along = led(base, changed, along, action)
    if all(layer for _, _, layer in along.values()):
        raise RefusedError("distinction: the stored actions do not show the change")


def _common(base: World, changed: World, pair: tuple[Hashable, Any, Layer]) -> Iterable[str]:
    """The keys, and one click of each class that is a class in both worlds and in all of their states."""
    key, state, layer = pair
    partitions = [changed.classes(key, state), *(base.classes(*place) for place in layer.items())]
    kinds: dict[tuple[str | None, ...], str] = {}
    for click in partitions[0]:
        kinds.setdefault(tuple([partition.get(click) for partition in partitions]), click)
    return (*KEYS, *kinds.values())
