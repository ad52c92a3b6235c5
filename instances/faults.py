"""Unexpected exceptions: where they were raised, and whether the machine is at fault.

A fault of the machine (memory, disk, permissions, a missing library) says nothing about a question or an
answer, so it is never recorded as an outcome.
"""

from __future__ import annotations

from .errors import CertwrightError, EngineMissingError, MachineError
from .extras import extra_of

_TEXT = 200


def machine_fault(error: BaseException) -> CertwrightError | None:
    """The MachineError or EngineMissingError for a fault of the machine; None for any other exception."""
    if isinstance(error, CertwrightError):
        return error if isinstance(error, (MachineError, EngineMissingError)) else None
    if isinstance(error, MemoryError):
        return MachineError("out of memory: use fewer --jobs, or a machine with more memory")
    if isinstance(error, ImportError):
        extra = extra_of(error.name or "")
        mend = extra.mend if extra else "pip install --force-reinstall certwright"
        return EngineMissingError(f"cannot import {error.name or 'a library'}: {error}; fix it with: {mend}")
    if isinstance(error, OSError):
        return MachineError(sentence(error))
    return None


def sentence(error: OSError) -> str:
    """The system's message for an OSError, without its number."""
    said = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{error.filename}: {said}" if error.filename else said


def place_of(error: BaseException) -> str:
    """``module:line`` of the innermost frame in this package, as noted by ``remember_place``."""
    if noted := getattr(error, "certwright_place", None):
        return str(noted)
    places, step = [], error.__traceback__
    while step is not None:
        places.append((step.tb_frame.f_globals.get("__name__", "?"), step.tb_lineno))
        step = step.tb_next
    ours = [place for place in places if place[0].startswith("certwright.")] or places
    return "{}:{}".format(*ours[-1]) if ours else "an unknown place"


def remember_place(error: BaseException) -> None:
    """Note the position in the exception, since pickling it for another process drops its traceback."""
    error.certwright_place = place_of(error)  # type: ignore[attr-defined]


def internal(error: BaseException) -> str:
    """Type, position and message of an exception that is a bug in this package."""
    said = " ".join(str(error).split())[:_TEXT]
    return f"{type(error).__name__} at {place_of(error)}" + (f": {said}" if said else "")
