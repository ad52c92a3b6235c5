"""Whether a literal is a but-for cause, or stands in some minimal set."""

from ....instances.records import Json
from ....instances.toml import beside
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


MAKER = QueryMaker(beside(__file__, Words), ("butfor yes", "butfor no", "relevant yes", "relevant no"), draw)
