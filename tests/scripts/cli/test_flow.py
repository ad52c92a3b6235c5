"""From questions to truth, proof and scores: label, verify, score on a small world."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

CERTWRIGHT = str(Path(sys.executable).parent / "certwright")


def rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


@pytest.fixture
def truth(questions, certwright, tmp_path):
    """The labelled questions, as a file."""
    file = tmp_path / "truth.jsonl"
    result = certwright("label", questions, "-o", file, "--engine", "search", "--jobs", 1)
    assert result.code == 0, result.err
    assert "5 questions: 5 certified" in result.err
    return file


def test_labelling_keeps_ids_and_proves_everything(questions, truth):
    assert [row["id"] for row in rows(truth)] == [row["id"] for row in rows(questions)]
    assert all(row["truth"] and row["certificates"] and row["gold"] for row in rows(truth))


def test_any_number_of_jobs_gives_the_same_bytes(questions, truth, certwright, tmp_path):
    other = tmp_path / "other.jsonl"
    assert certwright("label", questions, "-o", other, "--engine", "search", "--jobs", 2).code == 0
    assert other.read_bytes() == truth.read_bytes()


def test_resuming_after_a_torn_line_gives_the_same_bytes(questions, truth, certwright, tmp_path):
    whole = truth.read_bytes()
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(whole[: len(whole) // 2])
    result = certwright("label", questions, "-o", torn, "--engine", "search", "--jobs", 1, "--resume")
    assert result.code == 0
    assert "were already labelled" in result.err
    assert torn.read_bytes() == whole


def test_a_question_with_a_broken_world_is_left_out_and_reported(questions, certwright, tmp_path):
    records = rows(questions)
    records[1]["world"]["problem"] = "(define (problem"
    result = certwright("label", write(tmp_path / "bad.jsonl", records), "--engine", "search", "--jobs", 1)
    assert result.code == 3
    assert [row["id"] for row in result.rows] == [row["id"] for row in records if row is not records[1]]
    assert records[1]["id"] in result.err


def test_a_deadline_leaves_a_question_undecided(questions, certwright, tmp_path):
    one = write(tmp_path / "one.jsonl", rows(questions)[:1])
    result = certwright("label", one, "--engine", "search", "--deadline", "0.1", "--jobs", 1)
    (row,) = result.rows
    if row.get("truth") is None:
        assert result.code == 5
        assert "deadline" in result.err
        cut = write(tmp_path / "cut.jsonl", [row])
        checked = certwright("verify", cut, "--jobs", 1)
        assert checked.code == 5
        assert "cut short" in checked.out


@pytest.mark.parametrize("engine", ["fd", "auto", "z3", "sat", "up:fast-downward"])
def test_a_missing_engine_ends_with_4_and_its_mend(questions, certwright, monkeypatch, engine):
    monkeypatch.setenv("CERTWRIGHT_WITHOUT", "fd,z3,sat,up")
    result = certwright("label", questions, "--engine", engine)
    assert (result.code, result.out) == (4, "")
    assert "pip install" in result.err


def test_without_any_engine_verify_and_score_work(truth, certwright, monkeypatch, tmp_path):
    monkeypatch.setenv("CERTWRIGHT_WITHOUT", "fd,fd-translate,kstar,sat,z3,up,spot")
    assert certwright("verify", truth, "--jobs", 1).code == 0
    golds = write(
        tmp_path / "golds.jsonl", [{"id": row["id"], "response": row["gold"]} for row in rows(truth)]
    )
    summary = json.loads(certwright("score", golds, "--truth", truth, "--json").out)
    assert summary["total"]["mean"] == 1.0
    assert summary["total"]["answers"] == 5


def test_verify_accepts_the_truth_and_refuses_a_changed_one(truth, certwright, tmp_path):
    good = certwright("verify", truth, "--jobs", 1)
    assert good.code == 0
    records = rows(truth)
    app = next(row for row in records if row["task"] == "app")
    app["truth"]["items"] = app["truth"]["items"][1:]
    bad = certwright("verify", write(tmp_path / "bad.jsonl", records), "--jobs", 1)
    assert bad.code == 1
    assert f"{app['id']}: refused" in bad.out
    states = [
        row["state"] for row in certwright("verify", tmp_path / "bad.jsonl", "--json", "--jobs", 1).rows
    ]
    assert sorted(states) == ["holds"] * 4 + ["refused"]


def test_verify_refuses_what_is_not_labelled(questions, certwright):
    assert certwright("verify", questions, "--jobs", 1).code == 3


def test_scoring_a_file_with_every_kind_of_row(truth, certwright, tmp_path):
    records = {row["task"]: row for row in rows(truth)}
    answers = tmp_path / "answers.jsonl"
    write(
        answers,
        [
            {"id": records["app"]["id"], "response": f"So the final answer: {records['app']['gold']}"},
            {"id": records["app"]["id"], "response": "(sail l1 l1)", "sample": 1},
            {"id": records["reach"]["id"], "response": "I cannot say."},
            {"id": records["reach"]["id"], "response": records["reach"]["gold"]},
            {"id": "planning/reach/ferry/0000000000000000", "response": "(on c0)"},
        ],
    )
    with answers.open("a") as file:
        file.write('{"id": "torn\n')
        file.write(
            json.dumps({"id": records["nexta"]["source"]["key"], "response": records["nexta"]["gold"]}) + "\n"
        )
    verdicts = tmp_path / "verdicts.jsonl"
    result = certwright("score", answers, "--truth", truth, "--by", "task,form", "-o", verdicts, "--json")
    assert result.code == 3
    assert [(row["id"].split("/")[1], row["sample"], row["outcome"]) for row in rows(verdicts)] == [
        ("app", 0, "correct"),
        ("app", 1, "incorrect"),
        ("reach", 0, "unparsed"),
        ("nexta", 0, "correct"),
    ]
    summary = json.loads(result.out)
    assert summary["refused"] == {"duplicate": 1, "malformed": 1, "unknown_id": 1}
    assert [row["row"] for row in summary["refused_rows"]] == [4, 5, 6]
    assert sorted(name.split("/")[1] for name in summary["unanswered"]) == ["areach", "land"]
    assert summary["total"]["mean"] == 0.5
    assert summary["total"]["unparsed"] == 1
    assert summary["by"]["task"]["app"]["at_k"]["2"] == {"questions": 1, "mean": 0.5, "pass": 1.0}
    assert list(summary["by"]["form"]) == ["gen"]
    assert "row 5: unknown_id: " in result.err


def test_a_malformed_row_is_named_by_its_line_alone(truth, certwright, tmp_path):
    first, *others = rows(truth)
    answers = tmp_path / "answers.jsonl"
    kept = [{"id": row["id"], "response": row["gold"]} for row in others]
    lines = ["", json.dumps({"id": first["id"], "meta": {"answer": "no"}}), *map(json.dumps, kept)]
    answers.write_text("\n".join(lines) + "\n")
    result = certwright("score", answers, "--truth", truth)
    assert result.code == 3
    told = result.err.splitlines()
    assert told[:2] == [
        f"malformed: {answers}:2: row holds neither response nor answer",
        "refused rows: malformed 1",
    ]
    assert told[2].startswith("1 question without an answer: ")


def test_the_questions_are_no_answers_to_themselves(truth, certwright):
    result = certwright("score", truth, "--truth", truth, "--json")
    assert (result.code, json.loads(result.out)["refused"]) == (3, {"malformed": len(rows(truth))})
    assert f"malformed: {truth}:1: this is a question, not an answer" in result.err


def test_answers_are_no_truth(truth, certwright, tmp_path):
    answers = write(tmp_path / "a.jsonl", [{"id": row["id"], "answer": row["gold"]} for row in rows(truth)])
    result = certwright("score", truth, "--truth", answers)
    assert result.code == 3
    assert f"{answers}:1: this is an answer, not a question\n" in result.err
    assert result.err.endswith(f"error: {answers}: none of its records can be read\n")


def test_a_file_without_answers_is_refused_and_the_verdicts_that_are_there_stay(truth, certwright, tmp_path):
    answers, verdicts = tmp_path / "a.jsonl", tmp_path / "v.jsonl"
    answers.touch()
    verdicts.write_text("kept\n")
    result = certwright("score", answers, "--truth", truth, "-o", verdicts)
    assert (result.code, result.err) == (3, f"error: {answers}: holds no answers\n")
    assert verdicts.read_text() == "kept\n"


def test_parts_of_several_questions_are_named(truth, certwright):
    ids = [row["id"] for row in rows(truth)]
    shown = certwright("show", truth, "--certificates").out.splitlines()
    assert [line for line in shown if line in ids] == ids
    assert ids[0] not in certwright("show", truth, ids[0], "--certificates").out


def test_exported_truth_is_imported_again(truth, certwright, tmp_path):
    assert certwright("export", "acpbench", truth, "-o", tmp_path / "out").code == 0
    again = certwright("import", "acpbench", tmp_path / "out")
    assert again.code == 0
    assert sorted(row["task"] for row in again.rows) == sorted(row["task"] for row in rows(truth))


def test_verdicts_to_stdout_and_the_summary_to_stderr(truth, certwright, tmp_path):
    golds = write(
        tmp_path / "golds.jsonl", [{"id": row["id"], "response": row["gold"]} for row in rows(truth)]
    )
    result = certwright("score", golds, "--truth", truth, "-o", "-")
    assert result.code == 0
    assert [row["value"] for row in result.rows] == [1.0] * 5
    assert "1.000" in result.err
    inspect_keys = {"id", "value", "answer", "explanation", "metadata"}
    assert all(inspect_keys <= row.keys() for row in result.rows)


@pytest.mark.parametrize(
    "option", [["--by", "colour"], ["--k", "0"], ["--k", "x"], ["--mode", "kind"]], ids=" ".join
)
def test_wrong_options_of_score_end_with_2(truth, certwright, option):
    result = certwright("score", truth, "--truth", truth, *option)
    assert (result.code, result.out) == (2, "")


def test_an_interrupted_labelling_keeps_what_was_written(questions, tmp_path):
    fifo = tmp_path / "questions.fifo"
    os.mkfifo(fifo)
    output = tmp_path / "partial.jsonl"
    process = subprocess.Popen(
        [CERTWRIGHT, "label", str(fifo), "-o", str(output), "--engine", "search", "--jobs", "1", "-q"],
        stderr=subprocess.PIPE,
        # a suite that a shell runs in the background has interrupts ignored, and its children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with fifo.open("w") as pipe:
        pipe.write(questions.read_text().splitlines(keepends=True)[0])
        pipe.flush()
        deadline = time.monotonic() + 60
        part = tmp_path / "partial.jsonl.part"
        while not (part.exists() and part.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130
    assert b"interrupted; the work so far is kept in " in said
    assert len(rows(part)) == 1 and not output.exists()
