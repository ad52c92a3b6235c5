"""Whether a literal is a but-for cause, or stands in some minimal set."""

from __future__ import annotations

from ....instances.records import Json
from ....verifiers.reactive.atoms import atoms
from ....verifiers.reactive.cells import everything, members
from ...rng import Rng
from ..scene import Scene
from . import QueryMaker, Wish, Words
from .causes import drawn


def draw(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
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


WORDS = Words(
    asks={
        "butfor": "Is the literal {literal} a but-for cause: had this one input had the other value at "
        "its step and all other inputs been as given, would the effect not have happened?",
        "relevant": "Does the literal {literal} belong to at least one minimal sufficient set? A set of "
        "literals is sufficient if the effect happens as long as they hold, whatever values "
        "all other inputs have at all steps, and minimal if no literal can be left out of it.",
    },
)

MAKER = QueryMaker(WORDS, ("butfor yes", "butfor no", "relevant yes", "relevant no"), draw)
