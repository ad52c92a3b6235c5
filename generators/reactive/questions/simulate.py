"""Run the machine."""

from ....instances.records import Json
from ....instances.toml import beside
from ...rng import Rng
from ..scene import Scene
from . import QueryMaker, Wish, Words


def draw(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
    """A trace to run; one on which the machine stays where it is is refused."""
    if wish.strict and len(set(scene.run.states)) < 2 and scene.machine.states > 1:
        return "idle"
    return {"trace": scene.rows}


MAKER = QueryMaker(beside(__file__, Words), ("run",), draw)
