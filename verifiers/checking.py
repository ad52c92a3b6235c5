"""The independent checker, called with an instance instead of a line of a file.

It also finds the tasks and rules of other packages, which a copy of the checker's folder does without.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from types import FunctionType, ModuleType
from typing import Any

from ..instances.canonical import encode
from ..instances.errors import CertwrightError
from ..instances.records import Instance
from .proofs import core
from .proofs.core import Report
from .proofs.gridworld.world import World
from .proofs.record import Record, read

GROUPS = ("certwright.tasks", "certwright.certificates")
"""Entry points whose values are packages with files in the same place as ours."""
PLACE = ("verifiers", "proofs")
KEPT_STEPS = 50_000
"""A grid world that has taken more steps is not kept for the next record: it would grow with the file."""
COMPILE_AFTER = 50_000
"""Estimates times actions after which the checker's landmark cut is compiled: loading numba costs as much."""


def check(instance: Instance, plain: bool = False) -> Report:
    """What the checker says of one instance; never raises."""
    try:
        data = json.loads(encode(instance))
    except CertwrightError as error:
        return Report(instance.id, "refused", str(error)[:2000])
    return check_data(data, plain)


def check_data(data: dict[str, Any], plain: bool = False) -> Report:
    """What the checker says of the record that a JSON object holds; never raises.

    Exhaustive searches of grid worlds run on the fast machine, unless ``plain``.  ``trusted`` of the report
    also names the packages whose files took part.
    """
    if plain or data.get("family") != "gridworld":
        report = core.check(data, plain)
    else:
        report = core.check(data, machine=fast_world)
    return replace(report, trusted=", ".join(filter(None, (report.trusted, *_strangers(report, data)))))


def fast_world(text: str) -> World:
    """A program on the fast machine, with the moves that are known: records about one world share them."""
    if _kept(text).steps > KEPT_STEPS:
        _kept.cache_clear()
    return _kept(text)


@lru_cache(2)
def _kept(text: str) -> World:
    from .search.grid_states import FastMachine

    return World(FastMachine(text), text)


def record_of(instance: Instance) -> Record:
    """An instance as the checker reads it; RefusedError when it is none that the checker takes."""
    return read(json.loads(encode(instance)))


@cache
def _others() -> tuple[tuple[str, Path], ...]:
    """The places of other packages, by the entry points ``GROUPS``."""
    values = {entry.value for group in GROUPS for entry in entry_points(group=group)}
    packages = []
    for package in sorted(values):
        spec = find_spec(package)
        for root in (spec and spec.submodule_search_locations) or ():
            packages.append((".".join((package, *PLACE)), Path(root, *PLACE)))
    return tuple(packages)


def _strangers(report: Report, data: dict[str, Any]) -> list[str]:
    """The packages beside this one whose files took part in a check."""
    if not report.ok or not _others():
        return []
    kinds = (certificate["kind"] for certificate in data.get("certificates", ()))
    parts = [core.part_of(data["family"], "tasks", data["task"])]
    parts += [core.rule_of(data["family"], kind) for kind in kinds]
    names = {part.__name__ for part in parts if isinstance(part, ModuleType)}
    places = (place for place, _ in _others())
    return sorted({_package(place) for place in places for name in names if name.startswith(f"{place}.")})


@lru_cache(maxsize=1)
def _machine_code(function: FunctionType) -> tuple[Callable[..., int], Callable[[list[int]], Any]]:
    """The procedure compiled by numba; as it is where numba is missing."""
    try:
        import numba
        import numpy
    except ImportError:
        return function, list

    def compiled(function: FunctionType) -> Any:
        """A function with those of its module that it names; nothing else is compiled."""
        known = function.__globals__
        called = {name: known[name] for name in function.__code__.co_names if name in known}
        names = {n: compiled(v) if isinstance(v, FunctionType) else v for n, v in called.items()}
        names["__name__"] = "numba"  # kept code is loaded into the module named: one that is there anywhere
        copy = FunctionType(function.__code__, names, function.__name__)
        try:
            return numba.njit(cache=True)(copy)
        except RuntimeError:  # nowhere to keep compiled code
            return numba.njit(copy)

    return compiled(function), partial(numpy.array, dtype=numpy.int64)


def _package(place: str) -> str:
    return place.removesuffix(".".join(("", *PLACE)))


class _Installed:
    """What a copy of the checker does without."""

    packages = staticmethod(_others)

    def blame(self, error: Exception) -> str:
        """The innermost code of another package on the way of an exception, or the record."""
        frames = list(walk_tb(error.__traceback__))
        for module, line in ((str(frame.f_globals.get("__name__")), line) for frame, line in frames[::-1]):
            for place, _ in _others():
                if module.startswith(f"{place}."):
                    return f"fault of the package {_package(place)!r} at {module}:{line}"
        return "malformed record"

    def compiled(self, function: FunctionType, work: int) -> Any:
        """The procedure compiled once that may pay."""
        if work > COMPILE_AFTER or _machine_code.cache_info().currsize:
            return _machine_code(function)
        return None


core.installed = _Installed()

__all__ = ["Report", "check", "check_data", "record_of"]
