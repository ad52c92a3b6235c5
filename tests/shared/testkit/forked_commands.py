"""A ``certwright`` that runs in a fork of a process which has loaded everything: the commands of the docs.

Two hundred commands would spend most of their time on loading the package.  The `Commands` put a program of
that name into a folder for PATH.  It hands its streams, arguments, folder and environment to the loaded
process and ends with the exit code of a fork of that, so that pipes and redirections work as with the real
one.
"""

import atexit
import contextlib
import importlib
import io
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

CLIENT = """\
#!{python} -IS
import array, json, os, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect({path!r})
streams = array.array("i", (0, 1, 2))
link.sendmsg([b"s"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
link.sendall(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode())
link.shutdown(socket.SHUT_WR)
code = link.recv(4)
sys.exit(int(code) if code else 70)
"""


class Commands:
    """The loaded process, and the folder with the program that asks it."""

    def __init__(self):
        self._home = tempfile.TemporaryDirectory(prefix="cw")  # the path of a socket must be short
        self.folder = Path(self._home.name)
        path = str(self.folder / "socket")
        program = self.folder / "certwright"
        program.write_text(CLIENT.format(python=sys.executable, path=path))
        program.chmod(0o755)
        self._server = subprocess.Popen(
            [sys.executable, __file__, path],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONSAFEPATH": "1"},
        )
        assert self._server.stdout.readline() == b"ready\n"

    def close(self):
        self._server.terminate()
        self._server.wait()
        self._server.stdout.close()
        self._home.cleanup()


def load():
    """Import the package and run small commands of each kind, which load compiled code."""
    import certwright
    from certwright.scripts.cli import run

    for module in pkgutil.walk_packages(certwright.__path__, "certwright."):
        parts = module.name.split(".")
        if (
            parts[1] in ("instances", "domains", "verifiers", "generators", "scripts")
            and parts[-1] != "__main__"
        ):
            with contextlib.suppress(Exception, SystemExit):
                importlib.import_module(module.name)
    make = ("--seed", "7", "-n", "1", "--level", "1", "--jobs", "1", "-q")
    demo = Path(certwright.__path__[0], "instances", "demo", "planning.jsonl")
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        for family in ("planning/app", "reactive/accept", "timetravel"):
            run(["generate", family, *make, "-o", f"{folder}/{family.partition('/')[0]}.jsonl"])
        run(["label", str(demo), "-o", f"{folder}/demo.jsonl", "--engine", "search", "--jobs", "1", "-q"])
        for name in ("demo", "timetravel"):
            run(["verify", f"{folder}/{name}.jsonl", "--jobs", "1", "-q"])


def serve(path):
    """Fork for each request; never returns in the loaded process."""
    from certwright.scripts.cli import run

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        print("ready", flush=True)
        while True:
            link, _ = listener.accept()
            if os.fork():
                link.close()
                continue
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listener.close()
            code = 70
            try:
                code = answer(link, run)
                atexit._run_exitfuncs()
            finally:
                link.sendall(str(code).encode())
                os._exit(0)


def answer(link, run):
    """Run the command of a request with its streams, folder and environment; its exit code."""
    _, streams, _, _ = socket.recv_fds(link, 1, 3)
    words, folder, environment = json.loads(b"".join(iter(lambda: link.recv(1 << 16), b"")))
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    code = run(words)
    sys.stdout.flush()
    sys.stderr.flush()
    return code


if __name__ == "__main__":
    load()
    serve(sys.argv[1])
