"""The nine reasons for which an episode of a level ends, whose fault each is, and the counts behind them.

Turns are counted, never seconds:

- ``SOLVED``: the goal holds;
- ``TEMPORAL_DECAY``: an unstable fact expired;
- ``LLM_STUCK``, ``LLM_DONE_EARLY``: the agent said STUCK, or DONE although the goal does not hold;
- ``API_FAILURE``: ``FAULTS`` turns in a row never came;
- ``MAX_INVALID_STREAK``: ``INVALID_STREAK`` turns in a row were no valid action (a fault between them neither
  counts nor breaks the row);
- ``LOOP_DETECTED``: a valid action led into the same state, ages included, for the ``VISITS``-th time, being
  there at the beginning counted;
- ``STAGNATION``: ``IDLE`` turns in a row, faults aside, led into no state that had not been visited;
- ``MAX_STEPS``: the budget of turns, those that failed included, is used up.

Where several hold after one turn, the first of this list is the reason.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

SOLVED: Final = "SOLVED"
TEMPORAL_DECAY: Final = "TEMPORAL_DECAY"
LLM_STUCK: Final = "LLM_STUCK"
LLM_DONE_EARLY: Final = "LLM_DONE_EARLY"
API_FAILURE: Final = "API_FAILURE"
MAX_INVALID_STREAK: Final = "MAX_INVALID_STREAK"
LOOP_DETECTED: Final = "LOOP_DETECTED"
STAGNATION: Final = "STAGNATION"
MAX_STEPS: Final = "MAX_STEPS"

AGENT_FAULT: Final[dict[str, bool | None]] = {
    SOLVED: None,
    TEMPORAL_DECAY: True,
    LLM_STUCK: False,
    LLM_DONE_EARLY: True,
    API_FAILURE: False,
    **dict.fromkeys((MAX_INVALID_STREAK, LOOP_DETECTED, STAGNATION, MAX_STEPS), True),
}
"""Whether a stop is the agent's fault: too slow, lost, in a loop, without convergence, premature; not when it
is lucid (STUCK) or when the infrastructure failed; None when there is no fault."""

INVALID_STREAK: Final = 5
FAULTS: Final = 3
VISITS: Final = 4
IDLE: Final = 12


@dataclass
class EpisodeCounts:
    """What one episode has counted so far; ``stop`` says what follows from it."""

    budget: int
    turns: int = 0
    valid: int = 0
    invalid: int = 0  # turns without a valid action since the last one
    faults: int = 0  # turns that never came since the last one that did
    idle: int = 0  # turns since the last one that led into a new state
    visits: dict[Hashable, int] = field(default_factory=dict)
    here: int = 0

    def enter(self, state: Hashable) -> None:
        """A state is visited."""
        self.here = self.visits[state] = self.visits.get(state, 0) + 1

    def fault(self) -> None:
        """A turn never came."""
        self.turns, self.faults = self.turns + 1, self.faults + 1

    def refusal(self) -> None:
        """A turn was no valid action."""
        self.turns, self.faults = self.turns + 1, 0
        self.invalid, self.idle = self.invalid + 1, self.idle + 1

    def action(self, state: Hashable) -> None:
        """A valid action led to a state."""
        self.turns, self.faults, self.valid, self.invalid = self.turns + 1, 0, self.valid + 1, 0
        self.enter(state)
        self.idle = 0 if self.here == 1 else self.idle + 1

    def signal(self) -> None:
        """The agent ended the episode."""
        self.turns, self.faults = self.turns + 1, 0

    @property
    def stop(self) -> str | None:
        """The first reason that the counts give."""
        if self.faults >= FAULTS:
            return API_FAILURE
        if self.invalid >= INVALID_STREAK:
            return MAX_INVALID_STREAK
        if self.here >= VISITS:
            return LOOP_DETECTED
        if self.idle >= IDLE:
            return STAGNATION
        return MAX_STEPS if self.turns >= self.budget else None
