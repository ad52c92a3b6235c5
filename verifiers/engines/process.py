"""Run an engine as a child process: private directory, deadline, memory limit, nothing left behind.

A list argv (no shell), a temporary working directory, a small clean environment, limits on memory, CPU time
and file size.  The child leads its own session; the whole process group is killed when the leader has ended,
at the deadline, or when we are interrupted, and by the kernel should we be killed ourselves (PR_SET_PDEATHSIG
through ``setpriv``).  Input and output go through files, so that no pipe can fill up and no grandchild can
keep us waiting.
"""

import functools
import importlib.util
import math
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from .outcome import Undecided, Why

DEADLINE = 60.0  # seconds of wall time an engine gets unless the caller says otherwise
MEMORY = 2 << 30  # bytes of address space an engine gets unless the caller says otherwise
FILE_SIZE = 256 << 20  # bytes that a child may write into one file
KEPT = 20_000  # characters kept from the end of stdout and stderr, for messages


@dataclass(frozen=True, slots=True)
class Finished:
    """How a child ended; a negative ``returncode`` is a signal, as in subprocess."""

    returncode: int
    stdout: str
    stderr: str
    timed_out: bool = False
    files: dict[str, str] = field(default_factory=dict)
    """The text of those files that the caller asked for and the child wrote."""

    def last_words(self) -> str:
        """The last line that the child printed, on stderr if there is one: for error messages."""
        for text in (self.stderr, self.stdout):
            lines = [line.strip() for line in text.splitlines() if line.strip()]
            if lines:
                return lines[-1][:300]
        return ""

    def out_of_time(self, engine: str, deadline: float) -> Undecided:
        """The answer for a child that was killed at its deadline."""
        return Undecided(engine, Why.TIME, f"no answer within {deadline:g} seconds")


def run(
    argv: Sequence[str | os.PathLike[str]],
    *,
    stdin: str = "",
    deadline: float = DEADLINE,
    memory: int | None = MEMORY,
    collect: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    enough: Callable[[str], bool] | None = None,
) -> Finished:
    """Run ``argv`` to its end or to its deadline (seconds) within ``memory`` bytes of address space.

    ``collect`` names files in the child's working directory whose text is handed back.  ``enough`` is shown
    the end of stdout now and then and ends the child once it says yes; the child counts as timed out then.
    A program that cannot be started ends with code 127.
    """
    command = [*_die_with_parent(), *map(str, argv)]
    with tempfile.TemporaryDirectory(prefix="certwright-", ignore_cleanup_errors=True) as root:
        streams, work = Path(root), Path(root, "work")
        work.mkdir()
        (streams / "in").write_text(stdin, encoding="utf-8")
        with (
            (streams / "in").open("rb") as given,
            (streams / "out").open("wb") as out,
            (streams / "err").open("wb") as err,
        ):
            try:
                env = _clean(work, environment)
                child = subprocess.Popen(
                    command, stdin=given, stdout=out, stderr=err, cwd=work, env=env, start_new_session=True
                )
            except OSError as error:
                return Finished(127, "", str(error))
            try:
                _limit(child.pid, deadline, memory)
                ended = _watch(child.pid, deadline, streams / "out", enough)
            finally:
                # the leader is still unreaped here, so its number cannot belong to anyone else
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(child.pid, signal.SIGKILL)
                child.kill()
                returncode = child.wait()
        written = {name: work / name for name in collect if (work / name).is_file()}
        files = {name: path.read_text(encoding="utf-8", errors="replace") for name, path in written.items()}
        return Finished(returncode, _tail(streams / "out"), _tail(streams / "err"), not ended, files)


@functools.lru_cache(maxsize=8)
def packaged(package: str, *place: str) -> Path | None:
    """The path of a program in an installed package, None where it is not there; nothing is imported."""
    spec = importlib.util.find_spec(package)
    folders = (spec and spec.submodule_search_locations) or ()
    return next((path for folder in folders if (path := Path(folder, *place)).is_file()), None)


def _clean(directory: Path, extra: Mapping[str, str] | None) -> dict[str, str]:
    """A small environment: nothing of ours leaks in but where programs and libraries are found."""
    kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
    own = str(directory)
    path = os.environ.get("PATH", os.defpath)
    return {**kept, "PATH": path, "HOME": own, "TMPDIR": own, "LANG": "C", "LC_ALL": "C", **(extra or {})}


@functools.lru_cache(maxsize=1)
def _die_with_parent() -> tuple[str, ...]:
    """A prefix that makes the kernel kill the child when we die; empty where util-linux has none."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return ()
    prefix = (setpriv, "--pdeathsig", "KILL", "--")
    try:
        done = subprocess.run([*prefix, "true"], capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return prefix if done.returncode == 0 else ()


def _limit(pid: int, deadline: float, memory: int | None) -> None:
    """Limit CPU time, file size, core dumps and address space of a process that has just started."""
    if sys.platform != "linux":  # pragma: no cover
        return
    seconds = math.ceil(min(deadline, 1e8)) + 2
    limits = [(resource.RLIMIT_CPU, (seconds, seconds + 3)), (resource.RLIMIT_CORE, (0, 0))]
    limits.append((resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE)))
    if memory is not None:
        limits.append((resource.RLIMIT_AS, (memory, memory)))
    for which, (soft, hard) in limits:
        with suppress(OSError, ValueError):  # it may have ended already, or inherited a lower hard limit
            resource.prlimit(pid, which, (soft, hard))


def _watch(pid: int, seconds: float, output: Path, enough: Callable[[str], bool] | None) -> bool:
    """Wait until the process has ended, without reaping it; False when time is up or output is enough."""
    until, pause = time.monotonic() + seconds, 0.001
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if time.monotonic() >= until or (enough is not None and enough(_tail(output))):
            return False
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    return True


def _tail(path: Path) -> str:
    """The last KEPT characters of a log; never reads more than that from the disk."""
    with path.open("rb") as stream:
        stream.seek(0, os.SEEK_END)
        stream.seek(max(0, stream.tell() - KEPT))
        return stream.read(KEPT).decode("utf-8", errors="replace")
