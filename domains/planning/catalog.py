"""The planning domains that ship with the package: a folder each, with PDDL and wording.

>>> domain_text("ferry").splitlines()[0]
'; Cars and one ferry that takes one car at a time.'
"""

from functools import lru_cache
from pathlib import Path

from ...instances.names import unknown
from ...instances.places import folders
from .pddl import parse_domain
from .wording import Wording
from .wording_load import load

PLACE = ("domains", "planning")


def _folders() -> dict[str, Path]:
    return folders("domains", *PLACE, holding="domain.pddl")


def domains() -> tuple[str, ...]:
    """The keys of all domains, sorted."""
    return tuple(_folders())


@lru_cache(32)
def domain_text(key: str) -> str:
    """The PDDL of a domain, comments included; NameUnknownError for a key without a folder."""
    return _text(key, "domain.pddl")


@lru_cache(32)
def wording(key: str) -> Wording:
    """The wording of a domain; NameUnknownError for a key without a folder, RecordError for a faulty one."""
    domain = parse_domain(domain_text(key), file=f"{key}/domain.pddl")
    return load(_text(key, "wording.toml"), domain, file=f"{key}/wording.toml")


def _text(key: str, name: str) -> str:
    if key not in domains():
        unknown("planning domain", key, domains())
    return (_folders()[key] / name).read_text(encoding="utf-8")
