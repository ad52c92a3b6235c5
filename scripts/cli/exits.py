"""The exit codes of the commands, and which one is returned if several apply."""

from __future__ import annotations

DONE = 0
FAILED = 1
USAGE = 2
BAD_INPUT = 3
ENGINE_MISSING = 4
UNDECIDED = 5
INTERRUPTED = 130
PIPE_CLOSED = 141
"""The reader closed our output (``| head``): the code that a shell reports after SIGPIPE."""

PRECEDENCE = (USAGE, ENGINE_MISSING, FAILED, BAD_INPUT, UNDECIDED)


def exit_code(
    *, missing: bool = False, failed: bool = False, bad: bool = False, undecided: bool = False
) -> int:
    """The code of a command that ran to its end.

    >>> exit_code(), exit_code(undecided=True, bad=True), exit_code(failed=True, bad=True)
    (0, 3, 1)
    """
    held = {ENGINE_MISSING: missing, FAILED: failed, BAD_INPUT: bad, UNDECIDED: undecided}
    return next((code for code in PRECEDENCE if held.get(code)), DONE)
