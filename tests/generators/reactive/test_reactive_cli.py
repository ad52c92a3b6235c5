"""``certwright generate reactive`` and ``certwright cause``: workers, late starts, splits, given systems."""

import json
import os
import subprocess
import sys

import pytest

from certwright.domains.reactive.hoa import canonical, write_hoa
from certwright.domains.reactive.machine import Machine
from certwright.instances.records import Instance
from certwright.instances.store import read_instances
from certwright.scripts.cli import run

CELLS = ("--domain", "random", "--level", "1", "--seed", "4")
LATCH = Machine(("r", "s"), ("o",), 0, ((0, 1, 0, 1), (1, 1, 0, 1)), ((0, 1, 0, 1), (1, 1, 0, 1)))


def generate(*arguments):
    return run(["generate", *arguments, "-q"])


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    file = tmp_path_factory.mktemp("reactive") / "whole.jsonl"
    assert generate("reactive", *CELLS, "-n", "2", "-o", str(file), "--jobs", "1") == 0
    return file


def test_jobs_and_hash_seed_do_not_matter(whole, tmp_path):
    file = tmp_path / "again.jsonl"
    command = [sys.executable, "-m", "certwright.scripts.cli", "generate", "reactive", *CELLS]
    subprocess.run(
        [*command, "-n", "2", "-o", str(file), "--jobs", "2", "-q"],
        check=True,
        timeout=200,
        env={**os.environ, "PYTHONHASHSEED": "11", "PYTHONSAFEPATH": "1"},
        cwd=tmp_path,
    )
    assert file.read_bytes() == whole.read_bytes()


def test_a_late_start_gives_the_tail(whole, tmp_path):
    file = tmp_path / "late.jsonl"
    assert generate("reactive", *CELLS, "-n", "1", "--start", "1", "--jobs", "1", "-o", str(file)) == 0
    lines = whole.read_bytes().splitlines()
    assert file.read_bytes().splitlines() == lines[len(lines) // 2 :]


def test_resuming_completes_the_file(whole, tmp_path):
    lines = whole.read_bytes().splitlines(keepends=True)
    file = tmp_path / "torn.jsonl"
    file.write_bytes(b"".join(lines[:7]) + lines[7][:40])
    assert generate("reactive", *CELLS, "-n", "2", "-o", str(file), "--jobs", "1", "--resume") == 0
    assert file.read_bytes() == whole.read_bytes()
    assert json.loads((tmp_path / "torn.manifest.json").read_text())["arguments"]["resumed_after"] == 7


def test_the_manifest_makes_the_set_again_and_notices_changes(whole, tmp_path):
    manifest = whole.with_name("whole.manifest.json")
    assert generate("--check", str(manifest), "-n", "1", "--jobs", "1") == 0
    copy = tmp_path / "whole.jsonl"
    copy.write_bytes(whole.read_bytes().replace(b'"value":1', b'"value":0', 1))
    (tmp_path / manifest.name).write_bytes(manifest.read_bytes())
    assert generate("--check", str(tmp_path / manifest.name), "-n", "1", "--jobs", "1") == 1


def test_verify_and_score_accept_the_set(whole, tmp_path):
    assert run(["verify", str(whole), "--jobs", "1", "-q"]) == 0
    made = [one for one in read_instances(whole) if isinstance(one, Instance) and one.form != "episode"]
    answers, verdicts = tmp_path / "gold.jsonl", tmp_path / "verdicts.jsonl"
    answers.write_text("".join(json.dumps({"id": one.id, "response": one.gold}) + "\n" for one in made))
    assert run(["score", str(answers), "--truth", str(whole), "-o", str(verdicts)]) == 0
    assert all(json.loads(line)["value"] == 1.0 for line in verdicts.read_text().splitlines())


def test_a_private_split_tells_nothing(tmp_path):
    secret, file = tmp_path / "secret", tmp_path / "test.jsonl"
    secret.write_text("ab" * 16)
    arguments = ("reactive/intervene", *CELLS, "-n", "1", "-o", str(file), "--jobs", "1")
    assert generate(*arguments, "--secret-file", str(secret)) == 2
    assert generate(*arguments, "--split", "private", "--secret-file", str(secret)) == 0
    public = [json.loads(line) for line in (tmp_path / "test.public.jsonl").read_text().splitlines()]
    assert {"truth", "gold", "certificates", "seed", "index"}.isdisjoint(set().union(*public))
    hidden = [one for one in public if one["form"] == "episode"]
    assert len(hidden) == 1
    assert all(one["world"] == {} == one["query"] for one in hidden)
    assert not any({"greedy", "min_steps", "certificates_log10"} & one["difficulty"].keys() for one in public)


def test_a_given_system_and_trace(tmp_path):
    (tmp_path / "latch.hoa").write_text(write_hoa(canonical(LATCH)))
    file = tmp_path / "own.jsonl"
    given = ("--system", str(tmp_path / "latch.hoa"), "--trace", "r&!s; !r&!s; r&!s; !r&!s; cycle{1}")
    assert generate("reactive/cause", *given, "-n", "2", "-o", str(file), "--jobs", "1", "--seed", "2") in (
        0,
        1,
    )
    made = list(read_instances(file))
    assert made
    assert {one.domain for one in made} == {"imported"}
    assert all(one.query["trace"] == ["10", "00", "10", "00"] for one in made)
    assert generate("--check", str(tmp_path / "own.manifest.json"), "--jobs", "1") == 0


WRONG = [
    ("reactive/sing",),
    ("reactive", "--domain", "moon"),
    ("reactive", "--level", "6"),
    ("reactive", "--form", "mcq"),
    ("reactive", "--trace", "1"),
    ("reactive", "--system", "counter_2", "--domain", "random"),
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_usage_is_told(arguments):
    assert generate(*arguments) == 2


def test_cause(tmp_path, capsys):
    (tmp_path / "latch.hoa").write_text(write_hoa(canonical(LATCH)))
    asked = ["cause", "--system", str(tmp_path / "latch.hoa"), "--trace", "10 10 00", "--effect", "o"]
    assert run(asked) == 0
    assert (
        capsys.readouterr().out.splitlines()[0] == "cause (overdetermined): !s@2 & (r@0 | r@1) & (r@1 | !s@1)"
    )
    assert run([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["butfor"] == [[2, "s", 0]]
    assert told["sufficient"] == [[[1, "r", 1], [2, "s", 0]], [[0, "r", 1], [1, "s", 0], [2, "s", 0]]]
    assert run([*asked, "--cap", "1"]) == 5
    assert "too many minimal sets" in capsys.readouterr().out
    assert run([*asked[:-2], "--ltlf", "F(o & X !o)"]) == 3
    assert run([*asked, "--ltlf", "F o"]) == 2
    assert run([*asked, "--at", "7"]) == 3
