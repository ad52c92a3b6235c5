"""What an explorer tried: different clicks and arrows, resets, waits.

Clicks on different cells are different actions, and so are different arrows (WorldTest, Table E.2).  The
paper gives shares of *different* actions, where ``reset`` and ``noop`` count one each however often they
occur; shares of all steps stand beside them.

>>> tried = Tried.of(["click 1 2", "click 1 2", "click 0 0", "left", "noop", "noop", "reset", "left"])
>>> tried.clicks, tried.arrows, tried.steps, tried.share("reset"), tried.share_of_steps("noop")
(2, 1, 8, 0.2, 0.25)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ....domains.gridworld.actions import KEYS

Kind = Literal["click", "arrow", "noop", "reset"]
KINDS: tuple[Kind, ...] = ("click", "arrow", "noop", "reset")


@dataclass(frozen=True)
class Tried:
    """How many different actions of each kind were tried, and how many steps they took."""

    different: dict[Kind, int]
    taken: dict[Kind, int]

    @staticmethod
    def of(actions: Sequence[str]) -> Tried:
        """Count the actions of an exploration, written as ``click 3 4``, ``left``, ``noop``, ``reset``."""
        different, taken = Counter(map(kind, set(actions))), Counter(map(kind, actions))
        return Tried({one: different[one] for one in KINDS}, {one: taken[one] for one in KINDS})

    @property
    def clicks(self) -> int:
        """Cells that were clicked."""
        return self.different["click"]

    @property
    def arrows(self) -> int:
        """Arrow keys that were pressed."""
        return self.different["arrow"]

    @property
    def steps(self) -> int:
        """All actions taken."""
        return sum(self.taken.values())

    def share(self, of: Kind) -> float | None:
        """The share of a kind among the different actions; None when nothing was done."""
        total = sum(self.different.values())
        return self.different[of] / total if total else None

    def share_of_steps(self, of: Kind) -> float | None:
        """The share of a kind among all actions taken; None when nothing was done."""
        return self.taken[of] / self.steps if self.steps else None


def kind(action: str) -> Kind:
    """The kind of an action."""
    if action.startswith("click "):
        return "click"
    if action in KEYS:
        return "arrow"
    return "reset" if action == "reset" else "noop"
