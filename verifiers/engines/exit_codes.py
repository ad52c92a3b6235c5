"""What it means how an engine ended: whatever its own table of endings does not name is undecided.

>>> meaning({11: Meaning(EngineClaim.UNSOLVABLE, "proven")}, 11).verdict is EngineClaim.UNSOLVABLE
True
>>> meaning({}, -9).text
'ended by signal SIGKILL'
"""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from .outcome import Undecided, Why


class EngineClaim(Enum):
    """What an engine claims by ending as it did."""

    PLAN = "plan"
    UNSOLVABLE = "unsolvable"
    NO_PLAN_WITHIN_BOUND = "no plan within the bound"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Meaning:
    """One row of the table; ``why`` counts for undecided rows only."""

    verdict: EngineClaim
    text: str
    why: Why = Why.GAVE_UP

    def undecided(self, engine: str, detail: str = "") -> Undecided:
        """The answer for a row that decides nothing; ``detail`` is what the engine said."""
        return Undecided(engine, self.why, f"{self.text}: {detail}" if detail else self.text)


def not_decided(why: Why, text: str) -> Meaning:
    """An ending that decides nothing."""
    return Meaning(EngineClaim.UNDECIDED, text, why)


Endings = Mapping["int | str", Meaning]
"""What each exit code or status of an engine means; it stands in the engine's own file."""


def meaning(endings: Endings, code: int | str) -> Meaning:
    """What it means that an engine ended with ``code``; negative codes are signals, as in subprocess."""
    known = endings.get(code)
    if known is not None:
        return known
    if isinstance(code, int) and code < 0:
        why = Why.TIME if -code == signal.SIGXCPU else Why.CRASH
        return not_decided(why, f"ended by signal {_signal_name(-code)}")
    if code in (126, 127):
        return not_decided(Why.CRASH, f"could not be started (code {code})")
    return not_decided(Why.CRASH, f"ended with unknown code {code}")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
