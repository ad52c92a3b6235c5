"""The table of external engines: what they are, whether they are here, and how to mend it when they are
not.

``present`` and ``require`` only look for the package, in microseconds and without importing it; ``probe``
tries it out in a child process. The environment variable CERTWRIGHT_WITHOUT (``fd,z3``) makes engines count
as missing: so a test, or a user, proves that a command needs none of them.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...instances.errors import EngineFailureError, EngineMissingError, NameUnknownError

if TYPE_CHECKING:
    from .planners import Planner

WITHOUT = "CERTWRIGHT_WITHOUT"


@dataclass(frozen=True, slots=True)
class Engine:
    """One external engine; ``requirement`` is what pip is told."""

    key: str
    title: str
    distribution: str
    requirement: str
    module: str
    licence: str
    plans: bool = False
    """Whether `planner` knows it."""

    @property
    def mend(self) -> str:
        """The sentence that says how to get it."""
        return f'{self.title} is missing: pip install "{self.requirement}"'


ENGINES = {
    engine.key: engine
    for engine in (
        Engine(
            "fd",
            "Fast Downward",
            "up-fast-downward",
            "up-fast-downward>=1.0,<2",
            "up_fast_downward",
            "GPL-3.0-only",
            plans=True,
        ),
        Engine(
            "fd-translate",
            "Fast Downward's translator",
            "fast-downward.translate",
            "fast-downward.translate>=26",
            "fast_downward.translate",
            "GPL-3.0-only",
        ),
        Engine(
            "kstar",
            "K*",
            "kstar-planner",
            "kstar-planner>=1.4.2",
            "kstar_planner",
            "GPL-3.0",
        ),
        Engine(
            "sat",
            "PySAT",
            "python-sat",
            "python-sat>=1.8.dev0",
            "pysat",
            "MIT",
            plans=True,
        ),
        Engine("z3", "Z3", "z3-solver", "z3-solver>=4.13", "z3", "MIT", plans=True),
        Engine(
            "up",
            "unified-planning",
            "unified-planning",
            "unified-planning>=1.3,<2",
            "unified_planning",
            "Apache-2.0",
        ),
        Engine("spot", "Spot", "spottl", "spottl>=2.13", "spot", "GPL-3.0-or-later"),
    )
}
"""Every engine by key; the engines of unified-planning are ``up:NAME`` besides."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What trying an engine out gave; ``detail`` is the fault, or what the engine said of itself."""

    key: str
    working: bool
    version: str | None
    detail: str


UP_ENGINES = {
    "fast-downward": ("up_fast_downward", "up-fast-downward"),
    "symk": ("up_symk", "up-symk"),
    "pyperplan": ("up_pyperplan", "up-pyperplan"),
    "enhsp": ("up_enhsp", "up-enhsp"),
    "tamer": ("up_tamer", "up-tamer"),
    "lpg": ("up_lpg", "up-lpg"),
    "aries": ("up_aries", "up-aries"),
}
"""Planners of unified-planning by the first part of their name: module and distribution."""


def engine(key: str) -> Engine:
    """The row of an engine; NameUnknownError for a key that is neither in the table nor ``up:NAME``."""
    row = ENGINES.get(key)
    if row is None and key.startswith("up:") and len(key) > 3:
        name = key[3:]
        module, distribution = UP_ENGINES.get(_family(name), ("unified_planning", f"up-{name}"))
        title = f"unified-planning's engine {name}"
        row = Engine(key, title, distribution, distribution, module, "see its package", plans=True)
    if row is None:
        raise NameUnknownError(f"no engine {key!r}; one of {', '.join(ENGINES)} or up:NAME")
    return row


def _family(name: str) -> str:
    """The planner behind a name: ``fast-downward`` for ``fast-downward-opt``."""
    return next((family for family in UP_ENGINES if name == family or name.startswith(f"{family}-")), name)


def present(key: str) -> bool:
    """Whether an engine is installed and not named in CERTWRIGHT_WITHOUT; nothing is imported."""
    row = engine(key)
    if key in {name.strip() for name in os.environ.get(WITHOUT, "").split(",")}:
        return False
    if key.startswith("up:") and not (present("up") and (present("fd") or row.module != "up_fast_downward")):
        return False
    try:
        return importlib.util.find_spec(row.module) is not None
    except ModuleNotFoundError:
        return False


def require(key: str) -> None:
    """EngineMissingError with the mend when an engine is not present."""
    if not present(key):
        row = engine(key if not key.startswith("up:") or present("up") else "up")
        hidden = f" (or hidden by {WITHOUT})" if os.environ.get(WITHOUT) else ""
        raise EngineMissingError(f"{row.mend}{hidden}")


def version(key: str) -> str | None:
    """The installed version of an engine's distribution, None where there is none."""
    try:
        return importlib.metadata.version(engine(key).distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def probe(key: str, *, deadline: float = 60.0) -> Probe:
    """Try an engine on a task it must solve, in child processes; says what is wrong when it does not."""
    from .trials import TRIALS

    row = engine(key)
    if not present(key):
        return Probe(key, False, None, row.mend)
    try:
        return Probe(key, True, version(key), TRIALS[row.key](deadline))
    except EngineFailureError as error:
        mend = f'try: pip install --force-reinstall "{row.requirement}"'
        return Probe(key, False, version(key), f"{row.title} does not work: {error}; {mend}")


def planner(key: str) -> Planner:
    """The planner with this key: fd, sat, z3, search or up:NAME; see `planners.Planner`."""
    from . import planners

    return planners.planner(key)
