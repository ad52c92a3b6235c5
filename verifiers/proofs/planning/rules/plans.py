"""`plans`: action sequences that lead from the initial state to the goal.

Body: ``actions`` (texts) and ``plans``, lists of indices into them.

Rule: each action is applicable in its turn and the goal holds at the end.  Then a fact true in no state along
one of the plans is no landmark; the optimal cost is at most the length of the shortest; an action that starts
a plan of length d leads to a state from which the goal is d - 1 actions away at most; and every state along a
plan is reachable.
"""

from ...fields import Stated, count, exactly, listing, name
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge
from .runs import all_taken

BODY = exactly(actions=listing(name), plans=listing(listing(count)))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Replay every plan; record its states, its length and the facts along it."""
    model = knowledge.model
    for number, plan in enumerate(stated.plans):
        state = path = model.init
        states = [state]
        for step, action in enumerate(plan):
            where = f"{name} plan {number} step {step}"
            refuse(action >= len(stated.actions), f"{where}: there is no action {action}")
            state = knowledge.apply(where, stated.actions[action], state)
            path |= state
            states.append(state)
        if model.goal is None:
            raise RefusedError(f"{name} plan {number}: the goal lies outside the delete-relaxed closure")
        if model.goal & ~state:
            lacking = model.first(model.goal & ~state)
            raise RefusedError(f"{name} plan {number}: the goal {lacking} is false at its end")
        knowledge.reached.update((state, name) for state in states if state not in knowledge.reached)
        knowledge.paths.setdefault(path, name)
        knowledge.at_most("", len(plan), name)
        if plan:
            knowledge.at_most(stated.actions[plan[0]], len(plan) - 1, name)
    all_taken(name, stated.actions, (action for plan in stated.plans for action in plan))
