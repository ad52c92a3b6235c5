"""The systems that come with the package: machines synthesised once from specifications, kept as tables.

A system is canonical HOA, one file each.  ``index.json`` has an entry a system and the sha256 of its file,
which is checked when it is read.  Both are written by ``make systems``; nothing is synthesised when questions
are made.

>>> [(one.key, one.states) for one in systems() if one.family == "simple_arbiter"][:2]
[('simple_arbiter_2', 3), ('simple_arbiter_3', 10)]
>>> system("simple_arbiter_2").outputs
('g0', 'g1')
"""

import hashlib
from functools import lru_cache
from importlib.resources import files

import msgspec

from ....instances.errors import NameUnknownError, WorldError
from ..hoa import read_hoa
from ..machine import Machine

INDEX = "index.json"


class SystemName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known about a system without reading its table."""

    key: str
    family: str
    parameter: int
    title: str  # what it does; ``n`` is the parameter
    formula: str  # the specification in LTL (Spot's syntax), which every run satisfies
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    states: int
    timing: str
    sha256: str


@lru_cache(1)
def systems() -> tuple[SystemName, ...]:
    """All systems, by family as the families are listed, then by parameter."""
    return msgspec.json.decode(_text(INDEX), type=tuple[SystemName, ...])


def system_name(key: str) -> SystemName:
    """The entry of a system; NameUnknownError for a key that is not in the index."""
    if (name := next((name for name in systems() if name.key == key), None)) is not None:
        return name
    raise NameUnknownError(f"no system {key!r:.60}; the list stands in the documentation of the systems")


@lru_cache(256)
def system(key: str) -> Machine:
    """The machine; NameUnknownError for an unknown key, WorldError when its file was changed."""
    name = system_name(key)
    text = _text(f"{name.key}.hoa")
    if hashlib.sha256(text.encode()).hexdigest() != name.sha256:
        raise WorldError("the sha256 of the table is not that of the index", file=f"{name.key}.hoa")
    return read_hoa(text, file=f"{name.key}.hoa")


def _text(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")
