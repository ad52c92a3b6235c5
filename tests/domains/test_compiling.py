"""Compiled code is kept where there is a place for it, and never taken from a folder of others."""

import os
import subprocess
import sys
import tempfile

from certwright.domains import compiling

NOWHERE = """
import numba.core.caching as caching
kept = [kind for kind in caching.CacheImpl._locator_classes if "UserProvided" in kind.__name__]
assert kept
caching.CacheImpl._locator_classes = kept
"""
PROGRAM = """
from certwright.verifiers.search.kernels import lowest
import numpy, os
assert lowest(numpy.uint64(8)) == 3
print(os.environ.get("NUMBA_CACHE_DIR", "none"))
"""


def run(program, temporary):
    environment = {**os.environ, "TMPDIR": str(temporary), "PYTHONSAFEPATH": "1"}
    environment.pop("NUMBA_CACHE_DIR", None)
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, cwd=temporary
    )


def test_without_a_cache_of_numba_a_private_folder_is_taken(tmp_path):
    done = run(NOWHERE + PROGRAM, tmp_path)
    assert done.returncode == 0, done.stderr
    (folder,) = tmp_path.iterdir()
    assert done.stdout.strip() == str(folder) and folder.stat().st_mode & 0o077 == 0
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
    assert (done.returncode, done.stdout.strip()) == (0, "none"), done.stderr
