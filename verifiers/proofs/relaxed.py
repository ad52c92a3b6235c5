"""`relaxed`: landmarks of the delete relaxation.

Body: ``facts``.

Rule: for each fact p, false initially, the goal lies outside the delete-relaxed closure by the actions that
do not add p.  A plan that never makes p true would consist of such actions, and all its states would lie in
that closure; so every plan makes p true: p is a landmark (Porteous, Sebastia and Hoffmann, 2001).
"""

from __future__ import annotations

from typing import Any

import msgspec

from ...instances.errors import CertificateError
from .bodies import Name, read
from .knowledge import Knowledge
from .model import relaxed_reachable


class Relaxed(msgspec.Struct, forbid_unknown_fields=True):
    """The body."""

    facts: list[Name]


def check(knowledge: Knowledge, what: str, data: Any) -> None:
    """Test every fact and record it as a landmark."""
    body, model = read(what, Relaxed, data), knowledge.model
    for name in body.facts:
        bit = model.mask([name])
        if bit is None:
            raise CertificateError(f"{what}: {name} lies outside the delete-relaxed closure")
        if bit & model.init:
            raise CertificateError(f"{what}: {name} holds in the initial state")
        if model.goal is not None and not model.goal & ~relaxed_reachable(model, bit)[0]:
            raise CertificateError(f"{what}: the relaxed goal is reached without {name}")
        knowledge.landmarks |= bit
