"""Applicability: which actions can be applied now; wrong ones miss a single precondition."""

from ....instances.toml import beside
from ...rng import Rng
from ..distractors import by_schema, foreign_actions, mixed
from ..states import Scene
from ..walks import near_misses
from . import POOL, OptionPools, QuestionMaker, Words, chosen


def choice(scene: Scene, rng: Rng) -> OptionPools | None:
    """An applicable action among near misses; actions that no state allows where there are too few."""
    right = by_schema(scene, rng.fork("right"), scene.applicable)
    near = by_schema(scene, rng.fork("near"), near_misses(scene.task, scene.task.init))
    few = len(near) < POOL // 2
    foreign = list(foreign_actions(scene, rng.fork("foreign"), scene.applicable)) if few else []
    return chosen(right, [*near, *mixed(rng.fork("rest"), foreign)], "action")


MAKER = QuestionMaker(beside(__file__, Words), choice=choice)
