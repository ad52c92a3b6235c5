"""The tools of the tracks (DEC-053): what a baseline may call, and the log of what it called.

EVAL-CB has none.  EVAL-TA has ``local-planner-v1``, which knows what its caller knows: in the open view the
machine.  EVAL-OC has ``oracle-exact-search-v1``, which always has the machine.  A call of a tool that the
track does not allow is refused; the log of an instance is hashed into its run record.
"""

from __future__ import annotations

from ...domains.reactive.effect import effect_json
from ...generators.reactive.prompt import effect_text
from ...instances.errors import UnsupportedError
from ...instances.formats.gf01_bundle import digest
from ...instances.records import Json
from ...verifiers.reactive.cells import Cells, by_step, steps_of
from ...verifiers.reactive.cheapest import cheapest
from ...verifiers.reactive.check import check
from ...verifiers.reactive.gf01.policies import ALLOWLISTS
from ...verifiers.reactive.question import Interventions

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

    def last_step(self, kept: Cells) -> Cells | None:
        """The local planner: ``kept`` with flips at one further timestep, so that the effect happens.

        The first timestep and the smallest mask count; None when no single timestep is enough.
        """
        self._check(LOCAL)
        found = self._last_step(kept)
        self.calls.append({"tool": LOCAL, "flips": self._json(kept), "result": self._json(found)})
        return found

    def exact(self) -> Cells | None:
        """The oracle: a cheapest certificate within the budget of timesteps."""
        self._check(EXACT)
        found = cheapest(self._question.product, self._question.budget, self._question.budget_atoms)
        self.calls.append({"tool": EXACT, "result": self._json(found)})
        return found

    def note(self, call: Json) -> None:
        """Log a call of the local planner on a model of the caller's own."""
        self._check(LOCAL)
        self.calls.append({"tool": LOCAL, **call})

    def _last_step(self, kept: Cells) -> Cells | None:
        product = self._question.product
        taken = steps_of(kept, product.inputs)
        if taken.bit_count() >= self._question.budget:
            return None
        for step in range(product.horizon):
            for mask in range(1, 1 << product.inputs):
                tried = kept | mask << step * product.inputs
                if not taken >> step & 1 and check(product, tried).sufficient:
                    return tried
        return None

    def _check(self, tool: str) -> None:
        if tool != self._allowed:
            raise UnsupportedError(f"the track allows {self._allowed}, not {tool}")

    def _json(self, flips: Cells | None) -> list[list[int]] | None:
        """The flips as [step, mask]."""
        inputs = self._question.product.inputs
        return None if flips is None else [list(flip) for flip in by_step(flips, inputs)]
