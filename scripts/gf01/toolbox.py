"""The tools of the tracks (DEC-053): what a baseline may call, and the log of what it called.

EVAL-CB has none.  EVAL-TA has ``local-planner-v1``, which knows what its caller knows: in the open view the
machine.  EVAL-OC has ``oracle-exact-search-v1``, which always has the machine.  A call of a tool that the
track does not allow is refused; the log of an instance is hashed into its run record.
"""

from __future__ import annotations

from ...domains.reactive.records import effect_json
from ...generators.reactive.prompt import effect_text
from ...instances.errors import UnsupportedError
from ...instances.formats.gf01_bundle import digest
from ...instances.records import Json
from ...verifiers.reactive.cheapest import cheapest
from ...verifiers.reactive.check import Flips, check
from ...verifiers.reactive.gf01.policies import ALLOWLISTS
from ...verifiers.reactive.interventions import Interventions

LOCAL, EXACT = "local-planner-v1", "oracle-exact-search-v1"


class Toolbox:
    """The tools of one track for one instance."""

    def __init__(self, track: str, question: Interventions, name: str):
        self._allowed, self._question, self._name = ALLOWLISTS[track], question, name
        self.calls: list[Json] = []

    @property
    def log(self) -> Json:
        """What was called, with what and to what end."""
        effect = effect_text(effect_json(self._question.effect))
        return {"instance_id": self._name, "effect": effect, "calls": self.calls}

    @property
    def log_hash(self) -> str:
        """The sha256 of the log; "" for a track without tools."""
        return "" if self._allowed == "none" else digest(self.log)

    def last_step(self, kept: Flips) -> Flips | None:
        """The local planner: ``kept`` with flips at one further timestep, so that the effect happens.

        The first timestep and the smallest mask count; None when no single timestep is enough.
        """
        self._check(LOCAL)
        found = self._last_step(kept)
        self.calls.append({"tool": LOCAL, "flips": _json(kept), "result": _json(found)})
        return found

    def exact(self) -> Flips | None:
        """The oracle: a cheapest certificate within the budget of timesteps."""
        self._check(EXACT)
        found = cheapest(self._question.product, self._question.budget, self._question.budget_atoms)
        self.calls.append({"tool": EXACT, "result": _json(found)})
        return found

    def note(self, call: Json) -> None:
        """Log a call of the local planner on a model of the caller's own."""
        self._check(LOCAL)
        self.calls.append({"tool": LOCAL, **call})

    def _last_step(self, kept: Flips) -> Flips | None:
        product, taken = self._question.product, {step for step, _ in kept}
        if len(kept) >= self._question.budget:
            return None
        for step in range(product.horizon):
            for mask in range(1, 1 << product.inputs):
                tried = tuple(sorted((*kept, (step, mask))))
                if step not in taken and check(product, tried).sufficient:
                    return tried
        return None

    def _check(self, tool: str) -> None:
        if tool != self._allowed:
            raise UnsupportedError(f"the track allows {self._allowed}, not {tool}")


def _json(flips: Flips | None) -> list[list[int]] | None:
    return None if flips is None else [list(flip) for flip in flips]
