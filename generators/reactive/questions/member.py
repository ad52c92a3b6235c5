"""Whether a literal is a but-for cause, or stands in some minimal set."""

from __future__ import annotations

from ....instances.records import Json
from ....verifiers.reactive.atoms import atoms
from ....verifiers.reactive.cells import everything, members
from ...rng import Rng
from ..scene import Scene
from . import Maker, Wish, Words
from .causes import drawn


def draw(here: Scene, wish: Wish, rng: Rng) -> Json | str:
    """A literal that is, or is not, in the but-for set, or that matters, or does not matter, at all."""
    asks, answer = wish.target.split()
    for effect, product, found in drawn(here, wish, rng):
        inputs = product.inputs
        wanted = found.butfor if asks == "butfor" else found.relevant
        if answer == "no":
            until = (found.relevant.bit_length() - 1) // inputs + 1 if found.relevant else product.horizon
            wanted = found.relevant & ~wanted or everything(inputs, until) & ~found.relevant
        if wanted:
            literal = atoms(1 << rng.choice(members(wanted)), here.machine.inputs, here.trace)[0]
            return {"trace": here.rows, "effect": effect, "literal": literal, "asks": asks}
    return "no_literal"


WORDS = Words(
    asks={
        "butfor": "Is the literal {literal} a but-for cause: had this one input had the other value at "
        "its step and all other inputs been as given, would the effect not have happened?",
        "relevant": "Does the literal {literal} belong to at least one minimal sufficient set? A set of "
        "literals is sufficient if the effect happens as long as they hold, whatever values "
        "all other inputs have at all steps, and minimal if no literal can be left out of it.",
    },
)

MAKER = Maker(WORDS, ("butfor yes", "butfor no", "relevant yes", "relevant no"), draw)
