"""Kernels: functions over arrays that run as plain Python while that is little work, compiled after that.

Compiling a kernel takes seconds, loading what was compiled half a second; so small work is done by the same
text uncompiled.  A call that takes longer is given up, its arrays are put back, and it is done by machine
code, as is every later call.  Machine code is kept in a folder named by a hash of the text of all kernels and
of the versions of Python, numba and numpy; where none can be written (``NUMBA_CACHE_DIR`` names another),
code is compiled anew in each process.  Without numba everything stays plain, and slow.
"""

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, cached_property
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from threading import RLock, local
from time import monotonic, thread_time
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from ...instances.errors import WriteError
from ...instances.outputs import locked

Function = TypeVar("Function", bound=Callable[..., Any])

PLAIN_SECONDS = 1.5  # processor time that a kernel may spend uncompiled in one process, by itself
KEPT_SHARE, KEPT_SECONDS = 0.2, 1.0  # where machine code is kept: this share of it, at most so long
PLAIN_ELEMENTS = 50_000  # calls with a longer array than this are not tried uncompiled
CALLS = 64  # inner calls between two looks at the clock
_LOCK = RLock()


class _TooLongError(BaseException):
    """An uncompiled call has used up the time of its kernel."""


class _Plain(local):
    """The uncompiled call under way in this thread, if any, and its clock."""

    running, calls, ends = False, 0, 0.0

    def tick(self) -> None:
        """One step of a call that may be uncompiled: gives up when the time is over."""
        self.calls += 1
        if self.running and self.calls % CALLS == 0 and thread_time() > self.ends:
            raise _TooLongError


_PLAIN = _Plain()
tick = _PLAIN.tick


class _Compilation:
    """How long this process has compiled, or waited for another one that does."""

    total = begun = 0.0

    def begin(self) -> None:
        self.begun = monotonic()

    def end(self) -> None:
        self.total, self.begun = self.seconds(), 0.0

    def seconds(self) -> float:
        """All seconds so far, those of a compilation under way included; no deadline counts them."""
        begun = self.begun
        return self.total + (monotonic() - begun if begun else 0.0)


_COMPILATION = _Compilation()
compilation_seconds = _COMPILATION.seconds


class Kernel:
    """A function that is compiled when that pays; kernels that it calls are compiled with it."""

    def __init__(
        self,
        function: Callable[..., Any],
        plain: Callable[..., Any] | None = None,
        plain_seconds: float = PLAIN_SECONDS,
    ):
        self.function: Any = function
        self._plain_seconds = plain_seconds
        self._uncompiled = plain or function
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self._machine: Any = None

    at_once = False  # whether nothing is tried uncompiled: see ``warm_up``

    @cached_property
    def _left(self) -> float:
        index, texts = f"*/*.{self.__name__}-*.nbi", Path(self.function.__code__.co_filename).parent
        kept = any(True for folder in _folders(texts) for _ in folder.glob(index))
        return min(KEPT_SHARE * self._plain_seconds, KEPT_SECONDS) if kept else self._plain_seconds

    def __call__(self, *arguments: Any) -> Any:
        """Call it, one way or the other; numbers come back as Python's own."""
        if _PLAIN.running:
            _PLAIN.tick()
            return self._uncompiled(*arguments)
        if not _numba():
            return _tried(lambda: self._uncompiled(*arguments), float("inf"))
        small = all(array.size <= PLAIN_ELEMENTS for array in _arrays(arguments))
        if small and not Kernel.at_once and self._left > 0:
            before = [(array, array.copy()) for array in _arrays(arguments) if array.flags.writeable]
            result = self.attempt(lambda: (self._uncompiled(*arguments),))
            if result is not None:
                return result[0]
            for array, copy in before:
                array[...] = copy
        return self.compiled(*arguments)

    def attempt(self, plain: Callable[[], Any]) -> Any:
        """What ``plain`` gives, which does this kernel's work; None when that is to be compiled."""
        if not _numba():
            return _tried(plain, float("inf"))
        if Kernel.at_once or self._left <= 0:
            return None
        begun = thread_time()
        try:
            return _tried(plain, begun + self._left)
        except _TooLongError:
            return None
        finally:
            self._left -= thread_time() - begun

    def compiled(self, *arguments: Any) -> Any:
        """Call the machine code."""
        with _LOCK:
            machine = self.machine
            if not machine.overloads:
                _compile(machine, arguments)
        return machine(*arguments)

    @property
    def machine(self) -> Any:
        """The dispatcher of numba for this text."""
        if self._machine is None:
            self._machine = _dispatcher(self)
        return self._machine

    @cached_property
    def inside(self) -> Any:
        """That for calls from compiled code: without what Python needs, and kept as a part of its callers."""
        import numba

        text = _with_kernels_inside(self.function)
        machine = numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(text)
        template = machine.get_call_template
        machine.get_call_template = lambda types, named: template(tuple(map(_widened, types)), named)
        return machine


