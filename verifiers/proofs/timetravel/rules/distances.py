"""`distances`: the whole space of a level, counted by the distance of each situation to the goal.

Body: ``length``, ``states``, ``layers`` (how many situations lie at each distance), ``dead_ends`` (from
which nothing leads to the goal) and ``expiries`` (pairs of a situation and a valid action that let
something decay). Rule: breadth-first search over every situation that play can reach counts all of them
anew, and ends at once when there are more than the stated number.  So no plan is shorter than ``length``,
and none exists where it is null.
"""

from array import array

from ...fields import Stated, count, exactly, listing, optional
from ...planning.search import MAX_STATES, layers
from ...refused import RefusedError, clip
from ..knowledge import Count, Knowledge, once
from ..simulation import Game
from .plan import MAX_STEPS

BODY = exactly(
    length=optional(count), states=count, layers=listing(count, MAX_STEPS), dead_ends=count, expiries=count
)


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Count, and compare."""
    once(name, knowledge.counted)
    counted = count_all(knowledge.game, stated.states)
    for field, value in counted._asdict().items():
        if getattr(stated, field) != value:
            raise RefusedError(
                f"{name} {field}: {clip(getattr(stated, field))} is stated, {clip(value)} is counted"
            )
    knowledge.counted = counted


def count_all(game: Game, limit: int) -> Count:
    """Every situation by its distance to the goal; RefusedError as soon as there are more than ``limit``."""
    if limit > MAX_STATES:
        raise RefusedError(f"distances: {limit} states are stated, the checker explores at most {MAX_STATES}")
    number, situations = {game.initial: 0}, [game.initial]
    sources, targets, expiries = array("i"), array("i"), 0
    for source, situation in enumerate(situations):
        for after in game.successors(situation):
            if after is None:
                expiries += 1
                continue
            target = number.setdefault(after, len(situations))
            if target == len(situations):
                if target >= limit:
                    raise RefusedError(f"distances: more than the stated {limit} states are reachable")
                situations.append(after)
            sources.append(source)
            targets.append(target)
    goals = (place for place, (facts, _) in enumerate(situations) if game.solved(facts))
    distances = list(layers(sources, targets, goals))
    length = next((depth for depth, layer in enumerate(distances) if 0 in layer), None)
    lengths = list(map(len, distances))
    return Count(length, len(situations), lengths, len(situations) - sum(lengths), expiries)
