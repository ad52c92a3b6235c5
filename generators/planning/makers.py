"""The problem makers by domain: the file ``problems/<domain>.py``, or ``maker.py`` in the domain's folder."""

from __future__ import annotations

from functools import cache

from ...domains.planning.catalog import PLACE
from ...instances.names import unknown
from ...instances.places import beside, load, modules
from .maker import Maker


@cache
def _files() -> dict[str, str]:
    named = modules("domains", "generators", "planning", "problems", marker="MAKER = ")
    return dict(sorted({**beside("domains", *PLACE, file="maker"), **named}.items()))


def makers() -> tuple[str, ...]:
    """The domains that have a problem maker, sorted."""
    return tuple(_files())


def maker(key: str) -> Maker:
    """The problem maker of a domain; NameUnknownError when there is none."""
    if key not in _files():
        unknown("domain", key, makers())
    return load(_files()[key], "MAKER", Maker)
