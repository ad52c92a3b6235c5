"""Run one Python function in a killable child process and hand its result back as JSON.

Solvers that live in Python (Z3, PySAT, unified-planning, the PDDL translator) cannot be interrupted from
within, print on stdout, keep global state and may take all memory.  So each call is a fresh interpreter that
reads a JSON object from stdin and writes its result to a file; no pickle crosses the border.

>>> from certwright.verifiers.engines.child import in_child
>>> in_child("certwright.verifiers.engines.child:echo", [1, 2], engine="echo", deadline=30).value
[1, 2]
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from ...instances.errors import NameUnknownError
from . import process
from .outcome import Undecided, Why, meaning
from .process import DEADLINE, MEMORY
from .registry import engines

RESULT = "result.json"
PACKAGE = __package__ or ""  # this package, also where ``-m`` calls the module ``__main__``


@dataclass(frozen=True, slots=True)
class Returned:
    """What the function returned, as plain JSON data."""

    value: Any


def in_child(
    function: str, payload: Any, *, engine: str, deadline: float = DEADLINE, memory: int | None = MEMORY
) -> Returned | Undecided:
    """What ``module:name`` (of this package) returns for a payload in a fresh interpreter, or why nothing."""
    command = [sys.executable, "-m", f"{PACKAGE}.child"]
    call = json.dumps({"function": function, "payload": payload})
    done = process.run(
        command, stdin=call, deadline=deadline, memory=memory, collect=(RESULT,), environment=_environment()
    )
    if done.timed_out:
        return done.out_of_time(engine, deadline)
    try:
        result = json.loads(done.files[RESULT])
    except (KeyError, ValueError, RecursionError):
        row = engines().get(engine)
        endings = row.endings if row is not None else {}
        return meaning(endings, done.returncode or 1).undecided(engine, done.last_words())
    if "value" in result:
        return Returned(result["value"])
    why = Why.MEMORY if result["error"] == "MemoryError" else Why.CRASH
    return Undecided(engine, why, f"{result['error']}: {result['message']}"[:500])


def echo(payload: Any) -> Any:
    """Return the payload: the smallest function that a child can run."""
    return payload


def _environment() -> dict[str, str]:
    """The child finds exactly the packages that we find, and hashes like every other.

    Empty and relative entries of our path would name the working directory, where a folder can shadow a
    package.
    """
    entries = [entry for entry in sys.path if entry and Path(entry).is_absolute()]
    return {"PYTHONPATH": os.pathsep.join(entries), "PYTHONSAFEPATH": "1", "PYTHONHASHSEED": "0"}


def _stay_in_group() -> None:
    """Keep the children of this child in its process group, so that killing the group ends them too."""
    start = subprocess.Popen.__init__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        kwargs.pop("start_new_session", None)
        kwargs.pop("process_group", None)
        start(self, *args, **kwargs)

    subprocess.Popen.__init__ = init  # type: ignore[method-assign]


def main() -> None:
    """The child's side: read the call, make it, write the result."""
    _stay_in_group()
    for name in ("PYTHONPATH", "PYTHONSAFEPATH"):  # meant for us: scripts that we start need their own folder
        os.environ.pop(name, None)
    call = json.load(sys.stdin)
    module, _, name = call["function"].partition(":")
    result: dict[str, Any]
    try:
        if not module.startswith(f"{PACKAGE}."):
            raise NameUnknownError(f"{module} is not a module of {PACKAGE}")
        result = {"value": getattr(import_module(module), name)(call["payload"])}
    except MemoryError as error:
        result = {"error": "MemoryError", "message": str(error)}
    except (Exception, SystemExit) as error:
        result = {"error": type(error).__name__, "message": str(error)}
    Path(RESULT).write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main()
