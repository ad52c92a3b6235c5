"""`counting`, body ``by_timesteps``, decimal texts: how many valid certificates are within the budgets.

Number k of the list counts those with exactly k timesteps.  Rule: ``recount`` counts them anew.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any

from ... import fields
from ...refused import RefusedError, clip
from ..knowledge import Knowledge
from ..recount import recount

_NUMBER = re.compile(r"0|[1-9][0-9]{0,3999}")


def number(place: str, value: Any) -> str:
    """A whole number from 0 in decimal digits."""
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        raise RefusedError(f"{place}: {clip(value)} is no number in decimal digits")
    return value


_BODY = fields.record(by_timesteps=fields.listing(number, 10_000))


def check(knowledge: Knowledge, name: str, body: Any) -> None:
    """Count, and compare."""
    stated = _BODY(name, body).by_timesteps
    counts = recount(knowledge.question, name)
    for timesteps, (given, counted) in enumerate(zip_longest(stated, map(str, counts))):
        if given != counted:
            raise RefusedError(
                f"{name}: {clip(given, 40)} certificates with {timesteps} timesteps are stated, there are "
                f"{clip(counted, 40)}"
            )
    knowledge.counts = tuple(counts)
