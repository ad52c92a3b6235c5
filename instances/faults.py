"""Exceptions that nobody raised on purpose: where they came from, and whether the machine is at fault.

A fault of the machine (memory, disk, permissions, a library that is missing) says nothing about a question
or an answer, so it is never filed as an outcome.
"""

from __future__ import annotations

from .errors import CertwrightError, EngineMissingError, MachineError
from .extras import extra_of

_TEXT = 200


def machine_fault(error: BaseException) -> CertwrightError | None:
    """The error of ours that says what the machine lacks, with the mend; None for any other exception."""
    if isinstance(error, CertwrightError):
        return error if isinstance(error, (MachineError, EngineMissingError)) else None
    if isinstance(error, MemoryError):
        return MachineError("out of memory: use fewer --jobs, or a machine with more memory")
    if isinstance(error, ImportError):
        extra = extra_of(error.name or "")
        mend = extra.mend if extra else "pip install --force-reinstall certwright"
        return EngineMissingError(f"cannot import {error.name or 'a library'}: {error}; mend it with: {mend}")
    if isinstance(error, OSError):
        return MachineError(sentence(error))
    return None


def sentence(error: OSError) -> str:
    """What the system refuses, without its number."""
    said = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{error.filename}: {said}" if error.filename else said


def place_of(error: BaseException) -> str:
    """``module:line`` of the innermost code of ours that an exception passed, noted by ``remember_place``."""
    if noted := getattr(error, "certwright_place", None):
        return str(noted)
    places, step = [], error.__traceback__
    while step is not None:
        places.append((step.tb_frame.f_globals.get("__name__", "?"), step.tb_lineno))
        step = step.tb_next
    ours = [place for place in places if place[0].startswith("certwright.")] or places
    return "{}:{}".format(*ours[-1]) if ours else "an unknown place"


def remember_place(error: BaseException) -> None:
    """Note the place in the exception, for it loses its traceback on the way to another process."""
    error.certwright_place = place_of(error)  # type: ignore[attr-defined]


def internal(error: BaseException) -> str:
    """Type, place and message of an exception that is a fault of ours."""
    said = " ".join(str(error).split())[:_TEXT]
    return f"{type(error).__name__} at {place_of(error)}" + (f": {said}" if said else "")
