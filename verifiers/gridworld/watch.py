"""Watching a long run for the first frame that the base world cannot show, cheaply.

A *shadow* of the base world is played along, with the draws of the watched run.  As long as it shows the same
frames it is a witness that they are possible.  Only when it does not is the belief support asked, over the
steps since it was asked last; if something is possible still, the shadow goes on from there.

>>> from certwright.domains.gridworld.actions import RIGHT
>>> from certwright.domains.gridworld.program import read_program
>>> text = '''(program (= GRID_SIZE 3) (object Dot (Cell 0 0 "red"))
...     (= dot (initnext (Dot (Position 0 1)) (prev dot)))
...     (on right (= dot (moveRightNoCollision dot))))'''
>>> base, jumps = read_program(text), Machine(read_program(text.replace("moveRightNo", "moveDownNo")))
>>> watch = Watch(base, jumps.frame())
>>> jumps.step(RIGHT)
>>> watch.possible(RIGHT, jumps.frame(), jumps.rng_state)
False
"""

from __future__ import annotations

from ...domains.gridworld.actions import Action
from ...domains.gridworld.machine import Frame, Machine
from ...domains.gridworld.program import Program
from .support import Support


class Watch:
    """Follows one run, frame by frame."""

    def __init__(self, base: Program, first: Frame, rng_seed: int = 0):
        """The run began with the frame ``first``."""
        self._shadow = Machine(base, rng_seed)
        self._support = Support(base, rng_seed).seeing(first)
        self._since: list[tuple[Action, Frame]] = []

    def possible(self, action: Action, frame: Frame, rng_state: int) -> bool:
        """Whether the base world can show this frame after all that was done and seen; False once it cannot.

        ``rng_state`` is any state of a generator; where the run draws as the base world would, its state
        before the step is the best one.  Raises LimitError where too many states are possible.
        """
        if not self._support.size:
            return False
        self._since.append((action, frame))
        self._shadow.rng_state = rng_state
        self._shadow.step(action)
        if self._shadow.frame() == frame:
            return True
        for taken, seen in self._since:
            self._support = self._support.after(taken).seeing(seen)
        self._since = []
        if not self._support.size:
            return False
        self._shadow.restore(self._support.example())
        return True
