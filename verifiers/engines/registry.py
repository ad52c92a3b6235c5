"""The external engines, found by the files of their adapters: whether they are here, and how to mend it.

An engine is one row, the ``ENGINE`` at the end of its adapter's file.  ``present`` and ``require`` look for
the package without importing it; ``probe`` tries it in a child process, on the task that stands here.  The
environment variable CERTWRIGHT_WITHOUT (``fd,z3``) makes engines count as missing.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...domains.planning.strips import Operator, Task
from ...instances.errors import EngineFailureError, EngineMissingError, NameUnknownError
from ...instances.faults import plugin_fault
from ...instances.places import load, modules
from .outcome import Answer, Endings, Undecided
from .query import Query


@dataclass(frozen=True)
class Engine:
    """One external engine; ``requirement`` is what pip is told."""

    key: str
    title: str
    distribution: str
    requirement: str
    module: str
    licence: str
    trial: Callable[[float], str]
    """A small question whose answer is known, within a deadline in seconds; EngineFailureError when wrong."""
    endings: Endings = field(default_factory=dict)  # what its exit codes or statuses mean
    plan: Callable[[Query], Answer] | None = None
    """Refuted with a plan (a shortest one if asked for), Proven, or Undecided; None for no planner."""
    named: Callable[[str], Engine] | None = None  # the engine ``KEY:NAME`` behind this one

    @property
    def plans(self) -> bool:
        """Whether it finds plans."""
        return self.plan is not None

    @property
    def mend(self) -> str:
        """The sentence that says how to get it."""
        return f'{self.title} is missing: pip install "{self.requirement}"'


MOVES = Operator("(move a b)", 0b001, 0b010, 0b001), Operator("(move b c)", 0b010, 0b100, 0b010)
TASK = Task(("(at a)", "(at b)", "(at c)"), MOVES, init=0b001, goal=0b100)
PLAN = ("(move a b)", "(move b c)")
DOMAIN = """(define (domain road) (:predicates (at ?x) (road ?x ?y))
(:action move :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
 :effect (and (at ?y) (not (at ?x)))))"""
PROBLEM = """(define (problem abc) (:domain road) (:objects a b c)
(:init (at a) (road a b) (road b c)) (:goal (at c)))"""


def solves(plan: Callable[[Query], Answer], **how: Any) -> Callable[[float], str]:
    """A trial of what finds a shortest plan of the trial task; ``how`` goes into the query."""

    def trial(deadline: float) -> str:
        answer = plan(Query(TASK, deadline=deadline, **how))
        return expect(getattr(answer, "witness", answer), PLAN)

    return trial


def expect(actual: object, expected: object) -> str:
    """Say that all is well on the trial task, or raise EngineFailureError."""
    if isinstance(actual, Undecided):
        raise EngineFailureError(actual.reason)
    if actual != expected:
        raise EngineFailureError(f"a wrong answer on the trial task: {actual!r}")
    return "solved the trial task"


WITHOUT = "CERTWRIGHT_WITHOUT"


@cache
def engines() -> dict[str, Engine]:
    """Every engine by key; the engines of unified-planning are ``up:NAME`` besides."""
    adapters = modules("engines", "verifiers", "engines", marker="ENGINE = ").values()
    rows = [load(module, "ENGINE", Engine) for module in adapters]
    return {row.key: row for row in sorted(rows, key=lambda row: row.key)}


@dataclass(frozen=True, slots=True)
class Probe:
    """What trying an engine out gave; ``detail`` is the fault, or what the engine said of itself."""

    key: str
    working: bool
    version: str | None
    detail: str


def engine(key: str) -> Engine:
    """The row of an engine; NameUnknownError for a key that is neither one nor ``up:NAME``."""
    family, _, name = key.partition(":")
    row = engines().get(family)
    if row is not None and name:
        row = row.named(name) if row.named else None
    if row is None or key.endswith(":"):
        raise NameUnknownError(f"no engine {key!r}; one of {', '.join(engines())} or up:NAME")
    return row


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


def require(key: str, instead: str = "") -> None:
    """EngineMissingError with the mend, or what else would serve, when an engine is not present."""
    if not present(key):
        row = engine(key if not key.startswith("up:") or present("up") else "up")
        hidden = f" (or hidden by {WITHOUT})" if os.environ.get(WITHOUT) else ""
        raise EngineMissingError(f"{row.mend}{hidden}{instead}")


def version(key: str) -> str | None:
    """The installed version of an engine's distribution, None where there is none."""
    try:
        return importlib.metadata.version(engine(key).distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def probe(key: str, *, deadline: float = 60.0) -> Probe:
    """Try an engine on a task it must solve, in child processes; says what is wrong when it does not."""
    row = engine(key)
    if not present(key):
        return Probe(key, False, None, row.mend)
    try:
        return Probe(key, True, version(key), row.trial(deadline))
    except Exception as error:
        fault = error if isinstance(error, EngineFailureError) else plugin_fault(error)
        if fault is None:
            raise
        mend = f'try: pip install --force-reinstall "{row.requirement}"'
        return Probe(key, False, version(key), f"{row.title} does not work: {fault}; {mend}")


def planner(key: str) -> Callable[[Query], Answer]:
    """What finds plans by a key (also ``search``, ``up:NAME``); NameUnknownError, EngineMissingError."""
    if key == "search":
        from . import own_search

        return own_search.plan
    require(key)
    plan = engine(key).plan
    if plan is None:
        able = [row.key for row in engines().values() if row.plans]
        raise NameUnknownError(f"{key} finds no plans; one of search, {', '.join(able)} or up:NAME does")
    return plan
