"""One item: drawn, labelled, accepted or drawn again.

Attempt after attempt (``ATTEMPTS`` at most) a system, a trace and an effect are drawn, a query is built, and
the instance is labelled.  It is kept when its truth is complete and certified throughout, its gold answer is
there and scores 1.0, and the truth is the drawn one (yes or no).  Every refusal is counted by its reason.
"""

from collections.abc import Set

from ...domains.environment import Call
from ...domains.reactive.hoa import write_hoa
from ...instances.canonical import encode
from ...instances.errors import LimitError
from ...instances.records import Instance, Json
from ...verifiers.label import label
from ...verifiers.reactive.intervene import environment
from ..cells import Item, Made
from ..pipeline import bare, certified, first_accepted, signed, unproven
from ..rng import Rng
from .difficulty import difficulty
from .duplicates import digest
from .family import Recipe
from .prompt import prompt
from .questions import Wish, question_maker
from .scene import Scene, draw_scene

ATTEMPTS = 320
PATIENCE = (110, 260)  # from these attempts on a target binds less (and the mode is free), and no more
MOST_EDGES = 400  # transitions of a system that is put into a prompt
MOST_BYTES = 200_000  # canonical JSON of an instance


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The item, beginning with its attempt ``first``."""
    rng = recipe.rng(item)
    return first_accepted(
        item, range(first, ATTEMPTS), lambda number: _attempt(item, recipe, rng, number), digest
    )


def _attempt(item: Item, recipe: Recipe, rng: Rng, attempt: int) -> Instance | str:
    """The instance of one attempt, or the reason why there is none."""
    maker, draws = question_maker(item.cell.task), rng.fork("attempt", attempt)
    target = recipe.drawn(item, "targets", maker.targets)
    mode = recipe.drawn(item, "modes", recipe.modes)
    patience = 2 - sum(attempt >= bound for bound in PATIENCE)
    if patience < 2:
        mode = recipe.modes[attempt % len(recipe.modes)]
    try:
        scene = draw_scene(item, recipe, draws.fork("scene"))
        if scene.machine.edges > MOST_EDGES:
            return "large_system"
        drawn = maker.draw(scene, Wish(target, mode, recipe.level(item), patience), draws.fork("query"))
        if isinstance(drawn, str):
            return drawn
        return _labelled(item, recipe, scene, drawn, target)
    except LimitError:
        return "limit"


def _labelled(item: Item, recipe: Recipe, scene: Scene, query: Json, target: str) -> Instance | str:
    cell = item.cell
    made = label(bare(item, recipe, {"kind": "hoa", "hoa": write_hoa(scene.machine)}, query))
    reason = _unproven(made, scene) or _other(made, target)
    if reason is not None:
        return reason
    shown = prompt(scene, cell.task, cell.form, query, recipe.context)
    made = signed(made, item, recipe, prompt=shown, difficulty=difficulty(scene, made))
    return made if len(encode(made)) <= MOST_BYTES else "too_large"


def _unproven(made: Instance, scene: Scene) -> str | None:
    """Why a labelled instance must not be released."""
    if made.form != "episode" or not certified(made):
        return unproven(made)
    return None if _can_be_played(made, scene) else "gold_not_correct"


def _can_be_played(made: Instance, scene: Scene) -> bool:
    """Whether the example certificate, played as an episode, brings the effect about."""
    played = environment(scene.question(made.query))
    names = dict(
        zip(scene.machine.inputs, (parameter.name for parameter in played.tools[0].parameters), strict=True)
    )
    for step in range(len(scene.trace)):
        atoms = {names[ap]: str(value) for at, ap, value in (made.truth or {})["example"] if at == step}
        if played.act(Call("advance", atoms)).outcome != "advanced":
            return False
    return played.triggered


def _other(made: Instance, target: str) -> str | None:
    """A truth that is not the drawn one."""
    if made.form != "bool":
        return None
    wanted = target.split()[-1] in ("yes", "accepted")
    return None if (made.truth or {}).get("answer") is wanted else "other_answer"
