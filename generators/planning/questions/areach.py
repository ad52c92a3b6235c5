"""Action reachability: actions that some reachable state allows, actions that none does.

Every domain has legal actions that no state allows (a way from a place to itself), so None is never right.
Wrong actions: those of the delete relaxation that no state allows (hard negatives), and those one argument
away from an action that is possible.  Right ones are not applicable yet.
"""

from ....instances.toml import beside
from ...rng import Rng
from ..distractors import by_schema, foreign_actions, mixed
from ..states import Scene
from . import PLAIN, OptionPools, QuestionMaker, Words, chosen
from .reach import lacks_hard, visited

BASES = 30  # operators whose arguments are exchanged


def right_actions(scene: Scene, rng: Rng) -> list[str]:
    """Actions applicable in some reachable state, not in this one, in drawn order."""
    task = scene.task
    now = set(scene.applicable)
    states = visited(scene, rng.fork("visited"))[:12]
    later = {n for state in states for n, op in enumerate(task.operators) if op.applicable(state)} - now
    return by_schema(scene, rng, sorted(later))


def wrong_actions(scene: Scene, rng: Rng) -> list[str]:
    """Actions that are probably never applicable: where the relaxation is loose mostly hard ones."""
    task = scene.task
    hard = scene.never[1] if scene.loose else []
    if scene.loose and not hard and rng.fork("wish").below(4):
        return []
    base = rng.fork("base").sample(range(len(task.operators)), min(BASES, len(task.operators)))
    foreign = list(foreign_actions(scene, rng.fork("foreign"), base))
    first = mixed(rng.fork("hard"), hard) if rng.fork("mix").below(3) else []
    return [*first, *mixed(rng, hard, foreign, without=set(first))]


def choice(scene: Scene, rng: Rng) -> OptionPools | None:
    """A possible action among impossible ones."""
    right, wrong = right_actions(scene, rng.fork("right")), wrong_actions(scene, rng.fork("wrong"))
    return chosen(right, wrong, "action", even=PLAIN)


MAKER = QuestionMaker(beside(__file__, Words), choice=choice, unfit=lacks_hard)
