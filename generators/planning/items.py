"""One item: drawn, labelled, accepted or drawn again.

Attempt after attempt (``ATTEMPTS`` at most) a problem is made, a state chosen, a query built and the instance
labelled with a small counted effort.  It is kept when its truth is complete and certified throughout, its
gold answer is there and scores 1.0, and the truth is the drawn one: yes or no, a letter, what the task
demands. Every refusal is counted by its reason.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace as replace_fields
from functools import lru_cache, partial

from msgspec.structs import replace

from ...instances.canonical import encode
from ...instances.errors import LimitError, RecordError, WorldError
from ...instances.records import Instance, Json
from ...verifiers.label import label
from ...verifiers.planning.forms import LETTERS
from ...verifiers.planning.oracle import Effort
from ..attempts import bare, first_accepted, signed, unproven
from ..cells import Cell, Item, Made
from ..rng import Rng
from .adaptations import adapt
from .difficulty import difficulty
from .duplicates import digest
from .family import RELEASED, Recipe
from .prompt import Writer, context_of, offers_none, paraphrases, prompt, worked_example
from .questions import question_maker
from .questions.maker import OPTIONS, Draft, OptionPools
from .questions.options import Four, candidates, select
from .states import Plans, Scene, own_plans, scene
from .walks import PLAN_STATES, QUICK_STATES

ATTEMPTS = 240
A_PROBLEM = 3
"""Attempts that share a problem."""
NONE_IN = 10
"""Of so many generative items in a row one is answered None, where that is possible."""
NONE_PATIENCE = 80
"""Attempts that insist on it."""
OWN_ATTEMPTS = 90
"""As ``ATTEMPTS``, of a domain of somebody's own."""
OWN_PATIENCE = 12
"""Attempts that take a problem of somebody's own as it is, and insist on whether None is right."""
EVEN_PATIENCE = 4
"""Attempts after which options need not agree in one more measure."""
LATE_PATIENCE = 120
"""The same where a choice insists on it."""
LARGE = 3
"""The worlds of lower levels, and those of somebody's own, are often too small to insist."""
MOST_BYTES = 400_000
"""Canonical JSON of an instance."""
EFFORT = Effort(
    engine="search",
    witness_states=40_000,
    small_space=20_000,
    large_space=150_000,
    checkable_space=150_000,
    greedy_states=4_000,
    obligations=500,
    bound_nodes=20_000,
)
"""What one truth may cost; questions that need more are refused."""
SHOT_DOMAINS = ("grid", "logistics")
SHOT_RECIPE = Recipe(seed=20_250_501, levels=(2,), split="shots")


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The item, beginning with its attempt ``first``; questions with digests to avoid are not labelled."""
    rng = recipe.rng(item)
    attempts = range(first, ATTEMPTS if recipe.maker(item.cell.domain).own is None else OWN_ATTEMPTS)
    return first_accepted(item, attempts, lambda number: _attempt(item, recipe, rng, number, avoid), digest)


def candidate_fours(item: Item, recipe: Recipe) -> list[Four]:
    """The sets of four options, one of which a multiple-choice item would have; of the first attempt that
    has any.  None of them is labelled."""
    rng = recipe.rng(item)
    for attempt in range(ATTEMPTS):
        try:
            drawn = _drawn(item, recipe, rng, attempt, None)
            if not isinstance(drawn, str) and isinstance(drawn[1], OptionPools):
                fours = _fours(drawn[1], item, recipe, drawn[0], attempt)
                if fours:
                    return fours
        except LimitError:
            continue
    return []


def _attempt(item: Item, recipe: Recipe, rng: Rng, attempt: int, avoid: Set[str]) -> Instance | str:
    """The instance of one attempt, or the reason why there is none."""
    target = _target(item, recipe, attempt)
    try:
        drawn = _drawn(item, recipe, rng, attempt, target)
        if isinstance(drawn, str):
            return drawn
        drawn_scene, query = drawn
        if isinstance(query, OptionPools):
            query = _options(query, item, recipe, drawn_scene, target, attempt)
        if query is None:
            return "no_question"
        asked = bare(item, recipe, drawn_scene.record, query)
        if avoid and digest(asked) in avoid:
            return "duplicate"
        return _labelled(asked, item, recipe, drawn_scene, target, attempt)
    except LimitError:
        return "limit"
    except WorldError:
        if recipe.maker(item.cell.domain).own is None:
            raise
        return "no_words"


def _drawn(
    item: Item, recipe: Recipe, rng: Rng, attempt: int, target: int | None
) -> tuple[Scene, Json | OptionPools | None] | str:
    """The scene of an attempt and what is asked about it, or the reason why there is none."""
    cell, draw, maker = item.cell, rng.fork("attempt", attempt), recipe.maker(item.cell.domain)
    asks = question_maker(cell.task)
    try:
        stream = rng.fork("problem", attempt // A_PROBLEM)
        most = QUICK_STATES if asks.quick else None
        problem = maker.problem(stream, recipe.level(item), cell.task, most)
    except LimitError:
        return "no_problem"
    plain = cell.form == "gen" and target != 0
    late = maker.own is not None and attempt >= OWN_PATIENCE
    adapted = adapt(
        maker, cell.task, problem, rng.fork("adapted", attempt // A_PROBLEM), plain=plain, late=late
    )
    if adapted is None:
        return "no_problem"
    drawn_scene = scene(
        maker,
        adapted,
        draw.fork("scene"),
        solvable=asks.solvable,
        plans=_plans(recipe.plans, most or PLAN_STATES),
        plan_states=most or PLAN_STATES,
    )
    if drawn_scene is None:
        return "no_state"
    return drawn_scene, _query(item, drawn_scene, draw.fork("query"), target)


def _target(item: Item, recipe: Recipe, attempt: int = 0) -> int | None:
    """1 or 0 for yes or no, a place among the options; as often each, out of so many items in a row.

    Of a generative item 1 says that the answer shall be None, which no task and domain without it has, and
    which late attempts give up.  Of a domain of somebody's own they take either: None.
    """
    cell, maker = item.cell, recipe.maker(item.cell.domain)
    if cell.form == "gen":
        if maker.own is not None and attempt >= OWN_PATIENCE:
            return None
        if attempt >= NONE_PATIENCE or not offers_none(cell.task, cell.domain, maker.own is not None):
            return 0
    many = {"gen": NONE_IN, "bool": 2, "mcq": OPTIONS}[cell.form]
    block = Item(cell, item.index - item.index % many)
    place = recipe.rng(block).fork("targets").shuffle(range(many))[item.index % many]
    return int(place == 0) if cell.form == "gen" else place


def _query(item: Item, drawn_scene: Scene, rng: Rng, target: int | None) -> Json | OptionPools | None:
    """What is asked; the options of a choice are not yet taken."""
    maker, form = question_maker(item.cell.task), item.cell.form
    if form == "gen":
        if target:
            return {} if maker.none is not None and maker.none(drawn_scene) else None
        return maker.generative(drawn_scene, rng)
    if form == "bool" and maker.boolean:
        return maker.boolean(drawn_scene, rng, bool(target))
    return maker.choice(drawn_scene, rng) if maker.choice else None


def _options(
    choice: OptionPools, item: Item, recipe: Recipe, drawn_scene: Scene, target: int | None, attempt: int
) -> Json | None:
    """The query of a choice, its right option at the drawn place; or of yes or no about one option."""
    rng = recipe.rng(item)
    four = select(_fours(choice, item, recipe, drawn_scene, attempt), rng.fork("leaning", attempt))
    if four is None:
        return None
    right, *wrong = four
    target = target or 0
    if item.cell.form == "bool":
        return {**choice.shared, **(right if target else rng.fork("wrong").choice(wrong))}
    return {**choice.shared, "options": [*wrong[:target], right, *wrong[target:]]}


def _fours(choice: OptionPools, item: Item, recipe: Recipe, drawn_scene: Scene, attempt: int) -> list[Four]:
    """The sets of four that a choice may have, as its prompt would show them."""
    rng, cell, world = recipe.rng(item), item.cell, drawn_scene.world
    choose = paraphrases(rng.fork("wording"))
    query = {**choice.shared, "options": []}
    shown = prompt(cell.domain, world, cell.task, "mcq", query, "natural", choose)
    return candidates(
        choice,
        rng.fork("options", attempt),
        replace(bare(item, recipe, drawn_scene.record, choice.shared), prompt=shown),
        Writer(cell.domain, world, "natural", choose).option,
        attempt // _patience(choice, item, recipe),
    )


def _patience(choice: OptionPools, item: Item, recipe: Recipe) -> int:
    """Attempts after which one more measure may be given up."""
    large = recipe.level(item) >= LARGE and recipe.maker(item.cell.domain).own is None
    return LATE_PATIENCE if choice.insists and large else EVEN_PATIENCE


def _labelled(
    asked: Instance, item: Item, recipe: Recipe, drawn_scene: Scene, target: int | None, attempt: int
) -> Instance | str:
    """The instance with its truth and all that is shown, or the reason why it will not do."""
    cell, rng = item.cell, recipe.rng(item)
    try:
        hard = recipe.level(item) > RELEASED
        made = label(asked, replace_fields(EFFORT, lean=hard, forecast=hard))
    except RecordError:
        return "ambiguous"
    degenerate = made.truth is None or made.truth["kind"] == "degenerate"
    reason = "degenerate" if degenerate else unproven(made) or _other(made, target)
    if reason is None:
        reason = question_maker(cell.task).unfit(Draft(made, drawn_scene, rng.fork("unfit"), attempt))
    if reason is None:
        made = _dressed(made, item, recipe, drawn_scene)
        reason = None if len(encode(made)) <= MOST_BYTES else "too_large"
    return made if reason is None else reason


def _other(made: Instance, target: int | None) -> str | None:
    """A truth that is not the drawn one."""
    truth = made.truth or {}
    if target is None:
        return None
    if made.form == "gen":
        if "none" not in truth or truth["none"] == bool(target):
            return None
        return "answer_none" if truth["none"] else "answer_not_none"
    wanted = bool(target) if made.form == "bool" else LETTERS[target]
    return None if truth["answer"] == wanted else "other_answer"


def _dressed(made: Instance, item: Item, recipe: Recipe, drawn_scene: Scene) -> Instance:
    """The instance with prompt, difficulty and provenance, under its id."""
    task, form, world = made.task, made.form, drawn_scene.world
    shots: tuple[str, ...] = ()
    if recipe.shots != "0":
        shots = worked_examples(task, form, context_of(world, recipe.context))[: int(recipe.shots)]
    choose = paraphrases(recipe.rng(item).fork("wording"))
    shown = prompt(made.domain, world, task, form, made.query, recipe.context, choose, shots)
    return signed(made, item, recipe, prompt=shown, difficulty=difficulty(drawn_scene, made))


@lru_cache(64)
def worked_examples(task: str, form: str, context: str) -> tuple[str, ...]:
    """Two questions with their answers, from a stream of their own."""
    return tuple(worked_example(shot.prompt, shot.gold or "") for shot in shot_instances(task, form, context))


@lru_cache(64)
def shot_instances(task: str, form: str, context: str) -> tuple[Instance, ...]:
    """The instances of the worked examples; LimitError when one cannot be made."""
    made = []
    for domain in SHOT_DOMAINS:
        recipe = replace_fields(SHOT_RECIPE, context=context)
        instance = make_item(Item(Cell(domain, task, form), 0), recipe).instance
        if instance is None:
            raise LimitError(f"no worked example for {domain}/{task}/{form}")
        made.append(instance)
    return tuple(made)


def _plans(choice: str, states: int) -> Plans:
    if choice == "own":
        return partial(own_plans, limit=states)
    from .kstar import kstar_plans

    return kstar_plans
