"""``distinction`` {steps, states}: no shorter sequence of actions may show the change than the stored one.

Rule.  A pair is a state of the changed world and the base world's belief support given all that was done and
seen; the change shows where the support is empty.  Breadth first over all pairs, by every action and every
draw, none shows it in fewer steps; along the stored actions some draws show it.  ``states`` bounds the work.
"""

from __future__ import annotations

from ...fields import integer, record
from ...record import Json
from ...refused import RefusedError
from ..knowledge import Knowledge, bound
from ..pairs import check_shortest
from ..questions import actions

_BODY = record(steps=integer(1, 10**6), states=integer(1, 10**6))


def check(knowledge: Knowledge, name: str, body: Json) -> None:
    """Establish that the stored actions are a shortest sequence that may show the change."""
    knowledge.expect("distinction", "change")
    stated, asked = _BODY(name, body), knowledge.question
    told = actions("truth.actions", (knowledge.record.truth or {}).get("actions"))
    if len(told) != stated.steps:
        raise RefusedError(f"{name}: steps is {stated.steps}, but the stored actions are {len(told)}")
    base, changed = knowledge.searched(asked.program), knowledge.searched(asked.changed)
    check_shortest(base, changed, asked.rng_seed, told, bound(stated.states))
    knowledge.shown = name
