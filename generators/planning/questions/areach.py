"""Action reachability: actions that some reachable state allows, actions that none does.

Wrong actions: those of the delete relaxation with two preconditions that never hold together (hard
negatives), and those one argument away from an action that is possible.  Right ones are not applicable yet.
"""

from __future__ import annotations

from ....instances.records import Json
from ...rng import Rng
from ..distractors import foreign_actions, mixed
from ..states import Scene
from .maker import Choice, Draft, QuestionMaker, chosen
from .reach import HARD, NONE_ONE_IN, PATIENCE, hard_negatives, visited


def generative(scene: Scene, rng: Rng) -> Json:
    """Any action that can never be applied."""
    return {}


def right_actions(scene: Scene, rng: Rng) -> list[str]:
    """Actions applicable in some reachable state, not in this one, in drawn order."""
    task = scene.task
    now = set(scene.applicable)
    states = visited(scene, rng.fork("visited"))[:12]
    later = {n for state in states for n, op in enumerate(task.operators) if op.applicable(state)} - now
    heads = sorted({scene.name(number).split()[0] for number in later})
    names = [scene.name(number) for number in sorted(later)]
    return mixed(rng, *([name for name in names if name.split()[0] == head] for head in rng.shuffle(heads)))


def wrong_actions(scene: Scene, rng: Rng) -> list[str]:
    """Actions that are probably never applicable, hard ones and others by turns."""
    task = scene.task
    hard: list[str] = []
    if scene.domain in HARD and (mutexes := scene.mutexes) is not None:
        hard = [op.name for op in task.operators if mutexes.excludes(op.pre)]
    base = rng.fork("base").sample(range(len(task.operators)), min(12, len(task.operators)))
    return mixed(rng, hard, list(foreign_actions(scene, rng.fork("foreign"), base)))


def boolean(scene: Scene, rng: Rng, answer: bool) -> Json | None:
    """One action."""
    items = (right_actions if answer else wrong_actions)(scene, rng)
    return {"action": items[0]} if items else None


def choice(scene: Scene, rng: Rng) -> Choice | None:
    """A possible action among impossible ones."""
    return chosen(right_actions(scene, rng.fork("right")), wrong_actions(scene, rng.fork("wrong")), "action")


def unfit(draft: Draft) -> str | None:
    """Refuse "None" but rarely, and wish for actions that are unreachable beyond the relaxation."""
    if draft.instance.form != "gen":
        return None
    if draft.truth["none"]:
        return "answer_none" if draft.rng.fork("none").below(NONE_ONE_IN) else None
    wished = draft.scene.domain in HARD and draft.rng.fork("hard").below(4) > 0
    if wished and draft.tries < PATIENCE and not hard_negatives(draft):
        return "no_hard_negative"
    return None


MAKER = QuestionMaker(generative, boolean, choice, unfit)
