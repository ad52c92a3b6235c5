"""Run the machine."""

from __future__ import annotations

from ....instances.records import Json
from ...rng import Rng
from ..scene import Scene
from . import QueryMaker, Wish, Words


def draw(scene: Scene, wish: Wish, rng: Rng) -> Json | str:
    """A trace to run; one on which the machine stays where it is is refused."""
    if wish.strict and len(set(scene.run.states)) < 2 and scene.machine.states > 1:
        return "idle"
    return {"trace": scene.rows}


WORDS = Words(
    question="In which state is the system before each step and after the last one, and which "
    "outputs does it give at each step?",
    answer='End with a JSON object {{"states": [...], "outputs": [...]}}: {states} state '
    'numbers and {steps} strings over "01", one a step, whose characters are the values '
    "of {outputs} in this order.",
)

MAKER = QueryMaker(WORDS, ("run",), draw)
