"""Landmarks: facts that every plan makes true on its way.

Wrong facts are passed by some plan though not by all, or are landmarks of another goal.  Right ones are
non-trivial: they hold neither now nor in the goal.
"""

from collections import Counter
from functools import reduce
from operator import or_

from ....domains.planning import atoms
from ....domains.planning.strips import bits
from ....instances.places import table_beside
from ....instances.records import Json
from ....verifiers import searches
from ...rng import Rng
from ..distractors import mixed
from ..states import Scene
from ..walks import states_along, variants
from . import IDLE, NAMED, Draft, OptionPools, QuestionMaker, Words, chosen

PATIENCE = 12
EVEN = ("objects of the unmet goal", NAMED, IDLE)
"""What plans need concerns what the goal lacks, and places where something is: options agree in that, and in
their predicate."""
OTHER_GOALS = 3


def generative(scene: Scene, rng: Rng) -> Json | None:
    """Any non-trivial landmark; of the delete relaxation mostly."""
    if may_be_none(scene) and (scene.own or scene.domain != "swap") and rng.fork("none").below(4):
        return None
    return {}


def may_be_none(scene: Scene) -> bool:
    """Whether the delete relaxation has no landmark."""
    return scene.landmarks == 0


def right_facts(scene: Scene, rng: Rng) -> list[str]:
    """Landmarks of the delete relaxation, in drawn order."""
    return rng.shuffle(scene.task.names(scene.landmarks))


def wrong_facts(scene: Scene, rng: Rng) -> list[str]:
    """Facts on the way of a plan, and landmarks of goals of our own, that are no relaxed landmarks."""
    task = scene.task
    trivial = task.init | task.goal | scene.landmarks
    passed = common = 0
    for plan in variants(task, rng.fork("plans"), 3):
        seen = reduce(or_, states_along(task, plan))
        passed |= seen
        common = common & seen if common else seen
    foreign = 0
    for number in range(OTHER_GOALS):
        goal = 1 << rng.fork("goal", number).below(len(task.facts))
        foreign |= searches.relaxed_landmarks(task, goal=goal) & ~trivial if not goal & task.init else 0
    spoken = scene.spoken
    way, near = task.names(passed & ~common & ~trivial & spoken), task.names(foreign & spoken)
    rest = [task.facts[bit] for bit in bits(spoken & ~trivial & ~common)]
    first = mixed(rng.fork("near"), way, near)
    facts = [*first, *mixed(rng.fork("rest"), rest, without=set(first))]
    # an object named twice alone tells that no plan needs the fact
    return [fact for fact in facts if len(set(names := atoms.parse(fact)[1:])) == len(names)]


def choice(scene: Scene, rng: Rng) -> OptionPools | None:
    """A landmark among facts that are none."""
    right, wrong = _landmarks(scene, rng.fork("right")), wrong_facts(scene, rng.fork("wrong"))
    return chosen(right, wrong, "fact", even=EVEN, insists=True)


def _landmarks(scene: Scene, rng: Rng) -> list[str]:
    """Relaxed landmarks; in swap, where there are none, the fact that the goal forces on the agent left
    out."""
    landmarks = right_facts(scene, rng)
    if landmarks or scene.own or scene.domain != "swap":
        return landmarks
    task, problem = scene.task, scene.problem
    agents = {fact[1] for fact in problem.fluent_init}
    alone = agents - {fact[1] for fact in problem.goal}
    spare = Counter(fact[2] for fact in problem.fluent_init) - Counter(fact[2] for fact in problem.goal)
    if len(alone) != 1 or len(spare) != 1:
        return []
    fact = f"(assigned {min(alone)} {min(spare)})"
    return [fact] if fact in task.index and not task.init >> task.index[fact] & 1 else []


def unfit(draft: Draft) -> str | None:
    """Wish for landmarks that the delete relaxation does not find."""
    if draft.instance.form != "gen" or draft.truth["none"]:
        return None
    wished = draft.scene.loose and draft.rng.fork("beyond").below(3) == 0
    if wished and draft.tries < PATIENCE and not draft.instance.difficulty["landmarks_beyond_relaxation"]:
        return "no_landmark_beyond_relaxation"
    return None


MAKER = QuestionMaker(
    table_beside(__file__, Words), generative, choice, unfit, none=may_be_none, solvable=True
)
