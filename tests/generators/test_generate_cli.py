"""``certwright generate``: the same bytes for any number of workers and any hash seed, manifests, splits."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from testkit.shell import Result, command

from certwright.instances.records import Instance
from certwright.instances.store import read_instances

OTHER_SEED = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
CELLS = ("--domain", "ferry,visitall", "--level", "1", "--context", "pddl", "--seed", "9")


def certwright(*arguments: object) -> Result:
    """A command of the shell in this process, whose hash seed is not OTHER_SEED."""
    return command(*arguments)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("set") / "whole.jsonl"
    done = certwright("generate", "planning", *CELLS, "-n", "2", "-o", file, "--jobs", "1")
    assert done.code == 0, done.err
    return file


def test_jobs_and_hash_seed_do_not_matter(whole: Path, tmp_path: Path) -> None:
    file = tmp_path / "again.jsonl"
    arguments = ("generate", "planning", *CELLS, "-n", "2", "-o", str(file), "--jobs", "2")
    done = subprocess.run(
        [sys.executable, "-m", "certwright.scripts.cli", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": OTHER_SEED, "PYTHONSAFEPATH": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == whole.read_bytes()


def test_a_late_start_gives_the_tail(whole: Path) -> None:
    done = certwright("generate", "planning", *CELLS, "-n", "1", "--start", "1", "--jobs", "1")
    assert done.code == 0, done.err
    assert done.out.splitlines() == whole.read_text().splitlines()[-16:]


def test_resuming_completes_the_file(whole: Path, tmp_path: Path) -> None:
    lines = whole.read_bytes().splitlines(keepends=True)
    file = tmp_path / "torn.jsonl"
    file.write_bytes(b"".join(lines[:20]) + lines[20][:50])
    done = certwright("generate", "planning", *CELLS, "-n", "2", "-o", file, "--jobs", "1", "--resume")
    assert done.code == 0, done.err
    assert file.read_bytes() == whole.read_bytes()
    told = json.loads(file.with_name("torn.manifest.json").read_text())
    assert told["arguments"]["resumed_after"] == 20
    again = certwright("generate", "--check", str(file.with_name("torn.manifest.json")), "-n", "1")
    assert again.code == 0


def test_the_manifest_makes_the_set_again_and_notices_changes(whole: Path, tmp_path: Path) -> None:
    manifest = whole.with_name("whole.manifest.json")
    told = json.loads(manifest.read_text())
    assert told["counts"]["app/gen/ferry"] == 2
    assert told["seed"] == 9
    assert told["versions"]["generator"]
    assert certwright("generate", "--check", str(manifest), "-n", "1", "--jobs", "1").code == 0
    copy = tmp_path / "whole.jsonl"
    copy.write_bytes(whole.read_bytes().replace(b"(board c0 ", b"(board c1 ", 1))
    (tmp_path / manifest.name).write_bytes(manifest.read_bytes())
    changed = certwright("generate", "--check", str(tmp_path / manifest.name), "-n", "1", "--jobs", "1")
    assert changed.code == 1
    assert "not the file that the manifest describes" in changed.err


def test_verify_and_score_accept_the_set(whole: Path, tmp_path: Path) -> None:
    assert certwright("verify", str(whole), "--jobs", "1").code == 0
    answers = tmp_path / "gold.jsonl"
    made = [one for one in read_instances(whole) if isinstance(one, Instance)]
    assert len(made) == 32
    answers.write_text("".join(json.dumps({"id": one.id, "response": one.gold}) + "\n" for one in made))
    verdicts = tmp_path / "verdicts.jsonl"
    done = certwright("score", str(answers), "--truth", str(whole), "-o", str(verdicts))
    assert done.code == 0, done.err
    assert all(json.loads(line)["value"] == 1.0 for line in verdicts.read_text().splitlines())


def test_a_private_split_has_two_files(tmp_path: Path) -> None:
    secret, file = tmp_path / "secret", tmp_path / "test.jsonl"
    secret.write_text("ab" * 16)
    arguments = ("generate", "planning/app", *CELLS, "-n", "1", "-o", str(file), "--jobs", "1")
    assert certwright(*arguments, "--secret-file", str(secret)).code == 2
    done = certwright(*arguments, "--split", "private", "--secret-file", str(secret))
    assert done.code == 0, done.err
    public = (tmp_path / "test.public.jsonl").read_text()
    assert "commitment" in public
    assert '"truth"' not in public
    assert '"seed"' not in public
    assert "ab" * 16 not in (tmp_path / "test.manifest.json").read_text()


def test_a_packed_set_is_checked_by_what_stands_in_it(tmp_path: Path) -> None:
    arguments = (
        "reactive/accept",
        "--seed",
        "7",
        "-n",
        "2",
        "--level",
        "1",
        "--domain",
        "lock",
        "--jobs",
        "1",
    )
    done = certwright("generate", *arguments, "--form", "bool", "-o", str(tmp_path / "set.jsonl.gz"))
    assert done.code == 0, done.err
    done = certwright("generate", "--check", str(tmp_path / "set.manifest.json"), "--jobs", "1")
    assert done.code == 0, done.err
    assert "made again, byte for byte" in done.err


@pytest.mark.parametrize(
    "arguments",
    [("poetry",), ("planning/sing",), ("planning", "--domain", "moon"), ("planning", "--level", "6")],
    ids=" ".join,
)
def test_wrong_usage_is_told(arguments: tuple[str, ...]) -> None:
    assert certwright("generate", *arguments).code == 2
