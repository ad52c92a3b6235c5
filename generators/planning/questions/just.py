"""Justification: plans that hold more than they need.

Into a plan are put: an action that changes nothing of what follows (a single), an action and one that undoes
it, side by side (a pair), or the same two with steps of the plan between them (interleaved).
"""

from collections.abc import Callable
from functools import partial

from ....domains.planning import atoms
from ....domains.planning.strips import Task
from ....instances.places import table_beside
from ....instances.records import Json
from ...rng import Rng
from ..states import Scene
from ..walks import states_along
from . import Draft, OptionPools, QuestionMaker, Words
from .val import named, plan_of

TRIES = 30  # places and actions that are tried for one insertion
PATIENCE = 20  # tries that refuse a last action which can be left out more often than chance


def reaches(task: Task, numbers: list[int]) -> bool:
    """Whether operators are a plan."""
    states = states_along(task, numbers)
    applied = zip(numbers, states, strict=False)
    return all(task.operators[n].applicable(state) for n, state in applied) and task.satisfied(states[-1])


def _steps(task: Task, rng: Rng, state: int) -> list[int]:
    """The operators that change the state, in drawn order."""
    steps = [n for n, op in enumerate(task.operators) if op.applicable(state) and op.apply(state) != state]
    return rng.shuffle(steps)


def with_single(task: Task, rng: Rng, plan: list[int]) -> list[int] | None:
    """The plan with one action more that it does not need."""
    states = states_along(task, plan)
    for attempt in range(TRIES):
        draw = rng.fork(attempt)
        place = _place(draw.fork("place"), len(plan))
        for number in _about(task, _steps(task, draw, states[place]), plan)[:6]:
            longer = [*plan[:place], number, *plan[place:]]
            if reaches(task, longer):
                return longer
    return None


def _about(task: Task, numbers: list[int], plan: list[int]) -> list[int]:
    """Operators in the order of how many of their objects the plan does not name, equals as they stand."""
    known = {name for number in plan for name in atoms.parse(task.operators[number].name)[1:]}
    return sorted(numbers, key=lambda n: len(set(atoms.parse(task.operators[n].name)[1:]) - known))


def _place(rng: Rng, length: int) -> int:
    """Where something is put in: seldom before or behind the whole plan, where it is easily seen."""
    return 1 + rng.below(length - 1) if length > 1 and rng.below(12) else rng.below(length + 1)


def _undone(task: Task, rng: Rng, plan: list[int], between: int) -> list[int] | None:
    """The plan with an action and its undoing, and up to so many steps of the plan between them."""
    states = states_along(task, plan)
    for attempt in range(TRIES):
        draw = rng.fork(attempt)
        place = _place(draw.fork("place"), len(plan))
        middle = place + (1 + draw.below(between) if between else 0)
        if middle > len(plan):
            continue
        state = states[place]
        for there in _steps(task, draw, state)[:4]:
            reached = task.operators[there].apply(state)
            for back in _steps(task, draw.fork("back"), reached):
                if task.operators[back].apply(reached) == state:
                    longer = [*plan[:place], there, *plan[place:middle], back, *plan[middle:]]
                    if reaches(task, longer):
                        return longer
    return None


Insertion = Callable[[Task, Rng, list[int]], list[int] | None]
MAKERS: tuple[Insertion, ...] = (with_single, partial(_undone, between=0), partial(_undone, between=4))
"""A single; a pair, side by side; the same with up to four steps of the plan between them."""
PADDINGS = 5  # plans that are looked at for one without two removable neighbours about the same objects
PLAIN = 6  # out of so many generative plans one is taken as it was drawn
SINGLES = 1_000  # one plan in so many may hold an action and its undoing where superfluous actions would do
EVEN = (
    *("actions left out", "two neighbours about the same objects", "objects twice in all"),
    *("the same action stands elsewhere", "number of objects of the goal"),
)
"""Measures in which all removals of a choice agree, as long as there are such."""


def padded(scene: Scene, rng: Rng) -> list[int] | None:
    """A plan of the scene with one to three insertions; None when nothing could be put in. An action beside
    its undoing is seen at once, so plans are without where the world allows it."""
    if (plan := plan_of(scene, rng.fork("plan"))) is None:
        return None
    count = 1 + rng.fork("count").below(3)
    if rng.fork("singles").below(SINGLES):
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
    fine, spoilt = list[list[int]](), list[list[int]]()
    for count in (1, 2):
        for start in range(len(plan) - count + 1):
            kept = [*plan[:start], *plan[start + count :]]
            (fine if reaches(task, kept) else spoilt).append([start, count])
    return fine, spoilt


def generative(scene: Scene, rng: Rng) -> Json | None:
    """A plan of which an action or two neighbours can be left out; two about the same objects seldom."""
    plain, kept = rng.fork("plain").below(PLAIN), list[int]()
    for number in range(PADDINGS):
        plan = padded(scene, rng.fork("padded", number)) or []
        if fine := removals(scene.task, plan)[0]:
            kept = kept or plan
            if not plain or not any(_same_objects(scene, plan[at : at + count]) for at, count in fine):
                return {"plan": named(scene, plan)}
    return {"plan": named(scene, kept)} if kept else None


def _same_objects(scene: Scene, numbers: list[int]) -> bool:
    objects = [set(atoms.parse(scene.name(number))[1:]) for number in numbers]
    return len(objects) == 2 and objects[0] == objects[1]


def choice(scene: Scene, rng: Rng) -> OptionPools | None:
    """Removals that leave a plan, and removals of the same size that do not."""
    plan = padded(scene, rng) or []
    right, wrong = ([{"remove": each} for each in options] for options in removals(scene.task, plan))
    return OptionPools(right, wrong, {"plan": named(scene, plan)}, EVEN) if right else None


def unfit(draft: Draft) -> str | None:
    """Refuse plans whose last action can be left out, but for the share that chance would give."""
    if draft.instance.form != "gen" or draft.tries >= PATIENCE:
        return None
    length, removable = len(draft.instance.query["plan"]), draft.instance.difficulty["removable"]
    allowed = draft.rng.fork("end").below(2 * length - 1) < removable
    return "end_removable" if length - 1 in draft.truth["singles"] and not allowed else None


MAKER = QuestionMaker(table_beside(__file__, Words), generative, choice, unfit, solvable=True, quick=True)
