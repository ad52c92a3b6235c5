"""What the tasks ask: to run a machine, to judge claimed outputs, causes of an effect, and interventions.

A maker stands here under the key of its task.  Half of the claimed outputs are rejected: they are those of a
plausible mistake, one bit wrong at one step, or what the machine would give had one input of one step been
read wrongly.  Causes are those of effects that happen: conjunctive, over-determined or forced.  A cause is
refused when it is too large to be told (counts below), and when it is too small to be a question.

Interventions are asked of effects that do not happen on the trace and can be made to happen within a budget.
``deep`` (two questions of three) asks for one that needs two timesteps or more and that the greedy solver
does not reach; ``any`` takes what comes, and so do the last attempts for a deep one: a system that was given
may have none.  Setting by setting the greedy solver adds the one that maximises (effect happens, steps of the
window at which the output has the value), until the effect happens or the budget is used up, then drops
settings that are not needed.  Ties go to the first cell or to the last one; a question falls when either of
them solves it.
"""

from collections.abc import Callable, Iterator

from ....domains.reactive.effect import LtlfEffect, Product, read_effect
from ....domains.reactive.words import rows
from ....instances.errors import LimitError
from ....instances.places import table_beside
from ....instances.records import Json
from ....verifiers.reactive.atoms import atoms
from ....verifiers.reactive.cells import Cells, by_step, cost, everything, members, steps_of
from ....verifiers.reactive.certificates import count
from ....verifiers.reactive.check import cheapest, check
from ....verifiers.reactive.explanations import Cause, kind
from ....verifiers.reactive.explanations import cause as cause_of
from ....verifiers.reactive.question import Interventions
from ....verifiers.reactive.tasks import but_for, first_bad_step
from ...rng import Rng
from ..scene import Scene, effects
from . import QueryMaker, Wish, Words

WORDS = table_beside(__file__, dict[str, Words])
RELEVANT = 24  # the most literals that may matter
FORMULA = 40  # the most clauses, and the most implicants, of a cause that is asked for in full
CAP = 200  # the most minimal sets of a cause of which one is asked for
KINDS = ("conjunctive", "overdetermined", "forced")
TURNS = (*KINDS[:2] * 4, "conjunctive", "forced")
"""The kinds in turns; what nothing can prevent has a constant (true, none) for answer: one in ten."""
FREE = ("", "preventable")  # bind no longer: ``preventable`` still excludes what nothing can prevent
TRANSITIONS = 200_000  # what counting the valid certificates may cost
MOST_STEPS = 4  # the most timesteps of a cheapest certificate, at level 3; one more or less a level

Fit = Callable[[Cause, str], bool]


def drawn(scene: Scene, wish: Wish, rng: Rng, wanted: str = "") -> Iterator[tuple[Json, Product, Cause]]:
    """Effects of the scene with their causes, where these can be told and are of the wanted kind."""
    for effect in effects(scene, wish.mode, rng.fork("effects"), happens=True):
        product = scene.product(effect)
        if wanted in KINDS and kind(product, but_for(product)) != wanted:
            continue
        causes = cause_of(product, CAP)
        if causes is not None and causes.relevant.bit_count() <= RELEVANT:
            yield effect, product, causes


