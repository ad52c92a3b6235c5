"""``distinction`` {steps, states}: no shorter sequence of actions may show the change than the stored one.

Rule.  A pair is a state of the changed world and the base world's belief support given all that was done and
seen; the change shows where the support is empty.  Over all pairs, by every action and every draw, none shows
it in fewer steps; along the stored actions some draws show it.  ``states`` bounds the work.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from ...fields import Stated, exactly, integer
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge, bound
from ..questions import TEST_STEPS
from ..world import KEYS, Layer, World, least
from .search import STEPS

Pair = tuple[Hashable, Any, Layer]
"""The changed world's key and state, and the base world's states."""
BODY = exactly(steps=integer(1, TEST_STEPS - 1), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Establish that the stored actions are a shortest sequence that may show the change."""
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
