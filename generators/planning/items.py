"""One item: drawn, labelled, accepted or drawn again.

Attempt after attempt (``ATTEMPTS`` at most) a problem is made, a state chosen, a query built and the instance
labelled with a small counted effort.  It is kept when its truth is complete and certified throughout, its
gold answer is there and scores 1.0, and the truth is the drawn one: yes or no, a letter, what the task
demands. Every refusal is counted by its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from functools import lru_cache

from msgspec.structs import replace

from ...instances.canonical import encode, seal
from ...instances.errors import LimitError, RecordError
from ...instances.records import CANARY, Answer, Generator, Grade, Instance, Json, Outcome, Prompt
from ...verifiers.judge import judge
from ...verifiers.label import label
from ...verifiers.planning.effort import Effort
from ...verifiers.planning.forms import LETTERS
from ..cells import Cell, Item
from ..pipeline import Made
from ..rng import Rng
from .adaptations import adapt
from .cells import VERSION, Recipe
from .difficulty import difficulty
from .duplicates import digest
from .makers import maker
from .prompt import Writer, prompt, worked_example
from .questions import question_maker
from .questions.maker import OPTIONS, Choice, Draft
from .questions.options import Looks, select
from .states import SOLVABLE, Plans, Scene, own_plans, scene

NAME = "certwright.planning"
ATTEMPTS = 240
A_PROBLEM = 3
"""Attempts that share a problem."""
PATIENCE = 30
"""Attempts that insist on the looks drawn for the right option."""
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


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made[Item]:
    """The item, beginning with its attempt ``first``; questions with digests to avoid are not labelled."""
    rng, refused = recipe.rng(item), Counter[str]()
    for attempt in range(first, ATTEMPTS):
        made = _attempt(item, recipe, rng, attempt, avoid)
        if isinstance(made, str):
            refused[made] += 1
            continue
        return Made(item, made, digest(made), attempt, dict(sorted(refused.items())))
    return Made(item, None, "", ATTEMPTS, dict(sorted(refused.items())))


def _attempt(item: Item, recipe: Recipe, rng: Rng, attempt: int, avoid: Set[str]) -> Instance | str:
    """The instance of one attempt, or the reason why there is none."""
    cell, draw = item.cell, rng.fork("attempt", attempt)
    try:
        problem = maker(cell.domain).problem(rng.fork("problem", attempt // A_PROBLEM), item.level(recipe))
    except LimitError:
        return "no_problem"
    adapted = adapt(cell.domain, cell.task, problem, rng.fork("adapted", attempt // A_PROBLEM))
    if adapted is None:
        return "no_problem"
    solvable = cell.task in SOLVABLE
    plans = _plans(recipe.plans)
    try:
        here = scene(cell.domain, adapted, draw.fork("scene"), solvable=solvable, plans=plans)
        if here is None:
            return "no_state"
        target = _target(item, recipe)
        query = _query(item, here, draw.fork("query"), target)
        if isinstance(query, Choice):
            query = _options(query, item, recipe, here, target, attempt)
        if query is None:
            return "no_question"
        bare = _bare(item, recipe, here, query)
        if avoid and digest(bare) in avoid:
            return "duplicate"
        return _labelled(bare, item, recipe, here, target, attempt)
    except LimitError:
        return "limit"


def _target(item: Item, recipe: Recipe) -> int:
    """1 or 0 for yes or no, a place among the options; as often each, out of so many items in a row."""
    many = {"gen": 1, "bool": 2, "mcq": OPTIONS}[item.cell.form]
    block = Item(item.cell, item.index - item.index % many)
    return recipe.rng(block).fork("targets").shuffle(range(many))[item.index % many]


def _query(item: Item, here: Scene, rng: Rng, target: int) -> Json | Choice | None:
    """What is asked; the options of a choice are not yet taken."""
    maker, form = question_maker(item.cell.task), item.cell.form
    if form == "gen":
        return maker.generative(here, rng)
    if form == "bool":
        return maker.boolean(here, rng, bool(target)) if maker.boolean else None
    return maker.choice(here, rng) if maker.choice else None


def _options(
    choice: Choice, item: Item, recipe: Recipe, here: Scene, target: int, attempt: int
) -> Json | None:
    """The query of a choice, its right option at the drawn place; None where its looks would tell."""
    rng = recipe.rng(item)
    writers = [Writer(here, context, rng.fork("wording")) for context in ("natural", "pddl")]
    wrong, fits = select(
        choice,
        Looks.drawn(rng.fork("looks")),
        rng.fork("triples", attempt),
        lambda option: tuple(writer.option({**choice.shared, **option}) for writer in writers),
    )
    if not fits and attempt < PATIENCE:
        return None
    options = [*wrong[:target], choice.right, *wrong[target:]]
    return {**choice.shared, "options": options}


def _bare(item: Item, recipe: Recipe, here: Scene, query: Json) -> Instance:
    """The question itself: what a digest sees, and what is labelled."""
    cell = item.cell
    return Instance(
        id="",
        family="planning",
        task=cell.task,
        form=cell.form,  # type: ignore[arg-type]
        domain=cell.domain,
        world=here.record,
        query=query,
        prompt=Prompt(question=""),
        level=item.level(recipe),
    )


def _labelled(
    bare: Instance, item: Item, recipe: Recipe, here: Scene, target: int, attempt: int
) -> Instance | str:
    """The instance with its truth and all that is shown, or the reason why it will not do."""
    cell, rng = item.cell, recipe.rng(item)
    try:
        made = label(bare, EFFORT)
    except RecordError:
        return "ambiguous"
    reason = _unproven(made) or _other(made, target)
    if reason is None:
        reason = question_maker(cell.task).unfit(Draft(made, here, rng.fork("unfit"), attempt))
    if reason is None:
        made = _dressed(made, item, recipe, here)
        reason = None if len(encode(made)) <= MOST_BYTES else "too_large"
    return made if reason is None else reason


def _unproven(made: Instance) -> str | None:
    """Why a labelled instance must not be released."""
    if made.truth is None or made.truth["kind"] == "degenerate":
        return "degenerate"
    if made.grades is None or made.grades.grade is not Grade.CERTIFIED:
        return "undecided"
    if made.gold is None:
        return "no_gold"
    verdict = judge(made, Answer(id=made.id, response=made.gold))
    return None if verdict.outcome is Outcome.CORRECT else "gold_not_correct"


def _other(made: Instance, target: int) -> str | None:
    """A truth that is not the drawn one."""
    truth = made.truth or {}
    wanted = {"gen": None, "bool": bool(target), "mcq": LETTERS[target]}[made.form]
    return None if wanted is None or truth["answer"] == wanted else "other_answer"


def _dressed(made: Instance, item: Item, recipe: Recipe, here: Scene) -> Instance:
    """The instance with prompt, difficulty and provenance, under its id."""
    cell = item.cell
    shots = worked_examples(cell.task, cell.form, recipe.context)[: recipe.shots] if recipe.shots else ()
    shown = prompt(
        here, cell.task, cell.form, made.query, recipe.context, recipe.rng(item).fork("wording"), shots
    )
    return seal(
        replace(
            made,
            prompt=shown,
            split=recipe.split,
            seed=recipe.seed,
            index=item.index,
            generator=Generator(NAME, VERSION),
            difficulty=difficulty(here, made),
            canary=CANARY,
        )
    )


@lru_cache(64)
def worked_examples(task: str, form: str, context: str) -> tuple[str, ...]:
    """Two questions with their answers, from a stream of their own."""
    return tuple(worked_example(shot.prompt, shot.gold or "") for shot in shot_instances(task, form, context))


@lru_cache(64)
def shot_instances(task: str, form: str, context: str) -> tuple[Instance, ...]:
    """The instances of the worked examples; LimitError when one cannot be made."""
    made = []
    for domain in SHOT_DOMAINS:
        instance = make_item(Item(Cell(domain, task, form), 0), _shot_recipe(context)).instance
        if instance is None:
            raise LimitError(f"no worked example for {domain}/{task}/{form}")
        made.append(instance)
    return tuple(made)


def _shot_recipe(context: str) -> Recipe:
    return Recipe(SHOT_RECIPE.seed, SHOT_RECIPE.levels, context, 0, SHOT_RECIPE.split)


def _plans(choice: str) -> Plans:
    if choice == "own":
        return own_plans
    from .kstar import kstar_plans

    return kstar_plans
