"""One item: drawn, labelled, accepted or drawn again.

Attempt after attempt (``ATTEMPTS`` at most) a problem is made, a state chosen, a query built and the instance
labelled with a small counted effort.  It is kept when its truth is complete and certified throughout, its
gold answer is there and scores 1.0, and the truth is the drawn one: yes or no, a letter, what the task
demands. Every refusal is counted by its reason.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from functools import cached_property, lru_cache

from msgspec.structs import replace

from ...instances.canonical import encode
from ...instances.errors import LimitError, RecordError, WorldError
from ...instances.records import Instance, Json
from ...verifiers.engines.registry import require
from ...verifiers.label import label
from ...verifiers.planning.items import LETTERS
from ...verifiers.planning.oracle import Effort
from ..cells import Cell, Item, Made
from ..pipeline import bare, first_accepted, signed, unproven
from ..rng import Rng
from .adaptations import adapt
from .difficulty import difficulty
from .duplicates import digest
from .family import RELEASED, Recipe
from .maker import Maker
from .prompt import Writer, context_of, offers_none, paraphrases, prompt, worked_example
from .questions import OPTIONS, Draft, OptionPools, QuestionMaker, question_maker
from .questions.options import Four, candidates, select
from .states import Scene, scene
from .walks import PLAN_STATES, QUICK_STATES, kstar_plans

ATTEMPTS = 240
A_PROBLEM = 3  # attempts that share a problem
NONE_IN = 10  # of so many generative items in a row one is answered None, where that is possible
NONE_PATIENCE = 80  # attempts that insist on it
OWN_ATTEMPTS = 90  # as ``ATTEMPTS``, of a domain of somebody's own
OWN_PATIENCE = 12  # attempts that take a problem of one's own as it is, and insist on whether None is right
EVEN_PATIENCE = 4  # attempts after which options need not agree in one more measure
LATE_PATIENCE = 120  # the same where a choice insists on it
LARGE = 3  # the worlds of lower levels, and those of somebody's own, are often too small to insist
MOST_BYTES = 400_000  # canonical JSON of an instance
EFFORT = Effort(
    engine="search",
    witness_states=40_000,
    small_space=20_000,
    large_space=150_000,
    checkable_space=150_000,
    pruned_space=0,
    greedy_states=4_000,
    obligations=500,
    bound_nodes=20_000,
)
"""What one truth may cost; questions that need more are refused."""
SHOT_DOMAINS = ("grid", "logistics")
SHOT_RECIPE = Recipe(seed=20_250_501, levels=(2,), split="shots")


def make_item(item: Item, recipe: Recipe, first: int = 0, avoid: Set[str] = frozenset()) -> Made:
    """The item, beginning with its attempt ``first``; questions with digests to avoid are not labelled."""
    attempts = range(first, ATTEMPTS if recipe.maker(item.cell.domain).own is None else OWN_ATTEMPTS)
    return first_accepted(item, attempts, lambda number: _Attempt(item, recipe, number).made(avoid), digest)


def candidate_fours(item: Item, recipe: Recipe) -> list[Four]:
    """The sets of four options, one of which a multiple-choice item would have; of the first attempt that
    has any.  None of them is labelled."""
    for number in range(ATTEMPTS):
        attempt = _Attempt(item, recipe, number)
        try:
            drawn = attempt.drawn()
            if not isinstance(drawn, str) and isinstance(drawn[1], OptionPools):
                fours = attempt.fours(drawn[1], drawn[0])
                if fours:
                    return fours
        except LimitError:
            continue
    return []


@dataclass(frozen=True)
class _Attempt:
    item: Item
    recipe: Recipe
    number: int

    @cached_property
    def rng(self) -> Rng:
        return self.recipe.rng(self.item)

    @cached_property
    def maker(self) -> Maker:
        return self.recipe.maker(self.item.cell.domain)

    @cached_property
    def asks(self) -> QuestionMaker:
        return question_maker(self.item.cell.task)

    @cached_property
    def target(self) -> int | None:
        """1 or 0 for yes or no, a place among the options; as often each, out of so many items in a row.

        Of a generative item 1 says that the answer shall be None, which no task and domain without it has,
        and which late attempts give up.  Of a domain of somebody's own they take either: None.
        """
        cell, index, own = self.item.cell, self.item.index, self.maker.own is not None
        if cell.form == "gen":
            if own and self.number >= OWN_PATIENCE:
                return None
            if self.number >= NONE_PATIENCE or not offers_none(cell.task, cell.domain, own):
                return 0
        many = {"gen": NONE_IN, "bool": 2, "mcq": OPTIONS}[cell.form]
        block = Item(cell, index - index % many)
        place = self.recipe.rng(block).fork("targets").shuffle(range(many))[index % many]
        return int(place == 0) if cell.form == "gen" else place

    def made(self, avoid: Set[str]) -> Instance | str:
        """The instance, or the reason why there is none."""
        try:
            drawn = self.drawn()
            if isinstance(drawn, str):
                return drawn
            drawn_scene, query = drawn
            if isinstance(query, OptionPools):
                query = self._options(query, drawn_scene)
            if query is None:
                return "no_question"
            asked = bare(self.item, self.recipe, drawn_scene.record, query)
            known = avoid and digest(asked) in avoid
            return "duplicate" if known else self._labelled(asked, drawn_scene)
        except LimitError:
            return "limit"
        except WorldError:
            if self.maker.own is None:
                raise
            return "no_words"

    def drawn(self) -> tuple[Scene, Json | OptionPools | None] | str:
        """A scene and what is asked about it, or the reason why there is none."""
        cell, draw, round_ = self.item.cell, self.rng.fork("attempt", self.number), self.number // A_PROBLEM
        most = QUICK_STATES if self.asks.quick else None
        try:
            stream = self.rng.fork("problem", round_)
            problem = self.maker.problem(stream, self.recipe.level(self.item), cell.task, most)
        except LimitError:
            return "no_problem"
        plain = cell.form == "gen" and self.target != 0
        late = self.maker.own is not None and self.number >= OWN_PATIENCE
        stream = self.rng.fork("adapted", round_)
        if (adapted := adapt(self.maker, cell.task, problem, stream, plain=plain, late=late)) is None:
            return "no_problem"
        plans, stream = kstar_plans if self.recipe.plans == "kstar" else None, draw.fork("scene")
        solvable, states = self.asks.solvable, most or PLAN_STATES
        drawn_scene = scene(self.maker, adapted, stream, solvable=solvable, plans=plans, plan_states=states)
        return (drawn_scene, self._query(drawn_scene, draw.fork("query"))) if drawn_scene else "no_state"

    def _query(self, drawn_scene: Scene, rng: Rng) -> Json | OptionPools | None:
        """What is asked; the options of a choice are not yet taken."""
        form, asks = self.item.cell.form, self.asks
        if form == "gen":
            if self.target:
                return {} if asks.none is not None and asks.none(drawn_scene) else None
            return asks.generative(drawn_scene, rng)
        if form == "bool" and asks.boolean:
            return asks.boolean(drawn_scene, rng, bool(self.target))
        return asks.choice(drawn_scene, rng) if asks.choice else None

    def _options(self, choice: OptionPools, drawn_scene: Scene) -> Json | None:
        """The query of a choice, its right option at the drawn place; or of yes or no about one option."""
        if (four := select(self.fours(choice, drawn_scene), self.rng.fork("leaning", self.number))) is None:
            return None
        (right, *wrong), target = four, self.target or 0
        if self.item.cell.form == "bool":
            return {**choice.shared, **(right if target else self.rng.fork("wrong").choice(wrong))}
        return {**choice.shared, "options": [*wrong[:target], right, *wrong[target:]]}

    def fours(self, choice: OptionPools, drawn_scene: Scene) -> list[Four]:
        """The sets of four that a choice may have, as its prompt would show them."""
        cell, world, query = self.item.cell, drawn_scene.world, {**choice.shared, "options": []}
        choose = paraphrases(self.rng.fork("wording"))
        shown = prompt(cell.domain, world, cell.task, "mcq", query, "natural", choose)
        large = self.recipe.level(self.item) >= LARGE and self.maker.own is None
        return candidates(
            choice,
            self.rng.fork("options", self.number),
            replace(bare(self.item, self.recipe, drawn_scene.record, choice.shared), prompt=shown),
            Writer(cell.domain, world, "natural", choose).option,
            self.number // (LATE_PATIENCE if choice.insists and large else EVEN_PATIENCE),
        )

    def _labelled(self, asked: Instance, drawn_scene: Scene) -> Instance | str:
        """The instance with its truth and all that is shown, or the reason why it will not do."""
        try:
            hard = self.recipe.level(self.item) > RELEASED
            made = label(asked, replace_fields(EFFORT, lean=hard, forecast=hard))
        except RecordError:
            return "ambiguous"
        if made.truth is None or made.truth["kind"] == "degenerate":
            return "degenerate"
        reason = unproven(made) or self._other(made, made.truth)
        reason = reason or self.asks.unfit(Draft(made, drawn_scene, self.rng.fork("unfit"), self.number))
        if reason is not None:
            return reason
        made = self._dressed(made, drawn_scene)
        return made if len(encode(made)) <= MOST_BYTES else "too_large"

    def _other(self, made: Instance, truth: Json) -> str | None:
        if (target := self.target) is None:
            return None
        if made.form == "gen":
            refused = "answer_none" if truth.get("none") else "answer_not_none"
            return None if truth.get("none", bool(target)) == bool(target) else refused
        wanted = bool(target) if made.form == "bool" else LETTERS[target]
        return None if truth["answer"] == wanted else "other_answer"

    def _dressed(self, made: Instance, drawn_scene: Scene) -> Instance:
        """The instance with prompt, difficulty and provenance, under its id."""
        task, form, world, recipe = made.task, made.form, drawn_scene.world, self.recipe
        shots: tuple[str, ...] = ()
        if recipe.shots != "0":
            shots = worked_examples(task, form, context_of(world, recipe.context))[: int(recipe.shots)]
        choose = paraphrases(self.rng.fork("wording"))
        shown = prompt(made.domain, world, task, form, made.query, recipe.context, choose, shots)
        return signed(made, self.item, recipe, prompt=shown, difficulty=difficulty(drawn_scene, made))


def taken(cells: Sequence[Cell], recipe: Recipe) -> set[str]:
    """The digests of worked examples; EngineMissingError where the engine that makes the plans is missing."""
    if recipe.plans != "own":
        require(recipe.plans)
    if recipe.shots == "0":
        return set()
    kinds = sorted({(cell.task, cell.form) for cell in cells})
    return {digest(shot) for task, form in kinds for shot in shot_instances(task, form, recipe.context)}


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
        if (instance := make_item(Item(Cell(domain, task, form), 0), recipe).instance) is None:
            raise LimitError(f"no worked example for {domain}/{task}/{form}")
        made.append(instance)
    return tuple(made)
