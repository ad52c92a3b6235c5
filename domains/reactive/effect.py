"""Effects: what is asked to happen on a run, and the monitor that watches for it.

An *output effect* is a literal of an output proposition at step ``at`` (GF-01's hard mode, TempoBench), or at
one of the steps from ``at - window`` to ``at`` (normal mode: DEC-014, ``E_norm`` of section 4.2).  An *LTLf
effect* is a formula over inputs and outputs that the finite run must satisfy; it comes with the deterministic
automaton of the formula (``ltlf.py`` makes it).
"""

from __future__ import annotations

from dataclasses import dataclass

from ...instances.errors import WorldError


@dataclass(frozen=True)
class OutputEffect:
    """``ap`` has the value at one of the steps ``first .. at``; ``window`` 0 asks for exactly ``at``."""

    ap: str
    at: int
    value: bool = True
    window: int = 0

    def __post_init__(self) -> None:
        """WorldError for a step or a window below 0."""
        if self.at < 0 or self.window < 0:
            raise WorldError("the step and the window of an effect are at least 0")

    @property
    def first(self) -> int:
        """The first step of the window."""
        return max(0, self.at - self.window)


@dataclass(frozen=True)
class Monitor:
    """A complete DFA over the propositions ``aps``: bit i of its letter is the value of ``aps[i]``.

    State 0 is initial; ``successors[state][letter]``; ``accepting[state]`` after the last step.
    """

    aps: tuple[str, ...]
    successors: tuple[tuple[int, ...], ...]
    accepting: tuple[bool, ...]


@dataclass(frozen=True)
class LtlfEffect:
    """The run of all T steps satisfies ``formula``; ``monitor`` is its automaton."""

    formula: str
    monitor: Monitor


Effect = OutputEffect | LtlfEffect
