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

from ...instances.errors import EngineMissingError, NameUnknownError
from .child import PACKAGE, Returned, in_child

if TYPE_CHECKING:
    from .planners import Planner

WITHOUT = "CERTWRIGHT_WITHOUT"


@dataclass(frozen=True, slots=True)
class Engine:
    """One external engine; ``trial`` is the function (``module:name`` here) that tries it out in a child."""

    key: str
    title: str
    distribution: str
    requirement: str
    module: str
    licence: str
    trial: str
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
            "trials:fast_downward",
            plans=True,
        ),
        Engine(
            "fd-translate",
            "Fast Downward's translator",
            "fast-downward.translate",
            "fast-downward.translate>=26",
            "fast_downward.translate",
            "GPL-3.0-only",
            "trials:translate",
        ),
        Engine(
            "kstar",
            "K*",
            "kstar-planner",
            "kstar-planner>=1.4.2",
            "kstar_planner",
            "GPL-3.0",
            "trials:kstar",
        ),
        Engine(
            "sat",
            "PySAT",
            "python-sat",
            "python-sat>=1.8.dev0",
            "pysat",
            "MIT",
            "trials:sat",
            plans=True,
        ),
        Engine("z3", "Z3", "z3-solver", "z3-solver>=4.13", "z3", "MIT", "trials:smt", plans=True),
        Engine(
            "up",
            "unified-planning",
            "unified-planning",
            "unified-planning>=1.3,<2",
            "unified_planning",
            "Apache-2.0",
            "trials:unified",
        ),
        Engine("spot", "Spot", "spottl", "spottl>=2.13", "spot", "GPL-3.0-or-later", "trials:spot"),
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


def engine(key: str) -> Engine:
    """The row of an engine, for ``up:NAME`` that of unified-planning; NameUnknownError for another key."""
    row = ENGINES.get("up" if key.startswith("up:") else key)
    if row is None:
        raise NameUnknownError(f"no engine {key!r}; one of {', '.join(ENGINES)} or up:NAME")
    return row


def present(key: str) -> bool:
    """Whether an engine is installed and not named in CERTWRIGHT_WITHOUT; nothing is imported."""
    row = engine(key)
    hidden = {name.strip() for name in os.environ.get(WITHOUT, "").split(",")}
    if hidden & {key, row.key} or (key.startswith("up:fast-downward") and not present("fd")):
        return False
    try:
        return importlib.util.find_spec(row.module) is not None
    except ModuleNotFoundError:
        return False


def require(key: str) -> None:
    """EngineMissingError with the mend when an engine is not present."""
    if not present(key):
        row = engine(key)
        hidden = f" (or hidden by {WITHOUT})" if os.environ.get(WITHOUT) else ""
        raise EngineMissingError(f"{row.mend}{hidden}")


def version(key: str) -> str | None:
    """The installed version of an engine's distribution, None where there is none."""
    try:
        return importlib.metadata.version(engine(key).distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def probe(key: str, *, deadline: float = 60.0) -> Probe:
    """Try an engine on a task it must solve, in a child process; says what is wrong when it does not."""
    row = engine(key)
    if not present(key):
        return Probe(key, False, None, row.mend)
    tried = in_child(f"{PACKAGE}.{row.trial}", None, engine=key, deadline=deadline)
    if isinstance(tried, Returned):
        return Probe(key, True, version(key), str(tried.value))
    return Probe(
        key, False, version(key), f'{tried.reason}; try: pip install --force-reinstall "{row.requirement}"'
    )


def planner(key: str) -> Planner:
    """The planner with this key: fd, sat, z3, search or up:NAME; see `planners.Planner`."""
    from . import planners

    return planners.planner(key)
