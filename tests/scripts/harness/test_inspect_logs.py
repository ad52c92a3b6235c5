"""Logs that Inspect itself writes, packed and plain, are scored as they are."""

import csv
import json
import sys

import pytest

import certwright as cw
from certwright.instances.replies import read_replies
from certwright.instances.store import JsonlWriter

pytest.importorskip("inspect_ai", reason="needs the extra inspect")


@pytest.fixture
def questions():
    every = cw.load("reactive/accept").filter(form="bool")
    return [next(one for one in every if one.gold == gold) for gold in ("yes", "no")]


def evaluate(questions, folder, kind):
    """A scripted model that always says yes, asked twice."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.solver import generate

    def reply(*_):
        output = ModelOutput.from_content("mockllm", "I checked it. The answer is yes.")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    samples = [Sample(id=one.id, input=cw.prompt(one), target=one.gold) for one in questions]
    (log,) = eval(
        Task(dataset=MemoryDataset(samples), solver=generate(), epochs=2),
        model=get_model("mockllm/model", custom_outputs=reply),
        display="none",
        log_dir=str(folder),
        log_format=kind,
    )
    assert log.status == "success"
    return log.location.removeprefix("file://")


@pytest.mark.parametrize("kind", ["eval", "json"])
def test_a_log_is_scored(certwright, tmp_path, questions, kind):
    path = evaluate(questions, tmp_path / "logs", kind)
    rows = {(one.id, one.sample, one.response) for one in read_replies(path)}
    said = "I checked it. The answer is yes."
    assert rows == {(one.id, sample, said) for one in questions for sample in (0, 1)}
    with JsonlWriter(tmp_path / "truth.jsonl") as writer:
        for one in questions:
            writer.write(one)
    scored = certwright("score", path, "--truth", tmp_path / "truth.jsonl", "--json")
    assert (scored.code, scored.err) == (0, "")
    assert json.loads(scored.out)["total"]["mean"] == 0.5


def test_a_log_is_reported_and_imported(certwright, tmp_path):
    """A question and a level that our own solver asked: with tokens, and the 37 columns."""
    from inspect_ai import eval
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from certwright.scripts.harness.inspect import task_of
    from certwright.verifiers.timetravel.level import shipped_instances

    def reply(_, tools, *__):
        output = ModelOutput.from_content("mockllm", "The answer is yes.")
        if tools:
            output = ModelOutput.for_tool_call("mockllm", "STUCK", {})
        output.usage = ModelUsage(input_tokens=10, output_tokens=3, total_tokens=13)
        return output

    asked = [cw.load("reactive/accept").filter(form="bool")[0], shipped_instances()[0]]
    (log,) = eval(
        task_of([(one, 0) for one in asked]),
        model=get_model("mockllm/model", custom_outputs=reply),
        display="none",
        log_dir=str(tmp_path / "logs"),
        log_format="eval",
    )
    path, truth, rows = (
        log.location.removeprefix("file://"),
        tmp_path / "truth.jsonl",
        tmp_path / "rows.jsonl",
    )
    with JsonlWriter(truth) as writer:
        for one in asked:
            writer.write(one)
    done = certwright("import", "inspect", path, "-o", rows, "--results", tmp_path / "results")
    assert done.code == 0 and "2 answers and episodes imported" in done.err
    reports = [certwright("report", source, "--truth", truth, "--json") for source in (path, rows)]
    assert reports[0].out == reports[1].out and not reports[0].err
    (costs,) = json.loads(reports[0].out)["costs"]
    assert (costs["agent"], costs["tokens"]) == ("mockllm/model", 26)
    folder = certwright("report", tmp_path / "results", "--json")
    assert folder.code == 0 and json.loads(folder.out)["timetravel"]["mockllm/model"]["tokens_in"] == 10
    with (tmp_path / "results" / "summary" / "_results.csv").open(newline="") as table:
        (columns,) = csv.DictReader(table)
    assert len(columns) == 37 and columns["stop_reason"] == "LLM_STUCK"
    wrong = certwright("import", "acpbench", path, "--results", tmp_path / "results")
    assert wrong.code == 2 and "--results is for inspect" in wrong.err


def test_without_zstd_a_packed_log_says_the_mend(certwright, tmp_path, questions, monkeypatch):
    if sys.version_info >= (3, 14):
        pytest.skip("Python reads zstd by itself from 3.14 on")
    import zipfile

    path = evaluate(questions[:1], tmp_path / "logs", "eval")
    monkeypatch.setattr(zipfile, "_check_compression", refuse)
    monkeypatch.setitem(sys.modules, "zipfile_zstd", None)
    with JsonlWriter(tmp_path / "truth.jsonl") as writer:
        writer.write(questions[0])
    done = certwright("score", path, "--truth", tmp_path / "truth.jsonl")
    assert done.code == 4
    assert "pip install zipfile-zstd, or convert it: inspect log convert --to json" in done.err


def refuse(*_):
    raise NotImplementedError("That compression method is not supported")
