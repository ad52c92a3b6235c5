"""Justification: plans that hold more than they need.

Into a plan are put: an action that changes nothing of what follows (a single), an action and one that undoes
it, side by side (a pair), or the same two with steps of the plan between them (interleaved).
"""

from __future__ import annotations

from collections.abc import Callable

from ....domains.planning.strips import Task
from ....instances.records import Json
from ...rng import Rng
from ..states import Scene
from ..walks import states_along
from .maker import OPTIONS, POOL, Choice, Draft, QuestionMaker
from .val import named, plan_of

TRIES = 30
"""Places and actions that are tried for one insertion."""
PATIENCE = 20
"""Tries that refuse a last action which can be left out more often than chance."""


def reaches(task: Task, numbers: list[int]) -> bool:
    """Whether operators are a plan."""
    state = task.init
    for number in numbers:
        if not task.operators[number].applicable(state):
            return False
        state = task.operators[number].apply(state)
    return task.satisfied(state)


def _steps(task: Task, rng: Rng, state: int) -> list[int]:
    """The operators that change the state, in drawn order."""
    return rng.shuffle(
        [n for n, op in enumerate(task.operators) if op.applicable(state) and op.apply(state) != state]
    )


def with_single(task: Task, rng: Rng, plan: list[int]) -> list[int] | None:
    """The plan with one action more that it does not need."""
    states = states_along(task, plan)
    for attempt in range(TRIES):
        draw = rng.fork(attempt)
        place = _place(draw.fork("place"), len(plan))
        for number in _steps(task, draw, states[place])[:6]:
            longer = [*plan[:place], number, *plan[place:]]
            if reaches(task, longer):
                return longer
    return None


def _place(rng: Rng, length: int) -> int:
    """Where something is put in: seldom before or behind the whole plan, where it is easily seen."""
    return 1 + rng.below(length - 1) if length > 1 and rng.below(12) else rng.below(length + 1)


def with_pair(task: Task, rng: Rng, plan: list[int]) -> list[int] | None:
    """The plan with an action and its undoing, side by side."""
    return _undone(task, rng, plan, most_between=0)


def interleaved(task: Task, rng: Rng, plan: list[int]) -> list[int] | None:
    """The plan with an action and its undoing, and steps of the plan between them."""
    return _undone(task, rng, plan, most_between=4)


def _undone(task: Task, rng: Rng, plan: list[int], most_between: int) -> list[int] | None:
    states = states_along(task, plan)
    for attempt in range(TRIES):
        draw = rng.fork(attempt)
        place = _place(draw.fork("place"), len(plan))
        between = 0 if most_between == 0 else 1 + draw.below(most_between)
        if place + between > len(plan):
            continue
        here = states[place]
        for there in _steps(task, draw, here)[:4]:
            reached = task.operators[there].apply(here)
            for back in _steps(task, draw.fork("back"), reached):
                if task.operators[back].apply(reached) == here:
                    middle = place + between
                    longer = [*plan[:place], there, *plan[place:middle], back, *plan[middle:]]
                    if reaches(task, longer):
                        return longer
    return None


Insertion = Callable[[Task, Rng, list[int]], list[int] | None]
MAKERS: tuple[Insertion, ...] = (with_single, with_pair, interleaved)
SINGLES = 6
"""One plan in so many holds an action with its undoing; the others superfluous actions alone, if they can."""

ALWAYS = 1_000


def padded(scene: Scene, rng: Rng, singles: int = SINGLES) -> list[int] | None:
    """A plan of the scene with one to three insertions; None when nothing could be put in.

    An action beside its undoing is seen at once, so most plans of worlds that allow it are without.
    """
    plan = plan_of(scene, rng.fork("plan"))
    if plan is None:
        return None
    count = 1 + rng.fork("count").below(3)
    if rng.fork("singles").below(singles):
        made = _padded(scene.task, rng.fork("single"), plan, [with_single] * count)
        if made is not None and not reaches(scene.task, made[:-1]):
            return made
    return _padded(scene.task, rng, plan, rng.fork("kinds").shuffle(MAKERS)[:count])


def _padded(task: Task, rng: Rng, plan: list[int], kinds: list[Insertion]) -> list[int] | None:
    made = plan
    for number, insertion in enumerate(kinds):
        made = insertion(task, rng.fork("insertion", number), made) or made
    return made if len(made) > len(plan) else None


def removals(task: Task, plan: list[int]) -> tuple[list[list[int]], list[list[int]]]:
    """The (start, count) that leave a plan, and those of one or two actions that do not."""
    fine: list[list[int]] = []
    spoilt: list[list[int]] = []
    for count in (1, 2):
        for start in range(len(plan) - count + 1):
            kept = [*plan[:start], *plan[start + count :]]
            (fine if reaches(task, kept) else spoilt).append([start, count])
    return fine, spoilt


def generative(scene: Scene, rng: Rng) -> Json | None:
    """A plan of which an action or two neighbours can be left out."""
    plan = padded(scene, rng)
    if plan is None or not removals(scene.task, plan)[0]:
        return None
    return {"plan": named(scene, plan)}


def choice(scene: Scene, rng: Rng) -> Choice | None:
    """Removals that leave a plan, and removals of the same size that do not."""
    plan = padded(scene, rng, singles=ALWAYS)
    if plan is None:
        return None
    fine, spoilt = removals(scene.task, plan)
    count = rng.fork("count").choice(sorted({count for _, count in fine})) if fine else 0
    right, wrong = ([each for each in options if each[1] == count] for options in (fine, spoilt))
    if not right or len(wrong) < OPTIONS - 1:
        return None
    pools: list[list[Json]] = [
        [{"remove": each} for each in rng.fork("pool", place).shuffle(options)[:POOL]]
        for place, options in enumerate((right, wrong))
    ]
    return Choice(pools[0], pools[1], {"plan": named(scene, plan)})


def unfit(draft: Draft) -> str | None:
    """Refuse plans whose last action can be left out, but for the share that chance would give."""
    if draft.instance.form != "gen" or draft.tries >= PATIENCE:
        return None
    length, removable = len(draft.instance.query["plan"]), draft.instance.difficulty["removable"]
    allowed = draft.rng.fork("end").below(2 * length - 1) < removable
    return "end_removable" if length - 1 in draft.truth["singles"] and not allowed else None


MAKER = QuestionMaker(generative, choice, unfit)
