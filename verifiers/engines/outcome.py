"""The three answers an external engine can give: proven, refuted with a witness, undecided.

The question put to a planner is "no plan reaches this goal" (with ``bound``: "no plan of at most that many
steps does"). ``Proven`` says so on the engine's sound word, ``Refuted`` carries a plan that we have
replayed ourselves, ``Undecided`` says why nobody knows. A timeout, a crash, a shrug is always
``Undecided``.

>>> Refuted("fd", ("(pick a)", "(put a b)")).cost
2
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Why(str, Enum):
    """What kept an engine from an answer."""

    TIME = "time"
    MEMORY = "memory"
    LIMIT = "limit"
    """A count that the caller set (horizon, steps, plans) was used up."""
    GAVE_UP = "gave_up"
    """The engine stopped without an answer and without a fault."""
    UNSUPPORTED = "unsupported"
    INPUT = "input"
    """The engine refused what it was given."""
    OUTPUT = "output"
    """The engine's output could not be read, or its plan does not replay."""
    CRASH = "crash"


@dataclass(frozen=True, slots=True)
class Proven:
    """The statement holds, on the sound word of ``engine``; ``evidence`` is what it said."""

    engine: str
    statement: str
    evidence: str = ""
    bound: int | None = None
    """For "no plan of at most ``bound`` steps"; None when no plan of any length exists."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """The statement is false: ``witness`` is the counterexample, for planning a plan as operator names."""

    engine: str
    witness: tuple[str, ...]
    optimal: bool = False
    """True when the engine vouches that no shorter plan exists (its word, not replayed)."""

    @property
    def cost(self) -> int:
        """The number of steps of the plan."""
        return len(self.witness)


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nobody knows; ``reason`` is a sentence for people, ``why`` a word for tables."""

    engine: str
    why: Why
    reason: str


Answer: TypeAlias = Proven | Refuted | Undecided


def no_plan(bound: int | None) -> str:
    """The statement that a planning engine proves.

    >>> no_plan(None), no_plan(3)
    ('no plan reaches the goal', 'no plan of at most 3 steps reaches the goal')
    """
    within = "" if bound is None else f" of at most {bound} steps"
    return f"no plan{within} reaches the goal"
