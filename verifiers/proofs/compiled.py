"""Text of the checker compiled by numba; importing this module loads numba, and fails where it is missing.

Nothing but the checker's own text is compiled: a function and those that it names in its module.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numba
import numpy


@cache
def compiled(function: Any) -> Callable[..., Any]:
    """The function compiled, with the functions of its own module that it calls."""
    home = vars(sys.modules[function.__module__])
    called = {name: home.get(name) for name in function.__code__.co_names}
    names = {
        name: compiled(value) if isinstance(value, FunctionType) else value
        for name, value in called.items()
        if value is not None
    }
    names["__name__"] = "numba"  # kept text is loaded into the module named: one that is there in any folder
    copy = FunctionType(function.__code__, names, function.__name__)
    try:
        result: Callable[..., Any] = numba.njit(cache=True)(copy)
    except RuntimeError:  # nowhere to keep compiled text
        result = numba.njit(copy)
    return result


def as_array(values: Any) -> Any:
    """Whole numbers in the form that compiled text takes."""
    return numpy.array(values, dtype=numpy.int64)
