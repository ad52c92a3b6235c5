"""What questions about causes share: effects that happen, by conjunctive, over-determined or forced causes.

A cause is refused when it is too large to be told (counts below), and when it is too small to be a question.
"""

from collections.abc import Callable, Iterator

from ....domains.reactive.product import Product
from ....instances.records import Json
from ....verifiers.reactive.butfor import but_for
from ....verifiers.reactive.explanations import Cause, cause, kind
from ...rng import Rng
from ..scene import Scene, effects
from . import QueryMaker, Wish, Words

RELEVANT = 24  # the most literals that may matter
FORMULA = 40  # the most clauses, and the most implicants, of a cause that is asked for in full
CAP = 200  # the most minimal sets of a cause of which one is asked for
KINDS = ("conjunctive", "overdetermined", "forced")
TURNS = (*KINDS[:2] * 4, "conjunctive", "forced")
"""The kinds in turns; what nothing can prevent has a constant (true, none) for answer: one in ten."""
FREE = ("", "preventable")
"""Targets that no longer bind: ``preventable`` still excludes what nothing can prevent."""

Fit = Callable[[Cause, str], bool]


def drawn(scene: Scene, wish: Wish, rng: Rng, wanted: str = "") -> Iterator[tuple[Json, Product, Cause]]:
    """Effects of the scene with their causes, where these can be told and are of the wanted kind."""
    for effect in effects(scene, wish.mode, rng.fork("effects"), happens=True):
        product = scene.product(effect)
        if wanted in KINDS and kind(product, but_for(product)) != wanted:
            continue
        causes = cause(product, CAP)
        if causes is not None and causes.relevant.bit_count() <= RELEVANT:
            yield effect, product, causes


def maker(words: Words, targets: tuple[str, ...], fits: Fit) -> QueryMaker:
    """The maker of questions about the cause of an effect that ``fits``."""

    def draw(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
        target = _relaxed(wish)
        for effect, _, causes in drawn(scene, wish, rng, target):
            if fits(causes, target):
                return {"trace": scene.rows, "effect": effect}
        return "no_effect"

    return QueryMaker(words, targets, draw)


def _relaxed(wish: Wish) -> str:
    """The target as long as it binds; forced effects are rare in some families and are looked for longer."""
    if wish.strict or (wish.target == "forced" and wish.patience):
        return wish.target
    return "preventable" if wish.patience else ""


def fits_kind(causes: Cause, target: str) -> bool:
    """Of the kind that the target names, with something to find; targets that no longer bind take more."""
    if target in FREE:
        return not target or causes.kind != "forced"
    return causes.kind == target and (target == "forced" or causes.relevant.bit_count() >= 2)
