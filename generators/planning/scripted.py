"""The ``MAKER`` of a Python file of somebody's own: run, checked, and blamed by file and line.

What the file raises, or proposes against its own domain, becomes a RecordError that names the innermost line
of the file that was running.  LimitError passes: it means, as everywhere, that a drawing led to nothing.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType
from typing import Any

from ...domains.planning.tree import Problem
from ...domains.planning.wording_text import clip
from ...instances.errors import CertwrightError, EngineMissingError, LimitError, MachineError, RecordError
from .maker import Maker, read_back


def maker_of(script: Path, key: str) -> Maker:
    """The ``MAKER`` of a Python file, which is run, for the domain ``key``; RecordError where it fails."""
    spec = spec_from_file_location(f"certwright_own_{key.replace('-', '_')}", script)
    if spec is None or spec.loader is None:
        raise RecordError("cannot be read as Python", file=str(script))
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise _blamed(error, script, None) from error
    made = getattr(module, "MAKER", None)
    if not isinstance(made, Maker):
        raise RecordError(f"MAKER is no Maker but {type(made).__name__}", file=str(script))
    if made.domain != key:
        raise RecordError(f"MAKER is for {made.domain!r}, the domain here is {key!r}", file=str(script))
    return replace(
        made,
        propose=partial(_called, script, made.propose, _proposal),
        objects=partial(_called, script, made.objects, _count),
        adapt={task: partial(_called, script, adapt, _proposal) for task, adapt in made.adapt.items()},
    )


def _called(
    script: Path, function: Callable[..., Any], checked: Callable[[Any], Any], *arguments: Any
) -> Any:
    """What a function of the file returns, checked; RecordError with the place in the file otherwise."""
    try:
        return checked(function(*arguments))
    except (LimitError, MachineError, EngineMissingError, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, CertwrightError) and getattr(error, "file", None) is not None:
            raise
        raise _blamed(error, script, function) from error


def _proposal(problem: object) -> Problem | None:
    """A proposal of a maker; RecordError for one that is no problem of its domain."""
    if problem is None:
        return None
    if not isinstance(problem, Problem):
        raise RecordError(f"a problem or None is wanted, not {type(problem).__name__}")
    read_back(problem)
    return problem


def _count(number: object) -> int:
    """A number of objects; RecordError for anything else."""
    if not isinstance(number, int):
        raise RecordError(f"a number of objects is wanted, not {type(number).__name__}")
    return number


def _blamed(error: Exception, script: Path, function: Callable[..., Any] | None) -> RecordError:
    """The fault with the line of the file that was running, or else with that of the function called."""
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == str(script) else None
    if line is None and isinstance(function, FunctionType) and function.__code__.co_filename == str(script):
        line = function.__code__.co_firstlineno
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == str(script):
            line = step.tb_lineno
        step = step.tb_next
    if isinstance(error, RecordError):
        return RecordError(error.message, file=str(script), line=line, field=error.field)
    said = str(error) if isinstance(error, CertwrightError) else f"{type(error).__name__}: {error}"
    return RecordError(clip(said, 200), file=str(script), line=line)
