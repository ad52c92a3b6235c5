"""Accept or reject claimed outputs.

Half of the claimed traces are rejected.  Their outputs are those of a plausible mistake: one bit wrong at one
step, or the outputs that the machine would give had one input of one step been read wrongly.
"""

from ....domains.reactive.words import rows
from ....instances.records import Json
from ....instances.toml import beside
from ....verifiers.reactive.accept import first_bad_step
from ...rng import Rng
from ..scene import Scene
from . import QueryMaker, Wish, Words


def draw(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
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


MAKER = QueryMaker(beside(__file__, Words), ("accepted", "rejected"), draw)
