"""Causality: effects that happen on the trace, with causes that are conjunctive, over-determined or forced.

A cause is refused when it is too large to be told (counts below), and when it is too small to be a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....domains.reactive.product import Product
from ....instances.records import Json
from ....verifiers.reactive.atoms import atoms
from ....verifiers.reactive.butfor import but_for
from ....verifiers.reactive.cells import everything, members
from ....verifiers.reactive.explanations import Cause, cause, kind
from ...rng import Rng
from ..scene import Scene, effects
from .maker import Maker, Wish

RELEVANT = 24
"""The most literals that may matter."""
FORMULA = 40
"""The most clauses, and the most implicants, of a cause that is asked for in full."""
CAP = 200
"""The most minimal sets of a cause of which one is asked for."""
KINDS = ("conjunctive", "overdetermined", "forced")
TURNS = (*KINDS[:2] * 4, "conjunctive", "forced")
"""The kinds in turns; what nothing can prevent has a constant (true, none) for answer: one in ten."""
FREE = ("", "preventable")
"""Targets that no longer bind: ``preventable`` still excludes what nothing can prevent."""
TURNS = (*KINDS[:2] * 4, "conjunctive", "forced")
"""The kinds in turns: an effect that nothing can prevent, whose answer is a constant, is one in ten."""

Fit = Callable[[Cause, str], bool]


def _drawn(here: Scene, wish: Wish, rng: Rng, wanted: str = "") -> Iterator[tuple[Json, Product, Cause]]:
    """Effects of the scene with their causes, where these can be told and are of the wanted kind."""
    for effect in effects(here, wish.mode, rng.fork("effects"), happens=True):
        product = here.product(effect)
        if wanted in KINDS and kind(product, but_for(product)) != wanted:
            continue
        found = cause(product, CAP)
        if found is not None and found.relevant.bit_count() <= RELEVANT:
            yield effect, product, found


def _maker(targets: tuple[str, ...], fits: Fit) -> Maker:
    def draw(here: Scene, wish: Wish, rng: Rng) -> Json | str:
        target = _relaxed(wish)
        for effect, _, found in _drawn(here, wish, rng, target):
            if fits(found, target):
                return {"trace": here.rows, "effect": effect}
        return "no_effect"

    return Maker(targets, draw)


def _relaxed(wish: Wish) -> str:
    """The target as long as it binds; forced effects are rare in some families and are looked for longer."""
    if wish.strict or (wish.target == "forced" and wish.patience):
        return wish.target
    return "preventable" if wish.patience else ""


def _butfor(found: Cause, target: str) -> bool:
    """While the target binds, only forced effects have an empty but-for set: silence must not pay."""
    return _cause(found, target) and (target not in ("overdetermined", "preventable") or found.butfor != 0)


def _sufficient(found: Cause, target: str) -> bool:
    """Something to find; when strict, several literals, or several ways."""
    if not found.breaking:
        return False
    return target in FREE or (found.kind == target and min(one.bit_count() for one in found.sufficient) >= 2)


def _breaking(found: Cause, target: str) -> bool:
    """Something to find; ``joint`` asks that no single literal breaks the effect."""
    if not found.breaking:
        return False
    if target == "joint":
        return all(one.bit_count() >= 2 for one in found.breaking)
    return target in FREE or found.relevant.bit_count() >= 2


def _cause(found: Cause, target: str) -> bool:
    if target in FREE:
        return not target or found.kind != "forced"
    return found.kind == target and (target == "forced" or found.relevant.bit_count() >= 2)


def _told(found: Cause, target: str) -> bool:
    """Short enough to be written down."""
    return max(len(found.breaking), len(found.sufficient)) <= FORMULA and _cause(found, target)


def member(here: Scene, wish: Wish, rng: Rng) -> Json | str:
    """A literal that is, or is not, in the but-for set, or that matters, or does not matter, at all."""
    asks, answer = wish.target.split()
    for effect, product, found in _drawn(here, wish, rng):
        inputs = product.inputs
        wanted = found.butfor if asks == "butfor" else found.relevant
        if answer == "no":
            until = (found.relevant.bit_length() - 1) // inputs + 1 if found.relevant else product.horizon
            wanted = found.relevant & ~wanted or everything(inputs, until) & ~found.relevant
        if wanted:
            literal = atoms(1 << rng.choice(members(wanted)), here.machine.inputs, here.trace)[0]
            return {"trace": here.rows, "effect": effect, "literal": literal, "asks": asks}
    return "no_literal"


MAKERS = {
    "butfor": _maker(TURNS, _butfor),
    "sufficient": _maker(("conjunctive", "overdetermined"), _sufficient),
    "breaking": _maker(("joint", "any", "joint"), _breaking),
    "cause": _maker(TURNS, _told),
    "member": Maker(("butfor yes", "butfor no", "relevant yes", "relevant no"), member),
}
