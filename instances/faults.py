"""Unexpected exceptions: where they were raised, and who is at fault.

A fault of the machine (memory, disk, permissions, a missing library) says nothing about a question or an
answer, so it is never recorded as an outcome.  An exception that passed through the code of another package,
one that an entry point names, is the fault of that package.
"""

from functools import cache
from importlib.metadata import distributions

from .errors import CertwrightError, EngineMissingError, MachineError, PluginError
from .extras import extra_of

_TEXT = 200
_GROUP = "certwright."


@cache
def plugins() -> dict[str, tuple[str, ...]]:
    """The packages that entry points name, with the kinds of things that they are to bring."""
    by_package: dict[str, set[str]] = {}
    for entry in (entry for package in distributions() for entry in package.entry_points):
        if entry.group.startswith(_GROUP):
            by_package.setdefault(entry.value, set()).add(entry.group.removeprefix(_GROUP))
    return {package: tuple(sorted(kinds)) for package, kinds in sorted(by_package.items())}


def plugin_of(place: str) -> str | None:
    """The other package in which a place ``module:line`` is, None for any else."""
    module = place.partition(":")[0]
    return next((name for name in plugins() if f"{module}.".startswith(f"{name}.")), None)


def plugin_fault(error: BaseException) -> PluginError | None:
    """The error of ours that blames another package for an exception; None where none had to do with it."""
    return PluginError(internal(error)) if plugin_of(place_of(error)) else None


def machine_fault(error: BaseException) -> CertwrightError | None:
    """The MachineError or EngineMissingError for a fault of the machine; None for any other exception."""
    if isinstance(error, CertwrightError):
        return error if isinstance(error, (MachineError, EngineMissingError)) else None
    if isinstance(error, MemoryError):
        return MachineError("out of memory: use fewer --jobs, or a machine with more memory")
    if isinstance(error, ImportError):
        if (fault := plugin_fault(error)) is not None:
            return fault
        extra = extra_of(error.name or "")
        mend = extra.mend if extra else "pip install --force-reinstall certwright"
        return EngineMissingError(f"cannot import {error.name or 'a library'}: {error}; fix it with: {mend}")
    if isinstance(error, OSError):
        place = place_of(error)
        return MachineError(sentence(error) + (f" (at {place})" if plugin_of(place) else ""))
    return None


def sentence(error: OSError) -> str:
    """The system's message for an OSError, without its number."""
    said = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{error.filename}: {said}" if error.filename else said


def place_of(error: BaseException) -> str:
    """``module:line`` of the innermost code of another package that it passed, or of ours, or as noted."""
    if noted := getattr(error, "certwright_place", None):
        return str(noted)
    places, step = [], error.__traceback__
    while step is not None:
        places.append("{}:{}".format(step.tb_frame.f_globals.get("__name__", "?"), step.tb_lineno))
        step = step.tb_next
    theirs = [place for place in places if plugin_of(place)]
    ours = [place for place in places if place.startswith(_GROUP)]
    return (theirs or ours or places or ["an unknown place"])[-1]


def remember_place(error: BaseException, place: str | None = None) -> None:
    """Note the place in the exception, for it loses its traceback on the way to another process."""
    error.certwright_place = place or place_of(error)  # type: ignore[attr-defined]


def internal(error: BaseException) -> str:
    """Type, place and message of an exception that is a fault of ours, or of a package that is named then."""
    said, place = " ".join(str(error).split())[:_TEXT], place_of(error)
    return at_fault(place, f"{type(error).__name__} at {place}" + (f": {said}" if said else ""))


def at_fault(place: str, text: str) -> str:
    """The text; where the place is in another package, that one is named before it."""
    package = plugin_of(place)
    if package is None:
        return text
    return f"fault of the package {package!r} (entry points for {', '.join(plugins()[package])}): {text}"
