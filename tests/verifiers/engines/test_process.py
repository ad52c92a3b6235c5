"""Children end when told to, leave nothing behind, and hand back what they wrote."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from certwright.verifiers.engines import process
from certwright.verifiers.engines.child import PACKAGE, Returned, in_child
from certwright.verifiers.engines.outcome import Undecided, Why


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Temporary directories of the runs lie here; nothing may remain at the end."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    return scratch


START = "import subprocess, sys; subprocess.Popen([sys.executable, '-c'"


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def alive(mark: str) -> list[int]:
    """The processes whose command line holds the mark."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                words = (entry / "cmdline").read_bytes().decode("utf-8", "replace")
                state = (entry / "stat").read_text().rsplit(")", 1)[1].split()[0]
            except OSError:
                continue
            if mark in words and state not in "ZX":
                found.append(int(entry.name))
    return found


def sleeping(mark: str) -> bool:
    """Whether one of them is the program itself, no longer what starts it."""
    with suppress(OSError):
        return any(Path(f"/proc/{one}/comm").read_text().strip() == "sleep" for one in alive(mark))
    return False


def gone(mark: str, seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while alive(mark):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def test_output_code_and_files_come_back() -> None:
    code = (
        "import sys; open('plan','w').write(sys.stdin.read())\n"
        "print('out'); print('err', file=sys.stderr); sys.exit(7)"
    )
    done = process.run(python(code), stdin="höhe", collect=("plan", "absent"))
    assert (done.returncode, done.stdout, done.stderr, done.timed_out) == (7, "out\n", "err\n", False)
    assert done.files == {"plan": "höhe"}
    assert done.last_words() == "err"


def test_the_working_directory_is_private_and_vanishes(scratch: Path) -> None:
    code = "import os; os.makedirs('a/b'); open('a/b/c','w'); print(os.getcwd(), os.listdir('..'))"
    first, second = (process.run(python(code)).stdout.split()[0] for _ in range(2))
    assert first != second
    assert not Path(first).exists()
    assert list(scratch.iterdir()) == []


def test_the_environment_is_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    done = process.run(python("import os; print(os.environ.get('SECRET_TOKEN'), os.environ['LC_ALL'])"))
    assert done.stdout == "None C\n"


def test_a_deadline_kills_the_whole_group(scratch: Path) -> None:
    mark = "mark_of_a_grandchild_1"
    code = f"{START}, 'import time; time.sleep(60) #{mark}']).wait()"
    start = time.monotonic()
    done = process.run(python(code), deadline=1.0)
    assert done.timed_out
    assert done.returncode == -signal.SIGKILL
    assert time.monotonic() - start < 10
    assert gone(mark)
    assert list(scratch.iterdir()) == []


def test_grandchildren_that_outlive_the_leader_are_killed() -> None:
    mark = "mark_of_a_grandchild_2"
    code = f"{START}, 'import time; time.sleep(60) #{mark}']); print('bye')"
    done = process.run(python(code), deadline=30)
    assert (done.returncode, done.stdout) == (0, "bye\n")
    assert gone(mark)


def test_children_of_python_children_cannot_leave_the_group() -> None:
    mark = "mark_of_a_grandchild_3"
    code = (
        "from certwright.verifiers.engines.child import _stay_in_group\n"
        "_stay_in_group()\n"
        f"{START}, 'import time; time.sleep(60) #{mark}'], start_new_session=True).wait()"
    )
    assert process.run(python(code), deadline=1.5).timed_out
    assert gone(mark)


def test_a_child_cannot_ignore_the_deadline() -> None:
    code = "import signal,time; [signal.signal(s, signal.SIG_IGN) for s in (2, 15)]; time.sleep(60)"
    assert process.run(python(code), deadline=0.5).timed_out


def test_the_fallback_without_pidfd_keeps_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pidfd_open")
    assert process.run(["sleep", "60"], deadline=0.3).timed_out
    assert process.run(["true"], deadline=30).returncode == 0


def test_a_program_that_cannot_be_started_is_no_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    assert process.run(["/nowhere/planner"]).returncode == 127
    monkeypatch.setattr(process, "_die_with_parent", lambda: ())
    assert process.run(["/nowhere/planner"]).returncode == 127


def test_memory_is_limited() -> None:
    done = process.run(python("x = bytearray(1 << 30)"), memory=512 << 20)
    assert done.returncode == 1
    assert "MemoryError" in done.last_words()


def test_only_the_end_of_long_output_is_kept() -> None:
    done = process.run(python("print('a' * 10**6); print('end')"))
    assert len(done.stdout) <= process.KEPT
    assert done.stdout.endswith("a\nend\n")


@pytest.mark.skipif(not process._die_with_parent(), reason="no setpriv here")
def test_children_die_with_us(tmp_path: Path) -> None:
    mark = "600.25"
    code = f"from certwright.verifiers.engines import process; process.run(['sleep', '{mark}'], deadline=100)"
    us = subprocess.Popen(python(code), env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONSAFEPATH": "1"})
    until = time.monotonic() + 20
    while not sleeping(mark + "\0") and time.monotonic() < until:
        time.sleep(0.02)
    assert sleeping(mark + "\0")
    us.kill()
    us.wait()
    assert gone(mark + "\0")


def call(
    name: str, payload: object, deadline: float = 30.0, memory: int | None = 1 << 30
) -> Returned | Undecided:
    return in_child(f"{PACKAGE}.{name}", payload, engine="x", deadline=deadline, memory=memory)


def test_a_function_runs_in_a_child() -> None:
    assert call("child:echo", {"a": [1, None, "ä"]}) == Returned({"a": [1, None, "ä"]})


def test_faults_of_a_function_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = call("child:no_such_function", 1)
    assert isinstance(missing, Undecided)
    assert "AttributeError" in missing.reason
    outside = in_child("os:system", "true", engine="x", deadline=30)
    assert isinstance(outside, Undecided)
    assert "not a module of" in outside.reason
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    crash = call("child:echo", 1)
    assert isinstance(crash, Undecided)
    assert crash.why is Why.CRASH


def test_a_slow_function_is_undecided() -> None:
    slow = call("child:echo", "x", deadline=0.001)
    assert isinstance(slow, Undecided)
    assert slow.why is Why.TIME


def test_a_folder_where_we_stand_shadows_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('shadowed')")
    (tmp_path / "certwright").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    assert call("child:echo", 1) == Returned(1)


def test_it_works_in_daemonic_workers() -> None:
    code = (
        "from multiprocessing import get_context\n"
        "from certwright.verifiers.engines.child import in_child, PACKAGE\n"
        "def work(out): out.put(in_child(PACKAGE + '.child:echo', 5, engine='x', deadline=60).value)\n"
        "if __name__ == '__main__':\n"
        "    context = get_context('fork'); queue = context.Queue()\n"
        "    worker = context.Process(target=work, args=(queue,), daemon=True); worker.start()\n"
        "    print(queue.get(timeout=60)); worker.join()\n"
    )
    done = subprocess.run(
        python(code), capture_output=True, text=True, check=False, env={**os.environ, "PYTHONSAFEPATH": "1"}
    )
    assert done.stdout == "5\n", done.stderr
