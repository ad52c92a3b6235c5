"""`plan`, body ``actions``: the level can be solved with so many actions.

Rule: the plan is played; each action must be valid where it stands, nothing may decay, and the goal must hold
after the last action and not before.  So a shortest plan is no longer.
"""

from ...fields import Stated, exactly, listing, name
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge, once

MAX_STEPS = 2000
actions = listing(name, MAX_STEPS)

BODY = exactly(actions=actions)


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Play the plan, which then is the one of the truth."""
    once(name, knowledge.planned)
    game, situation = knowledge.game, knowledge.game.initial
    for step, action in enumerate(stated.actions):
        move = game.named.get(action)
        refuse(game.solved(situation[0]), f"{name} step {step}: the goal holds already")
        if move is None or move.pre & ~situation[0]:
            raise RefusedError(f"{name} step {step}: {action} is not valid")
        after = game.after(situation, ~move.delete, move.add)
        if after is None:
            raise RefusedError(f"{name} step {step}: {action} lets something decay")
        situation = after
    refuse(not game.solved(situation[0]), f"{name}: the goal does not hold at the end")
    knowledge.planned, knowledge.turns = stated.actions, len(stated.actions) or 1
