"""A folder of results under several processes, and after one of them died."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from certwright.domains.environment import Call
from certwright.instances.canonical import encode
from certwright.instances.errors import OverwriteError, RecordError
from certwright.instances.outputs import reading
from certwright.scripts.agents.agent import ReplayAgent, environment, play
from certwright.scripts.reporting.results import NAME, Register, Results, cells, row
from certwright.verifiers.timetravel.level import shipped_instances

LEVEL = shipped_instances()[0]
NOW = "2026-01-01T00:00:00Z"
EPISODE = play(LEVEL.id, environment(LEVEL), ReplayAgent([Call("STUCK")], "walker"))


def append(folder, episode=EPISODE):
    return Results(folder).append(LEVEL, episode, timestamp=NOW)


def state(folder):
    """Every file of a folder but the lock."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def consistent(folder, count):
    results = Results(folder)
    episodes, rows = list(results.episodes()), results.rows()
    assert [one.sample for one in episodes] == list(range(count))
    assert sorted(map(list, (one.values() for one in rows))) == sorted(cells(row(one)) for one in episodes)
    assert len(results.instances()) == 1


def test_two_processes_wait_for_each_other(tmp_path):
    program = (
        "import sys; from pathlib import Path\n"
        "sys.path.insert(0, sys.argv[2])\n"
        "from test_results_folder import append\n"
        "for _ in range(8): append(Path(sys.argv[1]))\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "results"), str(Path(__file__).parent)]
    processes = [subprocess.Popen(command) for _ in range(2)]
    assert [process.wait() for process in processes] == [0, 0]
    consistent(tmp_path / "results", 16)
    assert len(list((tmp_path / "results" / "raw" / "walker").iterdir())) == 32


def damages():
    """What a process may leave that dies in the middle of appending the third episode."""
    yield "the row is missing", {"summary/_results.csv": 0}
    yield "the row is torn", {"summary/_results.csv": 20}
    yield "the row is torn in its first cell", {"summary/_results.csv": 1}
    yield "the episode is torn", {"summary/_results.csv": 0, "episodes/walker.jsonl": 30}
    yield "nothing but the traces", {"summary/_results.csv": 0, "episodes/walker.jsonl": 0}
    yield "all but the register", {}


@pytest.mark.parametrize("left", dict(damages()).values(), ids=dict(damages()))
def test_what_a_dead_process_left_is_mended(tmp_path, left):
    append(tmp_path)
    append(tmp_path)
    before = state(tmp_path)
    append(tmp_path)
    whole = state(tmp_path)
    (tmp_path / NAME).write_bytes(before[NAME])
    for name, size in left.items():
        (tmp_path / name).write_bytes(whole[name][: len(before[name]) + size])
    lost = "episodes/walker.jsonl" in left
    if not lost:
        append(tmp_path)
        consistent(tmp_path, 4)
    else:
        append(tmp_path)
        assert state(tmp_path) == whole


def test_a_folder_without_a_register_gets_one(tmp_path):
    for _ in range(3):
        append(tmp_path)
    before = state(tmp_path)
    (tmp_path / NAME).unlink()
    Register.of(tmp_path).store(tmp_path)
    assert state(tmp_path) == before
    (tmp_path / NAME).write_text("{broken")
    append(tmp_path)
    consistent(tmp_path, 4)


def test_a_file_that_was_cut_is_read_again(tmp_path):
    for _ in range(3):
        append(tmp_path)
    path = tmp_path / "episodes" / "walker.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:1]))
    assert append(tmp_path).sample == 1


def test_appending_reads_nothing_of_what_it_knows(tmp_path):
    """The cost does not grow with the folder: a line that is spoilt behind our back is not even noticed."""
    append(tmp_path)
    for name in ("episodes/walker.jsonl", "summary/_results.csv", "levels.jsonl"):
        path = tmp_path / name
        path.write_bytes(b"x" * (path.stat().st_size - 1) + b"\n")
    assert append(tmp_path).sample == 1


def test_a_damaged_line_is_named(tmp_path):
    append(tmp_path)
    path = tmp_path / "episodes" / "walker.jsonl"
    path.write_bytes(b"{broken\n" + path.read_bytes())
    (tmp_path / NAME).unlink()
    with pytest.raises(RecordError, match=r"walker\.jsonl: is damaged"):
        append(tmp_path)


def test_episodes_that_are_read_are_not_appended_to(tmp_path):
    append(tmp_path)
    before = state(tmp_path)
    with reading([tmp_path / "episodes" / "walker.jsonl"]), pytest.raises(OverwriteError):
        append(tmp_path)
    assert state(tmp_path) == before


def test_agents_have_samples_of_their_own(tmp_path):
    append(tmp_path)
    assert append(tmp_path, replace(EPISODE, agent="runner")).sample == 0
    assert append(tmp_path).sample == 1
    assert encode(LEVEL) + b"\n" == (tmp_path / "levels.jsonl").read_bytes()
