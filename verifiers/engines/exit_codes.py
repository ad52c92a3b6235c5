"""One table from (engine, exit code or status) to what it means; whatever is not in it is undecided.

Fast Downward's codes are those of its documentation, each observed on the binary. Code 13 proves that no
plan lies within the bound only for A* with an admissible heuristic, since a greedy search with a bound
closes states by paths that are too long. K* ends with 12 for an exhausted search and for its time limit
alike, so neither counts. unified-planning's statuses and the SAT competition's codes stand in the same
table.

>>> meaning("fd", 11).verdict is Verdict.UNSOLVABLE
True
>>> meaning("fd", -9).text
'ended by signal SIGKILL'
"""

from __future__ import annotations

import signal
from dataclasses import dataclass
from enum import Enum

from .outcome import Undecided, Why


class Verdict(Enum):
    """What an engine claims by ending as it did."""

    PLAN = "plan"
    UNSOLVABLE = "unsolvable"
    NO_PLAN_WITHIN_BOUND = "no plan within the bound"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Meaning:
    """One row of the table; ``why`` counts for undecided rows only."""

    verdict: Verdict
    text: str
    why: Why = Why.GAVE_UP

    def undecided(self, engine: str, detail: str = "") -> Undecided:
        """The answer for a row that decides nothing; ``detail`` is what the engine said."""
        return Undecided(engine, self.why, f"{self.text}: {detail}" if detail else self.text)


def _not(why: Why, text: str) -> Meaning:
    return Meaning(Verdict.UNDECIDED, text, why)


TABLE: dict[tuple[str, int | str], Meaning] = {
    ("fd", 0): Meaning(Verdict.PLAN, "plan found"),
    ("fd", 1): Meaning(Verdict.PLAN, "plan found, then out of memory"),
    ("fd", 2): Meaning(Verdict.PLAN, "plan found, then out of time"),
    ("fd", 3): Meaning(Verdict.PLAN, "plan found, then out of memory and time"),
    ("fd", 11): Meaning(Verdict.UNSOLVABLE, "task proven unsolvable"),
    ("fd", 12): _not(Why.GAVE_UP, "search stopped without a plan and without a proof"),
    ("fd", 13): Meaning(Verdict.NO_PLAN_WITHIN_BOUND, "no plan within the bound"),
    ("fd", 22): _not(Why.MEMORY, "search ran out of memory"),
    ("fd", 23): _not(Why.TIME, "search ran out of time"),
    ("fd", 24): _not(Why.TIME, "search ran out of memory and time"),
    ("fd", 32): _not(Why.CRASH, "critical error in the search"),
    ("fd", 33): _not(Why.INPUT, "the search refused its input"),
    ("fd", 34): _not(Why.UNSUPPORTED, "the search does not support this task"),
    ("fd-translate", 0): Meaning(Verdict.PLAN, "translated"),
    ("fd-translate", 10): Meaning(Verdict.UNSOLVABLE, "the translator proved the task unsolvable"),
    ("fd-translate", 20): _not(Why.MEMORY, "the translator ran out of memory"),
    ("fd-translate", 21): _not(Why.TIME, "the translator ran out of time"),
    ("fd-translate", 30): _not(Why.CRASH, "critical error in the translator"),
    ("fd-translate", 31): _not(Why.INPUT, "the translator refused its input"),
    ("kstar", 0): Meaning(Verdict.PLAN, "plans found"),
    ("kstar", 12): _not(Why.GAVE_UP, "K* stopped; it ends alike when exhausted and when out of time"),
    ("kstar", 22): _not(Why.MEMORY, "K* ran out of memory"),
    ("kstar", 23): _not(Why.TIME, "K* ran out of time"),
    ("kstar", 33): _not(Why.INPUT, "K* refused its input"),
    ("sat", 10): Meaning(Verdict.PLAN, "satisfiable"),
    ("sat", 20): Meaning(Verdict.NO_PLAN_WITHIN_BOUND, "unsatisfiable"),
    ("sat", "relaxed"): Meaning(Verdict.UNSOLVABLE, "the goal lies outside the delete relaxation"),
    ("z3", "relaxed"): Meaning(Verdict.UNSOLVABLE, "the goal lies outside the delete relaxation"),
    ("z3", "sat"): Meaning(Verdict.PLAN, "satisfiable"),
    ("z3", "unsat"): Meaning(Verdict.NO_PLAN_WITHIN_BOUND, "unsatisfiable"),
    ("z3", "unknown"): _not(Why.GAVE_UP, "Z3 answered unknown"),
    ("up", "SOLVED_SATISFICING"): Meaning(Verdict.PLAN, "plan found"),
    ("up", "SOLVED_OPTIMALLY"): Meaning(Verdict.PLAN, "optimal plan found"),
    ("up", "UNSOLVABLE_PROVEN"): Meaning(Verdict.UNSOLVABLE, "proven unsolvable"),
    ("up", "UNSOLVABLE_INCOMPLETELY"): _not(Why.GAVE_UP, "stopped without a plan and without a proof"),
    ("up", "TIMEOUT"): _not(Why.TIME, "out of time"),
    ("up", "MEMOUT"): _not(Why.MEMORY, "out of memory"),
    ("up", "INTERNAL_ERROR"): _not(Why.CRASH, "internal error of the engine"),
    ("up", "UNSUPPORTED_PROBLEM"): _not(Why.UNSUPPORTED, "problem not supported by the engine"),
    ("up", "INTERMEDIATE"): _not(Why.GAVE_UP, "only an intermediate result"),
}


def meaning(engine: str, code: int | str) -> Meaning:
    """What it means that ``engine`` ended with ``code``; negative codes are signals, as in subprocess."""
    known = TABLE.get((engine, code))
    if known is not None:
        return known
    if isinstance(code, int) and code < 0:
        why = Why.TIME if -code == signal.SIGXCPU else Why.CRASH
        return _not(why, f"ended by signal {_signal_name(-code)}")
    if code in (126, 127):
        return _not(Why.CRASH, f"could not be started (code {code})")
    return _not(Why.CRASH, f"ended with unknown code {code}")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
