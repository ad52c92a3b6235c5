"""Exported sets are loaded by ``datasets`` itself, and what comes back is what went in."""

from importlib.util import find_spec

import msgspec
import pytest
from msgspec.structs import replace

import certwright as cw
from certwright.instances.canonical import encode
from certwright.instances.records import CANARY
from certwright.instances.store import JsonlWriter

needs_pyarrow = pytest.mark.skipif(find_spec("pyarrow") is None, reason="needs the extra hf")


@pytest.fixture
def questions():
    """Of four families and all forms; some in a split of their own."""
    picked = [*cw.load("planning/reach")[:3], *cw.load("planning/reach").filter(form="mcq")[:1]]
    picked += [*cw.load("reactive/accept")[:2], cw.load("timetravel")[0], cw.load("gridworld/mfp")[0]]
    return [replace(picked[0], split="train"), *picked[1:]]


@pytest.fixture
def file(tmp_path, questions):
    with JsonlWriter(tmp_path / "set.jsonl") as writer:
        for question in questions:
            writer.write(question)
    return tmp_path / "set.jsonl"


def test_without_pyarrow_the_mend_is_said(certwright, tmp_path, file, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    done = certwright("export", "hf", file, "-o", tmp_path / "set")
    assert done.code == 4
    assert "pip install 'certwright[hf]'" in done.err


@needs_pyarrow
def test_records_come_back(certwright, tmp_path, file, questions, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    datasets = pytest.importorskip("datasets", reason="needs the extra hf")
    folder = str(tmp_path / "set")
    done = certwright("export", "hf", file, "-o", folder)
    assert (done.code, done.err) == (0, "")
    configs = ["gridworld_mfp", "planning_reach", "reactive_accept", "timetravel_level"]
    assert sorted(datasets.get_dataset_config_names(folder)) == configs
    back = {}
    for config in configs:
        splits = datasets.load_dataset(folder, config, cache_dir=str(tmp_path / "cache"))
        assert set(splits) == ({"train", "test"} if config == "planning_reach" else {"test"})
        for split, rows in splits.items():
            for row in rows:
                record = msgspec.json.decode(row["record_json"], type=cw.Instance)
                assert (record.split or "test") == split
                assert (row["prompt"], row["gold"]) == (cw.prompt(record), record.gold)
                assert row["choices"] == list(record.prompt.choices)
                assert (row["level"], row["canary"]) == (record.level, record.canary)
                back[row["id"]] = record
    assert {name: encode(one) for name, one in back.items()} == {one.id: encode(one) for one in questions}
    first = questions[1]
    assert cw.score(back[first.id], first.gold) == cw.score(first, first.gold)


@needs_pyarrow
def test_the_card_is_complete(certwright, tmp_path, file):
    assert certwright("export", "hf", file, "-o", tmp_path / "set").code == 0
    card = (tmp_path / "set" / "README.md").read_text()
    for told in (
        CANARY,
        "license: [apache-2.0]",
        "size_categories: [n<1K]",
        "- config_name: gridworld_mfp\n  default: true",
        '  - split: train\n    path: "data/planning_reach/train-00000-of-00001.parquet"',
        "| `planning_reach` | `test` | 3 |",
        "cw.score(question",
        "grades of truth in this set: certified",
        "| `record_json` | string |",
    ):
        assert told in card


@needs_pyarrow
def test_sources_and_bad_splits_are_told(certwright, tmp_path, questions):
    from certwright.instances.records import Source

    imported = replace(questions[1], source=Source(format="acpbench", key="acpbench:x/1"), generator=None)
    with JsonlWriter(tmp_path / "set.jsonl") as writer:
        writer.write(imported)
        writer.write(replace(questions[2], split="../x"))
    done = certwright("export", "hf", tmp_path / "set.jsonl", "-o", tmp_path / "set")
    assert done.code == 3
    assert f"{questions[2].id}: no name for a split: '../x' (at split)" in done.err
    card = (tmp_path / "set" / "README.md").read_text()
    assert "license: [cdla-permissive-2.0]" in card
    assert "- imported from acpbench: cdla-permissive-2.0" in card
