"""Next action: which applicable action starts a shortest plan.

Some applicable action must not do, and neither the action first in name order nor the last must do
more often than chance.
"""

from ....instances.records import Json
from ....instances.toml import beside
from ...rng import Rng
from ..states import Scene
from . import Draft, QuestionMaker, Words

LEAST = {1: 2, 2: 2, 3: 3, 4: 3, 5: 3}  # the shortest distance to the goal that is asked about, by level
PATIENCE = 10  # tries that insist on drawn sides for the first and the last action


def generative(scene: Scene, rng: Rng) -> Json | None:
    """Any action that brings the goal closer."""
    return {} if len(scene.applicable) > 1 else None


def unfit(draft: Draft) -> str | None:
    """Refuse states that are no question, too close to the goal, or where every action does."""
    truth = draft.truth
    if truth["kind"] != "next_action":
        return str(truth["reason"])
    if truth["h"] < LEAST[draft.instance.level or 3]:
        return "too_close_to_goal"
    closer, farther = truth["closer"], truth["not_closer"]
    if not farther:
        return "every_action_does"
    many = len(closer) + len(farther)
    actions = sorted(closer + farther)
    wanted = draft.rng.fork("first").below(many) < len(closer)
    unwanted = actions[-1] in closer and draft.rng.fork("last").below(many) >= len(closer)
    if ((actions[0] in closer) != wanted or unwanted) and draft.tries < PATIENCE:
        return "ends_balanced"
    return None


MAKER = QuestionMaker(beside(__file__, Words), generative, unfit=unfit, solvable=True)
