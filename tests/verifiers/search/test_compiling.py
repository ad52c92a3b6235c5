"""Kernels give the same uncompiled and compiled; small work compiles nothing; kept code is never stale."""

import os
import subprocess
import sys
import tempfile

import numpy as np
import pytest

from certwright.domains.planning.strips import Operator, Task
from certwright.verifiers.search import bound_kernels, compiling, kernels
from certwright.verifiers.search.compiling import Kernel
from certwright.verifiers.search.explicit import explore
from certwright.verifiers.search.lower_bound import LowerBounds
from certwright.verifiers.search.novelty import witness_runs
from certwright.verifiers.search.tables import blocked, row, tables

PROGRAM = """
from certwright.verifiers.search.compiling import Kernel
from certwright.verifiers.search.kernels import lowest
import numpy, sys
Kernel.at_once = True
assert lowest(numpy.uint64(8)) == 3
"""


@pytest.fixture
def line():
    """A walk of eight places with a key to be fetched on the way."""
    places = [f"(at {k})" for k in range(8)]
    steps = [Operator(f"(go {k})", 1 << k, 2 << k, 1 << k) for k in range(7)]
    back = [Operator(f"(back {k})", 2 << k, 1 << k, 2 << k) for k in range(7)]
    fetch = Operator("(fetch)", 1 << 3, 1 << 8, 0)
    return Task((*places, "(key)"), (*steps, *back, fetch), init=1, goal=1 << 7 | 1 << 8)


def results(task):
    exploration, bounds = explore(task, limit=100), LowerBounds(None, task)
    runs = witness_runs(task, facts=(1 << 9) - 1, operators=(1 << 15) - 1)
    proofs = [bounds.prove(task.init, bound, limit=1000) for bound in (3, 8, 9)]
    whole = exploration.states.tolist(), exploration.edges.tolist(), exploration.layers
    return *whole, exploration.distances.tolist(), runs, proofs


def test_uncompiled_and_compiled_kernels_agree(line, monkeypatch):
    monkeypatch.setattr(compiling, "_numba", lambda: False)
    plain = results(line)
    assert plain[-1][-1].holds is False
    assert len(plain[-1][-1].plan) == 8
    monkeypatch.undo()
    monkeypatch.setattr(Kernel, "at_once", True)
    assert results(line) == plain


def test_a_compiled_search_goes_on_where_a_plain_one_ended(line, monkeypatch):
    monkeypatch.setitem(bound_kernels.refute.__dict__, "_left", 1e9)  # whatever ran before in this process
    bounds, whole = LowerBounds(None, line), LowerBounds(None, line)
    first = whole.prove(line.init, 9, limit=8), whole.prove(line.init, 14, limit=100)
    assert [answer.holds for answer in first] == [None, False]
    assert bounds.prove(line.init, 9, limit=8) == first[0]
    assert bounds._memo is None
    monkeypatch.setattr(Kernel, "at_once", True)
    assert bounds.prove(line.init, 14, limit=100) == first[1]
    assert bounds._memo.filled[0] > 8


def test_numbers_are_python_numbers_either_way(line):
    exploration = explore(line, limit=100)
    assert type(exploration.shortest_plan()[0]) is int
    assert type(kernels.lowest(np.uint64(8))) is int
    assert type(LowerBounds(None, line).prove(line.init, 9, limit=1000).nodes) is int


def test_a_call_that_takes_too_long_is_undone_and_done_by_machine_code(line, monkeypatch):
    layout, everywhere = tables(line), row((1 << 9) - 1, 1)
    expected = [number for number, operator in enumerate(line.operators) if operator.pre]
    monkeypatch.setattr(compiling, "CALLS", 1)
    given_up = []

    class Clock:
        """Time is over at the fifth look."""

        looks = 0

        def __call__(self):
            self.looks += 1
            return 0.0 if self.looks < 5 else 1e9

    def compile_at_once(machine, arguments):
        given_up.append([array.copy() for array in compiling._arrays(arguments)])
        return real(machine, arguments)

    real = compiling._compile
    monkeypatch.setattr(compiling, "thread_time", Clock())
    monkeypatch.setattr(compiling, "_compile", compile_at_once)
    monkeypatch.setitem(kernels.applicable.__dict__, "_left", 1.0)
    kernels.applicable._machine = None
    arguments = layout, blocked(line, 0), everywhere, np.full(15, -1, np.int32)
    before = [array.copy() for array in compiling._arrays(arguments)]
    assert kernels.applicable(*arguments) == 15
    assert sorted(arguments[-1]) == expected
    assert given_up
    assert all(np.array_equal(*pair) for pair in zip(given_up[0], before, strict=True))


