"""`relaxed`: landmarks of the delete relaxation.

Body: ``facts``.

Rule: for each fact p, false initially, the goal lies outside the delete-relaxed closure by the actions that
do not add p.  A plan that never makes p true would consist of such actions, and all its states would lie in
that closure; so every plan makes p true: p is a landmark (Porteous, Sebastia and Hoffmann, 2001).
"""

from ...fields import Stated, exactly, listing, name
from ...refused import RefusedError, refuse
from ..knowledge import Knowledge

BODY = exactly(facts=listing(name))


def check(knowledge: Knowledge, name: str, stated: Stated) -> None:
    """Test every fact and record it as a landmark."""
    model = knowledge.model
    for fact in stated.facts:
        bit = model.mask([fact])
        if bit is None:
            raise RefusedError(f"{name}: {fact} lies outside the delete-relaxed closure")
        refuse(bit & model.init, f"{name}: {fact} holds in the initial state")
        if bit in knowledge.landmarks:
            continue
        if model.goal is not None and not model.goal & ~model.closure(bit)[0]:
            raise RefusedError(f"{name}: the relaxed goal is reached without {fact}")
        knowledge.landmarks.setdefault(bit, name)
