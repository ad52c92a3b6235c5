"""Memory stays bounded: a truth and its answers that are several times as large as what they may take."""

import gzip
import json
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
LABELLED = ROOT / "instances" / "planning" / "gen.jsonl.gz"
QUESTIONS, SAMPLES = 12_000, 10
PROGRAM = """
import resource, sys
from certwright.scripts import scoring
from certwright.scripts.cli import run
scoring.LARGE_BYTES = 2**20
code = run(sys.argv[1:])
print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Records of a released set over and over, under ids of their own, and their gold as answers."""
    folder = tmp_path_factory.mktemp("large")
    truth, answers = folder / "truth.jsonl", folder / "answers.jsonl"
    lines = gzip.decompress(LABELLED.read_bytes()).splitlines()
    with truth.open("w") as questions, answers.open("w") as rows:
        for number, line in enumerate(islice(cycle(lines), QUESTIONS)):
            record = json.loads(line)
            record["id"] = f"{record['id'].rpartition('/')[0]}/{number:016x}"
            questions.write(json.dumps(record) + "\n")
            for sample in range(SAMPLES):
                row = {"id": record["id"], "sample": sample, "response": record["gold"]}
                rows.write(json.dumps(row) + "\n")
    assert truth.stat().st_size > 100 * 2**20
    return truth, answers


def memory(*arguments):
    """The exit code, and the most MiB that a command held."""
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, held = map(int, done.stderr.splitlines()[-1].split())
    return code, held, done.stdout


def test_verify_holds_no_file(files):
    code, held, text = memory("verify", files[0], "--jobs", "1", "-q")
    assert code == 1, "the ids are not those of the contents"
    assert text.count("\n") > QUESTIONS
    assert held < 200


def test_score_holds_neither_truth_nor_answers(files, tmp_path):
    truth, answers = files
    verdicts = tmp_path / "verdicts"
    arguments = ("score", answers, "--truth", truth, "--jobs", "1", "-q", "--json", "-o", f"{verdicts}/")
    code, held, text = memory(*arguments)
    assert code == 0
    assert json.loads(text)["total"]["answers"] == QUESTIONS * SAMPLES
    assert held < 150
    manifest = json.loads((verdicts / "manifest.json").read_text())
    assert sum(entry["records"] for entry in manifest["files"].values()) == QUESTIONS * SAMPLES
