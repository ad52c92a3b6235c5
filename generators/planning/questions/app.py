"""Applicability: which actions can be applied now; wrong ones miss a single precondition."""

from __future__ import annotations

from ....instances.records import Json
from ...rng import Rng
from ..distractors import foreign_actions, mixed
from ..states import Scene
from ..walks import near_misses
from .maker import POOL, OptionPools, QuestionMaker, Words, chosen


def generative(scene: Scene, rng: Rng) -> Json:
    """All applicable actions."""
    return {}


def choice(scene: Scene, rng: Rng) -> OptionPools | None:
    """An applicable action among near misses."""
    return chosen(_right(scene, rng), _wrong(scene, rng), "action")


def _right(scene: Scene, rng: Rng) -> list[str]:
    """Applicable actions, every schema by turns."""
    return _by_schema(scene, rng.fork("right"), scene.applicable)


def _wrong(scene: Scene, rng: Rng) -> list[str]:
    """Near misses; actions that no state allows where there are too few."""
    near = _by_schema(scene, rng.fork("near"), list(near_misses(scene.task, scene.task.init)))
    foreign = (
        list(foreign_actions(scene, rng.fork("foreign"), scene.applicable)) if len(near) < POOL // 2 else []
    )
    return [*near, *mixed(rng.fork("rest"), foreign)]


def _by_schema(scene: Scene, rng: Rng, numbers: list[int]) -> list[str]:
    names = [scene.name(number) for number in numbers]
    heads = sorted({name.split()[0] for name in names})
    groups = [[name for name in names if name.split()[0] == head] for head in rng.shuffle(heads)]
    return mixed(rng, *groups)


WORDS = Words(
    generative="Which actions are applicable in the current state?",
    listing="actions",
    answer="Answer with the list of all of them and nothing else: [(name object ...), ...].",
    boolean="Is the following action applicable in the current state?\n{item}",
    choice="Which of these actions is applicable in the current state?",
)

MAKER = QuestionMaker(WORDS, generative, choice)
