"""`necessity`, body ``without``: for parts of a level, the length of a shortest plan without the part.

Rule: the checker takes the part away (``world``) and searches breadth-first for the first solved situation.
"""

from ...fields import Stated, count, exactly, mapping, optional
from ...planning.search import MAX_STATES
from ...refused import clip, refuse
from ..knowledge import Knowledge, once
from ..simulation import Game

BODY = exactly(without=mapping(optional(count)))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Search each level without a part, and compare."""
    once(name, knowledge.lengths)
    for part, length in stated.without.items():
        refuse(part not in knowledge.level.parts, f"{name}: {clip(part)} is no part of the level")
        right = shortest(Game(knowledge.level.without(part)), MAX_STATES)
        refuse(right != length, f"{name} {part}: {length} is stated, {right} is right")
    knowledge.lengths = stated.without


def shortest(game: Game, limit: int) -> int | None:
    """The length of a shortest plan, None if there is none; RefusedError beyond ``limit`` situations."""
    seen, layer, depth = {game.initial}, [game.initial], 0
    while layer:
        if any(game.solved(facts) for facts, _ in layer):
            return depth
        following = {after for situation in layer for after in game.successors(situation)}
        layer, depth = [after for after in following - seen if after is not None], depth + 1
        seen.update(layer)
        refuse(len(seen) > limit, f"necessity: more than {limit} states are reachable")
    return None
