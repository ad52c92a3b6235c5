"""A WorldTest episode through ``reset`` and ``step``, as Gymnasium has them, without Gymnasium.

``step`` takes what an agent says (``"click 3 4"``, ``"go-to-test"``) or a call of a tool and gives
observation, reward, terminated, truncated, info.  The reward is 0 until the end; then it is what ``score``
says of the episode, by default 1 for a goal that was reached.  An episode is *terminated* when the agent
ended it or its test, and *truncated* when something else did (a budget, turns that make no sense, a world
that fails).

>>> from certwright.domains.gridworld.program import read_program
>>> from certwright.domains.gridworld.questions import Planning
>>> dot = read_program('''(program (= GRID_SIZE 2) (object Dot (Cell 0 0 "red"))
...     (= dot (initnext (Dot (Position 0 1)) (prev dot)))
...     (on right (= dot (moveRightNoCollision dot))))''')
>>> gym = Gym(Planning(dot, 0, ((None, None), (None, "red")), 5))
>>> observation, info = gym.reset()
>>> [gym.step(said)[1:4] for said in ("up", "go-to-test", "right")]
[(0.0, False, False), (0.0, False, False), (1.0, True, False)]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..environment import Tool, Turn, Utterance
from .environment import EXPLORATION_STEPS, QUIT, Question, WorldTest
from .phases import CHOSEN, GOAL_REACHED

ENDED = frozenset({CHOSEN, GOAL_REACHED, QUIT})
"""The stops that an agent brings about."""


def goal_reached(world: WorldTest) -> float:
    """1 when the goal of a planning test was reached, 0 for everything else."""
    return float(world.stop == GOAL_REACHED)


class Gym:
    """One question, played any number of times."""

    def __init__(
        self,
        question: Question,
        *,
        exploration: int = EXPLORATION_STEPS,
        score: Callable[[WorldTest], float] = goal_reached,
    ):
        self._question, self._exploration, self._score = question, exploration, score
        self.world = WorldTest(question, exploration=exploration)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What can be called now."""
        return self.world.tools

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin again, with the question's seed of the world's draws or another, which then stays.

        ``options`` are Gymnasium's; there are none here.  Raises AutumnError when the world cannot be loaded.
        """
        if seed is not None:
            self._question = replace(self._question, rng_seed=seed)
        self.world = WorldTest(self._question, exploration=self._exploration)
        return self.render(), {"instructions": self.world.instructions, "phase": self.world.phase}

    def step(self, action: str | Turn) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Take one turn; what is not understood changes nothing, and ``info["outcome"]`` says so."""
        told = self.world.act(Utterance(action) if isinstance(action, str) else action)
        stop = self.world.stop
        reward = self._score(self.world) if stop is not None else 0.0
        info = {"outcome": told.outcome, "feedback": told.text, "phase": self.world.phase, "stop": stop}
        return self.render(), reward, stop in ENDED, stop is not None and stop not in ENDED, info

    def render(self) -> str:
        """What is seen now."""
        return self.world.observe()

    def close(self) -> None:
        """Nothing is held open."""
