"""Runs commands of the shell in children of a process that has loaded them, and kills some.

A child begins at once with its work, so that moments of killing fall into it and not into the loading of
libraries.  Each line of stdin asks for one run, each line of stdout answers.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

from certwright.scripts.cli import run


def child(words, folder):
    os.chdir(folder)
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    return run(words)


def forked(words, folder, after):
    """The exit code (None when it was killed) and the seconds of a command; killed ``after`` seconds."""
    begun = time.monotonic()
    process = os.fork()
    if not process:
        code = 70
        try:
            code = child(words, folder)
        finally:
            os._exit(code)
    if after is not None:
        time.sleep(after)
        os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    killed = os.WIFSIGNALED(status)
    return None if killed else os.WEXITSTATUS(status), time.monotonic() - begun


def main():
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        request = json.loads(line)
        if request.pop("here", False):  # loads what the command needs into this process
            streams = [os.dup(stream) for stream in (0, 1, 2)]
            folder = Path.cwd()
            answer = child(**request), 0.0
            os.chdir(folder)
            for stream, kept in enumerate(streams):
                os.dup2(kept, stream)
        else:
            answer = forked(**request)
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
