"""The three answers of an external engine: proven, refuted with a witness, undecided; what its endings mean.

The question put to a planner is "no plan (of at most ``bound`` steps) reaches this goal": ``Proven`` says so
on the engine's sound word, ``Refuted`` carries a plan that we have replayed, ``Undecided`` says why nobody
knows.

>>> Refuted("fd", ("(pick a)", "(put a b)")).cost
2
"""

import signal
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias


class Why(str, Enum):
    """What kept an engine from an answer."""

    TIME = "time"
    MEMORY = "memory"
    LIMIT = "limit"  # a count that the caller set (horizon, steps, plans) was used up
    GAVE_UP = "gave_up"  # the engine stopped without an answer and without a fault
    UNSUPPORTED = "unsupported"
    INPUT = "input"  # the engine refused what it was given
    OUTPUT = "output"  # the engine's output could not be read, or its plan does not replay
    CRASH = "crash"


@dataclass(frozen=True, slots=True)
class Proven:
    """The statement holds, on the sound word of ``engine``; ``evidence`` is what it said."""

    engine: str
    statement: str
    evidence: str = ""
    bound: int | None = None  # of "no plan of at most ``bound`` steps"; None where none of any length exists


@dataclass(frozen=True, slots=True)
class Refuted:
    """The statement is false: ``witness`` is the counterexample, for planning a plan as operator names."""

    engine: str
    witness: tuple[str, ...]
    optimal: bool = False  # True when the engine vouches that no shorter plan exists (its word, not replayed)

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


class EngineClaim(Enum):
    """What an engine claims by ending as it did."""

    PLAN = "plan"
    UNSOLVABLE = "unsolvable"
    NO_PLAN_WITHIN_BOUND = "no plan within the bound"


class Meaning(NamedTuple):
    """What an ending says: a claim, or why it decides nothing; and in words."""

    verdict: EngineClaim | Why
    text: str

    def undecided(self, engine: str, detail: str = "") -> Undecided:
        """The answer for an ending that decides nothing; ``detail`` is what the engine said."""
        why = self.verdict if isinstance(self.verdict, Why) else Why.GAVE_UP
        return Undecided(engine, why, f"{self.text}: {detail}" if detail else self.text)


Endings = Mapping["int | str", Meaning]
"""What each exit code or status of an engine means; it stands in the engine's own file."""


def meaning(endings: Endings, code: int | str) -> Meaning:
    """What it means that an engine ended with ``code``; negative codes are signals, as in subprocess.

    What the table of endings does not name is undecided.

    >>> meaning({11: Meaning(EngineClaim.UNSOLVABLE, "proven")}, 11).verdict is EngineClaim.UNSOLVABLE
    True
    >>> meaning({}, -9).text
    'ended by signal SIGKILL'
    """
    known = endings.get(code)
    if known is not None:
        return known
    if isinstance(code, int) and code < 0:
        why = Why.TIME if -code == signal.SIGXCPU else Why.CRASH
        names = {number.value: number.name for number in signal.Signals}
        return Meaning(why, f"ended by signal {names.get(-code, -code)}")
    if code in (126, 127):
        return Meaning(Why.CRASH, f"could not be started (code {code})")
    return Meaning(Why.CRASH, f"ended with unknown code {code}")
