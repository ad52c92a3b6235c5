"""``witness`` {}: the stored actions show the change, as the seed draws, at their last step and not before.

Rule.  The changed world is played on the plain interpreter; the base world's belief support, given the frames
that it shows, becomes empty at the last step.  An empty support means that no draws of the base world give
what was seen.
"""

from __future__ import annotations

from ...fields import record
from ...record import Json
from ..knowledge import Knowledge
from ..pairs import check_witness
from ..questions import actions

_BODY = record()


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Establish that the stored actions show the change."""
    knowledge.expect("witness", "change")
    _BODY(name, body)
    asked, told = knowledge.question, actions("truth.actions", (knowledge.record.truth or {}).get("actions"))
    base, changed = knowledge.plain(asked.program), knowledge.plain(asked.changed)
    check_witness(base, changed, asked.rng_seed, told, name)
    knowledge.shown = name