def compiled(
    function: Function, *, plain: Callable[..., Any] | None = None, plain_seconds: float = PLAIN_SECONDS
) -> Function:
    """The function as a kernel; ``plain`` does the same faster as long as nothing is compiled."""
    return cast(Function, Kernel(function, plain, plain_seconds))


def _tried(plain: Callable[[], Any], ends: float) -> Any:
    """Call without machine code; gives up when the time is over."""
    _PLAIN.running, _PLAIN.ends = True, ends
    try:
        with np.errstate(over="ignore"):
            return _unboxed(plain())
    finally:
        _PLAIN.running = False


def _arrays(value: Any) -> Iterator[np.ndarray[Any, Any]]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _arrays(part)


def _unboxed(value: Any) -> Any:
    """Numbers of numpy as Python's, as compiled functions give them."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple):
        parts = [_unboxed(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


@cache
def _numba() -> bool:
    return find_spec("numba") is not None


def _dispatcher(kernel: Kernel) -> Any:
    """The text of a kernel for numba, to be called from Python; its machine code is kept where possible."""
    import numba

    function = kernel.function
    copy = _with_kernels_inside(function)
    module = sys.modules.get(function.__module__)
    importable = getattr(module, function.__name__, None) is kernel  # kept code names types by their modules
    for folder in _folders(Path(function.__code__.co_filename).parent) if importable else ():
        if not _writable(folder):  # numba would take a folder beside the text, where code may be stale
            continue
        known, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
        try:
            return numba.njit(nogil=True, cache=True)(copy)
        except RuntimeError:  # "cannot cache function ...: no locator available"
            continue
        finally:
            numba.config.CACHE_DIR = known
    return numba.njit(nogil=True)(copy)


def _with_kernels_inside(function: FunctionType) -> FunctionType:
    """The function, those that it calls being dispatchers for compiled callers."""
    known, called = function.__globals__, function.__code__.co_names
    named = {name: known[name] for name in known if name in called}
    names = {name: value.inside if isinstance(value, Kernel) else value for name, value in named.items()}
    names["__name__"] = function.__module__
    copy = FunctionType(function.__code__, names, function.__name__)
    copy.__qualname__ = function.__qualname__
    return copy


def _widened(kind: Any) -> Any:
    """The type for which a kernel inside another is compiled: one for all signed integers and constants."""
    from numba import types

    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def _compile(machine: Any, arguments: tuple[Any, ...]) -> None:
    """Load or compile the machine code for these arguments; processes that compile wait for each other."""
    import numba
    from numba.core import event

    kept = machine.stats.cache_path

    class Told(event.Listener):  # type: ignore[misc]  # a class of numba's, which has no types
        def on_start(self, event: Any) -> None:
            _tell(kept)

        def on_end(self, event: Any) -> None:
            pass

    _COMPILATION.begin()
    try:
        with _alone(kept), event.install_listener("numba:compile", Told()):
            machine.compile(tuple(map(numba.typeof, arguments)))
    finally:
        _COMPILATION.end()


@cache
def _tell(kept: str | None) -> None:
    where = f"once, kept in {Path(kept).parent}" if kept else "in memory: no folder for it can be written"
    print(f"certwright: compiling the search, which takes some seconds ({where})", file=sys.stderr)


@contextmanager
def _alone(folder: str | None) -> Iterator[None]:
    """Only one process at a time, where the machine code is kept."""
    with ExitStack() as stack:
        if folder is not None:
            with suppress(WriteError):
                stack.enter_context(locked(Path(folder, "lock")))
        yield


@cache
def _folders(texts: Path) -> list[Path]:
    """Where the machine code of the kernels of a folder may be kept, the best place first."""
    named, home = os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")
    places = [_private_folder()]
    with suppress(RuntimeError):  # no home
        places.insert(0, Path(named or home or Path.home() / ".cache"))
    key = f"certwright-kernels-{digest(texts)}"
    return [folder / key for folder in places if folder is not None]


def digest(texts: Path) -> str:
    """A hash of all kernels of a folder, the tables that they read, and what compiles them."""
    hashed = hashlib.sha256(f"{sys.version} {metadata.version('numba')} {np.__version__}".encode())
    for path in sorted([*texts.glob("*kernels.py"), *texts.glob("tables.py"), Path(__file__)]):
        hashed.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        return os.access(folder, os.W_OK | os.X_OK)
    return False


def _private_folder() -> Path | None:
    """A folder that this user alone may write; compiled code of others must never be run."""
    folder = Path(tempfile.gettempdir()) / f"certwright-numba-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    private = stat.S_ISDIR(status.st_mode) and not status.st_mode & 0o077
    return folder if private and status.st_uid == os.getuid() else None
