"""The landmark-cut procedure compiled by numba; importing this module loads numba.

The steps are compiled one by one and the procedure is given them in place of the plain ones.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba

from . import landmark_cut as plain

INFINITE = plain.INFINITE


def _compile(function: Any) -> Any:
    try:
        return numba.njit(cache=True)(function)
    except RuntimeError:  # there is no place where the machine code can be kept
        return numba.njit(function)


hmax = _compile(plain.hmax)
goal_zone = _compile(plain.goal_zone)
free_the_cut = _compile(plain.free_the_cut)
landmark_cut: Callable[..., int] = _compile(
    FunctionType(plain.landmark_cut.__code__, globals(), "landmark_cut")
)
