"""Commands of the shell, run in the process of the tests."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from certwright.scripts.cli import run


@dataclass
class Result:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def rows(self):
        return [json.loads(line) for line in self.out.splitlines()]


class Terminal(io.TextIOWrapper):
    """A text stream over bytes, like the real stdout."""

    def __init__(self):
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    @property
    def text(self):
        self.flush()
        return self.buffer.getvalue().decode()


def command(*arguments, stdin=""):
    """Run a command line; paths and numbers may stand among the arguments."""
    out, err = Terminal(), Terminal()
    given = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin.encode())))
    with patch.object(sys, "stdin", given), redirect_stdout(out), redirect_stderr(err):
        code = run([str(argument) for argument in arguments])
    return Result(code, out.text, err.text)