def cause_maker(task: str, targets: tuple[str, ...], fits: Fit) -> QueryMaker:
    """The maker of questions about the cause of an effect that ``fits``."""

    def draw(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
        target = _relaxed(wish)
        for effect, _, causes in drawn(scene, wish, rng, target):
            if fits(causes, target):
                return {"trace": scene.rows, "effect": effect}
        return "no_effect"

    return QueryMaker(WORDS[task], targets, draw)


def _relaxed(wish: Wish) -> str:
    """The target as long as it binds; forced effects are rare in some families and are looked for longer."""
    if wish.strict or (wish.target == "forced" and wish.patience):
        return wish.target
    return "preventable" if wish.patience else ""


def _fits_kind(causes: Cause, target: str) -> bool:
    """Of the kind that the target names, with something to find; targets that no longer bind take more."""
    if target in FREE:
        return not target or causes.kind != "forced"
    return causes.kind == target and (target == "forced" or causes.relevant.bit_count() >= 2)


def _trace(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
    """A trace to run; one on which the machine stays where it is is refused."""
    if wish.strict and len(set(scene.run.states)) < 2 and scene.machine.states > 1:
        return "idle"
    return {"trace": scene.rows}


def _claim(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
    """A claimed trace, right or wrong."""
    if not scene.machine.outputs:
        return "no_outputs"
    claimed = list(scene.run.outputs)
    if wish.target == "rejected":
        claimed = _mistaken(scene, rng)
        if first_bad_step(scene.machine, scene.trace, claimed) is None:
            return "no_mistake"
    return {"trace": scene.rows, "outputs": rows(claimed, len(scene.machine.outputs))}


def _mistaken(scene: Scene, rng: Rng) -> list[int]:
    claimed, step = list(scene.run.outputs), rng.below(len(scene.trace))
    if rng.below(2) and scene.machine.inputs:
        letters = list(scene.trace)
        letters[step] ^= 1 << rng.below(len(scene.machine.inputs))
        return list(scene.machine.run(letters).outputs)
    claimed[step] ^= 1 << rng.below(len(scene.machine.outputs))
    return claimed


def _literal(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
    """A literal that is, or is not, in the but-for set, or that matters, or does not matter, at all."""
    asks, answer = wish.target.split()
    for effect, product, causes in drawn(scene, wish, rng):
        inputs = product.inputs
        wanted = causes.butfor if asks == "butfor" else causes.relevant
        if answer == "no":
            until = (causes.relevant.bit_length() - 1) // inputs + 1 if causes.relevant else product.horizon
            wanted = causes.relevant & ~wanted or everything(inputs, until) & ~causes.relevant
        if wanted:
            literal = atoms(1 << rng.choice(members(wanted)), scene.machine.inputs, scene.trace)[0]
            return {"trace": scene.rows, "effect": effect, "literal": literal, "asks": asks}
    return "no_literal"


def _fits_butfor(causes: Cause, target: str) -> bool:
    """While the target binds, only forced effects have an empty but-for set: silence must not pay."""
    silent = target in ("overdetermined", "preventable") and not causes.butfor
    return _fits_kind(causes, target) and not silent


def _fits_sufficient(causes: Cause, target: str) -> bool:
    """Something to find; when strict, several literals, or several ways."""
    if not causes.breaking:
        return False
    several = min(literals.bit_count() for literals in causes.sufficient) > 1
    return target in FREE or (causes.kind == target and several)


def _fits_breaking(causes: Cause, target: str) -> bool:
    """Something to find; ``joint`` asks that no single literal breaks the effect."""
    if not causes.breaking:
        return False
    if target == "joint":
        return all(breaking.bit_count() >= 2 for breaking in causes.breaking)
    return target in FREE or causes.relevant.bit_count() >= 2


def _fits_formula(causes: Cause, target: str) -> bool:
    """Short enough to be written down."""
    return max(len(causes.breaking), len(causes.sufficient)) <= FORMULA and _fits_kind(causes, target)


def falls(question: Interventions) -> bool:
    """Whether the greedy solver finds a valid certificate within the budget of steps."""
    tried = (greedily(question, last=last) for last in (False, True))
    return any(chosen is not None and check(question.product, chosen).valid for chosen in tried)


def _gain(question: Interventions, flips: Cells) -> tuple[bool, int]:
    machine, effect, product = question.machine, question.effect, question.product
    letters = list(question.trace)
    for step, mask in by_step(flips, product.inputs):
        letters[step] ^= mask
    happens = product.happens(letters)
    if isinstance(effect, LtlfEffect):
        return happens, 0
    bit = machine.outputs.index(effect.ap)
    emitted = machine.run(letters[: effect.at + 1]).outputs[effect.first :]
    return happens, sum((word >> bit & 1) == effect.value for word in emitted)


def greedily(question: Interventions, *, last: bool = False) -> Cells | None:
    """What the greedy solver ends with, valid or not; None when the budget is used up before."""
    inputs, chosen = question.product.inputs, 0
    order = range(question.product.horizon * inputs)[:: -1 if last else 1]
    while not _gain(question, chosen)[0]:
        steps = steps_of(chosen, inputs)
        spare = steps.bit_count() < question.budget
        allowed = [c for c in order if not chosen >> c & 1 and (spare or steps >> c // inputs & 1)]
        if not allowed:
            return None
        chosen |= 1 << max(allowed, key=lambda cell: _gain(question, chosen | 1 << cell))
    for cell in reversed(members(chosen)):
        if _gain(question, chosen & ~(1 << cell))[0]:
            chosen &= ~(1 << cell)
    return chosen


def _intervention(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
    """An effect to bring about, with a budget of the fewest timesteps or one more."""
    deep, reason = wish.target == "deep" and wish.patience > 0, "no_effect"
    for effect in effects(scene, wish.mode, rng.fork("effects"), happens=False, positive=True):
        product = scene.product(effect)
        best = cheapest(product)
        if best is None or cost(best, product.inputs)[0] > MOST_STEPS + wish.level - 3:
            reason = "out_of_reach"
            continue
        timesteps, flips = cost(best, product.inputs)
        if deep and timesteps < 2:
            reason = "shallow"
            continue
        budget = min(len(scene.trace), timesteps + rng.below(2))
        if deep and falls(Interventions(scene.machine, scene.trace, read_effect(effect), budget)):
            reason = "greedy"
            continue
        settings = flips + 1 if rng.below(3) == 0 else None
        try:
            count(product, budget, settings=settings, limit=TRANSITIONS)
        except LimitError:
            reason = "too_many_certificates"
            continue
        return {
            "trace": scene.rows,
            "effect": effect,
            "mode": "normal" if wish.mode == "normal" else "hard",
            "budget_timestep": budget,
            "budget_atoms": settings,
        }
    return reason


simulate = QueryMaker(WORDS["simulate"], ("run",), _trace)
accept = QueryMaker(WORDS["accept"], ("accepted", "rejected"), _claim)
member = QueryMaker(WORDS["member"], ("butfor yes", "butfor no", "relevant yes", "relevant no"), _literal)
butfor = cause_maker("butfor", TURNS, _fits_butfor)
sufficient = cause_maker("sufficient", ("conjunctive", "overdetermined"), _fits_sufficient)
breaking = cause_maker("breaking", ("joint", "any", "joint"), _fits_breaking)
cause = cause_maker("cause", TURNS, _fits_formula)
intervene = QueryMaker(WORDS["intervene"], ("deep", "deep", "any"), _intervention)
