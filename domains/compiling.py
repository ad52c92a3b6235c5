"""Machine code by numba, kept on disk where there is a place for it.

Numba keeps compiled code beside the source or in the user's cache.  Where neither can be written (a read-only
installation, a home that is missing) a private folder of the user under the system's temporary one is taken,
and told to worker processes by ``NUMBA_CACHE_DIR``; where that fails too, code is compiled anew in each
process.  Importing this module loads numba.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function, **options: Any) -> Function:
    """Compile at first call, keeping the code on disk if that can be."""
    kernel: Function
    try:
        kernel = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # "cannot cache function ...: no locator available"
        private = _private_folder()
        if private is None or os.environ.get("NUMBA_CACHE_DIR") == str(private):
            kernel = numba.njit(**options)(function)
        else:
            os.environ["NUMBA_CACHE_DIR"] = numba.config.CACHE_DIR = str(private)
            return compiled(function, **options)
    return kernel


def _private_folder() -> Path | None:
    """A folder that this user alone may write; compiled code of others must never be run."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"certwright-numba-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    private = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o077
    return folder if private and found.st_uid == getattr(os, "getuid", lambda: found.st_uid)() else None
