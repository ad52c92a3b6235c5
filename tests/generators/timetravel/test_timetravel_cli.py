"""`certwright generate timetravel`: resuming, avoiding, a late start, and what a manifest can make again."""

import json

import pytest

from certwright.generators.timetravel.maker import mark
from certwright.instances.store import read_instances
from certwright.scripts.cli import run

ASKED = ("--seed", "5", "--domain", "averne", "--level", "1,2")


def generate(*arguments):
    return run(["generate", "timetravel", *ASKED, *map(str, arguments), "--jobs", "1", "-q"])


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    file = tmp_path_factory.mktemp("timetravel") / "whole.jsonl"
    assert generate("-n", 4, "-o", file) == 0
    return file


def told(file):
    return json.loads(file.with_name(f"{file.stem}.manifest.json").read_text())["arguments"]


def test_resuming_completes_the_file(whole, tmp_path):
    lines = whole.read_bytes().splitlines(keepends=True)
    file = tmp_path / "torn.jsonl"
    file.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    assert generate("-n", 4, "-o", file, "--resume") == 0
    assert file.read_bytes() == whole.read_bytes()
    assert told(file)["resumed_after"] == 2 and "resumed_after" not in told(whole)


def test_a_file_of_another_run_is_not_resumed(whole, tmp_path):
    file = tmp_path / "other.jsonl"
    file.write_bytes(whole.read_bytes())
    arguments = ["generate", "timetravel", "--seed", "6", "--domain", "averne", "-n", "5", "-o", str(file)]
    assert run([*arguments, "--jobs", "1", "-q", "--resume"]) == 3
    assert file.read_bytes() == whole.read_bytes()


def test_a_set_can_avoid_the_levels_of_another(whole, tmp_path):
    """The same seed and the same items: each makes its next attempts instead."""
    file = tmp_path / "apart.jsonl"
    assert generate("-n", 2, "-o", file, "--avoid", whole) == 0
    kept, apart = ({mark(one) for one in read_instances(path)} for path in (whole, file))
    assert len(kept) == 4 and len(apart) == 2 and not kept & apart
    assert told(file)["avoid"] == [str(whole)]
    assert run(["generate", "--check", str(tmp_path / "apart.manifest.json"), "-q"]) == 0


def test_a_late_start_gives_the_tail(whole, tmp_path):
    file = tmp_path / "late.jsonl"
    assert generate("-n", 2, "--start", 2, "-o", file) == 0
    assert file.read_bytes().splitlines() == whole.read_bytes().splitlines()[2:]
