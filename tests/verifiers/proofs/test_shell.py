"""The command line of the copied checker: what it prints of each record, how records count, exit codes."""

import gzip
import json
from pathlib import Path

import pytest

from certwright.verifiers.proofs.shell import main, printable

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def record():
    with gzip.open(ROOT / "instances" / "reactive" / "bool.jsonl.gz", "rt", encoding="utf-8") as file:
        return json.loads(file.readline())


def written(folder, *records):
    path = folder / "records.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in records))
    return str(path)


def forged(record):
    truth = {**record["truth"], "answer": not record["truth"]["answer"]}
    return {**record, "truth": truth}


def test_only_what_does_not_hold_gets_a_line(record, tmp_path, capsys):
    path = written(tmp_path, record, "", record)
    assert main([path]) == 3
    told = capsys.readouterr().out.splitlines()
    assert told == [
        f"{path}:3: {record['id']}: duplicate: an earlier record has this id",
        f"{path}: duplicate 1, holds 1",
    ]


def test_a_false_record_speaks_before_all_others(record, tmp_path, capsys):
    path = written(tmp_path, "{", forged(record))
    assert main([path]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}:1: ?: unreadable: ")
    assert second.startswith(f"{path}:2: {record['id']}: refused: ")
    assert last == f"{path}: refused 1, unreadable 1"


def test_of_several_files_the_worst_counts(record, tmp_path, capsys):
    good = written(tmp_path, record)
    empty, absent = tmp_path / "empty.jsonl", tmp_path / "absent.jsonl"
    empty.write_text("\n")
    assert main([good]) == 0
    assert main([str(empty), good]) == main([good, str(absent)]) == 3
    told = capsys.readouterr()
    assert f"{empty}: no records" in told.out
    assert told.err.startswith(f"{absent}: cannot be read: ")
    assert main([str(empty), written(tmp_path, forged(record))]) == 1


def test_wrong_usage_and_foreign_signs(capsys):
    assert main([]) == main(["--require", "much", "x"]) == 2
    assert main(["--help"]) == 0
    assert printable("a\x1b[2J\u202eb") == "a\\x1b[2J\\u202eb"