def test_the_first_small_question_compiles_nothing(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONSAFEPATH": "1"}
    arguments = "generate planning/val --seed 7 -n 1 --level 1 --domain ferry --jobs 1"
    program = (
        f"import sys; from certwright.scripts.cli import run; code = run({arguments.split()!r});"
        "print(code, 'numba' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == "0 False", done.stderr
    assert "compiling" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_line_says_that_something_is_compiled(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONSAFEPATH": "1"}
    errors = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        ).stderr
        for _ in range(2)
    ]
    (folder,) = tmp_path.iterdir()
    assert errors[0].startswith("certwright: compiling the search")
    assert str(folder) in errors[0]
    assert errors[1] == "", "it is kept"


INNER = """from certwright.verifiers.search.compiling import compiled

@compiled
def inner(x):
    return x + 1
"""
OUTER = """from certwright.verifiers.search.compiling import Kernel, compiled
from inner_kernels import inner
Kernel.at_once = True

@compiled
def outer(x):
    return 10 * inner(x)
"""


def test_an_edit_of_a_kernel_is_seen_by_those_that_call_it(tmp_path):
    folder, cache = tmp_path / "text", tmp_path / "cache"
    folder.mkdir()
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": path}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"

    def value():
        (folder / "outer_kernels.py").write_text(OUTER)
        program = "from outer_kernels import outer; print(outer(1))"
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        return int(done.stdout)

    (folder / "inner_kernels.py").write_text(INNER)
    stamp = (folder / "inner_kernels.py").stat()
    assert value() == 20
    assert list(cache.rglob("*outer*.nbi")), "the machine code is kept"
    (folder / "inner_kernels.py").write_text(INNER.replace("x + 1", "x + 2"))
    os.utime(folder / "inner_kernels.py", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert value() == 30
    (folder / "inner_kernels.py").write_text(INNER)
    assert value() == 20


def test_the_key_of_kept_code_covers_all_kernels_and_their_tables(tmp_path):
    for name in ("a_kernels.py", "tables.py"):
        (tmp_path / name).write_text("1\n")
    keys = {compiling.digest(tmp_path)}
    for name in ("a_kernels.py", "tables.py", "b_kernels.py"):
        (tmp_path / name).write_text("2\n")
        keys.add(compiling.digest(tmp_path))
    assert len(keys) == 4


NOWHERE = """
import os
os.environ.pop("XDG_CACHE_HOME", None)
os.environ["HOME"] = "/dev/null"
"""


def run(program, temporary):
    environment = {**os.environ, "TMPDIR": str(temporary), "PYTHONSAFEPATH": "1"}
    environment.pop("NUMBA_CACHE_DIR", None)
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, cwd=temporary
    )


def test_without_a_home_a_private_folder_is_taken(tmp_path):
    done = run(NOWHERE + PROGRAM, tmp_path)
    assert done.returncode == 0, done.stderr
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("certwright-numba-")
    assert folder.stat().st_mode & 0o077 == 0
    assert list(folder.rglob("*.nbi")), "the machine code is kept"


def test_a_folder_that_others_may_write_is_not_taken(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = compiling._private_folder()
    assert folder is not None and folder.parent == tmp_path
    folder.chmod(0o777)
    assert compiling._private_folder() is None
    folder.rmdir()
    folder.symlink_to(tmp_path)
    assert compiling._private_folder() is None


def test_code_is_compiled_in_memory_where_nothing_can_be_kept(tmp_path):
    (tmp_path / f"certwright-numba-{os.getuid()}").write_text("in the way")
    done = run(NOWHERE + PROGRAM, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "in memory" in done.stderr


@pytest.mark.parametrize("allowed", [False, True])
def test_code_is_kept_where_files_can_be_written_and_found(tmp_path, monkeypatch, allowed):
    asked = []
    monkeypatch.setattr(compiling.os, "access", lambda path, mode: asked.append((path, mode)) or allowed)
    folder = tmp_path / "one" / "two"
    assert compiling._writable(folder) is allowed and folder.is_dir()
    assert asked == [(folder, os.W_OK | os.X_OK)]
    file = tmp_path / "file"
    file.write_text("")
    assert compiling._writable(file / "below") is False and len(asked) == 1
