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


MAKERS: tuple[Callable[[Task, Rng, list[int]], list[int] | None], ...] = (with_single, with_pair, interleaved)


def padded(scene: Scene, rng: Rng) -> list[int] | None:
    """A plan of the scene with one to three insertions; None when nothing could be put in."""
    plan = plan_of(scene, rng.fork("plan"))
    if plan is None:
        return None
    task, made = scene.task, plan
    kinds = rng.fork("kinds").shuffle(MAKERS)[: 1 + rng.fork("count").below(3)]
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


def boolean(scene: Scene, rng: Rng, answer: bool) -> Json | None:
    """Whether one action, or two neighbours, can be left out."""
    plan = padded(scene, rng)
    if plan is None:
        return None
    options = removals(scene.task, plan)[0 if answer else 1]
    count = 1 + rng.fork("count").below(2)
    alike = [option for option in options if option[1] == count] or options
    if not alike:
        return None
    if not answer:
        alike = _close(scene, plan, alike)
    return {"plan": named(scene, plan), "remove": rng.fork("remove").choice(alike)}


def _close(scene: Scene, plan: list[int], spoilt: list[list[int]]) -> list[list[int]]:
    """Those of the removals that touch something removable, all of them when none does."""
    fine = removals(scene.task, plan)[0]
    touched = {place for start, count in fine for place in range(start - 1, start + count + 1)}
    near = [[start, count] for start, count in spoilt if touched.intersection(range(start, start + count))]
    return near or spoilt


def choice(scene: Scene, rng: Rng) -> Choice | None:
    """One removal that leaves a plan among three of the same size that do not."""
    plan = padded(scene, rng)
    if plan is None:
        return None
    fine, spoilt = removals(scene.task, plan)
    if not fine:
        return None
    right = rng.fork("right").choice(fine)
    alike = [option for option in spoilt if option[1] == right[1]]
    near = rng.fork("near").shuffle(_close(scene, plan, alike)) if alike else []
    rest = rng.fork("rest").shuffle([option for option in alike if option not in near])
    wrong = [*near, *rest][:POOL]
    if len(wrong) < OPTIONS - 1:
        return None
    return Choice({"remove": right}, [{"remove": option} for option in wrong], {"plan": named(scene, plan)})


def unfit(draft: Draft) -> str | None:
    """Refuse plans whose last action can be left out, but for the share that chance would give."""
    if draft.instance.form != "gen" or draft.tries >= PATIENCE:
        return None
    length, removable = len(draft.instance.query["plan"]), draft.instance.difficulty["removable"]
    allowed = draft.rng.fork("end").below(2 * length - 1) < removable
    return "end_removable" if length - 1 in draft.truth["singles"] and not allowed else None


MAKER = QuestionMaker(generative, boolean, choice, unfit)
