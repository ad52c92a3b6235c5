"""The rules of levels: for each kind of certificate its body, the theorem, and why it is sound."""

from ..fields import Stated, count, listing, mapping, name, optional
from ..refused import RefusedError, clip, refuse
from ..search import MAX_STATES, explore, layers
from ..tasks import rule
from .knowledge import Knowledge
from .world import Game, Situation

MAX_STEPS = 2000
actions = listing(name, MAX_STEPS)


@rule(actions=actions)
def plan(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`plan`, body ``actions``: the level can be solved with so many actions.

    Rule: the plan is played; each action must be valid where it stands, nothing may decay, and the goal must
    hold after the last action and not before.  So a shortest plan is no longer.  It is the plan of the truth.
    """
    refuse(knowledge.planned is not None, f"{title}: there are two")
    game, situation = knowledge.game, knowledge.game.initial
    for step, action in enumerate(stated.actions):
        where, move = f"{title} step {step}", game.named.get(action)
        refuse(game.solved(situation), f"{where}: the goal holds already")
        if move is None or move.pre & ~situation[0]:
            raise RefusedError(f"{where}: {action} is not valid")
        after = game.after(situation, move)
        if after is None:
            raise RefusedError(f"{where}: {action} lets something decay")
        situation = after
    refuse(not game.solved(situation), f"{title}: the goal does not hold at the end")
    knowledge.planned, knowledge.turns = stated.actions, len(stated.actions) or 1


@rule(length=optional(count), states=count, layers=listing(count, MAX_STEPS), dead_ends=count, expiries=count)
def distances(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`distances`: the whole space of a level, counted by the distance of each situation to the goal.

    Body: ``length``, ``states``, ``layers`` (how many situations lie at each distance), ``dead_ends`` (whence
    nothing leads to the goal) and ``expiries`` (pairs of situation and action that let something decay).
    Rule: breadth-first search over every situation that play can reach counts all of them anew.  So no plan
    is shorter than ``length``, and none exists where it is null.
    """
    refuse(knowledge.counted is not None, f"{title}: there are two")
    for field, value in vars(count_all(knowledge.game, stated.states)).items():
        said = getattr(stated, field)
        refuse(said != value, f"{title} {field}: {clip(said)} is stated, {clip(value)} is counted")
    knowledge.counted = stated


def count_all(game: Game, limit: int) -> Stated:
    """What `distances` states; RefusedError as soon as there are more than ``limit`` situations."""
    decayed: list[Situation] = []
    found, entering = explore("distances", game.initial, lambda each: game.successors(each, decayed), limit)
    by_depth = list(layers(entering, [place for place, each in enumerate(found) if game.solved(each)]))
    sizes = [len(layer) for layer in by_depth]
    length = next((depth for depth, layer in enumerate(by_depth) if 0 in layer), None)
    dead_ends, expiries = len(found) - sum(sizes), len(decayed)
    return Stated(length=length, states=len(found), layers=sizes, dead_ends=dead_ends, expiries=expiries)


@rule(without=mapping(optional(count)))
def necessity(knowledge: Knowledge, title: str, stated: Stated) -> None:
    """`necessity`, body ``without``: for parts of a level, the length of a shortest plan without the part.

    Rule: the part is taken away (``world``), and breadth-first search looks for a solved situation.
    """
    refuse(knowledge.lengths is not None, f"{title}: there are two")
    for part, length in stated.without.items():
        refuse(part not in knowledge.level.parts, f"{title}: {clip(part)} is no part of the level")
        right = shortest(Game(knowledge.level.without(part)), MAX_STATES)
        refuse(right != length, f"{title} {part}: {length} is stated, {right} is right")
    knowledge.lengths = stated.without


def shortest(game: Game, limit: int) -> int | None:
    """The length of a shortest plan, None if there is none; RefusedError beyond ``limit`` situations."""
    seen, layer, depth = {game.initial}, {game.initial}, 0
    while layer and not any(map(game.solved, layer)):
        layer = {after for situation in layer for after in game.successors(situation, [])} - seen
        seen |= layer
        depth += 1
        refuse(len(seen) > limit, f"necessity: more than {limit} states are reachable")
    return depth if layer else None
